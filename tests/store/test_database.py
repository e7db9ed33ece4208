"""A file of what users made: whole or untouched, shared by processes, upgraded once, set aside when damaged, and every refusal told."""

from __future__ import annotations

import logging
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Column, MetaData, Table, Text
from sqlalchemy.exc import IntegrityError, ProgrammingError

from assistant.store import database as database_module
from assistant.store import unusable
from assistant.store.database import Database, Layout
from assistant.store.unusable import Unusable
from tests.conftest import ROOT

STEPS = (
    "create table meta (key text primary key, value text not null);"
    "create table note (text text not null unique); create table page (n)",
    "alter table note add column colour text; create table ink (name)",
    "insert into ink values ('noire')",
)
REVISION = """
from alembic import op
revision, down_revision, branch_labels, depends_on = {number!r}, {before!r}, None, None
def upgrade():
    for statement in {statements!r}.split(";"):
        op.execute(statement)
"""
TABLES = MetaData()
Table("meta", TABLES, Column("key", Text), Column("value", Text))
Table("note", TABLES, Column("text", Text))
as_another = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="this system knows no owners of files")


def layout(folder: Path, *steps: str) -> Layout:
    """A layout with these migrations."""
    versions = folder / f"migrations-{len(steps)}" / "versions"
    versions.mkdir(parents=True, exist_ok=True)
    for number, statements in enumerate(steps, 1):
        before = str(number - 1) if number > 1 else None
        code = REVISION.format(number=str(number), before=before, statements=statements)
        (versions / f"v{number}.py").write_text(code, encoding="utf-8")
    return Layout("Le carnet", 0x54455354, TABLES, versions.parent, len(steps))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "carnet.sqlite"


@pytest.fixture
def at(tmp_path: Path) -> Callable[..., Database]:
    """The file as the code of a version sees it."""

    def opened(path: Path, version: int = 1) -> Database:
        return Database(path, layout(tmp_path, *STEPS[:version]))

    return opened


Opened = Callable[..., Database]


def write(database: Database, text: str) -> None:
    with database.work() as connection:
        connection.exec_driver_sql("insert into note (text) values (?)", (text,))


def notes(database: Database) -> list[str]:
    with database.work(write=False) as connection:
        return list(connection.exec_driver_sql("select text from note order by rowid").scalars())


def test_a_new_file_has_its_tables_and_its_mark_and_is_for_us_alone(path: Path, at: Opened) -> None:
    database = at(path, 2)
    assert notes(database) == [] and database.message() is None
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("pragma application_id").fetchone() == (0x54455354,)
        assert connection.execute("pragma user_version").fetchone() == (2,)
        assert connection.execute("pragma journal_mode").fetchone() == ("wal",)
    with database.work() as work:
        assert work.exec_driver_sql("pragma synchronous").scalar() == 2, "full"
        assert work.exec_driver_sql("pragma foreign_keys").scalar() == 1
        if hasattr(os, "geteuid"):
            assert {one.stat().st_mode & 0o077 for one in (path.parent, *path.parent.iterdir())} == {0}


def test_work_is_whole_or_not_at_all(path: Path, at: Opened) -> None:
    database = at(path)
    write(database, "avant")
    with pytest.raises(IntegrityError), database.work() as connection:
        connection.exec_driver_sql("insert into note values (?)", [("à moitié",), ("avant",)])
    assert notes(database) == ["avant"]


def test_a_fault_of_ours_is_raised_and_the_file_stays(path: Path, at: Opened) -> None:
    database = at(path)
    write(database, "une fois")
    with pytest.raises(IntegrityError):
        write(database, "une fois")
    with pytest.raises(ProgrammingError):
        write(database, object())  # type: ignore[arg-type]
    assert notes(database) == ["une fois"] and len(list(path.parent.glob("*abime*"))) == 0


def test_upgrades_are_made_once_in_order_and_lose_nothing(path: Path, at: Opened) -> None:
    write(at(path), "ancien")
    for _ in range(2):
        later = at(path, 3)
        assert notes(later) == ["ancien"]
        with later.work() as connection:
            assert connection.exec_driver_sql("select colour from note").scalars().all() == [None]
            assert connection.exec_driver_sql("select name from ink").scalars().all() == ["noire"]
            assert connection.exec_driver_sql("pragma user_version").scalar() == 3


