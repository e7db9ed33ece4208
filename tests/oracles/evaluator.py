"""The meaning of rules once more, in plain Python: slow to read off an engine, quick to read here.

Tests and benchmarks compare Experta's runs with this; nothing in the application uses it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from assistant.engine.network import Network
from assistant.model import Rule, Test, Value

Truth = bool | None  # None: not known yet


def conjunction(truths: list[Truth]) -> Truth:
    if any(truth is False for truth in truths):
        return False
    return None if any(truth is None for truth in truths) else True


def disjunction(truths: list[Truth]) -> Truth:
    if any(truth is True for truth in truths):
        return True
    return None if any(truth is None for truth in truths) else False


def negation(truth: Truth) -> Truth:
    return None if truth is None else not truth


@dataclass
class Evaluation:
    """Which rules stand, which may stand, and what was derived."""

    standing: frozenset[str]
    may_stand: frozenset[str]
    derived: Mapping[str, Value]


class Evaluator:
    """One network, one set of facts; everything is computed when asked for and remembered."""

    def __init__(self, network: Network, facts: Mapping[str, Value]):
        self.network = network
        self.facts = {name: value for name, value in facts.items() if name in network.facts}
        self._stands: dict[str, Truth] = {}
        self._derived: dict[str, Value | None] = {}

    def evaluate(self) -> Evaluation:
        truths = {name: self.stands(name) for name in self.network.rules}
        derived = {
            name: value
            for name in self.network.derivers
            if name not in self.facts and (value := self.value(name)) is not None
        }
        return Evaluation(
            frozenset(name for name, truth in truths.items() if truth is True),
            frozenset(name for name, truth in truths.items() if truth is None),
            derived,
        )

    def value(self, fact: str) -> Value | None:
        if fact in self.facts:
            return self.facts[fact]
        if fact not in self.network.derivers:
            return None
        if fact not in self._derived:
            truths = {name: self.stands(name) for name in self.network.derivers[fact]}
            values = {dict(self.network.rules[name].derives)[fact] for name, truth in truths.items() if truth is True}
            if values:
                self._derived[fact] = min(values, key=str)  # two values are a conflict, which the engine reports
            else:
                self._derived[fact] = (
                    None if any(truth is None for truth in truths.values()) else self.network.facts[fact].otherwise
                )
        return self._derived[fact]

    def test(self, test: Test) -> Truth:
        value = self.value(test.fact)
        return None if value is None else test.admits(value)

    def holds(self, name: str) -> Truth:
        rule: Rule = self.network.rules[name]
        truths = [self.test(test) for test in rule.tests]
        if any(fact in self.facts for fact, _ in rule.derives):
            return False  # settled by the referee or the tiles: no rule derives it any more
        if rule.sanctions is not None:
            truths.append(
                disjunction(
                    [
                        self.stands(giver)
                        for sanction in rule.sanctions
                        for giver in self.network.givers.get(sanction, ())
                    ]
                )
            )
        return conjunction(truths)

    def stands(self, name: str) -> Truth:
        if name not in self._stands:
            truths = [
                self.holds(name),
                *(negation(self.stands(other)) for other in self.network.exceptions.get(name, ())),
            ]
            if name in self.network.targets:
                truths.append(disjunction([self.holds(target) for target in self.network.targets[name]]))
            self._stands[name] = conjunction(truths)
        return self._stands[name]
