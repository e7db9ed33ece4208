"""What learners did is kept, whatever happens to the process or the file; and what comes next follows from it."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from fsrs import Card
from sqlalchemy.exc import ProgrammingError

from assistant.errors import InputError
from assistant.model import Library
from assistant.training.exercises.syllabus import Task, Wish
from assistant.training.learners.code import MOST_TRIES, PAUSE, proper_code, shut
from assistant.training.learners.progress import Progress, Shown, default_path
from assistant.training.learners.repetition import LONGEST, RETENTION, fresh, next_task, recall, reviewed, standing
from assistant.training.learners.tables import LAYOUT, TABLES
from assistant.training.learners.transfer import exported, imported
from tests.conftest import ROOT

DAY = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def progress(tmp_path: Path) -> Progress:
    return Progress(tmp_path / "deep" / "progression.sqlite")


def filled(progress: Progress) -> int:
    learner = progress.add_learner("Aline")
    progress.choose(learner, '{"niveau": "1"}')
    attempt = progress.attempt(progress.start(learner, "r", "histoire"))
    assert attempt is not None
    knew = Shown({"r/1/a": True}, {"r/1/a": reviewed(None, True, DAY).to_json()})
    progress.answer(attempt.id, "decision", "1", True, lambda *_: knew)
    exam = progress.sitting(progress.sit(learner, 7, 20, None, "v"))
    assert exam is not None
    progress.exam_answer(exam.id, 1, "2")
    forgot = Shown({"r/1/b": False}, {"r/1/b": reviewed(None, False, DAY).to_json()})
    for _ in range(2):  # what it shows of a clause counts once
        progress.hand_in(exam.id, lambda *_: (1, forgot))
    return learner


def test_learners_answers_and_exams_are_kept(progress: Progress) -> None:
    learner = filled(progress)
    again = Progress(progress.path)
    assert [one.name for one in again.learners()] == ["Aline"]
    with pytest.raises(InputError, match="déjà pris"):
        progress.add_learner("  Aline ")
    assert again.done(learner) == {"r/histoire": 1}
    assert list(again.cards(learner)) == ["r/1/a", "r/1/b"]
    assert again.sittings(learner)[0].correct == 1
    assert again.days(learner)[0][1:] == (2, 1)


def test_the_first_answer_counts_and_an_exam_handed_in_is_closed(progress: Progress) -> None:
    learner = filled(progress)
    number = progress.start(learner, "r", "autre")
    progress.answer(number, "decision", "1", False)
    progress.answer(number, "decision", "2", True)
    assert progress.answers(number) == {"decision": ("1", False)}
    exam = progress.sittings(learner)[0].id
    progress.exam_answer(exam, 2, "3")
    assert progress.exam_answers(exam) == {1: "2"}


def test_an_exercise_is_counted_once(progress: Progress) -> None:
    learner = filled(progress)
    progress.answer(1, "donne", "1", False, lambda *_: Shown({"r/1/a": False}, {"r/1/a": "x"}))
    assert progress.days(learner)[0][1:] == (2, 1)


def test_deletion_leaves_nothing(progress: Progress) -> None:
    learner = filled(progress)
    progress.delete_learner(learner)
    with progress.work(write=False) as connection:
        for table in ("learner", "attempt", "answer", "card", "review", "exam", "exam_answer", "choice"):
            assert connection.exec_driver_sql(f"select count(*) from {table}").scalar() == 0


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "a\x00b"])
def test_bad_names_are_refused(progress: Progress, name: str) -> None:
    with pytest.raises(InputError):
        progress.add_learner(name)


def test_a_code_is_needed_and_not_kept_as_it_is(progress: Progress) -> None:
    learner = progress.add_learner("Aline", "2468")
    assert progress.recognised(" Aline ", "2468").id == learner
    kept = progress.learner(learner)
    assert kept is not None and kept.code is not None and "2468" not in kept.code
    for name, code in (("Aline", "8642"), ("Boris", "2468"), ("aline", "2468")):
        with pytest.raises(InputError, match="ne vont pas ensemble"):
            progress.recognised(name, code)
    bare = progress.add_learner("Carl")
    with pytest.raises(InputError, match="ne vont pas ensemble"):
        progress.recognised("Carl", "0000")
    changed = progress.set_code(bare, "1357")
    assert changed is not None and progress.recognised("Carl", "1357") == changed


@pytest.mark.parametrize("code", ["", "123", "12345", "12a4", "１２３４", "-123"])
def test_a_code_has_four_digits(code: str) -> None:
    with pytest.raises(InputError, match="quatre chiffres"):
        proper_code(code)


def test_codes_cannot_be_tried_out(progress: Progress, monkeypatch: pytest.MonkeyPatch) -> None:
    """After some wrong ones even the right one waits; a right one in between begins the count anew."""
    learner = progress.add_learner("Aline", "2468")
    for _ in range(2):
        for _ in range(MOST_TRIES - 1):
            with pytest.raises(InputError, match="ne vont pas ensemble"):
                progress.recognised("Aline", "0000")
        progress.recognised("Aline", "2468")
    for _ in range(MOST_TRIES):
        with pytest.raises(InputError, match="ne vont pas ensemble"):
            progress.recognised("Aline", "0000")
    with pytest.raises(InputError, match="Attendez une heure"):
        progress.recognised("Aline", "2468")
    kept = progress.learner(learner)
    assert kept is not None and kept.shut is not None
    monkeypatch.setattr("assistant.training.learners.progress.shut", lambda until, at: shut(until, at + PAUSE))
    assert progress.recognised("Aline", "2468").id == learner
    assert progress.learner(learner) == kept._replace(tries=0, shut=None)


def test_another_code_is_for_another_browser_too(progress: Progress) -> None:
    """Whoever came in by the old one is outside."""
    learner = progress.add_learner("Aline", "2468")
    before = progress.recognised("Aline", "2468")
    progress.set_code(learner, "1357")
    assert progress.learner_named_by(before.token) is None


def test_a_series_counts_what_was_done_since_it_began(progress: Progress) -> None:
    learner = filled(progress)
    progress.begin_series(learner, 2)
    for number, story in enumerate(("autre", "encore")):
        series = progress.series(learner)
        assert series is not None and (series.done, series.over) == (number, False)
        progress.answer(progress.start(learner, "r", story), "decision", "1", True, lambda *_: Shown({}, {}))
    series = progress.series(learner)
    assert series is not None and series.over
    progress.end_series(learner)
    assert progress.series(learner) is None


def test_what_was_learnt_since_a_moment(progress: Progress) -> None:
    """A clause met before, or not known, is not learnt today."""
    learner = filled(progress)
    with progress.work() as connection:
        connection.exec_driver_sql("update review set at = '2026-01-01T00:00:00+00:00'")
        connection.exec_driver_sql("update attempt set finished = '2026-01-01T00:00:00+00:00'")
    moment = "2026-01-02T00:00:00+00:00"
    assert progress.since(learner, moment) == (0, 0, 0, 0, ())
    known = Shown({"r/1/a": True, "r/1/c": True, "r/1/d": False}, {})
    progress.answer(progress.start(learner, "r", "autre"), "decision", "1", True, lambda *_: known)
    faulty = progress.start(learner, "r", "encore")
    progress.answer(faulty, "decision", "1", False, lambda *_: Shown({}, {}))
    assert progress.since(learner, moment) == (2, 1, 3, 2, ("r/1/c",))


def test_the_same_paper_again_is_called_so(progress: Progress) -> None:
    """Once its answers are known, though both were begun before."""
    learner = progress.add_learner("Aline")
    first = progress.sit(learner, 7, 20, None, "v")
    second = progress.sit(learner, 7, 20, None, "v")
    for number in (first, second):
        progress.hand_in(number, lambda *_: (20, Shown({}, {})))
    others = [(7, 10, None, "v"), (8, 20, None, "v"), (7, 20, "ema-2016", "v"), (7, 20, None, "w")]
    numbers = [progress.sit(learner, *other) for other in others]
    again = progress.sit(learner, 7, 20, None, "v")
    told = {one.id: one.earlier for one in progress.sittings(learner)}
    assert told == {first: 0, second: 1, **dict.fromkeys(numbers, 0), again: 2}
    stranger = progress.add_learner("Boris")
    progress.sit(stranger, 7, 20, None, "v")
    assert progress.sittings(stranger)[0].earlier == 0


def test_export_and_import_give_the_same_learner_under_a_new_name(progress: Progress) -> None:
    learner = filled(progress)
    record = exported(progress, learner)
    other = imported(progress, record.encode())
    assert other[1:] == ("Aline (2)", True)
    assert {one.name for one in progress.learners()} == {"Aline", "Aline (2)"}
    theirs = json.loads(exported(progress, other.id))
    mine = json.loads(record)
    assert [exam.pop("imported") for exam in mine["exams"]] == [False]
    assert [exam.pop("imported") for exam in theirs["exams"]] == [True]
    assert {**mine, "name": "Aline (2)"} == theirs
    progress.delete_learner(learner)
    assert imported(progress, record.encode())[1:] == ("Aline", False)


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
            assert [tuple(row) for row in connection.exec_driver_sql(f"select * from {table}")] == rows
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


def test_what_is_held_counts_each_time_and_each_story(progress: Progress) -> None:
    learner = filled(progress)
    for story in ("histoire", "autre"):
        attempt = progress.attempt(progress.start(learner, "r", story))
        assert attempt is not None
        progress.answer(attempt.id, "decision", "1", True, lambda *_: Shown({}, {}))
    progress.start(learner, "r", "commencée")
    assert progress.held(learner) == (3, 2, 1, 2)


@pytest.mark.parametrize("content", [b"", b"null", b"{}", b'{"format": "arbitre-progression/1"}', b"\xff\x00"])
def test_a_file_that_is_no_export_changes_nothing(progress: Progress, content: bytes) -> None:
    filled(progress)
    with pytest.raises(InputError):
        imported(progress, content)
    assert len(progress.learners()) == 1


def test_a_record_with_a_broken_card_changes_nothing(progress: Progress) -> None:
    record = json.loads(exported(progress, filled(progress)))
    record["cards"][0]["state"] = "{}"
    with pytest.raises(InputError):
        imported(progress, json.dumps(record).encode())
    assert len(progress.learners()) == 1


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


def test_right_answers_put_a_clause_off_and_wrong_ones_bring_it_back() -> None:
    card = reviewed(None, True, DAY)
    gaps = []
    for _ in range(4):
        at = card.due
        assert recall(card, at) == pytest.approx(RETENTION, abs=0.02) or gaps[-1] == timedelta(days=LONGEST)
        card = reviewed(card, True, at)
        gaps.append(card.due - at)
    assert gaps == sorted(gaps) and timedelta(days=20) < gaps[-1] <= timedelta(days=LONGEST)
    assert reviewed(card, False, card.due).due - card.due < gaps[0]


def test_what_is_due_comes_first_then_what_is_new(library: Library, syllabus: tuple[Task, ...]) -> None:
    known = syllabus
    wish = Wish(ruleset=next(iter(library.rulesets)), level=1)
    first = next_task(known, wish, {}, {}, DAY)
    assert first is not None and first.level == 1
    cards = {clause: reviewed(None, clause == first.clauses[0], DAY) for clause in first.clauses}
    done = {first.id: 1}
    second = next_task(known, wish, cards, done, DAY + timedelta(minutes=1))
    assert second is not None and second.family != first.family  # new clauses, another family in turn
    later = next_task(known, wish, cards, done, DAY + timedelta(days=30))
    assert later is not None and set(later.clauses) & set(cards)
    weakest = next_task(known, wish, cards, done, DAY + timedelta(minutes=1), weakest=True)
    assert weakest is not None and set(weakest.clauses) & set(cards)
    assert next_task(known, Wish(family="rien"), {}, {}, DAY) is None


def test_a_clause_comes_back_in_another_story(library: Library, syllabus: tuple[Task, ...]) -> None:
    known = [task for task in syllabus if task.ruleset == next(iter(library.rulesets))]
    clause = max((c for task in known for c in task.clauses), key=lambda c: sum(c in task.clauses for task in known))
    first = next(task for task in known if clause in task.clauses)
    cards = {clause: reviewed(None, False, DAY)}
    second = next_task(known, Wish(), cards, {first.id: 1}, DAY + timedelta(days=9))
    assert second is not None and clause in second.clauses and second.id != first.id


def practise(known: Sequence[Task], wish: Wish, turns: int, right: bool, weakest: bool) -> list[Task]:
    """One exercise after another, a minute each, every clause answered rightly or every one wrongly."""
    cards: dict[str, Card] = {}
    done: dict[str, int] = {}
    found: list[Task] = []
    for turn in range(turns):
        at = DAY + timedelta(minutes=turn)
        task = next_task(known, wish, cards, done, at, weakest)
        assert task is not None and wish.admits(task)
        cards.update({clause: reviewed(cards.get(clause), right, at) for clause in task.clauses})
        done[task.id] = turn
        found.append(task)
    return found


@pytest.mark.parametrize("weakest", [False, True])
@pytest.mark.parametrize("right", [False, True])
@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.walk
def test_no_story_comes_twice_in_a_row(
    library: Library, syllabus: tuple[Task, ...], weakest: bool, right: bool, level: int
) -> None:
    for wish in (Wish(level=level), Wish(ruleset=next(iter(library.rulesets)), family="riichi", level=level)):
        told = practise(syllabus, wish, 40, right, weakest)
        assert all(one.base != other.base for one, other in pairwise(told))


def test_weak_clauses_take_turns(library: Library, syllabus: tuple[Task, ...]) -> None:
    """Always wrong: what was just trained waits while other clauses are weak."""
    told = practise(syllabus, Wish(ruleset=next(iter(library.rulesets)), level=1), 30, False, True)
    bases = [task.base for task in told]
    assert all(base not in bases[place + 1 : place + 3] for place, base in enumerate(bases))
    assert len(set(bases)) > 10


def test_a_clause_just_trained_waits_for_another_weak_one(library: Library, syllabus: tuple[Task, ...]) -> None:
    ruleset = next(iter(library.rulesets))
    known = [task for task in syllabus if task.ruleset == ruleset and len(task.clauses) == 1]
    often = Counter(task.clauses[0] for task in {task.base: task for task in known}.values())
    one, two = [clause for clause, count in often.most_common(2) if count > 1]
    last = next(task for task in known if task.clauses == (one,))
    cards = {one: reviewed(reviewed(None, False, DAY), False, DAY), two: reviewed(None, False, DAY)}
    found = next_task(known, Wish(), cards, {last.id: 1}, DAY + timedelta(minutes=1), weakest=True)
    assert found is not None and found.clauses == (two,)
    alone = next_task(known, Wish(), {one: cards[one]}, {last.id: 1}, DAY + timedelta(minutes=1), weakest=True)
    assert alone is not None and alone.clauses == (one,) and alone.base != last.base


def test_a_single_exercise_may_come_again(library: Library, syllabus: tuple[Task, ...]) -> None:
    (only,) = syllabus[:1]
    assert next_task([only], Wish(), {}, {only.id: 1}, DAY) == only


def test_standing() -> None:
    found = standing("f", "Famille", ["a", "b"], {"a": reviewed(None, True, DAY)}, DAY)
    assert (found.total, found.seen) == (2, 1)
    assert 0 < found.recall < 1
    assert found.known == pytest.approx(found.recall / 2)
    assert fresh(DAY).due == DAY
