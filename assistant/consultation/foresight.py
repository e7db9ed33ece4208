"""What would be, read in the graph instead of inferred: the questionnaire of « what if », and where it is at hand.

The ruling that a person is given is inferred, and held against the graph (`confirmed`). Whatever lies beside it — another answer, another way of a
dispute, another moment — was inferred when the graph was made. What the graph does not hold is inferred here too.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from assistant.consultation.questionnaire import Questionnaire
from assistant.decision.outcome import Outcome
from assistant.decision.state import State, judge
from assistant.engine.engines import Engine, Engines, Run
from assistant.graph.atlas import Atlas
from assistant.graph.chart import Chart, Stop
from assistant.model import Fact, Library, Ruleset, Value
from assistant.store import cache

GRAPH = "graph"  # the kind under which it is kept
NONE: frozenset[str] = frozenset()
EXIT = Outcome(exit=True)


class Differs(Exception):
    """The graph says something else than the engine."""


def told(state: State) -> object:
    """All that a final state says; of another only that it is none."""
    outcome, run = state.outcome, state.run
    if not state.final or outcome is None or outcome.exit:
        return outcome is not None and outcome.exit
    cites = (outcome.cites, *(reading.cites for reading in outcome.readings))
    decided = (outcome.decided(), outcome.forbids, cites, outcome.rules)
    return decided, run.standing, dict(run.derived), dict(run.overridden)


class Foresight(Questionnaire):
    """The questions of one incident in one ruleset, read in its chart."""

    def __init__(self, library: Library, engine: Engine, chart: Chart, elsewhere: Collection[str] = ()):
        super().__init__(library, engine, elsewhere)
        self.chart = chart

    def judge(self, facts: Mapping[str, Value], contested: frozenset[str] = NONE) -> State:
        """The state as the chart has it; inferred where it has none."""
        known = self.heard(facts, contested)
        stop = self.chart.read(known)
        return self._state(known, stop) if stop is not None else super().judge(facts, contested)

    def _state(self, known: Mapping[str, Value], stop: Stop) -> State:
        mine = {name: known[name] for name in self.network.facts if name in known}
        ruling = stop.ruling
        if ruling is None:
            run = Run(self.network, mine, (), NONE, NONE, NONE, {}, {}, {})
            return State(run, EXIT if stop.exit else None, NONE, stop.needs)
        run = Run(self.network, mine, ruling.standing, NONE, NONE, NONE, ruling.overridden, ruling.derived, {})
        return State(run, ruling.outcome(mine), NONE, NONE)

    def confirmed(self, facts: Mapping[str, Value], contested: frozenset[str]) -> State:
        """The state as it is inferred, and the question to which it leads; Differs where the graph has others."""
        known = self.heard(facts, contested)
        stop = self.chart.read(known)
        inferred = judge(self.library, self.engine, known)
        if stop is not None:
            read = self._state(known, stop)
            asked = (Questionnaire.next_question(self, inferred), self.next_question(read))
            if told(read) != told(inferred) or read.needs != inferred.needs or asked[0] != asked[1]:
                answers = ", ".join(f"{name}={value}" for name, value in sorted(known.items()))
                raise Differs(f"{self.network.ruleset}, {self.network.incident} [{answers}]")
        return inferred

    def next_question(self, state: State) -> Fact | None:
        """The fact to ask, or None when the state is final."""
        if state.final:
            return None
        stop = self.chart.read(state.run.known)
        if stop is None or stop.ask is None:
            return super().next_question(state)
        return self.network.facts[stop.ask]

    def candidates(self, state: State) -> list[Fact]:
        """The facts that live rules wait for and that make sense to ask now; only the engine knows what is derived before the end."""
        facts = self.network.facts
        if any(facts[test.fact].derived for name in state.needs for test in facts[name].only_if):
            state = judge(self.library, self.engine, state.run.known)
        return super().candidates(state)

    def rare(self, facts: Mapping[str, Value], contested: frozenset[str] = NONE) -> list[Fact]:
        """The assumed circumstances of a final state that would change it: another decision, or a question."""
        here = self.chart.read(self.heard(facts, contested))
        if here is None or here.ruling is None:
            return super().rare(facts, contested)
        assumed = [self.network.facts[name] for name in self.assumed(facts, contested)]
        return [fact for fact in assumed if self._differs(facts, contested, fact, here)]

    def _differs(self, facts: Mapping[str, Value], contested: frozenset[str], fact: Fact, here: Stop) -> bool:
        """Whether a rare circumstance that is not as usual leads elsewhere."""
        assert here.ruling is not None
        for value in self.branches[fact.id]:
            known = self.heard({**facts, fact.id: value}, contested)
            there = self.chart.read(known)
            if there is None:
                return fact in super().rare(facts, contested)
            if there != here and (there.ruling is None or there.ruling.outcome(known) != here.ruling.outcome(known)):
                return True
        return False


class Foreseeing(Engines):
    """The engines of a library with a graph at hand."""

    def __init__(self, engines: Engines, atlas: Atlas):
        self.library = engines.library
        self.inferring = engines
        self.atlas = atlas
        self._questionnaires: dict[tuple[str, str, frozenset[str]], Questionnaire] = {}

    def engine(self, ruleset: str, incident: str) -> Engine:
        """The engine of one incident in one ruleset."""
        return self.inferring.engine(ruleset, incident)

    def questionnaire(self, ruleset: str, incident: str, elsewhere: Collection[str] = ()) -> Questionnaire:
        """The questions of one incident in one ruleset, read in the graph where it has them."""
        key = (ruleset, incident, frozenset(elsewhere))
        if key not in self._questionnaires:
            engine, chart = self.engine(ruleset, incident), self.atlas.chart(ruleset, incident)
            self._questionnaires[key] = (
                Foresight(self.library, engine, chart, elsewhere)
                if chart
                else Questionnaire(self.library, engine, elsewhere)
            )
        return self._questionnaires[key]


def questionnaire_of(
    library: Library, engines: Engines, ruleset: str, incident: str, elsewhere: Collection[str] = ()
) -> Questionnaire:
    """The questions of one incident in one ruleset: read in the graph where one is at hand, else inferred."""
    if isinstance(engines, Foreseeing):
        return engines.questionnaire(ruleset, incident, elsewhere)
    return Questionnaire(library, engines.engine(ruleset, incident), elsewhere)


def linked(library: Library, engines: Engines, ruleset: str) -> Ruleset:
    """A ruleset with its statuses and links: those of the graph where one is at hand."""
    mine = library.rulesets[ruleset]
    return engines.atlas.ruleset(mine) if isinstance(engines, Foreseeing) else mine


def kept(library: Library) -> Atlas | None:
    """The graph of exactly this knowledge and code, if one is at hand."""
    found: Any = cache.kept(GRAPH, library.version, dict)
    return Atlas(found) if found is not None and found.get("knowledge") == library.version else None


def foreseeing(library: Library) -> Engines:
    """Engines with the graph at hand where it was kept, and as they are where not."""
    atlas, inferring = kept(library), Engines(library)
    return Foreseeing(inferring, atlas) if atlas is not None else inferring
