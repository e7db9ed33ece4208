"""Que s'est-il passé ? The ways in: words, the table, the families. And the help page."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, make_response, render_template, request

from assistant.model import Incident
from web.address import COOKIE, RULESET, case_link, table_of
from web.context import desk

pages = Blueprint("home", __name__)

ZONES = {
    "mur": "le mur", "mur-mort": "le mur mort", "main": "la main", "ecarts": "les écarts", "elements": "les éléments exposés",
    "batonnets": "les bâtonnets et les mises", "joueurs": "les joueurs", "horloge": "l'heure", "feuille": "la feuille de scores",
    "tuile-gagnante": "la tuile gagnante",
}  # fmt: skip
YEAR = 365 * 24 * 3600


def found(query: str, ruleset: str) -> list[Incident]:
    """The incidents of a ruleset that answer a query, best first."""
    library = desk().library
    names = [incident.id for incident in library.incidents_of(ruleset)]
    return [library.incidents[hit.id] for hit in desk().incidents.find(query, 8, names)]


@pages.get("/")
def home() -> Response:
    """Search, the picture of the table, the families."""
    library = desk().library
    table = table_of(library, request)
    query = request.args.get("q", "")[:200].strip()
    zone = request.args.get("zone", "")
    incidents = library.incidents_of(table.ruleset)
    families = [
        (family, [incident for incident in incidents if incident.family == family.id])
        for family in library.families.values()
    ]
    response = make_response(
        render_template(
            "home/home.html",
            families=[(family, group) for family, group in families if group],
            query=query,
            results=found(query, table.ruleset) if query else [],
            suggestion=desk().incidents.suggestion(query) if query else None,
            zone=zone if zone in ZONES else "",
            zones=ZONES,
            zone_families=[(family, group) for family, group in families if group and zone in family.zones],
            case_link=case_link,
        )
    )
    if RULESET in request.args:
        response.set_cookie(
            COOKIE, table.cookie(), max_age=YEAR, samesite="Lax", httponly=True, secure=request.is_secure
        )
    return response


@pages.get("/index.json")
def home_json() -> Response:
    """The incidents of the table's ruleset, all or those that a query finds."""
    library = desk().library
    table = table_of(library, request)
    query = request.args.get("q", "")[:200].strip()
    incidents = found(query, table.ruleset) if query else list(library.incidents_of(table.ruleset))
    return jsonify({"ruleset": table.ruleset, "incidents": [_incident(incident) for incident in incidents]})


def _incident(incident: Incident) -> dict[str, Any]:
    return {"id": incident.id, "family": incident.family, "title": incident.title, "help": incident.help}


@pages.get("/aide")
def help_page() -> str:
    """How to use it, in one page."""
    return render_template("home/help.html")
