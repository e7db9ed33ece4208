"""From the engine's runs to the graph of one incident.

A node asks for one fact and has a branch for each of its values and one for where it is not known, so that a set of facts is read by following what
it knows. First come the questions, in the order in which they would be put, then the rare circumstances. Sets that leave the engine in the same place,
with the same rules standing and the same rules waiting for the same facts, have the same future and are surveyed once: every step from such a place is
one run. What comes to the same is one node, and a node whose branches all lead to the same place is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from assistant.consultation.questionnaire import Deadlock, Questionnaire
from assistant.decision.state import State, state_of
from assistant.engine.engines import Run
from assistant.engine.pieces import PiecedEngine
from assistant.errors import Conflict
from assistant.graph.fingerprint import clauses_of, network_hash
from assistant.graph.plain import plain
from assistant.graph.ruling import Tables
from assistant.model import Fact, Library, Scope, Value
from assistant.proof.drawing import Drawing, Found, ruling_in

if TYPE_CHECKING:
    from assistant.graph.parts import AskedPart, ContextPart, IncidentPart

MOST_STEPS = 400_000  # of one incident: more are not worth the wait

Key = tuple[object, ...]


class TooMany(Exception):
    """The incident has too many places to be surveyed."""


class Rare(IntEnum):
    """What the reading so far has taken of rare circumstances."""

    USUAL = 0
    TOLD = 1  # one is not as usual: none may be contested
    CONTESTED = 2  # one is contested: the others are as usual


class Turn(NamedTuple):
    """What a reading looks at next; where it is forced, the rare circumstance is as usual and nobody looks."""

    fact: str
    rare: bool = False
    forced: bool = False


@dataclass
class Place:
    """Where some sets of facts leave the engine, with one of them."""

    facts: dict[str, Value]
    run: Run | None  # none where rules contradict each other
    unknown: frozenset[str]  # the facts that could still change something
    senseless: frozenset[str]  # of these, those of which something known says that nobody would ask
    state: State | None = None


class Surveyor:
    """Surveys one incident in one context; nodes, stops and rulings are shared with its other contexts."""

    def __init__(self, library: Library, questionnaire: Questionnaire, drawing: Drawing, context: Mapping[str, Value]):
        self.library, self.questionnaire, self.drawing = library, questionnaire, drawing
        self.network = questionnaire.network
        self.engine = PiecedEngine(self.network)
        self.context = dict(context)
        self.places: dict[Key, Place] = {}
        self.steps: dict[tuple[Key, str, Value], Key] = {}
        self.read: dict[tuple[Key, frozenset[str], Rare], int] = {}
        self.usual = self.network.usual()
        self.conditions = {fact.id: questionnaire.conditions.get(fact.id, ()) for fact in self.network.facts.values()}
        self.start = self._arrive(self.context)

    def survey(self) -> ContextPart:
        """Walk everything; where reading starts."""
        return {"context": self._own_context(), "root": self._number(self.start, frozenset(), Rare.USUAL)}

    def _own_context(self) -> dict[str, Value]:
        return {name: value for name, value in self.context.items() if name in self.network.facts}

    # the places

    def step(self, key: Key, name: str, value: Value) -> Key:
        """Where the engine is left by one more fact."""
        taken = (key, name, value)
        if taken not in self.steps:
            if len(self.steps) >= MOST_STEPS:
                raise TooMany
            self.steps[taken] = self._arrive({**self.places[key].facts, name: value})
        return self.steps[taken]

    def _arrive(self, facts: dict[str, Value]) -> Key:
        try:
            run = self.engine.run(facts)
        except Conflict:
            return self._hole(facts)
        unknown = _waiting_for(run)
        told = frozenset((name, facts[name]) for name in self._exits if name in facts)
        priced = [self.engine.run(facts, given) for given in self._given(run)]
        for other in priced:
            unknown |= _waiting_for(other)
        asked = self._with_conditions(unknown, facts)
        senseless = frozenset(name for name in asked if self._belied(name, facts))
        key = (*_decided(run), told, *(_decided(other) for other in priced), unknown, asked, senseless)
        if key not in self.places:
            self.places[key] = Place(facts, run, asked, senseless)
        return key

    def _with_conditions(self, names: Iterable[str], facts: Mapping[str, Value]) -> frozenset[str]:
        """The questions among these, and those on which it depends whether one of them makes sense."""
        asked: set[str] = set()
        waiting = [name for name in names if name in self._asked]
        while waiting:
            name = waiting.pop()
            if name not in asked:
                asked.add(name)
                waiting.extend(test.fact for test in self.conditions[name] if test.fact not in facts)
        return frozenset(asked)

    def _belied(self, name: str, facts: Mapping[str, Value]) -> bool:
        """Whether something that is known makes a question senseless."""
        return any(test.fact in facts and not test.admits(facts[test.fact]) for test in self.conditions[name])

    def _hole(self, facts: dict[str, Value]) -> Key:
        self.places.setdefault((), Place(facts, None, frozenset(), frozenset()))
        return ()

    def _given(self, run: Run) -> list[frozenset[str]]:
        """What readings that may be read give, of which the engine is asked apart what completes it."""
        if not self._readings:
            return []
        alive = run.may_stand.union(run.standing)
        return sorted({given for rule, found in self._readings.items() if rule in alive for given in found}, key=sorted)

    @cached_property
    def _readings(self) -> dict[str, list[frozenset[str]]]:
        """Of each rule with readings, what they give that another rule completes."""
        rules = self.network.rules.values()
        completed: frozenset[str] = frozenset().union(*(rule.completes for rule in rules))
        found = {
            rule.id: [
                reading.then.unfinished for reading in rule.then.readings if completed & reading.then.unfinished
            ]
            for rule in rules
        }
        return {rule: given for rule, given in found.items() if given}

    @cached_property
    def _exits(self) -> list[str]:
        """The facts with an answer that leads out of the incident unless a ruling that names it is alive."""
        return [fact.id for fact in self.network.asked if any(value.exit for value in fact.values)]

    @cached_property
    def _asked(self) -> frozenset[str]:
        return frozenset(fact.id for fact in self.network.asked)

    def state(self, key: Key) -> State | None:
        """What a place means; None where rules contradict each other."""
        place = self.places[key]
        if place.state is None and place.run is not None:
            try:
                place.state = state_of(self.library, self.engine, place.facts, place.run)
            except Conflict:
                place.run = None
        return place.state

    # what is looked at, and in which order

    def turn(self, key: Key, away: frozenset[str], rare: Rare) -> Turn | None:
        """What a reading looks at next in a place where some facts are known to be unknown; None where nothing could change anything."""
        place = self.places[key]
        open_ = {name for name in place.unknown if name not in away}
        asked = [name for name in open_ if name not in self.usual and name not in place.senseless]
        if sensible := [name for name in asked if not self._depends(name, place.unknown)]:
            return Turn(self._first(key, sensible))
        for name in sorted((name for name in open_ if name in self.usual), key=self._order):
            depends = self._depends(name, place.unknown)
            if name in place.senseless or all(other not in self.usual or other in away for other in depends):
                forced = rare is Rare.CONTESTED or name in place.senseless or bool(depends)
                return Turn(name, rare=True, forced=forced)
        return None

    def _depends(self, name: str, unknown: frozenset[str]) -> list[str]:
        """The unknown facts on which it depends whether a question makes sense."""
        return [test.fact for test in self.conditions[name] if test.fact in unknown]

    def _order(self, rare: str) -> tuple[int, int]:
        """Rare circumstances that decide more come first: less is left to look at behind them."""
        return -self._against[rare], self.network.facts[rare].rank

    @cached_property
    def _against(self) -> dict[str, int]:
        """How many rules a rare circumstance keeps out by being as usual."""
        tests = [test for rule in self.network.rules.values() for test in rule.tests]
        return {
            name: sum(test.fact == name and not test.admits(usual) for test in tests)
            for name, usual in self.usual.items()
        }

    def _first(self, key: Key, names: list[str]) -> str:
        """The question that would be put first among these: what is awaited before what is only read."""
        state = self.state(key) if len(names) > 1 else None
        facts = [self.network.facts[name] for name in names]
        if state is None:
            return min(facts, key=lambda fact: fact.rank).id
        questionnaire, possible = self.questionnaire, self.questionnaire.possible_rulings(state.run)
        return min(
            facts,
            key=lambda fact: (
                fact.id not in state.needs,
                questionnaire.turn(fact),
                questionnaire.score(state.run, possible, fact),
                fact.rank,
            ),
        ).id

    @cached_property
    def values(self) -> dict[str, tuple[Value, ...]]:
        """The values that are told apart: those of the questionnaire, and what another event may settle besides."""
        branches = self.questionnaire.branches
        links = self.library.rulesets[self.network.ruleset].links
        settled = [pair for link in links for pair in link.settles]
        return {
            name: known if self.network.facts[name].is_number else (*known, *_others(known, name, settled))
            for name, known in branches.items()
        }

    # the graph

    def _number(self, key: Key, away: frozenset[str], rare: Rare) -> int:
        """The node or stop at which a reading is that has come to this place."""
        seen = self.position(key, away, rare)
        if seen not in self.read:
            turn = self.turn(*seen)
            if turn is None:
                self.read[seen] = self.drawing.stop(self.found(key))
            elif turn.forced:
                self.read[seen] = self._number(*self.onward(seen, turn, self.usual[turn.fact]))
            else:
                ends = [self._number(*self.onward(seen, turn, value)) for value in (*self.values[turn.fact], None)]
                self.read[seen] = self.drawing.node(turn.fact, ends)
        return self.read[seen]

    def position(self, key: Key, away: frozenset[str], rare: Rare) -> tuple[Key, frozenset[str], Rare]:
        """A place as a reading comes to it, without what makes no difference there."""
        unknown = self.places[key].unknown
        return (
            key,
            away & unknown,
            rare if any(name in self.usual and name not in away for name in unknown) else Rare.USUAL,
        )

    def onward(
        self, seen: tuple[Key, frozenset[str], Rare], turn: Turn, value: Value | None
    ) -> tuple[Key, frozenset[str], Rare]:
        """Where a reading goes from there by one branch."""
        key, away, rare = seen
        if value is None and turn.rare and rare is Rare.TOLD:
            value = self.usual[turn.fact]  # nobody reads such a set
        if value is None:
            return self.position(key, away | {turn.fact}, Rare.CONTESTED if turn.rare else rare)
        if turn.rare and not turn.forced and value != self.usual[turn.fact]:
            rare = Rare.TOLD
        return self.position(self.step(key, turn.fact, value), away, rare)

    def found(self, key: Key) -> Found:
        """What the engine says where nothing more is looked at."""
        state = self.state(key)
        if state is None:
            return Found()
        if state.outcome is not None and state.outcome.exit:
            return Found(exit=True)
        if state.final:
            return Found(ruling=ruling_in(self.library, state))
        try:
            question = self.questionnaire.next_question(state)
        except Deadlock:
            return Found()
        assert question is not None
        return Found(question.id, state.needs)


def _waiting_for(run: Run) -> frozenset[str]:
    """The facts without a value that rules read which may still stand or hold."""
    rules = run.network.rules
    waiting = run.may_stand | run.may_hold
    return frozenset(name for rule in waiting for name in rules[rule].reads() if run.value(name) is None)


def _decided(run: Run) -> Key:
    return run.standing, run.may_stand, run.may_hold, run.holding


def _others(known: Iterable[Value], name: str, settled: Iterable[tuple[str, Value]]) -> list[Value]:
    return list(dict.fromkeys(value for fact, value in settled if fact == name and value not in known))


def surveyed(library: Library, questionnaire: Questionnaire) -> tuple[IncidentPart, list[Surveyor]]:
    """The graph of an incident in every context that matters to it, and how it was found."""
    network = questionnaire.network
    ruleset = library.rulesets[network.ruleset]
    tables = Tables(_numbers(ruleset.rules), _numbers(clauses_of(ruleset)))
    drawing = Drawing(_numbers(fact.id for fact in network.asked), tables)
    contexts = library.contexts(set(network.facts))
    surveyors = [Surveyor(library, questionnaire, drawing, context) for context in contexts]
    roots = [surveyor.survey() for surveyor in surveyors]
    part: IncidentPart = {
        "hash": network_hash(library, network),
        "facts": fact_parts(questionnaire, surveyors[0].values),
        "derived": sorted(fact.id for fact in network.facts.values() if fact.derived),
        "amounts": [plain(amount) for amount in drawing.tables.amounts],
        "texts": list(drawing.tables.texts),
        "decisions": drawing.decisions,
        "asides": drawing.asides,
        "rulings": drawing.rulings,
        "stops": drawing.parts,
        "nodes": [list(node) for node in drawing.nodes],
        "roots": roots,
    }
    return part, surveyors


def _numbers(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}


def fact_parts(questionnaire: Questionnaire, values: Mapping[str, tuple[Value, ...]]) -> list[AskedPart]:
    """The facts of an incident as they are written."""
    return [_fact(questionnaire, fact, values[fact.id]) for fact in questionnaire.network.asked]


def _fact(questionnaire: Questionnaire, fact: Fact, values: tuple[Value, ...]) -> AskedPart:
    part: AskedPart = {"id": fact.id, "values": list(values)}
    if fact.low is not None and fact.high is not None:
        part["number"] = [fact.low, fact.high]
    if fact.usual is not None:
        part["usual"] = fact.usual
    if fact.scope == Scope.CONTEXT:
        part["context"] = True
    if exits := questionnaire.exits[fact.id]:
        part["exits"] = sorted(exits)
    if fact.only_if:
        part["conditions"] = [plain(test) for test in fact.only_if]
    return part
