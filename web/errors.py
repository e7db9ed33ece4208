"""Pages for what went wrong, each with a way on; the API gets the same as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from flask import Flask, Response, jsonify, make_response, render_template, request, url_for
from werkzeug.exceptions import HTTPException

from assistant.errors import Hole, InputError
from assistant.french import enumerate_words
from assistant.model import INCIDENT
from assistant.store.unusable import Unusable
from web.address import LONGEST, RULESET, AddressError, Contradiction
from web.beside import trouble
from web.context import desk
from web.events import parted

MESSAGES = {
    "reglement": "L'adresse ne nomme aucun règlement connu.",
    "incident": "L'adresse ne nomme aucun incident connu.",
    "ailleurs": "Cet incident ne se produit pas dans ce règlement.",
    "eleve": "Dites d'abord qui apprend : ouvrez la page Formation.",
    "formulaire": "Ce formulaire ne vient pas de cette page, ou l'élève a changé entre-temps ; rouvrez la page et recommencez.",
}
WAIT = "Cela se calcule à côté ; revenez dans une minute."
MOST_WAYS = 4
TITLES = {
    400: "Cette adresse ne peut pas être lue",
    403: "Ce n'est pas possible ainsi",
    404: "Cette page n'existe pas",
    405: "Cela ne se demande pas ainsi",
    413: "C'est trop long",
    414: "C'est trop long",
    415: "Ce format n'est pas lu ici",
    503: "C'est en train d'être fait",
}


def register(app: Flask) -> None:
    """Every error of this application becomes a page or a JSON answer."""
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Unusable, _unusable)
    app.register_error_handler(InputError, _input)
    app.register_error_handler(Contradiction, _contradiction)
    app.register_error_handler(Hole, _hole)


def answer(status: int, title: str, message: str, ways: Sequence[tuple[str, str]] = ()) -> Response:
    """The page with the ways out, or its JSON twin for those who asked for data."""
    if request.path.startswith(f"{url_for('api.page')}/") or request.path.endswith(".json"):
        response = jsonify({"error": title, "message": message})
    else:
        response = make_response(
            render_template("error.html", title=title, message=message, ways=ways, twin=None, training=_in_training())
        )
    response.status_code = status
    return response


def _in_training() -> bool:
    return request.path.startswith(url_for("training_exercises.entry"))


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    reason = (trouble() or WAIT) if status == 503 else MESSAGES.get(str(error.description), "")
    response = answer(status, TITLES.get(status, "Quelque chose n'a pas marché"), reason)
    if status == 405 and error.get_headers():
        response.headers.extend([pair for pair in error.get_headers() if pair[0] == "Allow"])
    return response


def _input(error: InputError) -> Response:
    if isinstance(error, AddressError):
        title = TITLES[400]
    else:
        title = TITLES[403] if _in_training() else "Ce cas ne peut pas être lu"
    return answer(400, title, str(error))


def _contradiction(error: Contradiction) -> Response:
    """Two values of one name: which are they, and the address with each."""
    kept = [pair for pair in request.args.items(multi=True) if pair[0] != error.name]
    title, words = _in_words(error.name, error.values[:MOST_WAYS])
    ways = [
        (label, f"{request.script_root}{request.path}?{urlencode([*kept, (error.name, value)])}")
        for label, value in zip(words, error.values, strict=False)
    ]
    message = f"Cette adresse dit deux choses de « {title} » : {enumerate_words(words)}. Choisissez."
    return answer(400, TITLES[400], message, ways)


def _in_words(name: str, values: list[str]) -> tuple[str, list[str]]:
    """What a name of an address and its values are called on the pages, as far as they are known."""
    library = desk().library
    fact = library.facts.get(parted(name)[1])
    known = {value.id: value.label for value in fact.values} if fact is not None else {}
    titles = {RULESET: "règlement", INCIDENT: "incident"}
    known |= {one.id: one.short for one in library.rulesets.values()} if name == RULESET else {}
    known |= {one.id: one.title for one in library.incidents.values()} if parted(name)[1] == INCIDENT else {}
    title = titles.get(parted(name)[1]) or (fact.title if fact is not None else name[:LONGEST])
    return title, [known.get(value, value[:LONGEST] or "rien") for value in values]


def _unusable(error: Unusable) -> Response:
    """The file of learners cannot be used now: that is nobody's mistake on this page, and everything else goes on."""
    rest = "Les questions, les décisions et les textes n'en ont pas besoin et répondent comme d'habitude."
    return answer(503, "La formation n'est pas possible pour l'instant", f"{error} {rest}")


def _hole(error: Hole) -> Response:
    return answer(409, "Les connaissances ont un défaut ici", f"Signalez-le avec l'adresse de cette page : {error}")
