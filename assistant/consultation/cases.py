"""A written case put to the engine: its facts, and every incident of it judged in order."""

from __future__ import annotations

from assistant.consultation.events import judge_events
from assistant.consultation.intake import understand
from assistant.decision.state import State
from assistant.engine.engines import Engines
from assistant.errors import Hole
from assistant.model import INCIDENT, Case, Fact, Library, Value


def context(library: Library) -> dict[str, Value]:
    """The usual context."""
    return {fact.id: fact.values[0].id for fact in library.context_facts()}


def case_facts(library: Library, case: Case) -> dict[str, Value]:
    """The facts of a case, with the usual context where it names none."""
    return {**context(library), **{name: value for name, value in case.facts.items() if name != INCIDENT}}


def each(library: Library, engines: Engines, case: Case, ruleset: str) -> list[tuple[str, State]]:
    """Every incident of a case with who caused it and its final state; a Hole where the facts do not suffice."""
    ends: list[tuple[str, State]] = []
    events = understand(library, [ruleset], case.flat_facts()).events
    for judged in judge_events(library, engines, ruleset, events):
        if judged.end is None:
            raise Hole(_missing(judged.event.incident, judged.position.question))
        ends.append((judged.event.by, judged.end))
    return ends


def _missing(incident: str, question: Fact | None) -> str:
    wanted = f"il faudrait encore « {question.id} » : {question.question}" if question else "un fait est contesté"
    return f"les faits de l'incident « {incident} » ne suffisent pas, {wanted}"
