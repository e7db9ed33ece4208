"""The API: incidents, facts, clauses, and a consultation, strictly read and described by OpenAPI from the same models."""

from __future__ import annotations

import re
from typing import Any

from flask import Response, abort, current_app, jsonify, request, url_for
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from assistant import __version__
from assistant.authoring.schema.publication import json_schema
from assistant.compare.parts import OverviewPart, PairPart
from assistant.consultation.catalogue import FRENCH, PLURALS, Listed, entries, entry_document, listed
from assistant.consultation.document import ConsultationDocument
from assistant.errors import InputError
from assistant.errors import listing as enumerated
from assistant.hands.parts import HandDocument, RefusalDocument
from assistant.search.answer import answer, query_of
from assistant.search.document import SearchDocument
from assistant.search.index import LONGEST
from web.context import desk
from web.page import Pages, Shown

DESCRIBED = "arbitre.described"
pages = Pages(__name__)


class ConsultRequest(BaseModel):
    """Facts in; the question or the ruling of each ruleset out."""

    model_config = ConfigDict(extra="forbid")
    rulesets: list[str] = Field(
        min_length=1, max_length=12, description="Les identifiants de règlements que donne /api/v1/rulesets."
    )
    facts: dict[str, str | int] = Field(
        min_length=1,
        max_length=60,
        description="`incident` et ce qui est connu ; une valeur peut être `non-etabli`. Les incidents suivants ont le préfixe `2.`.",
    )


class Problem(BaseModel):
    error: str
    message: str


class RulesetEntry(BaseModel):
    id: str
    title: str
    short: str
    edition: str
    newer: str
    source: str


@pages.get("/api/v1/rulesets")
def rulesets() -> Response:
    """The rulesets with their editions."""
    keys = ("id", "title", "short", "edition", "newer", "source")
    return jsonify([{key: getattr(one, key) for key in keys} for one in desk().library.rulesets.values()])


@pages.get("/api/v1/search")
def search() -> Response:
    """What happened, in anybody's words, as an incident of a ruleset."""
    unknown = sorted(set(request.args) - {"q", "ruleset"})
    if unknown:
        raise InputError(
            f"paramètre inconnu : {enumerated(unknown)} ; attendus : q (les mots) et ruleset (le règlement)."
        )
    query = _once("q")
    if query is None:
        raise InputError("q manque : les mots qui disent ce qui s'est passé.")
    return jsonify(answer(desk().finder, query_of(query), _once("ruleset")).document)


def _once(name: str) -> str | None:
    """A parameter that may be there, once."""
    given = request.args.getlist(name)
    if len(given) > 1:
        raise InputError(f"{name} est dit plusieurs fois ; dites-le une fois.")
    return given[0] if given else None


@pages.get("/api/v1/<kinds>")
def listing(kinds: str) -> Response:
    """All entries of a kind, by id and title."""
    if kinds not in PLURALS:
        abort(404)
    return jsonify(listed(desk().library, PLURALS[kinds]))


@pages.get("/api/v1/<kinds>/<path:name>")
def one(kinds: str, name: str) -> Response:
    """One entry, whole."""
    if kinds not in PLURALS or name not in entries(desk().library, PLURALS[kinds]):
        abort(404)
    return jsonify(entry_document(desk().library, PLURALS[kinds], name))


@pages.post("/api/v1/consult")
def consult() -> Response:
    """A consultation; nothing unknown is forgiven here."""
    if not request.is_json:
        abort(415)
    try:
        asked = ConsultRequest.model_validate_json(request.get_data() or b"null")
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "corps"
        raise InputError(
            f"{where} : {first['msg']}. Attendu : rulesets (liste), facts (incident et réponses)."
        ) from error
    return jsonify(desk().consultant.consult(asked.rulesets, asked.facts))


