"""The training pages with a file of learners for each test; exercises and papers are kept from test to test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from assistant.engine.engines import Engines
from assistant.model import Library
from assistant.store import cache
from assistant.training.book import Book, Unmade, unmade
from assistant.training.exercises.census import KIND, Census, taken
from assistant.training.exercises.syllabus import tasks
from assistant.training.learners.progress import Progress
from tests.support.artefacts import turn
from tests.support.drawing import Run, run
from tests.support.lessons import book_at_hand
from web.pages.training.session import School, school

MADE = "thin"  # what is kept of it
THIN = 24  # one exercise in so many is enough for pages in a hurry


@pytest.fixture(scope="session")
def its_book(library: Library, engines: Engines, request: pytest.FixtureRequest) -> Book:
    """The book of all exercises; in a hurry a thin one, made once per run, with a census as thin."""
    if run() is not Run.QUICK:
        return request.getfixturevalue("book")
    with turn("census"):
        if cache.kept(KIND, library.version, Census) is None:
            some = tasks(library)[:: THIN * THIN]
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr("assistant.training.exercises.census.tasks", lambda library: some)
                cache.keep(KIND, library.version, taken(library, engines))
    whole = unmade(library, engines)
    thin = whole._replace(tasks=whole.tasks[::THIN])
    with turn("thin"):
        made = cache.kept(MADE, library.version, dict)
        if made is None:
            made = {task.id: thin.exercises.get(task.id) for task in thin.tasks}
            cache.keep(MADE, library.version, made)
    assert isinstance(thin.exercises, Unmade)
    thin.exercises._made.update(made)
    return thin


@pytest.fixture(scope="module")
def its_school(app: Flask, library: Library, its_book: Book) -> Iterator[School]:
    """The school of the application, its book at hand."""
    with app.app_context():
        its = school()
    with book_at_hand(library, its_book):
        yield its


@pytest.fixture
def client(app: Flask, its_school: School, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FlaskClient]:
    """The application with a file of learners of its own."""
    monkeypatch.setattr(its_school, "progress", Progress(tmp_path / "progression.sqlite"))
    with app.test_client() as made:
        yield made
