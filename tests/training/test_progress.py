"""What learners did is kept, whatever happens to the process or the file; and what comes next follows from it."""

from __future__ import annotations

import json

import pytest

from assistant.errors import InputError
from assistant.training.learners.code import MOST_TRIES, PAUSE, proper_code, shut
from assistant.training.learners.progress import Progress, Shown
from assistant.training.learners.transfer import exported, imported
from tests.support.learners import filled


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
