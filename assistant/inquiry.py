"""Questions that a referee need not ask here, and why: the wrong answers to « Que demandez-vous ? »."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.alternative import FACT, SITUATION, Judged
from assistant.french import lower_first
from assistant.model import Fact, Library
from assistant.wording import quoted

Pointless = tuple[Fact, str, str]  # the fact, why its question is pointless, where it comes from


def unneeded(library: Library, mine: Judged, needs: frozenset[str], asked: str) -> list[Pointless]:
    """Questions whose answer changes nothing here: already told, or of a neighbouring incident."""
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
    """Facts that no rule reads here but that count for another incident of the family, under the same ruleset.

    What another ruleset asks about the same incident is left out: its question may well mean the same as ours in other words.
    """
    network = mine.questionnaire.network.facts
    title = library.rulesets[mine.ruleset].short
    contexts = {fact.id for fact in library.context_facts()}
    foreign = {
        name for rule in library.rules() if mine.case.incident in (rule.incidents or ()) for name in rule.reads()
    }
    for rule in library.rulesets[mine.ruleset].rules.values():
        if rule.incidents is None or rule.is_consequence or mine.case.incident in rule.incidents:
            continue
        near = sorted(one for one in rule.incidents if library.incidents[one].family == mine.case.family)
        for name in rule.reads() if near else ():
            fact = library.facts[name]
            if name in network or name in contexts or name in foreign or fact.derived:
                continue
            incident = library.incidents[near[0]].title
            yield fact, f"cela compte pour {quoted(incident)} ; ici, en {title}, la décision n'en dépend pas", FACT
