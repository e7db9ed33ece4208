"""That graph and engine agree: the written graph is opened again and held against the engine's runs.

*Positions*: the graph is followed beside the survey's runs, branch by branch; wherever a reading can come to, the question, what is awaited and the
ruling are those of the engine. A number is looked at from both ends of each interval. *Situations*: whole sets of facts are read in the graph and put
to the engine anew, which knows nothing of the survey: every state of every path, every single answer of a path changed, every one contested, and sets
drawn at random. *Cases*: all events of every written case are judged by both.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from assistant.consultation.foresight import Foreseeing, Foresight, told
from assistant.consultation.forks import Explorer
from assistant.consultation.intake import Event, understand
from assistant.consultation.questionnaire import Position, Questionnaire
from assistant.decision.state import State
from assistant.engine.engines import Engines
from assistant.errors import Hole
from assistant.graph.atlas import Atlas
from assistant.graph.chart import Chart, Stop
from assistant.graph.ruling import Ruling
from assistant.model import Fact, Library, Value
from assistant.proof.graph import chart_of, ruleset_part
from assistant.proof.survey import Key, Rare, Surveyor, TooMany, Turn, fact_parts, surveyed
from assistant.proof.walk import Walk, leaves, walk_incident

if TYPE_CHECKING:
    from assistant.graph.parts import GraphDocument, IncidentPart, RulesetPart

DRAWN = 24  # sets of facts in each context of an incident
MOST_TOLD = 3  # disagreements of one incident that are told

Seen = tuple[Key, frozenset[str], Rare]
Facts = Mapping[str, Value]


@dataclass
class Agreement:
    """How much was compared, and what differs."""

    nodes: int = 0
    positions: int = 0
    situations: int = 0
    cases: int = 0
    problems: list[str] = field(default_factory=list)

    def add(self, other: Agreement) -> None:
        """Count what another compared, too."""
        self.nodes += other.nodes
        self.positions += other.positions
        self.situations += other.situations
        self.cases += other.cases
        self.problems += other.problems


class Walked(NamedTuple):
    """All that was found of one incident."""

    walks: list[Walk]
    part: IncidentPart | None  # its graph, unless that would be too large
    agreement: Agreement


class Compared(NamedTuple):
    """All that a ruling says: rulings are equal only when they cite the same, too."""

    decided: object
    cites: tuple[tuple[str, ...], ...]
    rules: tuple[str, ...]
    standing: tuple[str, ...]
    derived: dict[str, Value]
    overridden: dict[str, tuple[str, ...]]


def compared(ruling: Ruling) -> Compared:
    """A ruling as it is compared."""
    outcome = ruling.bare
    cites = (outcome.cites, *(reading.cites for reading in outcome.readings))
    decided = (outcome.decided(), outcome.forbids, ruling.amounts, ruling.waits)
    return Compared(decided, cites, outcome.rules, ruling.standing, dict(ruling.derived), dict(ruling.overridden))


class Witness:
    """Holds the written graph of one incident against the engine."""

    def __init__(self, library: Library, questionnaire: Questionnaire, chart: Chart):
        self.library, self.questionnaire, self.chart = library, questionnaire, chart
        self.foresight = Foresight(library, questionnaire.engine, chart)
        self.agreement = Agreement(nodes=len(chart.part["nodes"]))
        self._compared: dict[int, Compared] = {}

    # the survey's runs

    def follow(self, surveyors: Iterable[Surveyor]) -> None:
        """Follow the graph beside the survey, wherever a reading can come to."""
        every = list(surveyors)
        if self.chart.part["facts"] != fact_parts(self.questionnaire, every[0].values):
            self._differ({}, "les faits et leurs conditions")
        for surveyor in every:
            root = self.chart.roots.get(tuple(surveyor.context[name] for name in self.chart.contexts))
            seen = surveyor.position(surveyor.start, frozenset(), Rare.USUAL)
            been: set[tuple[Seen, int | None]] = set()
            ends: set[tuple[Key, int | None]] = set()
            waiting: list[tuple[Seen, int | None]] = [(seen, root)]
            while waiting:
                here = waiting.pop()
                if here not in been:
                    been.add(here)
                    waiting.extend(self._onward(surveyor, *here, ends))
            self.agreement.positions += len(been)

    def _onward(
        self, surveyor: Surveyor, seen: Seen, number: int | None, ends: set[tuple[Key, int | None]]
    ) -> Iterator[tuple[Seen, int | None]]:
        turn = surveyor.turn(*seen)
        if turn is None:
            if (seen[0], number) not in ends:
                ends.add((seen[0], number))
                self._compare(surveyor, seen[0], number)
        elif turn.forced:
            usual = surveyor.usual[turn.fact]
            yield surveyor.onward(seen, turn, usual), self._branch(turn, usual, number)
        else:
            for value in (*surveyor.values[turn.fact], None):
                after = surveyor.onward(seen, turn, value)
                for told in self._ends(turn.fact, value):
                    yield after, self._branch(turn, told, number)

    def _ends(self, name: str, value: Value | None) -> set[Value | None]:
        """A value, or both ends of the interval that it stands for."""
        if value is None:
            return {None}
        return {value, *(self.questionnaire.interval(self.questionnaire.network.facts[name], value) or ())}

    def _branch(self, turn: Turn, value: Value | None, number: int | None) -> int | None:
        """Where the graph goes by one branch; where it does not look at the fact it stays."""
        if number is None or number < 0 or (node := self.chart.node(number)).fact != turn.fact:
            return number
        return node.otherwise if value is None else node.follow(value)

    def _compare(self, surveyor: Surveyor, key: Key, number: int | None) -> None:
        found, facts = surveyor.found(key), surveyor.places[key].facts
        if number is None or number >= 0:
            self._differ(facts, "la question suivante ou la décision")
            return
        stop = self.chart.stop(number)
        if found.ruling is not None:
            if stop is None or stop.ruling is None or self._opened(number, stop.ruling) != compared(found.ruling):
                self._differ(facts, "la décision")
        elif stop != (Stop(found.ask, found.needs, exit=found.exit) if found.ask is not None or found.exit else None):
            self._differ(facts, "la question suivante")

    def _opened(self, number: int, ruling: Ruling) -> Compared:
        if number not in self._compared:
            self._compared[number] = compared(ruling)
        return self._compared[number]

    # whole sets of facts, inferred anew

    def look(self, facts: Facts, state: State, asked: Fact | None, rare: list[Fact]) -> None:
        """Compare a state of a walk, which the engine has just judged."""
        self.agreement.situations += 1
        mine = self.foresight.judge(facts)
        if told(state) != told(mine) or state.needs != mine.needs:
            self._differ(facts, "la décision")
            return
        foreseen = self.foresight.next_question(mine) or self.foresight.last_question(mine)
        if foreseen != asked:
            self._differ(facts, "la question suivante")
        if state.final and mine.outcome is not None and not mine.outcome.exit and self.foresight.rare(facts) != rare:
            self._differ(facts, "les circonstances rares")

    def beside(self, facts: Facts, context: Facts) -> None:
        """Compare what lies beside a path: each of its answers changed alone, and each contested."""
        for name, old in facts.items():
            if name in context:
                continue
            rest = {other: value for other, value in facts.items() if other != name}
            for value in self.questionnaire.branches[name]:
                if value != old:
                    self.weigh({**rest, name: value}, frozenset())
            self.weigh(rest, frozenset({name}))

    def draw(self, context: Facts) -> None:
        """Compare sets of facts drawn at random, in whatever order and however senseless."""
        network = self.questionnaire.network
        chance = Random(f"{network.ruleset} {network.incident} {sorted(context.items())}")
        for _ in range(DRAWN):
            likely = {False: chance.random(), True: chance.random() / 2}
            facts, contested = dict(context), set()
            for fact in network.asked:
                if fact.id in context:
                    continue
                if chance.random() < likely[fact.usual is not None]:
                    facts[fact.id] = _any_value(chance, fact)
                elif chance.random() < 0.05:
                    contested.add(fact.id)
            self.weigh(facts, frozenset(contested))

    def weigh(self, facts: Facts, contested: frozenset[str]) -> None:
        """Compare where a set of facts leads, through all that is contested in it."""
        self.agreement.situations += 1
        inferred, foreseen = (_position(one, facts, contested) for one in (self.questionnaire, self.foresight))
        if inferred != foreseen:
            self._differ({**facts, **dict.fromkeys(contested, "?")}, "ce à quoi ces faits mènent")

    def _differ(self, facts: Facts, what: str) -> None:
        network, problems = self.questionnaire.network, self.agreement.problems
        if len(problems) < MOST_TOLD:
            answers = ", ".join(f"{name}={value}" for name, value in facts.items())
            problems.append(f"{network.ruleset}, {network.incident} [{answers}] : le graphe n'a pas {what} du moteur")


def walk_alone(library: Library, engines: Engines, ruleset: str, incident: str) -> Walked:
    """All paths of an incident, without its graph."""
    return Walked(walk_incident(library, engines, ruleset, incident), None, Agreement())


def prove_incident(library: Library, engines: Engines, ruleset: str, incident: str) -> Walked:
    """All paths of an incident in each context that matters to it, its graph as it is written, and that the two agree."""
    questionnaire = Questionnaire(library, engines.engine(ruleset, incident))
    try:
        part, surveyors = surveyed(library, questionnaire)
    except TooMany:
        return walk_alone(library, engines, ruleset, incident)
    written: IncidentPart = json.loads(json.dumps(part))
    witness = Witness(library, questionnaire, chart_of(library, ruleset, written))
    witness.follow(surveyors)
    walks = walk_incident(library, engines, ruleset, incident, witness.look)
    for walk in walks:
        context = dict(walk.context)
        witness.draw(context)
        for _, path in leaves(walk):
            witness.beside({**context, **path}, context)
    return Walked(walks, written, witness.agreement)


def agree_on_cases(
    library: Library, engines: Engines, ruleset: str, graph: GraphDocument, incident: str | None
) -> Agreement:
    """That all cases of a ruleset, their events told with what the graph knows of links and statuses, come to what the engine says."""
    agreement = Agreement()
    mine = library.rulesets[ruleset]
    part: RulesetPart = json.loads(json.dumps({**graph["rulesets"][ruleset], "incidents": {}}))
    written: RulesetPart = json.loads(json.dumps(ruleset_part(library, mine, {})))
    agreement.problems += [
        f"{ruleset} : le graphe n'a pas les mêmes {what} que les règles"
        for what, key in (("liens", "links"), ("statuts", "sets"), ("cases", "slots"), ("clauses citées", "clauses"))
        if part.get(key) != written.get(key)
    ]
    foreseeing = Foreseeing(engines, Atlas(graph))
    for case in library.cases.values():
        if ruleset in case.expect and incident in (None, case.incident):
            events = understand(library, [ruleset], case.flat_facts()).events
            inferred, foreseen = (_standing(library, each, ruleset, events) for each in (engines, foreseeing))
            agreement.cases += 1
            if inferred != foreseen and len(agreement.problems) < MOST_TOLD:
                agreement.problems.append(
                    f"{case.place} : cas « {case.id} » en {ruleset} : le graphe en décide autrement"
                )
    return agreement


def _standing(library: Library, engines: Engines, ruleset: str, events: list[Event]) -> object:
    """Where a whole case stands: what is asked, or all that every way of it decides of each event."""
    try:
        standing = Explorer(library, engines, ruleset).standing(events)
    except Hole as hole:
        return str(hole)
    judged = [standing.judged, *(leaf.judged for leaf in standing.leaves)]
    settled = [
        [(one.incident, {name: found.value for name, found in one.settled.items()}, one.waits, one.past) for one in way]
        for way in judged
    ]
    ends = [[one.end and told(one.end) for one in way] for way in judged]
    asked = standing.ask and standing.ask._replace(judged=[])
    return asked, [(leaf.ways, leaf.verdict()) for leaf in standing.leaves], settled, ends


def _position(questionnaire: Questionnaire, facts: Facts, contested: frozenset[str]) -> object:
    """Where facts lead: a question, a ruling, or several with the ways to each; where they lead nowhere, why."""
    try:
        position: Position = questionnaire.position(facts, contested)
    except Hole as hole:
        return str(hole)
    ways = [(one.outcome, one.when) for one in position.possibilities]
    return position.question, told(position.state) if position.final else position.state.needs, ways


def _any_value(chance: Random, fact: Fact) -> Value:
    if fact.low is not None and fact.high is not None:
        return chance.randint(fact.low, fact.high)
    return chance.choice(fact.values).id
