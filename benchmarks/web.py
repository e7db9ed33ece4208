"""The web application on its production server, against a route that does nothing on the same server, in the same run."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple
from urllib.parse import urlencode

from assistant.model import Library
from assistant.store.library import load
from assistant.store.paths import cache_folder
from benchmarks.client import ask
from tests.support.serving import Serving, serving, started
from web.artefacts import missing

PAGES = 400
TURNS = 7
CLIENTS = 2
CONNECTIONS = 4  # of each client
COMPARED = 600  # requests of each page of the comparison in a turn
WARM = 100  # and before, so that every worker has each page
MEGABYTE = 1024 * 1024


class Figures(NamedTuple):
    """Requests per second, their ratios within each turn, and memory."""

    pages: int
    trivial: float
    kept: float
    fresh: float
    kept_ratio: float
    fresh_ratio: float
    asked: int
    megabytes: float
    table_ratio: float
    surprises_ratio: float


def ruling_pages(library: Library) -> list[str]:
    """Different addresses that end in a ruling: the cases under each ruleset that expects something of them."""
    found = {
        _address(ruleset, case.flat_facts()): None
        for case in library.cases.values()
        if not case.further
        for ruleset in case.expect
    }
    return Random(4).sample(list(found), min(PAGES, len(found)))


def first_pages(library: Library) -> Iterator[str]:
    """Every incident of every ruleset in every context, and every case: all engines, and many pages more than are kept."""
    for ruleset in library.rulesets:
        for incident in library.incidents_of(ruleset):
            for context in ("tournoi", "amical"):
                yield _address(ruleset, {"contexte": context, "incident": incident.id})
    for case in library.cases.values():
        for ruleset in case.expect:
            yield _address(ruleset, case.flat_facts())


def _address(ruleset: str, facts: Mapping[str, object]) -> str:
    return "/cas?" + urlencode({"reglement": ruleset, "contexte": "tournoi", **facts})


def measure() -> Figures:
    """Requests per second of all three, turn by turn, then the memory once everything has been asked."""
    library = load()
    for artefact in missing(library):
        artefact.make(library)  # else the server would have it made beside
    pages = ruling_pages(library)
    rates: dict[str, list[float]] = {"trivial": [], "kept": [], "fresh": []}
    with (
        ProcessPoolExecutor(CLIENTS, get_context("spawn")) as clients,
        started([sys.executable, "-m", "benchmarks.trivial"]) as nothing,
        serving(cache_folder().parent) as server,
    ):
        for turn in range(6):
            rate(clients, nothing, ["/"] * 200)
            rate(
                clients, server, pages if turn % 2 else pages[::-1]
            )  # every worker builds its engines, makes every page
        for turn in range(TURNS):
            rates["trivial"].append(rate(clients, nothing, ["/"] * 6 * len(pages)))
            rates["kept"].append(rate(clients, server, pages * 6))
            rates["fresh"].append(rate(clients, server, [f"{page}&_n={turn}" for page in pages]))
        compared = beside_home(clients, server)
        asked = list(first_pages(library))
        for turn in range(4):
            rate(clients, server, asked[turn:] + asked[:turn])
        memory = sum(memory_of(pid) for pid in family(server.pid))

    def against(name: str) -> float:
        return median(one / other for one, other in zip(rates[name], rates["trivial"], strict=True))

    return Figures(
        pages=len(pages),
        trivial=median(rates["trivial"]),
        kept=median(rates["kept"]),
        fresh=median(rates["fresh"]),
        kept_ratio=against("kept"),
        fresh_ratio=against("fresh"),
        asked=len(asked),
        megabytes=memory / MEGABYTE,
        table_ratio=compared["table"],
        surprises_ratio=compared["surprises"],
    )


def beside_home(clients: ProcessPoolExecutor, server: Serving) -> dict[str, float]:
    """How many times as long as the home page the whole table of differences and the gravest differences take, turn by turn."""
    pages = {"home": "/", "table": "/comparer", "surprises": "/comparer/surprises"}
    seconds: dict[str, list[float]] = {name: [] for name in pages}
    for path in pages.values():
        rate(clients, server, [path] * WARM)
    for _ in range(TURNS):
        for name, path in pages.items():
            seconds[name].append(1 / rate(clients, server, [path] * COMPARED))
    return {
        name: median(one / home for one, home in zip(seconds[name], seconds["home"], strict=True))
        for name in ("table", "surprises")
    }


def rate(clients: ProcessPoolExecutor, server: Serving, paths: list[str]) -> float:
    """Requests per second with all clients at once; every answer must be good."""
    shares = [paths[start::CLIENTS] for start in range(CLIENTS)]
    told = list(clients.map(ask, [server.port] * CLIENTS, shares, [CONNECTIONS] * CLIENTS))
    good = sum(one.good for one in told)
    if good != len(paths):
        raise SystemExit(f"{len(paths) - good} of {len(paths)} pages were not answered well")
    return len(paths) / max(one.seconds for one in told)


def family(pid: int) -> list[int]:
    """A process and those it started, theirs too."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return [pid, *(one for child in children for one in family(int(child)))]


def memory_of(pid: int) -> int:
    """The bytes a process occupies, what it shares counted in equal parts."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    raise SystemExit("the kernel does not tell the memory of a process")


if __name__ == "__main__":
    print(measure())
