"""Questions that a referee need not ask here, and why: the wrong answers to « Que demandez-vous ? »."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.french import lower_first
from assistant.model import Fact, Library
from assistant.training.exercises.neighbours import Judged
from assistant.training.exercises.origin import Origin

Pointless = tuple[Fact, str, Origin]  # the fact, why its question is pointless, where it comes from


def unneeded(library: Library, mine: Judged, needs: frozenset[str], asked: str) -> list[Pointless]:
    """Questions whose answer changes nothing here: already told, or pointless with the rest of the story."""
    found = [*_told(library, mine, asked), *_idle(library, mine)]
    useful: dict[str, Pointless] = {}
    for one in found:
        if one[0].question and one[0].id != asked and one[0].id not in needs:
            useful.setdefault(one[0].id, one)
    return list(useful.values())


def _told(library: Library, mine: Judged, asked: str) -> Iterator[Pointless]:
    for name in dict.fromkeys(name for name, _ in mine.case.story):
        if name is not None and name in mine.facts and name != asked:
            fact = library.facts[name]
            why = f"l'histoire le dit déjà : {fact.title}, {lower_first(fact.label(mine.facts[name]))}"
            yield fact, why, Origin.SITUATION


def _idle(library: Library, mine: Judged) -> Iterator[Pointless]:
    """Facts that count for this incident, but not with what the story tells.

    What counts for another incident is left out, and so is a rare circumstance: in a referee's eyes they might bear on this one.
    """
    contexts = {fact.id for fact in library.context_facts()}
    title = library.rulesets[mine.ruleset].short
    for fact in mine.questionnaire.network.facts.values():
        told = fact.id in mine.facts or fact.id in contexts
        if not fact.derived and not told and fact.usual is None:
            yield (
                fact,
                f"elle compte ailleurs pour cet incident ; avec ce que dit l'histoire, en {title}, elle ne change rien",
                Origin.FACT,
            )
