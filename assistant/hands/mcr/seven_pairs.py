"""Seven pairs counted by their tiles alone.

The library chooses between two readings of a hand by its own count. Where a text counts seven pairs higher (with Tout caché tiré), it
may have chosen the other reading; so a hand that is also seven pairs is counted here too, and the higher of the two is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.hands.mcr.fans import Fan
from assistant.hands.tiles import COPIES, GREEN, HONOURS, ORPHANS, TERMINALS, WHITE, WINDS

GREENS = frozenset((19, 20, 21, 23, 25, GREEN))
SYMMETRIC = frozenset((9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, WHITE))
BANDS = (  # each with its lowest and its highest number
    (Fan.UPPER_TILES, 7, 9),
    (Fan.MIDDLE_TILES, 4, 6),
    (Fan.LOWER_TILES, 1, 3),
    (Fan.UPPER_FOUR, 6, 9),
    (Fan.LOWER_FOUR, 1, 4),
    (Fan.ALL_SIMPLES, 2, 8),
)


def figures(counts: Sequence[int], types: bool) -> dict[Fan, int]:
    """Each figure that these pairs show and how often, before any is left out; `types` when they can be Tout type."""
    shown = dict.fromkeys(_shown(counts, types), 1)
    fours = sum(count == COPIES for count in counts)
    return shown | ({Fan.TILE_HOG: fours} if fours else {})


def _shown(counts: Sequence[int], types: bool) -> Iterator[Fan]:
    kinds = {tile for tile, count in enumerate(counts) if count}
    numbers = {tile % 9 + 1 for tile in kinds if tile < HONOURS}
    suits = {tile // 9 for tile in kinds if tile < HONOURS}
    honours = max(kinds) >= HONOURS
    low = min(kinds)
    yield Fan.SEVEN_PAIRS
    checks = {
        Fan.SEVEN_SHIFTED_PAIRS: len(suits) == 1 and kinds == set(range(low, low + 7)) and low % 9 < 3,
        Fan.ALL_GREEN: kinds <= GREENS,
        Fan.ALL_TERMINALS: kinds <= set(TERMINALS),
        Fan.ALL_HONORS: not suits,
        Fan.ALL_TERMINALS_AND_HONORS: kinds <= set(ORPHANS),
        Fan.FULL_FLUSH: len(suits) == 1 and not honours,
        Fan.REVERSIBLE_TILES: kinds <= SYMMETRIC,
        Fan.HALF_FLUSH: len(suits) == 1 and honours,
        Fan.ALL_TYPES: types and len(suits) == 3 and bool(kinds & set(WINDS)) and max(kinds) >= WHITE,
        Fan.ONE_VOIDED_SUIT: len(suits) == 2 and not kinds <= SYMMETRIC,
        Fan.NO_HONORS: not honours,
    }
    yield from (fan for fan, shown in checks.items() if shown)
    if not honours:
        yield from (fan for fan, least, most in BANDS if least <= min(numbers) and max(numbers) <= most)
