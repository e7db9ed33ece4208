"""What follows from the waits of a riichi hand: furiten, and whether a concealed kong is allowed after riichi."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from assistant.hands.hand import Hand, Meld
from assistant.hands.shape import Form, Reading, Structure, readings, waits
from assistant.hands.tiles import COPIES, HandError, Mistake, counted, name
from assistant.model.hand_words import FuritenState, KongState


class Furiten(NamedTuple):
    """Which waited tiles were let go; `known` when everything that decides it was said."""

    state: FuritenState
    tiles: tuple[int, ...]
    known: bool


def furiten(hand: Hand, waited: Sequence[int]) -> Furiten:
    """The gravest reason first: a pass after riichi lasts, a discard lasts while it is waited for, a pass lasts a turn."""
    for state, let_go in (
        (FuritenState.OWN_DISCARD, hand.discards),
        (FuritenState.PASSED_RIICHI, hand.passed_riichi),
        (FuritenState.PASSED_TURN, hand.passed),
    ):
        hit = tuple(tile for tile in waited if tile in (let_go or ()))
        if hit:
            return Furiten(state, hit, True)
    told = hand.discards is not None and hand.passed is not None
    return Furiten(FuritenState.NONE, (), told or not waited)


class KongEffect(NamedTuple):
    """What a concealed kong after riichi changes."""

    state: KongState
    tile: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    reading: Reading | None
    completed_by: int | None

    @property
    def allowed(self) -> bool | None:
        """Whether the texts allow it; None where only a reading that no tile can complete speaks against it, which they leave open."""
        return None if self.state == KongState.IMPOSSIBLE_READING else self.state == KongState.SAME


def kong_effect(hand: Hand, form: Form) -> KongEffect | None:
    """The kong said with `kong:`, judged on the hand of the riichi; None when no kong was said or the hand did not wait."""
    if hand.kong is None:
        return None
    tile = hand.kong
    concealed, melds = list(hand.concealed), list(hand.melds)
    laid = Meld((tile,) * 4, False)
    if laid in melds:
        melds.remove(laid)
        concealed += [tile] * 3
    if hand.is_open or len(concealed) + 3 * len(melds) != 13:
        raise HandError(
            Mistake.NO_KONG, "Pour juger un kong après riichi il faut les treize tuiles du riichi, rien d'exposé."
        )
    counts = counted(concealed)
    if counts[tile] < 3:
        raise HandError(
            Mistake.NO_KONG, f"La main du riichi n'a que {counts[tile]} fois {name(tile)} : pas de kong caché."
        )
    melded = counted(held for meld in melds for held in meld.tiles)
    before, fifth = waits(counts, melded, len(melds), form)
    if not before:
        return None
    if counts[tile] == COPIES:
        return KongEffect(KongState.OTHER_TILE, tile, tuple(before), (), None, None)
    left = list(counts)
    left[tile] -= 3
    melded[tile] += COPIES
    after, _ = waits(left, melded, len(melds) + 1, form)
    if before != after:
        return KongEffect(KongState.OTHER_WAITS, tile, tuple(before), tuple(after), None, None)
    for state, tiles in ((KongState.OTHER_READING, before), (KongState.IMPOSSIBLE_READING, fifth)):
        for wait in tiles:
            counts[wait] += 1
            for reading in readings(counts, len(melds), form):
                if reading.kind != Structure.STANDARD or (tile,) * 3 not in reading.sets:
                    return KongEffect(state, tile, tuple(before), tuple(after), reading, wait)
            counts[wait] -= 1
    return KongEffect(KongState.SAME, tile, tuple(before), tuple(after), None, None)
