"""The schedule of sanctions of each ruleset, read off the proof."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, TypedDict

from flask import abort, request, url_for

from assistant.model import INCIDENT, Family, Library
from assistant.proof.schedule import amounts, rows
from web.address import case_link, table_of
from web.artefacts import PROOF
from web.context import desk
from web.page import Pages, Shown, Values, once

if TYPE_CHECKING:
    from assistant.proof.parts import ScheduleRow

pages = Pages(__name__)


class ScheduleEntry(TypedDict):
    id: str
    title: str
    edition: str
    rows: str  # the address of its data


class Schedules(TypedDict):
    schedules: list[ScheduleEntry]


class Schedule(TypedDict):
    """All incidents of a ruleset with their sanctions, in every context; none before they are proved."""

    ruleset: str
    proved: bool
    rows: list[ScheduleRow]


@lru_cache(maxsize=16)
def _rows(version: str, made: str, ruleset: str) -> list[ScheduleRow]:
    library = desk().library
    proof = PROOF.at_hand(library)
    assert proof is not None and (library.version, proof.made) == (version, made)
    return rows(library, proof, ruleset)


@pages.page("/bareme", twin="/bareme.json", offline=once)
def schedules() -> Shown[Schedules]:
    """The schedules of all rulesets."""
    rulesets = desk().library.rulesets.values()
    entries: list[ScheduleEntry] = [
        {
            "id": one.id,
            "title": one.title,
            "edition": one.edition,
            "rows": url_for("schedule.schedule_json", ruleset=one.id),
        }
        for one in rulesets
    ]
    return Shown("schedule/schedules.html", {"schedules": entries})


def _every_schedule(library: Library) -> Iterable[Values]:
    contexts = [{fact.id: value.id} for fact in library.context_facts() for value in fact.values]
    return [{"ruleset": ruleset, **context} for ruleset in library.rulesets for context in ({}, *contexts)]


@pages.page(
    "/bareme/<ruleset>",
    twin=".json",
    offline=_every_schedule,
)
def schedule(ruleset: str) -> Shown[Schedule]:
    """All incidents of a ruleset with their sanctions in the table's context, to be printed."""
    library = desk().library
    if ruleset not in library.rulesets:
        abort(404)
    proof = PROOF.at_hand(library)
    every = _rows(library.version, proof.made, ruleset) if proof is not None else []
    table = table_of(library, request)
    return Shown(
        "schedule/schedule.html",
        {"ruleset": ruleset, "proved": proof is not None, "rows": every},
        ruleset=library.rulesets[ruleset],
        source=library.sources[library.rulesets[ruleset].source],
        families=by_family(library, every, table.context),
        ruleset_shown=library.rulesets[ruleset],
        amounts=amounts(library, proof, ruleset, table.context) if proof is not None else [],
        incident_link=lambda row: case_link(table._replace(ruleset=ruleset), {INCIDENT: row["incident"]}),
    )


def by_family(
    library: Library, every: Iterable[ScheduleRow], context: Mapping[str, str]
) -> list[tuple[Family, list[tuple[ScheduleRow, list[str]]]]]:
    """The rows that hold in a context, family by family, each with the sections on which all of it rests."""
    here = [row for row in every if not row["context"] or _within(row, context)]
    families = [(family, [row for row in here if row["family"] == family.id]) for family in library.families.values()]
    return [(family, [(row, _shared(row)) for row in group]) for family, group in families if group]


def _shared(row: ScheduleRow) -> list[str]:
    """The sections on which all outcomes of a row rest: they are said once."""
    rests = [one["sections"] for one in row["glance"]]
    return rests[0] if all(one == rests[0] for one in rests) else []


def _within(row: ScheduleRow, context: Mapping[str, str]) -> bool:
    """Whether a row holds in this context."""
    example = row["outcomes"][0]["example"]
    return all(example.get(name, value) == value for name, value in context.items())
