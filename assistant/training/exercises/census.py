"""How often each answer is right, and how often it could be offered as a wrong one, over all exercises.

An answer that is never right would be known as wrong, and one that is nearly always right as right: `selection` offers each about as often as the
census allows. The census of a library is taken once and kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from assistant.engine.engines import Engines
from assistant.model import Library
from assistant.store import cache
from assistant.store.making import kept_or_made
from assistant.training.exercises.kinds import Kinds
from assistant.training.exercises.questions import questions
from assistant.training.exercises.ruled import ruled
from assistant.training.exercises.stage import FEWEST_WRONG, Part
from assistant.training.exercises.syllabus import tasks

KIND = "census"
OFFERED: Mapping[Part, float] = MappingProxyType(
    {Part.ASK: 0.5, Part.DEAL: 1.0}
)  # of the times that an answer could be offered as wrong, the share in which it is
HARDLY: Mapping[Part, int] = MappingProxyType(
    {Part.ASK: 20, Part.DEAL: 12, Part.POINTS: 12}
)  # times that an answer could be offered as wrong for once that it is right, from which on it would be known
TWICE = 2  # a question that was met so rarely that it may have been right twice is not known yet
SELDOM = 5  # offers; who is met less often tells nothing


class Census(NamedTuple):
    """The counts of one library."""

    right: Counter[tuple[str, Part, str]]  # by ruleset, part and label
    wrong: Counter[tuple[str, Part, str]]  # how often it could be offered as wrong
    odd: Counter[tuple[Part, str]]  # by part and kind: how often the right one has none of its kind to stand with
    strange: Counter[tuple[Part, str]]  # how often one of this kind could be offered beside a right one of another kind

    def known(self, ruleset: str, part: Part, label: str) -> bool:
        """Whether an answer is so often wrong and so seldom right that everybody would know it."""
        key = ruleset, part, label
        often = max(TWICE, self.right[key]) if part == Part.ASK else self.right[key]
        hardly = HARDLY[part] * often if part in HARDLY else self.right[key] and self.wrong[key] + 1
        return self.wrong[key] >= max(SELDOM, hardly)

    def seldom_right(self, ruleset: str, part: Part, label: str) -> float:
        """From 0 for an answer that is right as often as it could be offered as wrong to 1 for one that never is."""
        key = ruleset, part, label
        return max(0.0, 1 - 2 * self.right[key] / self.wrong[key]) if self.wrong[key] else 0.0

    def seldom_wrong(self, ruleset: str, part: Part, label: str) -> float:
        """Of the questions with this right answer the share that can be asked, so that it is offered as wrong twice as often.

        There are few answers to some questions, of which one may be right too often.
        """
        key = ruleset, part, label
        often = part in OFFERED and self.right[key] >= SELDOM
        return min(1.0, (OFFERED[part] * self.wrong[key] + 1) / (2 * self.right[key])) if often else 1.0

    def asked(self, part: Part, kind: str) -> float:
        """Of the questions whose right answer is alone of its kind among two others that are alike, the share that can be asked."""
        odd = self.odd[part, kind]
        return min(1.0, self.strange[part, kind] / (2 * odd)) if odd else 1.0

    def offered(self, part: Part, kind: str) -> float:
        """Of the questions where a wrong answer of another kind than the right one could be offered, the share that needs it."""
        strange = self.strange[part, kind]
        return min(1.0, 2 * self.odd[part, kind] / strange) if strange else 0.0


def census(library: Library, engines: Engines) -> Census:
    """The census of exactly this knowledge and code."""
    return kept_or_made(
        KIND,
        library.version,
        lambda: cache.kept(KIND, library.version, Census),
        lambda: taken(library, engines),
    )


def taken(library: Library, engines: Engines) -> Census:
    """The census, taken over every question there is."""
    counts = Census(Counter(), Counter(), Counter(), Counter())
    kinds = Kinds(library)
    for task in tasks(library):
        mine = ruled(library, engines, library.cases[task.case], task.ruleset)
        for asked in questions(library, engines, mine).asked if mine is not None else ():
            wrong = asked.distinct()
            if len(wrong) < FEWEST_WRONG:
                continue
            counts.right[task.ruleset, asked.part, asked.right.label] += 1
            counts.wrong.update((task.ruleset, asked.part, one.label) for one in wrong)
            mine_kind = kinds(asked.part, asked.right.answer)
            others = {kinds(asked.part, one.answer) for one in wrong}
            counts.odd[asked.part, mine_kind] += mine_kind not in others
            counts.strange.update((asked.part, other) for other in others - {mine_kind})
    return counts
