"""What comes from a file is understood whole or refused whole; what is taken breaks no page, and earns nothing that it did not earn here."""

from __future__ import annotations

import copy
import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assistant.errors import InputError
from assistant.training.learners.progress import Progress
from assistant.training.learners.transfer import LARGEST_FILE, exported, imported
from tests.support.drawing import whole
from tests.training.test_progress import filled

FUTURE, PAST = "2999-01-01T00:00:00+00:00", "0001-01-01T00:00:00+00:00"


def put(*place: str | int, value: object) -> Callable[[dict[str, Any]], None]:
    """Another value at a place of the record."""

    def change(record: dict[str, Any]) -> None:
        inner: Any = record
        for step in place[:-1]:
            inner = inner[step]
        inner[place[-1]] = value

    return change


def card(**values: object) -> Callable[[dict[str, Any]], None]:
    def change(record: dict[str, Any]) -> None:
        state = {**json.loads(record["cards"][0]["state"]), **values}
        record["cards"][0]["state"] = json.dumps(state)

    return change


def twice(part: str) -> Callable[[dict[str, Any]], None]:
    return lambda record: record[part].append(copy.deepcopy(record[part][0]))


REFUSED = {
    "no name": put("name", value=""),
    "a blank name": put("name", value="   "),
    "a long name": put("name", value="x" * 61),
    "a name that cannot be printed": put("name", value="a\x00b"),
    "a name that is none": put("name", value=7),
    "another format": put("format", value="arbitre-progression/2"),
    "more than there is": put("more", value=1),
    "created never": put("created", value="hier"),
    "created without zone": put("created", value="2026-01-01T00:00:00"),
    "created in the future": put("created", value=FUTURE),
    "created a date": put("created", value="2026-01-01"),
    "attempts no list": put("attempts", value={}),
    "an attempt no record": put("attempts", 0, value=[]),
    "an attempt without answers": lambda record: record["attempts"][0].pop("answers"),
    "started never": put("attempts", 0, "started", value="x"),
    "finished long ago": put("attempts", 0, "finished", value=PAST),
    "a long ruleset": put("attempts", 0, "ruleset", value="x" * 201),
    "an empty story": put("attempts", 0, "story", value=""),
    "a story that cannot be printed": put("attempts", 0, "story", value="\u202e\n"),
    "an answer twice": lambda record: twice("answers")(record["attempts"][0]),
    "an answer neither right nor wrong": put("attempts", 0, "answers", 0, "correct", value="oui"),
    "an answer at no time": put("attempts", 0, "answers", 0, "at", value=""),
    "a clause twice": twice("cards"),
    "a card that is none": put("cards", 0, "state", value="{}"),
    "a card of text": put("cards", 0, "state", value="[1]"),
    "a card of nothing": put("cards", 0, "state", value="null"),
    "a stability that is none": card(stability=float("nan")),
    "a stability without end": card(stability=float("inf")),
    "a stability below nothing": card(stability=-1.0),
    "a stability beyond all": card(stability=1e300),
    "no stability": card(stability=None),
    "a difficulty beyond all": card(difficulty=99.0),
    "a state that we never write": card(state=1),
    "an unknown state": card(state=9),
    "a step": card(step=3),
    "due without zone": card(due="2026-01-01T00:00:00"),
    "due in the far future": card(due=FUTURE),
    "due long ago": card(due=PAST),
    "never reviewed": card(last_review=None),
    "a review at no time": put("reviews", 0, "at", value="9999-99-99"),
    "a review neither right nor wrong": put("reviews", 0, "correct", value=2),
    "an exam of 21": put("exams", 0, "questions", value=21),
    "an exam of none": put("exams", 0, "questions", value=0),
    "an exam of a huge number": put("exams", 0, "questions", value=2**70),
    "a seed too large": put("exams", 0, "seed", value=2**63),
    "a seed of text": put("exams", 0, "seed", value="7"),
    "more right than asked": put("exams", 0, "correct", value=99),
    "less than nothing right": put("exams", 0, "correct", value=-1),
    "a mark without an end": put("exams", 0, "finished", value=None),
    "an end without a mark": put("exams", 0, "correct", value=None),
    "started without zone": put("exams", 0, "started", value="2026-01-01T00:00:00"),
    "started in the future": put("exams", 0, "started", value=FUTURE),
    "an answer to no question": put("exams", 0, "answers", value={"41": "1"}),
    "an answer to question zero": put("exams", 0, "answers", value={"0": "1"}),
    "an answer to a word": put("exams", 0, "answers", value={"x": "1"}),
    "an answer to a huge number": put("exams", 0, "answers", value={"9" * 5000: "1"}),
    "a choice that is none": put("choice", value="{"),
    "a choice of numbers": put("choice", value='{"niveau": 1}'),
    "a choice too long": put("choice", value=json.dumps({"niveau": "x" * 1000})),
}


