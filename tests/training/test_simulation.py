"""The simulated learners, a few of them: the loads are equal, the models forget, and the page shows the numbers."""

from __future__ import annotations

import re

import pytest

from benchmarks.memories import MODELS
from benchmarks.training import ALL, DEMANDED, MARKS, RIVALS, aims, figure, run, table
from tests.conftest import ROOT


@pytest.mark.parametrize("model", MODELS)
def test_a_memory_forgets_and_practice_strengthens_it(model: str) -> None:
    memory = MODELS[model](1, 2)
    assert memory.recall(0, 1.0) == 0
    memory.meet(0, 0.0, False)
    once = memory.recall(0, 40.0)
    assert 0 < once <= memory.recall(0, 1.0) <= 1
    for day in (1.0, 4.0, 12.0):
        memory.meet(0, day, True)
    assert memory.recall(0, 40.0) > once


def test_recall_rises_and_the_load_is_the_same_for_all() -> None:
    found = run(learners=len(MODELS), count=200, workers=1)
    assert set(found) == {ALL, *MODELS}
    together = found[ALL]
    recalls = together["fsrs"].recalls
    assert recalls[0] < recalls[-1]
    for rival in RIVALS:
        assert together[rival].daily == together["fsrs"].daily
    assert figure(found).startswith("<svg") and all(name in table(found) for name in ("FSRS", *MODELS))
    assert len(aims(found)) == 2 + len(DEMANDED) * (1 + len(MODELS))


def test_the_page_shows_the_numbers_and_the_picture() -> None:
    """What the docs say of two hundred learners meets the demand: more recall than fixed intervals and than chance."""
    page = (ROOT / "docs" / "formation.md").read_text(encoding="utf-8")
    shown = page.partition(MARKS[0])[2].partition(MARKS[1])[0]
    rows = dict(re.findall(r"^\| ([^|]+) \| [^|]+ \| [^|]+ \| ([0-9,]+) % \| \d+ \|$", shown, re.M))
    recalls = {name: float(value.replace(",", ".")) for name, value in rows.items()}
    assert len(recalls) == 1 + len(RIVALS)
    for rival in ("à tour de rôle", "1, 3, 7, 14… jours", "au hasard"):
        assert recalls["FSRS"] > recalls[rival]
    assert "formation.svg" in page and (ROOT / "docs" / "formation.svg").is_file()
