"""A moment of every benchmark on the small base, for its answers and for whether it still runs: nothing here is timed."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path
from types import ModuleType

import pytest

import benchmarks
from assistant.model import Library
from benchmarks import __main__ as every
from benchmarks import coldstart, graph, hands, measure, search, web
from benchmarks.situations import cases
from tests.support.make import Base

AIM = re.compile(r"^  (.+): \d+\.\d+, aim at (?:least|most) [\d.]+: (?:met|NOT MET)$", re.M)
PHRASES = """\
victoire:
  - {said: il a dit ron sur sa défausse, half: score, register: spoken, ruleset: alpha, story: ron-deja-ecarte}
  - {said: victoire, half: tune}
retard:
  - {said: il arrive en retard, half: score, register: vague, ruleset: alpha, story: sept-minutes}
"""


@pytest.fixture
def small_base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small base as the project's own knowledge, with a cache of its own."""
    Base(tmp_path).write()
    monkeypatch.setenv("ARBITRE_DATA", str(tmp_path))
    monkeypatch.setenv("ARBITRE_CACHE", str(tmp_path / "cache"))
    return tmp_path


def a_moment(monkeypatch: pytest.MonkeyPatch, module: ModuleType, **less: object) -> None:
    """Of everything as little as there is."""
    for name, value in less.items():
        assert hasattr(module, name), f"{module.__name__} has no {name}"
        monkeypatch.setattr(module, name, value)


@pytest.mark.parametrize("name", sorted(one.name for one in pkgutil.iter_modules(benchmarks.__path__)))
def test_every_benchmark_can_be_imported(name: str) -> None:
    if name == "clips":
        pytest.importorskip("clips", reason="clipspy comes with make bench alone")
    assert importlib.import_module(f"benchmarks.{name}").__doc__


def test_all_contenders_answer_alike(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison of answers that precedes all timing, and the table."""
    a_moment(monkeypatch, every, TURNS=1, CHECKED={1: 40}, CHECKED_STOCK={1: 20})
    times, ours = every._size(1)
    every._table(dict.fromkeys(every.SIZES, times))
    told = capsys.readouterr().out
    assert f"in all {len(cases()) + 40} cases" in told and f"in all {len(cases()) + 20} cases" in told
    assert {"ours", "run alone", "plain", "stock"} <= set(times) and min(times.values()) > 0
    assert measure.drift(ours.infer, cases()[5], 100) > 0


def test_a_contender_that_answers_otherwise_is_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    a_moment(monkeypatch, every, TURNS=1, CHECKED={1: 40}, CHECKED_STOCK={1: 20})
    monkeypatch.setattr(every.Stock, "answer", lambda *_: (frozenset(), frozenset()))
    with pytest.raises(SystemExit, match="stock DIFFERS"):
        every._size(1)


@pytest.mark.walk
def test_cold_start(small_base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_moment(monkeypatch, coldstart, RUNS=1)
    found = coldstart.cold_start()
    assert isinstance(found, coldstart.Seconds), found
    assert min(found) > 0


@pytest.mark.walk
def test_pages_beside_a_route_that_does_nothing(
    small_base: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    a_moment(monkeypatch, web, TURNS=1, COMPARED=4, WARM=4)
    every._web()
    told = capsys.readouterr().out
    assert "skipped" not in told and len(AIM.findall(told)) == 5, told


@pytest.mark.walk
def test_the_graph_and_what_it_spares(
    small_base: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    a_moment(monkeypatch, graph, TURNS=1, SLOW_TURNS=1, PAGES=8)
    graph.main()
    told = capsys.readouterr().out
    aims = AIM.findall(told)
    for figure in ("one run for each event", "plain evaluator", "comparison", "questions on", "live pages", "best order"):
        assert sum(figure in aim for aim in aims) == 1, (figure, told)
    assert "not finished: none" in told


def test_searches(small_base: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    (small_base / "phrases.yaml").write_text(PHRASES, encoding="utf-8")
    a_moment(monkeypatch, search, PHRASES=small_base / "phrases.yaml", TURNS=2)
    search.main(search.HALVES)
    told = capsys.readouterr().out
    assert re.search(r"^score +all +2 +100% +100% +0\.0%$", told, re.M) and "a search / a trivial page" in told


def test_hands(library: Library, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    a_moment(monkeypatch, hands, HANDS=4, TURNS=1, load=lambda: library)
    hands.main()
    assert re.search(r"^ema-2016: bare \d+ µs, ours with explanation \d+ µs; ratio \d", capsys.readouterr().out)
