"""Ends of walks as other events meet them: every way in which an incident can be decided, and which of them fit what is settled of it.

A rare circumstance that links speak of is taken as usual unless the other event settles it: told of one event alone it would contradict the
other as often as not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from assistant.consultation.questionnaire import Questionnaire
from assistant.decision.links import told_by_others, traits
from assistant.decision.outcome import Outcome
from assistant.decision.statuses import Happening
from assistant.engine.engines import Engines
from assistant.model import Library, Link, Reads, Ruleset, Scope, Value, When
from assistant.proof.invariants import Features, Lore, features
from assistant.proof.walk import Answers, Walk, Walker


class End(NamedTuple):
    """One way to a final state: what was answered and decided, which rare circumstances would change it, and how they are assumed."""

    incident: str
    answers: Answers
    outcome: Outcome
    rare: frozenset[str]
    usual: Answers
    features: Features = ()
    kind: int = 0  # equal for all ends that no invariant tells apart
    key: int = 0  # equal for all ends that are one to other events and to what must hold of a whole case

    def happening(self, number: int, player: str, target: str | None, when: When) -> Happening:
        """The end as an event that others read."""
        facts = {**dict(self.usual), **dict(self.answers)}
        return Happening(number, self.incident, player, target, when, facts, self.outcome)


class Ends:
    """All ends of the incidents of one ruleset in one context."""

    def __init__(
        self,
        library: Library,
        engines: Engines,
        ruleset: Ruleset,
        walks: Iterable[Walk],
        numbers: dict[object, int],
        context: Mapping[str, Value] | None = None,
    ):
        self.library, self.engines, self.ruleset = library, engines, ruleset
        self.elsewhere = told_by_others(library, ruleset)
        usual: dict[str, Value] = {fact.id: fact.values[0].id for fact in library.context_facts()}
        self.context = usual | dict(context or {})
        self.shared = frozenset(fact.id for fact in library.facts.values() if fact.scope == Scope.TABLE)
        sources = [link.source for link in ruleset.links if link.source is not None]
        self._read = frozenset(test.fact for source in sources for test in source.tests)
        self._read |= {link.counts for link in ruleset.links if link.counts is not None}
        self._settled = frozenset(name for link in ruleset.links for name in settles(link))
        self.sensitive: set[str] = set()  # the incidents to which the context matters
        self.lore = Lore(library, ruleset)
        self._features: dict[tuple[str, Outcome, tuple[str, ...]], Features] = {}
        self._numbers = numbers
        self._questionnaires: dict[str, Questionnaire] = {}
        self._ways: dict[str, list[End]] = {}
        for walk in self._walks(walks):
            self._ways[walk.incident] = list(self._of(walk))
        self._fitting: dict[tuple[str, Answers], list[End]] = {}

    def _walks(self, walks: Iterable[Walk]) -> Iterator[Walk]:
        """Of each incident the walk in this context, or the only one there is."""
        mine: dict[str, list[Walk]] = {}
        for walk in walks:
            if walk.ruleset == self.ruleset.id:
                mine.setdefault(walk.incident, []).append(walk)
        for incident, several in mine.items():
            self.sensitive |= {incident} if len(several) > 1 else set()
            here = (walk for walk in several if {**self.context, **dict(walk.context)} == self.context)
            yield next(here, several[0])

    def number(self, thing: object) -> int:
        """A number for whatever is compared often: equal things have the same, in every context."""
        return self._numbers.setdefault(thing, len(self._numbers))

    @property
    def incidents(self) -> list[str]:
        return list(self._ways)

    def questionnaire(self, incident: str) -> Questionnaire:
        """The questions of an incident."""
        if incident not in self._questionnaires:
            engine = self.engines.engine(self.ruleset.id, incident)
            self._questionnaires[incident] = Questionnaire(self.library, engine, self.elsewhere)
        return self._questionnaires[incident]

    def links(self, incident: str, reads: Reads) -> list[Link]:
        """The links that may settle a fact of an incident."""
        facts = self.questionnaire(incident).network.facts
        return [
            link
            for link in self.ruleset.links
            if link.reads is reads
            and (link.incidents is None or incident in link.incidents)
            and any(name in facts for name in settles(link))
        ]

    def classes(self) -> list[End]:
        """One end of each class: all that links, statuses and the whole case read of its ends is equal."""
        every = (end for incident in self._ways for end in self.fitting(incident, {}))
        shortest = {end.key: end for end in sorted(every, key=lambda end: -len(end.answers))}
        return sorted(shortest.values(), key=lambda end: len(end.answers))

    def fitting(self, incident: str, given: Mapping[str, Value]) -> list[End]:
        """The ends of an incident of which this is settled, one of each kind; walked anew where no walk told these values apart."""
        key = (incident, tuple(sorted(given.items())))
        if key not in self._fitting:
            questionnaire = self.questionnaire(incident)
            told_apart = all(
                isinstance(value, int) or value in questionnaire.branches.get(name, ()) for name, value in given.items()
            )
            found = [end for end in self._ways[incident] if self.fits(end, given)] if told_apart else []
            if not found:
                found = list(self._of(Walker(self.library, questionnaire, {**self.context, **given}).run()))
            self._fitting[key] = list({end.key: end for end in reversed(found)}.values())
        return self._fitting[key]

    def fits(self, end: End, given: Mapping[str, Value]) -> bool:
        """Whether this is how an incident ends when these facts are given."""
        answers, usual = dict(end.answers), dict(end.usual)
        closed = {name for name in usual if name in self._settled and name not in given}
        if any(answers.get(name, usual[name]) != usual[name] for name in closed):
            return False
        for name, value in given.items():
            if name in answers and _branch(self.questionnaire(end.incident), name, value) != answers[name]:
                return False
            if name not in answers and name in end.rare and usual[name] != value:
                return False
        return True

    def _of(self, walk: Walk) -> Iterator[End]:
        """The ends of a walk, the shortest ways first."""
        usual: Answers = tuple(self.questionnaire(walk.incident).usual.items())
        changes = any(self.links(walk.incident, Reads.END))
        split = self._read | self._settled | self.shared
        for answers, outcome, rare in sorted(_ways(walk, split), key=lambda way: len(way[0])):
            end = End(walk.incident, answers, outcome, rare, usual)
            decided = (walk.incident, outcome, outcome.cites[:1])
            if decided not in self._features:
                self._features[decided] = features(self.lore, walk.incident, outcome)
            mine = self._features[decided]
            kind = self.number(mine)
            shared = frozenset(pair for pair in answers if pair[0] in self.shared), rare & self.shared
            itself = (walk.incident, outcome, rare) if changes else ()
            seen = traits(self.ruleset, end.happening(1, "", None, When.AFTER))
            yield end._replace(features=mine, kind=kind, key=self.number((seen, kind, shared, itself)))


def settles(link: Link) -> tuple[str, ...]:
    """The facts that a link settles."""
    return (*(name for name, _ in link.settles), *link.asks, *link.opens, *([link.counts] if link.counts else []))


def _branch(questionnaire: Questionnaire, name: str, value: Value) -> Value:
    """The answer that a walk follows for a value: of a number the start of its interval."""
    if not isinstance(value, int):
        return value
    starts = [start for start in questionnaire.branches[name] if isinstance(start, int) and start <= value]
    return max(starts, default=value)


def _ways(walk: Walk, split: frozenset[str]) -> list[tuple[Answers, Outcome, frozenset[str]]]:
    """Every final state with every combination of these facts that leads there, each by one way; rare circumstances too."""
    if not walk.nodes:
        return []
    arrived: list[dict[Answers, Answers]] = [{} for _ in walk.nodes]  # of each node: what was said of the facts, a way
    arrived[walk.root] = {(): ()}
    ways: list[tuple[Answers, Outcome, frozenset[str]]] = []
    for number in reversed(range(walk.root + 1)):  # a walk numbers a node after those below it
        node = walk.nodes[number]
        below = [(node.question, value, child) for value, child in node.children] if node.question else []
        for told, way in arrived[number].items():
            if node.outcome is not None:
                ways.append((way, node.outcome, frozenset(name for name, _, _ in node.rare)))
            for name, value, child in (*below, *node.rare):
                said = tuple(sorted((*told, (name, value)))) if name in split else told
                arrived[child].setdefault(said, (*way, (name, value)))
    return ways
