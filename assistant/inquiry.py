"""Questions that a referee need not ask here, and why: the wrong answers to « Que demandez-vous ? »."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.alternative import FACT, RULESET, SITUATION, Judged
from assistant.french import lower_first
from assistant.model import Fact, Library
from assistant.wording import quoted

Pointless = tuple[Fact, str, str]  # the fact, why its question is pointless, where it comes from


def unneeded(library: Library, mine: Judged, needs: frozenset[str], asked: str) -> list[Pointless]:
    """Questions whose answer changes nothing here: already told, of another ruleset, of a neighbouring incident."""
    found = [*_told(library, mine, asked), *_elsewhere(library, mine)]
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
            yield fact, why, SITUATION


def _elsewhere(library: Library, mine: Judged) -> Iterator[Pointless]:
    """Facts that no rule reads here but that count in another ruleset, or for another incident of the family."""
    network = mine.questionnaire.network.facts
    title = library.rulesets[mine.ruleset].short
    contexts = {fact.id for fact in library.context_facts()}
    for rule in library.rules():
        if rule.incidents is None or rule.is_consequence:
            continue
        near = sorted(one for one in rule.incidents if library.incidents[one].family == mine.case.family)
        here = mine.case.incident in rule.incidents
        if not here and (not near or rule.ruleset != mine.ruleset):
            continue
        for name in rule.reads():
            fact = library.facts[name]
            if name in network or name in contexts or fact.derived:
                continue
            if here:
                other = library.rulesets[rule.ruleset].short
                yield fact, f"cela compte en {other}, mais en {title} aucune règle ne le lit pour cet incident", RULESET
            else:
                incident = library.incidents[near[0]].title
                yield fact, f"cela compte pour {quoted(incident)} ; ici, en {title}, aucune règle ne le lit", FACT
