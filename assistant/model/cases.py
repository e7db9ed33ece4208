"""Cases: a story, its facts, and the ruling each ruleset must give."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from assistant.model.facts import INCIDENT, Value
from assistant.model.texts import Place


class By(StrEnum):
    """Whose act a further incident is: that of the player of the first one, or of another."""

    SAME = "meme"
    OTHER = "autre"


class ExpectedReading(NamedTuple):
    sanctions: frozenset[str] | None
    cites: tuple[str, ...]
    slots: tuple[tuple[str, str], ...]


class Expected(NamedTuple):
    sanctions: frozenset[str] | None
    amounts: tuple[int, ...] | None
    silence: bool | None
    readings: tuple[ExpectedReading, ...]
    cites: tuple[str, ...]
    slots: tuple[tuple[str, str], ...]
    note: str | None


class Case(NamedTuple):
    """A story with facts and the ruling each ruleset must give; a variant is a case that changes one fact of another."""

    id: str
    family: str
    title: str
    story: tuple[tuple[str | None, str], ...]
    facts: Mapping[str, Value]
    expect: Mapping[str, Expected]
    level: int
    varies: str | None
    dispute: str | None
    place: Place
    further: tuple[tuple[str, Mapping[str, Value]], ...] = ()  # (by whom, facts) of each further incident

    @property
    def incident(self) -> str:
        return str(self.facts[INCIDENT])

    def flat_facts(self) -> dict[str, Value]:
        """The facts as a user gives them, those of further incidents prefixed with their number."""
        found = dict(self.facts)
        for number, (by, facts) in enumerate(self.further, 2):
            found[f"{number}.par"] = by
            found.update({f"{number}.{name}": value for name, value in facts.items()})
        return found
