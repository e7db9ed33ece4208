"""What a ruleset usually decides: the ruling of one case for each incident, to draw from where a case has few neighbours."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from assistant.engine.engines import Engines
from assistant.model import Library
from assistant.training.exercises.neighbours import Alternative, judged
from assistant.training.exercises.origin import Origin

_known: WeakKeyDictionary[Engines, dict[str, tuple[Alternative, ...]]] = WeakKeyDictionary()


def repertoire(library: Library, engines: Engines, ruleset: str) -> tuple[Alternative, ...]:
    """The ruling of the first case of every incident of a ruleset."""
    rulings = _known.setdefault(engines, {})
    if ruleset not in rulings:
        rulings[ruleset] = tuple(_first_cases(library, engines, ruleset))
    return rulings[ruleset]


def _first_cases(library: Library, engines: Engines, ruleset: str) -> list[Alternative]:
    found: dict[str, Alternative] = {}
    for case in library.cases.values():
        if case.incident in found or ruleset not in case.expect:
            continue
        theirs = judged(library, engines, case, ruleset)
        if theirs is not None:
            found[case.incident] = Alternative(Origin.CONFUSION, ruleset, theirs.outcome, (), case.id, theirs.standing)
    return list(found.values())
