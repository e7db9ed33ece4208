"""The knowledge as plain, checked, immutable objects: what everything but the reader works with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

Value = str | int

INCIDENT = "incident"  # the condition that ties a rule to incidents
SANCTION = "sanction"  # the condition that ties a consequence to a sanction that stands
DEFAULT_PLAYER = "joueur"


@dataclass(frozen=True)
class Place:
    """Where an author wrote something."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True)
class Warn:
    kind: str
    text: str


@dataclass(frozen=True)
class Source:
    id: str
    title: str
    edition: str
    publisher: str
    language: str
    prevails: str
    licence: str
    attribution: str
    note: str | None


@dataclass(frozen=True)
class Clause:
    id: str
    source: str
    section: str
    heading: str
    quotes: tuple[str, ...]
    warnings: tuple[Warn, ...]
    place: Place


@dataclass(frozen=True)
class Test:
    """One condition: the fact and the values it admits (a set, or a closed interval for a number)."""

    fact: str
    values: frozenset[Value] | None = None
    low: int | None = None
    high: int | None = None

    def admits(self, value: object) -> bool:
        """Whether this value makes the condition true; any value of any type may be asked."""
        if self.values is not None:
            return value in self.values and not isinstance(value, bool)
        if not isinstance(value, int) or isinstance(value, bool):
            return False
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def constants(self) -> Iterator[int]:
        """The whole numbers at which this condition changes: each starts a new interval."""
        if self.values is not None:
            for value in self.values:
                if isinstance(value, int):
                    yield value
                    yield value + 1
        if self.low is not None:
            yield self.low
        if self.high is not None:
            yield self.high + 1


@dataclass(frozen=True)
class FactValue:
    id: str
    label: str
    help: str | None


@dataclass(frozen=True)
class Fact:
    id: str
    title: str
    scope: str
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

    @property
    def is_number(self) -> bool:
        return self.low is not None

    def label(self, value: object) -> str:
        """The value in words."""
        for known in self.values:
            if known.id == value:
                return known.label
        return f"{value} {self.unit}" if self.unit else str(value)


@dataclass(frozen=True)
class Incident:
    id: str
    family: str
    title: str
    help: str
    words: tuple[str, ...]
    rulesets: tuple[str, ...]
    place: Place


@dataclass(frozen=True)
class Naming:
    name: str
    effect: str
    steps: tuple[str, ...]


@dataclass(frozen=True)
class Sanction:
    id: str
    title: str
    nature: str
    discretion: bool
    amount: bool
    vanishes: bool
    rulesets: Mapping[str, Naming]


@dataclass(frozen=True)
class Player:
    id: str
    label: str
    nobody: bool


@dataclass(frozen=True)
class SlotValue:
    id: str
    label: str
    step: str | None


@dataclass(frozen=True)
class Slot:
    id: str
    title: str
    unless: Mapping[str, tuple[str, ...]]
    values: Mapping[str, SlotValue]


@dataclass(frozen=True)
class Amount:
    """So much, in which unit, from whom, to whom, when; exactly one of the five ways to count is set."""

    sanction: str
    unit: str
    payer: str
    payee: str
    moment: str
    value: int | None = None
    range: tuple[int, int] | None = None
    choices: tuple[int, ...] | None = None
    count: str | None = None
    each: int | None = None
    most: int | None = None
    first: int | None = None
    steps: tuple[int, ...] | None = None
    beyond: str | None = None


@dataclass(frozen=True)
class Decides:
    who: str
    text: str


@dataclass(frozen=True)
class Given:
    """What a rule gives when it stands."""

    sanctions: frozenset[str] = frozenset()
    player: str = DEFAULT_PLAYER
    amounts: frozenset[Amount] = frozenset()
    slots: tuple[tuple[str, str], ...] = ()
    decides: Decides | None = None
    silence: str | None = None
    readings: tuple[Reading, ...] = ()


@dataclass(frozen=True)
class Reading:
    text: str
    given: Given
    cites: tuple[str, ...] = field(compare=False)


@dataclass(frozen=True)
class Rule:
    """If these facts hold then this follows, because of these clauses."""

    id: str
    ruleset: str
    family: str
    title: str
    incidents: frozenset[str] | None
    sanctions: frozenset[str] | None
    tests: tuple[Test, ...]
    derives: tuple[tuple[str, Value], ...]
    given: Given
    cites: tuple[str, ...]
    overrides: tuple[str, ...]
    overrides_sanction: str | None
    adds: bool
    interpretation: str | None
    steps: tuple[str, ...]
    warnings: tuple[Warn, ...]
    place: Place

    @property
    def is_exception(self) -> bool:
        return bool(self.overrides or self.overrides_sanction)

    @property
    def is_consequence(self) -> bool:
        return self.sanctions is not None

    @property
    def is_derivation(self) -> bool:
        return bool(self.derives)

    @property
    def is_ruling(self) -> bool:
        """Decides a case by itself: neither a derivation, nor a consequence, nor an addition, nor a mere removal."""
        return not (self.derives or self.is_consequence or self.adds) and self.gives_something

    @property
    def gives_something(self) -> bool:
        return self.given != Given(player=self.given.player)

    def reads(self) -> Iterator[str]:
        for test in self.tests:
            yield test.fact


@dataclass(frozen=True)
class Ruleset:
    id: str
    title: str
    short: str
    edition: str
    game: str
    source: str
    newer: str
    order: int
    slots: tuple[str, ...]
    disputed: str | None
    base: str | None
    rules: Mapping[str, Rule]
    place: Place


@dataclass(frozen=True)
class ExpectedReading:
    sanctions: frozenset[str] | None
    cites: tuple[str, ...]
    slots: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Expected:
    sanctions: frozenset[str] | None
    amounts: tuple[int, ...] | None
    silence: bool | None
    readings: tuple[ExpectedReading, ...]
    cites: tuple[str, ...]
    slots: tuple[tuple[str, str], ...]
    note: str | None


@dataclass(frozen=True)
class Case:
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

    @property
    def incident(self) -> str:
        return str(self.facts[INCIDENT])


@dataclass(frozen=True)
class Gravity:
    chains: tuple[tuple[str, ...], ...]
    unordered: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class Library:
    """All the knowledge, loaded and checked once."""

    version: str
    sources: Mapping[str, Source]
    clauses: Mapping[str, Clause]
    facts: Mapping[str, Fact]
    incidents: Mapping[str, Incident]
    sanctions: Mapping[str, Sanction]
    players: Mapping[str, Player]
    units: Mapping[str, str]
    moments: Mapping[str, str]
    slots: Mapping[str, Slot]
    gravity: Gravity
    rulesets: Mapping[str, Ruleset]
    cases: Mapping[str, Case]

    def context_facts(self) -> tuple[Fact, ...]:
        """The facts that are set with the ruleset and never asked."""
        return tuple(fact for fact in self.facts.values() if fact.scope == "contexte")

    def incidents_of(self, ruleset: str) -> tuple[Incident, ...]:
        return tuple(incident for incident in self.incidents.values() if ruleset in incident.rulesets)

    def rules(self) -> Iterator[Rule]:
        for ruleset in self.rulesets.values():
            yield from ruleset.rules.values()
