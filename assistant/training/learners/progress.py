"""What learners did: names and codes, answers, the state of every clause, exams; in one local file."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, distinct, func, insert, literal, select, update
from sqlalchemy.dialects.sqlite import insert as put

from assistant.errors import InputError
from assistant.store.database import Database
from assistant.store.paths import user_folder
from assistant.store.secret import secret
from assistant.training.learners.code import MOST_TRIES, PAUSE, hashed, matches, shut
from assistant.training.learners.tables import (
    ANSWER,
    ATTEMPT,
    CARD,
    CHOICE,
    EXAM,
    EXAM_ANSWER,
    LAYOUT,
    LEARNER,
    REVIEW,
    SERIES,
    Attempt,
    Carried,
    Held,
    Learner,
    Series,
    Sitting,
    Today,
)

LONGEST_NAME = 60


class Shown(NamedTuple):
    """What answers show of each clause: whether it was known, and its state from now on."""

    verdicts: Mapping[str, bool]
    states: Mapping[str, str]


Conclude = Callable[[dict[str, bool], dict[str, str]], Shown | None]  # answers and states so far; None before the end
Mark = Callable[[dict[int, str], dict[str, str]], tuple[int, Shown]]  # the right answers, and what they show


def default_path() -> Path:
    """Where progress is kept: $ARBITRE_PROGRESS, else the user's data folder."""
    named = os.environ.get("ARBITRE_PROGRESS")
    return Path(named) if named else user_folder() / "progression.sqlite"


def stamp() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def token() -> str:
    """What names a learner to the browser: nobody guesses it."""
    return secrets.token_urlsafe(24)


def proper_name(name: str) -> str:
    """A name as it is kept."""
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise InputError(f"Un nom a de 1 à {LONGEST_NAME} signes.")
    return name


