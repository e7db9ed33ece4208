"""What learners did, in one local SQLite file: names without password, answers, the state of every clause, exams.

Each answer is one transaction in a write-ahead log: a process that is killed loses at most the answer it was writing. A damaged file is
set aside under another name and never overwritten; the new file tells where the old one is.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from assistant.errors import InputError, refusal
from assistant.training.learners.tables import TABLES, UPGRADES, Attempt, Held, Learner, Sitting

APPLICATION = 0x41524249  # "ARBI": the file is ours
VERSION = 2
LONGEST_NAME = 60


def default_path() -> Path:
    """Where progress is kept: $ARBITRE_PROGRESS, else the user's data folder."""
    named = os.environ.get("ARBITRE_PROGRESS")
    if named:
        return Path(named)
    root = os.environ.get("XDG_DATA_HOME")
    return (Path(root) if root else Path.home() / ".local" / "share") / "arbitre" / "progression.sqlite"


def stamp() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


class Progress:
    """The file, opened anew for each piece of work, so that any number of processes may share it."""

    def __init__(self, path: Path | None = None):
        self.path = path or default_path()
        self._sound: tuple[int, int] | None = None  # the file that was checked, by device and inode

    # The file

    @contextmanager
    def work(self, write: bool = True) -> Iterator[sqlite3.Connection]:
        """One transaction; a file found damaged in the middle is set aside and told."""
        try:
            with closing(self._open()) as connection:
                connection.execute("begin immediate" if write else "begin")
                try:
                    yield connection
                except BaseException:
                    connection.rollback()
                    raise
                connection.commit()
        except sqlite3.OperationalError as error:
            raise InputError(
                f"Le fichier de progression {self.path} ne peut pas être lu ou écrit : {error}."
            ) from error
        except (sqlite3.IntegrityError, sqlite3.ProgrammingError):  # a fault of ours, not of the file
            raise
        except sqlite3.DatabaseError as error:
            aside = self._set_aside()
            told = f"Le fichier de progression était abîmé ; il est gardé sous {aside}. Recommencez."
            raise InputError(told) from error

    def _open(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"Le dossier {self.path.parent} ne peut pas être créé : {refusal(error)}.") from error
        if not self._known():
            self._mend()
        return self._ready()

    def _mend(self) -> None:
        """A damaged file is set aside, by one process at a time, and the new one says so."""
        with self._alone():
            if not self.path.exists() or not self.path.stat().st_size or self._is_sound():
                return
            aside = self._set_aside()
            with closing(self._ready()) as connection, connection:
                told = f"Le fichier de progression était abîmé. Il n'est pas perdu : il est gardé sous {aside}."
                connection.execute("insert or replace into meta values ('message', ?)", (told,))

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """No other process looks at the file meanwhile, where the system can lock."""
        try:
            import fcntl
        except ImportError:
            yield
            return
        with open(self.path.with_name(self.path.name + ".lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _known(self) -> bool:
        try:
            found = self.path.stat()
        except OSError:
            return False
        return self._sound == (found.st_dev, found.st_ino)

    def _is_sound(self) -> bool:
        """Whether it is a whole SQLite file of ours; one of a later version is refused, not set aside."""
        try:
            with closing(sqlite3.connect(self.path, timeout=10)) as connection:
                (mark,) = connection.execute("pragma application_id").fetchone()
                (version,) = connection.execute("pragma user_version").fetchone()
                (check,) = connection.execute("pragma quick_check").fetchone()
        except sqlite3.OperationalError as error:
            raise InputError(f"Le fichier de progression {self.path} ne peut pas être lu : {error}.") from error
        except sqlite3.DatabaseError:
            return False
        if mark == APPLICATION and version > VERSION:
            raise InputError(f"{self.path} vient d'une version plus récente d'Arbitre ; il n'a pas été touché.")
        return bool(check == "ok") and mark in (0, APPLICATION) and not (mark == 0 and version)

    def _set_aside(self) -> Path:
        """The damaged file under another name, its log with it."""
        when = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
        aside = self.path.with_name(f"{self.path.stem}-abime-{when}-{secrets.token_hex(2)}{self.path.suffix}")
        self._sound = None
        for suffix in ("", "-wal", "-shm"):
            old = self.path.with_name(self.path.name + suffix)
            if old.exists():
                old.rename(aside.with_name(aside.name + suffix))
        return aside

    def _ready(self) -> sqlite3.Connection:
        """A connection to a file with all tables."""
        connection = sqlite3.connect(self.path, timeout=10, isolation_level=None)
        connection.execute("pragma journal_mode = wal")
        connection.execute("pragma synchronous = full")
        connection.execute("pragma foreign_keys = on")
        if connection.execute("pragma application_id").fetchone() != (APPLICATION,):
            connection.execute("begin immediate")
            if connection.execute("pragma application_id").fetchone() != (APPLICATION,):
                for statement in TABLES.split(";"):
                    if statement.strip():
                        connection.execute(statement)
                connection.execute("insert into meta values ('secret', ?)", (secrets.token_hex(32),))
                connection.execute("pragma user_version = 1")
                connection.execute(f"pragma application_id = {APPLICATION}")
            connection.commit()
        if connection.execute("pragma user_version").fetchone() < (VERSION,):
            self._upgrade(connection)
        found = self.path.stat()
        self._sound = (found.st_dev, found.st_ino)
        return connection

    @staticmethod
    def _upgrade(connection: sqlite3.Connection) -> None:
        """Add what later versions added, once, whoever comes first."""
        connection.execute("begin immediate")
        (version,) = connection.execute("pragma user_version").fetchone()
        for number, statement in UPGRADES.items():
            if number > version:
                connection.execute(statement)
        connection.execute(f"pragma user_version = {max(version, VERSION)}")
        connection.commit()

    def told(self, key: str) -> str | None:
        """The secret of the forms, or the message about a file set aside."""
        with self.work(write=False) as connection:
            row = connection.execute("select value from meta where key = ?", (key,)).fetchone()
        return str(row[0]) if row else None

    def forget_message(self) -> None:
        with self.work() as connection:
            connection.execute("delete from meta where key = 'message'")

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
