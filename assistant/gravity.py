"""Which of two outcomes is graver, where sanctions.yaml lets them be compared."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache

from assistant.model import Gravity, Library
from assistant.outcome import Due, Outcome

LIGHTER, SAME, HEAVIER, UNORDERED = "plus-leger", "egal", "plus-lourd", "sans-ordre"


@lru_cache(maxsize=8)
def heavier_than(gravity: Gravity) -> dict[str, frozenset[str]]:
    """For each sanction those that are graver, through all chains."""
    above: dict[str, set[str]] = defaultdict(set)
    for chain in gravity.chains:
        for lighter, heavier in zip(chain, chain[1:], strict=False):
            above[lighter].add(heavier)
    while True:
        grown = {name: found | {far for near in found for far in above.get(near, ())} for name, found in above.items()}
        if grown == above:
            return {name: frozenset(found) for name, found in above.items()}
        above = defaultdict(set, grown)


def circle(gravity: Gravity) -> list[str]:
    """A way from a sanction back to itself, or nothing."""
    from graphlib import CycleError, TopologicalSorter

    graph: dict[str, set[str]] = defaultdict(set)
    for chain in gravity.chains:
        for lighter, heavier in zip(chain, chain[1:], strict=False):
            graph[heavier].add(lighter)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def compare(library: Library, first: Outcome, second: Outcome) -> str:
    """How grave the second outcome is beside the first."""
    if first == second:
        return SAME
    if first.readings or second.readings or first.silences or second.silences:
        return UNORDERED
    no_more, no_less = _covered(library, second, first), _covered(library, first, second)
    if no_more and no_less:
        return SAME
    return LIGHTER if no_more else HEAVIER if no_less else UNORDERED


def _covered(library: Library, one: Outcome, other: Outcome) -> bool:
    """Whether each sanction of one is matched by one at least as grave of the other."""
    above = heavier_than(library.gravity)
    for sanction in one.sanction_ids():
        if sanction in other.sanction_ids():
            mine = {due.key: due for due in one.dues if due.amount.sanction == sanction}
            theirs = {due.key: due for due in other.dues if due.amount.sanction == sanction}
            if set(mine) <= set(theirs) and all(_no_more(due, theirs[key]) for key, due in mine.items()):
                continue
        if not any(graver in other.sanction_ids() for graver in above.get(sanction, ())):
            return False
    return True


def _no_more(mine: Due, theirs: Due) -> bool:
    if mine.amount.unit != theirs.amount.unit or mine.numbers is None or theirs.numbers is None:
        return False
    return max(mine.numbers) <= max(theirs.numbers) and min(mine.numbers) <= min(theirs.numbers)


def why_unordered(library: Library, first: str, second: str) -> str | None:
    """The reason sanctions.yaml gives for not ordering two sanctions."""
    for one, other, why in library.gravity.unordered:
        if {one, other} == {first, second}:
            return why
    return None
