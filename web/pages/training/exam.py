"""Examen blanc: one question a screen, timed, without help; then the result, its paragraphs and the attestation."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from flask import abort, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from assistant.consultation.sheet import citation
from assistant.errors import InputError
from assistant.french import enumerate_words
from assistant.training.exam import LENGTHS, SECONDS_EACH, Paper, Question, Result, mark, pass_mark
from assistant.training.exercises.stage import Option
from assistant.training.learners.progress import Shown as Reviewed
from assistant.training.learners.repetition import examined, now, review
from assistant.training.learners.tables import Learner, Sitting
from web.context import desk
from web.numbers import whole
from web.page import Pages, Shown, strict
from web.pages.training.data import ExamData, exam_data
from web.pages.training.session import common, guard, present, private, school

if TYPE_CHECKING:
    from assistant.consultation.document import CitationPart

LARGEST_SEED = 999_999_999

pages = Pages(__name__, url_prefix="/formation/examen")
pages.before_request(guard)
pages.after_request(private)
pages.context_processor(common)


@pages.post("")
def sit() -> Answer:
    """A new exam; without a seed, one is drawn."""
    me, form, library = present(), request.form, desk().library
    seed, count, ruleset = form.get("graine", "").strip(), whole(form.get("questions", "")), form.get("reglement", "")
    number = whole(seed, most=LARGEST_SEED) if seed else secrets.randbelow(1_000_000)
    if number is None:
        raise InputError("Le numéro du sujet est un nombre entier de neuf chiffres au plus.")
    if count not in LENGTHS:
        raise InputError(f"Un examen a {enumerate_words(map(str, LENGTHS), 'ou')} questions.")
    if ruleset and ruleset not in library.rulesets:
        raise InputError(library.no_ruleset(ruleset[:40]))
    chosen = ruleset or None
    school().paper(number, count, chosen)
    made = school().progress.sit(me.id, number, count, chosen, library.version)
    return redirect(url_for("training_exam.question", number=made), 303)


def mine(number: int) -> tuple[Learner, Sitting, Paper | None]:
    """An exam of this learner, with its paper where the knowledge is still the same; time up hands it in."""
    me = present()
    sitting = school().progress.sitting(number)
    if sitting is None or sitting.learner != me.id:
        abort(404)
    if sitting.knowledge != desk().library.version:
        return me, sitting, None
    paper = school().paper(sitting.seed, sitting.questions, sitting.ruleset)
    if sitting.finished is None and left(sitting) <= 0:
        sitting = hand_in(sitting, paper)
    return me, sitting, paper


def left(sitting: Sitting) -> int:
    """The seconds left."""
    ends = datetime.fromisoformat(sitting.started) + timedelta(seconds=sitting.questions * SECONDS_EACH)
    return int((ends - now()).total_seconds())


def hand_in(sitting: Sitting, paper: Paper) -> Sitting:
    """Mark it, once; what it shows of each clause counts for what comes next."""
    at = school()

    def marked(answers: dict[int, str], states: dict[str, str]) -> tuple[int, Reviewed]:
        return mark(paper, answers).right, review(examined(paper, answers), at.understood(states), now())

    at.progress.hand_in(sitting.id, marked)
    return at.progress.sitting(sitting.id) or sitting


@pages.page("/<int:number>", twin=".json")
def question(number: int) -> Shown[ExamData] | Answer:
    """One question, or the result once handed in; as data the whole exam, the right answers only once it is handed in."""
    _, sitting, paper = mine(number)
    running = sitting.finished is None and paper is not None
    if not running and not strict():
        return redirect(url_for("training_exam.result", number=number), 303)
    answers = school().progress.exam_answers(sitting.id)
    marked = mark(paper, answers) if paper is not None and not running else None
    return Shown(
        "training/exam.html",
        exam_data(sitting, paper, answers, left(sitting), marked),
        sitting=sitting,
        paper=paper,
        question=_asked(paper, answers) if paper is not None else None,
        answers=answers,
        left=left(sitting),
    )


def _asked(paper: Paper, answers: dict[int, str]) -> Question | None:
    """The question asked for, else the first without an answer; none where the exam may be handed in."""
    place = whole(request.args.get("q", ""), 0, len(paper.questions))
    if place is None:
        place = next((one.number for one in paper.questions if one.number not in answers), 0)
    return paper.questions[place - 1] if place else None


@pages.post("/<int:number>")
def answer(number: int) -> Answer:
    """One answer, kept at once; then the next question."""
    _, sitting, paper = mine(number)
    if paper is None or sitting.finished is not None:
        return redirect(url_for("training_exam.result", number=number), 303)
    place, choice = whole(request.form.get("q", ""), 1, len(paper.questions)), request.form.get("choix", "")
    if place is None:
        raise InputError("Cette question n'existe pas.")
    if paper.questions[place - 1].stage.option(choice) is None:
        raise InputError("Cette réponse n'existe pas.")
    school().progress.exam_answer(sitting.id, place, choice)
    following = place + 1 if place < len(paper.questions) else 0
    return redirect(url_for("training_exam.question", number=number, q=following), 303)


@pages.post("/<int:number>/rendre")
def finish(number: int) -> Answer:
    """Handed in."""
    _, sitting, paper = mine(number)
    if paper is not None and sitting.finished is None:
        hand_in(sitting, paper)
    return redirect(url_for("training_exam.result", number=number), 303)


@pages.page("/<int:number>/resultat", twin_of="training_exam.question_json")
def result(number: int) -> Shown[None] | Answer:
    """The mark, and every mistake with its paragraph."""
    _, sitting, paper = mine(number)
    if paper is not None and sitting.finished is None:
        return redirect(url_for("training_exam.question", number=number), 303)
    answers = school().progress.exam_answers(sitting.id)
    marked = mark(paper, answers) if paper is not None else None
    return Shown(
        "training/result.html",
        sitting=sitting,
        paper=paper,
        result=marked,
        mistakes=_mistakes(marked),
        passed=passed(sitting),
        answered=len(answers),
        attested=attested(sitting),
    )


def passed(sitting: Sitting) -> bool:
    """Whether it was handed in with enough right answers, whatever became of its questions."""
    return sitting.correct is not None and sitting.correct >= pass_mark(sitting.questions)


def attested(sitting: Sitting) -> bool:
    """Whether it was passed here: what came from a file may have been written by anybody."""
    return passed(sitting) and not sitting.imported


class Mistake(NamedTuple):
    """A question answered wrongly, or not at all, with the paragraphs that decide it."""

    question: Question
    chosen: Option | None
    citations: list[CitationPart]


def _mistakes(marked: Result | None) -> list[Mistake]:
    library = desk().library
    return [
        Mistake(question, chosen, [citation(library, library.clauses[clause]) for clause in question.clauses])
        for question, chosen in (marked.mistakes if marked is not None else ())
    ]


@pages.page("/<int:number>/attestation")
def certificate(number: int) -> Shown[None]:
    """To be printed, by those who passed."""
    _, sitting, _ = mine(number)
    if not attested(sitting):
        abort(404)
    ruleset = desk().library.rulesets.get(sitting.ruleset or "")
    return Shown("training/attestation.html", sitting=sitting, ruleset=ruleset)
