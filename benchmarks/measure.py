"""Timing: several contenders on the same cases, turn by turn, each case's median."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median
from time import perf_counter

from benchmarks.situations import Case


@dataclass
class Contender:
    """Something to time, in one turn out of `every`."""

    name: str
    run: Callable[[Case], object]
    every: int = 1


def interleaved(contenders: Iterable[Contender], cases: list[Case], turns: int) -> dict[str, float]:
    """Seconds for all cases: the sum of each case's median over the turns in which the contender ran.

    Each contender has answered every case before, so that nobody pays here for a first time.
    """
    field = list(contenders)
    times: dict[str, list[list[float]]] = {one.name: [[] for _ in cases] for one in field}
    gc.collect()
    gc.freeze()  # what others have built is no burden on anybody's garbage collection
    try:
        for turn in range(turns):
            for shift in range(len(field)):
                one = field[(turn + shift) % len(field)]
                if turn % one.every == 0:
                    for index, case in enumerate(cases):
                        start = perf_counter()
                        one.run(case)
                        times[one.name][index].append(perf_counter() - start)
    finally:
        gc.unfreeze()
    return {name: sum(median(found) for found in per_case) for name, per_case in times.items()}


def drift(run: Callable[[Case], object], case: Case, count: int) -> float:
    """How many times slower the last tenth of many runs is than the first."""
    times = []
    for _ in range(count):
        start = perf_counter()
        run(case)
        times.append(perf_counter() - start)
    tenth = count // 10
    return _undisturbed(times[-tenth:]) / _undisturbed(times[:tenth])


def _undisturbed(times: list[float]) -> float:
    """The least median of ten stretches: what a neighbour on the machine disturbs for a while does not count."""
    stretch = len(times) // 10
    return min(median(times[start : start + stretch]) for start in range(0, len(times), stretch))