class Progress(Database):
    """The learners of one place and all they did."""

    def __init__(self, path: Path | None = None):
        super().__init__(path or default_path(), LAYOUT)

    def secret(self) -> str:
        """What signs the forms of these learners; it lies beside the file, not in it."""
        return secret(self.path.with_name(f"{self.path.stem}.secret"))

    # Learners

    def learners(self) -> list[Learner]:
        with self.work(write=False) as connection:
            return [Learner(*row) for row in connection.execute(select(LEARNER).order_by(LEARNER.c.name))]

    def learner(self, number: int) -> Learner | None:
        return self._learner(LEARNER.c.id == number)

    def learner_named_by(self, token: str) -> Learner | None:
        """The learner whom a browser names so."""
        return self._learner((LEARNER.c.token == token) & (LEARNER.c.token != ""))

    def _learner(self, condition: object) -> Learner | None:
        with self.work(write=False) as connection:
            row = connection.execute(select(LEARNER).where(condition)).first()  # type: ignore[arg-type]
        return Learner(*row) if row else None

    def add_learner(self, name: str, code: str | None = None) -> int:
        """A new learner; a name that is taken is refused."""
        values = {"name": proper_name(name), "created": stamp(), "token": token()}
        with self.work() as connection:
            if connection.execute(select(LEARNER.c.id).where(LEARNER.c.name == values["name"])).first() is not None:
                raise InputError(
                    "Ce nom est déjà pris. Si c'est vous, reprenez avec votre code ; sinon, choisissez-en un autre."
                )
            row = {**values, "code": hashed(code) if code is not None else None}
            return inserted(connection.execute(insert(LEARNER).values(row)).inserted_primary_key)

    def named(self, name: str) -> Learner | None:
        """The learner of this name."""
        return self._learner(LEARNER.c.name == " ".join(name.split()))

    def recognised(self, name: str, code: str) -> Learner:
        """The learner of this name and code; too many wrong codes are answered by a pause, whoever tries."""
        at = datetime.now(UTC)
        with self.work() as connection:  # whoever tries at the same time waits for it
            row = connection.execute(select(LEARNER).where(LEARNER.c.name == " ".join(name.split()))).first()
            known = Learner(*row) if row else None
            if known is not None and shut(known.shut, at):
                raise InputError("Trop de codes faux pour ce nom. Attendez une heure, puis réessayez.")
            right = known is not None and known.code is not None and matches(code, known.code)
            if known is not None:
                tries = 0 if right else known.tries + 1
                pause = (at + PAUSE).isoformat(timespec="seconds") if tries >= MOST_TRIES else None
                values = {"tries": 0 if pause else tries, "shut": pause}
                connection.execute(update(LEARNER).where(LEARNER.c.id == known.id).values(values))
        if known is None or not right:
            raise InputError("Ce nom et ce code ne vont pas ensemble.")
        return known

    def set_code(self, learner: int, code: str | None) -> Learner | None:
        """Another code, or none; a browser that knew the learner before does no more."""
        with self.work() as connection:
            kept = hashed(code) if code is not None else None
            values = {"code": kept, "token": token(), "tries": 0, "shut": None}
            connection.execute(update(LEARNER).where(LEARNER.c.id == learner).values(values))
        return self.learner(learner)

    def set_goal(self, learner: int, goal: int) -> None:
        with self.work() as connection:
            connection.execute(update(LEARNER).where(LEARNER.c.id == learner).values(goal=goal))

    def delete_learner(self, number: int) -> None:
        """The learner and everything of theirs."""
        with self.work() as connection:
            connection.execute(delete(LEARNER).where(LEARNER.c.id == number))

    def choice(self, learner: int) -> str | None:
        """What the learner last chose to train, as it was kept."""
        with self.work(write=False) as connection:
            return connection.execute(select(CHOICE.c.fields).where(CHOICE.c.learner == learner)).scalar()

    def choose(self, learner: int, fields: str) -> None:
        with self.work() as connection:
            connection.execute(insert(CHOICE).prefix_with("or replace").values(learner=learner, fields=fields))

    def held(self, learner: int) -> Held:
        """How much is kept of a learner."""
        done = (ATTEMPT.c.learner == learner) & ATTEMPT.c.finished.is_not(None)
        exams = select(func.count()).select_from(EXAM).where(EXAM.c.learner == learner).scalar_subquery()
        cards = select(func.count()).select_from(CARD).where(CARD.c.learner == learner).scalar_subquery()
        with self.work(write=False) as connection:
            row = connection.execute(select(func.count(), func.count(distinct(_TASK)), exams, cards).where(done)).one()
        return Held(*row)

    # Series of exercises, and the day

    def begin_series(self, learner: int, size: int) -> None:
        """Some exercises in a row, from now on."""
        with self.work() as connection:
            last = connection.execute(select(func.coalesce(func.max(ATTEMPT.c.id), 0))).scalar_one()
            row = {"learner": learner, "started": stamp(), "after": last, "size": size}
            connection.execute(insert(SERIES).prefix_with("or replace").values(row))

    def series(self, learner: int) -> Series | None:
        """The series under way or just done."""
        with self.work(write=False) as connection:
            row = connection.execute(select(SERIES).where(SERIES.c.learner == learner)).first()
            if row is None:
                return None
            mine = (ATTEMPT.c.learner == learner) & (ATTEMPT.c.id > row.after) & ATTEMPT.c.finished.is_not(None)
            done = connection.execute(select(func.count()).select_from(ATTEMPT).where(mine)).scalar_one()
            return Series(row.started, row.size, int(done))

    def end_series(self, learner: int) -> None:
        with self.work() as connection:
            connection.execute(delete(SERIES).where(SERIES.c.learner == learner))

    def since(self, learner: int, moment: str) -> Today:
        """What was done since a moment."""
        asked = (REVIEW.c.learner == learner) & (REVIEW.c.at >= moment)
        before = select(REVIEW.c.clause).where((REVIEW.c.learner == learner) & (REVIEW.c.at < moment))
        fresh = select(REVIEW.c.clause).where(asked & REVIEW.c.correct.is_(True) & REVIEW.c.clause.not_in(before))
        count = select(func.count(), func.coalesce(func.sum(REVIEW.c.correct), 0)).where(asked)
        faulty = select(ANSWER.c.attempt).where(ANSWER.c.correct == 0)
        mine = (ATTEMPT.c.learner == learner) & (ATTEMPT.c.finished >= moment)
        clean = select(func.count()).select_from(ATTEMPT).where(mine & ATTEMPT.c.id.not_in(faulty))
        with self.work(write=False) as connection:
            reviewed, known = connection.execute(count).one()
            new = tuple(dict.fromkeys(connection.execute(fresh.order_by(REVIEW.c.id)).scalars()))
            done = int(connection.execute(select(func.count()).select_from(ATTEMPT).where(mine)).scalar_one())
            return Today(done, int(connection.execute(clean).scalar_one()), int(reviewed), int(known), new)

    # Exercises

    def start(self, learner: int, ruleset: str, story: str) -> int:
        with self.work() as connection:
            row = {"learner": learner, "ruleset": ruleset, "story": story, "started": stamp()}
            return inserted(connection.execute(insert(ATTEMPT).values(row)).inserted_primary_key)

    def attempt(self, number: int) -> Attempt | None:
        with self.work(write=False) as connection:
            row = connection.execute(select(ATTEMPT).where(ATTEMPT.c.id == number)).first()
        return Attempt(*row) if row else None

    def answers(self, attempt: int) -> dict[str, tuple[str, bool]]:
        """For each stage answered the choice and whether it was right."""
        with self.work(write=False) as connection:
            return _answers(connection, attempt)

    def answer(
        self, attempt: int, stage: str, choice: str, correct: bool, conclude: Conclude = lambda *_: None
    ) -> None:
        """One answer, of which the first counts, and what follows from it where it ends the exercise: all of it or nothing."""
        with self.work() as connection:
            at = stamp()
            row = {"attempt": attempt, "stage": stage, "choice": choice, "correct": int(correct), "at": at}
            connection.execute(put(ANSWER).values(row).on_conflict_do_nothing())
            begun = connection.execute(select(ATTEMPT).where(ATTEMPT.c.id == attempt)).first()
            if begun is not None:
                _ended(connection, Attempt(*begun), conclude, at)

    def carry(self, learner: int, done: Sequence[Carried], conclude: Callable[[Carried], Conclude]) -> None:
        """What was done without a network and what follows from it, all or nothing; an exercise whose name was told before counts no more."""
        with self.work() as connection:
            at = stamp()
            for told in done:
                row = {"learner": learner, "ruleset": told.ruleset, "story": told.story, "started": at, "carried": told.id}
                made = connection.execute(put(ATTEMPT).values(row).on_conflict_do_nothing().returning(ATTEMPT)).first()
                if made is None:
                    continue
                attempt = Attempt(*made)
                rows = [
                    {"attempt": attempt.id, "stage": stage, "choice": choice, "correct": int(correct), "at": at}
                    for stage, choice, correct in told.answers
                ]
                connection.execute(insert(ANSWER), rows)
                _ended(connection, attempt, conclude(told), at)

    def cards(self, learner: int) -> dict[str, str]:
        """The state of each clause met."""
        with self.work(write=False) as connection:
            return _cards(connection, learner)

    def done(self, learner: int) -> dict[str, int]:
        """The exercises done, each with the number of its last attempt."""
        finished = (ATTEMPT.c.learner == learner) & ATTEMPT.c.finished.is_not(None)
        with self.work(write=False) as connection:
            rows = connection.execute(select(_TASK, func.max(ATTEMPT.c.id)).where(finished).group_by(_TASK))
            return {str(task): int(number) for task, number in rows}

    def days(self, learner: int) -> list[tuple[str, int, int]]:
        """For each day of training the clauses reviewed and those known."""
        day = func.date(REVIEW.c.at, "localtime")
        with self.work(write=False) as connection:
            rows = connection.execute(
                select(day, func.count(), func.sum(REVIEW.c.correct))
                .where(REVIEW.c.learner == learner)
                .group_by(day)
                .order_by(day)
            )
            return [(str(date), int(count), int(known)) for date, count, known in rows]

    # Exams

    def sit(self, learner: int, seed: int, questions: int, ruleset: str | None, knowledge: str) -> int:
        row = {"learner": learner, "seed": seed, "questions": questions, "ruleset": ruleset, "knowledge": knowledge}
        with self.work() as connection:
            row["earlier"] = _earlier(connection, learner, seed, questions, ruleset, knowledge)
            return inserted(connection.execute(insert(EXAM).values({**row, "started": stamp()})).inserted_primary_key)

    def sitting(self, number: int) -> Sitting | None:
        with self.work(write=False) as connection:
            return _sitting(connection, number)

    def sittings(self, learner: int) -> list[Sitting]:
        with self.work(write=False) as connection:
            rows = connection.execute(select(EXAM).where(EXAM.c.learner == learner).order_by(EXAM.c.id.desc()))
            return [Sitting(*row) for row in rows]

    def exam_answers(self, exam: int) -> dict[int, str]:
        with self.work(write=False) as connection:
            return _exam_answers(connection, exam)

    def exam_answer(self, exam: int, number: int, choice: str) -> None:
        """An answer, which may be changed until the exam is handed in."""
        still_open = select(literal(exam), literal(number), literal(choice), literal(stamp())).where(
            EXAM.c.id == exam, EXAM.c.finished.is_(None)
        )
        with self.work() as connection:
            columns = ["exam", "number", "choice", "at"]
            connection.execute(insert(EXAM_ANSWER).prefix_with("or replace").from_select(columns, still_open))

    def hand_in(self, exam: int, mark: Mark) -> None:
        """The end of an exam, its mark, and what its answers say of each clause, once: all of it or nothing."""
        with self.work() as connection:
            sitting = _sitting(connection, exam)
            if sitting is None or sitting.finished is not None:
                return
            at = stamp()
            right, shown = mark(_exam_answers(connection, exam), _cards(connection, sitting.learner))
            values = {"finished": at, "correct": right, "earlier": _earlier(connection, *sitting[1:6])}
            connection.execute(update(EXAM).where(EXAM.c.id == exam).values(values))
            _review(connection, sitting.learner, shown, at)


