"""Cases: a story, its facts, and the ruling each ruleset must give."""

import re
from collections.abc import Container, Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from assistant.model.conditions import Value
from assistant.model.facts import INCIDENT
from assistant.model.texts import Place


class By(StrEnum):
    """Whose act a further incident is: that of the player of the first one, or of another."""

    SAME = "meme"
    OTHER = "autre"


class Telling(NamedTuple):
    """What a story says of an event itself: who did it, to whom, when, and what the referee chose."""

    by: str | None = None
    who: str | None = None
    to_whom: str | None = None
    when: str | None = None
    reading: int | None = None
    choice: str | None = None

    def said(self) -> Mapping[str, Value]:
        """As a user says it."""
        names = ("par", "qui", "a_qui", "quand", "lecture", "choix")
        return {name: value for name, value in zip(names, self, strict=True) if value is not None}


class Further(NamedTuple):
    """A further event of a case."""

    telling: Telling
    facts: Mapping[str, Value]


class ExpectedDue(NamedTuple):
    """So much that one seat owes another, or each other, or nobody."""

    numbers: tuple[int, ...]
    unit: str
    payer: str
    payee: str


class ExpectedReading(NamedTuple):
    sanctions: frozenset[str] | None
    cites: tuple[str, ...]
    slots: tuple[tuple[str, str], ...]
    silence: bool | None = None


class Expected(NamedTuple):
    sanctions: frozenset[str] | None
    amounts: tuple[int, ...] | None
    silence: bool | None
    readings: tuple[ExpectedReading, ...]
    cites: tuple[str, ...]
    slots: tuple[tuple[str, str], ...]
    note: str | None
    events: tuple["ExpectedEvent", ...] = ()  # of several events, what each of them gets


class ExpectedEvent(NamedTuple):
    """What one event of a case must get."""

    sanctions: frozenset[str] | None
    silence: bool | None
    readings: tuple[ExpectedReading, ...]
    cites: tuple[str, ...]
    dues: tuple[ExpectedDue, ...] | None
    steps: tuple[str, ...]
    settles: tuple[tuple[str, Value], ...]  # facts that another event must have settled


EITHER = re.compile(r"\{([^{}]*)\}")  # « {riichi=pon|mcr=pung} »: words of a story that are not the same in every game
Story = tuple[tuple[str | None, str], ...]  # sentence by sentence, each with the fact that it tells


def either(text: str) -> Iterator[dict[str, str]]:
    """The words of a sentence that depend on who plays, each choice by the names of rulesets or games."""
    for found in EITHER.findall(text):
        yield dict(one.partition("=")[::2] for one in found.split("|"))


def told_to(text: str, names: Container[str]) -> str:
    """A sentence as it is told to who plays under these names: a ruleset, and its game."""

    def chosen(found: re.Match[str]) -> str:
        choices = dict(one.partition("=")[::2] for one in found[1].split("|"))
        return next((words for name, words in choices.items() if name in names), "")

    return EITHER.sub(chosen, text)


class Case(NamedTuple):
    """A story with facts and the ruling each ruleset must give; a variant is a case that changes one fact of another."""

    id: str
    family: str
    title: str
    story: Story  # as written; `told` says it to a ruleset
    facts: Mapping[str, Value]
    expect: Mapping[str, Expected]
    level: int
    varies: str | None
    dispute: str | None
    place: Place
    further: tuple[Further, ...] = ()
    telling: Telling = Telling()  # of the first event

    @property
    def incident(self) -> str:
        return str(self.facts[INCIDENT])

    def told(self, names: Container[str]) -> Story:
        """The story in the words of who plays: under a ruleset, in a game; what is not said to them is left out."""
        told = ((fact, told_to(text, names)) for fact, text in self.story)
        return tuple((fact, text) for fact, text in told if text)

    def every_facts(self) -> tuple[Mapping[str, Value], ...]:
        """The facts of each event."""
        return (self.facts, *(further.facts for further in self.further))

    def flat_facts(self) -> dict[str, Value]:
        """The facts as a user gives them, those of further events prefixed with their number."""
        flat = {**self.facts, **self.telling.said()}
        for number, (telling, facts) in enumerate(self.further, 2):
            flat.update({f"{number}.{name}": value for name, value in {**telling.said(), **facts}.items()})
        return flat
