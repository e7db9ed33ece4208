"""The training pages as data, for their JSON twins."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fsrs import Card

from assistant.model import Clause, Library
from assistant.training.exam import Paper, Question, Result, pass_mark
from assistant.training.exercises.exercise import Exercise, heading
from assistant.training.exercises.stage import Stage
from assistant.training.exercises.syllabus import Unit, ruling_clauses
from assistant.training.learners.repetition import Standing, lasting, standing
from assistant.training.learners.tables import Attempt, Sitting

WEAKEST = 12  # clauses shown
OPENING = 70  # letters of each
DAYS = 30  # shown, the last ones


def _stage(stage: Stage, answered: bool) -> dict[str, Any]:
    """A stage; which answer is right, and why, is told only once it is answered."""
    options = [
        {"id": one.id, "label": one.label, **({"right": one.right, "why": one.why} if answered else {})}
        for one in stage.options
    ]
    return {
        "id": stage.id,
        "title": stage.title,
        "question": stage.question,
        "story": list(stage.story),
        "options": options,
    }


def exercise_data(library: Library, attempt: Attempt, made: Exercise, answers: dict[str, tuple[str, bool]]) -> Any:
    """An exercise as far as it was done."""
    upcoming = next((one.id for one in made.stages if one.id not in answers), None)
    return {
        "id": attempt.id,
        "case": made.case.id,
        "ruleset": made.ruleset,
        "level": made.level,
        "title": heading(library, made.case),
        "stages": [
            {**_stage(one, one.id in answers), "answer": answers[one.id][0] if one.id in answers else None}
            for one in made.stages
            if one.id in answers or one.id == upcoming
        ],
        "left": sum(one.id not in answers for one in made.stages),
        "clauses": list(made.clauses) if upcoming is None else None,
    }


def syllabus_data(units: tuple[Unit, ...]) -> Any:
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
        for one in units
    ]


def exam_data(sitting: Sitting, paper: Paper | None, answers: dict[int, str], left: int, marked: Result | None) -> Any:
    """An exam: its questions, and once handed in the right answers; no questions where it was of other knowledge."""
    needed = pass_mark(sitting.questions)
    wrong = {question.number for question, _ in marked.mistakes} if marked is not None else set()

    def question(one: Question) -> dict[str, Any]:
        found = {
            "number": one.number,
            "title": one.title,
            "context": one.context,
            "ruleset": one.unit.ruleset,
            **_stage(one.stage, marked is not None),
            "answer": answers.get(one.number),
        }
        if marked is not None:
            found |= {"correct": one.number not in wrong, "clauses": list(one.exercise.decision_clauses)}
        return found

    return {
        "id": sitting.id,
        "seed": sitting.seed,
        "ruleset": sitting.ruleset,
        "knowledge": sitting.knowledge,
        "pass_mark": needed,
        "seconds_left": max(0, left) if paper is not None and marked is None else None,
        "right": sitting.correct,
        "passed": sitting.correct >= needed if sitting.correct is not None else None,
        "questions": [question(one) for one in paper.questions] if paper is not None else None,
    }


def progress_data(
    library: Library,
    units: tuple[Unit, ...],
    cards: Mapping[str, Card],
    days: list[tuple[str, int, int]],
    at: datetime,
) -> dict[str, Any]:
    """How well each family, ruleset and clause is known, and what was done each day."""
    by_family: dict[str, set[str]] = {}
    for unit in units:
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
        "days": [{"day": day, "reviewed": count, "known": known} for day, count, known in days][-DAYS:],
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
