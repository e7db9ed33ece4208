"""The simulated learners, a few of them: the schedule does what the docs say of it."""

from __future__ import annotations

from statistics import mean

from benchmarks.training import figure, run, table
from tests.conftest import ROOT


def test_recall_rises_the_load_stays_level_and_fixed_intervals_and_chance_do_worse() -> None:
    found = run(learners=3, workers=1)
    recalls = found["fsrs"].recalls
    assert recalls[12] < recalls[25] < recalls[-1]
    quarters = [mean(found["fsrs"].daily[part * 91 : part * 91 + 91]) for part in range(4)]
    assert max(quarters[1:]) < 1.3 * min(quarters[1:])
    for rival in ("fixed", "ladder", "random"):
        assert found[rival].daily == found["fsrs"].daily
        assert found[rival].recalls[-1] < recalls[-1] - 0.03
    assert figure(found).startswith("<svg") and "FSRS" in table(found)


def test_the_page_shows_the_numbers_and_the_picture() -> None:
    page = (ROOT / "docs" / "formation.md").read_text(encoding="utf-8")
    assert "| FSRS |" in page and "formation.svg" in page and (ROOT / "docs" / "formation.svg").is_file()
