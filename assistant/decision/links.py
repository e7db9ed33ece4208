"""What earlier and other events of a case make true of one of them: statuses that last, and facts that links settle.

Nothing is inferred here: the outcomes that the engine gave are read, and facts come out, with which it judges the next one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from assistant.decision.statuses import (
    ALL,
    Happening,
    Open,
    first_set,
    relation,
    strikes,
    struck_by,
    worlds_of,
)
from assistant.model import (
    WINDS,
    By,
    Library,
    Link,
    LinkSource,
    Order,
    Reads,
    Ruleset,
    Value,
    When,
)


class Settled(NamedTuple):
    """A fact of an event that something else settles: a link with the other event, or the seat alone."""

    fact: str
    value: Value
    link: Link
    event: int | None


class Found(NamedTuple):
    """All that links say of one event: what they settle, and what waits for a choice."""

    settled: dict[str, Settled]
    open: dict[str, Open]  # a fact that would be settled, were it chosen
    asked: Mapping[str, Link] = {}  # rare circumstances that another event makes likely
    excluded: Mapping[str, tuple[Settled, ...]] = {}  # of a fact the answers that another event makes impossible
    opened: Mapping[str, Link] = {}  # the facts that another event leaves to be asked


def told_by_others(library: Library, ruleset: Ruleset) -> frozenset[str]:
    """The rare circumstances that an event of another player settles: in a case of several events one would have told them."""
    by_another = (link for link in ruleset.links if link.source is not None and link.source.by is By.OTHER)
    return frozenset(name for link in by_another for name, _ in link.settles if library.facts[name].usual is not None)


class _Links:
    """All links of a ruleset, known by which they are and not by what they hold."""

    __slots__ = ("links",)

    def __init__(self, links: tuple[Link, ...]):
        self.links = links

    def __hash__(self) -> int:
        return id(self.links)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Links) and other.links is self.links


def bearing(ruleset: Ruleset, incident: str, reads: Reads, stratum: int | None = None) -> tuple[Link, ...]:
    """The links that may settle something of this incident, in their order; of one stratum, if it is named."""
    return _bearing(_Links(ruleset.links), incident, reads, stratum)


@lru_cache(maxsize=4096)
def _bearing(every: _Links, incident: str, reads: Reads, stratum: int | None) -> tuple[Link, ...]:
    here = (link for link in every.links if link.incidents is None or incident in link.incidents)
    return tuple(link for link in here if link.reads is reads and stratum in (None, link.stratum))


def settled_facts(
    ruleset: Ruleset, case: Sequence[Happening], index: int, reads: Reads, links: Iterable[Link] | None = None
) -> Found:
    """What the links of a ruleset settle of one event; the first link that says something of a fact is heard."""
    here, alone = case[index], len(case) == 1
    settled: dict[str, Settled] = {}
    waiting: dict[str, Open] = {}
    asked: dict[str, Link] = {}
    excluded: dict[str, tuple[Settled, ...]] = {}
    opened: dict[str, Link] = {}
    for link in bearing(ruleset, here.incident, reads) if links is None else links:
        if link.reads is not reads or (link.incidents is not None and here.incident not in link.incidents):
            continue
        if alone and link.source is not None:
            continue
        said, source = _holds(ruleset, link, case, index)
        asked.update(dict.fromkeys(link.asks, link) if said is True else {})
        opened.update(dict.fromkeys(link.opens, link) if said is True else {})
        for fact, never in link.excludes if said is True else ():
            excluded[fact] = (*excluded.get(fact, ()), *(Settled(fact, value, link, source) for value in never))
        for fact, value in _values(link, case, source):
            if fact in settled or fact in waiting or fact in opened:
                continue
            if isinstance(said, Open):
                waiting[fact] = said
            elif said:
                settled[fact] = Settled(fact, value, link, source)
    return Found(settled, waiting, {fact: link for fact, link in asked.items() if fact not in settled}, excluded, opened)


def _values(link: Link, case: Sequence[Happening], source: int | None) -> Iterator[tuple[str, Value]]:
    """What a link settles: values as written, and a number that is one more than in the event it found."""
    yield from link.settles
    if link.counts is not None and source is not None:
        before = case[source - 1].facts.get(link.counts, 1)
        yield link.counts, (before if isinstance(before, int) else 1) + 1


def _holds(ruleset: Ruleset, link: Link, case: Sequence[Happening], index: int) -> tuple[bool | Open, int | None]:
    """Whether some event of the case is what the link looks for, with its number."""
    if link.source is None:
        return case[index].player in link.seats, None
    waits: Open | None = None
    counted: set[str] = set()  # the players found so far, where so many are looked for
    for other in reversed(range(len(case))):
        if other == index or not _placed(link.source, case, index, other):
            continue
        worlds = list(worlds_of(ruleset, case[other]))
        answers = [(key, _matches(ruleset, link.source, case, index, other, world)) for key, world in worlds]
        if all(answer for _, answer in answers):
            counted |= _players(ruleset, link.source, case, index, other, worlds[0][1])
            if len(counted) >= link.source.players:
                return True, case[other].number
            continue
        key = next((key for key, _ in answers if key is not None), None)
        if key is not None and any(answer for _, answer in answers):
            waits = waits or Open(case[other].number, key)
    return (waits, waits.event) if waits else (False, None)


def _placed(source: LinkSource, case: Sequence[Happening], index: int, other: int) -> bool:
    """Whether another event lies where a link looks: of which incident and by whom, before or after, when."""
    here, there = case[index], case[other]
    if source.incidents is not None and there.incident not in source.incidents:
        return False
    if source.by is not None and not source.players and (source.by is By.SAME) != (there.player == here.player):
        return False
    if source.seats and source.status is None and there.player not in source.seats:
        return False
    if source.causes and there.target != here.player:
        return False
    when = relation(case, index, other)
    before = other < index or when is When.SAME_MOMENT
    after = other > index or when is When.SAME_MOMENT
    if (source.order is Order.BEFORE and not before) or (source.order is Order.AFTER and not after):
        return False
    if source.whens is not None and when not in source.whens:
        return False
    if source.whens is None and when is When.EARLIER_DEAL and source.status is None:
        return False
    if source.closer and not _closer(here, there):
        return False
    return not (source.unplaced and _order(here, there) is not None)


def _closer(here: Happening, there: Happening) -> bool:
    """Whether the other's player comes first, in the order of play, after the one whose tile both take."""
    order = _order(here, there)
    return order is not None and order[1] < order[0]


