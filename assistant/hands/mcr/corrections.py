"""The count of an MCR hand in the making: its fans, and what a ruleset's text counts otherwise than the library.

Each correction applies where the ruleset's `remarks` name it, and is then said with its clauses.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from assistant.hands.hand import Hand
from assistant.hands.mcr.exclusions import Principle, Removed
from assistant.hands.mcr.fans import Fan
from assistant.hands.tiles import COPIES, HONOURS, counted
from assistant.model.hand_words import ChineseRemark
from assistant.model.hands import HandRules

CONCEALED_BY_NATURE = (
    Fan.NINE_GATES,
    Fan.SEVEN_SHIFTED_PAIRS,
    Fan.THIRTEEN_ORPHANS,
    Fan.FOUR_CONCEALED_PUNGS,
    Fan.SEVEN_PAIRS,
    Fan.GREATER_HONORS_AND_KNITTED_TILES,
    Fan.LESSER_HONORS_AND_KNITTED_TILES,
)
CONCEALED_KONGS = {
    1: Fan.CONCEALED_KONG,
    2: Fan.TWO_CONCEALED_KONGS,
    3: Fan.THREE_CONCEALED_PUNGS,
    4: Fan.FOUR_CONCEALED_PUNGS,
}


class CountedFan(NamedTuple):
    """A figure that counts: how often, and the points of one."""

    fan: Fan
    times: int
    points: int


class Tally:
    """The fans counted so far, the remarks to make, the figures taken out again."""

    def __init__(self, hand: Hand, rules: HandRules, drawn: bool):
        self.hand = hand
        self.rules = rules
        self.drawn = drawn
        self.fans: dict[Fan, CountedFan] = {}
        self.notes: list[ChineseRemark] = []
        self.removed: list[Removed] = []

    @property
    def points(self) -> int:
        """Without flowers."""
        return sum(counts.times * counts.points for counts in self.fans.values())

    @property
    def times(self) -> Mapping[Fan, int]:
        return {fan: counts.times for fan, counts in self.fans.items()}

    def add(self, fan: Fan, times: int = 1) -> None:
        """A figure at the text's points, whatever the library gives it."""
        self.fans[fan] = CountedFan(fan, times, self.rules.figures[str(fan)].points or 0)

    def drop(self, fan: Fan, because: Fan) -> None:
        """A figure that counts no more beside another, by the last remark made."""
        del self.fans[fan]
        cites = self.rules.remarks[self.notes[-1]].cites
        self.removed.append(Removed(fan, Principle.TEXT, because, cites[0] if cites else None))

    def note(self, remark: ChineseRemark) -> bool:
        """Make a remark; False when this ruleset has no such remark, hence no such correction."""
        known = remark in self.rules.remarks
        if known and remark not in self.notes:
            self.notes.append(remark)
        return known


def put_right(count: Tally) -> None:
    """What this text counts otherwise than the library."""
    _kongs(count)
    fans, hand = count.fans, count.hand
    by_nature = any(fan in fans for fan in CONCEALED_BY_NATURE)
    closed = by_nature and count.drawn and not hand.is_open
    if closed and Fan.FULLY_CONCEALED_HAND not in fans and count.note(ChineseRemark.FULLY_CONCEALED):
        count.add(Fan.FULLY_CONCEALED_HAND)
        fans.pop(Fan.SELF_DRAWN, None)
    green = Fan.ALL_GREEN in fans and any(hand.every[HONOURS:])
    if green and Fan.HALF_FLUSH not in fans and count.note(ChineseRemark.GREEN_AND_HALF_FLUSH):
        count.add(Fan.HALF_FLUSH)
    if Fan.SEVEN_PAIRS in fans:
        _pairs(count)
    gates = Fan.NINE_GATES in fans and Fan.PUNG_OF_TERMINALS_OR_HONORS in fans
    if gates and count.note(ChineseRemark.GATES_WITHOUT_PUNG):
        count.drop(Fan.PUNG_OF_TERMINALS_OR_HONORS, Fan.NINE_GATES)


def _kongs(count: Tally) -> None:
    """Concealed kongs beside Three or Four Kongs; four concealed pungs already contain three."""
    concealed = sum(meld.is_kong and not meld.open for meld in count.hand.melds)
    if not concealed or not (Fan.FOUR_KONGS in count.fans or Fan.THREE_KONGS in count.fans):
        return
    figure = CONCEALED_KONGS[concealed]
    if figure in count.fans or (concealed == 3 and Fan.FOUR_CONCEALED_PUNGS in count.fans):
        return
    if count.note(ChineseRemark.CONCEALED_KONGS):
        count.add(figure)
        for included in (Fan.TWO_CONCEALED_PUNGS, Fan.CONCEALED_KONG) if concealed > 1 else ():
            if included in count.fans:
                count.drop(included, figure)


def _pairs(count: Tally) -> None:
    """Four of a kind and all types beside Seven Pairs."""
    fans, counts = count.fans, counted(count.hand.all_concealed)
    if Fan.TILE_HOG in fans:
        six_kinds = next((fan for fan in (Fan.ALL_GREEN, Fan.ALL_TERMINALS) if fan in fans), None)
        if six_kinds and count.note(ChineseRemark.SIX_KINDS_OF_TILES):
            count.drop(Fan.TILE_HOG, six_kinds)
        elif max(counts[HONOURS:]) == COPIES and count.note(ChineseRemark.TILE_HOG_OF_A_SUIT):
            of_suits = sum(number == COPIES for number in counts[:HONOURS])
            if of_suits:
                count.add(Fan.TILE_HOG, of_suits)
            else:
                count.drop(Fan.TILE_HOG, Fan.SEVEN_PAIRS)
    if Fan.ALL_TYPES in fans and count.note(ChineseRemark.TYPES_IN_FIVE_SETS):
        count.drop(Fan.ALL_TYPES, Fan.SEVEN_PAIRS)
