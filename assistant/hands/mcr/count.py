"""The value of an MCR hand: its fans, its points, and what the principles of counting left out.

PyMahjongGB counts. It checks nothing that it is given, so only tiles that `hand` has checked come here; and where it counts
otherwise than a text, the ruleset's own remarks say so and the count is put right. It is an optional extra.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from assistant.hands.hand import Hand, Meld
from assistant.hands.mcr import seven_pairs as sevenpairs
from assistant.hands.mcr.corrections import Fan, Tally, put_right
from assistant.hands.mcr.doubts import doubts
from assistant.hands.mcr.exclusions import Removed, Sight, left_out
from assistant.hands.shape import PAIRS, Form, Reading, readings
from assistant.hands.tiles import HONOURS, WHITE, counted
from assistant.model.hands import HandRules

try:
    from MahjongGB import MahjongFanCalculator, MahjongShanten
except ImportError:  # it comes as source only: without a C++ compiler it is not there
    MahjongFanCalculator = MahjongShanten = None

FORM = Form(chinese=True, identical_pairs=True)
MISSING = (
    "Le compte des figures MCR demande PyMahjongGB, absent ici : installez un compilateur C++, puis "
    'pip install "arbitre[mcr]" (ou make). '
    "Sans lui, la structure et l'attente sont dites, pas les points."
)
MINIMUM = 8
FORFEIT = 8

FANS = (
    "Big Four Winds", "Big Three Dragons", "All Green", "Nine Gates", "Four Kongs", "Seven Shifted Pairs", "Thirteen Orphans",
    "All Terminals", "Little Four Winds", "Little Three Dragons", "All Honors", "Four Concealed Pungs", "Pure Terminal Chows",
    "Quadruple Chow", "Four Pure Shifted Pungs", "Four Pure Shifted Chows", "Three Kongs", "All Terminals and Honors",
    "Seven Pairs", "Greater Honors and Knitted Tiles", "All Even Pungs", "Full Flush", "Pure Triple Chow",
    "Pure Shifted Pungs", "Upper Tiles", "Middle Tiles", "Lower Tiles", "Pure Straight", "Three-Suited Terminal Chows",
    "Pure Shifted Chows", "All Five", "Triple Pung", "Three Concealed Pungs", "Lesser Honors and Knitted Tiles",
    "Knitted Straight", "Upper Four", "Lower Four", "Big Three Winds", "Mixed Straight", "Reversible Tiles",
    "Mixed Triple Chow", "Mixed Shifted Pungs", "Chicken Hand", "Last Tile Draw", "Last Tile Claim",
    "Out with Replacement Tile", "Robbing The Kong", "Two Concealed Kongs", "All Pungs", "Half Flush", "Mixed Shifted Chows",
    "All Types", "Melded Hand", "Two Dragons Pungs", "Outside Hand", "Fully Concealed Hand", "Two Melded Kongs", "Last Tile",
    "Dragon Pung", "Prevalent Wind", "Seat Wind", "Concealed Hand", "All Chows", "Tile Hog", "Double Pung",
    "Two Concealed Pungs", "Concealed Kong", "All Simples", "Pure Double Chow", "Mixed Double Chow", "Short Straight",
    "Two Terminal Chows", "Pung of Terminals or Honors", "Melded Kong", "One Voided Suit", "No Honors", "Edge Wait",
    "Closed Wait", "Single Wait", "Self-Drawn", "Flower Tiles",
)  # fmt: skip
NUMBERS = {english: number for number, english in enumerate(FANS, 1)}
MIXED_KONGS = "Concealed Kong and Melded Kong"  # the texts have it under number 57
TWO_KONGS, SELF_DRAWN = 57, 80


class Circumstances(NamedTuple):
    drawn: bool
    seat: int
    prevalent: int


class ChineseValue(NamedTuple):
    fans: tuple[Fan, ...]
    points: int  # without flowers
    doubt: int  # points more where a text can be read otherwise
    flowers: int
    removed: tuple[Removed, ...]
    notes: tuple[str, ...]

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
    flags = hand.flags
    found = MahjongFanCalculator(
        tuple(_pack(meld) for meld in hand.melds),
        tuple(map(library_tile, hand.concealed)),
        library_tile(hand.winning),
        0,
        won.drawn,
        "derniere-existante" in flags,
        bool(flags & {"apres-kong", "kong-vole"}),
        "derniere-tuile" in flags,
        won.seat,
        won.prevalent,
        True,
    )
    count = Tally(hand, rules, won.drawn)
    for points, times, _, english in found:
        if english == MIXED_KONGS:
            count.fans[TWO_KONGS] = Fan(TWO_KONGS, 1, 6)
            count.note("kong-cache-et-kong-expose")
        else:
            count.add(NUMBERS[english], int(times))
            if points != count.fans[NUMBERS[english]].points:
                count.note("points-du-texte")
    put_right(count)
    other = _as_pairs(hand, rules, won) if any(one.kind == PAIRS for one in ways) else None
    if other is not None and other.points > count.points:
        count = other
    sight = Sight(hand, won.drawn, FORM, ways)
    removed = [*count.removed, *left_out(sight, rules, count.times)]
    doubt = doubts(count, sight)
    fans = tuple(sorted(count.fans.values()))
    return ChineseValue(fans, count.points, doubt, hand.flowers, tuple(dict.fromkeys(removed)), tuple(count.notes))


def _as_pairs(hand: Hand, rules: HandRules, won: Circumstances) -> Tally | None:
    """Tiles that are also seven pairs, counted so; None on a discard, where the library chooses by the same count."""
    if not won.drawn:
        return None
    counts = counted(hand.all_concealed)
    shown = sevenpairs.figures(counts, "tout-type-en-cinq-elements" not in rules.remarks)
    apart = {int(other) for number in shown for other in rules.figures[str(number)].leaves_out}
    count = Tally(hand, rules, won.drawn)
    for number, times in shown.items():
        if number not in apart:
            count.add(number, times)
    count.add(SELF_DRAWN)
    put_right(count)
    return count


def payments(points: int, drawn: bool) -> tuple[tuple[str, int], ...]:
    """Who pays what, flowers included in the points."""
    if drawn:
        return (("chacun des trois autres", FORFEIT + points),)
    return (("celui qui a écarté la tuile", FORFEIT + points), ("chacun des deux autres", FORFEIT))