def test_an_upgrade_that_fails_leaves_the_file_as_it_was(path: Path, at: Opened, tmp_path: Path) -> None:
    write(at(path), "ancien")
    broken = layout(tmp_path / "broken", STEPS[0], "create table ink (name); create table note (again)")
    with pytest.raises(Unusable):
        notes(Database(path, broken))
    assert notes(at(path, 2)) == ["ancien"]


def test_a_file_of_a_later_version_is_refused_untouched(path: Path, at: Opened) -> None:
    write(at(path, 2), "demain")
    before = path.read_bytes()
    with pytest.raises(Unusable, match=r"plus récente.*Mettez Arbitre à jour"):
        notes(at(path))
    assert path.read_bytes() == before and notes(at(path, 2)) == ["demain"]


@pytest.mark.parametrize(
    ("gone", "told"),
    [("drop table note", "la table « note »"), ("alter table note rename text to words", "« note.text »")],
)
def test_a_file_that_lacks_a_table_is_told_and_not_touched(path: Path, at: Opened, gone: str, told: str) -> None:
    write(at(path), "avant")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(gone)
    before = path.read_bytes()
    for _ in range(2):
        with pytest.raises(Unusable, match=f"est incomplet : il y manque {told}"):
            notes(at(path))
    assert path.read_bytes() == before


@pytest.mark.parametrize("found", ["garbage", "half", "foreign"])
def test_what_is_no_file_of_ours_is_set_aside_whole_and_named(path: Path, at: Opened, found: str) -> None:
    if found == "half":
        write(at(path), "x" * 20_000)
        content = path.read_bytes()[:5000] + b"\xa5" * 15_000
    elif found == "foreign":
        path.parent.mkdir()
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("pragma user_version = 7")
            connection.execute("create table photos (name)")
        content = path.read_bytes()
    else:
        path.parent.mkdir()
        content = b"rien de lisible" * 500
    path.write_bytes(content)
    database = at(path)
    assert notes(database) == []
    told = database.message()
    assert told is not None and told.startswith("Le carnet était abîmé.")
    aside = re.search(r"gardé sous (.*)\.$", told)
    assert aside and Path(aside[1]).read_bytes() == content
    database.forget_message()
    assert database.message() is None


def test_a_file_damaged_between_two_pieces_of_work_is_set_aside_once(path: Path, at: Opened) -> None:
    """The file is known to be sound by then: what is found in the middle of work is told at once, whoever else finds it too."""
    database, other = at(path), at(path)
    write(database, "x" * 20_000)
    notes(other)
    content = path.read_bytes()
    with path.open("r+b") as file:
        file.write(b"\xa5" * len(content))

    def meets_it_too() -> None:
        """The other was at work already, and the first has set the file aside meanwhile."""
        with other._told():
            with pytest.raises(Unusable, match=r"Le carnet était abîmé ; il est gardé sous .*Recommencez"):
                notes(database)
            write(database, "neuf")
            raise _damaged()

    with pytest.raises(Unusable, match=r"^Le carnet était abîmé\. Recommencez\.$"):
        meets_it_too()
    assert notes(database) == notes(other) == ["neuf"]
    assert len(list(path.parent.glob("carnet-abime-*.sqlite"))) == 1


def _damaged() -> Exception:
    """What SQLAlchemy raises of a damaged file."""
    from sqlalchemy.exc import DatabaseError

    class Corrupt(sqlite3.DatabaseError):
        sqlite_errorcode = sqlite3.SQLITE_CORRUPT

    return DatabaseError("select 1", {}, Corrupt("malformed"))


def test_an_empty_file_is_filled(path: Path, at: Opened) -> None:
    path.parent.mkdir()
    path.touch()
    database = at(path)
    assert notes(database) == [] and database.message() is None


def test_a_file_that_another_one_holds_is_told_in_french(
    path: Path, at: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "PATIENCE", 0.05)
    database = at(path)
    write(database, "avant")
    with database.work(), pytest.raises(Unusable, match=r"Le carnet .* lu ou écrit : un autre programme l'occupe"):
        write(database, "en même temps")
    assert notes(database) == ["avant"]


