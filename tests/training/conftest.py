"""What the tests of exercises share: exercises out of the book, which is made once per run."""

from __future__ import annotations

import pytest

from assistant.model import Library
from assistant.training.book import Book
from assistant.training.exercises.exercise import Exercise
from tests.support.drawing import Drawing

MOST = 400


@pytest.fixture(scope="session")
def exercises(library: Library, book: Book, drawing: Drawing) -> list[Exercise]:
    """Exercises on one incident, of every family and ruleset; `book` has the whole."""
    alone = [task.id for task in book.playable() if not library.cases[task.case].further]
    return [book.exercises[name] for name in drawing.sample("exercises on one incident", alone, MOST)]
