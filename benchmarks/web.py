"""The web application on its production server, against a route that does nothing on the same server, in the same run."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from assistant.library import load
from assistant.model import Library
from tests.browser.stage import address, told
from tests.serving import ROOT, Serving, serving, started

PAGES = 400
TURNS = 7
CLIENTS = 2
CONNECTIONS = 4  # of each client
MEGABYTE = 1024 * 1024


class Figures(NamedTuple):
    """Requests per second, and memory."""

    pages: int
    trivial: float
    kept: float
    fresh: float
    kept_ratio: float
    fresh_ratio: float
    megabytes: float


def ruling_pages(library: Library) -> list[str]:
    """Different addresses that end in a ruling: the cases under each ruleset that expects something of them."""
    links = dict.fromkeys(
        address(ruleset, told(case)) for case in library.cases.values() for ruleset in case.expect if not case.further
    )
    return Random(4).sample(list(links), min(PAGES, len(links)))


def measure(print_progress: bool = True) -> Figures:
    """Requests per second of all three, turn by turn, then the memory once everything has been asked."""
    library = load()
    pages = ruling_pages(library)
    trivial_paths = ["/"] * len(pages) * 2
    rates: dict[str, list[float]] = {"trivial": [], "kept": [], "fresh": []}
    with tempfile.TemporaryDirectory() as cache, started([sys.executable, "-m", "benchmarks.trivial"]) as nothing:
        with serving(Path(cache)) as server:
            for _ in range(6):
                rate(server, pages)  # every worker builds its engines and makes every page
            for turn in range(TURNS):
                rates["trivial"].append(rate(nothing, trivial_paths))
                rates["kept"].append(rate(server, pages * 2))
                rates["fresh"].append(rate(server, [f"{page}&_n={turn}" for page in pages]))
            for paths in everything(library):
                for _ in range(3):
                    rate(server, paths)
            memory = sum(shared_out(pid) for pid in family(server.pid))
    ratios = [
        median(one / nothing for one, nothing in zip(rates[name], rates["trivial"], strict=True))
        for name in ("kept", "fresh")
    ]
    medians = {name: median(found) for name, found in rates.items()}
    return Figures(len(pages), medians["trivial"], medians["kept"], medians["fresh"], *ratios, memory / MEGABYTE)


def rate(server: Serving, paths: list[str]) -> float:
    """Requests per second, with several clients at once; every answer must be good."""
    clients = [
        subprocess.Popen(
            [sys.executable, "-m", "benchmarks.client", str(server.port), str(CONNECTIONS)],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        for _ in range(CLIENTS)
    ]  # fmt: skip
