"""Que s'est-il passé ? The ways in: words, the table, the families. And the help page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from flask import Response, after_this_request, request

from assistant.model import Family, Incident
from assistant.search.answer import answer
from web.address import COOKIE, RULESET, Table, table_of
from web.context import desk
from web.page import Nav, Pages, Shown, once, strict

pages = Pages(__name__)

ZONES = {
    "mur": "le mur", "mur-mort": "le mur mort", "main": "la main", "ecarts": "les écarts", "elements": "les éléments exposés",
    "batonnets": "les bâtonnets et les mises", "joueurs": "les joueurs", "horloge": "l'heure", "feuille": "la feuille de scores",
    "tuile-gagnante": "la tuile gagnante",
}  # fmt: skip
YEAR = 365 * 24 * 3600


class IncidentEntry(TypedDict):
    id: str
    family: str
    title: str
    help: str


class Incidents(TypedDict):
    """The incidents of a ruleset, all or those that a query finds."""

    ruleset: str
    incidents: list[IncidentEntry]


@pages.page("/", twin="/index.json", kept=True, nav=Nav("Incident", 1, around="case.case"), offline=once)
def home() -> Shown[Incidents]:
    """Search, the picture of the table, the families."""
    library = desk().library
    table = table_of(library, request)
    query = request.args.get("q", "")[:200].strip()
    zone = request.args.get("zone", "")
    incidents = library.incidents_of(table.ruleset)
    if query:
        return _answered(query, table)
    families = families_of(table.ruleset)
    if RULESET in request.args and not strict():
        _remember(table)
    return Shown(
        "home/home.html",
        {
            "ruleset": table.ruleset,
            "incidents": [_entry(incident) for incident in incidents],
        },
        families=families,
        examples=_examples(incidents),
        zone=zone if zone in ZONES else "",
        zones=ZONES,
        zone_families=[(family, group) for family, group in families if zone in family.zones],
    )


def families_of(ruleset: str) -> list[tuple[Family, list[Incident]]]:
    """The families of a ruleset that have incidents there, each with them."""
    library = desk().library
    incidents, families = library.incidents_of(ruleset), library.families.values()
    groups = {family.id: [one for one in incidents if one.family == family.id] for family in families}
    return [(family, groups[family.id]) for family in families if groups[family.id]]


def matching(query: str, ruleset: str) -> list[Incident]:
    """The incidents of a ruleset that answer a query, best first."""
    document, _ = answer(desk().finder, query, ruleset)
    return [desk().library.incidents[result["incident"]] for result in document["results"]]


def _answered(query: str, table: Table) -> Shown[Incidents]:
    """What a query means: one incident, or the few it may be."""
    library = desk().library
    document, offered = answer(desk().finder, query, table.ruleset)
    found = [library.incidents[result["incident"]] for result in document["results"]]
    return Shown(
        "home/search.html",
        {"ruleset": table.ruleset, "incidents": [_entry(incident) for incident in found]},
        query=query,
        sure=document["sure"],
        offered=offered,
        examples=_examples(library.incidents_of(table.ruleset)),
    )


def _examples(incidents: Sequence[Incident]) -> str:
    """Two things that one may search for here and not everywhere."""
    everywhere = len(desk().library.rulesets)
    own = [incident.words[0] for incident in incidents if len(incident.rulesets) < everywhere]
    return ", ".join(own[:2] or [incident.words[0] for incident in incidents[:2]])


def _entry(incident: Incident) -> IncidentEntry:
    return {"id": incident.id, "family": incident.family, "title": incident.title, "help": incident.help}


def _remember(table: Table) -> None:
    """The settings chosen stay for the next visit."""

    @after_this_request
    def remembered(response: Response) -> Response:
        response.set_cookie(
            COOKIE, table.cookie(), max_age=YEAR, samesite="Lax", httponly=True, secure=request.is_secure
        )
        return response


@pages.page("/aide", kept=True, nav=Nav("Aide", 5), offline=once)
def help_page() -> Shown[None]:
    """How to use it, in one page."""
    return Shown("home/help.html")
