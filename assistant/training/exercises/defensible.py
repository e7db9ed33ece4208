"""What somebody could defend as an answer about one ruling. An exercise calls wrong only what stands outside, and the proof holds it to that.

Where the text itself decides, defensible are of the decision:
- what it decides, a part of it, and whatever can be said of the same case (`covers` of the vocabularies);
- that nobody is punished, where nobody is, or where the rest is left to the referee;
- where it leaves a part open, by silence, by several readings or by discretion, whatever adds to the part that it decides;
- whatever the sheet speaks of: its steps, warnings, interpretations, what is left to whom; and what a cited clause speaks of, unless a rule gives it
  by this clause on a condition of its own.
Where the text does not decide by itself, everything is: where it is mute, an analogy can always be defended; where it admits several readings, each of
them and what somebody else reads; where it leaves the referee judge, any penalty and none; where it is our reading that decides, another one.

Of the deal defensible is every value that the text leaves unsaid, or that is our reading, and what can be said of the same deal; of points every
amount of a range or a choice, and numbers that the sheet speaks of; of paragraphs every section of every clause cited, by any reading or warning, and
those within it or around it.
"""

from __future__ import annotations

import re
from functools import cached_property

from assistant.decision.outcome import Due, Slots
from assistant.decision.sameness import alike, paid, unit_of
from assistant.model import DEFAULT_PLAYER, UNSAID, Library, Nature
from assistant.training.exercises.ruling import (
    Decision,
    Ruling,
    counts,
    decides,
    mentioned,
    punishes,
    says_deal,
    weighty,
)

REFERENCE = re.compile(r"§\s*((?:\d+(?:\.\d+)*(?:\s*(?:,|;|et|ou|à)\s*(?:§\s*)?)?)+)")
NUMBER = re.compile(r"\d[\d\u202f\u00a0 ]*\d|\d")


