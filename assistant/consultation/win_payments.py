"""Who pays a winning hand: seat by seat where the case tells who won, on what, and whose tile it was."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from assistant.consultation.events import Judged
from assistant.consultation.naming import is_seated
from assistant.french import number
from assistant.hands.payments import Payer
from assistant.model import Library, Seat, Value
from assistant.model.hand_words import Flag, Game

FORFEIT = 8  # of every loser, whatever the hand is worth
VALUE = "la valeur de la main"
SHARE = "sa part de la main"


class Paid(NamedTuple):
    """What one seat pays the winner, in words, and in points where the tiles say them."""

    payer: Seat
    text: str
    points: int | None = None


def win_payments(library: Library, judged: Judged, beside: bool = False) -> list[Paid]:
    """What each seat pays the winner of an event, beside what its ruling already has paid; none where it is not known who pays."""
    ruleset = judged.questionnaire.network.ruleset
    form = library.hands.get(ruleset)
    if form is None or not is_seated(judged.event.player):
        return []
    losers = Seat(judged.event.player).others
    how = _circumstances(library, judged.known)
    target = judged.event.target
    discarder = Seat(target) if target is not None and is_seated(target) and Seat(target) in losers else None
    if Flag.RON in how and discarder is None:
        return []
    counted = [] if beside else _counted(judged, losers, discarder)
    if counted:
        return counted
    forfeit = form.game is not Game.RIICHI and not beside
    whole = f"{VALUE} plus {FORFEIT} points" if forfeit else VALUE
    if Flag.RON in how and discarder is not None:
        others = tuple(seat for seat in losers if seat != discarder) if forfeit else ()
        return [Paid(discarder, whole), *(Paid(seat, f"{FORFEIT} points") for seat in others)]
    if Flag.TSUMO in how:
        return [Paid(seat, SHARE if form.game is Game.RIICHI else whole) for seat in losers]
    return []


def _circumstances(library: Library, known: Mapping[str, Value]) -> set[str]:
    """What the answers tell of how the hand was won."""
    told = library.tiles.circumstances if library.tiles else {}
    return {word for fact, values in told.items() for word in values.get(str(known.get(fact)), ())}


def _counted(judged: Judged, losers: tuple[Seat, ...], discarder: Seat | None) -> list[Paid]:
    """What the tiles of the winner come to, where they were told and count in one way only."""
    ways = judged.tiles.paid() if judged.tiles else []
    if len(ways) != 1:
        return []
    east = Seat.EAST if Seat.EAST in losers else None
    paid: list[Paid] = []
    for payer, points in ways[0]:
        left = [seat for seat in losers if seat not in (discarder, *(one.payer for one in paid))]
        alone: dict[Payer, Seat | None] = {Payer.DISCARDER: discarder, Payer.EAST: east}
        seats = [alone[payer]] if payer in alone else left
        paid += [Paid(seat, f"{number(points)} points", points) for seat in seats if seat is not None]
    return paid
