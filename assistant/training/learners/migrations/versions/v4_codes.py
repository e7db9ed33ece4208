"""A learner may have a code and a goal, a series of exercises goes on from page to page, and an exam knows that its paper was sat before."""

from alembic import op

revision, down_revision, branch_labels, depends_on = "4", "3", None, None


def upgrade() -> None:
    op.execute("alter table learner add column code text")
    op.execute("alter table learner add column tries integer not null default 0")
    op.execute("alter table learner add column shut text")
    op.execute("alter table learner add column goal integer not null default 10")
    op.execute("alter table exam add column earlier integer not null default 0")
    op.execute(
        "create table series (learner integer primary key references learner on delete cascade, started text not null,"
        " after integer not null, size integer not null)"
    )
