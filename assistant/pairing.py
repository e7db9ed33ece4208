"""Two rulesets side by side: every situation of their common questionnaire, asked until both are final.

A situation is a path of answers; a question is asked when either ruleset needs it, the first one's choice first, so that facts are
asked once for both. Equal states are walked once, as in the proof, and each situation weighs as much as its answers are likely,
every answer of a question being equally so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from assistant.engine import Engines
from assistant.gravity import SAME, compare, essence
from assistant.inference import State
from assistant.model import Fact, Library, Value
from assistant.outcome import Outcome
from assistant.problem import Hole
from assistant.questionnaire import Questionnaire

MOST_SITUATIONS = 20000
ONLY_FIRST, ONLY_SECOND = "seulement-premier", "seulement-second"
KINDS = (SAME, "plus-leger", "plus-lourd", "sans-ordre", "silence")

Answers = tuple[tuple[str, Value], ...]


class Situation(NamedTuple):
    """One path that is final under both rulesets, with both outcomes and how likely it is."""

    answers: Answers
    first: Outcome
    second: Outcome
    share: float

    def kind(self, library: Library) -> str:
        """How the second outcome compares with the first."""
        if essence(library, self.first) == essence(library, self.second):
            return SAME
        silent = [bool(outcome.silences) and not outcome.sanctions for outcome in (self.first, self.second)]
        if any(silent):
            return SAME if all(silent) else "silence"
        return compare(library, self.first, self.second)


class Pairing:
    """One incident under two rulesets."""

    def __init__(
        self, library: Library, engines: Engines, rulesets: tuple[str, str], incident: str, context: Mapping[str, Value]
    ):
        self.library = library
        self.context = dict(context)
        self.incident = incident
        self.questionnaires = [Questionnaire(library, engines.engine(ruleset, incident)) for ruleset in rulesets]

    def situations(self) -> list[Situation]:
        """All of them; Hole when there are too many or one has no ruling."""
        found = list(self._walk((), 1.0))
        if len(found) >= MOST_SITUATIONS:
            raise Hole(f"{self.incident} : trop de situations à comparer")
        return found

    def _walk(self, answers: Answers, share: float) -> Iterator[Situation]:
        facts = {**self.context, **dict(answers)}
        states = [questionnaire.judge(facts) for questionnaire in self.questionnaires]
        asked = self._question(states)
        if asked is None:
            first, second = (state.outcome for state in states)
            assert first is not None and second is not None
            yield Situation(answers, first, second, share)
            return
        fact, values = asked
        for value in values:
            yield from self._walk((*answers, (fact.id, value)), share / len(values))

    def _question(self, states: list[State]) -> tuple[Fact, tuple[Value, ...]] | None:
        """The next question of either, with the values that both tell apart."""
        for questionnaire, state in zip(self.questionnaires, states, strict=True):
            fact = questionnaire.next_question(state)
            if fact is not None:
                known = [one.branches[fact.id] for one in self.questionnaires if fact.id in one.branches]
                return fact, tuple(sorted({value for values in known for value in values}, key=_order(fact)))
        return None


def _order(fact: Fact):  # type: ignore[no-untyped-def]
    ids = [value.id for value in fact.values]
    return lambda value: value if isinstance(value, int) else ids.index(value)
