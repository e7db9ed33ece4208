"""Formation: exercises in stages, what comes next, progress, and the learners of this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from flask import Response, abort, g, jsonify, make_response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from assistant.consultation.cases import case_facts
from assistant.errors import InputError
from assistant.store.unusable import Unusable
from assistant.training.exam import LENGTHS, PASS_PERCENT
from assistant.training.exercises.exercise import Exercise
from assistant.training.exercises.syllabus import LEVELS, Wish
from assistant.training.learners.choice import Choice, Widening, as_text, described, read, widenings
from assistant.training.learners.progress import Shown as Reviewed
from assistant.training.learners.repetition import next_task, now, review, verdicts
from assistant.training.learners.tables import Attempt, Held, Learner
from assistant.training.learners.transfer import LARGEST_FILE, exported, imported
from web.address import CaseAddress, Table, table_of
from web.context import desk
from web.csrf import check_form
from web.numbers import whole
from web.page import Nav, Pages, Shown
from web.pages.training.data import ExerciseData, ProgressData, exercise_data, progress_data, syllabus_data
from web.pages.training.session import COOKIE, learner, present, school, token

if TYPE_CHECKING:
    from assistant.consultation.document import RulingPart

pages = Pages(__name__, url_prefix="/formation")

YEAR = 365 * 24 * 3600
FORM = 4096  # bytes that a form has beside its file


@pages.before_request
def guard() -> None:
    """Every form is checked, and only the one that brings a file may be long; no page begins without the file of learners."""
    learner()
    if request.endpoint == f"{pages.name}.{bring.__name__}":
        request.max_content_length = LARGEST_FILE + FORM
    if request.method == "POST":
        check_form(token())


@pages.after_request
def private(response: Response) -> Response:
    """What a learner did is kept by no cache."""
    response.headers["Cache-Control"] = "no-store"
    return response


@pages.context_processor
def common() -> dict[str, object]:
    """What every training page is laid out with; where the file of learners cannot be used nobody is known."""
    try:
        who, form = learner(), token()
    except Unusable:
        who, form = None, ""
    return {"learner": who, "token": form, "levels": LEVELS, "families": desk().library.families}


def remembered(known: Learner | None, **said: Any) -> Answer:
    """Back to the beginning, with or without a learner in the cookie."""
    response = _back(**said)
    if known is None:
        _forget(response)
    else:
        response.set_cookie(
            COOKIE,
            known.token,
            max_age=YEAR,
            path=url_for("training_exercises.entry"),
            samesite="Strict",
            httponly=True,
            secure=request.is_secure,
        )
    return response


def _forget(response: Answer) -> None:
    """No learner in the cookie any more."""
    path = url_for("training_exercises.entry")
    response.delete_cookie(COOKIE, path=path, samesite="Strict", httponly=True, secure=request.is_secure)


def _back(anchor: str | None = None, **said: Any) -> Answer:
    """To the beginning, with something to say there."""
    return redirect(url_for("training_exercises.entry", _anchor=anchor, **said), 303)


@pages.page("", twin_of="training_exercises.syllabus", nav=Nav("Apprendre", 3, "apprendre"))
def entry() -> Shown[None]:
    """Who learns, or what to do next."""
    me, progress = learner(), school().progress
    if me is None:
        return _door()
    cards, at = school().cards(me.id), now()
    return Shown(
        "training/home.html",
        message=progress.message(),
        brought=request.args.get("importe"),
        known=request.args.get("connu"),
        held=progress.held(me.id),
        due=sum(card.due <= at for card in cards.values()),
        seen=len(cards),
        lengths=LENGTHS,
        pass_percent=PASS_PERCENT,
        sittings=progress.sittings(me.id)[:10],
        knowledge=desk().library.version,
        offer=_offer(me) if school().ready() else None,
    )


def _door(gone: str | None = None, held: Held | None = None) -> Shown[None]:
    """Who learns: a new name, one known here, or a file from elsewhere; and who is gone, with all that was theirs."""
    progress = school().progress
    return Shown(
        "training/entry.html",
        learners=progress.learners(),
        message=progress.message(),
        gone=gone,
        held=held,
        token=token("") if gone else token(),
    )


def chosen(me: Learner) -> Choice:
    """What the learner chose last; at first the simplest exercises of the table's ruleset."""
    table = table_of(desk().library, request)
    return school().choice(me.id) or Choice(Wish(ruleset=table.ruleset, level=LEVELS[0]))


class Offer(NamedTuple):
    """The choice as it stands, what it holds, and what is near where it holds nothing."""

    choice: Choice
    described: list[str]
    available: int
    untold: int
    widenings: list[Widening]


def _offer(me: Learner) -> Offer:
    library, known, choice = desk().library, school().playable(), chosen(me)
    done = school().progress.done(me.id)
    mine = [task for task in known if choice.wish.admits(task)]
    return Offer(
        choice,
        described(library, choice.wish),
        len(mine),
        sum(task.id not in done for task in mine),
        [] if mine else widenings(library, known, choice),
    )


@pages.post("/eleve")
def enrol() -> Answer:
    """A new name, or one known already, which is said."""
    progress = school().progress
    before = {one.id for one in progress.learners()}
    number = progress.add_learner(request.form.get("nom", "")[:200])
    return remembered(progress.learner(number), connu="oui" if number in before else None)


@pages.post("/choisir")
def choose() -> Answer:
    """One of the learners of this machine."""
    number = whole(request.form.get("numero", ""))
    known = school().progress.learner(number) if number is not None else None
    if known is None:
        raise InputError("Cet élève n'existe pas.")
    return remembered(known)


