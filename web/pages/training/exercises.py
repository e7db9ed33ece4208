"""Formation: exercises in stages, some in a row, what comes next, and progress."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from flask import Response, abort, jsonify, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from assistant.consultation.cases import case_facts
from assistant.errors import InputError
from assistant.model import Clause
from assistant.training.exam import LENGTHS, MOST_QUOTED, PASS_PERCENT, USUAL_LENGTH
from assistant.training.exercises.exercise import Exercise
from assistant.training.exercises.syllabus import LEVELS, Wish
from assistant.training.learners.choice import Choice, Widening, as_text, described, read, widenings
from assistant.training.learners.progress import Conclude
from assistant.training.learners.progress import Shown as Reviewed
from assistant.training.learners.repetition import next_task, now, review, verdicts
from assistant.training.learners.tables import Attempt, Learner
from web.address import CaseAddress, Table, table_of
from web.context import desk
from web.numbers import whole
from web.page import Nav, Pages, Shown
from web.pages.training.data import ExerciseData, ProgressData, exercise_data, progress_data, syllabus_data
from web.pages.training.learners import GOALS, door
from web.pages.training.session import back, common, guard, learner, present, private, school

if TYPE_CHECKING:
    from assistant.consultation.document import RulingPart

pages = Pages(__name__, url_prefix="/formation")
pages.before_request(guard)
pages.after_request(private)
pages.context_processor(common)

SERIES = 10  # exercises in « cinq minutes »
SHOWN = 5  # clauses learnt today that are named


@pages.page("", twin_of="training_exercises.syllabus", nav=Nav("Apprendre", 3, "apprendre", around=("assets.carried",)))
def entry() -> Shown[None]:
    """Who learns, or what to do next."""
    me, progress = learner(), school().progress
    if me is None:
        return door()
    cards, at = school().cards(me.id), now()
    return Shown(
        "training/home.html",
        message=progress.message(),
        brought=request.args.get("importe"),
        known=request.args.get("connu"),
        code=request.args.get("code"),
        held=progress.held(me.id),
        due=sum(card.due <= at for card in cards.values()),
        seen=len(cards),
        series=progress.series(me.id),
        size=SERIES,
        goals=GOALS,
        today=(done := progress.since(me.id, midnight())),
        learnt=learnt(done.new),
        streak=streak([day for day, *_ in progress.days(me.id)]),
        lengths=LENGTHS,
        usual_length=USUAL_LENGTH,
        pass_percent=PASS_PERCENT,
        sittings=progress.sittings(me.id)[:10],
        knowledge=desk().library.version,
        offer=_offer(me) if school().ready() else None,
        counted=whole(request.args.get("comptes", "")),
        lost=whole(request.args.get("perdus", "")),
    )


def midnight() -> str:
    """When the day began where the machine stands."""
    start = datetime.now().astimezone().replace(hour=0, minute=0, second=0, microsecond=0)
    return start.astimezone(UTC).isoformat(timespec="seconds")


def streak(days: Sequence[str]) -> int:
    """On how many days in a row something was trained, up to today or yesterday."""
    known, day = set(days), datetime.now().astimezone().date()
    if day.isoformat() not in known:
        day -= timedelta(days=1)
    count = 0
    while day.isoformat() in known:
        count, day = count + 1, day - timedelta(days=1)
    return count


def learnt(names: Sequence[str]) -> list[Clause]:
    """The clauses met for the first time and known, as far as they are named."""
    known = desk().library.clauses
    return [known[name] for name in names if name in known][:SHOWN]


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


@pages.post("/vu")
def seen() -> Answer:
    """The message about a file set aside has been read."""
    school().progress.forget_message()
    return back()


@pages.post("/exercice")
def begin() -> Answer:
    """The exercise that comes next by what the form asks for, which is remembered."""
    me = present()
    choice = read(desk().library, request.form)
    school().progress.choose(me.id, as_text(choice))
    school().progress.end_series(me.id)
    return _next(me, choice)


@pages.post("/exercice/suivant")
def onward() -> Answer:
    """The exercise that comes next by what was chosen before; after the last one of a series, what it brought."""
    me = present()
    series = school().progress.series(me.id)
    if series is not None and series.over:
        return redirect(url_for("training_exercises.summary"), 303)
    return _next(me, chosen(me))


@pages.post("/serie")
def five_minutes() -> Answer:
    """Some exercises in a row, what is due before what is new; one that was broken off is taken up again."""
    me, progress = present(), school().progress
    series = progress.series(me.id)
    if series is None or series.over:
        progress.begin_series(me.id, SERIES)
    return _next(me, chosen(me))


@pages.page("/serie/bilan")
def summary() -> Shown[None] | Answer:
    """What a series brought; without one, back to the beginning."""
    me, progress = present(), school().progress
    series = progress.series(me.id)
    if series is None:
        return back()
    done, day = progress.since(me.id, series.started), progress.since(me.id, midnight())
    return Shown("training/series.html", series=series, done=done, today=day, learnt=learnt(done.new))


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
    return back("exercices")


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
        context=context(made),
        stage=stage,
        shown=shown if chosen else None,
        chosen=chosen,
        answers=answers,
        right=sum(correct for _, correct in answers.values()),
        series=school().progress.series(me.id),
        cited=_cited(made) if ended else [],
        ruling=ruling,
        address=address,
        offer=_offer(me) if ended else None,
    )


def _cited(made: Exercise) -> list[tuple[str, list[Clause]]]:
    """For each stage the clauses that its right answer rests on."""
    clauses = desk().library.clauses
    return [(stage.id, [clauses[name] for name in stage.cites[:MOST_QUOTED]]) for stage in made.stages]


def context(made: Exercise) -> list[str]:
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


def concluding(made: Exercise) -> Conclude:
    """What an exercise shows of each clause, once every stage is answered."""
    at = school()

    def conclude(answers: dict[str, bool], states: dict[str, str]) -> Reviewed | None:
        if any(one.id not in answers for one in made.stages):
            return None
        return review(verdicts(made, answers), at.understood(states), now())

    return conclude


@pages.post("/exercice/<int:number>")
def answer(number: int) -> Answer:
    """One answer, kept at once; the last one ends the exercise."""
    _, attempt, made = mine(number)
    stage = made.stage(request.form.get("etape", ""))
    option = stage.option(request.form.get("choix", "")) if stage is not None else None
    if stage is None or option is None:
        raise InputError("Cette réponse ne se comprend pas ; revenez à l'exercice.")
    school().progress.answer(attempt.id, stage.id, option.id, option.right, concluding(made))
    return redirect(url_for("training_exercises.work", number=number, vu=stage.id), 303)


@pages.page("/progression", twin=".json")
def progress() -> Shown[ProgressData]:
    """How well what is known, as pictures."""
    at, me = school(), present()
    choice, cards = chosen(me), at.cards(me.id)
    figures = progress_data(desk().library, at.tasks(), cards, at.progress.days(me.id), now(), choice.wish.ruleset)
    return Shown("training/progress.html", figures)
