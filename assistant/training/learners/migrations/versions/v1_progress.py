"""Learners, exercises, the state of every clause, exams."""

from alembic import op

revision, down_revision, branch_labels, depends_on = "1", None, None, None

STATEMENTS = """
create table meta (key text primary key, value text not null) without rowid;
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


def upgrade() -> None:
    for statement in filter(str.strip, STATEMENTS.split(";")):
        op.execute(statement)
