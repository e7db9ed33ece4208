"""The file of what learners did: earlier versions are taken over, a damaged one is set aside, a kill loses nothing."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy.exc import ProgrammingError

from assistant.errors import InputError
from assistant.training.learners.progress import Progress, Shown, default_path
from assistant.training.learners.tables import LAYOUT, TABLES
from assistant.training.learners.transfer import exported, imported
from tests.conftest import ROOT
from tests.support.learners import filled


def test_an_export_of_an_earlier_version_is_read(progress: Progress) -> None:
    record = json.loads(exported(progress, filled(progress)))
    del record["choice"]
    for exam in record["exams"]:
        del exam["imported"]
    assert progress.choice(imported(progress, json.dumps(record).encode()).id) is None


OLD = ROOT / "tests" / "data" / "progress"


@pytest.mark.parametrize("version", [1, 2])
def test_a_file_of_an_earlier_version_is_taken_over_and_loses_nothing(progress: Progress, version: int) -> None:
    """Written by the code of its time, with its secret in it, for everybody to read."""
    progress.path.parent.mkdir()
    shutil.copy(OLD / f"version-{version}.sqlite", progress.path)
    progress.path.chmod(0o644)
    with closing(sqlite3.connect(progress.path)) as connection:
        tables = ("attempt", "answer", "card", "review", "exam_answer")
        before = {table: connection.execute(f"select * from {table}").fetchall() for table in tables}
        exams = connection.execute("select * from exam").fetchall()
        ((secret,),) = connection.execute("select value from meta where key = 'secret'").fetchall()
    aline, boris = progress.learners()
    assert (aline.name, boris.name, aline.imported) == ("Aline", "Boris", None)
    assert len(aline.token) > 20 and len(boris.token) > 20 and aline.token != boris.token
    with progress.work(write=False) as connection:
        for table, rows in before.items():
            now = [tuple(row) for row in connection.exec_driver_sql(f"select * from {table}")]
            assert [row[: len(rows[0])] for row in now] == rows
            assert not any(value for row in now for value in row[len(rows[0]) :]), "what came later is empty"
        assert [tuple(row) for row in connection.exec_driver_sql("select * from exam")] == [
            (*exam, 0, 0) for exam in exams
        ]
    assert progress.held(aline.id) == (2, 2, 1, 2) and progress.sittings(aline.id)[0].correct == 16
    assert progress.choice(aline.id) == (None if version == 1 else '{"niveau": "1"}')
    assert progress.path.stat().st_mode & 0o777 == 0o600 and progress.secret() != secret
    with closing(sqlite3.connect(progress.path)) as connection:
        connection.execute("pragma wal_checkpoint(truncate)")
    assert secret.encode() not in progress.path.read_bytes()
    assert progress.message() is None and Progress(progress.path).learners() == [aline, boris]


def test_learners_from_before_the_codes_keep_their_browsers_and_have_none(progress: Progress) -> None:
    """And no exam of then is called a repetition: nobody knows."""
    progress.path.parent.mkdir()
    shutil.copy(OLD / "version-3.sqlite", progress.path)
    with closing(sqlite3.connect(progress.path)) as connection:
        before = connection.execute("select id, name, created, token, imported from learner").fetchall()
    aline, boris = progress.learners()
    assert [(*one[:5],) for one in (aline, boris)] == before
    assert {(one.code, one.tries, one.shut, one.goal) for one in (aline, boris)} == {(None, 0, None, 10)}
    assert progress.held(aline.id) == (2, 2, 1, 2) and progress.sittings(aline.id)[0].earlier == 0
    assert progress.series(aline.id) is None
    progress.begin_series(aline.id, 3)
    begun = progress.series(aline.id)
    assert begun is not None and begun[1:] == (3, 0)


def test_the_migrations_lead_to_the_tables_we_declare(progress: Progress) -> None:
    progress.learners()
    with progress.work(write=False) as connection:
        found = compare_metadata(MigrationContext.configure(connection), TABLES)
        kinds = [one[0][0] if isinstance(one, list) else one[0] for one in found]
        assert not {kind for kind in kinds if kind not in ("add_fk", "remove_fk", "modify_nullable")}, found
        assert connection.exec_driver_sql("select version_num from alembic_version").scalar() == str(LAYOUT.version)


def test_what_an_answer_ends_is_written_with_it_or_not_at_all(progress: Progress) -> None:
    learner = filled(progress)
    number = progress.start(learner, "r", "autre")

    def fail(*_: object) -> Shown:
        raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError):
        progress.answer(number, "decision", "1", True, fail)
    exam = progress.sit(learner, 8, 20, None, "v")
    with pytest.raises(RuntimeError):
        progress.hand_in(exam, fail)  # type: ignore[arg-type]
    assert progress.answers(number) == {} and progress.sittings(learner)[0].finished is None


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="this system knows no owners of files")
def test_the_files_are_for_us_alone_and_the_secret_lies_apart(progress: Progress) -> None:
    filled(progress)
    secret = progress.secret()
    assert len(secret) == 64 and Progress(progress.path).secret() == secret
    folder = progress.path.parent
    assert {path.stat().st_mode & 0o077 for path in (folder, *folder.iterdir())} == {0}
    assert not [path.name for path in folder.glob("*.sqlite*") if secret.encode() in path.read_bytes()]
    (kept,) = folder.glob("*.secret")
    kept.chmod(0o644)
    anew = progress.secret()
    assert anew != secret and kept.stat().st_mode & 0o777 == 0o600
    for content in (b"", b"x" * 64, b"ab" * 40):
        kept.write_bytes(content)
        assert len(progress.secret()) == 64 and progress.secret() == progress.secret()


def test_a_fault_of_ours_does_not_set_the_file_aside(progress: Progress) -> None:
    learner = filled(progress)
    with pytest.raises(ProgrammingError), progress.work() as connection:
        connection.exec_driver_sql("select ?", (object(),))
    assert [one.id for one in progress.learners()] == [learner]


@pytest.mark.parametrize("damage", ["not a database at all" * 500, "half"])
def test_a_damaged_file_is_set_aside_and_told_never_overwritten(progress: Progress, damage: str) -> None:
    filled(progress)
    whole = progress.path.read_bytes()
    broken = damage.encode() if damage != "half" else whole[:5000] + b"\xa5" * (len(whole) - 5000)
    for suffix in ("-wal", "-shm"):
        progress.path.with_name(progress.path.name + suffix).unlink(missing_ok=True)
    progress.path.write_bytes(broken)
    again = Progress(progress.path)
    assert again.learners() == []
    message = again.message()
    assert message is not None
    found = re.search(r"gardé sous (.*)\.$", message)
    assert found and Path(found[1]).read_bytes() == broken
    again.forget_message()
    assert again.message() is None


def test_a_file_of_a_later_version_is_not_touched(progress: Progress) -> None:
    filled(progress)
    with sqlite3.connect(progress.path) as connection:
        connection.execute("pragma user_version = 99")
    connection.close()
    before = progress.path.read_bytes()
    with pytest.raises(InputError, match="plus récente"):
        Progress(progress.path).learners()
    assert progress.path.read_bytes() == before


def test_somebody_elses_database_is_set_aside(progress: Progress) -> None:
    progress.path.parent.mkdir(parents=True)
    with sqlite3.connect(progress.path) as connection:
        connection.execute("pragma application_id = 5")
        connection.execute("create table photos (name)")
    connection.close()
    assert progress.learners() == [] and progress.message()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="ne peut pas être créé"):
        Progress(tmp_path / "file" / "progression.sqlite").learners()


def test_the_place_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ARBITRE_PROGRESS", str(tmp_path / "x.sqlite"))
    assert default_path() == tmp_path / "x.sqlite"
    monkeypatch.delenv("ARBITRE_PROGRESS")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_path() == tmp_path / "arbitre" / "progression.sqlite"


WRITER = """
import sys
from pathlib import Path
from assistant.training.learners.progress import Progress
progress = Progress(Path(sys.argv[1]))
learner = (progress.named("A") or progress.learner(progress.add_learner("A"))).id
while True:
    number = progress.start(learner, "r", "s")
    progress.answer(number, "decision", "1", True)
    print(number, flush=True)
"""


def test_a_kill_in_the_middle_loses_at_most_the_answer_being_written(progress: Progress) -> None:
    told: set[int] = set()
    for _ in range(3):
        process = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(progress.path)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        assert process.stdout is not None
        told |= {int(process.stdout.readline()) for _ in range(15)}
        process.send_signal(signal.SIGKILL)
        told |= set(map(int, process.stdout.read().split()))
        process.wait()
        process.stdout.close()
        again = Progress(progress.path)
        assert again.message() is None
        with again.work(write=False) as connection:
            answered = {attempt for (attempt,) in connection.exec_driver_sql("select attempt from answer")}
        assert told <= answered
        assert again.answers(max(told)) == {"decision": ("1", True)}


def test_two_writers_share_the_file(progress: Progress) -> None:
    other = Progress(progress.path)
    first = progress.add_learner("A")
    assert other.add_learner("B") != first
    assert len(progress.learners()) == 2
