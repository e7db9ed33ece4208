"""What the file of progress holds: its tables, and a learner, an exercise or an exam as it is read back."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Column, ForeignKey, Index, Integer, MetaData, Table, Text

from assistant.store.database import Layout

TABLES = MetaData()
CASCADE = "CASCADE"


def _of(table: str) -> ForeignKey:
    return ForeignKey(f"{table}.id", ondelete=CASCADE)


META = Table(
    "meta",
    TABLES,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_with_rowid=False,
)
LEARNER = Table(
    "learner",
    TABLES,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("created", Text, nullable=False),
    Column("token", Text, nullable=False, server_default=""),  # by which a browser names the learner
    Column("imported", Text),  # when, where it came from a file
    Column("code", Text),  # the hash of four digits, asked of whoever comes from elsewhere
    Column("tries", Integer, nullable=False, server_default="0"),  # wrong codes since the last right one
    Column("shut", Text),  # until when no code is taken
    Column("goal", Integer, nullable=False, server_default="10"),  # exercises a day
    sqlite_autoincrement=True,
)
ATTEMPT = Table(
    "attempt",
    TABLES,
    Column("id", Integer, primary_key=True),
    Column("learner", Integer, _of("learner"), nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("story", Text, nullable=False),
    Column("started", Text, nullable=False),
    Column("finished", Text),
    Column("carried", Text),  # what a browser called it that did it without a network
    sqlite_autoincrement=True,
)
ANSWER = Table(
    "answer",
    TABLES,
    Column("attempt", Integer, _of("attempt"), primary_key=True),
    Column("stage", Text, primary_key=True),
    Column("choice", Text, nullable=False),
    Column("correct", Integer, nullable=False),
    Column("at", Text, nullable=False),
    sqlite_with_rowid=False,
)
CARD = Table(
    "card",
    TABLES,
    Column("learner", Integer, _of("learner"), primary_key=True),
    Column("clause", Text, primary_key=True),
    Column("state", Text, nullable=False),
    sqlite_with_rowid=False,
)
REVIEW = Table(
    "review",
    TABLES,
    Column("id", Integer, primary_key=True),
    Column("learner", Integer, _of("learner"), nullable=False),
    Column("clause", Text, nullable=False),
    Column("correct", Integer, nullable=False),
    Column("at", Text, nullable=False),
    sqlite_autoincrement=True,
)
EXAM = Table(
    "exam",
    TABLES,
    Column("id", Integer, primary_key=True),
    Column("learner", Integer, _of("learner"), nullable=False),
    Column("seed", Integer, nullable=False),
    Column("questions", Integer, nullable=False),
    Column("ruleset", Text),
    Column("knowledge", Text, nullable=False),
    Column("started", Text, nullable=False),
    Column("finished", Text),
    Column("correct", Integer),
    Column("imported", Integer, nullable=False, server_default="0"),  # whether it came from a file
    Column("earlier", Integer, nullable=False, server_default="0"),  # how often the same paper was handed in before
    sqlite_autoincrement=True,
)
EXAM_ANSWER = Table(
    "exam_answer",
    TABLES,
    Column("exam", Integer, _of("exam"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("choice", Text, nullable=False),
    Column("at", Text, nullable=False),
    sqlite_with_rowid=False,
)
CHOICE = Table(
    "choice",
    TABLES,
    Column("learner", Integer, _of("learner"), primary_key=True),
    Column("fields", Text, nullable=False),
)
SERIES = Table(
    "series",
    TABLES,
    Column("learner", Integer, _of("learner"), primary_key=True),
    Column("started", Text, nullable=False),
    Column("after", Integer, nullable=False),  # the last attempt before it
    Column("size", Integer, nullable=False),
)
Index("attempt_of", ATTEMPT.c.learner)
Index("attempt_carried", ATTEMPT.c.learner, ATTEMPT.c.carried, unique=True)
Index("review_of", REVIEW.c.learner)
Index("exam_of", EXAM.c.learner)
Index("learner_token", LEARNER.c.token, unique=True)

LAYOUT = Layout(
    "Le fichier de progression",
    0x41524249,  # "ARBI": the file is ours
    TABLES,
    Path(__file__).parent / "migrations",
    5,
)


class Learner(NamedTuple):
    id: int
    name: str
    created: str
    token: str
    imported: str | None
    code: str | None = None
    tries: int = 0
    shut: str | None = None
    goal: int = 10


class Series(NamedTuple):
    """Some exercises in a row: since when, how many, and those done since."""

    started: str
    size: int
    done: int

    @property
    def over(self) -> bool:
        return self.done >= self.size


class Today(NamedTuple):
    """What a learner did since a moment: exercises, those without a fault, clauses asked and known, and those met for the first time."""

    exercises: int
    faultless: int
    reviewed: int
    known: int
    new: tuple[str, ...]


class Attempt(NamedTuple):
    id: int
    learner: int
    ruleset: str
    story: str
    started: str
    finished: str | None
    carried: str | None = None


class Carried(NamedTuple):
    """An exercise done without a network: what the browser called it, and of each stage the choice and whether it was right."""

    id: str
    ruleset: str
    story: str
    answers: tuple[tuple[str, str, bool], ...]


class Held(NamedTuple):
    """How much is kept of a learner."""

    exercises: int  # done, each time counted
    different: int
    exams: int
    clauses: int


class Sitting(NamedTuple):
    """An exam that a learner sits or sat."""

    id: int
    learner: int
    seed: int
    questions: int
    ruleset: str | None
    knowledge: str
    started: str
    finished: str | None
    correct: int | None
    imported: int  # 1 where it came from a file: it earns no attestation
    earlier: int = 0  # how often this learner had handed in the same paper before, with its corrections at hand
