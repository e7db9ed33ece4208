"""Which of the refuted answers are shown: so that nothing but knowledge tells the right one.

Neither its length, nor what it has in common with the others or with what was printed before, nor the numbers it names tell it: for each of these a
place among the answers is drawn for the right one, and of all sets of wrong answers the one is taken that puts it nearest to these places. Nor does its
kind: a penalty stands among penalties as far as there are some; a kind that is seldom offered as wrong is seldom asked for as right; and what is
never right is not offered (`census`). Points are not asked for where the right answer is the longest and should not be.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

from assistant.training.exercises.census import Census
from assistant.training.exercises.kinds import Kinds
from assistant.training.exercises.stage import FEWEST_WRONG, Asked, Part, Wrong, drawn

MOST_WRONG = 3
WIDEST = 9  # wrong answers among which sets are looked at, the nearest ones
FINE = 1000
WORD = re.compile(r"\w+")


class Selection(NamedTuple):
    """Chooses the wrong answers of one library."""

    kinds: Kinds
    census: Census

    def chosen(self, salt: str, ruleset: str, asked: Asked, earlier: Sequence[str]) -> list[Wrong]:
        """Two or three wrong answers; none where fewer than two are left, or where the right one would stand out."""
        left = [one for one in asked.distinct() if not self.census.known(ruleset, asked.part, one.label)]
        if len(left) < FEWEST_WRONG:
            return []
        seed = f"{salt}|{asked.part}|{asked.event}"
        many = MOST_WRONG if len(left) > FEWEST_WRONG and drawn(seed, "many") % 5 else FEWEST_WRONG
        places = [drawn(seed, measure.__name__) % (many + 1) for measure in MEASURES]
        printed = _words(" ".join(earlier))
        mine = self.kinds(asked.part, asked.right.answer)
        wanted = {kind for kind in self._others(asked, left) if self._drawn(seed, asked, kind)}

        def stray(some: tuple[Wrong, ...]) -> tuple[float, int]:
            labels = [asked.right.label, *(one.label for one in some)]
            strays = [abs(_place(how(labels, printed)) - place) for how, place in zip(MEASURES, places, strict=True)]
            kinds = Counter(self.kinds(asked.part, one.answer) for one in some)
            others = sum(kinds.values()) - kinds[mine]
            unwanted = len(wanted - kinds.keys()) + sum(kinds[kind] for kind in kinds.keys() - wanted - {mine})
            seldom = sum(self.census.seldom_right(ruleset, asked.part, one.label) for one in some)
            odd = others > 1 and not kinds[mine]
            return sum(strays) + 2 * unwanted + 2 * seldom + odd, drawn(seed, *sorted(labels))

        often = self.census.seldom_wrong(ruleset, asked.part, asked.right.label)
        if drawn(seed, "again", asked.right.label) % FINE >= FINE * often:
            return []
        best = min(combinations(left[:WIDEST], many), key=stray)
        longest = asked.part == Part.POINTS and places[0] != many and _longest(asked, best)
        return list(best) if self._fair(seed, asked, best) and not longest else []

    def _others(self, asked: Asked, left: Sequence[Wrong]) -> set[str]:
        """The kinds other than that of the right answer."""
        mine = self.kinds(asked.part, asked.right.answer)
        return {self.kinds(asked.part, one.answer) for one in left} - {mine}

    def _drawn(self, seed: str, asked: Asked, kind: str) -> bool:
        """Whether an answer of another kind is wanted here, so that this kind is offered as wrong often enough."""
        return drawn(seed, "offer", kind) % FINE < FINE * self.census.offered(asked.part, kind)

    def _fair(self, seed: str, asked: Asked, some: Sequence[Wrong]) -> bool:
        """Whether the right answer may stand among these: alone of its kind among others that are alike it would stand out."""
        mine = self.kinds(asked.part, asked.right.answer)
        kinds = Counter(self.kinds(asked.part, one.answer) for one in some)
        alone = not kinds[mine] and max(kinds.values()) > 1
        return not alone or drawn(seed, "ask") % FINE < FINE * self.census.asked(asked.part, mine)


def _longest(asked: Asked, some: Sequence[Wrong]) -> bool:
    """Whether the right answer is longer than all others: who pays what is often told at more length than that nobody pays."""
    return all(len(one.label) < len(asked.right.label) for one in some)


def _place(values: Sequence[float]) -> float:
    """The place of the first among all, from the smallest; equal ones share theirs."""
    first = values[0]
    return sum(one < first for one in values) + (sum(one == first for one in values) - 1) / 2


def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in WORD.findall(text.casefold()) if len(word) > 2 or word.isdigit())


def length(labels: Sequence[str], printed: frozenset[str]) -> list[float]:
    return [len(label) for label in labels]


def common(labels: Sequence[str], printed: frozenset[str]) -> list[float]:
    """How much each has in common with the others."""
    words = [_words(label) for label in labels]
    return [
        sum(len(mine & other) / (len(mine | other) or 1) for place, other in enumerate(words) if place != index)
        for index, mine in enumerate(words)
    ]


def repeated(labels: Sequence[str], printed: frozenset[str]) -> list[float]:
    """How much of each was printed before."""
    words = [_words(label) for label in labels]
    return [len(one & printed) / (len(one) or 1) for one in words]


def numbers(labels: Sequence[str], printed: frozenset[str]) -> list[float]:
    """The largest number that each names."""
    found = [re.findall(r"\d+", re.sub(r"(?<=\d)[\u202f\u00a0 ](?=\d)", "", label)) for label in labels]
    return [max(map(int, one), default=0) for one in found]


MEASURES: tuple[Callable[[Sequence[str], frozenset[str]], list[float]], ...] = (length, common, repeated, numbers)
