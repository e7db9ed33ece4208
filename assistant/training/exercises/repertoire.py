"""What a ruleset usually decides of a fault in play: the answers that come to mind first, each of which a text that decides otherwise excludes."""

from __future__ import annotations

from collections import Counter

from assistant.model import DEFAULT_PLAYER, Library, Nature
from assistant.training.exercises.ruling import Decision

FEWEST_RULES = 3  # that give it in so many words


def repertoire(library: Library, ruleset: str) -> list[Decision]:
    """The penalties that several rules give without our reading and without leaving anything open, the commonest first."""
    given: Counter[Decision] = Counter()
    for rule in library.rulesets[ruleset].rules.values():
        then = rule.then
        plain = rule.is_ruling and not (rule.interpretation or then.silence or then.readings or then.decides)
        punished = then.sanctions and all(library.sanctions[one].nature == Nature.SANCTION for one in then.sanctions)
        if plain and punished and then.player == DEFAULT_PLAYER:
            given[frozenset((DEFAULT_PLAYER, one) for one in then.sanctions)] += 1
    return [decision for decision, rules in given.most_common() if rules >= FEWEST_RULES]
