"""Several incidents in one case: all sanctions stand, what one entails is a fact for the next, each slot has one value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assistant.model import DEFAULT_PLAYER, Library, Value
from assistant.outcome import Outcome, pointless
from assistant.problem import Conflict


def entailed(library: Library, outcome: Outcome, same_player: bool) -> dict[str, Value]:
    """The facts that the sanctions of one incident make true for the next one."""
    found: dict[str, Value] = {}
    for player, sanction in sorted(outcome.sanctions):
        for name, value in library.sanctions[sanction].entails.items():
            if library.facts[name].scope == "table" or (same_player and player == DEFAULT_PLAYER):
                found[name] = value
    return found


def combined_slots(library: Library, ruleset: str, outcomes: Sequence[Outcome]) -> tuple[tuple[str, str], ...]:
    """One value for each slot: the incident whose value comes first in the ruleset's order leads, and says the rest too."""
    values: dict[str, str] = {}
    leaders = list(outcomes)
    for slot in library.rulesets[ruleset].slots:
        said = [(outcome.slot(slot), outcome) for outcome in leaders if outcome.slot(slot) is not None]
        if not said or pointless(library, slot, values):
            continue
        order = library.rulesets[ruleset].combine.get(slot, ())
        best = _first(order, {str(value) for value, _ in said}, slot)
        values[slot] = best
        if slot == library.rulesets[ruleset].slots[0]:
            leaders = [outcome for value, outcome in said if value == best]
    return tuple(values.items())


def combined_outcome(library: Library, ruleset: str, outcomes: Sequence[Outcome]) -> Outcome:
    """What several incidents decide together."""
    return Outcome(
        frozenset().union(*(outcome.sanctions for outcome in outcomes)),
        frozenset().union(*(outcome.dues for outcome in outcomes)),
        combined_slots(library, ruleset, outcomes),
        frozenset().union(*(outcome.silences for outcome in outcomes)),
        frozenset().union(*(outcome.decides for outcome in outcomes)),
        tuple(reading for outcome in outcomes for reading in outcome.readings),
        tuple(dict.fromkeys(clause for outcome in outcomes for clause in outcome.cites)),
        tuple(dict.fromkeys(rule for outcome in outcomes for rule in outcome.rules)),
    )


def _first(order: Iterable[str], values: set[str], slot: str) -> str:
    if len(values) == 1:
        return next(iter(values))
    ranked = [value for value in order if value in values]
    unranked = values - set(ranked)
    if unranked:
        raise Conflict(
            f"deux incidents donnent à « {slot} » des valeurs que ruleset.yaml (combine) n'ordonne pas : {', '.join(sorted(values))}",
            (),
        )
    return ranked[0]


def clashing_outcomes(library: Library, ruleset: str, outcomes: Iterable[Outcome]) -> list[str]:
    """What is wrong with the pairs of outcomes that occur: those whose slots do not combine."""
    slots = {outcome.slots: outcome for outcome in outcomes if not outcome.readings}
    problems: set[str] = set()
    for first in slots.values():
        for second in slots.values():
            try:
                combined_slots(library, ruleset, (first, second))
            except Conflict as conflict:
                problems.add(f"{ruleset} : {conflict} (par exemple {first.rules[0]} et {second.rules[0]})")
    return sorted(problems)
