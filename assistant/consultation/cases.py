"""A written case put to the engine: its facts, and every event of it judged."""

from __future__ import annotations

from assistant.consultation.events import Judged
from assistant.consultation.forks import Ask, Explorer
from assistant.consultation.intake import understand
from assistant.engine.engines import Engines
from assistant.errors import Hole
from assistant.model import INCIDENT, Case, Library, Value


def context(library: Library) -> dict[str, Value]:
    """The usual context."""
    return {fact.id: fact.values[0].id for fact in library.context_facts()}


def case_facts(library: Library, case: Case) -> dict[str, Value]:
    """The facts of a case, with the usual context where it names none."""
    return {**context(library), **{name: value for name, value in case.facts.items() if name != INCIDENT}}


def each(library: Library, engines: Engines, case: Case, ruleset: str) -> list[Judged]:
    """Every event of a case, finally judged; a Hole where the facts do not suffice or leave several rulings possible."""
    events = understand(library, [ruleset], case.flat_facts()).events
    standing = Explorer(library, engines, ruleset).standing(events)
    if standing.ask is not None:
        raise Hole(_missing(events[standing.ask.event - 1].incident, standing.ask))
    if standing.ruled is None:
        ways = sorted({f"{way.event}.{way.name}" for leaf in standing.leaves for way in leaf.ways})
        raise Hole(f"plusieurs décisions restent possibles, selon {', '.join(ways)}")
    return standing.ruled.judged


def _missing(incident: str, ask: Ask) -> str:
    asked = f" : {ask.fact.question}" if ask.fact else ""
    return f"les faits de l'incident « {incident} » ne suffisent pas, il faudrait encore « {ask.name} »{asked}"