def description() -> dict[str, Any]:
    """The OpenAPI description of all this."""
    components: dict[str, Any] = {}

    def shape(model: Any) -> dict[str, Any]:
        found = json_schema(model, "#/components/schemas/{model}")
        components.update(found.pop("$defs", {}))
        name = getattr(model, "__name__", None)
        if name is None or not isinstance(model, type):
            return found
        components[name] = found
        return {"$ref": f"#/components/schemas/{name}"}

    def answers(model: Any, *errors: int) -> dict[str, Any]:
        ok = {"200": {"description": "La réponse.", "content": {"application/json": {"schema": shape(model)}}}}
        content = {"application/json": {"schema": shape(Problem)}}
        return {
            **ok,
            **{str(error): {"description": "Ce qui ne va pas, et que faire.", "content": content} for error in errors},
        }

    paths: dict[str, Any] = {
        _place("api.rulesets"): {"get": {"summary": "Les règlements", "responses": answers(list[RulesetEntry])}},
        _place("api.consult"): {
            "post": {
                "summary": "Des faits à la question ou à la décision",
                "requestBody": {
                    "required": True,
                    "content": {"application/json": {"schema": shape(ConsultRequest), "example": _example()}},
                },
                "responses": answers(ConsultationDocument, 400, 409, 413, 415),
            }
        },
    }
    paths[_place("api.search")] = {
        "get": {
            "summary": "Ce qui s'est passé, dit avec n'importe quels mots, comme incident d'un règlement",
            "parameters": [
                {"name": "q", "in": "query", "required": True, "schema": {"type": "string", "minLength": 1, "maxLength": LONGEST}, "example": next(iter(desk().library.incidents.values())).words[0]},
                {"name": "ruleset", "in": "query", "required": False, "schema": {"type": "string"}, "description": "Le règlement joué ; sans lui, tous."},
            ],
            "responses": answers(SearchDocument, 400),
        }
    }  # fmt: skip
    rulesets_parameter = {
        "name": "r",
        "in": "query",
        "required": False,
        "schema": {"type": "array", "items": {"type": "string"}},
        "description": "Règlements à comparer ; tous si absent.",
    }
    paths[_place("compare_table.whole_json")] = {
        "get": {
            "summary": "Comment les règlements diffèrent, incident par incident",
            "parameters": [rulesets_parameter],
            "responses": answers(OverviewPart, 400, 503),
        }
    }
    paths[_place("compare_table.api_incident")] = {
        "get": {
            "summary": "Un incident, déplié pour chaque paire de règlements",
            "parameters": [
                {"name": "incident", "in": "path", "required": True, "schema": {"type": "string"}},
                rulesets_parameter,
            ],
            "responses": answers(list[PairPart], 400, 404, 503),
        }
    }
    explained = {"application/json": {"schema": shape(HandDocument)}}
    refused = {"application/json": {"schema": {"anyOf": [shape(RefusalDocument), shape(Problem)]}}}
    paths[_place("hands.page_json")] = {
        "get": {
            "summary": "Une main expliquée : complète ou non, attentes, furiten, valeur, avec les clauses citées",
            "parameters": [
                {"name": "tuiles", "in": "query", "required": True, "schema": {"type": "string", "maxLength": 400}, "example": "2233344456m 678p +3m ecarts:6m ron"},
                rulesets_parameter,
            ],
            "responses": {
                "200": {"description": "L'explication sous chaque règlement.", "content": explained},
                "400": {"description": "Ce qui n'est pas une main : son nom, une phrase, les lectures au choix.", "content": refused},
            },
        }
    }  # fmt: skip
    for kinds, kind in PLURALS.items():
        paths[_place("api.listing", kinds=kinds)] = {
            "get": {"summary": f"Tout, genre « {FRENCH[kind]} »", "responses": answers(list[Listed])}
        }
        known = next(iter(entries(desk().library, kind)), "")
        parameter = {
            "name": "id", "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}, "example": known,
        }  # fmt: skip
        paths[_place("api.one", kinds=kinds, name="{id}")] = {
            "get": {
                "summary": f"Un seul, genre « {FRENCH[kind]} »",
                "parameters": [parameter],
                "responses": answers(dict[str, Any], 404),
            }
        }
    info = {"title": "Arbitre", "version": __version__, "description": "L'assistant de l'arbitre de mah-jong."}
    return {"openapi": "3.1.0", "info": info, "paths": paths, "components": {"schemas": components}}


def _place(endpoint: str, **filled: str) -> str:
    """Where the API answers for an endpoint, as OpenAPI writes it: what is left open stands in braces."""
    rules = [rule.rule for rule in current_app.url_map.iter_rules(endpoint)]
    rule = next(rule for rule in rules if rule.startswith(f"{url_for('api.page')}/"))
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda open_: filled.get(open_[1], f"{{{open_[1]}}}"), rule)


def _example() -> dict[str, Any]:
    """A consultation of the first incident, everywhere it can occur."""
    incident = next(iter(desk().library.incidents.values()))
    return {"rulesets": list(incident.rulesets), "facts": {"incident": incident.id}}


@pages.page("/api", twin="/api/v1/openapi.json")
def page() -> Shown[dict[str, Any]]:
    """The description, to be read; it is made once for the application."""
    known = current_app.extensions
    if DESCRIBED not in known:
        known[DESCRIBED] = description()
    return Shown("api/api.html", known[DESCRIBED])
