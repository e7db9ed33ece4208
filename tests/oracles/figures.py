"""The figures of MCR read off their definitions: which a hand shows, before any principle takes one away.

Nothing of `assistant` is used. A hand is sets and a pair, or one of the special structures, with its circumstances; what comes out
is every figure it shows. The texts then say which of two figures counts: a figure that every hand with another one shows
is included in it (九, Précisions ; 3.9.1.6).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

SUITS, HONOURS = 27, range(27, 34)
WINDS, DRAGONS, GREEN = range(27, 31), range(31, 34), 32
GREENS = {19, 20, 21, 23, 25, 32}
TERMINALS = {0, 8, 9, 17, 18, 26}
ENDS = TERMINALS | set(HONOURS)
SYMMETRIC = {9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, 31}
RELATIONS = {14, 15, 16, 23, 24, 28, 30, 32, 39, 41, 42, 51, 65, 69, 70, 71, 72}
WORTH = {
    14: 48,
    15: 48,
    16: 32,
    23: 24,
    24: 24,
    28: 16,
    30: 16,
    32: 16,
    39: 8,
    41: 8,
    42: 8,
    51: 6,
    65: 2,
} | dict.fromkeys((69, 70, 71, 72), 1)

Includes = Mapping[int, set[int]]  # the figures that each leaves out


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
    single_wait: int | None  # 77, 78 or 79 where one tile alone was awaited
    seat: int
    prevalent: int
    nine_gates: bool = False
    last_shown: bool = False  # the three others of the winning tile lie exposed

    @property
    def tiles(self) -> list[int]:
        pair = [] if self.pair is None else [self.pair] * 2
        return [*(tile for piece in self.pieces for tile in piece.tiles), *pair, *self.loose]


def figures(hand: Shown, edition: str) -> set[int]:
    """The numbers of every figure that the hand shows, those of circumstance (44 to 47, 81) aside."""
    return {
        *_of_tiles(hand, edition),
        *_of_structure(hand),
        *(number for number, _ in relations(hand.pieces)),
        *_of_honours(hand),
        *_of_kongs(hand),
        *_of_finish(hand),
    }


def _of_tiles(hand: Shown, edition: str) -> Iterator[int]:
    tiles = hand.tiles
    kinds = set(tiles)
    numbers = {tile % 9 + 1 for tile in kinds if tile < SUITS}
    suits = {tile // 9 for tile in kinds if tile < SUITS}
    honours = any(tile >= SUITS for tile in kinds)
    yield from (3,) * (kinds <= GREENS)
    yield from (8,) * (kinds <= TERMINALS)
    yield from (11,) * (not suits)
    yield from (18,) * (kinds <= ENDS)
    yield from (22,) * (len(suits) == 1 and not honours)
    yield from (50,) * (len(suits) == 1 and honours)
    yield from (40,) * (kinds <= SYMMETRIC)
    yield from (75,) * (len(suits) == 2)
    if not honours:
        yield 76
        for number, low, high in ((25, 7, 9), (26, 4, 6), (27, 1, 3), (36, 6, 9), (37, 1, 4), (68, 2, 8)):
            yield from (number,) * (low <= min(numbers) and max(numbers) <= high)
    types = len(suits) == 3 and bool(kinds & set(WINDS)) and bool(kinds & set(DRAGONS))
    if types and (edition == "mcr-2006" or not hand.loose or hand.kind == "knitted"):
        yield 52
    fours = {tile for tile in kinds if tiles.count(tile) == 4} - {p.tiles[0] for p in hand.pieces if p.kong}
    if any(tile < SUITS or edition != "mcr-2006" for tile in fours):
        yield 64


def _of_structure(hand: Shown) -> Iterator[int]:
    pieces, pair = hand.pieces, hand.pair
    yield from {"orphans": (7,), "pairs": (19,), "knitted": (35,)}.get(hand.kind, ())
    if hand.kind == "snake":
        yield 34
        yield from (20,) * (sum(tile >= SUITS for tile in hand.loose) == 7)
        yield from (35,) * (sum(tile < SUITS for tile in hand.loose) == 9)
    if hand.kind == "pairs":
        low = min(hand.loose)
        seven = [low + step for step in range(7) for _ in range(2)]
        yield from (6,) * (low < SUITS and low % 9 < 3 and sorted(hand.loose) == seven)
    if pair is None:
        return
    groups = [set(piece.tiles) for piece in pieces] + [{pair}]
    yield from (63,) * (all(piece.chow for piece in pieces) and pair < SUITS)
    if hand.kind:
        return
    pungs = [piece.tiles[0] for piece in pieces if not piece.chow]
    yield from (31,) * all(any(tile < SUITS and tile % 9 == 4 for tile in group) for group in groups)
    yield from (55,) * all(group & ENDS for group in groups)
    yield from (49,) * (len(pungs) == 4)
    yield from (21,) * (len(pungs) == 4 and all(t < SUITS and t % 9 in (1, 3, 5, 7) for t in (*pungs, pair)))
    hidden = sum(not piece.chow and not piece.open for piece in pieces)
    yield from (number for number, least in ((66, 2), (33, 3), (12, 4)) if hidden >= least)
    starts = sorted(piece.tiles[0] for piece in pieces if piece.chow)
    if len(starts) == 4 and pair < SUITS and pair % 9 == 4 and all(start % 9 in (0, 6) for start in starts):
        suits = [start // 9 for start in starts]
        ends = [start % 9 for start in starts]
        if len(set(suits)) == 1 and suits[0] == pair // 9 and ends == [0, 0, 6, 6]:
            yield 13
        if len(set(suits)) == 2 and pair // 9 not in suits and ends == [0, 6, 0, 6]:
            yield 29


def _of_honours(hand: Shown) -> Iterator[int]:
    pungs = [piece.tiles[0] for piece in hand.pieces if not piece.chow]
    winds, dragons = sum(tile in WINDS for tile in pungs), sum(tile in DRAGONS for tile in pungs)
    yield from (38,) * (winds >= 3)
    yield from (1,) * (winds == 4)
    yield from (9,) * (winds == 3 and hand.pair in WINDS)
    yield from (59,) * (dragons >= 1)
    yield from (54,) * (dragons >= 2)
    yield from (2,) * (dragons == 3)
    yield from (10,) * (dragons == 2 and hand.pair in DRAGONS)
    yield from (60,) * (WINDS[hand.prevalent] in pungs)
    yield from (61,) * (WINDS[hand.seat] in pungs)
    yield from (73,) * any(tile in TERMINALS or tile in WINDS for tile in pungs)


def _of_kongs(hand: Shown) -> Iterator[int]:
    kongs = [piece for piece in hand.pieces if piece.kong]
    hidden = sum(not piece.open for piece in kongs)
    shown = len(kongs) - hidden
    yield from (number for number, least in ((17, 3), (5, 4)) if len(kongs) >= least)
    yield from (number for number, least in ((67, 1), (48, 2)) if hidden >= least)
    yield from (74,) * (shown >= 1)
    yield from (57,) * (len(kongs) >= 2 and shown >= 1)


def _of_finish(hand: Shown) -> Iterator[int]:
    yield from (80,) * hand.drawn
    if not hand.melded:
        yield 56 if hand.drawn else 62
    yield from (53,) * (hand.melded == 4 and not hand.drawn)
    yield from (4,) * hand.nine_gates
    yield from (58,) * hand.last_shown
    if hand.single_wait is not None:
        yield hand.single_wait


def relations(pieces: Sequence[Piece]) -> Iterator[tuple[int, frozenset[int]]]:
    """Every figure of several sets, with the sets that make it."""
    for size in (2, 3, 4):
        for places in combinations(range(len(pieces)), size):
            for number in _relation([pieces[place] for place in places]):
                yield number, frozenset(places)


def _relation(pieces: Sequence[Piece]) -> Iterator[int]:
    firsts = [piece.tiles[0] for piece in pieces]
    if any(first >= SUITS for first in firsts) or len({piece.chow for piece in pieces}) != 1:
        return
    suits, numbers = [first // 9 for first in firsts], sorted(first % 9 for first in firsts)
    steps = {high - low for low, high in zip(numbers, numbers[1:], strict=False)}
    one, all_different, size = len(set(suits)) == 1, len(set(suits)) == len(suits), len(pieces)
    if pieces[0].chow:
        if one:
            yield from {(2, 0): (69,), (2, 3): (71,), (2, 6): (72,), (3, 0): (23,), (3, 3): (28,), (4, 0): (14,)}.get(
                (size, *steps) if len(steps) == 1 else (0,), ()
            )
            yield from ({3: 30, 4: 16}.get(size, 0),) * (steps in ({1}, {2}) and size > 2)
        elif all_different and size == 2:
            yield from (70,) * (steps == {0})
        elif all_different and size == 3:
            yield from {0: (41,), 1: (51,), 3: (39,)}.get(*steps, ()) if len(steps) == 1 else ()
    elif one:
        yield from ({3: 24, 4: 15}.get(size, 0),) * (steps == {1} and size > 2)
    elif all_different:
        yield from ({2: 65, 3: 32}[size],) * (steps == {0})
        yield from (42,) * (size == 3 and steps == {1})


def best_relations(pieces: Sequence[Piece], includes: Includes, without: Collection[int] = ()) -> int:
    """The most that figures of several sets can be worth, the greatest first: each after it brings a set of its own (comptage
    unique), no set makes the same figure twice (non-identique), and what a figure includes does not count in it (inclusion)."""
    found = [one for one in relations(pieces) if one[0] not in without]

    def most(used: frozenset[int], taken: tuple[tuple[int, frozenset[int]], ...]) -> int:
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


def points(hand: Shown, edition: str, includes: Includes, worth: Mapping[int, int]) -> int:
    """What this reading is worth by the text: every figure that it shows, less what the others include."""
    shown = figures(hand, edition)
    whole = next((number for number in (13, 29) if number in shown), None)  # all four chows at once
    left_out = {other for number in shown for other in includes[number]} - {73} | set(_apart(hand, shown))
    together = 0 if whole else best_relations(hand.pieces, includes, {65} & includes[8] if 8 in shown else set())
    total = together
    for number in shown - left_out - RELATIONS:
        total += worth[number] * _times(hand, number, shown, edition)
    if 57 in shown - left_out and 67 in shown:
        total += 2  # one kong of each sort: 6
    return total or 8  # n° 43


def _apart(hand: Shown, shown: set[int]) -> Iterator[int]:
    """What the texts keep apart in words of their own."""
    hidden = sum(piece.kong and not piece.open for piece in hand.pieces)
    if 57 in shown and not shown & {5, 17}:
        yield 67  # counted in the six of n° 57
    if shown & {5, 17}:
        yield from (57, 74)
        yield from {2: (67,), 3: (67, 48), 4: (67, 48)}.get(hidden, ())
    if 19 in shown and shown & {3, 8}:
        yield 64  # of six kinds of tiles
    if 40 in shown:
        yield 75  # the texts leave it open; not counted


def _times(hand: Shown, number: int, shown: set[int], edition: str) -> int:
    """How many times a figure counts that a hand can show several times."""
    if number == 64:
        tiles = hand.tiles
        fours = {tile for tile in tiles if tiles.count(tile) == 4} - {p.tiles[0] for p in hand.pieces if p.kong}
        return sum(tile < SUITS or edition != "mcr-2006" for tile in fours)
    if number == 73:
        pungs = [piece.tiles[0] for piece in hand.pieces if not piece.chow]
        if shown & {1, 8, 11, 18} or (4 in shown and edition == "mcr-2006"):
            return 0
        counted = [tile for tile in pungs if tile in TERMINALS][1 if 4 in shown else 0 :]
        if not shown & {9, 38}:
            named = {WINDS[hand.seat], WINDS[hand.prevalent]}
            counted += [tile for tile in pungs if tile in WINDS and tile not in named]
        return len(counted)
    return 1


KNITTED = [
    tuple(sorted(suit * 9 + start + step for suit, start in enumerate(order) for step in (0, 3, 6)))
    for order in permutations(range(3))
]
