"""A stage of an exercise: a question with one right answer and wrong ones, each with its reason."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Sequence
from enum import StrEnum
from typing import NamedTuple

from assistant.french import upper_first
from assistant.training.exercises.ground import RIGHT, Ground
from assistant.training.exercises.words import closed


class Part(StrEnum):
    """What a stage asks about."""

    ASK = "question"
    DECISION = "decision"
    DEAL = "donne"
    POINTS = "points"
    PARAGRAPH = "paragraphe"


STAGES = {
    Part.ASK: "Ce qu'il faut savoir",
    Part.DECISION: "La décision",
    Part.DEAL: "La donne",
    Part.POINTS: "Les points",
    Part.PARAGRAPH: "Le paragraphe",
}
FEWEST_WRONG = 2


class Option(NamedTuple):
    """An answer to tap, and why it is right or wrong."""

    id: str
    label: str
    right: bool
    why: str  # said at once: it gives away nothing that a later stage asks
    more: str  # said at the end: remarks with their sections
    answer: Hashable  # what the label says, for the proof
    ground: Ground


class Stage(NamedTuple):
    """One question about one event of the case, or about the whole of it."""

    id: str
    part: Part
    title: str
    question: str
    story: tuple[str, ...]
    options: tuple[Option, ...]
    cites: tuple[str, ...] = ()  # the clauses that the right answer rests on, the deciding ones first
    event: int = 1

    @property
    def verbatim(self) -> bool:
        """Whether its answers quote the text, which is printed as it stands."""
        return self.part == Part.PARAGRAPH

    @property
    def right(self) -> Option:
        return next(option for option in self.options if option.right)

    def option(self, name: str) -> Option | None:
        return next((option for option in self.options if option.id == name), None)


class Right(NamedTuple):
    """The right answer."""

    answer: Hashable
    label: str
    why: str
    more: str = ""


class Wrong(NamedTuple):
    """An answer that can be refuted."""

    answer: Hashable
    label: str
    why: str
    ground: Ground


class Asked(NamedTuple):
    """A question before its wrong answers are chosen."""

    part: Part
    question: str
    story: tuple[str, ...]
    right: Right
    wrong: Sequence[Wrong]
    cites: tuple[str, ...] = ()
    event: int = 1

    def distinct(self) -> list[Wrong]:
        """The wrong answers, each label once and none that says the same as the right one."""
        found: dict[str, Wrong] = {}
        for one in self.wrong:
            found.setdefault(one.label.casefold(), one)
        found.pop(self.right.label.casefold(), None)
        return list(found.values())


def drawn(*words: object) -> int:
    """A number that depends on these words alone, the same everywhere."""
    return int.from_bytes(hashlib.sha256("|".join(map(str, words)).encode()).digest()[:8], "big")


def assembled(salt: str, asked: Asked, chosen: Sequence[Wrong]) -> Stage:
    """The stage with these wrong answers, in an order that tells nothing."""
    right = asked.right
    options = [Option("", upper_first(right.label), True, closed(right.why), closed(right.more), right.answer, RIGHT)]
    options += [
        Option("", upper_first(one.label), False, closed(one.why), "", one.answer, one.ground) for one in chosen
    ]
    mixed = sorted(options, key=lambda option: drawn(salt, asked.part, asked.event, option.label))
    named = tuple(option._replace(id=str(index)) for index, option in enumerate(mixed, 1))
    name = asked.part if asked.event == 1 else f"{asked.part}-{asked.event}"
    return Stage(name, asked.part, STAGES[asked.part], asked.question, asked.story, named, asked.cites, asked.event)
