"""What learners did: names without password, answers, the state of every clause, exams; in one local file."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from assistant.errors import InputError
from assistant.store.database import Database
from assistant.store.paths import user_folder
from assistant.training.learners.tables import LAYOUT, Attempt, Held, Learner, Sitting

LONGEST_NAME = 60


def default_path() -> Path:
    """Where progress is kept: $ARBITRE_PROGRESS, else the user's data folder."""
    named = os.environ.get("ARBITRE_PROGRESS")
    return Path(named) if named else user_folder() / "progression.sqlite"


def stamp() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


class Progress(Database):
    """The learners of one place and all they did."""

    def __init__(self, path: Path | None = None):
        super().__init__(path or default_path(), LAYOUT)

    # Learners

    def learners(self) -> list[Learner]:
        with self.work(write=False) as connection:
            return [Learner(*row) for row in connection.execute("select * from learner order by name")]

    def learner(self, number: int) -> Learner | None:
        with self.work(write=False) as connection:
            row = connection.execute("select * from learner where id = ?", (number,)).fetchone()
        return Learner(*row) if row else None

    def add_learner(self, name: str) -> int:
        """A new learner, or the one of that name."""
        name = " ".join(name.split())
        if not name or len(name) > LONGEST_NAME or not name.isprintable():
            raise InputError(f"Un nom a de 1 à {LONGEST_NAME} signes.")
        with self.work() as connection:
            connection.execute("insert or ignore into learner (name, created) values (?, ?)", (name, stamp()))
            return int(connection.execute("select id from learner where name = ?", (name,)).fetchone()[0])

    def delete_learner(self, number: int) -> None:
        """The learner and everything of theirs."""
        with self.work() as connection:
            connection.execute("pragma secure_delete = on")
            connection.execute("delete from learner where id = ?", (number,))

    def choice(self, learner: int) -> str | None:
        """What the learner last chose to train, as it was kept."""
        with self.work(write=False) as connection:
            row = connection.execute("select fields from choice where learner = ?", (learner,)).fetchone()
            return str(row[0]) if row else None

    def choose(self, learner: int, fields: str) -> None:
        with self.work() as connection:
            connection.execute("insert or replace into choice values (?, ?)", (learner, fields))

    def held(self, learner: int) -> Held:
        """How much is kept of a learner."""
        with self.work(write=False) as connection:
            row = connection.execute(
                "select count(*), count(distinct ruleset || '/' || story),"
                " (select count(*) from exam where learner = :id), (select count(*) from card where learner = :id)"
                " from attempt where learner = :id and finished is not null",
                {"id": learner},
            ).fetchone()
        return Held(*row)

    # Exercises

    def start(self, learner: int, ruleset: str, story: str) -> int:
        row = (learner, ruleset, story, stamp())
        with self.work() as connection:
            made = connection.execute("insert into attempt (learner, ruleset, story, started) values (?, ?, ?, ?)", row)
            return int(made.lastrowid or 0)

    def attempt(self, number: int) -> Attempt | None:
        with self.work(write=False) as connection:
            row = connection.execute("select * from attempt where id = ?", (number,)).fetchone()
        return Attempt(*row) if row else None

    def answers(self, attempt: int) -> dict[str, tuple[str, bool]]:
        """For each stage answered the choice and whether it was right."""
        with self.work(write=False) as connection:
            rows = connection.execute("select stage, choice, correct from answer where attempt = ?", (attempt,))
            return {stage: (choice, bool(correct)) for stage, choice, correct in rows}

    def answer(self, attempt: int, stage: str, choice: str, correct: bool) -> None:
        """One answer; the first one counts."""
        with self.work() as connection:
            connection.execute(
                "insert or ignore into answer values (?, ?, ?, ?, ?)", (attempt, stage, choice, int(correct), stamp())
            )

    def finish(self, attempt: Attempt, cards: Mapping[str, str], verdicts: Mapping[str, bool]) -> None:
        """The end of an exercise and what it says of each clause, once."""
        with self.work() as connection:
            at = stamp()
            done = connection.execute(
                "update attempt set finished = ? where id = ? and finished is null", (at, attempt.id)
            )
            if not done.rowcount:
                return
            _review(connection, attempt.learner, cards, verdicts, at)

    def cards(self, learner: int) -> dict[str, str]:
        """The state of each clause met."""
        with self.work(write=False) as connection:
            return dict(connection.execute("select clause, state from card where learner = ?", (learner,)).fetchall())

    def done(self, learner: int) -> dict[str, int]:
        """The exercises done, each with the number of its last attempt."""
        with self.work(write=False) as connection:
            rows = connection.execute(
                "select ruleset || '/' || story, max(id) from attempt where learner = ? and finished is not null group by 1",
                (learner,),
            )
            return dict(rows.fetchall())

    def days(self, learner: int) -> list[tuple[str, int, int]]:
        """For each day of training the clauses reviewed and those known."""
        with self.work(write=False) as connection:
            rows = connection.execute(
                "select substr(at, 1, 10), count(*), sum(correct) from review where learner = ? group by 1 order by 1",
                (learner,),
            )
            return [(day, int(count), int(known)) for day, count, known in rows]

    # Exams

    def sit(self, learner: int, seed: int, questions: int, ruleset: str | None, knowledge: str) -> int:
        with self.work() as connection:
            made = connection.execute(
                "insert into exam (learner, seed, questions, ruleset, knowledge, started) values (?, ?, ?, ?, ?, ?)",
                (learner, seed, questions, ruleset, knowledge, stamp()),
            )
            return int(made.lastrowid or 0)

    def sitting(self, number: int) -> Sitting | None:
        with self.work(write=False) as connection:
            row = connection.execute("select * from exam where id = ?", (number,)).fetchone()
        return Sitting(*row) if row else None

    def sittings(self, learner: int) -> list[Sitting]:
        with self.work(write=False) as connection:
            rows = connection.execute("select * from exam where learner = ? order by id desc", (learner,))
            return [Sitting(*row) for row in rows]

    def exam_answers(self, exam: int) -> dict[int, str]:
        with self.work(write=False) as connection:
            return dict(connection.execute("select number, choice from exam_answer where exam = ?", (exam,)).fetchall())

    def exam_answer(self, exam: int, number: int, choice: str) -> None:
        """An answer, which may be changed until the exam is handed in."""
        with self.work() as connection:
            connection.execute(
                "insert or replace into exam_answer select ?, ?, ?, ? from exam where id = ? and finished is null",
                (exam, number, choice, stamp(), exam),
            )

    def hand_in(self, exam: Sitting, correct: int, cards: Mapping[str, str], verdicts: Mapping[str, bool]) -> None:
        """The end of an exam and what its answers say of each clause, once."""
        with self.work() as connection:
            at = stamp()
            done = connection.execute(
                "update exam set finished = ?, correct = ? where id = ? and finished is null", (at, correct, exam.id)
            )
            if done.rowcount:
                _review(connection, exam.learner, cards, verdicts, at)


def _review(
    connection: sqlite3.Connection, learner: int, cards: Mapping[str, str], verdicts: Mapping[str, bool], at: str
) -> None:
    """The new state of each clause, and that it was asked."""
    connection.executemany(
        "insert or replace into card values (?, ?, ?)", [(learner, clause, state) for clause, state in cards.items()]
    )
    connection.executemany(
        "insert into review (learner, clause, correct, at) values (?, ?, ?, ?)",
        [(learner, clause, int(correct), at) for clause, correct in verdicts.items()],
    )