class Defensible:
    """The answers about one ruling that somebody could defend."""

    def __init__(self, library: Library, ruling: Ruling, already: frozenset[str] = frozenset()):
        self.library = library
        self.ruling = ruling
        self.already = already  # sanctions that the story tells as given before

    # The decision

    def decision(self, said: Decision) -> bool:
        """Whether this decision could be defended; an empty one says that the text leaves it open."""
        ruling = self.ruling
        if not said or not ruling.decision or not ruling.says():
            return True
        mine, theirs = (weighty(self.library, _ids(one)) for one in (ruling.decision, said))
        if ruling.open and self._within(mine, theirs):
            return True  # it adds to what is decided, and the text leaves the rest open
        if self._within(mine, theirs) and self._within(theirs, mine):
            return True
        if theirs and self._named(_pairs(said, theirs)) <= self._named(_pairs(ruling.decision, mine)):
            return True  # a part of the decision says nothing that does not hold
        if not theirs and not punishes(self.library, ruling.decision):
            return True  # nobody is punished here either
        if not mine and not punishes(self.library, said):
            return True  # « pas de sanction » is said of a valid call too
        if not theirs and (ruling.discretion or self._free(mine)):
            return True  # the referee may leave it at that, or there is nothing to pay
        if not theirs and (self._owed_anyway(mine, said) or not punishes(self.library, self._new())):
            return True  # what is paid is no penalty for this, or nothing is added to what had been given before
        if (
            ruling.outcome.silences
            and theirs
            and not (punishes(self.library, ruling.decision) and punishes(self.library, said))
        ):
            return True  # what becomes of a call, or what it costs, is what the silence leaves open
        if theirs and punishes(self.library, ruling.decision) and all(map(self._milder, theirs)):
            return True  # who is punished for a win has not won
        new = {one for one in theirs if not self._within(frozenset([one]), mine)}
        return bool(new) and all(map(ruling.names, new))

    def _free(self, mine: frozenset[str]) -> bool:
        """Whether all that is decided are payments of which nothing is due: nobody pays where all are noten."""
        return bool(mine) and not self.ruling.outcome.dues and all(self.library.sanctions[one].amount for one in mine)

    def _named(self, decision: Decision) -> Decision:
        """Who gets what, in the words of the ruleset, as an answer reads: two decisions may be said alike."""
        known, ruleset = self.library.sanctions, self.ruling.ruleset
        words = ((self._heard(who), known[one].rulesets.get(ruleset)) for who, one in decision)
        return frozenset((who, said.name) for who, said in words if said is not None)

    def _heard(self, player: str) -> str:
        """For whom a decision is said to be: of the player in question and of the whole table nothing is said."""
        return DEFAULT_PLAYER if self.library.players[player].whole else player

    def _owed_anyway(self, mine: frozenset[str], said: Decision) -> bool:
        """Whether all that is decided is a payment that is also said of who is not punished, and the text is silent on a penalty, or says there is none."""
        known, ruling = self.library.sanctions, self.ruling
        paid = all(any(one in other.covers and other.nature != Nature.SANCTION for other in known.values()) for one in mine)
        quotes = [quote for clause in ruling.clauses for quote in self.library.clauses[clause].quotes]
        spared = any(mentioned(known[one].named, quotes) for one in _ids(said))
        return bool(mine) and paid and (bool(ruling.outcome.silences) or spared)

    def _new(self) -> Decision:
        """What is decided beyond what the story tells as given before."""
        return frozenset(pair for pair in self.ruling.decision if pair[1] not in self.already)

    def _milder(self, sanction: str) -> bool:
        """Whether it punishes nobody, and is said of those whom a penalty strikes: that a win is refused."""
        known = self.library.sanctions
        return known[sanction].nature != Nature.SANCTION and any(
            one.nature == Nature.SANCTION and sanction in one.covers for one in known.values()
        )

    def _within(self, some: frozenset[str], others: frozenset[str]) -> bool:
        """Whether each of some is among the others, or could be said where one of these is."""
        known = self.library.sanctions
        return all(
            one in others or any(one in known[other].covers or other in known[one].covers for other in others)
            for one in some
        )

    # The deal, the points

    def deal(self, said: Slots) -> bool:
        """Whether the deal could be said to end so."""
        mine = dict(self.ruling.outcome.slots)
        if self.ruling.outcome.readings or not self.ruling.says(says_deal) or any(value == UNSAID for _, value in said):
            return True
        if noncommittal(self.library, said):
            return True  # « la donne suit son cours, ou reste comme elle a fini »
        if self.ruling.open and not self._ends_with_penalty.isdisjoint(said):
            return True  # where the text leaves the penalty open, it leaves open what comes with it
        return not any(
            slot in mine and mine[slot] != UNSAID and not self._same(slot, mine[slot], value) for slot, value in said
        )

    @cached_property
    def _ends_with_penalty(self) -> frozenset[tuple[str, str]]:
        """The ends of a deal that come with a penalty and never by themselves: that it is dealt anew."""
        known, slots = self.library.sanctions, self.library.slots
        natural = {
            (slot, end) for slot in slots for value in slots[slot].values.values() if not value.over for end in value.covers
        }
        return frozenset(
            (slot, value)
            for rule in self.library.rulesets[self.ruling.ruleset].rules.values()
            if rule.follows and all(one in known and known[one].nature == Nature.SANCTION for one in rule.follows)
            for slot, value in rule.then.slots
            if slots[slot].values[value].over and (slot, value) not in natural
        )

    def _same(self, slot: str, mine: str, said: str) -> bool:
        """Whether two values could be said of the same deal, or the sheet speaks of the second."""
        words = self.library.slots[slot].values[said].named
        return alike(self.library, slot, mine, said) or mentioned(words, self.ruling.remarks)

    def points(self, said: frozenset[Due]) -> bool:
        """Whether these points could be what is lost or paid."""
        ruling = self.ruling
        if ruling.open or not ruling.says(counts if ruling.outcome.dues else decides):
            return True
        if any(due.numbers is None for due in (*said, *ruling.outcome.dues)):
            return True
        if paid(self.library, said) == paid(self.library, ruling.outcome.dues):
            return True
        spoken = {int(re.sub(r"\D", "", found)) for text in ruling.remarks for found in NUMBER.findall(text)}
        return bool(said) and all(self._counted(one) or set(one.numbers or ()) <= spoken for one in said)

    def _counted(self, said: Due) -> bool:
        """Whether an amount is one of those decided, or within a range or choice of the same payment."""
        for mine in self.ruling.outcome.dues:
            if mine.key == said.key and unit_of(self.library, mine.amount) == unit_of(self.library, said.amount):
                numbers, given = said.numbers or (), mine.numbers or ()
                choice = mine.amount.choices is not None
                if all(one in given if choice else min(given) <= one <= max(given) for one in numbers):
                    return True
        return False

    # The paragraph

    def section(self, said: str) -> bool:
        """Whether the decision could be said to rest on this section."""
        return any(said == one or within(said, one) or within(one, said) for one in self.sections) or self._spoken_of(said)

    @cached_property
    def sections(self) -> frozenset[str]:
        """The sections cited, and those that remarks and quotations refer to."""
        clauses = [self.library.clauses[name] for name in self.ruling.clauses]
        texts = [*self.ruling.remarks, *self.ruling.steps, *(quote for clause in clauses for quote in clause.quotes)]
        referred = [
            one for text in texts for found in REFERENCE.findall(text) for one in re.findall(r"\d+(?:\.\d+)*", found)
        ]
        return frozenset([*(clause.section for clause in clauses), *referred])

    def _spoken_of(self, section: str) -> bool:
        """Whether a remark names a section that has a title and no number."""
        return not section[:1].isdigit() and mentioned([section.rsplit(", ", 1)[-1]], self.ruling.remarks)


def noncommittal(library: Library, said: Slots) -> bool:
    """Whether a value may be said of a deal that is over and of one that goes on: it says only that nothing changes."""
    known = [(library.slots[slot].values, value) for slot, value in said]
    return any(
        len({values[one].over for one in values[value].covers if one in values}) > 1 for values, value in known
    )


def within(section: str, around: str) -> bool:
    """Whether a section stands within another: « 7.2 » within « 7 », « Fautes, Retard » within « Fautes »."""
    return section.startswith((f"{around}.", f"{around}, "))


def _ids(decision: Decision) -> frozenset[str]:
    return frozenset(sanction for _, sanction in decision)


def _pairs(decision: Decision, kept: frozenset[str]) -> Decision:
    """Who gets which of these sanctions."""
    return frozenset((player, sanction) for player, sanction in decision if sanction in kept)
