"""Out of an incident: its neighbours, and what is told where « something else » was answered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from assistant.consultation.events import Judged
from assistant.decision import headings
from assistant.french import sentence
from assistant.model import Library

if TYPE_CHECKING:
    from assistant.consultation.guidance import ExitPart, NeighbourPart


def neighbours(library: Library, judged: Judged) -> list[NeighbourPart]:
    """The incidents that this one can be taken for, where its ruleset has them; not the one that was told."""
    names = library.incidents[judged.incident].neighbours
    found = [library.incidents[name] for name in names if name != judged.event.incident]
    ruleset = judged.questionnaire.network.ruleset
    return [{"id": one.id, "title": one.title, "help": one.help} for one in found if ruleset in one.rulesets]


def exit_of(library: Library, judged: Sequence[Judged]) -> ExitPart | None:
    """The first event of which something else was told, and where to go from there."""
    left = next((one for one in judged if one.end and one.end.outcome and one.end.outcome.exit), None)
    if left is None:
        return None
    facts, known = left.questionnaire.network.facts, left.known
    fact = next(facts[name] for name in known if name in facts and facts[name].is_exit(known[name]))
    return {
        "event": left.event.number,
        "title": fact.title,
        "label": fact.label(known[fact.id]),
        "text": sentence(headings.EXIT),
        "neighbours": neighbours(library, left),
        "nowhere": headings.NOWHERE,
    }
