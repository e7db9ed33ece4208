"""All the knowledge, loaded and checked once.

Named tuples where whole objects are compared: they cost a tenth of a data class to define, and every start of the command
pays for that.
"""

from collections.abc import Iterator, Mapping, Set
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from assistant.errors import unknown
from assistant.model.cases import Case
from assistant.model.chains import Status
from assistant.model.comparing import Frequency, Point, Usual
from assistant.model.conditions import Test, Value
from assistant.model.decisions import Gravity, Moment, Player, Sanction, Slot
from assistant.model.expectations import Common
from assistant.model.facts import Fact, FactValue, Scope
from assistant.model.hands import HandRules, TileWords
from assistant.model.rules import Rule, Ruleset
from assistant.model.speech import SILENT, Speech
from assistant.model.texts import Clause, Place, Source


class Family(NamedTuple):
    id: str
    title: str
    help: str
    establish: str | None = None  # what to look at and whom to ask first


class Turn(NamedTuple):
    """Under a status that its player has, what an incident is then, and what that answers there."""

    status: str
    into: str
    answers: tuple[tuple[str, Value], ...] = ()
    tests: tuple[Test, ...] = ()  # on what was told of the incident itself
    rulesets: frozenset[str] | None = None  # the only ones in which it turns


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
    turns: tuple[Turn, ...] = ()
    neighbours: tuple[str, ...] = ()  # the incidents that it can be taken for
    establish: str | None = None  # what to look at and whom to ask first, instead of what its family says

    def asks(self, fact: Fact, ruleset: Ruleset | None = None) -> Fact:
        """The fact as it is asked here, as the ruleset plays it: a rare circumstance whose answers are given is no longer assumed."""
        if ruleset is not None:
            fact = fact.played(ruleset.game, ruleset.calls)
        if fact.id not in self.answers:
            return fact
        values = tuple(value for value in fact.values if value.id in self.answers[fact.id])
        return fact._replace(values=values, usual=None)


class Zone(NamedTuple):
    """A place of the table that is touched: how it is drawn, and the incidents that are likeliest there."""

    id: str
    label: str
    heading: str
    drawing: str
    row: int
    width: int
    game: str | None  # the only one where it is drawn
    incidents: tuple[str, ...]
    place: Place


class Synonym(NamedTuple):
    """How else something is said at the table; the meaning is said in the words of the rules."""

    means: str
    french: tuple[str, ...] = ()
    japanese: tuple[str, ...] = ()
    chinese: tuple[str, ...] = ()
    english: tuple[str, ...] = ()


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
    zones: tuple[Zone, ...] = ()
    same_units: Mapping[str, str] = {}  # a unit -> the one that counts the same points under another name
    worth: Mapping[str, int] = {}  # a unit -> how many of the other it is worth
    usual: Mapping[str, Usual] = {}  # a unit -> what it usually brings
    frequencies: Mapping[str, Frequency] = {}  # how often incidents are met, the most often first
    met: Mapping[str, str] = {}  # an incident -> how often it is met
    points: Mapping[str, Point] = {}  # what no incident decides
    words: Mapping[str, Mapping[str, str]] = {}  # a word's meaning in each source
    hands: Mapping[str, HandRules] = {}
    tiles: TileWords | None = None
    statuses: Mapping[str, Status] = {}
    synonyms: tuple[Synonym, ...] = ()  # for the search alone
    speech: Speech = SILENT  # for the proof alone
    expectations: Mapping[str, tuple[Common, ...]] = {}  # of each ruleset, for the proof alone
    aside: Mapping[str, tuple[str, ...]] = {}  # rulesets that could not be read, each with what is wrong

    def no_ruleset(self, name: object) -> str:
        """Why there is no such ruleset: it was set aside for a mistake, or nobody knows it."""
        problems = self.aside.get(str(name))
        if problems:
            return f"le règlement « {name} » est écarté tant que ceci n'est pas corrigé : {problems[0]}"
        return unknown("règlement", name, self.rulesets)

    def context_facts(self) -> tuple[Fact, ...]:
        """The facts that are set with the ruleset and never asked: every page asks for them several times."""
        return _context_facts(_Itself(self.facts))

    def told_by_others(self) -> tuple[tuple[Fact, FactValue], ...]:
        """The values that other answers tell (`implied_by`), each with its fact: few, and looked for with every answer that is weighed."""
        return _told_by_others(_Itself(self.facts))

    def contexts(self, reads: Set[str]) -> Iterator[dict[str, Value]]:
        """The contexts that matter to who reads these facts: all combinations of the context facts among them."""
        facts = self.context_facts()
        choices = [[value.id for value in fact.values] if fact.id in reads else [fact.values[0].id] for fact in facts]
        for values in product(*choices):
            yield dict(zip((fact.id for fact in facts), values, strict=True))

    def establishing(self, incident: str) -> str | None:
        """How to establish what happened: the incident's own words, or those of its family."""
        one = self.incidents[incident]
        family = self.families.get(one.family)
        return one.establish or (family.establish if family else None)

    def incidents_of(self, ruleset: str) -> tuple[Incident, ...]:
        return tuple(incident for incident in self.incidents.values() if ruleset in incident.rulesets)

    def zones_of(self, ruleset: str) -> Iterator[tuple[Zone, tuple[Incident, ...]]]:
        """The places of the table as it is drawn for a ruleset, each with the incidents that can occur there."""
        for zone in self.zones:
            if zone.game in (None, self.rulesets[ruleset].game):
                known = (self.incidents[name] for name in zone.incidents)
                yield zone, tuple(incident for incident in known if ruleset in incident.rulesets)

    def sources_of(self, ruleset: str) -> tuple[str, ...]:
        """The texts that a ruleset cites: its own, then those of what it supplements."""
        one = self.rulesets[ruleset]
        return (one.source, *(self.sources_of(one.base) if one.supplements and one.base else ()))

    def taken_over(self, rule: Rule) -> bool:
        """Whether a rule was written in the base of its ruleset."""
        base = self.rulesets.get(self.rulesets[rule.ruleset].base or "")
        other = base.rules.get(base.id + rule.id[len(rule.ruleset) :]) if base else None
        return other is not None and other.place == rule.place

    def rules(self) -> Iterator[Rule]:
        for ruleset in self.rulesets.values():
            yield from ruleset.rules.values()


class _Itself:
    """All facts, known by which they are and not by what they hold."""

    __slots__ = ("facts",)

    def __init__(self, facts: Mapping[str, Fact]):
        self.facts = facts

    def __hash__(self) -> int:
        return id(self.facts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and other.facts is self.facts


@lru_cache(maxsize=8)
def _context_facts(all_of: _Itself) -> tuple[Fact, ...]:
    return tuple(fact for fact in all_of.facts.values() if fact.scope == Scope.CONTEXT)


@lru_cache(maxsize=8)
def _told_by_others(all_of: _Itself) -> tuple[tuple[Fact, FactValue], ...]:
    ranked = sorted(all_of.facts.values(), key=lambda fact: fact.rank)
    return tuple((fact, value) for fact in ranked for value in fact.values if value.implied_by)
