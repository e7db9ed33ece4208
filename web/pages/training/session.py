"""What the training pages work with: exercises and papers kept once made, and who the learner is."""

from __future__ import annotations

from functools import lru_cache

from flask import abort, current_app, request
from fsrs import Card

from assistant.model import Library
from assistant.training.exam import Paper, paper
from assistant.training.exercises.exercise import Exercise, exercise
from assistant.training.exercises.syllabus import Task, tasks
from assistant.training.learners.choice import Choice, restored
from assistant.training.learners.progress import Progress
from assistant.training.learners.tables import Learner
from web import csrf
from web.context import Desk, desk

COOKIE = "eleve"
NAME = "arbitre-ecole"


class School:
    """Exercises and papers of one library; the progress of its learners."""

    def __init__(self, at: Desk, progress: Progress):
        self.library: Library = at.library
        self.progress = progress
        self._engines = at.consultant.engines
        self.exercise = lru_cache(maxsize=500)(self._exercise)
        self.paper = lru_cache(maxsize=20)(self._paper)
        self.tasks = lru_cache(maxsize=1)(self._tasks)
        self.playable = lru_cache(maxsize=1)(self._playable)

    def _exercise(self, story: str, ruleset: str) -> Exercise | None:
        case = self.library.cases.get(story)
        if case is None or ruleset not in self.library.rulesets:
            return None
        return exercise(self.library, self._engines, case, ruleset)

    def _paper(self, seed: int, count: int, ruleset: str | None) -> Paper:
        return paper(self.library, self._engines, seed, count, ruleset)

    def _tasks(self) -> tuple[Task, ...]:
        return tasks(self.library)

    def _playable(self) -> tuple[Task, ...]:
        """The exercises that leave something to choose; several incidents in one may leave nothing."""
        cases = self.library.cases
        return tuple(one for one in self.tasks() if not cases[one.case].further or self.exercise(one.case, one.ruleset))

    def choice(self, learner: int) -> Choice | None:
        """What the learner last chose to train."""
        text = self.progress.choice(learner)
        return restored(self.library, text) if text is not None else None

    def cards(self, learner: int) -> dict[str, Card]:
        """The cards of the clauses that this knowledge still has."""
        states = self.progress.cards(learner)
        return {clause: Card.from_json(state) for clause, state in states.items() if clause in self.library.clauses}


def school() -> School:
    """The school of the application that answers this request."""
    known = current_app.extensions.get(NAME)
    if known is None:
        known = current_app.extensions[NAME] = School(desk(), Progress())
    assert isinstance(known, School)
    return known


def learner() -> Learner | None:
    """Who the cookie names, if anybody still there."""
    number = request.cookies.get(COOKIE, "")
    if not (number.isascii() and number.isdigit() and len(number) < 12):
        return None
    return school().progress.learner(int(number))


def present() -> Learner:
    """The learner, without whom this page makes no sense."""
    return learner() or abort(403, "eleve")


def token(number: str | None = None) -> str:
    """What the forms of a learner, or of nobody yet, bring back; of the one in the cookie unless another is named."""
    return csrf.token(
        school().progress.told("secret") or "", request.cookies.get(COOKIE, "") if number is None else number
    )
