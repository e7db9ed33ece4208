"""The training pages as data, for their JSON twins."""

from __future__ import annotations

from typing import Any

from assistant.exam import Paper, Question, Result
from assistant.exercise import Exercise, heading
from assistant.model import Library
from assistant.progress import Attempt, Sitting
from assistant.stage import Stage
from assistant.syllabus import Unit


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
        "level": made.case.level,
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


def exam_data(sitting: Sitting, paper: Paper, answers: dict[int, str], left: int, marked: Result | None) -> Any:
    """An exam: its questions, and once handed in the right answers."""
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
        "pass_mark": paper.pass_mark,
        "seconds_left": max(0, left) if marked is None else None,
        "right": marked.right if marked is not None else None,
        "passed": marked.passed if marked is not None else None,
        "questions": [question(one) for one in paper.questions],
    }
