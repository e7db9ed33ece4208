"""What the tests of training share: exercises out of the book, which is made once per run, and an empty file of learners."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.model import Library
from assistant.training.book import Book
from assistant.training.exercises.exercise import Exercise
from assistant.training.learners.progress import Progress
from tests.support.drawing import Drawing

MOST = 400


@pytest.fixture(scope="session")
def exercises(library: Library, book: Book, drawing: Drawing) -> list[Exercise]:
    """Exercises on one incident, of every family and ruleset; `book` has the whole."""
    alone = [task.id for task in book.playable() if not library.cases[task.case].further]
    return [book.exercises[name] for name in drawing.sample("exercises on one incident", alone, MOST)]


@pytest.fixture
def progress(tmp_path: Path) -> Progress:
    return Progress(tmp_path / "deep" / "progression.sqlite")
