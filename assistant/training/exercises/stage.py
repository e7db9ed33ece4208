"""A stage of an exercise: a question with one right answer and wrong ones, each with its reason."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable
from enum import StrEnum
from typing import NamedTuple

from assistant.french import upper_first
from assistant.training.exercises.origin import Origin
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
NO_POINTS = "Aucun point perdu ni payé à titre de sanction"
MOST_WRONG, FEWEST_WRONG = 3, 2


class Option(NamedTuple):
    """An answer to tap, and why it is right or wrong."""

    id: str
    label: str
    right: bool
    why: str
    origin: Origin


class Stage(NamedTuple):
    id: Part
    title: str
    question: str
    story: tuple[str, ...]
    options: tuple[Option, ...]
    cites: tuple[str, ...] = ()  # the clauses that the right answer rests on, the deciding ones first

    @property
    def verbatim(self) -> bool:
        """Whether its answers quote the text, which is printed as it stands."""
        return self.id == Part.PARAGRAPH

    @property
    def right(self) -> Option:
        return next(option for option in self.options if option.right)

    def option(self, name: str) -> Option | None:
        return next((option for option in self.options if option.id == name), None)


class Wrong(NamedTuple):
    key: Hashable
    label: str
    why: str
    origin: Origin


def assemble(
    salt: str,
    name: Part,
    question: str,
    story: tuple[str, ...],
    right: tuple[str, str],
    wrong: Iterable[Wrong],
    cites: tuple[str, ...] = (),
    filled: bool = False,
) -> Stage | None:
    """A stage with at most three wrong answers, the near ones of every origin in turn; None where fewer than two are left."""
    label, why = right
    groups: dict[Origin, list[Wrong]] = {}
    seen = {label.casefold()}
    for one in wrong:
        if one.label.casefold() not in seen:
            seen.add(one.label.casefold())
            groups.setdefault(one.origin, []).append(one)
    further, usual = groups.pop(Origin.CONFUSION, []), groups.pop(Origin.USUAL, [])
    chosen: list[Wrong] = []
    while len(chosen) < MOST_WRONG and any(groups.values()):
        for group in groups.values():
            if group and len(chosen) < MOST_WRONG:
                chosen.append(group.pop(0))
    more = filled and name == Part.DECISION and hashlib.sha256(salt.encode()).digest()[0] % 5 < 3
    least = MOST_WRONG if more else FEWEST_WRONG  # three or four, as elsewhere: their number must not tell a silence
    chosen += [*further, *usual][
        : max(0, least - len(chosen))
    ]  # what is decided of other incidents, only where it must
    if len(chosen) < FEWEST_WRONG:
        return None
    options = [Option("", upper_first(label), True, closed(why), Origin.RIGHT)]
    options += [Option("", upper_first(one.label), False, closed(one.why), one.origin) for one in chosen]
    mixed = sorted(options, key=lambda option: hashlib.sha256(f"{salt}|{name}|{option.label}".encode()).digest())
    named = tuple(option._replace(id=str(index)) for index, option in enumerate(mixed, 1))
    return Stage(name, STAGES[name], question, story, named, cites)
