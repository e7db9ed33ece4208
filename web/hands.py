"""Hands: a page that explains one, and the entry of tiles for a question of a case. Every tap is an address."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, jsonify, make_response, render_template, request

from assistant.hand import LONGEST, WRONG_COUNT, Hand
from assistant.handtext import explained, refusal
from assistant.intake import PREFIXED, TILES
from assistant.problem import InputError
from assistant.tiles import HandError
from web.desk import desk
from web.picker import Picker, hand_of
from web.table import CaseAddress, case_link, read_case

pages = Blueprint("hands", __name__)

TEXT, MODE, FOR = "tuiles", "_mode", "_pour"


def read_hand(text: str) -> tuple[Hand, HandError | None]:
    """The hand in a line; of a line that makes none, an empty hand and the reason."""
    try:
        return hand_of(text[: LONGEST + 1]), None
    except HandError as error:
        return Hand(), error


@pages.get("/mains")
def page() -> Response:
    """One hand under every ruleset."""
    text = request.args.get(TEXT, "")
    hand, error = read_hand(text)
    document: dict[str, Any] | None = None
    wrong: dict[str, Any] | None = None
    if error is None and hand.size >= 13:
        try:
            document = explained(desk().library, hand)
        except HandError as found:
            error = found
    if error is not None:
        wrong = _told(error)

    def link(line: str, mode: str) -> str:
        return f"/mains?{urlencode({TEXT: line, MODE: mode})}#choix"

    body = render_template(
        "hands.html",
        picker=Picker(hand, request.args.get(MODE, "main"), link),
        text=hand.text() if error is None else text,
        document=document,
        wrong=wrong,
        clauses=desk().library.clauses,
        hidden={},
        action="/mains",
        field=TEXT,
    )
    response = make_response(body)
    if error is not None and error.code != WRONG_COUNT:
        response.status_code = 400
    return response


def _told(error: HandError) -> dict[str, Any]:
    """What is wrong, with the readings to choose from and the incident that a wrong count is."""
    library = desk().library
    told = refusal(library, error)
    told["incident"] = library.incidents[told["offers"]] if told["offers"] else None
    return told


@pages.get("/mains.json")
def page_json() -> Response:
    """The same as data; tiles that make no hand are told with their code."""
    library = desk().library
    try:
        return jsonify(explained(library, hand_of(request.args.get(TEXT, "")[: LONGEST + 1])))
    except HandError as error:
        response = jsonify(refusal(library, error))
        response.status_code = 400
        return response


@pages.get("/cas/tuiles")
def entry() -> Response:
    """The tiles of a case, entered from a question that they can answer."""
    return entry_page(read_case(desk().library, request), request.args.get(FOR, TILES))


def entry_page(address: CaseAddress, key: str, error: HandError | None = None) -> Response:
    """The picker for one incident of a case; what cannot be read is said and can be mended."""
    match = PREFIXED.fullmatch(key)
    if (match[2] if match else key) != TILES:
        raise InputError("Ce ne sont pas les tuiles d'un incident.")
    text = address.facts.get(key, "")
    hand, found = read_hand(text)
    error = error or found
    others = {name: value for name, value in address.facts.items() if name != key}

    def link(line: str, mode: str) -> str:
        tiles = {key: line} if line else {}
        return case_link(address.table, {**others, **tiles, FOR: key, MODE: mode}, "/cas/tuiles") + "#choix"

    response = make_response(
        render_template(
            "tiles.html",
            address=address,
            picker=Picker(hand, request.args.get(MODE, "main"), link),
            text=text if error else hand.text(),
            wrong=_told(error) if error else None,
            count=hand.size,
            done=case_link(address.table, {**others, key: hand.text()}) if hand != Hand() else None,
            without=case_link(address.table, others),
            hidden={**address.table.parameters(), **others, FOR: key},
            action="/cas/tuiles",
            field=key,
            choice=lambda line: case_link(address.table, {**others, key: line, FOR: key}, "/cas/tuiles"),
        )
    )
    if error is not None:
        response.status_code = 400
    return response


def hand_link(line: str) -> str:
    """The page of one hand."""
    return f"/mains?{urlencode({TEXT: line})}"
