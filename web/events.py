"""The events of a case in its address: taken out or put in another order, each with all that was said of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from assistant.consultation.intake import BY, NAMES, PREFIXED, SEATS, TO_WHOM, WHEN, WHO, is_hand
from assistant.decision.statuses import CHOICE, NOBODY, READING
from assistant.model import INCIDENT, By, Library, Scope, When

Group = dict[str, str]  # what was said of one event, without its number
FIRST, OTHER = "le premier", "l'autre"  # the player of the first event, and another, where they have no seat


class Rearranged(NamedTuple):
    """A case with its events in another order, and those of which it must be said again when they happened."""

    facts: dict[str, str]
    unsaid: list[int]


def count(facts: Mapping[str, str]) -> int:
    """How many events an address tells of."""
    return sum(name.rpartition(".")[2] == INCIDENT for name in facts)


def prefix(number: int) -> str:
    """What stands before the names of one event."""
    return "" if number == 1 else f"{number}."


def removed(library: Library, facts: Mapping[str, str], number: int) -> Rearranged:
    """The case without one of its events; those after it move up."""
    table, groups = _split(library, facts)
    order = [index for index in range(len(groups)) if index != number - 1]
    return _told(table, groups, order)


def swapped(library: Library, facts: Mapping[str, str], number: int) -> Rearranged:
    """The case with an event before the one that it followed."""
    table, groups = _split(library, facts)
    order = list(range(len(groups)))
    order[number - 2], order[number - 1] = order[number - 1], order[number - 2]
    return _told(table, groups, order)


def _split(library: Library, facts: Mapping[str, str]) -> tuple[Group, list[Group]]:
    """What was said of the table, and of each event."""
    table: Group = {}
    groups: dict[int, Group] = {}
    for name, value in facts.items():
        number, bare = parted(name)
        fact = None if is_hand(library, bare) else library.facts.get(bare)
        if fact is not None and fact.scope != Scope.FAULT:
            table[bare] = value
        else:
            groups.setdefault(number, {})[bare] = value
    return table, [groups[number] for number in sorted(groups)]


def _told(table: Group, groups: Sequence[Group], order: Sequence[int]) -> Rearranged:
    """These events in this order, as an address tells them."""
    players = _players(groups)
    facts: dict[str, str] = {}
    unsaid: list[int] = []
    for place, index in enumerate(order):
        when = _moment(groups, order, place)
        said = {INCIDENT: groups[index][INCIDENT], **_player(players[order[0]], players[index], place == 0)}
        said |= {WHEN: when} if when else {}
        said |= {name: value for name, value in groups[index].items() if name not in (WHO, BY, WHEN)}
        facts |= {prefix(place + 1) + name: value for name, value in said.items()}
        if place == 0:
            facts |= table
        elif when is None and any(_between(groups, order, place)):
            unsaid.append(place + 1)
    return Rearranged(facts, unsaid)


def _players(groups: Sequence[Group]) -> list[str | None]:
    """Who did each: a seat, the player of the first event or another where none is given, None where it was not said."""
    first = groups[0].get(WHO, FIRST)
    told = {By.SAME.value: first, By.OTHER.value: OTHER}
    return [first, *(group.get(WHO) or told.get(group.get(BY, "")) for group in groups[1:])]


def _player(first: str | None, player: str | None, is_first: bool) -> Group:
    """How it is said who did an event, with regard to the one that is first now."""
    if player is None:
        return {}
    if player not in (FIRST, OTHER):
        return {WHO: player}
    if is_first or first is None:
        return {}
    if first in (FIRST, OTHER):
        return {BY: By.SAME if player == first else By.OTHER}
    return {BY: By.OTHER} if player == OTHER else {}


def _moment(groups: Sequence[Group], order: Sequence[int], place: int) -> str | None:
    """When an event happened with regard to the one that is before it now, as far as what was said tells."""
    if place == 0:
        return None
    between = _between(groups, order, place)
    apart = [when for when in between if when != When.SAME_MOMENT]
    if not apart:
        return When.SAME_MOMENT
    return apart[0] if len(apart) == 1 and order[place - 1] < order[place] else None


def _between(groups: Sequence[Group], order: Sequence[int], place: int) -> list[str | None]:
    """What was said of the moments between an event and the one that is before it now."""
    low, high = sorted((order[place - 1], order[place]))
    return [groups[index].get(WHEN) for index in range(low + 1, high + 1)]


def parted(key: str) -> tuple[int, str]:
    """The number of the event that a name is said of, and the name without it."""
    match = PREFIXED.fullmatch(key)
    return (int(match[1]), match[2]) if match else (1, key)


def of_any_ruleset(facts: Mapping[str, str]) -> dict[str, str]:
    """A case without the readings followed and the choices made, which each text numbers and names in its own way."""
    return {name: value for name, value in facts.items() if parted(name)[1] not in (READING, CHOICE)}


def names_in_use(facts: Mapping[str, str], but: str) -> tuple[str, ...]:
    """How players can be named beside those that other answers name: by seats, by letters, or by either."""
    named = {value for name, value in facts.items() if parted(name)[1] in (WHO, TO_WHOM) and name != but} - {NOBODY}
    if not named:
        return SEATS
    return NAMES if named <= set(NAMES) else tuple(seat for seat in SEATS if seat not in NAMES)