def _order(here: Happening, there: Happening) -> tuple[int, int] | None:
    """How many turns after the one whose tile both take each of two players comes; None where it cannot be told."""
    from_whom = here.target or there.target
    seats = [seat.value for seat in WINDS]
    if from_whom not in seats or here.player not in seats or there.player not in seats:
        return None
    mine, theirs = ((seats.index(one.player) - seats.index(from_whom)) % 4 for one in (here, there))
    return mine, theirs


def _matches(
    ruleset: Ruleset, source: LinkSource, case: Sequence[Happening], index: int, other: int, world: Happening
) -> bool:
    """Whether what was decided of another event, in one of its worlds, is what a link asks for."""
    if not _fits(source, world):
        return False
    return source.status is None or (
        world.outcome is not None and _set_in_order(ruleset, source, case, index, other, world)
    )


def _fits(source: LinkSource, world: Happening) -> bool:
    """Whether an event by itself, in one of its worlds, is what a link asks for, wherever it stands in the case."""
    if source.incidents is not None and world.incident not in source.incidents:
        return False
    if not all(test.admits(world.facts.get(test.fact)) for test in source.tests):
        return False
    if world.outcome is None:
        return not (source.sanctions or source.without or source.status or source.slots)
    given = world.outcome.sanction_ids() | ({world.chosen} if world.chosen else set())
    if (source.sanctions and not source.sanctions & given) or source.without & given:
        return False
    return all(world.outcome.slot(slot) in values for slot, values in source.slots)


def fits_alone(source: LinkSource, happening: Happening) -> bool:
    """Whether an event by itself is what a link looks for."""
    return _fits(source, happening)


def traits(ruleset: Ruleset, happening: Happening) -> tuple[object, ...]:
    """All that links and statuses read of an event by itself: two events with equal traits are one to every other event."""
    worlds = list(worlds_of(ruleset, happening))
    read = tuple(
        (
            fitting := tuple(_fits(link.source, world) for _, world in worlds),
            happening.facts.get(link.counts) if link.counts and any(fitting) else None,
        )
        for link in ruleset.links
        if link.source is not None
    )
    struck = tuple(
        tuple(
            (frozenset(role for role, name in _given(world) if name in sets.sanctions), world.chosen in sets.sanctions)
            for _, world in worlds
        )
        for sets in ruleset.sets
        if sets.incidents is None or happening.incident in sets.incidents
    )
    return read, struck, tuple(key for key, _ in worlds)


def may_read(ruleset: Ruleset, link: Link, happening: Happening) -> bool:
    """Whether a link could find what it looks for in this event, in some way in which it can be decided."""
    source = link.source
    if source is None or not any(_fits(source, world) for _, world in worlds_of(ruleset, happening)):
        return False
    setting = [
        sets
        for sets in ruleset.sets
        if sets.status == source.status and (sets.incidents is None or happening.incident in sets.incidents)
    ]
    return source.status is None or any(
        world.chosen in sets.sanctions or any(name in sets.sanctions for _, name in _given(world))
        for sets in setting
        for _, world in worlds_of(ruleset, happening)
    )


def _given(happening: Happening) -> frozenset[tuple[str, str]]:
    return happening.outcome.sanctions if happening.outcome is not None else frozenset()


def _set_in_order(
    ruleset: Ruleset, source: LinkSource, case: Sequence[Happening], index: int, other: int, world: Happening
) -> bool:
    """Whether the event set the status, which holds of the player of this one, or who is looked for, after another status where that is asked."""
    return bool(_players(ruleset, source, case, index, other, world))


def _players(
    ruleset: Ruleset, source: LinkSource, case: Sequence[Happening], index: int, other: int, world: Happening
) -> frozenset[str]:
    """The players of whom a link looks for a status, and on whom this event set it."""
    when, here = relation(case, other, index), case[index].player
    looked_for: frozenset[str] = source.seats or frozenset({here})
    if source.players:
        struck = {who for sets in ruleset.sets if sets.status == source.status for who in struck_by(sets, world, when)}
        looked_for = frozenset(struck - {ALL} - ({here} if source.by is By.OTHER else set()))
    return frozenset(
        player
        for player in looked_for
        if strikes(ruleset, source.status, world, when, player)
        and (
            source.after_status is None
            or ((number := first_set(ruleset, source.after_status, case, index, player)) is not None and number < other)
        )
    )