def test_places_that_cannot_be_written_are_told(tmp_path: Path, at: Opened) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Unusable, match="ne peut pas être créé : un fichier porte le nom du dossier"):
        notes(at(tmp_path / "file" / "carnet.sqlite"))
    (tmp_path / "folder.sqlite").mkdir()
    with pytest.raises(Unusable, match=r"lu ou écrit : il ne s'ouvre pas"):
        notes(at(tmp_path / "folder.sqlite"))
    (tmp_path / "carnet.sqlite.lock").mkdir()
    with pytest.raises(Unusable, match="ne peut pas être écrit : c'est un dossier"):
        notes(at(tmp_path / "carnet.sqlite"))


def test_what_is_told_is_written_down_once(
    tmp_path: Path, at: Opened, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(unusable, "_written", {})
    with caplog.at_level(logging.ERROR, "arbitre.store"):
        for _ in range(5):
            with pytest.raises(Unusable):
                notes(at(tmp_path / "file" / "carnet.sqlite"))
    assert [record.message for record in caplog.records if "ne peut pas être créé" in record.message] == [
        f"Le dossier {tmp_path / 'file'} ne peut pas être créé : un fichier porte le nom du dossier."
        " Créez-le, ou nommez un autre fichier."
    ]


TRYING = """
import os, resource, sys
from pathlib import Path
from assistant.store.unusable import Unusable
from assistant.training.learners.progress import Progress
how, path = sys.argv[1], Path(sys.argv[2])
if how == "full":
    resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
elif os.geteuid() == 0:
    os.setgid(65534); os.setuid(65534)
try:
    Progress(path).learners()
except Unusable as error:
    print(error)
"""


@as_another
@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("read-only folder", "ne peut pas être écrit : l'accès est refusé. Rendez son dossier inscriptible."),
        ("no folder", "ne peut pas être créé : l'accès est refusé. Créez-le, ou nommez un autre fichier."),
        ("read-only file", "ne peut pas être lu ou écrit : il "),
        ("full", "ne peut pas être lu ou écrit : le disque "),
    ],
)
def test_each_way_of_being_refused_is_one_sentence(
    tmp_path_factory: pytest.TempPathFactory, how: str, told: str
) -> None:
    """As a user without rights, or where no file may grow."""
    folder = Path(subprocess.run(["mktemp", "-d"], capture_output=True, text=True, check=True).stdout.strip())
    try:
        path = folder / "deep" / "progression.sqlite" if how == "no folder" else folder / "progression.sqlite"
        if how == "read-only file":
            path.touch()
            (folder / "progression.sqlite.lock").touch()
            path.chmod(0o444)
            (folder / "progression.sqlite.lock").chmod(0o666)
        folder.chmod(0o777 if how == "read-only file" else 0o755 if os.geteuid() == 0 else 0o555)
        if how == "full":
            folder.chmod(0o700)
        done = subprocess.run(
            [sys.executable, "-c", TRYING, how, str(path)],
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            cwd=ROOT,
            timeout=60,
            check=False,
        )
        assert told in done.stdout and "Traceback" not in done.stderr, done.stdout + done.stderr
        assert done.stdout.strip() in done.stderr, "and in the log"
    finally:
        folder.chmod(0o700)
        for left in sorted(folder.rglob("*"), reverse=True):
            left.unlink()
        folder.rmdir()


WRITER = """
import sys
from pathlib import Path
from assistant.store.database import Database
from tests.store.test_database import STEPS, layout, write
database = Database(Path(sys.argv[1]), layout(Path(sys.argv[3]), STEPS[0]))
for turn in range(20):
    write(database, f"{sys.argv[2]} {turn}")
"""


@pytest.mark.walk
def test_processes_that_meet_a_damaged_file_set_it_aside_once_and_all_write(
    path: Path, at: Opened, tmp_path: Path
) -> None:
    path.parent.mkdir()
    path.write_bytes(b"rien de lisible" * 500)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), name, str(tmp_path)], env=environment, cwd=ROOT)
        for name in "abc"
    ]
    assert [writer.wait(60) for writer in writers] == [0, 0, 0]
    assert len(notes(at(path))) == 60
    assert len(list(path.parent.glob("carnet-abime-*.sqlite"))) == 1
