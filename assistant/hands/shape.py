"""How tiles fit together: every reading of a hand, whether it is complete, what it waits for.

Plain arithmetic on counts, so that a hand can be explained, not only valued; the libraries that give values are not asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from assistant.hands.tiles import COPIES, HONOURS, KINDS, ORPHANS, notation
from assistant.model.hand_words import Game

Set = tuple[int, ...]  # a chow or a pung


class Structure(StrEnum):
    """What a complete hand is made of."""

    STANDARD = "standard"
    PAIRS = "sept-paires"
    THIRTEEN = "treize-orphelins"
    KNITTED = "suite-serpent"
    SNAKE = "serpent"


class Reading(NamedTuple):
    """One way to see a complete hand; special structures have no sets of their own."""

    kind: Structure
    sets: tuple[Set, ...]
    pair: int | None

    def text(self) -> str:
        groups = [*self.sets, *([(self.pair, self.pair)] if self.pair is not None else [])]
        return " ".join(notation(group) for group in sorted(groups))


PARTS = ((0, 9), (9, 18), (18, 27), (27, 34))


Parting = tuple[tuple[Set, ...], int | None]  # sets and perhaps a pair that use up some tiles


@lru_cache(maxsize=50_000)
def _suit(counts: tuple[int, ...], numbered: bool) -> tuple[Parting, ...]:
    """Every way to use up these counts with sets and at most one pair, tiles numbered from 0."""
    first = next((index for index, count in enumerate(counts) if count), None)
    if first is None:
        return (((), None),)
    partings: dict[Parting, None] = {}

    def rest(taken: Set) -> tuple[Parting, ...]:
        left = list(counts)
        for tile in taken:
            left[tile] -= 1
        return _suit(tuple(left), numbered)

    if counts[first] >= 3:
        partings.update({((((first,) * 3), *sets), pair): None for sets, pair in rest((first,) * 3)})
    if numbered and first + 2 < len(counts) and counts[first + 1] and counts[first + 2]:
        chow = (first, first + 1, first + 2)
        partings.update({((chow, *sets), pair): None for sets, pair in rest(chow)})
    if counts[first] >= 2:
        partings.update({(sets, first): None for sets, pair in rest((first, first)) if pair is None})
    return tuple({(tuple(sorted(sets)), pair): None for sets, pair in partings})


def standard_readings(counts: Sequence[int]) -> list[Reading]:
    """Every reading as sets and one pair."""
    sizes = sorted(sum(counts[start:end]) % 3 for start, end in PARTS)
    if sizes != [0, 0, 0, 2]:  # one part holds the pair, no tile is left over
        return []
    partings: list[Parting] = [((), None)]
    for start, end in PARTS:
        part = _suit(tuple(counts[start:end]), start < HONOURS)
        partings = [
            (
                (*sets, *(tuple(start + tile for tile in group) for group in more)),
                pair if other is None else start + other,
            )
            for sets, pair in partings
            for more, other in part
            if pair is None or other is None
        ]
        if not partings:
            return []
    return [Reading(Structure.STANDARD, sets, pair) for sets, pair in partings if pair is not None]


KNITTED_RUNS = [
    tuple(sorted(suit * 9 + start + step for suit, start in enumerate(starts) for step in (0, 3, 6)))
    for starts in permutations((0, 1, 2))
]


class Form(NamedTuple):
    """Which hands a game admits."""

    chinese: bool
    identical_pairs: bool


FORMS = {Game.RIICHI: Form(chinese=False, identical_pairs=False), Game.MCR: Form(chinese=True, identical_pairs=True)}


def special_readings(counts: Sequence[int], form: Form) -> Iterator[Reading]:
    """The structures that are not four sets and a pair, for a hand of fourteen tiles with nothing melded."""
    twos = sum(count == 2 for count in counts)
    fours = sum(count == 4 for count in counts)
    if twos + 2 * fours == 7 and all(count in (0, 2, 4) for count in counts) and (form.identical_pairs or not fours):
        yield Reading(Structure.PAIRS, (), None)
    if all(counts[tile] for tile in ORPHANS) and sum(counts[tile] for tile in ORPHANS) == 14:
        yield Reading(Structure.THIRTEEN, (), None)
    if form.chinese and max(counts) == 1:
        used = {tile for tile, count in enumerate(counts) if count}
        numbers = {tile for tile in used if tile < HONOURS}
        if any(numbers <= set(run) for run in KNITTED_RUNS):
            yield Reading(Structure.SNAKE, (), None)


def knitted_readings(counts: Sequence[int]) -> Iterator[Reading]:
    """A knitted straight with the sets and the pair that remain (MCR)."""
    for run in KNITTED_RUNS:
        if all(counts[tile] for tile in run):
            left = list(counts)
            for tile in run:
                left[tile] -= 1
            for reading in standard_readings(left):
                yield Reading(Structure.KNITTED, reading.sets, reading.pair)


def readings(counts: Sequence[int], melds: int, form: Form) -> list[Reading]:
    """Every reading of the tiles in hand as a complete hand, beside this many melds."""
    size = sum(counts)
    if size + 3 * melds != 14:
        return []
    ways = standard_readings(counts)
    if not melds:
        ways.extend(special_readings(counts, form))
    if form.chinese and melds <= 1:
        ways.extend(knitted_readings(counts))
    return ways


def completing(counts: Sequence[int], melds: int, form: Form) -> list[int]:
    """The tiles that complete the hand in thought, a fifth copy included."""
    tiles = set(_standard_waits(counts))
    if not melds:
        tiles.update(_special_waits(counts, form))
    if form.chinese and melds <= 1:
        tiles.update(_knitted_waits(counts))
    return sorted(tiles)


def _standard_waits(counts: Sequence[int]) -> Iterator[int]:
    """What completes sets and a pair: in a part where the numbers can then come out, the other parts being complete already."""
    sizes = [sum(counts[start:end]) % 3 for start, end in PARTS]
    if sorted(sizes) not in ([0, 0, 0, 1], [0, 0, 2, 2]):
        return
    made = [_made(counts[start:end], start < HONOURS) for start, end in PARTS]
    for part, (start, end) in enumerate(PARTS):
        others = all(made[other] for other in range(len(PARTS)) if other != part)
        if not sizes[part] or not others:  # a part of complete sets waits for nothing while another lacks a tile
            continue
        tried = list(counts[start:end])
        for tile in range(end - start):
            if any(tried[max(0, tile - 2) : tile + 3] if start < HONOURS else tried[tile : tile + 1]):
                tried[tile] += 1
                if _made(tried, start < HONOURS):
                    yield start + tile
                tried[tile] -= 1


def _made(part: Sequence[int], numbered: bool) -> bool:
    """Whether a suit, or the honours, is sets alone or sets with one pair; its size says which."""
    return bool(_suit(tuple(part), numbered)) and sum(part) % 3 != 1


def _special_waits(counts: Sequence[int], form: Form) -> Iterator[int]:
    """What completes seven pairs, the thirteen orphans or a snake."""
    odd = [tile for tile, count in enumerate(counts) if count % 2]
    if len(odd) == 1 and (form.identical_pairs or max(counts) == 2):
        yield odd[0]
    missing = [tile for tile in ORPHANS if not counts[tile]]
    if len(missing) <= 1 and sum(counts[tile] for tile in ORPHANS) == 13:
        yield from missing or ORPHANS
    if form.chinese and max(counts) == 1:
        numbers = {tile for tile in range(HONOURS) if counts[tile]}
        for run in KNITTED_RUNS:
            if numbers <= set(run):
                yield from (tile for tile in (*run, *range(HONOURS, KINDS)) if not counts[tile])


def _knitted_waits(counts: Sequence[int]) -> Iterator[int]:
    """What completes a knitted straight and the rest beside it."""
    for run in KNITTED_RUNS:
        missing = [tile for tile in run if not counts[tile]]
        if len(missing) > 1:
            continue
        left = list(counts)
        for tile in run:
            if tile not in missing:
                left[tile] -= 1
        if not missing:
            yield from _standard_waits(left)
        elif standard_readings(left):
            yield missing[0]


def waits(counts: Sequence[int], melded: Sequence[int], melds: int, form: Form) -> tuple[list[int], list[int]]:
    """The tiles waited for, and those that only a fifth copy would be."""
    all_tiles = completing(counts, melds, form)
    real = [tile for tile in all_tiles if counts[tile] + melded[tile] < COPIES]
    return real, [tile for tile in all_tiles if tile not in real]
