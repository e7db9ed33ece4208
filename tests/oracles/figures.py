"""The figures of MCR read off their definitions: which a hand shows, before any principle takes one away.

Nothing of `assistant` is used but the names of the figures. A hand is sets and a pair, or one of the special structures, with its circumstances; what comes out
is every figure it shows. The texts then say which of two figures counts: a figure that every hand with another one shows
is included in it (九, Précisions ; 3.9.1.6).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from assistant.hands.mcr.fans import Fan

SUITS, HONOURS = 27, range(27, 34)
WINDS, DRAGONS, GREEN = range(27, 31), range(31, 34), 32
GREENS = {19, 20, 21, 23, 25, 32}
TERMINALS = {0, 8, 9, 17, 18, 26}
ENDS = TERMINALS | set(HONOURS)
SYMMETRIC = {9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, 31}
WORTH = {  # of the figures of several sets
    Fan.QUADRUPLE_CHOW: 48,
    Fan.FOUR_PURE_SHIFTED_PUNGS: 48,
    Fan.FOUR_PURE_SHIFTED_CHOWS: 32,
    Fan.PURE_TRIPLE_CHOW: 24,
    Fan.PURE_SHIFTED_PUNGS: 24,
    Fan.PURE_STRAIGHT: 16,
    Fan.PURE_SHIFTED_CHOWS: 16,
    Fan.TRIPLE_PUNG: 16,
    Fan.MIXED_STRAIGHT: 8,
    Fan.MIXED_TRIPLE_CHOW: 8,
    Fan.MIXED_SHIFTED_PUNGS: 8,
    Fan.MIXED_SHIFTED_CHOWS: 6,
    Fan.DOUBLE_PUNG: 2,
    Fan.PURE_DOUBLE_CHOW: 1,
    Fan.MIXED_DOUBLE_CHOW: 1,
    Fan.SHORT_STRAIGHT: 1,
    Fan.TWO_TERMINAL_CHOWS: 1,
}
RELATIONS = set(WORTH)
CHOWS_OF_A_SUIT = {  # by how many they are, and how far from one to the next
    (2, 0): Fan.PURE_DOUBLE_CHOW,
    (2, 3): Fan.SHORT_STRAIGHT,
    (2, 6): Fan.TWO_TERMINAL_CHOWS,
    (3, 0): Fan.PURE_TRIPLE_CHOW,
    (3, 3): Fan.PURE_STRAIGHT,
    (4, 0): Fan.QUADRUPLE_CHOW,
}
BANDS = (  # each with its lowest and its highest number
    (Fan.UPPER_TILES, 7, 9),
    (Fan.MIDDLE_TILES, 4, 6),
    (Fan.LOWER_TILES, 1, 3),
    (Fan.UPPER_FOUR, 6, 9),
    (Fan.LOWER_FOUR, 1, 4),
    (Fan.ALL_SIMPLES, 2, 8),
)
MANY_KONGS = {Fan.FOUR_KONGS, Fan.THREE_KONGS}
WITHOUT_PUNGS = {
    Fan.BIG_FOUR_WINDS,
    Fan.ALL_TERMINALS,
    Fan.ALL_HONORS,
    Fan.ALL_TERMINALS_AND_HONORS,
}  # n° 73 is in them already

Includes = Mapping[Fan, set[Fan]]  # the figures that each leaves out


class Piece(NamedTuple):
    """A chow, a pung or a kong; `open` when it is exposed, or a pung that the discard completed."""

    tiles: tuple[int, ...]
    open: bool = False

    @property
    def chow(self) -> bool:
        return self.tiles[0] != self.tiles[1]

    @property
    def kong(self) -> bool:
        return len(self.tiles) == 4


class Shown(NamedTuple):
    """A complete hand as one reads it: `kind` is empty for sets and a pair."""

    pieces: tuple[Piece, ...]
    pair: int | None
    loose: tuple[int, ...]  # the tiles of a special structure
    kind: str
    melded: int
    drawn: bool
    single_wait: Fan | None  # where one tile alone was awaited
    seat: int
    prevalent: int
    nine_gates: bool = False
    last_shown: bool = False  # the three others of the winning tile lie exposed

    @property
    def tiles(self) -> list[int]:
        pair = [] if self.pair is None else [self.pair] * 2
        return [*(tile for piece in self.pieces for tile in piece.tiles), *pair, *self.loose]


def figures(hand: Shown, edition: str) -> set[Fan]:
    """Every figure that the hand shows, those of circumstance (44 to 47, 81) aside."""
    return {
        *_of_tiles(hand, edition),
        *_of_structure(hand),
        *(number for number, _ in relations(hand.pieces)),
        *_of_honours(hand),
        *_of_kongs(hand),
        *_of_finish(hand),
    }


def _of_tiles(hand: Shown, edition: str) -> Iterator[Fan]:
    tiles = hand.tiles
    kinds = set(tiles)
    numbers = {tile % 9 + 1 for tile in kinds if tile < SUITS}
    suits = {tile // 9 for tile in kinds if tile < SUITS}
    honours = any(tile >= SUITS for tile in kinds)
    yield from (Fan.ALL_GREEN,) * (kinds <= GREENS)
    yield from (Fan.ALL_TERMINALS,) * (kinds <= TERMINALS)
    yield from (Fan.ALL_HONORS,) * (not suits)
    yield from (Fan.ALL_TERMINALS_AND_HONORS,) * (kinds <= ENDS)
    yield from (Fan.FULL_FLUSH,) * (len(suits) == 1 and not honours)
    yield from (Fan.HALF_FLUSH,) * (len(suits) == 1 and honours)
    yield from (Fan.REVERSIBLE_TILES,) * (kinds <= SYMMETRIC)
    yield from (Fan.ONE_VOIDED_SUIT,) * (len(suits) == 2)
    if not honours:
        yield Fan.NO_HONORS
        for number, low, high in BANDS:
            yield from (number,) * (low <= min(numbers) and max(numbers) <= high)
    types = len(suits) == 3 and bool(kinds & set(WINDS)) and bool(kinds & set(DRAGONS))
    if types and (edition == "mcr-2006" or not hand.loose or hand.kind == "knitted"):
        yield Fan.ALL_TYPES
    fours = {tile for tile in kinds if tiles.count(tile) == 4} - {p.tiles[0] for p in hand.pieces if p.kong}
    if any(tile < SUITS or edition != "mcr-2006" for tile in fours):
        yield Fan.TILE_HOG


def _of_structure(hand: Shown) -> Iterator[Fan]:
    pieces, pair = hand.pieces, hand.pair
    yield from {
        "orphans": (Fan.THIRTEEN_ORPHANS,),
        "pairs": (Fan.SEVEN_PAIRS,),
        "knitted": (Fan.KNITTED_STRAIGHT,),
    }.get(hand.kind, ())
    if hand.kind == "snake":
        yield Fan.LESSER_HONORS_AND_KNITTED_TILES
        yield from (Fan.GREATER_HONORS_AND_KNITTED_TILES,) * (sum(tile >= SUITS for tile in hand.loose) == 7)
        yield from (Fan.KNITTED_STRAIGHT,) * (sum(tile < SUITS for tile in hand.loose) == 9)
    if hand.kind == "pairs":
        low = min(hand.loose)
        seven = [low + step for step in range(7) for _ in range(2)]
        yield from (Fan.SEVEN_SHIFTED_PAIRS,) * (low < SUITS and low % 9 < 3 and sorted(hand.loose) == seven)
    if pair is None:
        return
    groups = [set(piece.tiles) for piece in pieces] + [{pair}]
    yield from (Fan.ALL_CHOWS,) * (all(piece.chow for piece in pieces) and pair < SUITS)
    if hand.kind:
        return
    pungs = [piece.tiles[0] for piece in pieces if not piece.chow]
    yield from (Fan.ALL_FIVE,) * all(any(tile < SUITS and tile % 9 == 4 for tile in group) for group in groups)
    yield from (Fan.OUTSIDE_HAND,) * all(group & ENDS for group in groups)
    yield from (Fan.ALL_PUNGS,) * (len(pungs) == 4)
    yield from (Fan.ALL_EVEN_PUNGS,) * (
        len(pungs) == 4 and all(t < SUITS and t % 9 in (1, 3, 5, 7) for t in (*pungs, pair))
    )
    hidden = sum(not piece.chow and not piece.open for piece in pieces)
    yield from (
        number
        for number, least in (
            (Fan.TWO_CONCEALED_PUNGS, 2),
            (Fan.THREE_CONCEALED_PUNGS, 3),
            (Fan.FOUR_CONCEALED_PUNGS, 4),
        )
        if hidden >= least
    )
    starts = sorted(piece.tiles[0] for piece in pieces if piece.chow)
    if len(starts) == 4 and pair < SUITS and pair % 9 == 4 and all(start % 9 in (0, 6) for start in starts):
        suits = [start // 9 for start in starts]
        ends = [start % 9 for start in starts]
        if len(set(suits)) == 1 and suits[0] == pair // 9 and ends == [0, 0, 6, 6]:
            yield Fan.PURE_TERMINAL_CHOWS
        if len(set(suits)) == 2 and pair // 9 not in suits and ends == [0, 6, 0, 6]:
            yield Fan.THREE_SUITED_TERMINAL_CHOWS


def _of_honours(hand: Shown) -> Iterator[Fan]:
    pungs = [piece.tiles[0] for piece in hand.pieces if not piece.chow]
    winds, dragons = sum(tile in WINDS for tile in pungs), sum(tile in DRAGONS for tile in pungs)
    yield from (Fan.BIG_THREE_WINDS,) * (winds >= 3)
    yield from (Fan.BIG_FOUR_WINDS,) * (winds == 4)
    yield from (Fan.LITTLE_FOUR_WINDS,) * (winds == 3 and hand.pair in WINDS)
    yield from (Fan.DRAGON_PUNG,) * (dragons >= 1)
    yield from (Fan.TWO_DRAGONS_PUNGS,) * (dragons >= 2)
    yield from (Fan.BIG_THREE_DRAGONS,) * (dragons == 3)
    yield from (Fan.LITTLE_THREE_DRAGONS,) * (dragons == 2 and hand.pair in DRAGONS)
    yield from (Fan.PREVALENT_WIND,) * (WINDS[hand.prevalent] in pungs)
    yield from (Fan.SEAT_WIND,) * (WINDS[hand.seat] in pungs)
    yield from (Fan.PUNG_OF_TERMINALS_OR_HONORS,) * any(tile in TERMINALS or tile in WINDS for tile in pungs)


def _of_kongs(hand: Shown) -> Iterator[Fan]:
    kongs = [piece for piece in hand.pieces if piece.kong]
    hidden = sum(not piece.open for piece in kongs)
    shown = len(kongs) - hidden
    yield from (number for number, least in ((Fan.THREE_KONGS, 3), (Fan.FOUR_KONGS, 4)) if len(kongs) >= least)
    yield from (number for number, least in ((Fan.CONCEALED_KONG, 1), (Fan.TWO_CONCEALED_KONGS, 2)) if hidden >= least)
    yield from (Fan.MELDED_KONG,) * (shown >= 1)
    yield from (Fan.TWO_MELDED_KONGS,) * (len(kongs) >= 2 and shown >= 1)


def _of_finish(hand: Shown) -> Iterator[Fan]:
    yield from (Fan.SELF_DRAWN,) * hand.drawn
    if not hand.melded:
        yield Fan.FULLY_CONCEALED_HAND if hand.drawn else Fan.CONCEALED_HAND
    yield from (Fan.MELDED_HAND,) * (hand.melded == 4 and not hand.drawn)
    yield from (Fan.NINE_GATES,) * hand.nine_gates
    yield from (Fan.LAST_TILE,) * hand.last_shown
    if hand.single_wait is not None:
        yield hand.single_wait


def relations(pieces: Sequence[Piece]) -> Iterator[tuple[Fan, frozenset[int]]]:
    """Every figure of several sets, with the sets that make it."""
    for size in (2, 3, 4):
        for places in combinations(range(len(pieces)), size):
            for number in _relation([pieces[place] for place in places]):
                yield number, frozenset(places)


def _relation(pieces: Sequence[Piece]) -> Iterator[Fan]:
    firsts = [piece.tiles[0] for piece in pieces]
    if any(first >= SUITS for first in firsts) or len({piece.chow for piece in pieces}) != 1:
        return
    suits, numbers = [first // 9 for first in firsts], sorted(first % 9 for first in firsts)
    steps = {high - low for low, high in zip(numbers, numbers[1:], strict=False)}
    one, all_different, size = len(set(suits)) == 1, len(set(suits)) == len(suits), len(pieces)
    if pieces[0].chow:
        if one:
            if len(steps) == 1 and (size, *steps) in CHOWS_OF_A_SUIT:
                yield CHOWS_OF_A_SUIT[(size, *steps)]
            if size > 2 and steps in ({1}, {2}):
                yield Fan.PURE_SHIFTED_CHOWS if size == 3 else Fan.FOUR_PURE_SHIFTED_CHOWS
        elif all_different and size == 2:
            yield from (Fan.MIXED_DOUBLE_CHOW,) * (steps == {0})
        elif all_different and size == 3:
            mixed = {0: Fan.MIXED_TRIPLE_CHOW, 1: Fan.MIXED_SHIFTED_CHOWS, 3: Fan.MIXED_STRAIGHT}
            yield from (mixed[step] for step in steps if len(steps) == 1 and step in mixed)
    elif one:
        if size > 2 and steps == {1}:
            yield Fan.PURE_SHIFTED_PUNGS if size == 3 else Fan.FOUR_PURE_SHIFTED_PUNGS
    elif all_different:
        if steps == {0}:
            yield Fan.DOUBLE_PUNG if size == 2 else Fan.TRIPLE_PUNG
        yield from (Fan.MIXED_SHIFTED_PUNGS,) * (size == 3 and steps == {1})


def best_relations(pieces: Sequence[Piece], includes: Includes, without: Collection[Fan] = ()) -> int:
    """The most that figures of several sets can be worth, the greatest first: each after it brings a set of its own (comptage
    unique), no set makes the same figure twice (non-identique), and what a figure includes does not count in it (inclusion)."""
    found = [one for one in relations(pieces) if one[0] not in without]

    def most(used: frozenset[int], taken: tuple[tuple[Fan, frozenset[int]], ...]) -> int:
        best = 0
        for number, sets in found:
            if taken and WORTH[number] > WORTH[taken[-1][0]]:
                continue
            if sets <= used or any(number == other and sets & others for other, others in taken):
                continue
            if any(
                (sets <= others and number in includes[other]) or (others <= sets and other in includes[number])
                for other, others in taken
            ):
                continue
            best = max(best, WORTH[number] + most(used | sets, (*taken, (number, sets))))
        return best

    return most(frozenset(), ())


def points(hand: Shown, edition: str, includes: Includes, worth: Mapping[Fan, int]) -> int:
    """What this reading is worth by the text: every figure that it shows, less what the others include."""
    shown = figures(hand, edition)
    whole = shown & {Fan.PURE_TERMINAL_CHOWS, Fan.THREE_SUITED_TERMINAL_CHOWS}  # all four chows at once
    left_out = {other for number in shown for other in includes[number]} - {Fan.PUNG_OF_TERMINALS_OR_HONORS} | set(
        _apart(hand, shown)
    )
    without = {Fan.DOUBLE_PUNG} & includes[Fan.ALL_TERMINALS] if Fan.ALL_TERMINALS in shown else set()
    total = 0 if whole else best_relations(hand.pieces, includes, without)
    for number in shown - left_out - RELATIONS:
        total += worth[number] * _times(hand, number, shown, edition)
    if Fan.TWO_MELDED_KONGS in shown - left_out and Fan.CONCEALED_KONG in shown:
        total += 2  # one kong of each sort: 6
    return total or 8  # n° 43


def _apart(hand: Shown, shown: set[Fan]) -> Iterator[Fan]:
    """What the texts keep apart in words of their own."""
    hidden = sum(piece.kong and not piece.open for piece in hand.pieces)
    if Fan.TWO_MELDED_KONGS in shown and not shown & MANY_KONGS:
        yield Fan.CONCEALED_KONG  # counted in the six of n° 57
    if shown & MANY_KONGS:
        yield from (Fan.TWO_MELDED_KONGS, Fan.MELDED_KONG)
        yield from (Fan.CONCEALED_KONG,) * (hidden >= 2)
        yield from (Fan.TWO_CONCEALED_KONGS,) * (hidden >= 3)
    if Fan.SEVEN_PAIRS in shown and shown & {Fan.ALL_GREEN, Fan.ALL_TERMINALS}:
        yield Fan.TILE_HOG  # of six kinds of tiles
    if Fan.REVERSIBLE_TILES in shown:
        yield Fan.ONE_VOIDED_SUIT  # the texts leave it open; not counted


def _times(hand: Shown, number: Fan, shown: set[Fan], edition: str) -> int:
    """How many times a figure counts that a hand can show several times."""
    if number == Fan.TILE_HOG:
        tiles = hand.tiles
        fours = {tile for tile in tiles if tiles.count(tile) == 4} - {p.tiles[0] for p in hand.pieces if p.kong}
        return sum(tile < SUITS or edition != "mcr-2006" for tile in fours)
    if number == Fan.PUNG_OF_TERMINALS_OR_HONORS:
        gates = Fan.NINE_GATES in shown
        pungs = [piece.tiles[0] for piece in hand.pieces if not piece.chow]
        if shown & WITHOUT_PUNGS or (gates and edition == "mcr-2006"):
            return 0
        counted = [tile for tile in pungs if tile in TERMINALS][1 if gates else 0 :]
        if not shown & {Fan.LITTLE_FOUR_WINDS, Fan.BIG_THREE_WINDS}:
            named = {WINDS[hand.seat], WINDS[hand.prevalent]}
            counted += [tile for tile in pungs if tile in WINDS and tile not in named]
        return len(counted)
    return 1


KNITTED = [
    tuple(sorted(suit * 9 + start + step for suit, start in enumerate(order) for step in (0, 3, 6)))
    for order in permutations(range(3))
]
