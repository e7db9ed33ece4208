"""What is done with a case beside judging it: shared, kept by the browser, an error in it reported."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING
from urllib.parse import quote

import segno
from flask import Response, request

from assistant import __version__
from web.address import CaseAddress, case_link, read_case
from web.context import desk
from web.page import Pages, Shown, once
from web.pages.case import consultation
from web.telling import in_few_words, settings_words
from web.vintage import VINTAGE, vintage

if TYPE_CHECKING:
    from assistant.consultation.document import ConsultationPart

pages = Pages(__name__)


def _full(address: CaseAddress, document: ConsultationPart) -> str:
    """The address to give away, which keeps of which knowledge it is."""
    kept = vintage(desk().library.version, document)
    return request.url_root.rstrip("/") + case_link(address.table, {**address.facts, VINTAGE: kept})


def _document(address: CaseAddress) -> ConsultationPart:
    return consultation(address, explain=False)["consultations"][0]


@pages.page("/cas/partager")
def share() -> Shown[None]:
    """The decision, its paragraphs and the address of the case to give away: as words, as a link and as a picture."""
    address = read_case(desk().library, request)
    document = _document(address)
    return Shown(
        "record/share.html",
        address=address,
        told=in_few_words(document),
        full=_full(address, document),
        picture=address.link("record.picture"),
    )


@pages.get("/cas/qr.svg")
def picture() -> Response:
    """The address of the case as a QR code."""
    address = read_case(desk().library, request)
    out = BytesIO()
    code = segno.make(_full(address, _document(address)), error="l", micro=False)
    code.save(out, kind="svg", scale=4, border=3, xmldecl=False, dark="#10241b", light="#ffffff")
    return Response(out.getvalue(), mimetype="image/svg+xml")


@pages.page("/cas/recents", kept=True, offline=once)
def recent() -> Shown[None]:
    """The last cases, which the browser alone knows."""
    return Shown("record/recent.html")


@pages.page("/cas/signaler")
def report() -> Shown[None]:
    """A text that says what seems wrong, to be copied or sent by whoever writes it; nothing is sent from here."""
    library = desk().library
    address = read_case(library, request)
    document = _document(address)
    source = library.sources[library.rulesets[address.table.ruleset].source]
    text = "\n".join(
        [
            "Ce qui me paraît faux, et pourquoi :",
            "",
            "",
            f"Cas : {_full(address, document)}",
            f"Affiché : {in_few_words(document)}",
            f"Règlement : {settings_words(document)} ; texte : {source.title}, {source.edition}",
            f"Version : Arbitre {__version__}, connaissances {library.version[:16]}",
        ]
    )
    mail = f"mailto:?subject={quote('Une erreur dans Arbitre')}&body={quote(text)}"
    return Shown("record/report.html", address=address, text=text, mail=mail)
