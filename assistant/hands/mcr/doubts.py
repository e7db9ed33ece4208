"""Where an MCR text can be read two ways about a hand: which remark says so, and how many points more the other reading gives.

A remark is made where the ruleset has it. The count follows the reading that counts less; what hangs on it can keep the question of
the eight points open.
"""

from __future__ import annotations

from collections.abc import Iterator

from assistant.hands.mcr.corrections import Tally
from assistant.hands.mcr.exclusions import Sight
from assistant.hands.shape import waits

FIFTH, COMPLETED_PUNG = "attente-sur-une-cinquieme", "pung-complete-par-la-defausse"
NO_SINGLE_WAIT = (77, 78, 79, 5, 6, 7, 19, 53)
TWO_CONCEALED, THREE_CONCEALED, FOUR_CONCEALED, SHIFTED, SYMMETRY = 66, 33, 12, 30, 40


def doubts(count: Tally, sight: Sight) -> int:
    """Make the remarks; the most points that other readings would add."""
    more = 0
    for remark, points in _found(count, sight):
        if count.note(remark):
            more += points
    return more


def _found(count: Tally, sight: Sight) -> Iterator[tuple[str, int]]:
    fans, hand = count.fans, sight.hand
    if _fifth_copy(count, sight):
        yield FIFTH, 1
    if SYMMETRY in fans and sum(any(hand.every[start : start + 9]) for start in (0, 9, 18)) == 2:
        yield "symetrie-et-famille-absente", 1
    if SHIFTED in fans and (71 in fans or 72 in fans):
        yield "quatrieme-chow", 0
    if (5 in fans or 7 in fans) and sum(map(len, waits(hand.counts, hand.melded, len(hand.melds), sight.form))) == 1:
        yield "paire-d-une-main-speciale", 1
    if 19 in fans and (8 in fans or 11 in fans or 18 in fans):
        yield "sept-paires-sans-chow", 0
    if not sight.drawn and _completed_pung(sight) and FOUR_CONCEALED not in fans:
        more = 48 if THREE_CONCEALED in fans else 14 if TWO_CONCEALED in fans else 2
        if more > 2 or any(_concealed_pungs(sight)):
            yield COMPLETED_PUNG, more


def _concealed_pungs(sight: Sight) -> Iterator[int]:
    """The tiles of the pungs in hand and concealed kongs, the winning tile's aside."""
    own = sight.reading.sets if sight.reading else ()
    yield from (one[0] for one in own if one[0] == one[1] and one[0] != sight.hand.winning)
    yield from (meld.tiles[0] for meld in sight.hand.melds if not meld.open)


def _completed_pung(sight: Sight) -> bool:
    """Whether the winning tile can only have completed a pung."""
    if sight.reading is None:
        return False
    places = [one for one in sight.reading.sets if sight.hand.winning in one]
    return bool(places) and all(one[0] == one[1] for one in places) and sight.reading.pair != sight.hand.winning


def _fifth_copy(count: Tally, sight: Sight) -> bool:
    """Whether only a fifth copy keeps the wait from being a single one: the library counts it as waited for."""
    hand = sight.hand
    if any(number in count.fans for number in NO_SINGLE_WAIT) or max(hand.every) < 4:
        return False
    real, fifth = waits(hand.counts, hand.melded, len(hand.melds), sight.form)
    if len(real) != 1 or not fifth:
        return False
    for reading in sight.readings:
        if reading.pair == hand.winning:
            return True
        for first, middle, last in (one for one in reading.sets if one[0] != one[1]):
            edge = (first % 9 == 0 and last == hand.winning) or (last % 9 == 8 and first == hand.winning)
            if middle == hand.winning or edge:
                return True
    return False
