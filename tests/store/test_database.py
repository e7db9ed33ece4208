"""A file of what users made: whole or untouched, shared by processes, upgraded once, set aside when damaged, and every refusal told."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from assistant.errors import InputError
from assistant.store import database as database_module
from assistant.store.database import Database, Layout
from tests.conftest import ROOT

FIRST = Layout("Le carnet", 0x54455354, "create table note (text text not null unique); create table page (n)", {})
SECOND = FIRST._replace(upgrades={2: "alter table note add column colour text; create table ink (name)"})
THIRD = FIRST._replace(upgrades={**SECOND.upgrades, 3: "insert into ink values ('noire')"})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "carnet.sqlite"


def write(database: Database, text: str) -> None:
    with database.work() as connection:
        connection.execute("insert into note (text) values (?)", (text,))


def notes(database: Database) -> list[str]:
    with database.work(write=False) as connection:
        return [text for (text,) in connection.execute("select text from note order by rowid")]


def test_a_new_file_has_its_tables_its_mark_and_a_secret(path: Path) -> None:
    database = Database(path, SECOND)
    assert notes(database) == []
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("pragma application_id").fetchone() == (FIRST.mark,)
        assert connection.execute("pragma user_version").fetchone() == (2,)
        assert connection.execute("pragma journal_mode").fetchone() == ("wal",)
    secret = database.told("secret")
    assert secret is not None and len(secret) == 64 and Database(path, SECOND).told("secret") == secret
    assert database.told("message") is None


def test_work_is_whole_or_not_at_all(path: Path) -> None:
    database = Database(path, FIRST)
    write(database, "avant")
    with pytest.raises(sqlite3.IntegrityError), database.work() as connection:
        connection.executemany("insert into note values (?)", [("à moitié",), ("avant",)])
    assert notes(database) == ["avant"]


def test_a_fault_of_ours_is_raised_and_the_file_stays(path: Path) -> None:
    database = Database(path, FIRST)
    write(database, "une fois")
    with pytest.raises(sqlite3.IntegrityError):
        write(database, "une fois")
    with pytest.raises(sqlite3.ProgrammingError):
        write(database, object())  # type: ignore[arg-type]
    assert notes(database) == ["une fois"] and len(list(path.parent.glob("*abime*"))) == 0


def test_upgrades_are_made_once_in_order_and_lose_nothing(path: Path) -> None:
    write(Database(path, FIRST), "ancien")
    for _ in range(2):
        later = Database(path, THIRD)
        assert notes(later) == ["ancien"]
        with later.work() as connection:
            assert connection.execute("select colour from note").fetchall() == [(None,)]
            assert connection.execute("select name from ink").fetchall() == [("noire",)]
            assert connection.execute("pragma user_version").fetchone() == (3,)


def test_an_upgrade_that_fails_leaves_the_file_as_it_was(path: Path) -> None:
    write(Database(path, FIRST), "ancien")
    broken = FIRST._replace(upgrades={2: "create table ink (name); create table note (again)"})
    with pytest.raises(InputError):
        notes(Database(path, broken))
    assert notes(Database(path, SECOND)) == ["ancien"]


def test_a_file_of_a_later_version_is_refused_untouched(path: Path) -> None:
    write(Database(path, SECOND), "demain")
    before = path.read_bytes()
    with pytest.raises(InputError, match="plus récente"):
        notes(Database(path, FIRST))
    assert path.read_bytes() == before and notes(Database(path, SECOND)) == ["demain"]


@pytest.mark.parametrize("found", ["garbage", "half", "foreign"])
def test_what_is_no_file_of_ours_is_set_aside_whole_and_named(path: Path, found: str) -> None:
    if found == "half":
        write(Database(path, FIRST), "x" * 20_000)
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
    database = Database(path, FIRST)
    assert notes(database) == []
    told = database.told("message")
    assert told is not None and told.startswith("Le carnet était abîmé.")
    aside = re.search(r"gardé sous (.*)\.$", told)
    assert aside and Path(aside[1]).read_bytes() == content
    database.forget_message()
    assert database.told("message") is None


def test_a_file_damaged_between_two_pieces_of_work_is_set_aside_and_told(path: Path) -> None:
    """The file is known to be sound by then: what is found in the middle of work is told at once."""
    database = Database(path, FIRST)
    write(database, "x" * 20_000)
    content = path.read_bytes()
    with path.open("r+b") as file:
        file.write(b"\xa5" * len(content))
    with pytest.raises(InputError, match=r"Le carnet était abîmé ; il est gardé sous .*Recommencez"):
        notes(database)
    assert notes(database) == [] and len(list(path.parent.glob("carnet-abime-*.sqlite"))) == 1


def test_an_empty_file_is_filled(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    database = Database(path, FIRST)
    assert notes(database) == [] and database.told("message") is None


def test_a_file_that_another_one_holds_is_told_in_french(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "PATIENCE", 0.05)
    database = Database(path, FIRST)
    write(database, "avant")
    with (
        database.work(),
        pytest.raises(InputError, match=r"Le carnet .* lu ou écrit : un autre programme l'occupe\."),
    ):
        write(database, "en même temps")
    assert notes(database) == ["avant"]


def test_places_that_cannot_be_written_are_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="ne peut pas être créé : un fichier porte le nom du dossier"):
        notes(Database(tmp_path / "file" / "carnet.sqlite", FIRST))
    (tmp_path / "folder.sqlite").mkdir()
    with pytest.raises(InputError, match=r"lu : il ne s'ouvre pas\."):
        notes(Database(tmp_path / "folder.sqlite", FIRST))
    (tmp_path / "carnet.sqlite.lock").mkdir()
    with pytest.raises(InputError, match="ne peut pas être écrit : c'est un dossier"):
        notes(Database(tmp_path / "carnet.sqlite", FIRST))


WRITER = """
import sys
from pathlib import Path
from assistant.store.database import Database
from tests.store.test_database import FIRST, write
database = Database(Path(sys.argv[1]), FIRST)
for turn in range(20):
    write(database, f"{sys.argv[2]} {turn}")
"""


@pytest.mark.walk
def test_processes_that_meet_a_damaged_file_set_it_aside_once_and_all_write(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"rien de lisible" * 500)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), name], env=environment, cwd=ROOT) for name in "abc"
    ]
    assert [writer.wait(60) for writer in writers] == [0, 0, 0]
    assert len(notes(Database(path, FIRST))) == 60
    assert len(list(path.parent.glob("carnet-abime-*.sqlite"))) == 1
