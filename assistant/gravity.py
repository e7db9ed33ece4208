"""Which of two outcomes is graver, where sanctions.yaml lets them be compared."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache

from assistant.model import Amount, Gravity, Library
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


def essence(library: Library, outcome: Outcome) -> tuple[object, ...]:
    """What is decided, wording and moment aside: two outcomes of the same essence are the same to a player."""
    return (
        outcome.sanctions,
        frozenset(_due(library, due) for due in outcome.dues),
        outcome.slots,
        bool(outcome.silences),
        bool(outcome.decides),
        frozenset(
            (
                given.sanctions,
                given.slots,
                frozenset(_amount(library, amount) for amount in given.amounts),
                bool(given.silence),
            )
            for given in (reading.given for reading in outcome.readings)
        ),
    )


def _due(library: Library, due: Due) -> tuple[object, ...]:
    return (*_amount(library, due.amount)[:4], due.numbers)


def _amount(library: Library, amount: Amount) -> tuple[object, ...]:
    unit = library.same_units.get(amount.unit, amount.unit)
    return (amount.sanction, unit, amount.payer, amount.payee, amount._replace(unit=unit, moment=""))


def compare(library: Library, first: Outcome, second: Outcome) -> str:
    """How grave the second outcome is beside the first."""
    if essence(library, first) == essence(library, second):
        return SAME
    if first.readings or second.readings or bool(first.silences) != bool(second.silences):
        return UNORDERED
    no_more, no_less = _covered(library, second, first), _covered(library, first, second)
    if no_more and no_less:
        return UNORDERED  # the same weight for other players, or another fate of the deal
    return LIGHTER if no_more else HEAVIER if no_less else UNORDERED


def _covered(library: Library, one: Outcome, other: Outcome) -> bool:
    """Whether each sanction of one is matched by one at least as grave of the other."""
    above = heavier_than(library.gravity)
    for sanction in one.sanction_ids():
        if sanction in other.sanction_ids():
            mine = {due.key: due for due in one.dues if due.amount.sanction == sanction}
            theirs = {due.key: due for due in other.dues if due.amount.sanction == sanction}
            if set(mine) == set(theirs) and all(_no_more(library, due, theirs[key]) for key, due in mine.items()):
                continue
        if not any(graver in other.sanction_ids() for graver in above.get(sanction, ())):
            return False
    return True


def _no_more(library: Library, mine: Due, theirs: Due) -> bool:
    units = [library.same_units.get(due.amount.unit, due.amount.unit) for due in (mine, theirs)]
    if units[0] != units[1] or mine.numbers is None or theirs.numbers is None:
        return mine.numbers == theirs.numbers and units[0] == units[1]
    return max(mine.numbers) <= max(theirs.numbers) and min(mine.numbers) <= min(theirs.numbers)


def why_unordered(library: Library, first: str, second: str) -> str | None:
    """The reason sanctions.yaml gives for not ordering two sanctions."""
    for one, other, why in library.gravity.unordered:
        if {one, other} == {first, second}:
            return why
    return None
