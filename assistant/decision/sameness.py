"""The same decision: the one definition by which rulesets are compared, side by side, in exercises and in exams.

Two decisions are the same when the players are treated alike and the referee has nothing else to do. What counts:

- the sanctions of each player, and their effect where one name means different things in different rulesets;
- the amounts: how much (a range is not a choice between its ends), of which unit (two names of the same points are one), for
  which sanction, from whom and to whom;
- every slot that both rulesets have; of the deal, two values that can be said of the same deal are one (« la donne continue »,
  « la donne suit son cours »);
- whether the text leaves something unsaid, and whether it leaves something to somebody's discretion;
- the readings of the text, by these same measures, in whatever order.

Two texts that decide nothing are the same when both forbid what was done or neither does, and what they say of the deal does not part
them; a text that forbids without a price is not one that does not speak of it.

Amounts are compared in points of one size: where a text says that a unit is worth so many of another, they are counted in that one.

What does not count: the words (of a silence, of a discretion, of a reading), the moment of a payment, who exactly decides (« l'arbitre »,
« les arbitres »), the clauses cited, the rules and their steps.

The equality of outcomes (`Outcome.__eq__`) is narrower: word for word, citations aside. By it states of one ruleset are merged
and a rule is found to change something; it says nothing about two rulesets.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from assistant.decision.events import combined_slots
from assistant.decision.outcome import Due, Outcome, Slots
from assistant.model import UNSAID, Amount, Library, Then

Paid = frozenset[tuple[object, ...]]


class Side(NamedTuple):
    """An outcome as one of two rulesets gives it; `common` are the slots that both rulesets have."""

    outcome: Outcome
    ruleset: str
    common: frozenset[str]

    def sanctions(self, library: Library) -> frozenset[tuple[str, str, str]]:
        """Player, sanction, and its effect where that is not the same in every ruleset."""
        return frozenset((who, what, effect(library, self.ruleset, what)) for who, what in self.outcome.sanctions)

    def slots(self) -> Slots:
        return self._common(self.outcome.slots)

    def said(self) -> Slots:
        """The slots of which the text says what becomes of them."""
        return tuple(slot for slot in self.slots() if slot[1] != UNSAID)

    def _common(self, slots: Slots) -> Slots:
        return tuple(slot for slot in slots if slot[0] in self.common)

    def essence(self, library: Library) -> tuple[object, ...]:
        """All that counts, as one value."""
        outcome = self.outcome
        return (
            self.sanctions(library),
            paid(library, outcome.dues),
            self.slots(),
            bool(outcome.silences),
            bool(outcome.decides),
            frozenset(self._reading(library, reading.then) for reading in outcome.readings),
        )

    def _reading(self, library: Library, then: Then) -> tuple[object, ...]:
        return (
            frozenset((then.player, what, effect(library, self.ruleset, what)) for what in then.sanctions),
            frozenset(_counted(library, amount) for amount in then.amounts),
            self._common(then.slots),
            bool(then.silence),
            bool(then.decides),
        )


def sides(library: Library, rulesets: tuple[str, str], first: Outcome, second: Outcome) -> tuple[Side, Side]:
    """Two outcomes to be compared: a game without riichi sticks decides nothing about them."""
    common = frozenset.intersection(*(frozenset(library.rulesets[name].slots) for name in rulesets))
    return Side(first, rulesets[0], common), Side(second, rulesets[1], common)


def same(library: Library, first: Side, second: Side) -> bool:
    """Whether two outcomes are the same decision."""
    if wholly_silent(first.outcome) and wholly_silent(second.outcome):
        return bool(first.outcome.forbids) == bool(second.outcome.forbids) and _same_where_said(library, first, second)
    bare = [side._replace(outcome=side.outcome._replace(slots=())).essence(library) for side in (first, second)]
    return bare[0] == bare[1] and _same_slots(library, first.slots(), second.slots())


def same_case(library: Library, rulesets: tuple[str, str], first: Sequence[Outcome], second: Sequence[Outcome]) -> bool:
    """Whether two rulesets decide the same of a case, incident by incident; what becomes of the deal is decided once for all."""
    pairs = [sides(library, rulesets, *outcomes) for outcomes in zip(first, second, strict=True)]
    if len(pairs) == 1:
        return same(library, *pairs[0])
    deals = [
        side._replace(outcome=Outcome(slots=combined_slots(library, side.ruleset, outcomes)))
        for side, outcomes in zip(pairs[0], (first, second), strict=True)
    ]
    alone = [[side._replace(outcome=side.outcome._replace(slots=())) for side in pair] for pair in pairs]
    if not all(same(library, *pair) for pair in alone):
        return False
    if all(wholly_silent(side.outcome) for pair in pairs for side in pair):
        return _same_where_said(library, deals[0], deals[1])
    return _same_slots(library, *(deal.slots() for deal in deals))


def wholly_silent(outcome: Outcome) -> bool:
    """Whether the text decides nothing at all."""
    return bool(outcome.silences) and not outcome.sanctions and not outcome.readings


def _same_slots(library: Library, first: Slots, second: Slots) -> bool:
    """Whether two rulesets let the deal end alike: the same words for each slot, or for the deal itself words that mean the same."""
    deal = next(iter(library.slots), "")
    ours, theirs = dict(first), dict(second)
    return alike(library, deal, ours.pop(deal, None), theirs.pop(deal, None)) and ours == theirs


def _same_where_said(library: Library, first: Side, second: Side) -> bool:
    """Whether two texts let the deal end alike as far as both speak of it."""
    both = dict(first.said()).keys() & dict(second.said()).keys()
    return _same_slots(library, *(tuple(slot for slot in side.said() if slot[0] in both) for side in (first, second)))


def alike(library: Library, slot: str, first: str | None, second: str | None) -> bool:
    """Whether two values of a slot can be said of the same deal (« la donne suit son cours », « la donne continue »)."""
    if first is None or second is None:
        return first == second
    values = library.slots[slot].values
    return first == second or second in values[first].covers or first in values[second].covers


def same_deal(library: Library, first: Slots, second: Slots) -> bool:
    """Whether two answers could be given of the same deal, as far as both speak of it: an exercise never opposes them."""
    other = dict(second)
    return all(alike(library, slot, value, other[slot]) for slot, value in first if slot in other)


def effect(library: Library, ruleset: str, sanction: str) -> str:
    """The effect of a sanction that carries one name for different things, else nothing."""
    known = library.sanctions[sanction]
    return known.rulesets[ruleset].effect if known.varies else ""


def unit_of(library: Library, amount: Amount) -> str:
    """The unit, two names of the same points being one."""
    return library.same_units.get(amount.unit, amount.unit)


def points(library: Library, amount: Amount, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """These numbers in the unit that an amount counts as."""
    return tuple(number * library.worth.get(amount.unit, 1) for number in numbers)


def paid(library: Library, dues: Iterable[Due]) -> Paid:
    """Who pays how much of what to whom, and for which sanction; whenever that may be."""
    return frozenset(
        (
            one.amount.sanction,
            unit_of(library, one.amount),
            one.amount.payer,
            one.amount.payee,
            one.numbers and points(library, one.amount, one.numbers),
            one.amount.choices is not None,
        )
        for one in dues
    )


def _counted(library: Library, amount: Amount) -> Amount:
    """What a reading makes somebody pay, before it is counted."""
    times = library.worth.get(amount.unit, 1)
    return amount._replace(
        unit=unit_of(library, amount),
        moment="",
        value=amount.value and amount.value * times,
        range=amount.range and (amount.range[0] * times, amount.range[1] * times),
        choices=amount.choices and points(library, amount, amount.choices),
        each=amount.each and amount.each * times,
        most=amount.most and amount.most * times,
        steps=amount.steps and points(library, amount, amount.steps),
    )
