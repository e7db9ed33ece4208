"""How few questions would do: exact search for the best order of questions, on the graph of each incident.

A state is what is left of the graph once some answers are known, rare circumstances as usual; equal rests are one. Any question that the
engine waits for and that makes sense may come next, every answer is equally likely, and the least mean number of questions is worked out
backwards. The rest of a graph is itself a graph: answers are put in, and what comes to the same is one node again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from assistant.consultation.questionnaire import Questionnaire
from assistant.graph.chart import Chart, Stop
from assistant.model import Value

MOST_STATES = 20_000  # of one incident in one context


class TooMany(Exception):
    """The search is too large to be finished."""


class Means(NamedTuple):
    """The mean number of questions: as they are asked, and at best."""

    asked: float
    best: float


Below = tuple[tuple[Value | None, int], ...]  # where each answer leads, None where it is not known


class Search:
    """The best order of questions of one incident in one context."""

    def __init__(self, questionnaire: Questionnaire, chart: Chart, context: Mapping[str, Value]):
        self.questionnaire, self.chart = questionnaire, chart
        self.facts = {name: fact for name, fact in questionnaire.network.facts.items() if not fact.derived}
        self.nodes: list[tuple[str, Below]] = []
        self._numbers: dict[tuple[str, Below], int] = {}
        self._drawn: dict[int, int] = {}
        self._put: dict[tuple[int, str, Value], int] = {}
        self._reads: dict[int, frozenset[str]] = {}
        self._known: dict[object, Means] = {}
        root = chart.roots[tuple(context.get(name) for name in chart.contexts)]
        self.root = self._draw(root)

    def means(self) -> Means:
        """The mean number of questions from the beginning; TooMany where the search does not end in time."""
        return self._means(self.root, {})

    def _draw(self, number: int) -> int:
        """A node of the chart without its rare circumstances; a stop keeps its negative number."""
        if number < 0:
            return number
        if number not in self._drawn:
            node = self.chart.node(number)
            if (usual := self.chart.rare.get(node.fact)) is not None:
                end = node.follow(usual)
                assert end is not None
                self._drawn[number] = self._draw(end)
            else:
                below: list[tuple[Value | None, int]] = [(None, self._draw(node.otherwise))]
                for value in self.questionnaire.branches[node.fact]:
                    end = node.follow(value)
                    assert end is not None
                    below.append((value, self._draw(end)))
                self._drawn[number] = self._node(node.fact, tuple(below))
        return self._drawn[number]

    def _node(self, fact: str, below: Below) -> int:
        if len({end for _, end in below}) == 1:
            return below[0][1]
        number = self._numbers.setdefault((fact, below), len(self.nodes))
        if number == len(self.nodes):
            self.nodes.append((fact, below))
        return number

    def _with(self, number: int, fact: str, value: Value) -> int:
        """What is left of a node once one answer is known."""
        if number < 0:
            return number
        if (number, fact, value) not in self._put:
            mine, below = self.nodes[number]
            left = dict(below)[value] if mine == fact else self._node(mine, tuple((other, self._with(end, fact, value)) for other, end in below))
            self._put[number, fact, value] = left
        return self._put[number, fact, value]

    def _stop(self, number: int) -> Stop:
        """Where a reading ends that knows nothing more."""
        while number >= 0:
            number = self.nodes[number][1][0][1]
        stop = self.chart.stop(number)
        assert stop is not None
        return stop

    def _means(self, number: int, told: Mapping[str, Value]) -> Means:
        stop = self._stop(number)
        if stop.ask is None:
            return Means(0.0, 0.0)
        sensible = frozenset(name for name in stop.needs if self._makes_sense(name, told))
        gates = frozenset(pair for pair in told.items() if any(test.fact == pair[0] for name in self._read(number) for test in self.facts[name].only_if))
        key = number, gates
        if key not in self._known:
            if len(self._known) >= MOST_STATES:
                raise TooMany
            means = {name: self._mean(number, name, told) for name in sensible | {stop.ask} if name not in self.chart.rare}
            self._known[key] = Means(means[stop.ask].asked, min(one.best for one in means.values()))
        return self._known[key]

    def _mean(self, number: int, name: str, told: Mapping[str, Value]) -> Means:
        """With this question first."""
        values = self.questionnaire.branches[name]
        below = [self._means(self._with(number, name, value), {**told, name: value}) for value in values]
        return Means(*(1 + sum(each) / len(values) for each in zip(*below, strict=True)))

    def _makes_sense(self, name: str, told: Mapping[str, Value]) -> bool:
        tests = self.facts[name].only_if
        return all(test.fact in self.chart.contexts or test.admits(told.get(test.fact, self.chart.rare.get(test.fact))) for test in tests)

    def _read(self, number: int) -> frozenset[str]:
        """The facts that are looked at below a node."""
        if number < 0:
            return frozenset()
        if number not in self._reads:
            fact, below = self.nodes[number]
            self._reads[number] = frozenset({fact}).union(*(self._read(end) for _, end in below))
        return self._reads[number]
