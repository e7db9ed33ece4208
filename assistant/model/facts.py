"""What can be asked: facts and their values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from assistant.errors import unknown
from assistant.french import lower_first
from assistant.model.conditions import Test, Value
from assistant.model.hands import Computed
from assistant.model.texts import Place

INCIDENT = "incident"  # the condition that ties a rule to incidents
SANCTION = "sanction"  # the condition that ties a consequence to a sanction that stands
WHOLE_NUMBER = re.compile(r"-?[0-9]{1,9}")


class Scope(StrEnum):
    """What a fact is about: set with the ruleset and never asked, the same for all incidents of a case, or one incident's own."""

    CONTEXT = "contexte"
    TABLE = "table"
    FAULT = "faute"


class FactValue(NamedTuple):
    id: str
    label: str
    help: str | None
    game: str | None = None  # the only game that has it
    implied_by: tuple[tuple[Test, ...], ...] = ()  # answers that already say this one, in one way or another
    belies: tuple[str, ...] = ()  # incidents that did not happen if this is the answer
    exit: bool = False  # something else happened: the answer leads out of the incident unless a rule decides it
    said: str | None = None  # the answer as a clause, to be read after « si »
    excludes: tuple[tuple[str, tuple[str, ...]], ...] = ()  # slots with the values that no decision can have if this is the answer
    only_if: tuple[Test, ...] = ()  # answers without which this one cannot be true


class Fact(NamedTuple):
    id: str
    title: str
    scope: Scope
    question: str | None
    help: str | None
    values: tuple[FactValue, ...]
    low: int | None
    high: int | None
    unit: str | None
    only_if: tuple[Test, ...]
    usual: str | None
    otherwise: str | None
    derived: bool
    rank: int
    place: Place
    computed: Computed | None = None
    help_in: Mapping[str, str] = {}  # the help in the words of a ruleset, or of a game
    establish: str | None = None  # what to look at and whom to ask first
    yardstick: Mapping[str, tuple[str, ...]] | None = None  # of a judgement: by ruleset the clauses that give a measure
    counted: str | None = None  # of a number, the clause that says it, with « … » in its place

    @property
    def is_judgement(self) -> bool:
        """Whether it is judged rather than seen."""
        return self.yardstick is not None

    def helps(self, ruleset: str, game: str) -> str | None:
        """What helps to answer, in the words of the ruleset played."""
        return self.help_in.get(ruleset) or self.help_in.get(game) or self.help

    def played(self, game: str, calls: Mapping[str, str]) -> Fact:
        """The fact in one ruleset: the answers that its game has, in words of its text (`calls`) where ours are not in it."""
        values = tuple(value for value in self.values if value.game in (None, game))
        if not calls:
            return self._replace(values=values)
        return self._replace(
            title=worded(self.title, calls),
            question=self.question and worded(self.question, calls),
            help=self.help and worded(self.help, calls),
            values=tuple(
                value._replace(
                    label=worded(value.label, calls),
                    help=value.help and worded(value.help, calls),
                    said=value.said and worded(value.said, calls),
                )
                for value in values
            ),
        )

    @property
    def is_number(self) -> bool:
        return self.low is not None

    def is_exit(self, value: object) -> bool:
        """Whether this answer says that something else happened."""
        return any(known.exit and known.id == value for known in self.values)

    def read(self, said: object) -> Value:
        """What was said as a value: a number where the fact is one and the words are; whether it can be is another question."""
        value: Value = said if isinstance(said, (int, str)) and not isinstance(said, bool) else str(said)
        return int(value) if self.is_number and isinstance(value, str) and WHOLE_NUMBER.fullmatch(value) else value

    def clause(self, value: object, label: str | None = None) -> str | None:
        """The value as a clause that reads after « si »: as it was written, or the label where that is one; a number by its label."""
        if self.counted is not None:
            return self.counted.replace("…", label or self.label(value))
        known = next((one for one in self.values if one.id == value), None)
        if known is None:
            return None
        if known.said or known.exit:
            return known.said or "c'est autre chose"
        is_clause = known.label.startswith(("Il ", "Elle ", "On "))
        return known.label[0].lower() + known.label[1:] if is_clause else None

    def said(self, value: object, label: str) -> str:
        """The value as a clause, or its title and label where it is none."""
        return self.clause(value, label) or f"{lower_first(self.title)} : {lower_first(label)}"

    def label(self, value: object) -> str:
        """The value in words."""
        for known in self.values:
            if known.id == value:
                return known.label
        unit = self.unit or ""
        singular = unit if unit in ("fois", "mois") else unit.removesuffix("s")
        return f"{value} {singular if value in (0, 1) else unit}".strip()


def worded(text: str, calls: Mapping[str, str]) -> str:
    """A sentence with each word that a text does not have in the place of what it calls it, a capital kept."""
    for ours, theirs in calls.items():
        for word, instead in ((ours, theirs), (ours.capitalize(), theirs.capitalize())):
            text = re.sub(rf"\b{re.escape(word)}\b", instead, text)
    return text


def value_problem(fact: Fact, value: Value) -> str | None:
    """Why this fact cannot have this value, or None."""
    if fact.is_number:
        assert fact.low is not None and fact.high is not None
        if not isinstance(value, int) or not fact.low <= value <= fact.high:
            return f"« {value} » n'est pas un nombre entier de {fact.low} à {fact.high} ({fact.unit})"
        return None
    ids = [known.id for known in fact.values]
    return None if value in ids else unknown("valeur", value, ids)
