"""Several events in one case: all sanctions stand, each slot has one value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from assistant.decision.outcome import Due, Outcome, Slots, pointless
from assistant.decision.statuses import NOBODY
from assistant.errors import Conflict
from assistant.model import DEFAULT_PLAYER, WINDS, Library, Nature, Seat


def said_slots(outcome: Outcome) -> dict[str, str]:
    """What an outcome says of the slots; of several readings only what they agree on."""
    if not outcome.readings:
        return dict(outcome.slots)
    readings = [set(reading.then.slots) for reading in outcome.readings]
    return dict(sorted(set.intersection(*readings)))


def is_over(library: Library, ruleset: str, outcome: Outcome) -> bool:
    """Whether the deal is over by this, whichever reading is followed."""
    deal = library.rulesets[ruleset].slots[0]
    value = said_slots(outcome).get(deal)
    return value is not None and library.slots[deal].values[value].over


def wins(library: Library, outcome: Outcome) -> bool:
    """Whether the player in question has won."""
    return any(role == DEFAULT_PLAYER and library.sanctions[sanction].wins for role, sanction in outcome.sanctions)


def says_who_pays(library: Library, outcome: Outcome) -> bool:
    """Whether it is said, beside a win, who pays the hand: no penalty, but what the win brings."""
    found = [library.sanctions[name] for name in outcome.sanction_ids()]
    return any(one.amount and one.nature is Nature.DECISION for one in found) and not outcome.readings


def offered(library: Library, ruleset: str, outcome: Outcome | None, sanctions: Iterable[str]) -> list[str]:
    """Of these sanctions those that are given, or that what is left to the referee names; all where nothing is decided yet."""
    if outcome is None:
        return sorted(sanctions)
    given, words = outcome.sanction_ids(), " ".join(left.text for left in outcome.decides).casefold()
    here = [name for name in sorted(sanctions) if ruleset in library.sanctions[name].rulesets]
    return [name for name in here if name in given or library.sanctions[name].rulesets[ruleset].name.casefold() in words]


def with_winner(library: Library, outcome: Outcome, player: str) -> Outcome:
    """What a win says of the dealer and the counters once the seat of the winner is known."""
    if player not in list(WINDS):
        return outcome
    seat = player if player == Seat.EAST else "autre"
    readings = tuple(
        reading._replace(then=reading.then._replace(slots=_of_winner(library, reading.then.slots, seat)))
        if reading.then.player == DEFAULT_PLAYER
        and any(library.sanctions[name].wins for name in reading.then.sanctions)
        else reading
        for reading in outcome.readings
    )
    slots = _of_winner(library, outcome.slots, seat) if wins(library, outcome) else outcome.slots
    return outcome._replace(slots=slots, readings=readings)


def _of_winner(library: Library, slots: Slots, seat: str) -> Slots:
    """The slots once it is known whether the winner is Est or another."""
    return tuple((slot, library.slots[slot].values[value].winner.get(seat, value)) for slot, value in slots)


def combined_slots(library: Library, ruleset: str, outcomes: Sequence[Outcome]) -> tuple[tuple[str, str], ...]:
    """One value for each slot: the incident whose value comes first in the ruleset's order leads, and says the rest too.

    Where readings of one incident differ on the first slot, the referee's choice decides: what is said here is what every choice comes to.
    """
    ways = combined_ways(library, ruleset, outcomes)
    return next(iter(ways)) if len(ways) == 1 else ()


def ended(library: Library, ruleset: str, outcomes: Sequence[Outcome]) -> bool:
    """Whether the deal is over, whichever readings are followed."""
    deal = library.rulesets[ruleset].slots[0]
    ends = [dict(way).get(deal) for way in combined_ways(library, ruleset, outcomes)]
    return all(value is not None and library.slots[deal].values[value].over for value in ends)


def combined_ways(library: Library, ruleset: str, outcomes: Sequence[Outcome]) -> set[Slots]:
    """What each choice of readings comes to."""
    slots = library.rulesets[ruleset].slots
    leaders = [said_slots(outcome) for outcome in outcomes]
    open_ = [
        number
        for number, (outcome, said) in enumerate(zip(outcomes, leaders, strict=True))
        if outcome.readings and slots[0] not in said
    ]
    if open_:
        return {
            found
            for reading in outcomes[open_[0]].readings
            for way in [outcomes[open_[0]]._replace(slots=reading.then.slots, readings=())]
            for found in combined_ways(library, ruleset, [*outcomes[: open_[0]], way, *outcomes[open_[0] + 1 :]])
        }
    values: dict[str, str] = {}
    for slot in slots:
        said = [(one[slot], one) for one in leaders if slot in one]
        if not said or pointless(library, slot, values):
            continue
        order = library.rulesets[ruleset].combine.get(slot, ())
        values[slot] = _first(order, {value for value, _ in said}, slot)
        if slot == slots[0]:
            leaders = [one for value, one in said if value == values[slot]]
    return {tuple(values.items())}


def combined_outcome(library: Library, ruleset: str, outcomes: Sequence[Outcome], players: Sequence[str]) -> Outcome:
    """What several incidents decide together; the same sanction for two players stays two, told of one and of nobody it is his."""
    sanctions = frozenset(
        (f"{player} ({who})", sanction)
        for who, outcome in zip(players, outcomes, strict=True)
        for player, sanction in outcome.sanctions
    )
    if len(sanctions) > 1:
        sanctions = frozenset(pair for pair in sanctions if not library.sanctions[pair[1]].vanishes)
    told = list(zip(players, outcomes, strict=True))
    somebody = {one for who, outcome in told if who != NOBODY for one in outcome.dues}
    dues = frozenset(
        Due(one.amount._replace(payer=f"{one.amount.payer} ({who})"), one.numbers)
        for who, outcome in told
        for one in outcome.dues
        if who != NOBODY or one.amount.payer != DEFAULT_PLAYER or one not in somebody
    )
    return Outcome(
        sanctions,
        dues,
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
    for first, second in combinations(slots.values(), 2):
        try:
            combined_slots(library, ruleset, (first, second))
        except Conflict as conflict:
            problems.add(f"{ruleset} : {conflict} (par exemple {first.rules[0]} et {second.rules[0]})")
    return sorted(problems)
