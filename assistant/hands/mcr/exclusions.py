"""What the principles of counting leave out of an MCR hand, and by which clause: figures that it shows and that do not count.

A figure leaves out those it includes (no hand has the one without the other) and those that its text keeps apart from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import combinations
from typing import NamedTuple

from assistant.hands.hand import Hand
from assistant.hands.mcr.fans import Fan
from assistant.hands.shape import Form, Reading, Set, Structure, waits
from assistant.hands.tiles import HONOURS
from assistant.model.hands import HandRules

# a special structure does not show them
OF_SETS = frozenset((Fan.ALL_PUNGS, Fan.OUTSIDE_HAND, Fan.DOUBLE_PUNG, Fan.PUNG_OF_TERMINALS_OR_HONORS))
SAME_FIGURE = (Fan.PURE_SHIFTED_CHOWS, Fan.MIXED_SHIFTED_PUNGS, Fan.MIXED_SHIFTED_CHOWS)
BY_GAP = {0: Fan.PURE_DOUBLE_CHOW, 3: Fan.SHORT_STRAIGHT, 6: Fan.TWO_TERMINAL_CHOWS}  # of two chows in one suit


class Principle(StrEnum):
    """Why a figure that is there does not count."""

    INCLUSION = "inclusion"
    SINGLE_USE = "comptage-unique"
    NOT_TWICE = "non-identique"
    TEXT = "texte"


class Removed(NamedTuple):
    """A figure that is there but does not count, by which principle or clause, and beside what."""

    fan: Fan
    principle: Principle
    because: Fan | None
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
        return next((reading for reading in self.readings if reading.kind == Structure.STANDARD), None)

    @property
    def one_tile_completes(self) -> bool:
        """Whether one kind of tile alone, a fifth copy counted, completes the hand."""
        hand = self.hand
        return sum(map(len, waits(hand.counts, hand.melded, len(hand.melds), self.form))) == 1

    @property
    def sets(self) -> list[Set]:
        own = self.reading.sets if self.reading else ()
        return [*own, *(meld.tiles[:3] for meld in self.hand.melds)]


def left_out(sight: Sight, rules: HandRules, times: Mapping[Fan, int]) -> Iterator[Removed]:
    """The figures that the hand shows and that do not count beside those that do; `times` says how often each counts."""
    gone: set[Fan] = set()
    related = _relations(sight.sets) if sight.reading else {}
    for fan in sorted(times):
        figure = rules.figures[str(fan)]
        apart: dict[str, tuple[Principle, str | None]] = dict.fromkeys(figure.includes, (Principle.INCLUSION, None))
        apart |= {other: (Principle.TEXT, clause) for other, clause in figure.excludes.items()}
        for number, (principle, clause) in apart.items():
            other = Fan(int(number))
            if other not in times and other not in gone and _shown(sight, other, related):
                gone.add(other)
                yield Removed(other, principle, fan, clause)
    for fan, often in related.items():
        counts = times.get(fan, 0)
        if often > counts and fan not in gone:
            principle = Principle.NOT_TWICE if fan in SAME_FIGURE else Principle.SINGLE_USE
            if principle == Principle.SINGLE_USE or counts:
                yield Removed(fan, principle, None)


def _shown(sight: Sight, fan: Fan, related: Mapping[Fan, int]) -> bool:
    """Whether the hand shows a figure that another leaves out; what the other always contains needs no look."""
    hand = sight.hand
    if fan is Fan.CONCEALED_HAND:
        return not sight.drawn and not hand.is_open
    if fan is Fan.SINGLE_WAIT:
        return sight.one_tile_completes
    exposed = sum(meld.is_kong and meld.open for meld in hand.melds)
    if fan is Fan.MELDED_KONG:
        return exposed > 0
    if fan is Fan.TWO_MELDED_KONGS:
        return exposed > 0 and sum(meld.is_kong for meld in hand.melds) > 1
    if fan in (Fan.SHORT_STRAIGHT, Fan.TWO_TERMINAL_CHOWS):
        return fan in related
    return sight.reading is not None or fan not in OF_SETS


def _relations(sets: Sequence[Set]) -> dict[Fan, int]:
    """How often each figure of two or three sets occurs, elements shared or not."""
    often: dict[Fan, int] = {}
    chows = sorted(group for group in sets if group[0] != group[1])
    pungs = sorted(group for group in sets if group[0] == group[1] and group[0] < HONOURS)
    shifted_chows = _shifted(chows, Fan.MIXED_SHIFTED_CHOWS, Fan.PURE_SHIFTED_CHOWS)
    for fan in (*_pairs(chows), *shifted_chows, *_shifted(pungs, Fan.MIXED_SHIFTED_PUNGS, None)):
        often[fan] = often.get(fan, 0) + 1
    return often


def _pairs(chows: Sequence[Set]) -> Iterator[Fan]:
    for first, second in combinations(chows, 2):
        gap = abs(first[0] % 9 - second[0] % 9)
        if first[0] // 9 == second[0] // 9:
            if gap in BY_GAP:
                yield BY_GAP[gap]
        elif gap == 0:
            yield Fan.MIXED_DOUBLE_CHOW


def _shifted(sets: Sequence[Set], mixed: Fan, pure: Fan | None) -> Iterator[Fan]:
    for three in combinations(sets, 3):
        starts = [group[0] for group in three]
        suits, numbers = {start // 9 for start in starts}, sorted(start % 9 for start in starts)
        steps = {numbers[1] - numbers[0], numbers[2] - numbers[1]}
        if len(suits) == 3 and steps == {1}:
            yield mixed
        elif len(suits) == 1 and pure is not None and steps in ({1}, {2}):
            yield pure
