"""Which of two outcomes is graver, where gravity.yaml lets them be compared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from enum import StrEnum
from functools import lru_cache

from assistant.decision.outcome import Due, Outcome
from assistant.decision.sameness import Side, points, same, unit_of
from assistant.model import Gravity, Library


class Difference(StrEnum):
    """How a second decision stands to a first."""

    SAME = "egal"
    LIGHTER = "plus-leger"
    HEAVIER = "plus-lourd"
    UNORDERED = "sans-ordre"
    SILENCE = "silence"  # only one of the two texts decides

    def turned(self) -> Difference:
        """How the first stands to the second."""
        return {Difference.LIGHTER: Difference.HEAVIER, Difference.HEAVIER: Difference.LIGHTER}.get(self, self)

    @property
    def weighs(self) -> bool:
        """Whether one of the two is graver."""
        return self.turned() != self


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


@lru_cache(maxsize=8)
def heights(gravity: Gravity) -> dict[str, int]:
    """For each sanction the length of the longest chain under it: how far two sanctions are apart."""
    above = heavier_than(gravity)
    found: dict[str, int] = defaultdict(int)
    for _ in above:
        for lighter, heavier in above.items():
            for one in heavier:
                found[one] = max(found[one], found[lighter] + 1)
    return dict(found)


def weight(library: Library, outcome: Outcome) -> int | None:
    """How high the gravest sanction stands; nothing where the text is mute or admits several readings."""
    if outcome.readings or not outcome.sanctions:
        return None
    return max(heights(library.gravity).get(sanction, 0) for sanction in outcome.sanction_ids())


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


def compare(library: Library, first: Side, second: Side) -> Difference:
    """How grave the second outcome is beside the first; a silence has no weight."""
    if same(library, first, second):
        return Difference.SAME
    if first.outcome.readings or second.outcome.readings or first.outcome.silences != second.outcome.silences:
        return Difference.UNORDERED  # what a text says in two ways, or leaves unsaid, has no weight
    if _undecided(library, first) != _undecided(library, second):
        return Difference.UNORDERED  # a deal that one of them may still end may yet cost more
    no_more, no_less = _covered(library, second, first), _covered(library, first, second)
    if no_more and no_less:
        return Difference.UNORDERED  # the same weight for other players, or another fate of the deal
    if no_more:
        return Difference.LIGHTER
    return Difference.HEAVIER if no_less else Difference.UNORDERED


def _undecided(library: Library, side: Side) -> bool:
    """Whether somebody has still to decide what becomes of the deal."""
    return any(library.slots[slot].values[value].open for slot, value in side.slots())


def _covered(library: Library, one: Side, other: Side) -> bool:
    """Whether each sanction of one is matched by one at least as grave of the other."""
    above = heavier_than(library.gravity)
    there = {what: alike for _, what, alike in other.sanctions(library)}
    for _, sanction, alike in one.sanctions(library):
        mine, theirs = _dues(one, sanction), _dues(other, sanction)
        if library.sanctions[sanction].discretion and not mine and not above.get(sanction):
            return False  # what somebody may still give has no upper end
        if (
            there.get(sanction) == alike
            and set(mine) == set(theirs)
            and all(_no_more(library, due, theirs[key]) for key, due in mine.items())
        ):
            continue
        if not any(
            _graver(library, mine.values(), _dues(other, name).values())
            for name in above.get(sanction, ())
            if name in there
        ):
            return False
    return True


def _dues(side: Side, sanction: str) -> dict[tuple[str, str, str], Due]:
    return {due.key: due for due in side.outcome.dues if due.amount.sanction == sanction}


def _graver(library: Library, mine: Collection[Due], theirs: Collection[Due]) -> bool:
    """A graver kind of sanction is graver, unless both are counted in units that cannot be compared."""
    return not mine or not theirs or _units(library, mine) == _units(library, theirs)


def _units(library: Library, dues: Iterable[Due]) -> set[str]:
    return {unit_of(library, due.amount) for due in dues}


def _no_more(library: Library, mine: Due, theirs: Due) -> bool:
    if _units(library, [mine]) != _units(library, [theirs]):
        return False
    if mine.numbers is None or theirs.numbers is None:
        return mine.numbers == theirs.numbers
    ours, other = points(library, mine.amount, mine.numbers), points(library, theirs.amount, theirs.numbers)
    return max(ours) <= max(other) and min(ours) <= min(other)


def why_unordered(library: Library, first: str, second: str) -> str | None:
    """The reason gravity.yaml gives for not ordering two sanctions."""
    for one, other, why in library.gravity.unordered:
        if {one, other} == {first, second}:
            return why
    return None
