"""The project's own way: one Experta engine per incident, and what is read from its run."""

from __future__ import annotations

from assistant.decision.state import State, judge
from assistant.engine.engines import Engines
from assistant.model import Library
from benchmarks.situations import Case
from benchmarks.synthetic import RULESET

Answer = tuple[frozenset[str], frozenset[str]]


class Ours:
    """All engines of a library, built beforehand."""

    def __init__(self, library: Library):
        self.library = library
        engines = Engines(library)
        self.engines = {incident: engines.engine(RULESET, incident) for incident in library.incidents}
        for engine in self.engines.values():
            engine.run({})

    def judge(self, case: Case) -> State:
        """One ruling with its open needs: the run, the outcome, the live rules, the facts they wait for."""
        return judge(self.library, self.engines[case.incident], case.facts)

    def infer(self, case: Case) -> object:
        """The run alone."""
        return self.engines[case.incident].run(case.facts)

    def answer(self, case: Case) -> Answer:
        run = self.judge(case).run
        return frozenset(run.standing), run.may_stand
