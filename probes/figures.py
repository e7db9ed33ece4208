"""What a probe measures: a figure, its bound, and whether it is kept."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Figure(NamedTuple):
    """One line of the table; a bound is the most that is allowed, or the least."""

    what: str
    value: float
    bound: float
    at_least: bool = False
    timed: bool = False  # depends on the machine's mood: looked at by `make probe`, never by a test
    note: str = ""

    @property
    def kept(self) -> bool:
        return self.value >= self.bound if self.at_least else self.value <= self.bound


class Skipped(NamedTuple):
    """What could not be tried here, and why."""

    what: str
    why: str


Line = Figure | Skipped


def table(lines: Iterable[Line]) -> str:
    """All lines, those out of bounds marked."""
    told = []
    for line in lines:
        if isinstance(line, Skipped):
            told.append(f"  skipped        {line.what}: {line.why}")
            continue
        bound = f"{'at least' if line.at_least else 'at most'} {line.bound:g}"
        mark = "ok " if line.kept else "OUT"
        told.append(f"  {mark} {line.value:>10.4g}  {bound:<15} {line.what}{f' ({line.note})' if line.note else ''}")
    return "\n".join(told)


def wrong(lines: Iterable[Line], timed: bool = True) -> list[Figure]:
    """The figures out of bounds."""
    return [line for line in lines if isinstance(line, Figure) and not line.kept and (timed or not line.timed)]
