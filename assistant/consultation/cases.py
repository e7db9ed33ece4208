"""A written case put to the engine: its facts, and every incident of it judged in order."""

from __future__ import annotations

from assistant.consultation.intake import SAME_PLAYER
from assistant.consultation.questionnaire import Questionnaire
from assistant.decision.several import entailed
from assistant.decision.state import State
from assistant.engine.engines import Engines
from assistant.errors import Hole
from assistant.model import INCIDENT, Case, Library, Value


def context(library: Library) -> dict[str, Value]:
    """The usual context."""
    return {fact.id: fact.values[0].id for fact in library.context_facts()}


def case_facts(library: Library, case: Case) -> dict[str, Value]:
    """The facts of a case, with the usual context where it names none."""
    return {**context(library), **{name: value for name, value in case.facts.items() if name != INCIDENT}}


def each(library: Library, engines: Engines, case: Case, ruleset: str) -> list[tuple[str, State]]:
    """Every incident of a case with who caused it, judged in order, each with what the earlier ones entail."""
    ends: list[tuple[str, State]] = []
    events = [(SAME_PLAYER, case.facts), *case.further]
    shared = {
        name: value
        for _, told in events
        for name, value in told.items()
        if name != INCIDENT and library.facts[name].scope != "faute"
    }
    for by, facts in events:
        questionnaire = Questionnaire(library, engines.engine(ruleset, str(facts[INCIDENT])))
        known: dict[str, Value] = {}
        for earlier, end in ends:
            if end.outcome is not None:
                known.update(entailed(library, end.outcome, earlier == by))
        own = {name: value for name, value in facts.items() if name != INCIDENT}
        state = questionnaire.judge({**context(library), **known, **shared, **own})
        question = questionnaire.next_question(state)
        if question is not None or state.outcome is None:
            raise Hole(
                f"les faits de l'incident « {facts[INCIDENT]} » ne suffisent pas : {question.id if question else '?'}"
            )
        ends.append((by, state))
    return ends
