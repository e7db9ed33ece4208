"""An independent judge of completeness and waits: it builds every complete suit forwards and looks hands up.

Nothing of `assistant` is used: the project takes a hand apart, this puts hands together.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

Counts = tuple[int, ...]


def _grown(numbered: bool, size: int) -> tuple[frozenset[Counts], frozenset[Counts]]:
    """All suits made of sets alone, and of sets with one pair."""
    bricks = [tuple(3 if at == start else 0 for at in range(size)) for start in range(size)]
    if numbered:
        bricks += [tuple(int(start <= at < start + 3) for at in range(size)) for start in range(size - 2)]
    layer: set[Counts] = {(0,) * size}
    sets: set[Counts] = set(layer)
    for _ in range(4):
        layer = {
            total
            for done in layer
            for brick in bricks
            if max(total := tuple(one + other for one, other in zip(done, brick, strict=True))) <= 5
        }
        sets |= layer
    paired = {
        total
        for done in sets
        for at in range(size)
        if max(total := tuple(count + 2 * (place == at) for place, count in enumerate(done))) <= 5
    }
    return frozenset(sets), frozenset(paired)


SETS, PAIRED = _grown(True, 9)
HONOUR_SETS, HONOUR_PAIRED = _grown(False, 7)
ORPHANS = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)
RUNS = [
    [suit * 9 + start + step for suit, start in enumerate(order) for step in (0, 3, 6)]
    for order in permutations(range(3))
]


def ordinary(counts: Sequence[int]) -> bool:
    """Sets and one pair, nothing over."""
    suits = [tuple(counts[start : start + 9]) for start in (0, 9, 18)]
    honours = tuple(counts[27:])
    pairs = 0
    for suit, sets, paired in (*((suit, SETS, PAIRED) for suit in suits),) + ((honours, HONOUR_SETS, HONOUR_PAIRED),):
        if sum(suit) % 3 == 0:
            if suit not in sets:
                return False
        elif suit in paired:
            pairs += 1
        else:
            return False
    return pairs == 1


def fits(counts: Sequence[int], melds: int, chinese: bool) -> bool:
    """Whether fourteen tiles, melds counted for three, are a complete hand."""
    if sum(counts) + 3 * melds != 14:
        return False
    if ordinary(counts):
        return True
    if melds == 0:
        if sorted(count for count in counts if count) == [2] * 7:
            return True
        if {at for at, count in enumerate(counts) if count} == set(ORPHANS):
            return True
    if not chinese:
        return False
    if melds == 0:
        if all(count % 2 == 0 for count in counts):
            return True
        if max(counts) == 1 and any(all(at in run for at in range(27) if counts[at]) for run in RUNS):
            return True
    if melds <= 1:
        for run in RUNS:
            left = list(counts)
            for at in run:
                left[at] -= 1
            if min(left) >= 0 and ordinary(left):
                return True
    return False


def waited(counts: Sequence[int], melded: Sequence[int], melds: int, chinese: bool) -> list[int]:
    """The tiles that complete the hand, of which it does not already hold all four."""
    found = []
    for tile in range(34):
        if counts[tile] + melded[tile] < 4:
            more = list(counts)
            more[tile] += 1
            if fits(more, melds, chinese):
                found.append(tile)
    return found
