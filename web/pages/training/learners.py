"""Who learns: enrolling, coming back, a code for other machines, and all that is kept of a learner, to take away or delete."""

from __future__ import annotations

from flask import Response, abort, g, make_response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from assistant.errors import InputError
from assistant.training.learners.code import proper_code
from assistant.training.learners.tables import Held, Learner
from assistant.training.learners.transfer import LARGEST_FILE, exported, imported
from web.context import desk
from web.numbers import whole
from web.page import Pages, Shown
from web.pages.training.session import (
    at_the_machine,
    common,
    forget,
    guard,
    learner,
    present,
    private,
    remembered,
    school,
    token,
)

GOALS = (5, 10, 20)

pages = Pages(__name__, url_prefix="/formation")
pages.before_request(guard)
pages.after_request(private)
pages.context_processor(common)


def door(gone: str | None = None, held: Held | None = None) -> Shown[None]:
    """Who learns: a new name, one known here, or a file from elsewhere; and who is gone, with all that was theirs.

    The names are shown at the machine itself alone.
    """
    progress, here = school().progress, at_the_machine()
    return Shown(
        "training/entry.html",
        learners=progress.learners() if here else [],
        here=here,
        message=progress.message(),
        gone=gone,
        held=held,
        token=token("") if gone else token(),
    )


def _code(field: str = "code") -> str | None:
    """The code in a form; at the machine itself it may be left out."""
    said = request.form.get(field, "").strip()[:20]
    if not said and at_the_machine():
        return None
    return proper_code(said)


@pages.post("/eleve")
def enrol() -> Answer:
    """A new name; at the machine itself one that has no code is taken up again, which is said."""
    progress, name = school().progress, request.form.get("nom", "")[:200]
    known = progress.named(name)
    if known is not None and known.code is None and at_the_machine():
        return remembered(known, connu="oui")
    return remembered(progress.learner(progress.add_learner(name, _code())))


@pages.post("/reprendre")
def resume() -> Answer:
    """A name and its code."""
    return remembered(
        school().progress.recognised(request.form.get("nom", "")[:200], proper_code(request.form.get("code", "")[:20]))
    )


@pages.post("/choisir")
def choose() -> Answer:
    """One of the learners of this machine, at the machine itself; who has a code is asked for it."""
    number = whole(request.form.get("numero", ""))
    known = school().progress.learner(number) if number is not None and at_the_machine() else None
    if known is None:
        raise InputError("Cet élève n'existe pas.")
    if known.code is not None:
        known = school().progress.recognised(known.name, proper_code(request.form.get("code", "")[:20]))
    return remembered(known)


@pages.post("/quitter")
def leave() -> Answer:
    return remembered(None)


@pages.post("/but")
def aim() -> Answer:
    """How many exercises a day."""
    goal = whole(request.form.get("but", ""))
    if goal not in GOALS:
        raise InputError("Le but du jour est de 5, 10 ou 20 exercices.")
    school().progress.set_goal(present().id, goal)
    return redirect(url_for("training_exercises.entry"), 303)


@pages.page("/donnees")
def data() -> Shown[None]:
    """Taking away, bringing back, a code, deleting."""
    return _data()


def _data(status: int = 200, unsure: bool = False) -> Shown[None]:
    me = learner()
    held = school().progress.held(me.id) if me is not None else None
    return Shown("training/data.html", None, status, held=held, unsure=unsure, here=at_the_machine())


@pages.post("/code")
def change_code() -> Answer:
    """Another code; who has one gives it first."""
    me = present()
    _confirmed(me)
    return remembered(school().progress.set_code(me.id, _code("nouveau")), code="change")


def _confirmed(me: Learner) -> None:
    """The learner's code once more, where there is one: an open page is not yet its owner."""
    if me.code is not None:
        school().progress.recognised(me.name, proper_code(request.form.get("code", "")[:20]))


@pages.get("/export.json")
def take() -> Response:
    """The learner as a file."""
    response = make_response(exported(school().progress, present().id))
    response.mimetype = "application/json"
    response.headers["Content-Disposition"] = "attachment; filename=arbitre-progression.json"
    return response


@pages.post("/import")
def bring() -> Answer:
    """A learner from a file."""
    file = request.files.get("fichier")
    if file is None:
        raise InputError("Choisissez le fichier exporté.")
    progress, code = school().progress, _code()
    with file.stream as stream:
        brought = imported(progress, stream.read(LARGEST_FILE + 1))
    if code is not None:
        progress.set_code(brought.id, code)
    return remembered(progress.learner(brought.id), importe="renomme" if brought.renamed else "oui")


@pages.post("/supprimer")
def delete() -> Response:
    """The learner and all that is theirs, once confirmed; the page that says so is the last that knows the name."""
    me = present()
    if request.form.get("confirmer") != "oui":
        return _data(status=400, unsure=True).as_page()
    _confirmed(me)
    held = school().progress.held(me.id)
    school().progress.delete_learner(me.id)
    g.learner = None
    response = door(me.name, held).as_page()
    forget(response)
    return response


@pages.get("/fiches.<kind>")
def deck(kind: str) -> Response:
    """The cards of a ruleset, for Anki or a spreadsheet."""
    ruleset = request.args.get("reglement", "")
    if kind not in ("apkg", "csv") or ruleset not in desk().library.rulesets:
        abort(404)
    response = make_response(school().deck(kind, ruleset))
    response.mimetype = "application/octet-stream" if kind == "apkg" else "text/csv"
    response.headers["Content-Disposition"] = f"attachment; filename=arbitre-{ruleset}.{kind}"
    return response
