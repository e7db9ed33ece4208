"""Two rulesets side by side: every situation of their common questionnaire, asked until both are final.

A situation is a path of answers; a question is asked when either ruleset needs it, the first one's choice first, so that facts are
asked once for both. An answer that only one game has, or that belies the incident, is no situation to compare, nor is one in which an
answer that one ruleset asked for excludes what the other decides, nor a context of which one of the texts does not speak; an answer that
says another (the third time is not the first) says it to both, and is not given after the contrary. Each situation weighs as much as its
answers are likely: every answer of a question equally, a rare circumstance less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from assistant.compare.basis import Basis, Ground, ground
from assistant.consultation.foresight import questionnaire_of
from assistant.decision.gravity import Difference, compare
from assistant.decision.sameness import Side, same, sides, wholly_silent
from assistant.decision.sense import contrary, excluded, implied
from assistant.decision.state import State
from assistant.engine.engines import Engines
from assistant.errors import Hole
from assistant.model import UNSAID, Fact, Library, Value

MOST_SITUATIONS = 20000
USUALLY = 0.8  # how often a rare circumstance is not met

Answers = tuple[tuple[str, Value], ...]


class Situation(NamedTuple):
    """One path that is final under both rulesets, with both outcomes and how likely it is."""

    answers: Answers
    first: Side
    second: Side
    share: float
    grounds: tuple[Ground, Ground] = (Ground(Basis.TEXT), Ground(Basis.TEXT))

    def key(self, library: Library) -> tuple[object, object]:
        """What the two decide: situations of the same key are told together."""
        return self.first.essence(library), self.second.essence(library)

    def kind(self, library: Library) -> Difference:
        """How the second outcome compares with the first."""
        if same(library, self.first, self.second):
            return Difference.SAME
        silent = [wholly_silent(side.outcome) for side in (self.first, self.second)]
        if all(silent):
            return Difference.UNORDERED  # only one of them forbids it, or they let the deal end otherwise
        if any(silent):
            return Difference.SILENCE
        if bool(self.first.outcome.silences) != bool(self.second.outcome.silences):
            said = [_said(library, side) for side in (self.first, self.second)]
            if said[0] == said[1]:
                return Difference.SILENCE  # the same, but for what only one of them leaves unsaid
        return compare(library, self.first, self.second)


def _said(library: Library, side: Side) -> tuple[object, ...]:
    """What a side decides, its silence and what it does not say of the deal aside."""
    told = tuple(slot for slot in side.outcome.slots if slot[1] != UNSAID)
    return side._replace(outcome=side.outcome._replace(silences=frozenset(), slots=told)).essence(library)


def foreign(library: Library, ruleset: str, facts: Mapping[str, Value]) -> list[str]:
    """The facts whose answer the game of this ruleset does not have."""
    game = library.rulesets[ruleset].game
    return [
        name
        for name, value in facts.items()
        if name in library.facts
        and any(known.id == value and known.game not in (None, game) for known in library.facts[name].values)
    ]


def governed(library: Library, ruleset: str, context: Mapping[str, Value]) -> bool:
    """Whether the text of a ruleset speaks of games of this context."""
    governs = library.rulesets[ruleset].governs
    return governs is None or all(test.admits(context[test.fact]) for test in governs.tests if test.fact in context)


class Pairing:
    """One incident under two rulesets."""

    def __init__(
        self, library: Library, engines: Engines, rulesets: tuple[str, str], incident: str, context: Mapping[str, Value]
    ):
        self.library = library
        self.rulesets = rulesets
        self.context = dict(context)
        self.incident = incident
        self.questionnaires = [questionnaire_of(library, engines, ruleset, incident) for ruleset in rulesets]

    def situations(self) -> list[Situation]:
        """All of them; Hole when there are too many or one has no ruling."""
        found = list(self._walk((), 1.0))
        if len(found) >= MOST_SITUATIONS:
            raise Hole(f"{self.incident} : trop de situations à comparer")
        return found

    def _walk(self, answers: Answers, share: float) -> Iterator[Situation]:
        read = {name for one in self.questionnaires for name in one.network.facts}
        answers += tuple((name, value) for name, value in implied(self.library, dict(answers)).items() if name in read)
        facts = {**self.context, **dict(answers)}
        states = [questionnaire.judge(facts) for questionnaire in self.questionnaires]
        asked = self._question(states, facts)
        if asked is None:
            first, second = (state.outcome for state in states)
            assert first is not None and second is not None
            if first.exit or second.exit:
                return  # something else happened: there is nothing to compare
            if not excluded(self.library, facts, first) and not excluded(self.library, facts, second):
                grounds = ground(self.library, states[0]), ground(self.library, states[1])
                yield Situation(answers, *sides(self.library, self.rulesets, first, second), share, grounds)
            return
        fact, values = asked
        for value in values:
            yield from self._walk((*answers, (fact.id, value)), share * self._likely(fact, value, values))

    def _likely(self, fact: Fact, value: Value, values: tuple[Value, ...]) -> float:
        """How likely an answer is: all alike, but for a rare circumstance, which is as usual four times in five."""
        usual = self.library.facts[fact.id].usual
        if usual not in values or len(values) == 1:
            return 1 / len(values)
        return USUALLY if value == usual else (1 - USUALLY) / (len(values) - 1)

    def _question(self, states: list[State], facts: Mapping[str, Value]) -> tuple[Fact, tuple[Value, ...]] | None:
        """The next question of either, with the values that both tell apart and that what is known allows."""
        for questionnaire, state in zip(self.questionnaires, states, strict=True):
            fact = questionnaire.next_question(state)
            if fact is not None:
                known = {value for one in self.questionnaires for value in one.branches.get(fact.id, ())}
                known -= {value for one in self.questionnaires for value in one.exits.get(fact.id, ())}
                known = {value for value in known if not contrary(self.library, {**facts, fact.id: value})}
                return fact, tuple(sorted(filter(self._happens(fact), known), key=_order(fact)))
        return None

    def _happens(self, fact: Fact) -> Callable[[Value], bool]:
        """Whether both games have this answer, and the incident happened if it is true."""
        belied = {value.id for value in fact.values if self.incident in value.belies}
        return lambda value: (
            value not in belied and not any(foreign(self.library, name, {fact.id: value}) for name in self.rulesets)
        )


def _order(fact: Fact) -> Callable[[Value], int]:
    ids = [value.id for value in fact.values]
    return lambda value: value if isinstance(value, int) else ids.index(value)