_TASK = ATTEMPT.c.ruleset + "/" + ATTEMPT.c.story


def inserted(key: Sequence[Any] | None) -> int:
    """The number of a row just made."""
    assert key is not None
    return int(key[0])


def _ended(connection: Connection, attempt: Attempt, conclude: Conclude, at: str) -> None:
    """What follows from the answers to an exercise, once, where they are all."""
    if attempt.finished is not None:
        return
    known = {name: right for name, (_, right) in _answers(connection, attempt.id).items()}
    shown = conclude(known, _cards(connection, attempt.learner))
    if shown is not None:
        connection.execute(update(ATTEMPT).where(ATTEMPT.c.id == attempt.id).values(finished=at))
        _review(connection, attempt.learner, shown, at)


def _answers(connection: Connection, attempt: int) -> dict[str, tuple[str, bool]]:
    rows = connection.execute(
        select(ANSWER.c.stage, ANSWER.c.choice, ANSWER.c.correct).where(ANSWER.c.attempt == attempt)
    )
    return {stage: (choice, bool(correct)) for stage, choice, correct in rows}


def _cards(connection: Connection, learner: int) -> dict[str, str]:
    rows = connection.execute(select(CARD.c.clause, CARD.c.state).where(CARD.c.learner == learner))
    return {str(clause): str(state) for clause, state in rows}


