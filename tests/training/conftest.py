"""What the tests of exercises share: exercises made by the engine."""

from __future__ import annotations

import pytest

from assistant.engine.engines import Engines
from assistant.model import Library
from assistant.training.exercises.exercise import Exercise, exercise
from assistant.training.exercises.syllabus import Task
from tests.support.drawing import Drawing

MOST = 400


@pytest.fixture(scope="package")
def exercises(library: Library, engines: Engines, syllabus: tuple[Task, ...], drawing: Drawing) -> list[Exercise]:
    """Exercises on one incident, of every family and ruleset; `syllabus` has the whole."""
    alone = [task for task in syllabus if not library.cases[task.case].further]
    drawn = drawing.sample("exercises on one incident", alone, MOST)
    made = [exercise(library, engines, library.cases[task.case], task.ruleset) for task in drawn]
    return [one for one in made if one is not None]
