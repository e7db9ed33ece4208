"""The pocket edition at an address: one file with every questionnaire, to be opened, carried along, or kept by the service worker."""

from __future__ import annotations

from typing import TypedDict

from flask import Response, abort, jsonify, make_response, render_template, request
from werkzeug.wrappers import Response as Answer

from web.address import APPENDED, LONGEST, AddressError, check_once
from web.artefacts import POCKET
from web.context import desk
from web.page import Pages
from web.pagecache import takes_gzip
from web.parcel import Parcel

pages = Pages(__name__)

AS_A_FILE = "fichier"
YES = "oui"
FRAMED = "frame-ancestors 'none'"  # what only a header can say
AGAIN = 30  # seconds before it is asked for once more


class EditionData(TypedDict):
    """What is there: the knowledge, the day on which it was made, bytes as it is and as it is sent, and what it is called."""

    edition: str
    made: str
    size: int
    packed: int
    rulesets: list[str]
    file: str


@pages.get("/poche")
def pocket() -> Answer:
    """The edition itself; as a file where it is to be carried along. While it is made, a page that says so."""
    as_a_file = _wanted()
    parcel = POCKET.at_hand(desk().library)
    if parcel is None:
        return _awaited(as_a_file)
    variant = parcel.file if as_a_file else parcel.page
    packed = takes_gzip(request.environ)
    response = Response(variant.packed if packed else variant.plain(), mimetype="text/html")
    response.direct_passthrough = True  # as it is: its policy names its program and its style by what they say
    if packed:
        response.content_encoding = "gzip"
    response.vary.add("Accept-Encoding")
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Content-Security-Policy"] = f"{parcel.policy}; {FRAMED}"
    if as_a_file:
        response.headers["Content-Disposition"] = f"attachment; filename={parcel.name}"
    response.set_etag(f"{variant.tag}-gzip" if packed else variant.tag)
    return response.make_conditional(request)


def _wanted() -> bool:
    """Whether the address asks for a file; whatever else it asks for is refused, with what to do about it."""
    check_once(request)
    for name in request.args:
        if name != AS_A_FILE and not name.startswith("_") and APPENDED.fullmatch(name) is None:
            raise AddressError(
                f"« {name[:LONGEST]} » ne se demande pas à l'édition de poche : elle contient tout, et son cas s'écrit après un dièse "
                f"(/poche#reglement=…&incident=…). Ouvrez /poche, ou /poche?{AS_A_FILE}={YES} pour l'emporter."
            )
    said = request.args.get(AS_A_FILE)
    if said not in (None, YES):
        raise AddressError(f"« {AS_A_FILE} » ne se dit que « {YES} » : /poche?{AS_A_FILE}={YES} emporte le fichier, /poche l'ouvre.")
    return said == YES


def _awaited(as_a_file: bool) -> Response:
    page = render_template("pocket/waiting.html", again={AS_A_FILE: YES} if as_a_file else {})
    response = make_response(page, 503)
    response.headers["Retry-After"] = str(AGAIN)
    return response


@pages.get("/poche.json")
def told() -> Response:
    """What there is to be kept or carried along."""
    _wanted()
    parcel = POCKET.at_hand(desk().library) or abort(503)
    return jsonify(edition_data(parcel))


def edition_data(parcel: Parcel) -> EditionData:
    """An edition, as it is told."""
    return {
        "edition": parcel.edition,
        "made": parcel.made,
        "size": parcel.size,
        "packed": len(parcel.file.packed),
        "rulesets": list(parcel.rulesets),
        "file": parcel.name,
    }
