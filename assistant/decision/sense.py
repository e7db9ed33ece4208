"""Which answers make sense together, and with what is decided: what the vocabulary of facts says of itself (`implied_by`, `only_if`, `excludes`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from assistant.decision.outcome import Outcome
from assistant.model import Library, Value


def implied(library: Library, facts: Mapping[str, Value]) -> dict[str, Value]:
    """The facts that these answers already tell, though nobody asked."""
    return dict(_told_by_others(library, facts, (name for name in library.facts if name not in facts)))


def contrary(library: Library, facts: Mapping[str, Value]) -> list[str]:
    """The facts that were said to be one thing while other answers tell another, or do not leave it possible."""
    told_otherwise = [name for name, value in _told_by_others(library, facts, facts) if facts[name] != value]
    return [*told_otherwise, *(name for name in facts if not _possible(library, name, facts))]


def _possible(library: Library, name: str, facts: Mapping[str, Value]) -> bool:
    """Whether an answer can be true beside the others: what it supposes (`only_if`) is so, or nobody said."""
    known = library.facts[name].values if name in library.facts else ()
    supposed = (test for value in known if value.id == facts[name] for test in value.only_if)
    return all(test.admits(facts[test.fact]) for test in supposed if test.fact in facts)


def _told_by_others(library: Library, facts: Mapping[str, Value], names: Iterable[str]) -> Iterator[tuple[str, Value]]:
    """What answers tell of the facts of these names."""
    for fact in (library.facts[name] for name in names if name in library.facts):
        for value in fact.values:
            if any(
                all(test.fact in facts and test.admits(facts[test.fact]) for test in tests) for tests in value.implied_by
            ):
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
