"""What the file of progress holds: its tables, and a learner, an exercise or an exam as it is read back."""

from __future__ import annotations

from typing import NamedTuple

from assistant.store.database import Layout

TABLES = """
create table learner (id integer primary key autoincrement, name text not null unique, created text not null);
create table attempt (
  id integer primary key autoincrement, learner integer not null references learner on delete cascade,
  ruleset text not null, story text not null, started text not null, finished text
);
create table answer (
  attempt integer not null references attempt on delete cascade, stage text not null, choice text not null,
  correct integer not null, at text not null, primary key (attempt, stage)
) without rowid;
create table card (
  learner integer not null references learner on delete cascade, clause text not null, state text not null,
  primary key (learner, clause)
) without rowid;
create table review (
  id integer primary key autoincrement, learner integer not null references learner on delete cascade,
  clause text not null, correct integer not null, at text not null
);
create table exam (
  id integer primary key autoincrement, learner integer not null references learner on delete cascade,
  seed integer not null, questions integer not null, ruleset text, knowledge text not null, started text not null, finished text,
  correct integer
);
create table exam_answer (
  exam integer not null references exam on delete cascade, number integer not null, choice text not null, at text not null,
  primary key (exam, number)
) without rowid;
create index attempt_of on attempt (learner);
create index review_of on review (learner);
create index exam_of on exam (learner);
"""
UPGRADES = {  # what a file of an earlier version lacks
    2: "create table choice (learner integer primary key references learner on delete cascade, fields text not null)"
}
LAYOUT = Layout("Le fichier de progression", 0x41524249, TABLES, UPGRADES)  # "ARBI": the file is ours


class Learner(NamedTuple):
    id: int
    name: str
    created: str


class Attempt(NamedTuple):
    id: int
    learner: int
    ruleset: str
    story: str
    started: str
    finished: str | None


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
