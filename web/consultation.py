"""The questionnaire and the ruling sheet; the whole case is in the address."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, current_app, make_response, render_template, request

from assistant.consult import Consultant
from assistant.intake import understand
from assistant.model import INCIDENT
from assistant.problem import InputError
from assistant.questionnaire import NOT_ESTABLISHED
from assistant.sheettext import WARNING_NAMES

pages = Blueprint("consultation", __name__)

RULESET = "reglement"
MOST_PARAMETERS = 60


def consultant() -> Consultant:
    found: Consultant = current_app.extensions["arbitre"]
    return found


@pages.after_request
def secure(response: Response) -> Response:
    """Nothing from outside, nothing inline."""
    response.headers["Content-Security-Policy"] = (
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


@pages.get("/")
def home() -> str:
    """Choose the ruleset, the context and the incident."""
    library = consultant().library
    ruleset = request.args.get(RULESET) or next(iter(library.rulesets))
    if ruleset not in library.rulesets:
        ruleset = next(iter(library.rulesets))
    contexts = {fact.id: request.args.get(fact.id, fact.values[0].id) for fact in library.context_facts()}
    return render_template(
        "home.html",
        rulesets=library.rulesets.values(),
        ruleset=ruleset,
        context_facts=library.context_facts(),
        contexts=contexts,
        incidents=library.incidents_of(ruleset),
        link=link,
    )


@pages.get("/cas")
def case() -> Response:
    """One question, or the ruling."""
    facts, ruleset = _facts()
    changed = request.args.get("change")
    try:
        if changed is not None:
            return _change(facts, ruleset, changed)
        (document,) = consultant().consult([ruleset], facts)["consultations"]
    except InputError as error:
        return make_response(render_template("error.html", message=str(error)), 400)
    return make_response(
        render_template(
            "case.html",
            document=document,
            facts=facts,
            ruleset=ruleset,
            link=link,
            names=WARNING_NAMES,
            not_established=NOT_ESTABLISHED,
        )
    )


def _change(facts: dict[str, object], ruleset: str, name: str) -> Response:
    """The page that asks one earlier question again."""
    library = consultant().library
    understand(library, [ruleset], facts)
    if name not in library.facts:
        raise InputError(f"fait inconnu : « {name} »")
    return make_response(
        render_template(
            "change.html",
            fact=library.facts[name],
            facts=facts,
            ruleset=ruleset,
            link=link,
            title=library.incidents[str(facts[INCIDENT])].title,
            not_established=NOT_ESTABLISHED,
        )
    )


def _facts() -> tuple[dict[str, object], str]:
    """The facts in the address, and the ruleset; a repeated or an oversized address is refused by what reads it."""
    values: dict[str, object] = {}
    for index, (name, value) in enumerate(request.args.items()):
        if name not in (RULESET, "change") and index < MOST_PARAMETERS:
            values[name[:80]] = value[:200]
    ruleset = request.args.get(RULESET, "")
    if "corrige" in values:
        changed = str(values.pop("corrige"))
        for name in _forgotten(ruleset, values, changed):
            values.pop(name, None)
    return values, ruleset


def _forgotten(ruleset: str, values: dict[str, object], changed: str) -> list[str]:
    try:
        return consultant().forget([ruleset], values, changed)
    except InputError:
        return []


def link(ruleset: str, facts: dict[str, Any], **more: Any) -> str:
    """The address of a case."""
    return "/cas?" + urlencode({RULESET: ruleset, **facts, **more})
