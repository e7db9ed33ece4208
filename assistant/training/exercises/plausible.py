"""Which rulings may be put against a decision as wrong answers: none that somebody could defend as right too."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.decision.outcome import Outcome
from assistant.model import Library, Nature, Then
from assistant.training.exercises.neighbours import Alternative, Judged
from assistant.training.exercises.origin import Origin
from assistant.training.exercises.words import certain, partly_unsaid, unsaid


def punishes(library: Library, outcome: Outcome) -> bool:
    """Whether somebody is punished."""
    return any(library.sanctions[one].nature == Nature.SANCTION for one in outcome.sanction_ids())


def weighty(library: Library, sanctions: frozenset[str]) -> frozenset[str]:
    """The sanctions but those that only say that nobody is punished."""
    known = library.sanctions
    return frozenset(
        one
        for one in sanctions
        if not known[one].vanishes and not any(known[other].vanishes for other in known[one].covers)
    )


def interpreted(library: Library, ruleset: str, outcome: Outcome, standing: Iterable[str]) -> bool:
    """Whether the decision rests on our reading of the text, itself or what it is derived from, or a part of it is left open."""
    rules = [library.rulesets[ruleset].rules[name] for name in {*outcome.rules, *standing}]
    return partly_unsaid(library, outcome) or any(
        rule.interpretation and (rule.is_derivation or (rule.id in outcome.rules and decides(rule.then)))
        for rule in rules
    )


def decides(then: Then) -> bool:
    """Whether a rule gives the decision, or says that the text gives none."""
    return bool(then.sanctions or then.silence or then.readings)


class Plausible:
    """The wrong answers that one decision admits; `near` are the other rulings of the same incident."""

    def __init__(self, library: Library, mine: Judged, near: Iterable[Outcome]):
        self.library = library
        outcome = self.outcome = mine.outcome
        self.ruleset = mine.ruleset
        read = frozenset(one for reading in outcome.readings for one in reading.then.sanctions)
        faults = any(punishes(library, one) for one in [outcome, *near]) or any(
            library.sanctions[one].nature == Nature.SANCTION for one in read
        )
        self.interpreted = interpreted(library, mine.ruleset, outcome, mine.standing)
        self.blame = faults or not weighty(library, read | outcome.sanction_ids())  # somebody may be at fault here

    def refuses(self, other: Alternative) -> bool:
        """Whether somebody could hold that this answer is right too, or it answers another question."""
        outcome, theirs = self.outcome, other.outcome
        open_reading = self.interpreted and not unsaid(self.library, outcome)
        if open_reading and (unsaid(self.library, theirs) or other.kind == Origin.CONFUSION):
            return True  # whoever reads the text otherwise could defend it
        if unsaid(self.library, theirs):
            return False
        if unsaid(self.library, outcome) and not punishes(self.library, theirs):
            return True  # where no text punishes, nobody is wrong to spare
        if unsaid(self.library, outcome) and any(
            self.library.sanctions[one].discretion for one in theirs.sanction_ids()
        ):
            return (
                True  # « à l'appréciation de l'arbitre » is true wherever the text leaves the decision to the referee
            )
        said = weighty(self.library, frozenset(sanction for _, sanction in certain(theirs)))
        if other.kind == Origin.CONFUSION and (not self._fits(other) or not self.blame):
            return True
        for reading in outcome.readings:
            read = weighty(self.library, reading.then.sanctions)
            if said == read or (said and self._within(said, read)) or (read and self._within(read, said)):
                return True
        if not outcome.sanctions:
            return False
        mine = weighty(self.library, outcome.sanction_ids())
        free = any(self.library.sanctions[one].discretion for one in mine)
        if not said and (free or not punishes(self.library, outcome)):
            return True  # nobody is punished here either, or the referee may leave it at that
        if not mine and not punishes(self.library, theirs):
            return True  # « pas de sanction » is said of a valid call too
        if self._within(mine, said) and self._within(said, mine):
            return True
        return self._eligible(said)

    def _eligible(self, said: frozenset[str]) -> bool:
        """Whether the referee, to whom the text leaves it, may choose exactly this."""
        choices = " ".join(one.text for one in self.outcome.decides).casefold()

        def named(one: str) -> bool:
            sanction = self.library.sanctions[one]
            words = [sanction.rulesets[self.ruleset].name] if self.ruleset in sanction.rulesets else []
            return any(word.casefold() in choices for word in [*words, *(["point"] if sanction.amount else [])])

        return bool(choices) and all(named(one) for one in said)

    def _fits(self, other: Alternative) -> bool:
        """Whether another incident's ruling could be given here: it punishes or spares, and a player that this story has."""
        if not punishes(self.library, other.outcome) and weighty(self.library, other.outcome.sanction_ids()):
            return False
        roles = {player for player, _ in self.outcome.sanctions}
        return not roles or {player for player, _ in other.outcome.sanctions} <= roles

    def _within(self, some: frozenset[str], others: frozenset[str]) -> bool:
        """Whether each of some is among the others, or could be said where one of these is."""
        known = self.library.sanctions
        return all(
            one in others or any(one in known[other].covers or other in known[one].covers for other in others)
            for one in some
        )
