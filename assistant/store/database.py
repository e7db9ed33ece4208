"""What users made and nobody can make anew, in one local SQLite file: it is never lost, never overwritten, and grows with us.

Each piece of work is one transaction in a write-ahead log: a process that is killed loses at most what it was writing. A file is opened
here alone, looked at once by each process and brought up to date by Alembic. A damaged file is set aside under another name; the new
file tells where the old one is. Whatever else keeps a file from being used is told in one French sentence, `Unusable`.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, Engine, MetaData, NullPool, create_engine, event, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, ProgrammingError

from assistant.errors import refusal
from assistant.store.lock import hold
from assistant.store.unusable import Unusable

PATIENCE = 10.0  # seconds that a piece of work waits for another one
FOLDER_MODE, FILE_MODE = 0o700, 0o600  # nobody else reads what learners did
REASONS = {
    sqlite3.SQLITE_BUSY: "un autre programme l'occupe ; réessayez dans un instant",
    sqlite3.SQLITE_LOCKED: "un autre programme l'occupe ; réessayez dans un instant",
    sqlite3.SQLITE_READONLY: "il est en lecture seule ; rendez-le inscriptible, avec son dossier",
    sqlite3.SQLITE_PERM: "l'accès est refusé ; rendez-le à l'utilisateur qui lance Arbitre",
    sqlite3.SQLITE_CANTOPEN: "il ne s'ouvre pas ; vérifiez que c'est un fichier, et à qui il est",
    sqlite3.SQLITE_FULL: "le disque est plein ; faites de la place",
    sqlite3.SQLITE_IOERR: "le disque ne répond pas comme il faut ; vérifiez qu'il n'est ni plein ni abîmé",
}
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
BEGIN = "arbitre_begin"  # how a connection begins its transactions
COMPANIONS = ("", "-wal", "-shm")  # a file and its log


class Layout(NamedTuple):
    """What a file holds: how messages name it, the mark by which it is known as ours, its tables, and how it came to have them."""

    name: str
    mark: int
    tables: MetaData
    migrations: Path  # the folder of Alembic's revisions, which are numbered from 1
    version: int  # the number of the last of them


class Database:
    """The file, opened anew for each piece of work, so that any number of processes may share it."""

    def __init__(self, path: Path, layout: Layout):
        self.path = path
        self.layout = layout
        self._sound: tuple[int, int] | None = None  # the file that was looked at, by device and inode
        self._engine = _engine(path)

    @contextmanager
    def work(self, write: bool = True) -> Iterator[Connection]:
        """One transaction; a file found damaged in the middle is set aside and told."""
        with self._told():
            self._look()
            with self._begun(write) as connection:
                yield connection

    def message(self) -> str | None:
        """What is to be told about a file set aside."""
        with self.work(write=False) as connection:
            told = connection.execute(text("select value from meta where key = 'message'")).scalar()
        return str(told) if told is not None else None

    def forget_message(self) -> None:
        with self.work() as connection:
            connection.execute(text("delete from meta where key = 'message'"))

    @contextmanager
    def _begun(self, write: bool) -> Iterator[Connection]:
        begin = "begin immediate" if write else "begin"
        with self._engine.connect().execution_options(**{BEGIN: begin}) as connection, connection.begin():
            yield connection

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What SQLite and the system refuse becomes a sentence; a fault of ours stays what it is."""
        before = self._identity()
        try:
            yield
        except (IntegrityError, ProgrammingError, InterfaceError):
            raise
        except (DBAPIError, sqlite3.Error) as error:
            cause = error.orig if isinstance(error, DBAPIError) else error
            if _code(cause) in DAMAGED:
                with self._alone():
                    aside = self._set_aside(before)
                kept = f" ; il est gardé sous {aside}" if aside else ""
                raise Unusable(f"{self.layout.name} était abîmé{kept}. Recommencez.") from error
            reason = REASONS.get(_code(cause), str(cause))
            raise Unusable(f"{self._named()} ne peut pas être lu ou écrit : {reason}.") from error

    def _named(self) -> str:
        return f"{self.layout.name} {self.path}"

    def _identity(self) -> tuple[int, int] | None:
        try:
            status = self.path.stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino

    def _look(self) -> None:
        """Once for each file: it is there, ours, whole, private and up to date, or it is told why not."""
        identity = self._identity()
        if identity is not None and identity == self._sound:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=FOLDER_MODE)
        except OSError as error:
            raise Unusable(
                f"Le dossier {self.path.parent} ne peut pas être créé : {refusal(error)}. Créez-le, ou nommez un autre fichier."
            ) from error
        with self._alone():
            self._make_private()
            aside = None if self._is_sound() else self._set_aside(self._identity())
            self._make_private()
            self._bring_up_to_date(aside)
            self._sound = self._identity()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """No other process looks at the file meanwhile."""
        path = self.path.with_name(self.path.name + ".lock")
        try:
            lock = os.open(path, os.O_WRONLY | os.O_CREAT, FILE_MODE)
        except OSError as error:
            raise Unusable(
                f"Le fichier {path} ne peut pas être écrit : {refusal(error)}. Rendez son dossier inscriptible."
            ) from error
        try:
            hold(lock)
            yield
        finally:
            os.close(lock)

    def _make_private(self) -> None:
        """The file is there, for us alone, before anything is written into it."""
        with suppress(OSError):  # what cannot be made or opened is told by SQLite
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, FILE_MODE))
            for suffix in (*COMPANIONS, ".lock"):
                path = self.path.with_name(self.path.name + suffix)
                if path.exists() and path.stat().st_mode & 0o077:
                    path.chmod(FILE_MODE)

    def _is_sound(self) -> bool:
        """Whether it is empty or a whole SQLite file of ours; one of a later version is refused, not set aside."""
        with suppress(OSError):
            if not self.path.stat().st_size:
                return True
        try:
            with closing(sqlite3.connect(self.path, timeout=PATIENCE)) as connection:  # nothing is changed by looking
                (mark,) = connection.execute("pragma application_id").fetchone()
                (version,) = connection.execute("pragma user_version").fetchone()
                (check,) = connection.execute("pragma quick_check").fetchone()
        except sqlite3.Error as error:
            if _code(error) in DAMAGED:
                return False
            raise
        if mark == self.layout.mark and version > self.layout.version:
            raise Unusable(
                f"{self._named()} vient d'une version plus récente d'Arbitre ; il n'a pas été touché."
                " Mettez Arbitre à jour, ou nommez un autre fichier."
            )
        return bool(check == "ok") and mark in (0, self.layout.mark) and not (mark == 0 and version)

    def _set_aside(self, damaged: tuple[int, int] | None) -> Path | None:
        """The damaged file under another name, its log with it; nothing where another process has done so already."""
        self._sound = None
        if damaged is None or damaged != self._identity():
            return None
        when = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
        aside = self.path.with_name(f"{self.path.stem}-abime-{when}-{secrets.token_hex(2)}{self.path.suffix}")
        try:
            for suffix in COMPANIONS:
                old = self.path.with_name(self.path.name + suffix)
                if old.exists():
                    old.rename(aside.with_name(aside.name + suffix))
        except OSError as error:
            raise Unusable(f"{self._named()} est abîmé et ne peut pas être mis de côté : {refusal(error)}.") from error
        return aside

    def _bring_up_to_date(self, aside: Path | None) -> None:
        """All tables, made or changed in one transaction; what was set aside is told, and what is lacking for no known reason."""
        with self._begun(write=True) as connection:
            version = connection.exec_driver_sql("pragma user_version").scalar_one()
            if version < self.layout.version:
                from assistant.store.migrations import migrate

                migrate(connection, self.layout.migrations, version)
                connection.exec_driver_sql(f"pragma user_version = {self.layout.version}")
                connection.exec_driver_sql(f"pragma application_id = {self.layout.mark}")
            lacking = self._lacking(connection)
            if lacking:
                raise Unusable(
                    f"{self._named()} est incomplet : il y manque {', '.join(lacking)}. Il n'a pas été touché ;"
                    " remettez une sauvegarde, ou renommez-le pour en commencer un autre."
                )
            if aside is not None:
                told = f"{self.layout.name} était abîmé. Il n'est pas perdu : il est gardé sous {aside}."
                connection.execute(text("insert or replace into meta values ('message', :told)"), {"told": told})

    def _lacking(self, connection: Connection) -> list[str]:
        """The tables that are not there, and the columns of those that are."""
        found: list[str] = []
        for table in self.layout.tables.sorted_tables:
            rows = connection.exec_driver_sql(f"pragma table_info({table.name})").all()
            columns = {row[1] for row in rows}
            if not rows:
                found.append(f"la table « {table.name} »")
            found += [f"« {table.name}.{one.name} »" for one in table.columns if rows and one.name not in columns]
        return found


def _code(error: BaseException | None) -> int:
    """What SQLite calls the reason."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _engine(path: Path) -> Engine:
    """SQLite as we want it: each transaction begun by ourselves, written to the disk before it is acknowledged."""
    made = create_engine(
        URL.create("sqlite", database=str(path)), poolclass=NullPool, connect_args={"timeout": PATIENCE}
    )

    @event.listens_for(made, "connect")
    def connected(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None
        for pragma in ("journal_mode = wal", "synchronous = full", "foreign_keys = on", "secure_delete = on"):
            connection.execute(f"pragma {pragma}").close()

    @event.listens_for(made, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(connection.get_execution_options().get(BEGIN, "begin"))

    return made
