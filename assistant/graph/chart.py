"""The graph of one incident in one ruleset, read: facts in, the next question or the ruling out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from assistant.graph.ruling import Opened, Ruling
from assistant.model import Value

if TYPE_CHECKING:
    from assistant.graph.parts import IncidentPart, RulePart, StopPart


class Stop(NamedTuple):
    """Where a reading ends: at a question, at a ruling, or out of the incident."""

    ask: str | None = None
    needs: frozenset[str] = frozenset()
    ruling: Ruling | None = None
    exit: bool = False


OUT = Stop(exit=True)


class Branches(NamedTuple):
    """Where the values of a fact lead: each value, or each interval by its first number."""

    fact: str
    otherwise: int  # where it is not known
    values: Mapping[Value, int]
    starts: tuple[int, ...] = ()  # of a number
    ends: tuple[int, ...] = ()
    most: int = 0  # the greatest number

    def follow(self, value: Value) -> int | None:
        """Where a value leads; None for one that was not told apart."""
        if not self.starts:
            return self.values.get(value)
        if not isinstance(value, int) or not self.starts[0] <= value <= self.most:
            return None
        return self.ends[bisect_right(self.starts, value) - 1]


class Chart:
    """What one ruleset answers to one incident."""

    def __init__(self, part: IncidentPart, rules: Sequence[RulePart], clauses: Sequence[str]):
        self.part = part
        self._opened = Opened(part, rules, clauses)
        facts = part["facts"]
        self.contexts = [fact["id"] for fact in facts if fact.get("context")]
        self.rare = {fact["id"]: fact["usual"] for fact in facts if "usual" in fact}
        self.exits = [(fact["id"], frozenset(fact["exits"])) for fact in facts if "exits" in fact]
        self.roots = {
            tuple(root["context"].get(name) for name in self.contexts): root["root"] for root in part["roots"]
        }
        self._nodes: dict[int, Branches] = {}
        self._stops: dict[int, Stop | None] = {}
        self._rulings: dict[int, Ruling] = {}

    def read(self, known: Mapping[str, Value]) -> Stop | None:
        """Where these facts, heard and with rare circumstances as usual, lead; None where only the engine can tell."""
        if not self._charted(known):
            return None
        for name, values in self.exits:
            if known.get(name) in values:
                return OUT
        number = self.roots.get(tuple(known.get(name) for name in self.contexts))
        while number is not None and number >= 0:
            branches = self._nodes.get(number) or self.node(number)
            value = known.get(branches.fact)
            number = branches.otherwise if value is None else branches.follow(value)
        return None if number is None else self.stop(number)

    def _charted(self, known: Mapping[str, Value]) -> bool:
        """Whether no derived fact is told, and at most one rare circumstance is contested, the others then being as usual."""
        if any(name in known for name in self.part["derived"]):
            return False
        contested = [name for name in self.rare if name not in known]
        if not contested:
            return True
        return len(contested) == 1 and all(known[name] == usual for name, usual in self.rare.items() if name in known)

    def stop(self, number: int) -> Stop | None:
        """What stands at a stop; None where the rules have a hole, of which the engine tells."""
        if number not in self._stops:
            self._stops[number] = self._stop(self.part["stops"][-1 - number])
        return self._stops[number]

    def _stop(self, part: StopPart) -> Stop | None:
        if "ruling" in part:
            return Stop(ruling=self.ruling(part["ruling"]))
        if "ask" not in part:
            return OUT if part.get("exit") else None
        names = [fact["id"] for fact in self.part["facts"]]
        return Stop(names[part["ask"]], frozenset(names[number] for number in part["needs"]))

    def ruling(self, number: int) -> Ruling:
        """A ruling by its number."""
        if number not in self._rulings:
            self._rulings[number] = self._opened.ruling(number)
        return self._rulings[number]

    def node(self, number: int) -> Branches:
        """Where the branches of a node lead."""
        index, *ends, otherwise = self.part["nodes"][number]
        fact = self.part["facts"][index]
        if "number" in fact:
            starts = tuple(value for value in fact["values"] if isinstance(value, int))
            branches = Branches(fact["id"], otherwise, {}, starts, tuple(ends), fact["number"][1])
        else:
            branches = Branches(fact["id"], otherwise, dict(zip(fact["values"], ends, strict=True)))
        self._nodes[number] = branches
        return branches