@pages.post("/quitter")
def leave() -> Answer:
    return remembered(None)


@pages.post("/vu")
def seen() -> Answer:
    """The message about a file set aside has been read."""
    school().progress.forget_message()
    return _back()


@pages.post("/exercice")
def begin() -> Answer:
    """The exercise that comes next by what the form asks for, which is remembered."""
    me = present()
    choice = read(desk().library, request.form)
    school().progress.choose(me.id, as_text(choice))
    return _next(me, choice)


@pages.post("/exercice/suivant")
def onward() -> Answer:
    """The exercise that comes next by what was chosen before."""
    me = present()
    return _next(me, chosen(me))


def _next(me: Learner, choice: Choice) -> Answer:
    """To the next exercise; where there is none, back to the form, which tells what there is."""
    progress = school().progress
    done, cards = progress.done(me.id), school().cards(me.id)
    known = list(school().playable())
    while (task := next_task(known, choice.wish, cards, done, now(), choice.weakest)) is not None:
        if school().exercise(task.case, task.ruleset) is not None:
            number = progress.start(me.id, task.ruleset, task.case)
            return redirect(url_for("training_exercises.work", number=number), 303)
        known.remove(task)  # nothing to choose there
    return _back("exercices")


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


@pages.get("/exercices.json")
def syllabus() -> Response:
    """Every exercise there is."""
    return jsonify(syllabus_data(school().playable()))


@pages.page("/exercice/<int:number>", twin=".json")
def work(number: int) -> Shown[ExerciseData]:
    """The next stage, the correction of the last one, or the sheet at the end; what is not answered yet is not told."""
    me, attempt, made = mine(number)
    answers = school().progress.answers(attempt.id)
    stage = next((one for one in made.stages if one.id not in answers), None)
    shown = made.stage(request.args.get("vu", ""))
    chosen = shown.option(answers[shown.id][0]) if shown is not None and shown.id in answers else None
    ended = stage is None and chosen is None
    ruling, address = _sheet(made) if ended else (None, None)
    return Shown(
        "training/exercise.html",
        exercise_data(desk().library, attempt, made, answers),
        attempt=attempt,
        made=made,
        here=desk().library.rulesets[made.ruleset],
        context=_context(made),
        stage=stage,
        shown=shown if chosen else None,
        chosen=chosen,
        answers=answers,
        right=sum(correct for _, correct in answers.values()),
        ruling=ruling,
        address=address,
        offer=_offer(me) if ended else None,
    )


def _context(made: Exercise) -> list[str]:
    facts = case_facts(desk().library, made.case)
    return [fact.label(facts[fact.id]).lower() for fact in desk().library.context_facts()]


def _sheet(made: Exercise) -> tuple[RulingPart, CaseAddress]:
    """The ruling sheet of the exercise, as a referee would see it, and its address."""
    library = desk().library
    facts = case_facts(library, made.case)
    context = {fact.id: str(facts[fact.id]) for fact in library.context_facts()}
    told = {name: value for name, value in made.case.flat_facts().items() if name not in context}
    (document,) = desk().consultant.consult([made.ruleset], {**context, **told})["consultations"]
    address = CaseAddress(Table(made.ruleset, context), {name: str(value) for name, value in told.items()}, [])
    assert document["ruling"] is not None  # an exercise has its answer
    return document["ruling"], address


@pages.post("/exercice/<int:number>")
def answer(number: int) -> Answer:
    """One answer, kept at once; the last one ends the exercise."""
    _, attempt, made = mine(number)
    stage = made.stage(request.form.get("etape", ""))
    option = stage.option(request.form.get("choix", "")) if stage is not None else None
    if stage is None or option is None:
        raise InputError("Cette réponse ne se comprend pas ; revenez à l'exercice.")
    at = school()

    def conclude(answers: dict[str, bool], states: dict[str, str]) -> Reviewed | None:
        """What the exercise shows of each clause, once every stage is answered."""
        if any(one.id not in answers for one in made.stages):
            return None
        return review(verdicts(made, answers), at.understood(states), now())

    at.progress.answer(attempt.id, stage.id, option.id, option.right, conclude)
    return redirect(url_for("training_exercises.work", number=number, vu=stage.id), 303)


@pages.page("/progression", twin=".json")
def progress() -> Shown[ProgressData]:
    """How well what is known, as pictures."""
    at, me = school(), present()
    figures = progress_data(desk().library, at.tasks(), at.cards(me.id), at.progress.days(me.id), now())
    return Shown("training/progress.html", figures)


@pages.page("/donnees")
def data() -> Shown[None]:
    """Taking away, bringing back, deleting."""
    return _data()


def _data(status: int = 200, unsure: bool = False) -> Shown[None]:
    me = learner()
    held = school().progress.held(me.id) if me is not None else None
    return Shown("training/data.html", None, status, held=held, unsure=unsure)


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
    progress = school().progress
    with file.stream as stream:
        brought = imported(progress, stream.read(LARGEST_FILE + 1))
    return remembered(progress.learner(brought.id), importe="renomme" if brought.renamed else "oui")


@pages.post("/supprimer")
def delete() -> Response:
    """The learner and all that is theirs, once confirmed; the page that says so is the last that knows the name."""
    me = present()
    if request.form.get("confirmer") != "oui":
        return _data(status=400, unsure=True).as_page()
    held = school().progress.held(me.id)
    school().progress.delete_learner(me.id)
    g.learner = None
    response = _door(me.name, held).as_page()
    _forget(response)
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
