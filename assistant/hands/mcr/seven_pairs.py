"""Seven pairs counted by their tiles alone.

The library chooses between two readings of a hand by its own count. Where a text counts seven pairs higher (with Tout caché tiré), it
may have chosen the other reading; so a hand that is also seven pairs is counted here too, and the higher of the two is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.hands.tiles import GREEN, HONOURS, ORPHANS, TERMINALS, WHITE, WINDS

GREENS = frozenset((19, 20, 21, 23, 25, GREEN))
SYMMETRIC = frozenset((9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, WHITE))
BANDS = ((25, 7, 9), (26, 4, 6), (27, 1, 3), (36, 6, 9), (37, 1, 4), (68, 2, 8))  # (figure, lowest, highest number)
PAIRS, SHIFTED, TILE_HOG = 19, 6, 64


def figures(counts: Sequence[int], types: bool) -> dict[int, int]:
    """Each figure that these pairs show and how often, before any is left out; `types` when they can be Tout type."""
    found = dict.fromkeys(_shown(counts, types), 1)
    fours = sum(count == 4 for count in counts)
    return found | ({TILE_HOG: fours} if fours else {})


def _shown(counts: Sequence[int], types: bool) -> Iterator[int]:
    kinds = {tile for tile, count in enumerate(counts) if count}
    numbers = {tile % 9 + 1 for tile in kinds if tile < HONOURS}
    suits = {tile // 9 for tile in kinds if tile < HONOURS}
    honours = max(kinds) >= HONOURS
    low = min(kinds)
    yield PAIRS
    checks = {
        SHIFTED: len(suits) == 1 and kinds == set(range(low, low + 7)) and low % 9 < 3,
        3: kinds <= GREENS,
        8: kinds <= set(TERMINALS),
        11: not suits,
        18: kinds <= set(ORPHANS),
        22: len(suits) == 1 and not honours,
        40: kinds <= SYMMETRIC,
        50: len(suits) == 1 and honours,
        52: types and len(suits) == 3 and bool(kinds & set(WINDS)) and max(kinds) >= WHITE,
        75: len(suits) == 2 and not kinds <= SYMMETRIC,
        76: not honours,
    }
    yield from (number for number, shown in checks.items() if shown)
    if not honours:
        yield from (figure for figure, least, most in BANDS if least <= min(numbers) and max(numbers) <= most)
