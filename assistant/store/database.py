"""What users made and nobody can make anew, in one local SQLite file: it is never lost, never overwritten, and grows with us.

Each piece of work is one transaction in a write-ahead log: a process that is killed loses at most what it was writing. A damaged file
is set aside under another name; the new file tells where the old one is.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, NamedTuple

from assistant.errors import InputError, refusal

META = "create table meta (key text primary key, value text not null) without rowid"
PATIENCE = 10.0  # seconds that a piece of work waits for another one
REASONS = {
    sqlite3.SQLITE_BUSY: "un autre programme l'occupe",
    sqlite3.SQLITE_LOCKED: "un autre programme l'occupe",
    sqlite3.SQLITE_READONLY: "il est en lecture seule",
    sqlite3.SQLITE_CANTOPEN: "il ne s'ouvre pas",
    sqlite3.SQLITE_FULL: "le disque est plein",
}


class Layout(NamedTuple):
    """What a file holds: how messages name it, the mark by which it is known as ours, its tables, and what each later version added."""

    name: str
    mark: int
    tables: str
    upgrades: Mapping[int, str]

    @property
    def version(self) -> int:
        return max(self.upgrades, default=1)


class Database:
    """The file, opened anew for each piece of work, so that any number of processes may share it."""

    def __init__(self, path: Path, layout: Layout):
        self.path = path
        self.layout = layout
        self._sound: tuple[int, int] | None = None  # the file that was checked, by device and inode

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
            raise InputError(f"{self._named()} ne peut pas être lu ou écrit : {_reason(error)}.") from error
        except (sqlite3.IntegrityError, sqlite3.ProgrammingError):  # a fault of ours, not of the file
            raise
        except sqlite3.DatabaseError as error:
            aside = self._set_aside()
            raise InputError(f"{self.layout.name} était abîmé ; il est gardé sous {aside}. Recommencez.") from error

    def told(self, key: Literal["secret", "message"]) -> str | None:
        """The secret that signs forms, or the message about a file set aside."""
        with self.work(write=False) as connection:
            row = connection.execute("select value from meta where key = ?", (key,)).fetchone()
        return str(row[0]) if row else None

    def forget_message(self) -> None:
        with self.work() as connection:
            connection.execute("delete from meta where key = 'message'")

    def _named(self) -> str:
        return f"{self.layout.name} {self.path}"

    def _open(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"Le dossier {self.path.parent} ne peut pas être créé : {refusal(error)}.") from error
        if not self._known():
            self._mend()
        return self._ready()

    def _known(self) -> bool:
        return self._sound is not None and self._sound == self._identity()

    def _identity(self) -> tuple[int, int] | None:
        try:
            status = self.path.stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino

    def _mend(self) -> None:
        """A damaged file is set aside, by one process at a time, and the new one says so."""
        with self._alone():
            if not self.path.exists() or not self.path.stat().st_size or self._is_sound():
                return
            aside = self._set_aside()
            with closing(self._ready()) as connection, connection:
                told = f"{self.layout.name} était abîmé. Il n'est pas perdu : il est gardé sous {aside}."
                connection.execute("insert or replace into meta values ('message', ?)", (told,))

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """No other process looks at the file meanwhile, where the system can lock."""
        try:
            import fcntl
        except ImportError:
            yield
            return
        path = self.path.with_name(self.path.name + ".lock")
        try:
            lock = os.open(path, os.O_WRONLY | os.O_CREAT, 0o666)
        except OSError as error:
            raise InputError(f"Le fichier {path} ne peut pas être écrit : {refusal(error)}.") from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)

    def _is_sound(self) -> bool:
        """Whether it is a whole SQLite file of ours; one of a later version is refused, not set aside."""
        try:
            with closing(sqlite3.connect(self.path, timeout=PATIENCE)) as connection:
                (mark,) = connection.execute("pragma application_id").fetchone()
                (version,) = connection.execute("pragma user_version").fetchone()
                (check,) = connection.execute("pragma quick_check").fetchone()
        except sqlite3.OperationalError as error:
            raise InputError(f"{self._named()} ne peut pas être lu : {_reason(error)}.") from error
        except sqlite3.DatabaseError:
            return False
        if mark == self.layout.mark and version > self.layout.version:
            raise InputError(f"{self.path} vient d'une version plus récente d'Arbitre ; il n'a pas été touché.")
        return bool(check == "ok") and mark in (0, self.layout.mark) and not (mark == 0 and version)

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
        connection = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
        try:
            self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        self._sound = self._identity()
        return connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        connection.execute("pragma journal_mode = wal")
        connection.execute("pragma synchronous = full")
        connection.execute("pragma foreign_keys = on")
        if not self._is_laid_out(connection):
            self._lay_out(connection)
        if connection.execute("pragma user_version").fetchone() < (self.layout.version,):
            self._upgrade(connection)

    def _is_laid_out(self, connection: sqlite3.Connection) -> bool:
        return bool(connection.execute("pragma application_id").fetchone() == (self.layout.mark,))

    def _lay_out(self, connection: sqlite3.Connection) -> None:
        """The tables of the first version and a secret, once, whoever comes first."""
        connection.execute("begin immediate")
        if not self._is_laid_out(connection):
            _execute(connection, f"{META};{self.layout.tables}")
            connection.execute("insert into meta values ('secret', ?)", (secrets.token_hex(32),))
            connection.execute("pragma user_version = 1")
            connection.execute(f"pragma application_id = {self.layout.mark}")
        connection.commit()

    def _upgrade(self, connection: sqlite3.Connection) -> None:
        """What later versions added, once, whoever comes first."""
        connection.execute("begin immediate")
        (version,) = connection.execute("pragma user_version").fetchone()
        for number, statements in sorted(self.layout.upgrades.items()):
            if number > version:
                _execute(connection, statements)
        connection.execute(f"pragma user_version = {max(version, self.layout.version)}")
        connection.commit()


def _execute(connection: sqlite3.Connection, statements: str) -> None:
    """One statement after the other, within the transaction: `executescript` would end it."""
    for statement in filter(str.strip, statements.split(";")):
        connection.execute(statement)


def _reason(error: sqlite3.Error) -> str:
    """Why SQLite refused, in French where we know the reason."""
    return REASONS.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, str(error))
