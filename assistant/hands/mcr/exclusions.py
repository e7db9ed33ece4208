"""What the principles of counting leave out of an MCR hand, and by which clause: figures that it shows and that do not count.

A figure leaves out those it includes (no hand has the one without the other) and those that its text keeps apart from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from assistant.hands.hand import Hand
from assistant.hands.shape import STANDARD, Form, Reading, waits
from assistant.hands.tiles import HONOURS
from assistant.model.hands import HandRules

INCLUSION, SINGLE_USE, NOT_TWICE, BY_TEXT = "inclusion", "comptage-unique", "non-identique", "texte"
CONCEALED, PAIR_WAIT, EXPOSED_KONG, TWO_KONGS = 62, 79, 74, 57
OF_SETS = frozenset((49, 55, 65, 73))  # a special structure does not show them
SAME_FIGURE = (30, 42, 51)


class Removed(NamedTuple):
    """A figure that is there but does not count, by which principle or clause, and beside what."""

    number: int
    principle: str
    because: int | None
    clause: str | None = None


class Sight(NamedTuple):
    """The hand as it is looked at: how it was won, and the readings of its tiles."""

    hand: Hand
    drawn: bool
    form: Form
    readings: Sequence[Reading]

    @property
    def reading(self) -> Reading | None:
        """The first as sets and a pair, if there is one."""
        return next((one for one in self.readings if one.kind == STANDARD), None)

    @property
    def sets(self) -> list[tuple[int, ...]]:
        own = self.reading.sets if self.reading else ()
        return [*own, *(meld.tiles[:3] for meld in self.hand.melds)]


def left_out(sight: Sight, rules: HandRules, times: Mapping[int, int]) -> Iterator[Removed]:
    """The figures that the hand shows and that do not count beside those that do; `times` says how often each counts."""
    gone: set[int] = set()
    related = _relations(sight.sets) if sight.reading else {}
    for number in sorted(times):
        figure = rules.figures[str(number)]
        apart: dict[int, tuple[str, str | None]] = {int(other): (INCLUSION, None) for other in figure.includes}
        apart |= {int(other): (BY_TEXT, clause) for other, clause in figure.excludes.items()}
        for other, (principle, clause) in apart.items():
            if other not in times and other not in gone and _shown(sight, other, related):
                gone.add(other)
                yield Removed(other, principle, number, clause)
    for number, often in related.items():
        counts = times.get(number, 0)
        if often > counts and number not in gone:
            principle = NOT_TWICE if number in SAME_FIGURE else SINGLE_USE
            if principle == SINGLE_USE or counts:
                yield Removed(number, principle, None)


def _shown(sight: Sight, number: int, related: Mapping[int, int]) -> bool:
    """Whether the hand shows a figure that another leaves out; what the other always contains needs no look."""
    hand = sight.hand
    if number == CONCEALED:
        return not sight.drawn and not hand.is_open
    if number == PAIR_WAIT:
        real, fifth = waits(hand.counts, hand.melded, len(hand.melds), sight.form)
        return len(real) + len(fifth) == 1
    exposed = sum(meld.is_kong and meld.open for meld in hand.melds)
    if number == EXPOSED_KONG:
        return exposed > 0
    if number == TWO_KONGS:
        return exposed > 0 and sum(meld.is_kong for meld in hand.melds) > 1
    if number in (71, 72):
        return number in related
    return sight.reading is not None or number not in OF_SETS


def _relations(sets: Sequence[tuple[int, ...]]) -> dict[int, int]:
    """How often each figure of two or three sets occurs, elements shared or not."""
    found: dict[int, int] = {}
    chows = sorted(one for one in sets if one[0] != one[1])
    pungs = sorted(one for one in sets if one[0] == one[1] and one[0] < HONOURS)
    for number in (*_pairs(chows), *_shifted(chows, 51, 30), *_shifted(pungs, 42, None)):
        found[number] = found.get(number, 0) + 1
    return found


def _pairs(chows: Sequence[tuple[int, ...]]) -> Iterator[int]:
    for first, second in combinations(chows, 2):
        gap = abs(first[0] % 9 - second[0] % 9)
        if first[0] // 9 != second[0] // 9:
            yield from (70,) if gap == 0 else ()
        elif gap in (0, 3, 6):
            yield {0: 69, 3: 71, 6: 72}[gap]


def _shifted(sets: Sequence[tuple[int, ...]], mixed: int, pure: int | None) -> Iterator[int]:
    for three in combinations(sets, 3):
        starts = [one[0] for one in three]
        suits, numbers = {start // 9 for start in starts}, sorted(start % 9 for start in starts)
        steps = {numbers[1] - numbers[0], numbers[2] - numbers[1]}
        if len(suits) == 3 and steps == {1}:
            yield mixed
        elif len(suits) == 1 and pure is not None and steps in ({1}, {2}):
            yield pure
