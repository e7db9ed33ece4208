"""The three runs of the tests: one variable names them, and `make` sets it."""

from __future__ import annotations

import re

import pytest
from hypothesis import settings

from tests.conftest import EXAMPLES, FIRST, ROOT
from tests.support.drawing import RUN, Drawing, Run, examples, run, whole


@pytest.mark.parametrize(("name", "tried"), [("quick", 25), ("test", 100), ("long", 1000), ("", 100)])
def test_a_run_says_how_much_is_tried(monkeypatch: pytest.MonkeyPatch, name: str, tried: int) -> None:
    monkeypatch.setenv(RUN, name)
    assert examples(100) == tried and examples(1) >= 1
    assert whole() == (name == "long")
    drawn = Drawing().sample("numbers", range(5000), 100)
    assert len(drawn) == (5000 if name == "long" else tried)


def test_another_run_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(RUN, "quik")
    with pytest.raises(ValueError, match="quick, test, long"):
        run()


def test_hypothesis_tries_as_many_as_the_run_says() -> None:
    assert settings.default is not None
    assert settings.default.max_examples == examples(EXAMPLES) and settings.default.deadline is None


def test_make_names_every_run() -> None:
    made = re.findall(
        r"^(\w+):[^\n]*\n\t@\$\(call BESIDE,ARBITRE_RUN=(\w+) \$\(PYTEST\)\)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M
    )
    assert made == [(name, name) for name in Run]


def test_what_starts_first_is_there() -> None:
    assert all((ROOT / "tests" / name).is_file() for name in FIRST)
