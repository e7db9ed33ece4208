"""Alembic, run on an open connection: what lacks of the revisions of a folder, within the transaction that is under way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection


def migrate(connection: Connection, folder: Path, version: int) -> None:
    """Up to the last revision, from the one whose number the file bears: files older than Alembic's own table have that number alone."""
    script = ScriptDirectory(str(folder))

    def steps(current: Any, _: MigrationContext) -> Any:
        return script._upgrade_revs("head", current)

    context = MigrationContext.configure(connection, opts={"fn": steps})
    if version and not context.get_current_heads():
        context.stamp(script, str(version))
    with Operations.context(context):
        context.run_migrations()
