"""What lasts beyond an event of a case: the events as others read them, and the statuses that they set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from assistant.decision.outcome import Outcome, due
from assistant.model import DEFAULT_PLAYER, Lasts, Ruleset, Sets, Since, Value, When

NOBODY = "personne"  # an event that no player did: the signal, a wall that fell
ALL = "table"  # whose a status of the deal is
AIMED_AT = frozenset({"victime"})  # the roles of the player to whom it was done
READING, CHOICE = "lecture", "choix"
NO_CHOICE = "autre"  # the referee to whom the text left it chose something else
RANK = list(When)
_RANKED = {when: rank for rank, when in enumerate(RANK)}


class Happening(NamedTuple):
    """One event as the others read it: who did it to whom, what is known of it, and what was decided."""

    number: int
    incident: str
    player: str
    target: str | None
    when: When  # with regard to the one before
    facts: Mapping[str, Value]
    outcome: Outcome | None
    chosen: str | None = None  # of what the text leaves to the referee, what was chosen


class Open(NamedTuple):
    """What must be chosen before it can be said whether something holds: of this event its reading, or the referee's choice."""

    event: int
    key: str


class Held(NamedTuple):
    """A status of a player, with the event that set it and the ruleset's word on it."""

    status: str
    player: str
    event: int
    sets: Sets


def relation(case: Sequence[Happening], first: int, second: int) -> When:
    """When the later of two events happened with regard to the earlier, through all that lie between."""
    low, high = (first, second) if first < second else (second, first)
    if high - low == 1:
        return case[high].when
    return max((case[index].when for index in range(low + 1, high + 1)), key=_RANKED.__getitem__)


def with_reading(outcome: Outcome, index: int) -> Outcome:
    """The outcome under one of its readings, which the referee follows."""
    reading = outcome.readings[index]
    then = reading.then
    return outcome._replace(
        sanctions=outcome.sanctions | {(then.player, sanction) for sanction in then.sanctions},
        dues=outcome.dues | {due(amount, {}) for amount in then.amounts if amount.counts is None},
        slots=then.slots or outcome.slots,
        silences=outcome.silences | ({then.silence} if then.silence else set()),
        decides=outcome.decides | ({then.decides} if then.decides else set()),
        readings=(),
        cites=tuple(dict.fromkeys((*reading.cites, *outcome.cites))),
    )


def worlds_of(ruleset: Ruleset, happening: Happening) -> Iterator[tuple[str | None, Happening]]:
    """The ways in which an event can be decided that are still open, with what would have to be chosen."""
    outcome = happening.outcome
    if outcome is None:
        yield None, happening
    elif outcome.readings:
        for index in range(len(outcome.readings)):
            yield READING, happening._replace(outcome=with_reading(outcome, index))
    elif outcome.decides and happening.chosen is None:
        yield CHOICE, happening
        for sanction in sorted({name for sets in ruleset.sets if sets.chosen for name in sets.sanctions}):
            yield CHOICE, happening._replace(chosen=sanction)
    else:
        yield None, happening


def held(ruleset: Ruleset, case: Sequence[Happening], index: int) -> Iterator[tuple[Held, Open | None]]:
    """The statuses that earlier events set and that hold when this one happens; open where a choice decides it."""
    for earlier in range(index):
        ways = list(worlds_of(ruleset, case[earlier]))
        for sets in ruleset.sets:
            struck = [frozenset(struck_by(sets, world, relation(case, earlier, index))) for _, world in ways]
            for player in sorted(frozenset().union(*struck)):
                certain = all(player in players for players in struck)
                key = next((way for way, _ in ways if way is not None), None)
                waits = None if certain or key is None else Open(case[earlier].number, key)
                yield Held(sets.status, player, case[earlier].number, sets), waits


def struck_by(sets: Sets, happening: Happening, when: When) -> Iterator[str]:
    """The players on whom this event sets the status, as long as it lasts."""
    if sets.incidents is not None and happening.incident not in sets.incidents:
        return
    if when is When.EARLIER_DEAL and sets.lasts in (Lasts.TURN, Lasts.DEAL):
        return
    if sets.lasts is Lasts.TURN and when is not When.SAME_MOMENT:
        return
    if sets.of_the_deal and when is When.SAME_MOMENT:
        return
    ruled = when in (When.AFTER_RULING, When.EARLIER_DEAL)
    if happening.chosen in sets.sanctions and sets.chosen and ruled:
        yield happening.player
    if happening.outcome is None or (sets.since is Since.RULING and not ruled):
        return
    for player, sanction in happening.outcome.sanctions:
        if sanction in sets.sanctions and (who := _whose(sets, happening, player)) is not None:
            yield who


def _whose(sets: Sets, happening: Happening, role: str) -> str | None:
    """The player, or the deal, whose the status is that a sanction of this role sets."""
    if sets.of_the_deal:
        return ALL
    return happening.target if sets.of_the_target else _whom(happening, role)


def _whom(happening: Happening, role: str) -> str | None:
    """The player of a case whom a role of the outcome means, where it can be told."""
    if role == DEFAULT_PLAYER:
        return None if happening.player == NOBODY else happening.player
    return happening.target if role in AIMED_AT else None


def first_set(ruleset: Ruleset, status: str, case: Sequence[Happening], index: int, player: str) -> int | None:
    """The first event of the case that set a status which holds of a player when another happens."""
    for earlier in range(index):
        for _, world in worlds_of(ruleset, case[earlier]):
            when = relation(case, earlier, index)
            if strikes(ruleset, status, world, when, player):
                return earlier
    return None


def strikes(ruleset: Ruleset, status: str | None, world: Happening, when: When, player: str) -> bool:
    """Whether an event set a status that holds of a player, or of the deal."""
    mine = (sets for sets in ruleset.sets if sets.status == status)
    return any(who in (player, ALL) for sets in mine for who in struck_by(sets, world, when))
