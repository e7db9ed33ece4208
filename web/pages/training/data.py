"""The training pages as data, for their JSON twins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NotRequired, TypedDict

from fsrs import Card

from assistant.model import Clause, Library
from assistant.training.exam import Paper, Question, Result, pass_mark
from assistant.training.exercises.exercise import Exercise, heading
from assistant.training.exercises.stage import Option, Stage
from assistant.training.exercises.syllabus import Task, ruling_clauses
from assistant.training.learners.repetition import Standing, lasting, standing
from assistant.training.learners.tables import Attempt, Sitting

WEAKEST = 12  # clauses shown
OPENING = 70  # letters of each
DAYS = 30  # shown, the last ones


class OptionData(TypedDict):
    """An answer to choose; whether it is right, and why, once it may be told."""

    id: str
    label: str
    right: NotRequired[bool]
    why: NotRequired[str]
    more: NotRequired[str]


class StageData(TypedDict):
    id: str
    title: str
    question: str
    story: list[str]
    options: list[OptionData]


class AnsweredStage(StageData):
    answer: str | None


class ExerciseData(TypedDict):
    """An exercise as far as it was done."""

    id: int
    case: str
    ruleset: str
    level: int
    title: str
    stages: list[AnsweredStage]
    left: int
    clauses: list[str] | None


class TaskData(TypedDict):
    id: str
    ruleset: str
    family: str
    level: int
    differs: bool
    clauses: list[str]


class QuestionData(AnsweredStage):
    number: int
    context: str
    ruleset: str


class MarkedQuestion(QuestionData):
    """A question once the exam is handed in."""

    correct: bool
    clauses: list[str]


class FamilyData(TypedDict):
    """How a family of questions went."""

    id: str
    right: int
    questions: int


class ExamData(TypedDict):
    """An exam; without questions where it was of other knowledge."""

    id: int
    seed: int
    ruleset: str | None
    knowledge: str
    pass_mark: int
    seconds_left: int | None
    right: int | None
    passed: bool | None
    earlier: int
    families: list[FamilyData] | None
    questions: Sequence[QuestionData] | None


class StandingData(TypedDict):
    """How much of a ruleset or a family was seen, and is known, in percent; and whether the learner trains it."""

    id: str
    trained: bool
    title: str
    total: int
    seen: int
    known: int


class DayData(TypedDict):
    day: str
    reviewed: int
    known: int


class ClauseData(TypedDict):
    id: str
    ruleset: str
    section: str
    heading: str
    quote: str
    recall: int
    due: str


class ProgressData(TypedDict):
    rulesets: list[StandingData]
    families: list[StandingData]
    days: list[DayData]
    clauses: list[ClauseData]


def _stage(stage: Stage, answer: str | None, told: bool, ended: bool = True) -> AnsweredStage:
    """A stage and what was answered; which answer is right, and why, only where it may be told, and the remarks at the end."""
    return {
        "id": stage.id,
        "title": stage.title,
        "question": stage.question,
        "story": list(stage.story),
        "options": [_option(option, told, ended) for option in stage.options],
        "answer": answer,
    }


def _option(option: Option, told: bool, ended: bool) -> OptionData:
    if told:
        why: OptionData = {"id": option.id, "label": option.label, "right": option.right, "why": option.why}
        return {**why, "more": option.more} if ended and option.more else why
    return {"id": option.id, "label": option.label}


def exercise_data(
    library: Library, attempt: Attempt, made: Exercise, answers: dict[str, tuple[str, bool]]
) -> ExerciseData:
    """An exercise as far as it was done."""
    upcoming = next((one.id for one in made.stages if one.id not in answers), None)
    return {
        "id": attempt.id,
        "case": made.case.id,
        "ruleset": made.ruleset,
        "level": made.level,
        "title": heading(library, made.case),
        "stages": [
            _stage(one, answers[one.id][0] if one.id in answers else None, one.id in answers, upcoming is None)
            for one in made.stages
            if one.id in answers or one.id == upcoming
        ],
        "left": sum(one.id not in answers for one in made.stages),
        "clauses": list(made.clauses) if upcoming is None else None,
    }


def syllabus_data(tasks: tuple[Task, ...]) -> list[TaskData]:
    """Every exercise there is, with the clauses it trains."""
    return [
        {
            "id": one.id,
            "ruleset": one.ruleset,
            "family": one.family,
            "level": one.level,
            "differs": one.differs,
            "clauses": list(one.clauses),
        }
        for one in tasks
    ]


def exam_data(
    sitting: Sitting, paper: Paper | None, answers: dict[int, str], left: int, marked: Result | None
) -> ExamData:
    """An exam: its questions, and once handed in the right answers; no questions where it was of other knowledge."""
    needed = pass_mark(sitting.questions)
    wrong = {question.number for question, _ in marked.mistakes} if marked is not None else set()

    def question(asked: Question) -> QuestionData:
        told: QuestionData = {
            "number": asked.number,
            "context": asked.context,
            "ruleset": asked.task.ruleset,
            **_stage(asked.stage, answers.get(asked.number), marked is not None),
        }
        if marked is None:
            return told
        correct: MarkedQuestion = {
            **told,
            "correct": asked.number not in wrong,
            "clauses": list(asked.exercise.decision_clauses),
        }
        return correct

    return {
        "id": sitting.id,
        "seed": sitting.seed,
        "ruleset": sitting.ruleset,
        "knowledge": sitting.knowledge,
        "pass_mark": needed,
        "seconds_left": max(0, left) if paper is not None and marked is None else None,
        "right": sitting.correct,
        "passed": sitting.correct >= needed if sitting.correct is not None else None,
        "earlier": sitting.earlier,
        "families": [_family(*one) for one in marked.families] if marked is not None else None,
        "questions": [question(one) for one in paper.questions] if paper is not None else None,
    }


def _family(name: str, right: int, questions: int) -> FamilyData:
    return {"id": name, "right": right, "questions": questions}


def progress_data(
    library: Library,
    tasks: tuple[Task, ...],
    cards: Mapping[str, Card],
    days: list[tuple[str, int, int]],
    at: datetime,
    chosen: str | None = None,
) -> ProgressData:
    """How well each family, ruleset and clause is known, and what was done each day: against the rulesets that the learner trains."""
    mine = {name for name in library.rulesets if any(clause in cards for clause in ruling_clauses(library, name))}
    mine |= {chosen} if chosen is not None else set()
    trained = mine or set(library.rulesets)
    by_family: dict[str, set[str]] = {}
    for task in tasks:
        if task.ruleset in trained:
            by_family.setdefault(task.family, set()).update(task.clauses)
    rulesets = [
        standing(one.id, one.short, ruling_clauses(library, one.id), cards, at) for one in library.rulesets.values()
    ]
    families = [
        standing(one.id, one.title, by_family.get(one.id, set()), cards, at) for one in library.families.values()
    ]
    shorts = {one.source: one.short for one in library.rulesets.values()}
    weakest = sorted(((lasting(card, at), clause) for clause, card in cards.items()))[:WEAKEST]
    return {
        "rulesets": [_row(one, one.id in trained) for one in rulesets],
        "families": [_row(one, True) for one in families if one.total],
        "days": [_day(*day) for day in days[-DAYS:]],
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


def _day(day: str, reviewed: int, known: int) -> DayData:
    return {"day": day, "reviewed": reviewed, "known": known}


def _opening(clause: Clause) -> str:
    """How a clause begins: several stand under one heading."""
    words = " ".join(clause.quotes[0].split())
    return words if len(words) <= OPENING else words[:OPENING].rsplit(" ", 1)[0] + " …"


def _row(one: Standing, trained: bool) -> StandingData:
    known = round(100 * one.known)
    return {"id": one.id, "trained": trained, "title": one.title, "total": one.total, "seen": one.seen, "known": known}
