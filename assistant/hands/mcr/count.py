"""The value of an MCR hand: its fans, its points, and what the principles of counting left out.

PyMahjongGB counts. It checks nothing that it is given, so only tiles that `hand` has checked come here; and where it counts
otherwise than a text, the ruleset's own remarks say so and the count is put right. It is an optional extra.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from assistant.hands.hand import Hand, Meld
from assistant.hands.mcr import seven_pairs
from assistant.hands.mcr.corrections import CountedFan, Tally, put_right
from assistant.hands.mcr.doubts import doubts
from assistant.hands.mcr.exclusions import Removed, Sight, left_out
from assistant.hands.mcr.fans import Fan, named
from assistant.hands.payments import Payer, Payment
from assistant.hands.shape import FORMS, Reading, Structure, readings
from assistant.hands.tiles import HONOURS, WHITE, Wind, counted
from assistant.model.hand_words import ChineseRemark, Flag, Game
from assistant.model.hands import HandRules

try:
    from MahjongGB import MahjongFanCalculator, MahjongShanten
except ImportError:  # it comes as source only: without a C++ compiler it is not there
    MahjongFanCalculator = MahjongShanten = None

FORM = FORMS[Game.MCR]
MISSING = (
    "Le compte des figures MCR demande PyMahjongGB, absent ici : installez un compilateur C++, puis "
    'pip install "arbitre[mcr]" (ou make). '
    "Sans lui, la structure et l'attente sont dites, pas les points."
)
MINIMUM = 8
FORFEIT = 8
WAITS = (Fan.EDGE_WAIT, Fan.CLOSED_WAIT, Fan.SINGLE_WAIT)
MIXED_KONGS = "Concealed Kong and Melded Kong"  # the texts have it under number 57
MIXED_KONGS_POINTS = 6


class Circumstances(NamedTuple):
    drawn: bool
    seat: Wind
    prevalent: Wind


class ChineseValue(NamedTuple):
    fans: tuple[CountedFan, ...]
    points: int  # without flowers
    doubt: int  # points more where a text can be read otherwise
    flowers: int
    removed: tuple[Removed, ...]
    notes: tuple[ChineseRemark, ...]

    @property
    def enough(self) -> bool:
        return self.points >= MINIMUM

    @property
    def open(self) -> bool:
        """Whether the eight points hang on how the text is read."""
        return not self.enough and self.points + self.doubt >= MINIMUM


def available() -> bool:
    return MahjongFanCalculator is not None


def library_tile(tile: int) -> str:
    """A tile as the library writes it."""
    if tile >= WHITE:
        return f"J{3 - (tile - WHITE)}"
    return f"F{tile - HONOURS + 1}" if tile >= HONOURS else f"{'WBT'[tile // 9]}{tile % 9 + 1}"


def _pack(meld: Meld) -> tuple[str, str, int]:
    if meld.is_chow:
        return ("CHI", library_tile(meld.tiles[1]), 1)
    return ("GANG" if meld.is_kong else "PENG", library_tile(meld.tiles[0]), 1 if meld.open else 0)


def shanten(hand: Hand) -> int | None:
    """How many tiles are missing before the hand waits; None where the library is missing or cannot say."""
    if not available() or len(hand.concealed) % 3 != 1:
        return None
    packs = tuple(_pack(meld) for meld in hand.melds)
    return int(MahjongShanten(pack=packs, hand=tuple(map(library_tile, hand.concealed))))


def value(
    hand: Hand, rules: HandRules, won: Circumstances, ways: Sequence[Reading] | None = None
) -> ChineseValue | None:
    """The fans of a checked hand of fourteen tiles; None when it is not complete. `ways` are its readings, if already known."""
    assert hand.winning is not None and hand.right_count
    if ways is None:
        ways = readings(counted(hand.all_concealed), len(hand.melds), FORM)
    if not ways:
        return None
    count = _by_library(hand, rules, won)
    put_right(count)
    other = _as_pairs(hand, rules, won) if any(reading.kind == Structure.PAIRS for reading in ways) else None
    if other is not None and other.points > count.points:
        count = other
    if Flag.NO_WAIT in hand.flags:
        for fan in WAITS:
            count.fans.pop(fan, None)
    sight = Sight(hand, won.drawn, FORM, ways)
    removed = [*count.removed, *left_out(sight, rules, count.times)]
    doubt = doubts(count, sight)
    fans = tuple(sorted(count.fans.values()))
    return ChineseValue(fans, count.points, doubt, hand.flowers, tuple(dict.fromkeys(removed)), tuple(count.notes))


def _by_library(hand: Hand, rules: HandRules, won: Circumstances) -> Tally:
    """The fans that the library counts, at the points of the text."""
    assert hand.winning is not None
    counted_fans = MahjongFanCalculator(
        tuple(_pack(meld) for meld in hand.melds),
        tuple(map(library_tile, hand.concealed)),
        library_tile(hand.winning),
        0,
        won.drawn,
        Flag.LAST_OF_ITS_KIND in hand.flags,
        bool(hand.flags & {Flag.AFTER_KONG, Flag.ROBBED_KONG}),
        Flag.LAST_TILE in hand.flags,
        won.seat,
        won.prevalent,
        True,
    )
    count = Tally(hand, rules, won.drawn)
    for points, times, _, english in counted_fans:
        if english == MIXED_KONGS:
            count.fans[Fan.TWO_MELDED_KONGS] = CountedFan(Fan.TWO_MELDED_KONGS, 1, MIXED_KONGS_POINTS)
            count.note(ChineseRemark.KONGS_OF_BOTH_SORTS)
        else:
            fan = named(english)
            count.add(fan, int(times))
            if points != count.fans[fan].points:
                count.note(ChineseRemark.POINTS_OF_THE_TEXT)
    return count


def _as_pairs(hand: Hand, rules: HandRules, won: Circumstances) -> Tally | None:
    """Tiles that are also seven pairs, counted so; None on a discard, where the library chooses by the same count."""
    if not won.drawn:
        return None
    counts = counted(hand.all_concealed)
    shown = seven_pairs.figures(counts, ChineseRemark.TYPES_IN_FIVE_SETS not in rules.remarks)
    apart = {int(other) for fan in shown for other in rules.figures[str(fan)].leaves_out}
    count = Tally(hand, rules, won.drawn)
    for fan, times in shown.items():
        if fan not in apart:
            count.add(fan, times)
    count.add(Fan.SELF_DRAWN)
    put_right(count)
    return count


def payments(worth: ChineseValue, drawn: bool) -> tuple[Payment, ...]:
    """Who pays what, flowers included; nobody without eight points."""
    if not worth.enough:
        return ()
    due = FORFEIT + worth.points + worth.flowers
    if drawn:
        return (Payment(Payer.THREE_OTHERS, due),)
    return (Payment(Payer.DISCARDER, due), Payment(Payer.TWO_OTHERS, FORFEIT))
