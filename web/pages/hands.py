"""Hands: a page that explains one, and the entry of tiles for a question of a case. Every tap is an address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from flask import Response, abort, request, url_for

from assistant.consultation.intake import PREFIXED, TILES
from assistant.errors import InputError
from assistant.hands.document import explained, refusal
from assistant.hands.hand import LONGEST, Hand
from assistant.hands.tiles import HandError, Mistake
from assistant.model import INCIDENT, Incident
from assistant.model.hands import LeadFrom
from web.address import CaseAddress, Table, case_link, read_case, section_page, table_of
from web.context import desk
from web.faces import FACES
from web.filters import once_a_section
from web.page import Nav, Pages, Shown, strict
from web.picker import Mode, Picker, hand_of

if TYPE_CHECKING:
    from assistant.hands.parts import AnalysisPart, HandAnswer, HandDocument, WordingPart

pages = Pages(__name__)

TEXT, MODE, FOR, BEFORE = "tuiles", "_mode", "_pour", "_avant"


class Wrong(NamedTuple):
    """What is wrong with a line, with the readings to choose from and the incident that a wrong count is."""

    message: str
    choices: list[WordingPart]
    incident: Incident | None


def read_hand(text: str) -> tuple[Hand, HandError | None]:
    """The hand in a line; of a line that makes none, an empty hand and the reason."""
    try:
        return hand_of(text[: LONGEST + 1]), None
    except HandError as error:
        return Hand(), error


@pages.page("/mains", twin=("/mains.json", "/api/v1/hand"), kept=True, asked=True, nav=Nav("Main", 2, "main"))
def page() -> Shown[HandAnswer]:
    """One hand under every ruleset; as data under the rulesets named, and tiles that make no hand with the code of the reason."""
    library = desk().library
    text = request.args.get(TEXT, "")
    hand, error = read_hand(text)
    before = request.args.get(BEFORE)
    if error is not None and before:
        hand, _ = read_hand(before)  # the tray keeps what it had; the line stays in its field, to be mended
    document: HandDocument | None = None
    if error is None and (hand.size >= 13 or strict()):
        try:
            document = explained(library, hand, request.args.getlist("r") if strict() else ())
        except HandError as unfit:
            error = unfit
    table = table_of(library, request)

    def link(line: str, mode: Mode) -> str:
        return case_link(table, {TEXT: line, MODE: mode, BEFORE: hand.text()}, "hands.page") + "#choix"

    def again(line: str) -> str:
        return case_link(table, {TEXT: line} if line else {}, "hands.page") + "#choix"

    return Shown(
        "hands/hands.html",
        document if error is None else refusal(library, error),
        400 if error is not None and (strict() or error.code != Mistake.WRONG_COUNT) else 200,
        picker=Picker(hand, request.args.get(MODE, Mode.HAND), link),
        text=hand.text() if error is None else text,
        analyses=_own_first(table, document["analyses"]) if document else [],
        wrong=_wrong(error) if error else None,
        places=places,
        leads=leads(table, hand) if error is None else [],
        undo=None if before is None else again(before[:LONGEST]),
        empty=again("") if hand != Hand() else None,
        choice=again,
        hidden={**table.parameters(), BEFORE: hand.text()},
        action=url_for("hands.page"),
        target=case_link(table, {}, "hands.page") + "#explication",
        field=TEXT,
    )


def _own_first(table: Table, analyses: list[AnalysisPart]) -> list[AnalysisPart]:
    """The table's own ruleset before the others."""
    return sorted(analyses, key=lambda one: one["ruleset"] != table.ruleset)


def _wrong(error: HandError) -> Wrong:
    library = desk().library
    told = refusal(library, error)
    return Wrong(told["message"], told["choices"], library.incidents[told["offers"]] if told["offers"] else None)


def places(cites: list[str]) -> list[tuple[str, str]]:
    """Where the clauses of a line stand, each section once: its page and its name."""
    return [(section_page(one), section) for one, section in once_a_section(cites)]


def leads(table: Table, hand: Hand) -> list[tuple[str, str]]:
    """The disputes that this hand leads to under the table's ruleset, each with the tiles in its address."""
    library = desk().library
    known = {incident.id for incident in library.incidents_of(table.ruleset)}
    said = {
        LeadFrom.WINNING: hand.size >= 14,
        LeadFrom.WAITING: hand.size == 13,
        LeadFrom.KONG: hand.kong is not None,
        LeadFrom.CALL: hand.thrown is not None,
    }
    return [
        (lead.label, case_link(table, {INCIDENT: lead.incident, TEXT: hand.text(), **lead.facts}))
        for lead in (library.tiles.leads if library.tiles else ())
        if lead.incident in known and said[lead.of]
    ]


@pages.page("/cas/tuiles")
def entry() -> Shown[None]:
    """The tiles of a case, entered from a question that they can answer."""
    return entry_page(read_case(desk().library, request), request.args.get(FOR, TILES))


def entry_page(address: CaseAddress, key: str, error: HandError | None = None) -> Shown[Any]:
    """The picker for one incident of a case; what cannot be read is said and can be mended."""
    match = PREFIXED.fullmatch(key)
    if (match[2] if match else key) != TILES:
        raise InputError("Ce ne sont pas les tuiles d'un incident.")
    text = address.facts.get(key, "")
    hand, unread = read_hand(text)
    before = request.args.get(BEFORE)
    if unread is not None and before:
        hand, _ = read_hand(before)
    error = error or unread
    others = {name: value for name, value in address.facts.items() if name != key}

    def link(line: str, mode: Mode) -> str:
        tiles = {key: line} if line else {}
        said = {**others, **tiles, FOR: key, MODE: mode, BEFORE: hand.text()}
        return case_link(address.table, said, "hands.entry") + "#choix"

    def again(line: str) -> str:
        tiles = {key: line} if line else {}
        return case_link(address.table, {**others, **tiles, FOR: key}, "hands.entry") + "#choix"

    return Shown(
        "hands/tiles.html",
        status=200 if error is None else 400,
        address=address,
        picker=Picker(hand, request.args.get(MODE, Mode.HAND), link),
        text=text if error else hand.text(),
        wrong=_wrong(error) if error else None,
        undo=None if before is None else again(before[:LONGEST]),
        empty=again("") if hand != Hand() else None,
        done=case_link(address.table, {**others, key: hand.text()}) if hand != Hand() else None,
        without=case_link(address.table, others),
        hidden={**address.table.parameters(), **others, FOR: key, BEFORE: hand.text()},
        action=url_for("hands.entry"),
        field=key,
        choice=again,
    )


@pages.get("/tuile/<which>.svg")
def face(which: str) -> Response:
    """The picture of one tile."""
    if which not in FACES:
        abort(404)
    response = Response(FACES[which], mimetype="image/svg+xml")
    response.headers["Cache-Control"] = "public, max-age=86400"
    return response