@pytest.fixture
def progress(tmp_path: Path) -> Progress:
    return Progress(tmp_path / "progression.sqlite")


@pytest.mark.drawn(60)
@pytest.mark.parametrize("change", REFUSED.values(), ids=REFUSED)
def test_what_is_not_in_order_is_refused_whole(progress: Progress, change: Callable[[dict[str, Any]], None]) -> None:
    record = json.loads(exported(progress, filled(progress)))
    change(record)
    with pytest.raises(InputError, match=r"rien n'a été changé\.$"):
        imported(progress, json.dumps(record).encode())
    assert [one.name for one in progress.learners()] == ["Aline"]


@pytest.mark.parametrize(
    "content",
    [b"[" * 200_000, b'{"a":' * 100_000, b'{"name": "\\ud800"}', b"\xff\xfe", b"1" * 10_000, b'"' + b"x" * 10_000],
    ids=["deep", "deep maps", "half a sign", "no text", "a number", "an open string"],
)
def test_what_is_no_record_at_all_is_refused(progress: Progress, content: bytes) -> None:
    with pytest.raises(InputError, match=r"rien n'a été changé\.$"):
        imported(progress, content)


def test_where_it_is_wrong_is_told(progress: Progress) -> None:
    record = json.loads(exported(progress, filled(progress)))
    record["exams"][0]["questions"] = 21
    with pytest.raises(InputError, match=r"à « exams\.0 »"):
        imported(progress, json.dumps(record).encode())


def test_a_file_too_long_is_refused_before_it_is_read(progress: Progress) -> None:
    with pytest.raises(InputError, match="dépasse 8 Mo"):
        imported(progress, b" " * (LARGEST_FILE + 1))


def test_what_was_brought_is_marked(progress: Progress) -> None:
    learner = filled(progress)
    other = imported(progress, exported(progress, learner).encode())
    mine, theirs = progress.learner(learner), progress.learner(other.id)
    assert mine is not None and theirs is not None
    assert mine.imported is None and theirs.imported is not None and mine.token != theirs.token
    assert [one.imported for one in progress.sittings(learner)] == [0]
    assert [one.imported for one in progress.sittings(other.id)] == [1]
    assert mine.token not in exported(progress, learner), "a file names nobody to a browser"


@pytest.mark.walk
def test_the_longest_file_costs_a_bounded_memory(progress: Progress) -> None:
    record = json.loads(exported(progress, filled(progress)))
    one = record["reviews"][0]
    largest = LARGEST_FILE if whole() else LARGEST_FILE // 5
    record["reviews"] = [one] * ((largest - 10_000) // (len(json.dumps(one, separators=(",", ":"))) + 1))
    content = json.dumps(record, separators=(",", ":")).encode()
    assert largest - 100_000 < len(content) <= largest
    tracemalloc.start()
    try:
        imported(progress, content)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 30 * largest
