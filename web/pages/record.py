"""What is done with a case beside judging it: shared, kept by the browser, an error in it reported."""

from __future__ import annotations

from io import BytesIO
from urllib.parse import quote

import segno
from flask import Response, request

from assistant import __version__
from web.address import CaseAddress, read_case
from web.context import desk
from web.page import Pages, Shown, once
from web.pages.case import consultation
from web.telling import in_few_words, settings_words

pages = Pages(__name__)


def _full(address: CaseAddress) -> str:
    return request.url_root.rstrip("/") + address.link()


@pages.page("/cas/partager")
def share() -> Shown[None]:
    """The decision, its paragraphs and the address of the case to give away: as words, as a link and as a picture."""
    address = read_case(desk().library, request)
    told = in_few_words(consultation(address, explain=False)["consultations"][0])
    return Shown(
        "record/share.html",
        address=address,
        told=told,
        full=_full(address),
        picture=address.link("record.picture"),
    )


@pages.get("/cas/qr.svg")
def picture() -> Response:
    """The address of the case as a QR code."""
    address = read_case(desk().library, request)
    out = BytesIO()
    code = segno.make(_full(address), error="l", micro=False)
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
    document = consultation(address, explain=False)["consultations"][0]
    source = library.sources[library.rulesets[address.table.ruleset].source]
    text = "\n".join(
        [
            "Ce qui me paraît faux, et pourquoi :",
            "",
            "",
            f"Cas : {_full(address)}",
            f"Affiché : {in_few_words(document)}",
            f"Règlement : {settings_words(document)} ; texte : {source.title}, {source.edition}",
            f"Version : Arbitre {__version__}, connaissances {library.version[:16]}",
        ]
    )
    mail = f"mailto:?subject={quote('Une erreur dans Arbitre')}&body={quote(text)}"
    return Shown("record/report.html", address=address, text=text, mail=mail)
