"""Amounts of two units side by side: what each is to a usual result, so that nobody takes 20 000 for a thousand times 20."""

from __future__ import annotations

from assistant.decision.outcome import Due, Outcome
from assistant.decision.sameness import unit_of
from assistant.decision.words import numbers_words, singular, sorted_dues
from assistant.french import number, upper_first
from assistant.model import Library


def scale(library: Library, rulesets: tuple[str, str], outcomes: tuple[Outcome, Outcome]) -> str:
    """What the amounts of two decisions are, where they count the same points by different units; else nothing."""
    dues = [[one for one in sorted_dues(outcome.dues) if one.numbers] for outcome in outcomes]
    units = [{one.amount.unit for one in found} for found in dues]
    counted = [{unit_of(library, one.amount) for one in found} for found in dues]
    if units[0] == units[1] or not counted[0] & counted[1]:
        return ""
    told = [
        f"{library.rulesets[ruleset].short}, {_told(library, one)}"
        for ruleset, found in zip(rulesets, dues, strict=True)
        for one in found
        if one.amount.unit in library.usual
    ]
    return f"{upper_first(' ; '.join(told))}." if len(told) > 1 else ""


def _told(library: Library, due: Due) -> str:
    """An amount, and how many times the usual result it is."""
    assert due.numbers is not None
    usual = library.usual[due.amount.unit]
    times = [_times(one, usual.value) for one in (min(due.numbers), max(due.numbers))]
    many = times[0] if times[0] == times[1] else f"de {times[0]} à {times[1]}"
    unit = singular(library.units[due.amount.unit], due.numbers)
    return f"{numbers_words(due)} {unit} : {many} fois {usual.what}, qui y est de {number(usual.value)}"


def _times(value: int, usual: int) -> str:
    return f"{value / usual:.1f}".rstrip("0").rstrip(".").replace(".", ",")
