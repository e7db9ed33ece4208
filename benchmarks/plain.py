"""The plain evaluator of the tests: what the meaning of the rules costs without any engine."""

from __future__ import annotations

from assistant.model import Library
from benchmarks.ours import Answer
from benchmarks.situations import Case
from tests.oracles.evaluator import Evaluator, Meaning


class Plain:
    """The evaluator, the relations of the rules read beforehand."""

    def __init__(self, library: Library, ruleset: str):
        self.meanings = {incident: Meaning(library, ruleset, incident) for incident in library.incidents}

    def answer(self, case: Case) -> Answer:
        evaluation = Evaluator(self.meanings[case.incident], case.facts).evaluate()
        return evaluation.standing, evaluation.may_stand
