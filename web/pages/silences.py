"""The atlas of silences: what each text leaves open, where it is met, and what the other texts say."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypedDict

from flask import abort, url_for

from assistant.consultation.agenda import NAMES, NO_CASE, agenda, counted, of_ruleset, precising
from assistant.model import INCIDENT
from web.address import case_link, section_page, settled
from web.artefacts import AGENDA
from web.context import desk
from web.page import Pages, Shown, once

if TYPE_CHECKING:
    from assistant.consultation.agenda_document import AgendaDocument, MetPart, OpeningPart

pages = Pages(__name__)


class AtlasEntry(TypedDict):
    id: str
    title: str
    edition: str
    openings: str  # the address of its data


class Atlases(TypedDict):
    atlases: list[AtlasEntry]


@lru_cache(maxsize=16)
def _agenda(version: str, ruleset: str) -> AgendaDocument:
    library = desk().library
    assert library.version == version
    every = AGENDA.read(library)
    if every is None:  # it is being made beside; this one alone takes a second or two
        desk().want()
        return agenda(library, desk().consultant.beside, [ruleset])
    return of_ruleset(every, ruleset)


@pages.page("/silences", twin="/silences.json", kept=True, offline=once)
def atlases() -> Shown[Atlases]:
    """The atlases of all rulesets."""
    entries: list[AtlasEntry] = [
        {
            "id": one.id,
            "title": one.title,
            "edition": one.edition,
            "openings": url_for("silences.atlas_json", ruleset=one.id),
        }
        for one in desk().library.rulesets.values()
    ]
    return Shown("silences/atlases.html", {"atlases": entries})


@pages.page("/silences/<ruleset>", twin=".json", kept=True)
def atlas(ruleset: str) -> Shown[AgendaDocument]:
    """All that one text leaves open, by family, to be printed."""
    library = desk().library
    if ruleset not in library.rulesets:
        abort(404)
    document = _agenda(library.version, ruleset)
    table = settled(library, ruleset, {})

    def link(case: MetPart) -> str:
        return case_link(table, {INCIDENT: case["incident"], **case["facts"]})

    def commands(opening: OpeningPart) -> list[str]:
        return precising(library, ruleset, opening)

    return Shown(
        "silences/atlas.html",
        document,
        atlas=document["atlases"][0],
        ruleset=library.rulesets[ruleset],
        source=library.sources[library.rulesets[ruleset].source],
        ruleset_shown=library.rulesets[ruleset],
        names=NAMES,
        no_case=NO_CASE,
        counted=counted,
        precising=commands,
        case_page=link,
        section_page=section_page,
    )
