"""A case: one question a screen, then the ruling sheet; the whole case is its address."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import segno
from flask import Response, request

from assistant.consultation.intake import BY, TILES, is_hand
from assistant.consultation.questionnaire import in_words
from assistant.errors import InputError
from assistant.hands.tiles import HandError
from assistant.model import INCIDENT, By
from web.address import RULESET, CaseAddress, case_link, read_case
from web.context import desk
from web.page import Pages, Shown, strict
from web.pages.hands import entry_page, read_hand

if TYPE_CHECKING:
    from assistant.consultation.document import ConsultationDocument

pages = Pages(__name__)


def consultation(address: CaseAddress) -> ConsultationDocument:
    """What the engine says of the case in this address."""
    facts = {**address.table.context, **address.facts}
    return desk().consultant.consult([address.table.ruleset], facts)


SAME_IN_ALL_GAMES = ("origin", "seat", "riichi", "count")  # what tiles tell of these does not depend on the game


@pages.page("/cas", twin="/cas.json", kept=True)
def case() -> Shown[ConsultationDocument] | Shown[None]:
    """The next question, or the ruling; tiles that make no hand go back to be mended. As data it is strictly read."""
    if strict():
        said = {name: value for name, value in request.args.items() if name != RULESET}
        return Shown("case/case.html", desk().consultant.consult([request.args.get(RULESET, "")], said))
    address = read_case(desk().library, request)
    for key, value in address.facts.items():
        if is_hand(desk().library, key.rpartition(".")[2]):
            error = read_hand(value)[1]
            if error is not None:
                return entry_page(address, key, error)
    try:
        return _case(address)
    except HandError as error:  # a hand that exists, but not with the kong said of it
        return entry_page(address, next(key for key in address.facts if key.rpartition(".")[2] == TILES), error)


def _case(address: CaseAddress) -> Shown[ConsultationDocument]:
    changed = request.args.get("_change")
    forgotten: list[str] = []
    if changed in address.facts:
        facts: dict[str, object] = {**address.table.context, **address.facts}
        forgotten = desk().consultant.forget([address.table.ruleset], facts, str(changed))
        address = address._replace(
            facts={name: value for name, value in address.facts.items() if name not in forgotten}
        )
    data = consultation(address)
    return Shown(
        "case/case.html",
        data,
        document=data["consultations"][0],
        address=address,
        twin=address.link("case.case_json"),
        forgotten=[_told(name, request.args[name]) for name in forgotten],
        elsewhere=_elsewhere(address),
        number=_next_number(address),
    )


def _told(name: str, value: str) -> str:
    """An answer in words."""
    fact = desk().library.facts[name.rpartition(".")[2]]
    return f"{fact.title} : {in_words(fact, fact.read(value))}"


def _elsewhere(address: CaseAddress) -> list[tuple[str, str]]:
    """The same case under each other ruleset where all its incidents can occur.

    Another game calls other hands complete: what was said of the hand itself is asked again there, unless its tiles are told.
    """
    library = desk().library
    lasting = {name: value for name, value in address.facts.items() if not _of_the_hand(name)}
    incidents = [value for name, value in address.facts.items() if name.rpartition(".")[2] == INCIDENT]
    return [
        (
            ruleset.short,
            case_link(
                address.table._replace(ruleset=ruleset.id),
                address.facts if _game(ruleset.id) == _game(address.table.ruleset) else lasting,
            ),
        )
        for ruleset in library.rulesets.values()
        if ruleset.id != address.table.ruleset
        and all(ruleset.id in library.incidents[name].rulesets for name in incidents)
    ]


def _of_the_hand(name: str) -> bool:
    """Whether an answer says of the hand what another game would judge otherwise."""
    fact = desk().library.facts.get(name.rpartition(".")[2])
    return fact is not None and fact.computed is not None and fact.computed.by not in SAME_IN_ALL_GAMES


def _game(ruleset: str) -> str | None:
    rules = desk().library.hands.get(ruleset)
    return rules.game if rules is not None else None


def _next_number(address: CaseAddress) -> int:
    return 1 + sum(name.rpartition(".")[2] == INCIDENT for name in address.facts)


@pages.page("/cas/changer")
def change() -> Shown[None]:
    """One earlier question again."""
    address = read_case(desk().library, request)
    key = request.args.get("_fait", "")
    prefix, _, name = key.rpartition(".")
    fact = desk().library.facts.get(name)
    incident = address.facts.get(f"{prefix}.{INCIDENT}" if prefix else INCIDENT)
    if fact is None or fact.derived or incident is None:
        raise InputError("Cette réponse ne peut pas être changée.")
    fact = desk().library.incidents[incident].asks(fact)
    return Shown("case/change.html", address=address, fact=fact, key=key)


@pages.page("/cas/ajouter", twin_of="home.home_json")
def add() -> Shown[None]:
    """Another incident in the same case, by the same player or another."""
    address = read_case(desk().library, request)
    number = _next_number(address)
    if number > 9:
        raise InputError("Un cas a neuf incidents au plus.")
    library = desk().library
    incidents = library.incidents_of(address.table.ruleset)
    families = [(family, [one for one in incidents if one.family == family.id]) for family in library.families.values()]
    return Shown(
        "case/add.html",
        address=address,
        families=[(family, group) for family, group in families if group],
        keys=(f"{number}.{INCIDENT}", f"{number}.{BY}"),
        players=((By.SAME, "Le même joueur"), (By.OTHER, "Un autre joueur")),
        by=request.args.get("_par", By.SAME),
    )


@pages.page("/cas/partager")
def share() -> Shown[None]:
    """The address of the case to give away, as a link and as a picture."""
    address = read_case(desk().library, request)
    full = request.url_root.rstrip("/") + address.link()
    return Shown("case/share.html", address=address, full=full, picture=address.link("case.picture"))


@pages.get("/cas/qr.svg")
def picture() -> Response:
    """The address of the case as a QR code."""
    address = read_case(desk().library, request)
    out = BytesIO()
    code = segno.make(request.url_root.rstrip("/") + address.link(), error="l", micro=False)
    code.save(out, kind="svg", scale=4, border=3, xmldecl=False, dark="#10241b", light="#ffffff")
    return Response(out.getvalue(), mimetype="image/svg+xml")
