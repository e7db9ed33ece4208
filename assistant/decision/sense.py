"""Which answers make sense together, and with what is decided: what the vocabulary of facts says of itself (`implied_by`, `only_if`, `excludes`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from assistant.decision.outcome import Outcome
from assistant.model import Library, Value


def implied(library: Library, facts: Mapping[str, Value]) -> dict[str, Value]:
    """The facts that these answers already tell, though nobody asked."""
    return {name: value for name, value in _told_by_others(library, facts) if name not in facts}


def kin(library: Library, name: str) -> frozenset[str]:
    """The facts of which an answer tells this one, or is told by it, through others too."""
    pairs = [
        {fact.id, test.fact} for fact, value in library.told_by_others() for tests in value.implied_by for test in tests
    ]
    found = {name}
    while wider := {one for pair in pairs if pair & found for one in pair} - found:
        found |= wider
    return frozenset(found - {name})


def contrary(library: Library, facts: Mapping[str, Value]) -> list[str]:
    """The facts that were said to be one thing while other answers tell another, or do not leave it possible."""
    told_otherwise = [name for name, value in _told_by_others(library, facts) if facts.get(name, value) != value]
    return [*told_otherwise, *dict(beside(library, facts))]


def beside(library: Library, facts: Mapping[str, Value]) -> Iterator[tuple[str, str]]:
    """The answers that cannot be true, each with the other answer beside which it cannot."""
    for name, value in facts.items():
        known = library.facts[name].values if name in library.facts else ()
        supposed = (test for one in known if one.id == value for test in one.only_if)
        yield from ((name, test.fact) for test in supposed if test.fact in facts and not test.admits(facts[test.fact]))


def _told_by_others(library: Library, facts: Mapping[str, Value]) -> Iterator[tuple[str, Value]]:
    """What answers tell of other facts, said or not."""
    for fact, value in library.told_by_others():
        if any(all(test.fact in facts and test.admits(facts[test.fact]) for test in tests) for tests in value.implied_by):
            yield fact.id, value.id


def excluded(library: Library, facts: Mapping[str, Value], outcome: Outcome) -> bool:
    """Whether one of the facts cannot be where a decision is this one: it was taken without asking for it."""
    told = {*outcome.slots, *(slot for reading in outcome.readings for slot in reading.then.slots)}
    return any(
        (slot, never) in told
        for name, value in facts.items()
        for known in (library.facts[name].values if name in library.facts else ())
        if known.id == value
        for slot, values in known.excludes
        for never in values
    )
