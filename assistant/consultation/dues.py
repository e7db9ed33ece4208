"""What is owed over several events: nothing twice, and what another event makes void or leaves in doubt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from assistant.consultation.events import outcomes_of
from assistant.decision.events import combined_slots
from assistant.decision.outcome import Due
from assistant.decision.statuses import NOBODY
from assistant.model import DEFAULT_PLAYER, Library, Nature, OnDues, When

if TYPE_CHECKING:
    from assistant.consultation.shares import Share


def still_owed(library: Library, shares: Sequence[Share]) -> list[Share]:
    """What another event makes of what is owed for faults of the same deal: void, kept, or in doubt."""
    ruleset = shares[0].judged.questionnaire.network.ruleset
    slots = combined_slots(library, ruleset, outcomes_of([share.judged for share in shares]))
    doubtful = bool(slots) and library.slots[slots[0][0]].values[slots[0][1]].doubts
    return [_in_the_end(library, share, shares, doubtful) if share.outcome.dues else share for share in shares]


def _in_the_end(library: Library, share: Share, shares: Sequence[Share], doubtful: bool) -> Share:
    others = [other for other in shares if other is not share and other.judged.past == share.judged.past]
    said = {
        library.sanctions[name].on_dues: other.judged.event.number
        for other in others
        for name in other.outcome.sanction_ids()
    }
    if OnDues.VOID in said:
        without = share.outcome._replace(dues=frozenset())
        return share._replace(outcome=without, ruling={**share.ruling, "amounts": []}, void=said[OnDues.VOID])
    return share._replace(doubted=doubtful and bool(others) and not share.judged.past and OnDues.KEPT not in said)


def owed_once(library: Library, shares: list[Share]) -> list[Share]:
    """What an event decides for the whole table is not owed once more by what another decides of one player, nor the same payment twice."""
    return [
        share.without(
            _covered(library, share, shares)
            | _owed_before(library, share, shares[:index])
            | _punished_before(share, shares[:index])
            | _owed_by_somebody(share, shares)
        )
        for index, share in enumerate(shares)
    ]


def _covered(library: Library, share: Share, shares: Sequence[Share]) -> dict[str, int]:
    """The sanctions that others of the same deal count: for the whole table, or as the winner's own."""
    others = [other for other in shares if other is not share and other.judged.past == share.judged.past]
    covered = {
        name: other.judged.event.number
        for other in others
        for due in other.outcome.dues
        for name in library.sanctions[due.amount.sanction].covers
    }
    won = {
        name: other.judged.event.number
        for other in others
        if other.judged.event.player != NOBODY and other.judged.ended is None
        for name in sorted(other.outcome.sanction_ids())
        if library.sanctions[name].wins
    }
    return won | covered


def _owed_before(library: Library, share: Share, earlier: Sequence[Share]) -> dict[str, int]:
    """The payments, no punishments, that an earlier event of the same deal already makes the same player's."""
    same = [
        other
        for other in earlier
        if other.judged.event.player == share.judged.event.player and other.judged.past == share.judged.past
    ]
    before = {due: other.judged.event.number for other in reversed(same) for due in other.outcome.dues}
    mine: dict[str, list[Due]] = {}
    for due in share.outcome.dues:
        if library.sanctions[due.amount.sanction].nature is Nature.DECISION:
            mine.setdefault(due.amount.sanction, []).append(due)
    return {name: before[dues[0]] for name, dues in mine.items() if all(due in before for due in dues)}


def _punished_before(share: Share, earlier: Sequence[Share]) -> dict[str, int]:
    """The punishments of one act that another incident, told of the same player and moment, gives by the same clause."""
    judged, found = share.judged, dict[str, int]()
    for index, other in enumerate(earlier):
        between = [*(one.judged.when for one in earlier[index + 1 :]), judged.when]
        same = other.judged.event.player == judged.event.player and other.judged.incident != judged.incident
        if same and set(between) == {When.SAME_MOMENT} and other.outcome.cites[:1] == share.outcome.cites[:1]:
            names = {due.amount.sanction for due in share.outcome.dues & other.outcome.dues}
            found |= dict.fromkeys(sorted(names), other.judged.event.number)
    return found


def _owed_by_somebody(share: Share, shares: Sequence[Share]) -> dict[str, int]:
    """What an event of no player in question says that this player owes, where another of the same deal says who he is."""
    if share.judged.event.player != NOBODY:
        return {}
    return {
        due.amount.sanction: other.judged.event.number
        for other in shares
        if other.judged.event.player != NOBODY and other.judged.past == share.judged.past
        for due in other.outcome.dues & share.outcome.dues
        if due.amount.payer == DEFAULT_PLAYER
    }
