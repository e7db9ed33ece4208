"""What a learner chose to train is kept."""

from alembic import op

revision, down_revision, branch_labels, depends_on = "2", "1", None, None


def upgrade() -> None:
    op.execute(
        "create table choice (learner integer primary key references learner on delete cascade, fields text not null)"
    )
