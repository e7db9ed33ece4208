"""A short run of every probe, for its answers: nothing is timed here, and the figures of `make probe` that are times are not looked at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from assistant.model import Library
from probes import edges, faults
from probes import load as hall
from probes.court import Court, court
from probes.figures import Figure, Line, Skipped, table, wrong
from probes.fuzz import fuzz
from tests.support.drawing import examples, seed
from tests.support.serving import free_port

pytestmark = [
    pytest.mark.walk,
    pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="the probes look into Linux's /proc"),
]


@pytest.fixture(scope="module")
def server(own_cache: Path, library: Library, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Court]:
    with court(tmp_path_factory.mktemp("probe"), own_cache) as started:
        yield started


def hold(lines: list[Line]) -> None:
    """Everything that does not depend on the clock is in bounds."""
    assert not wrong(lines, timed=False), table(lines)
    for line in lines:
        if isinstance(line, Skipped):
            pytest.skip(f"{line.what}: {line.why}")


def test_nothing_that_nobody_would_ask_is_answered_by_a_failure(server: Court, app: Flask, library: Library) -> None:
    hold(fuzz(server, app, library, examples(300), seed(), waiting=True))


def test_referees_get_their_own_answers(server: Court, app: Flask, library: Library) -> None:
    hold(hall.referees(server, app, library, 20, 2))


def test_idle_connections_are_in_nobodys_way(server: Court) -> None:
    hold(hall.idle(server, 250))


def test_learners_at_an_exam(server: Court) -> None:
    hold(hall.exam(server, 4, 2))


def test_hands_of_one_suit(server: Court) -> None:
    assert len(hall.hands(server, seed(), 3)) == 3


def test_first_visits_to_training(server: Court) -> None:
    hold(hall.first_visits(server, 4))


def test_files_that_are_brought(server: Court) -> None:
    hold(faults.imports(server, seed(), examples(10)))


def test_killed_workers_lose_nothing_acknowledged(server: Court) -> None:
    hold(faults.workers_killed(server, 4))


def test_a_killed_parent_leaves_its_port(own_cache: Path, tmp_path: Path) -> None:
    hold(faults.parent_killed(tmp_path, own_cache, free_port(), 2))


@pytest.mark.parametrize("fault", [faults.read_only, faults.full_disk, faults.log_gone])
def test_a_disk_that_cannot_be_written(own_cache: Path, tmp_path: Path, fault: object) -> None:
    assert callable(fault)
    hold(fault(tmp_path, own_cache))


def test_damaged_files(own_cache: Path, tmp_path: Path) -> None:
    hold(faults.damaged(tmp_path, own_cache, seed()))


def test_mistakes_of_authors() -> None:
    hold(edges.authors(["braces"]))


def test_terminals() -> None:
    hold(edges.terminals(("cp437",), edges.COMMANDS[:2]))


def test_a_figure_out_of_bounds_is_told() -> None:
    """The table cannot pass what it should not."""
    lines: list[Line] = [
        Figure("good", 1, 2),
        Figure("few", 1, 2, at_least=True),
        Figure("slow", 9, 2, timed=True),
        Skipped("x", "y"),
    ]
    assert [line.what for line in wrong(lines)] == ["few", "slow"]
    assert [line.what for line in wrong(lines, timed=False)] == ["few"]
    told = table(lines).splitlines()
    assert [line.split()[0] for line in told] == ["ok", "OUT", "OUT", "skipped"]
