"""Que s'est-il passé ? The ways in: words, the table, the families. And the help page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypedDict

from flask import current_app, redirect, request, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RoutingException
from werkzeug.wrappers import Response as Answer

from assistant.model import Family, Incident
from assistant.search.answer import answer
from web.address import COOKIE, RULESET, AddressError, Table, held, settled, table_of
from web.context import desk
from web.csrf import check_origin
from web.page import Nav, Pages, Shown, declared, once

pages = Pages(__name__)

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


@pages.page(
    "/",
    twin="/index.json",
    kept=True,
    nav=Nav("Litige", 1, "litige", around=("case.case", "assets.offline")),
    offline=once,
)
def home() -> Shown[Incidents]:
    """Search, the picture of the table, the families."""
    library = desk().library
    table = table_of(library, request)
    query = request.args.get("q", "")[:200].strip()
    zone = request.args.get("zone", "")
    if query:
        return _answered(query, table)
    if zone:
        return _touched(zone, table)
    incidents = library.incidents_of(table.ruleset)
    return Shown(
        "home/home.html",
        _told(table, incidents),
        families=families_of(table.ruleset),
        **_drawn(table),
        **_form(table),
    )


def _touched(zone: str, table: Table) -> Shown[Incidents]:
    """The few incidents that are likeliest where the table was touched."""
    drawn = {one.id: (one, incidents) for one, incidents in desk().library.zones_of(table.ruleset)}
    if zone not in drawn:
        raise AddressError("Cet endroit de la table n'est pas dessiné pour ce règlement. Revenez à la table.")
    place, found = drawn[zone]
    return Shown("home/zone.html", _told(table, found), zone=place, found=found, **_form(table))


def _home(table: Table, **more: str) -> str:
    """The first page, of this table where it is not the one played."""
    mine = held(desk().library, request.environ).table == table
    values: dict[str, Any] = more if mine else {**table.parameters(), **more}
    return url_for("home.home", **values)


def _drawn(table: Table) -> dict[str, Any]:
    """What the picture of the table needs: its places in this game, and where each leads."""
    zones = [zone for zone, _ in desk().library.zones_of(table.ruleset)]
    return {"zones": zones, "zone_link": lambda zone: _home(table, zone=zone)}


def _form(table: Table) -> dict[str, Any]:
    """What the form of the search needs: where it asks, and something that one may search for here and not everywhere."""
    return {"home_link": _home(table), "example": desk().finder.example(table.ruleset)}


def families_of(ruleset: str) -> list[tuple[Family, list[Incident]]]:
    """The families of a ruleset that have incidents there, each with them."""
    library = desk().library
    incidents, families = library.incidents_of(ruleset), library.families.values()
    groups = {family.id: [one for one in incidents if one.family == family.id] for family in families}
    return [(family, groups[family.id]) for family in families if groups[family.id]]


def matching(query: str, ruleset: str) -> list[Incident]:
    """The few incidents of a ruleset that a query may mean, best first."""
    offered = answer(desk().finder, query, ruleset).offered
    return [desk().library.incidents[one.result["incident"]] for one in offered]


def _answered(query: str, table: Table) -> Shown[Incidents]:
    """What a query means: one incident, or the few it may be."""
    library = desk().library
    document, offered = answer(desk().finder, query, table.ruleset)
    found = [library.incidents[result["incident"]] for result in document["results"]]
    return Shown(
        "home/search.html",
        _told(table, found),
        query=query,
        sure=document["sure"],
        offered=offered,
        **({} if offered else _drawn(table)),
        **_form(table),
    )


def _told(table: Table, incidents: Iterable[Incident]) -> Incidents:
    told: list[IncidentEntry] = [
        {"id": one.id, "family": one.family, "title": one.title, "help": one.help} for one in incidents
    ]
    return {"ruleset": table.ruleset, "incidents": told}


@pages.post("/reglement")
def choose() -> Answer:
    """What is played from now on: only this form of the menu says it."""
    check_origin()
    library = desk().library
    said = {name: request.form.get(name, "") for name in held(library, request.environ).table.parameters()}
    table = settled(library, said[RULESET], {name: value for name, value in said.items() if name != RULESET})
    if table.parameters() != said:
        raise AddressError("Ce règlement n'est pas connu ici. Choisissez-le dans le menu, en haut de la page.")
    response = redirect(_inside(request.form.get("retour", "")), 303)
    response.set_cookie(COOKIE, table.cookie(), max_age=YEAR, samesite="Lax", httponly=True, secure=request.is_secure)
    return response


def _inside(path: str) -> str:
    """A page of ours to go back to, else the first one."""
    try:
        endpoint = current_app.url_map.bind("").match(path, "GET")[0]
    except (HTTPException, RoutingException):
        endpoint = ""
    return request.script_root + path if endpoint in declared() and path.startswith("/") else url_for("home.home")


@pages.page(
    "/aide",
    kept=True,
    nav=Nav("Aide", 6, "aide", around=("verification.verification", "api.page"), aside=True),
    offline=once,
)
def help_page() -> Shown[None]:
    """How to use it, in one page."""
    return Shown("home/help.html")
