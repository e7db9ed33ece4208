"""What a learner chose to train: read from a form, kept with the learner, and widened where it leaves no exercise."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import combinations
from typing import NamedTuple

from assistant.errors import InputError, unknown
from assistant.model import Library
from assistant.training.exercises.syllabus import LEVELS, Task, Wish


class Field(StrEnum):
    """The fields of the form, as addresses and exports know them."""

    RULESET = "reglement"
    LEVEL = "niveau"
    FAMILY = "famille"
    DIFFERING = "differents"
    WEAKEST = "faibles"


class Choice(NamedTuple):
    """Which exercises, and whether those on the weakest clauses come first."""

    wish: Wish = Wish()
    weakest: bool = False

    def fields(self) -> dict[str, str]:
        """As the fields of a form; what does not matter is left out."""
        wish = self.wish
        every = {
            Field.RULESET: wish.ruleset or "",
            Field.LEVEL: str(wish.level or ""),
            Field.FAMILY: wish.family or "",
            Field.DIFFERING: "1" if wish.differing else "",
            Field.WEAKEST: "1" if self.weakest else "",
        }
        return {name: value for name, value in every.items() if value}


class Widening(NamedTuple):
    """A choice near another one, how it differs, and how many exercises it has."""

    choice: Choice
    label: str
    exercises: int


def read(library: Library, fields: Mapping[str, str]) -> Choice:
    """The choice that the fields of a form make; what nobody knows is refused and named."""
    levels = list(map(str, LEVELS))
    for name, what, known in (
        (Field.RULESET, "règlement", library.rulesets),
        (Field.FAMILY, "famille", library.families),
        (Field.LEVEL, "niveau", levels),
    ):
        value = fields.get(name, "")
        if value and value not in known:
            raise InputError(unknown(what, value[:40], known))
    return _understood(library, fields)


def _understood(library: Library, fields: Mapping[str, str]) -> Choice:
    """What of these fields is known."""
    ruleset, family, level = (fields.get(name, "") for name in (Field.RULESET, Field.FAMILY, Field.LEVEL))
    wish = Wish(
        ruleset if ruleset in library.rulesets else None,
        family if family in library.families else None,
        int(level) if level in map(str, LEVELS) else None,
        bool(fields.get(Field.DIFFERING)),
    )
    return Choice(wish, bool(fields.get(Field.WEAKEST)))


def as_text(choice: Choice) -> str:
    """As it is written down with the learner."""
    return json.dumps(choice.fields(), sort_keys=True)


def restored(library: Library, text: str) -> Choice | None:
    """What was written down, as far as it is still known, or None where the text is none of ours."""
    try:
        fields = json.loads(text)
    except ValueError:
        return None
    if not isinstance(fields, dict) or not all(isinstance(value, str) for value in fields.values()):
        return None
    return _understood(library, fields)


def described(library: Library, wish: Wish) -> list[str]:
    """The choice in words, one part each."""
    return [
        library.rulesets[wish.ruleset].short if wish.ruleset else "tous les règlements",
        f"niveau {wish.level}" if wish.level else "tous les niveaux",
        f"« {library.families[wish.family].title} »" if wish.family else "toutes les familles",
        *(["seulement là où les règlements diffèrent"] if wish.differing else []),
    ]


def widenings(library: Library, tasks: Sequence[Task], choice: Choice) -> list[Widening]:
    """The choices nearest to one that has no exercise: one thing given up, or as few as it takes."""
    wish = choice.wish
    narrow = [name for name in ("differing", "level", "ruleset", "family") if getattr(wish, name)]
    for many in range(1, len(narrow) + 1):
        found = [
            Widening(Choice(wider, choice.weakest), label, count)
            for names in combinations(narrow, many)
            for wider, label in _without(library, wish, names)
            if (count := sum(wider.admits(task) for task in tasks))
        ]
        if found:
            return found
    return []


def _without(library: Library, wish: Wish, names: tuple[str, ...]) -> Iterator[tuple[Wish, str]]:
    """The wish without these limits; a single level or ruleset is also changed for each of the others."""
    if names == ("level",):
        for level in LEVELS:
            yield wish._replace(level=level), f"Niveau {level}"
    elif names == ("ruleset",):
        for one in library.rulesets.values():
            yield wish._replace(ruleset=one.id), f"{one.title}, {one.edition}"
    else:
        labels = {
            "differing": "même là où les règlements décident de même",
            "level": "tous les niveaux",
            "ruleset": "tous les règlements",
            "family": "toutes les familles",
        }
        said = ", ".join(labels[name] for name in names)
        free = {name: Wish._field_defaults[name] for name in names}
        yield wish._replace(**free), said[0].upper() + said[1:]
