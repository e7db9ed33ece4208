"""The knowledge as plain, checked, immutable objects: what everything but the reader works with.

Named tuples where whole objects are compared: they cost a tenth of a data class to define, and every start of the command
pays for that.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from assistant.model.hands import Computed, HandRules, TileWords

Value = str | int

INCIDENT = "incident"  # the condition that ties a rule to incidents
SANCTION = "sanction"  # the condition that ties a consequence to a sanction that stands
DEFAULT_PLAYER = "joueur"


class Place(NamedTuple):
    """Where an author wrote something."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


class Warn(NamedTuple):
    kind: str
    text: str


class Source(NamedTuple):
    id: str
    title: str
    edition: str
    publisher: str
    language: str
    prevails: str
    licence: str
    attribution: str
    note: str | None


class Clause(NamedTuple):
    id: str
    source: str
    section: str
    heading: str
    quotes: tuple[str, ...]
    warnings: tuple[Warn, ...]
    place: Place


class Test(NamedTuple):
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


class FactValue(NamedTuple):
    id: str
    label: str
    help: str | None
    game: str | None = None  # the only game that has it
    implied_by: tuple[Test, ...] = ()  # answers that already say this one
    belies: tuple[str, ...] = ()  # incidents that did not happen if this is the answer


class Fact(NamedTuple):
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
    computed: Computed | None = None

    @property
    def is_number(self) -> bool:
        return self.low is not None

    def label(self, value: object) -> str:
        """The value in words."""
        for known in self.values:
            if known.id == value:
                return known.label
        unit = self.unit or ""
        singular = unit if unit in ("fois", "mois") else unit.removesuffix("s")
        return f"{value} {singular if value in (0, 1) else unit}".strip()


class Family(NamedTuple):
    id: str
    title: str
    help: str
    zones: tuple[str, ...]


class Incident(NamedTuple):
    id: str
    family: str
    title: str
    help: str
    words: tuple[str, ...]
    rulesets: tuple[str, ...]
    place: Place
    first: tuple[str, ...] = ()  # the questions to put first
    answers: Mapping[str, tuple[str, ...]] = {}  # of a fact, the only answers that make sense here

    def asks(self, fact: Fact) -> Fact:
        """The fact as it is asked here: a rare circumstance whose answers are given is no longer assumed."""
        if fact.id not in self.answers:
            return fact
        values = tuple(value for value in fact.values if value.id in self.answers[fact.id])
        return fact._replace(values=values, usual=None)


class Naming(NamedTuple):
    name: str
    effect: str
    steps: tuple[str, ...]


class Sanction(NamedTuple):
    id: str
    title: str
    nature: str
    discretion: bool
    amount: bool
    vanishes: bool
    rulesets: Mapping[str, Naming]
    entails: Mapping[str, str] = {}
    covers: tuple[str, ...] = ()  # other sanctions that could be said of the same case: never opposed in an exercise
    varies: bool = False  # the same name, another effect elsewhere


class Player(NamedTuple):
    id: str
    label: str
    nobody: bool
    whole: bool = False


class SlotValue(NamedTuple):
    id: str
    label: str
    step: str | None
    idle: bool = False
    covers: tuple[str, ...] = ()  # other values that could be said of the same deal: never opposed in an exercise
    open: bool = False  # somebody has yet to decide it


class Slot(NamedTuple):
    id: str
    title: str
    unless: Mapping[str, tuple[str, ...]]
    values: Mapping[str, SlotValue]


class Amount(NamedTuple):
    """So much, in which unit, from whom, to whom, when; exactly one of the five ways to count is set."""

    sanction: str
    unit: str
    payer: str
    payee: str
    moment: str
    value: int | None = None
    range: tuple[int, int] | None = None
    choices: tuple[int, ...] | None = None
    counts: str | None = None  # the fact that is counted
    each: int | None = None
    most: int | None = None
    first: int | None = None
    steps: tuple[int, ...] | None = None
    beyond: str | None = None


class Decides(NamedTuple):
    who: str
    text: str


class Given(NamedTuple):
    """What a rule gives when it stands."""

    sanctions: frozenset[str] = frozenset()
    player: str = DEFAULT_PLAYER
    amounts: frozenset[Amount] = frozenset()
    slots: tuple[tuple[str, str], ...] = ()
    decides: Decides | None = None
    silence: str | None = None
    readings: tuple["Reading", ...] = ()


class Reading(NamedTuple):
    """One way to read a contradiction; two that decide the same are equal, whatever they cite."""

    text: str
    given: Given
    cites: tuple[str, ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reading) and (self.text, self.given) == (other.text, other.given)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self.text, self.given))


class Rule(NamedTuple):
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


class Ruleset(NamedTuple):
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
    sibling: str | None = None
    combine: Mapping[str, tuple[str, ...]] = {}


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


class Gravity(NamedTuple):
    chains: tuple[tuple[str, ...], ...]
    unordered: tuple[tuple[str, str, str], ...]


class Moment(NamedTuple):
    label: str
    entered: bool  # a result entered in place of the table's, not points taken off it


class Library(NamedTuple):
    """All the knowledge, loaded and checked once."""

    version: str
    sources: Mapping[str, Source]
    clauses: Mapping[str, Clause]
    facts: Mapping[str, Fact]
    incidents: Mapping[str, Incident]
    sanctions: Mapping[str, Sanction]
    players: Mapping[str, Player]
    units: Mapping[str, str]
    moments: Mapping[str, Moment]
    slots: Mapping[str, Slot]
    gravity: Gravity
    rulesets: Mapping[str, Ruleset]
    cases: Mapping[str, Case]
    families: Mapping[str, Family] = {}
    same_units: Mapping[str, str] = {}  # a unit -> the one that counts the same points under another name
    words: Mapping[str, Mapping[str, str]] = {}  # a word's meaning in each source
    hands: Mapping[str, HandRules] = {}
    tiles: TileWords | None = None

    def context_facts(self) -> tuple[Fact, ...]:
        """The facts that are set with the ruleset and never asked."""
        return tuple(fact for fact in self.facts.values() if fact.scope == "contexte")

    def incidents_of(self, ruleset: str) -> tuple[Incident, ...]:
        return tuple(incident for incident in self.incidents.values() if ruleset in incident.rulesets)

    def rules(self) -> Iterator[Rule]:
        for ruleset in self.rulesets.values():
            yield from ruleset.rules.values()
