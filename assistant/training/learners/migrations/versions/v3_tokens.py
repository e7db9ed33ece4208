"""A learner is known to a browser by a random token, what came from a file is marked, and the secret leaves the data."""

import secrets

from alembic import op
from sqlalchemy import text

revision, down_revision, branch_labels, depends_on = "3", "2", None, None


def upgrade() -> None:
    op.execute("alter table learner add column token text not null default ''")
    op.execute("alter table learner add column imported text")
    op.execute("alter table exam add column imported integer not null default 0")
    connection = op.get_bind()
    for (learner,) in connection.execute(text("select id from learner")).all():
        connection.execute(
            text("update learner set token = :token where id = :learner"),
            {"token": secrets.token_urlsafe(24), "learner": learner},
        )
    op.execute("create unique index learner_token on learner (token)")
    op.execute("delete from meta where key = 'secret'")
