"""What would change a ruling: the circumstances assumed, and each single answer changed alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from assistant.consultation.questionnaire import Questionnaire, in_words
from assistant.consultation.vocabulary import Origin
from assistant.decision.events import is_over, with_winner
from assistant.decision.gravity import Difference, compare, why_unordered
from assistant.decision.outcome import Outcome
from assistant.decision.sameness import same, sides
from assistant.decision.sense import beside
from assistant.decision.statuses import NOBODY
from assistant.decision.words import change_line, decision_line
from assistant.model import Fact, Library, Scope, Value

if TYPE_CHECKING:
    from assistant.consultation.document import AnswerPart, ChangePart, Side


def answer(fact: Fact, value: Value, origin: Origin, label: str | None = None) -> AnswerPart:
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
        self,
        library: Library,
        questionnaire: Questionnaire,
        told: Mapping[str, Value],
        contested: frozenset[str],
        player: str = NOBODY,
        fixed: Collection[str] = (),
        never: Mapping[str, Collection[Value]] = {},
        ended: bool = False,
    ):
        """Of this player, where one is named: what his seat or another event has settled (`fixed`), or made impossible (`never`), is not otherwise by itself; where another event `ended` the deal, nothing lets it go on."""
        self.library = library
        self.questionnaire = questionnaire
        self.told = told
        self.contested = contested
        self.player = player
        self.fixed = fixed
        self.never = never
        self.ended = ended

    def unless(self, outcome: Outcome) -> list[ChangePart]:
        """What each assumed circumstance would change, were it otherwise."""
        changes = [
            self._changed(outcome, fact, value, Origin.UNLESS)[0]
            for fact in self.questionnaire.rare(self.told, self.contested)
            for value in self.questionnaire.branches[fact.id]
            if value != fact.usual and self._can_be(fact, value)
        ]
        return [change for change in changes if change["change"] != ""]  # nothing to do otherwise

    def neighbours(self, outcome: Outcome) -> dict[Side, list[ChangePart]]:
        """Each single answer that makes another decision, lighter, heavier or not comparable, or opens another question."""
        changes: dict[Side, list[ChangePart]] = {"lighter": [], "heavier": [], "unordered": [], "would_ask": []}
        keys: dict[Difference, Side] = {Difference.LIGHTER: "lighter", Difference.HEAVIER: "heavier"}
        ruleset = self.questionnaire.network.ruleset
        for fact, value in self.others():
            change, other = self._changed(outcome, fact, value, Origin.CHANGED)
            if change["asks"] is not None:
                changes["would_ask"].append(change)
            elif other is not None:
                mine, theirs = sides(self.library, (ruleset, ruleset), *self._here(outcome, other))
                if not same(self.library, mine, theirs):
                    how = compare(self.library, mine, theirs)
                    change["because"] = None if how in keys else self._reason(outcome, other)
                    changes[keys.get(how, "unordered")].append(change)
        return changes

    def others(self) -> list[tuple[Fact, Value]]:
        """Every other answer to a question that was answered."""
        others: list[tuple[Fact, Value]] = []
        for name, old in self.told.items():
            fact = self.library.facts[name]
            idle = fact.scope == Scope.CONTEXT or fact.derived or name in self.fixed
            if name not in self.questionnaire.network.facts or idle:
                continue
            for value in self.questionnaire.branches[name]:
                interval = self.questionnaire.interval(fact, value)
                within = interval is not None and isinstance(old, int) and interval[0] <= old <= interval[1]
                if value != old and not within and self._can_be(fact, value):
                    others.append((fact, value))
        return others

    def _can_be(self, fact: Fact, value: Value) -> bool:
        """Whether this can be true beside what was told, and what other events have settled."""
        if value in self.never.get(fact.id, ()):
            return False
        instead = {**self.told, fact.id: value}
        return not any(fact.id in pair for pair in beside(self.library, instead))

    def _changed(self, before: Outcome, fact: Fact, value: Value, origin: Origin) -> tuple[ChangePart, Outcome | None]:
        """What would follow: a decision, with what would be otherwise, or the question that would come."""
        position = self.questionnaire.position({**self.told, fact.id: value}, self.contested - {fact.id})
        said = answer(self.questionnaire.fact(fact.id), value, origin, self.questionnaire.label(fact, value))
        change: ChangePart = {
            **said,
            "key": fact.id,
            "decision": None,
            "change": None,
            "asks": None,
            "because": None,
            "interpreted": False,
        }
        if position.question is not None:
            change["asks"] = position.question.question
            return change, None
        if position.state.outcome is None or len(position.possibilities) > 1:
            return change, None
        ruleset = self.questionnaire.network.ruleset
        widened = self.questionnaire.widened(position.state.outcome, ((fact.id, value),))
        before, after = self._here(before, with_winner(self.library, widened, self.player))
        change["decision"] = decision_line(self.library, ruleset, after)
        change["change"] = change_line(self.library, ruleset, before, after)
        change["interpreted"] = position.state.interpreted
        return change, after

    def _here(self, before: Outcome, after: Outcome) -> tuple[Outcome, Outcome]:
        """A decision and another one, without the deal where another event ended it and the other one does not end it anew."""
        if not self.ended or is_over(self.library, self.questionnaire.network.ruleset, after):
            return before, after
        return before._replace(slots=()), after._replace(slots=())

    def _reason(self, first: Outcome, second: Outcome) -> str | None:
        for one in sorted(first.sanction_ids()):
            for other in sorted(second.sanction_ids()):
                why = why_unordered(self.library, one, other)
                if why:
                    return why
        return None
