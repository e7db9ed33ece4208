"""Formation: exercises in stages, what comes next, progress, and the learners of this machine."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, jsonify, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from assistant.exam import LENGTHS, PASS_PERCENT
from assistant.exercise import Exercise, heading
from assistant.flashcards import as_anki, as_csv, flashcards
from assistant.french import long_date
from assistant.model import Clause
from assistant.problem import InputError
from assistant.progress import Attempt, Learner
from assistant.repetition import Standing, lasting, next_unit, now, reviewed, standing, verdicts
from assistant.syllabus import LEVELS, Wish, ruling_clauses
from assistant.transfer import exported, imported
from assistant.trial import case_facts
from web.desk import desk
from web.school import COOKIE, check_form, learner, present, school, token
from web.table import CaseAddress, Table
from web.trainingdata import exercise_data, syllabus_data

pages = Blueprint("training", __name__, url_prefix="/formation")

YEAR = 365 * 24 * 3600
LARGEST_FILE = 32 * 1024 * 1024
WEAKEST = 12  # clauses shown
OPENING = 70  # letters of each


@pages.app_template_filter("long_date")
def day_words(iso: str) -> str:
    return long_date(iso)


@pages.before_request
def guard() -> None:
    """Every form is checked; only the one that brings a file may be long."""
    if request.endpoint == "training.bring":
        request.max_content_length = LARGEST_FILE
    if request.method == "POST":
        check_form()


@pages.after_request
def private(response: Response) -> Response:
    """What a learner did is kept by no cache."""
    response.headers["Cache-Control"] = "no-store"
    return response


@pages.context_processor
def common() -> dict[str, Any]:
    return {"learner": learner(), "token": token(), "levels": LEVELS, "families": desk().library.families}


def remembered(number: int | None, link: str = "/formation") -> Answer:
    """Back to a page, with or without a learner in the cookie."""
    response = redirect(link, 303)
    if number is None:
        response.delete_cookie(COOKIE, path="/formation", samesite="Strict", httponly=True)
    else:
        response.set_cookie(COOKIE, str(number), max_age=YEAR, path="/formation", samesite="Strict", httponly=True)
    return response


@pages.get("")
def entry() -> str:
    """Who learns, or what to do next."""
    me, progress = learner(), school().progress
    if me is None:
        return render_template("formation.html", learners=progress.learners(), message=progress.told("message"))
    done = progress.done(me.id)
    cards = school().cards(me.id)
    at = now()
    return render_template(
        "formation-accueil.html",
        message=progress.told("message"),
        done=len(done),
        due=sum(card.due <= at for card in cards.values()),
        seen=len(cards),
        lengths=LENGTHS,
        pass_percent=PASS_PERCENT,
        sittings=progress.sittings(me.id)[:10],
    )


@pages.post("/eleve")
def enrol() -> Answer:
    """A new name, or one known already."""
    return remembered(school().progress.add_learner(request.form.get("nom", "")[:200]))


@pages.post("/choisir")
def choose() -> Answer:
    """One of the learners of this machine."""
    number = request.form.get("numero", "")
    if not number.isdigit() or school().progress.learner(int(number)) is None:
        raise InputError("Cet élève n'existe pas.")
    return remembered(int(number))


@pages.post("/quitter")
def leave() -> Answer:
    return remembered(None)


@pages.post("/vu")
def seen() -> Answer:
    """The message about a file set aside has been read."""
    school().progress.forget_message()
    return redirect("/formation", 303)


def wish() -> Wish:
    """What the form asks for; nothing unknown gets through."""
    library, form = desk().library, request.form
    ruleset, family, level = form.get("reglement", ""), form.get("famille", ""), form.get("niveau", "")
    return Wish(
        ruleset if ruleset in library.rulesets else None,
        family if family in library.families else None,
        int(level) if level in map(str, LEVELS) else None,
        bool(form.get("differents")),
    )


@pages.post("/exercice")
def begin() -> Answer:
    """The exercise that comes next."""
    me = present()
    progress = school().progress
    asked, done, cards = wish(), progress.done(me.id), school().cards(me.id)
    known = list(school().units())
    while True:
        unit = next_unit(known, asked, cards, done, now(), bool(request.form.get("faibles")))
        if unit is None:
            raise InputError("Aucun exercice ne répond à ce choix ; élargissez-le.")
        if school().exercise(unit.case, unit.ruleset) is not None:
            break
        known.remove(unit)  # nothing to choose there
    number = progress.start(me.id, unit.ruleset, unit.case)
    return redirect(f"/formation/exercice/{number}", 303)


def mine(number: int) -> tuple[Learner, Attempt, Exercise]:
    """An exercise that this learner has begun."""
    me = present()
    attempt = school().progress.attempt(number)
    if attempt is None or attempt.learner != me.id:
        abort(404)
    made = school().exercise(attempt.story, attempt.ruleset)
    if made is None:
        raise InputError("Cet exercice n'existe plus dans les connaissances d'aujourd'hui ; prenez-en un autre.")
    return me, attempt, made


@pages.get("/exercice/<int:number>.json")
def work_data(number: int) -> Response:
    """The exercise as data, without what is not answered yet."""
    _, attempt, made = mine(number)
    return jsonify(exercise_data(desk().library, attempt, made, school().progress.answers(attempt.id)))


@pages.get("/exercices.json")
def syllabus_page() -> Response:
    """Every exercise there is."""
    return jsonify(syllabus_data(school().units()))


@pages.get("/exercice/<int:number>")
def work(number: int) -> str:
    """The next stage, the correction of the last one, or the sheet at the end."""
    _, attempt, made = mine(number)
    answers = school().progress.answers(attempt.id)
    stage = next((one for one in made.stages if one.id not in answers), None)
    shown = made.stage(request.args.get("vu", ""))
    chosen = shown.option(answers[shown.id][0]) if shown is not None and shown.id in answers else None
    ended = stage is None and chosen is None
    ruling, address = _sheet(made) if ended else (None, None)
    return render_template(
        "formation-exercice.html",
        attempt=attempt,
        made=made,
        title=heading(desk().library, made.case),
        here=desk().library.rulesets[made.ruleset],
        context=_context(made),
        stage=stage,
        shown=shown if chosen else None,
        chosen=chosen,
        answers=answers,
        right=sum(correct for _, correct in answers.values()),
        ruling=ruling,
        address=address,
    )


def _context(made: Exercise) -> list[str]:
    facts = case_facts(desk().library, made.case)
    return [fact.label(facts[fact.id]).lower() for fact in desk().library.context_facts()]


def _sheet(made: Exercise) -> tuple[dict[str, Any], CaseAddress]:
    """The ruling sheet of the exercise, as a referee would see it, and its address."""
    library = desk().library
    facts = case_facts(library, made.case)
    context = {fact.id: str(facts[fact.id]) for fact in library.context_facts()}
    given = {name: value for name, value in made.case.flat_facts().items() if name not in context}
    (document,) = desk().consultant.consult([made.ruleset], {**context, **given})["consultations"]
    address = CaseAddress(Table(made.ruleset, context), {name: str(value) for name, value in given.items()}, [])
    return document["combined"] or document["ruling"], address


@pages.post("/exercice/<int:number>")
def answer(number: int) -> Answer:
    """One answer, kept at once; the last one ends the exercise."""
    me, attempt, made = mine(number)
    progress = school().progress
    stage = made.stage(request.form.get("etape", ""))
    option = stage.option(request.form.get("choix", "")) if stage is not None else None
    if stage is None or option is None:
        raise InputError("Cette réponse ne se comprend pas ; revenez à l'exercice.")
    progress.answer(attempt.id, stage.id, option.id, option.right)
    answers = {name: correct for name, (_, correct) in progress.answers(attempt.id).items()}
    if len(answers) >= len(made.stages) and attempt.finished is None:
        found, cards, at = verdicts(made, answers), school().cards(me.id), now()
        states = {clause: reviewed(cards.get(clause), right, at).to_json() for clause, right in found.items()}
        progress.finish(attempt, states, found)
    return redirect(f"/formation/exercice/{number}?vu={stage.id}", 303)


def figures(me: Learner) -> dict[str, Any]:
    """How well each family, ruleset and clause is known."""
    library, at, cards = desk().library, now(), school().cards(me.id)
    by_family: dict[str, set[str]] = {}
    for unit in school().units():
        by_family.setdefault(unit.family, set()).update(unit.clauses)
    rulesets = [
        standing(one.id, one.short, ruling_clauses(library, one.id), cards, at) for one in library.rulesets.values()
    ]
    families = [
        standing(one.id, one.title, by_family.get(one.id, set()), cards, at) for one in library.families.values()
    ]
    shorts = {one.source: one.short for one in library.rulesets.values()}
    weakest = sorted(((lasting(card, at), clause) for clause, card in cards.items()))[:WEAKEST]
    return {
        "rulesets": [_row(one) for one in rulesets],
        "families": [_row(one) for one in families if one.total],
        "days": [
            {"day": day, "reviewed": count, "known": known} for day, count, known in school().progress.days(me.id)
        ][-30:],
        "clauses": [
            {
                "id": clause,
                "ruleset": shorts.get(library.clauses[clause].source, library.clauses[clause].source),
                "section": library.clauses[clause].section,
                "heading": library.clauses[clause].heading,
                "quote": _opening(library.clauses[clause]),
                "recall": round(100 * known),
                "due": cards[clause].due.date().isoformat(),
            }
            for known, clause in weakest
        ],
    }


def _opening(clause: Clause) -> str:
    """How a clause begins: several stand under one heading."""
    words = " ".join(clause.quotes[0].split())
    return words if len(words) <= OPENING else words[:OPENING].rsplit(" ", 1)[0] + " …"


def _row(one: Standing) -> dict[str, Any]:
    return {"id": one.id, "title": one.title, "total": one.total, "seen": one.seen, "known": round(100 * one.known)}


@pages.get("/progression")
def progress_page() -> str:
    """How well what is known, as pictures."""
    return render_template("formation-progression.html", figures=figures(present()))


@pages.get("/progression.json")
def progress_json() -> Response:
    """The same as data."""
    return jsonify(figures(present()))


@pages.get("/donnees")
def data() -> str:
    """Taking away, bringing back, deleting."""
    return render_template("formation-donnees.html", rulesets_known=desk().library.rulesets)


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
    with file.stream as stream:
        return remembered(imported(school().progress, stream.read()))


@pages.post("/supprimer")
def delete() -> Answer:
    """The learner and all that is theirs, once confirmed."""
    me = present()
    if request.form.get("confirmer") != "oui":
        raise InputError("Cochez la case pour supprimer : cela ne se reprend pas.")
    school().progress.delete_learner(me.id)
    return remembered(None)


@pages.get("/fiches.<kind>")
def deck(kind: str) -> Response:
    """The cards of a ruleset, for Anki or a spreadsheet."""
    ruleset = request.args.get("reglement", "")
    if kind not in ("apkg", "csv") or ruleset not in desk().library.rulesets:
        abort(404)
    wanted = [unit for unit in school().units() if Wish(ruleset=ruleset).admits(unit)]
    made = flashcards(desk().library, desk().consultant.engines, wanted)
    response = make_response(as_anki(made) if kind == "apkg" else as_csv(made))
    response.mimetype = "application/octet-stream" if kind == "apkg" else "text/csv"
    response.headers["Content-Disposition"] = f"attachment; filename=arbitre-{ruleset}.{kind}"
    return response
