"""The schedule of sanctions as types. Imported for typing only."""

from __future__ import annotations

from typing_extensions import TypedDict

from assistant.model import Value


class ToldPart(TypedDict):
    """A fact with the values that lead to an outcome."""

    fact: str
    title: str
    labels: list[str]


class OutcomePart(TypedDict):
    """One outcome of an incident, and when it is given."""

    short: str
    decision: str
    when: list[ToldPart]
    ways: int  # how many paths lead there
    example: dict[str, Value]


class GlancePart(TypedDict):
    """An outcome in few words, on what condition, and on which sections of the text it rests."""

    short: str
    when: str
    sections: list[str]


class CostPart(TypedDict):
    """What a sanction costs, and on what condition."""

    text: str
    when: str


class AmountsPart(TypedDict):
    """What a sanction costs wherever it is given."""

    name: str
    costs: list[CostPart]


class ScheduleRow(TypedDict):
    """One incident in one context, or in all where that does not matter."""

    incident: str
    family: str
    title: str
    context: list[str]
    outcomes: list[OutcomePart]
    glance: list[GlancePart]
