"""Where an MCR text can be read two ways about a hand: which remark says so, and how many points more the other reading gives.

A remark is made where the ruleset has it. The count follows the reading that counts less; what hangs on it can keep the question of
the eight points open.
"""

from __future__ import annotations

from collections.abc import Iterator

from assistant.hands.mcr.corrections import Tally
from assistant.hands.mcr.exclusions import Sight
from assistant.hands.mcr.fans import Fan
from assistant.hands.shape import waits
from assistant.hands.tiles import COPIES
from assistant.model.hand_words import ChineseRemark

NO_SINGLE_WAIT = (
    Fan.EDGE_WAIT,
    Fan.CLOSED_WAIT,
    Fan.SINGLE_WAIT,
    Fan.FOUR_KONGS,
    Fan.SEVEN_SHIFTED_PAIRS,
    Fan.THIRTEEN_ORPHANS,
    Fan.SEVEN_PAIRS,
    Fan.MELDED_HAND,
)
WITHOUT_CHOW = (Fan.ALL_TERMINALS, Fan.ALL_HONORS, Fan.ALL_TERMINALS_AND_HONORS)


def doubts(count: Tally, sight: Sight) -> int:
    """Make the remarks; the most points that other readings would add."""
    more = 0
    for remark, points in _readable_otherwise(count, sight):
        if count.note(remark):
            more += points
    return more


def _readable_otherwise(count: Tally, sight: Sight) -> Iterator[tuple[ChineseRemark, int]]:
    fans, hand = count.fans, sight.hand
    if _fifth_copy(count, sight):
        yield ChineseRemark.FIFTH_COPY, 1
    if Fan.REVERSIBLE_TILES in fans and sum(any(hand.every[start : start + 9]) for start in (0, 9, 18)) == 2:
        yield ChineseRemark.SYMMETRY_AND_VOIDED_SUIT, 1
    if Fan.PURE_SHIFTED_CHOWS in fans and (Fan.SHORT_STRAIGHT in fans or Fan.TWO_TERMINAL_CHOWS in fans):
        yield ChineseRemark.FOURTH_CHOW, 0
    if (Fan.FOUR_KONGS in fans or Fan.THIRTEEN_ORPHANS in fans) and sight.one_tile_completes:
        yield ChineseRemark.PAIR_OF_A_SPECIAL_HAND, 1
    if Fan.SEVEN_PAIRS in fans and any(fan in fans for fan in WITHOUT_CHOW):
        yield ChineseRemark.PAIRS_WITHOUT_CHOW, 0
    if not sight.drawn and _completed_pung(sight) and Fan.FOUR_CONCEALED_PUNGS not in fans:
        more = 48 if Fan.THREE_CONCEALED_PUNGS in fans else 14 if Fan.TWO_CONCEALED_PUNGS in fans else 2
        if more > 2 or _concealed_pung(sight):
            yield ChineseRemark.COMPLETED_PUNG, more


def _concealed_pung(sight: Sight) -> bool:
    """Whether a pung in hand or a kong is concealed, the winning tile's aside."""
    own = sight.reading.sets if sight.reading else ()
    in_hand = any(group[0] == group[1] and group[0] != sight.hand.winning for group in own)
    return in_hand or any(not meld.open for meld in sight.hand.melds)


def _completed_pung(sight: Sight) -> bool:
    """Whether the winning tile can only have completed a pung."""
    if sight.reading is None:
        return False
    places = [group for group in sight.reading.sets if sight.hand.winning in group]
    return bool(places) and all(group[0] == group[1] for group in places) and sight.reading.pair != sight.hand.winning


def _fifth_copy(count: Tally, sight: Sight) -> bool:
    """Whether only a fifth copy keeps the wait from being a single one: the library counts it as waited for."""
    hand = sight.hand
    if any(fan in count.fans for fan in NO_SINGLE_WAIT) or max(hand.every) < COPIES:
        return False
    real, fifth = waits(hand.counts, hand.melded, len(hand.melds), sight.form)
    if len(real) != 1 or not fifth:
        return False
    for reading in sight.readings:
        if reading.pair == hand.winning:
            return True
        for first, middle, last in (group for group in reading.sets if group[0] != group[1]):
            edge = (first % 9 == 0 and last == hand.winning) or (last % 9 == 8 and first == hand.winning)
            if middle == hand.winning or edge:
                return True
    return False