def _sitting(connection: Connection, number: int) -> Sitting | None:
    row = connection.execute(select(EXAM).where(EXAM.c.id == number)).first()
    return Sitting(*row) if row else None


def _earlier(
    connection: Connection, learner: int, seed: int, questions: int, ruleset: str | None, knowledge: str
) -> int:
    """How often the same paper was handed in: from then on its answers are known."""
    paper = (EXAM.c.seed == seed) & (EXAM.c.questions == questions) & (EXAM.c.knowledge == knowledge)
    mine = paper & (EXAM.c.learner == learner) & EXAM.c.ruleset.is_not_distinct_from(ruleset)
    done = select(func.count()).select_from(EXAM).where(mine & EXAM.c.finished.is_not(None))
    return int(connection.execute(done).scalar_one())


def _exam_answers(connection: Connection, exam: int) -> dict[int, str]:
    rows = connection.execute(select(EXAM_ANSWER.c.number, EXAM_ANSWER.c.choice).where(EXAM_ANSWER.c.exam == exam))
    return {int(number): str(choice) for number, choice in rows}


def _review(connection: Connection, learner: int, shown: Shown, at: str) -> None:
    """The new state of each clause, and that it was asked."""
    if shown.states:
        states = [{"learner": learner, "clause": clause, "state": state} for clause, state in shown.states.items()]
        connection.execute(insert(CARD).prefix_with("or replace"), states)
    if shown.verdicts:
        reviews = [
            {"learner": learner, "clause": clause, "correct": int(correct), "at": at}
            for clause, correct in shown.verdicts.items()
        ]
        connection.execute(insert(REVIEW), reviews)
