"""The graph of one incident as it is drawn: nodes, stops and rulings, each once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from assistant.consultation.sentences import conditional
from assistant.decision.state import State
from assistant.graph.ruling import Ruling, Tables
from assistant.model import Library

if TYPE_CHECKING:
    from assistant.graph.parts import AsidePart, DecisionPart, StopPart

Part = TypeVar("Part")


class Found(NamedTuple):
    """What the engine says at a stop."""

    ask: str | None = None
    needs: frozenset[str] = frozenset()
    ruling: Ruling | None = None
    exit: bool = False


def ruling_in(library: Library, state: State) -> Ruling:
    """The ruling of a final state."""
    run, outcome = state.run, state.outcome
    assert outcome is not None
    waits = [
        sentence.bears.tests
        for sentence in conditional(library, run, outcome)
        if sentence.unsure is None
        and (sentence.bears.incidents is None or run.network.incident in sentence.bears.incidents)
    ]
    return Ruling(
        run.standing,
        frozenset(one.amount for one in outcome.dues),
        outcome._replace(dues=frozenset()),
        dict(sorted(run.derived.items())),
        run.overridden,
        tuple(dict.fromkeys(waits)),
    )


@dataclass
class Drawing:
    """What the contexts of an incident share: nodes, stops, rulings, each once."""

    facts: dict[str, int]  # the number of each fact
    tables: Tables
    nodes: dict[tuple[int, ...], int] = field(default_factory=dict)
    parts: list[StopPart] = field(default_factory=list)
    decisions: list[DecisionPart] = field(default_factory=list)
    asides: list[AsidePart] = field(default_factory=list)
    rulings: list[list[int]] = field(default_factory=list)
    numbers: dict[object, int] = field(default_factory=dict)  # of each stop, decision, aside and ruling

    def node(self, fact: str, ends: list[int]) -> int:
        """The node with these branches, or where all of them lead."""
        if len(set(ends)) == 1:
            return ends[0]
        return self.nodes.setdefault((self.facts[fact], *ends), len(self.nodes))

    def stop(self, found: Found) -> int:
        """The number of a stop: negative, -1 the first."""
        if found.ruling is not None:
            part: StopPart = {"ruling": self._ruling(found.ruling)}
        else:
            part = {"exit": True} if found.exit else {}
        if found.ask is not None:
            part = {"ask": self.facts[found.ask], "needs": sorted(self.facts[name] for name in found.needs)}
        return -1 - self._once(self.parts, part, repr(part))

    def _ruling(self, ruling: Ruling) -> int:
        told = tuple(reading.cites for reading in ruling.bare.readings)  # readings are equal whatever they cite
        decided = (*ruling.bare.decided(), ruling.amounts, told, ruling.waits)
        if decided not in self.numbers:
            self._once(self.decisions, self.tables.decision(ruling), decided)
        aside = self.tables.aside(ruling)
        beside = self._once(self.asides, aside, ("aside", repr(aside)))
        part = [self.numbers[decided], beside, *(self.tables.rules[name] for name in ruling.standing)]
        return self._once(self.rulings, part, tuple(part))

    def _once(self, parts: list[Part], part: Part, key: object) -> int:
        number = self.numbers.setdefault(key, len(parts))
        if number == len(parts):
            parts.append(part)
        return number
