"""A ruling as training reads it: what the text decides whichever way it is read, what it leaves open, and all that is said and cited with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache

from assistant.decision.outcome import Outcome
from assistant.model import Library, Nature, Rule, Then
from assistant.search.words import fold

Decision = frozenset[tuple[str, str]]  # (player, sanction); empty where the text leaves the whole decision open
Gives = Callable[[Then], object]  # a part of what a rule gives


def decides(then: Then) -> bool:
    """Whether a rule gives the decision, or says that the text gives none."""
    return bool(then.sanctions or then.silence or then.readings)


def says_deal(then: Then) -> object:
    return then.slots


def counts(then: Then) -> object:
    return then.amounts


def decided(library: Library, outcome: Outcome) -> Decision:
    """What the text decides whichever way it is read; what it leaves to somebody's discretion is not decided."""
    readings = [frozenset((one.then.player, sanction) for sanction in one.then.sanctions) for one in outcome.readings]
    every = outcome.sanctions | (frozenset.intersection(*readings) if readings else frozenset())
    return frozenset((player, sanction) for player, sanction in every if not library.sanctions[sanction].discretion)


def punishes(library: Library, decision: Decision) -> bool:
    """Whether somebody is punished."""
    return any(library.sanctions[sanction].nature == Nature.SANCTION for _, sanction in decision)


def weighty(library: Library, sanctions: Iterable[str]) -> frozenset[str]:
    """The sanctions but those that only say that nobody is punished."""
    known = library.sanctions
    return frozenset(
        one
        for one in sanctions
        if not known[one].vanishes and not any(known[other].vanishes for other in known[one].covers)
    )


class Ruling:
    """What was decided of one event under one ruleset, and the rules that stand for it."""

    def __init__(self, library: Library, ruleset: str, outcome: Outcome, standing: Iterable[str]):
        self.library = library
        self.ruleset = ruleset
        self.outcome = outcome
        self.standing = tuple(standing)
        self.decision = decided(library, outcome)

    @cached_property
    def rules(self) -> list[Rule]:
        """The rules that stand."""
        known = self.library.rulesets[self.ruleset].rules
        return [known[name] for name in self.standing]

    def giving(self, gives: Gives) -> list[Rule]:
        """The rules that give this part of the ruling, in the order of the outcome."""
        known = self.library.rulesets[self.ruleset].rules
        return [known[name] for name in self.outcome.rules if gives(known[name].then)]

    def cites(self, gives: Gives) -> tuple[str, ...]:
        """The clauses of the rules that give this part, the first of each rule before the others."""
        cited = [rule.citations() for rule in self.giving(gives)]
        return tuple(dict.fromkeys([*(one[0] for one in cited if one), *(clause for one in cited for clause in one)]))

    @property
    def discretion(self) -> bool:
        """Whether something is left to somebody's discretion."""
        return bool(self.outcome.decides) or any(
            self.library.sanctions[one].discretion for one in self.outcome.sanction_ids()
        )

    @property
    def open(self) -> bool:
        """Whether the text leaves something open, by silence, by several readings or by discretion."""
        return bool(self.outcome.silences or self.outcome.readings) or self.discretion

    @property
    def mute(self) -> bool:
        """Whether the text says nothing of the decision at all."""
        return not self.decision and not self.outcome.readings and not self.discretion

    def read(self, gives: Gives = decides) -> list[Rule]:
        """The rules of our own reading on which this part rests, or what it is derived from."""
        giving = {rule.id for rule in self.giving(gives)}
        return [rule for rule in self.rules if rule.interpretation and (rule.is_derivation or rule.id in giving)]

    def says(self, gives: Gives = decides) -> bool:
        """Whether it is the text that gives this part, without our reading."""
        return not self.read(gives)

    # What is said and cited

    @cached_property
    def clauses(self) -> tuple[str, ...]:
        """Every clause cited: of the rules that stand, of all readings."""
        mine = [*self.outcome.cites, *(one for reading in self.outcome.readings for one in reading.cites)]
        return tuple(dict.fromkeys([*mine, *(one for rule in self.rules for one in rule.citations())]))

    @cached_property
    def remarks(self) -> tuple[str, ...]:
        """Our own words beside the decision: warnings, silences, readings, interpretations, what is left to whom."""
        outcome = self.outcome
        return (
            *outcome.silences,
            *(one.text for one in outcome.decides),
            *(reading.text for reading in outcome.readings),
            *(rule.interpretation for rule in self.rules if rule.interpretation),
            *(warn.text for rule in self.rules for warn in rule.warnings),
            *(warn.text for clause in self.clauses for warn in self.library.clauses[clause].warnings),
        )

    @cached_property
    def steps(self) -> tuple[str, ...]:
        """What the sheet orders."""
        outcome, library = self.outcome, self.library
        names = [library.sanctions[one].rulesets[self.ruleset] for one in sorted(outcome.sanction_ids())]
        slots = [library.slots[slot].values[value].step for slot, value in outcome.slots]
        return (
            *(step.text for rule in self.rules for step in rule.steps),
            *(step.text for name in names for step in name.steps),
            *filter(None, slots),
        )

    def names(self, sanction: str) -> bool:
        """Whether the sheet or a cited clause speaks of this sanction; a clause that gives it on another condition does not count."""
        words = self.library.sanctions[sanction].named
        return mentioned(words, (*self.remarks, *self.steps)) or any(
            mentioned(words, self.library.clauses[clause].quotes) for clause in self._unexplained(sanction)
        )

    def _unexplained(self, sanction: str) -> Iterator[str]:
        """The cited clauses by which no rule gives this sanction: what they say of it is on no condition known here."""
        given = {
            clause
            for rule in self.library.rulesets[self.ruleset].rules.values()
            if sanction in rule.then.sanctions
            for clause in rule.citations()
        }
        return (clause for clause in self.clauses if clause not in given)


def mentioned(words: Iterable[str], texts: Iterable[str]) -> bool:
    """Whether one of these beginnings of words stands in one of the texts."""
    looked = [_spelt(word) for word in words]
    return any(pattern.search(_folded(text)) for text in texts for pattern in looked)


@lru_cache(maxsize=1000)
def _spelt(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z0-9]){re.escape(_folded(word))}")


@lru_cache(maxsize=20000)
def _folded(text: str) -> str:
    return " ".join(fold(text).replace("’", "'").split())
