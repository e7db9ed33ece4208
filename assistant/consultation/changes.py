"""What would change a ruling: the circumstances assumed, and each single answer changed alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.consultation.questionnaire import Questionnaire, in_words
from assistant.decision.gravity import HEAVIER, LIGHTER, SAME, UNORDERED, compare, why_unordered
from assistant.decision.outcome import Outcome
from assistant.decision.sameness import sides
from assistant.decision.words import change_line, decision_line
from assistant.model import Fact, Library, Value

Change = dict[str, Any]


def answer(fact: Fact, value: Value, origin: str, label: str | None = None) -> Change:
    """A value of a fact, as the document shows it."""
    return {
        "fact": fact.id,
        "title": fact.title,
        "value": value,
        "label": label if label is not None else in_words(fact, value),
        "origin": origin,
    }


class WhyNot:
    """The neighbours of one final case."""

    def __init__(
        self, library: Library, questionnaire: Questionnaire, told: Mapping[str, Value], contested: frozenset[str]
    ):
        self.library = library
        self.questionnaire = questionnaire
        self.told = told
        self.contested = contested

    def unless(self, outcome: Outcome) -> list[Change]:
        """What each assumed circumstance would change, were it otherwise."""
        found = [
            self._told(outcome, *self._changed(fact, value, "unless"))
            for fact in self.questionnaire.rare(self.told, self.contested)
            for value in self.questionnaire.branches[fact.id]
            if value != fact.usual
        ]
        return [one for one in found if one["change"] != ""]  # nothing to do otherwise

    def neighbours(self, outcome: Outcome) -> dict[str, list[Change]]:
        """Each single answer that makes the ruling lighter, heavier, not comparable, or opens another question."""
        found: dict[str, list[Change]] = {"lighter": [], "heavier": [], "unordered": [], "would_ask": []}
        keys = {LIGHTER: "lighter", HEAVIER: "heavier", UNORDERED: "unordered", SAME: "unordered"}
        ruleset = self.questionnaire.network.ruleset
        for fact, value in self._others():
            change, other = self._changed(fact, value, "changed")
            change = self._told(outcome, change, other)
            if change["asks"] is not None:
                found["would_ask"].append(change)
            elif other is not None:
                mine, theirs = sides(self.library, (ruleset, ruleset), outcome, other)
                if mine.essence(self.library) != theirs.essence(self.library):  # whatever the sheet would say otherwise
                    how = compare(self.library, mine, theirs)
                    change["because"] = self._reason(outcome, other) if how in (UNORDERED, SAME) else None
                    found[keys[how]].append(change)
        return found

    def _told(self, before: Outcome, change: Change, after: Outcome | None) -> Change:
        """With what would be otherwise, in few words."""
        ruleset = self.questionnaire.network.ruleset
        return {**change, "change": change_line(self.library, ruleset, before, after) if after else None}

    def _others(self) -> list[tuple[Fact, Value]]:
        """Every other answer to a question that was answered."""
        found: list[tuple[Fact, Value]] = []
        for name, old in self.told.items():
            fact = self.library.facts[name]
            if name not in self.questionnaire.network.facts or fact.scope == "contexte" or fact.derived:
                continue
            for value in self.questionnaire.branches[name]:
                interval = self.questionnaire.interval(fact, value)
                same = value == old if interval is None else isinstance(old, int) and interval[0] <= old <= interval[1]
                if not same:
                    found.append((fact, value))
        return found

    def _changed(self, fact: Fact, value: Value, origin: str) -> tuple[Change, Outcome | None]:
        """What would follow: a decision, or the question that would come."""
        position = self.questionnaire.position({**self.told, fact.id: value}, self.contested - {fact.id})
        change = answer(fact, value, origin, self.questionnaire.label(fact, value))
        if position.question is not None:
            return {**change, "decision": None, "asks": position.question.question}, None
        outcome = position.state.outcome
        if outcome is None or len(position.possibilities) > 1:
            return {**change, "decision": None, "asks": None}, None
        outcome = self.questionnaire.widened(outcome, ((fact.id, value),))
        line = decision_line(self.library, self.questionnaire.network.ruleset, outcome)
        return {**change, "decision": line, "asks": None}, outcome

    def _reason(self, first: Outcome, second: Outcome) -> str | None:
        for one in sorted(first.sanction_ids()):
            for other in sorted(second.sanction_ids()):
                why = why_unordered(self.library, one, other)
                if why:
                    return why
        return None
