"""The count of an MCR hand in the making: its fans, and what a ruleset's text counts otherwise than the library.

Each correction applies where the ruleset's `remarks` name it, and is then said with its clauses.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from assistant.hands.hand import Hand
from assistant.hands.mcr.exclusions import BY_TEXT, Removed
from assistant.hands.tiles import HONOURS, counted
from assistant.model.hands import HandRules

CONCEALED_BY_NATURE = (4, 6, 7, 12, 19, 20, 34)
CONCEALED_KONGS = {1: 67, 2: 48, 3: 33, 4: 12}
GREEN, GATES, ALL_TERMINALS, FOUR_CONCEALED, SEVEN_PAIRS, HALF_FLUSH, ALL_TYPES = 3, 4, 8, 12, 19, 50, 52
FULLY_CONCEALED, TILE_HOG, TERMINAL_PUNG, SELF_DRAWN = 56, 64, 73, 80


class Fan(NamedTuple):
    number: int
    times: int
    points: int  # for one


class Tally:
    """The fans counted so far, the remarks to make, the figures taken out again."""

    def __init__(self, hand: Hand, rules: HandRules, drawn: bool):
        self.hand = hand
        self.rules = rules
        self.drawn = drawn
        self.fans: dict[int, Fan] = {}
        self.notes: list[str] = []
        self.removed: list[Removed] = []

    @property
    def points(self) -> int:
        """Without flowers."""
        return sum(fan.times * fan.points for fan in self.fans.values())

    @property
    def times(self) -> Mapping[int, int]:
        return {number: fan.times for number, fan in self.fans.items()}

    def add(self, number: int, times: int = 1) -> None:
        """A figure at the text's points, whatever the library gives it."""
        self.fans[number] = Fan(number, times, self.rules.figures[str(number)].points or 0)

    def drop(self, number: int, because: int) -> None:
        """A figure that counts no more beside another, by the last remark made."""
        del self.fans[number]
        cites = self.rules.remarks[self.notes[-1]].cites
        self.removed.append(Removed(number, BY_TEXT, because, cites[0] if cites else None))

    def note(self, remark: str) -> bool:
        """Make a remark; False when this ruleset has no such remark, hence no such correction."""
        known = remark in self.rules.remarks
        if known and remark not in self.notes:
            self.notes.append(remark)
        return known


def put_right(count: Tally) -> None:
    """What this text counts otherwise than the library."""
    _kongs(count)
    fans, hand = count.fans, count.hand
    by_nature = any(number in fans for number in CONCEALED_BY_NATURE)
    closed = by_nature and count.drawn and not hand.is_open
    if closed and FULLY_CONCEALED not in fans and count.note("tout-cache-tire-en-plus"):
        count.add(FULLY_CONCEALED)
        fans.pop(SELF_DRAWN, None)
    if GREEN in fans and any(hand.every[HONOURS:]) and HALF_FLUSH not in fans and count.note("main-verte-et-semi-pure"):
        count.add(HALF_FLUSH)
    if SEVEN_PAIRS in fans:
        _pairs(count)
    if GATES in fans and TERMINAL_PUNG in fans and count.note("neuf-portes-sans-pung"):
        count.drop(TERMINAL_PUNG, GATES)


def _kongs(count: Tally) -> None:
    """Concealed kongs beside Three or Four Kongs; four concealed pungs already contain three."""
    concealed = sum(meld.is_kong and not meld.open for meld in count.hand.melds)
    if not concealed or not (5 in count.fans or 17 in count.fans):
        return
    figure = CONCEALED_KONGS[concealed]
    if figure in count.fans or (concealed == 3 and FOUR_CONCEALED in count.fans):
        return
    if count.note("kongs-caches-en-plus"):
        count.add(figure)
        for included in (66, 67) if concealed > 1 else ():
            if included in count.fans:
                count.drop(included, figure)


def _pairs(count: Tally) -> None:
    """Four of a kind and all types beside Seven Pairs."""
    fans, counts = count.fans, counted(count.hand.all_concealed)
    if TILE_HOG in fans:
        six_kinds = next((number for number in (GREEN, ALL_TERMINALS) if number in fans), None)
        if six_kinds and count.note("six-tuiles-differentes"):
            count.drop(TILE_HOG, six_kinds)
        elif max(counts[HONOURS:]) == 4 and count.note("quatre-identiques-d-une-famille"):
            of_suits = sum(number == 4 for number in counts[:HONOURS])
            if of_suits:
                count.add(TILE_HOG, of_suits)
            else:
                count.drop(TILE_HOG, SEVEN_PAIRS)
    if ALL_TYPES in fans and count.note("tout-type-en-cinq-elements"):
        count.drop(ALL_TYPES, SEVEN_PAIRS)
