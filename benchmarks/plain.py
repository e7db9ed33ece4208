"""The plain evaluator of the tests: what the meaning of the rules costs without any engine."""

from __future__ import annotations

from assistant.engine.network import Network
from benchmarks.ours import Answer
from benchmarks.situations import Case
from tests.oracles.evaluator import Evaluator


class Plain:
    """The evaluator on networks made beforehand."""

    def __init__(self, networks: dict[str, Network]):
        self.networks = networks

    def answer(self, case: Case) -> Answer:
        evaluation = Evaluator(self.networks[case.incident], case.facts).evaluate()
        return evaluation.standing, evaluation.may_stand
