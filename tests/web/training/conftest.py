"""The training pages with a file of learners for each test; exercises and papers are kept from test to test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from assistant.engine.engines import Engines
from assistant.model import Library
from assistant.training.book import unmade
from assistant.training.exercises.syllabus import Task
from assistant.training.learners.progress import Progress
from tests.support.lessons import book_at_hand
from web.pages.training.session import School, school


@pytest.fixture(scope="module")
def its_school(app: Flask, library: Library, engines: Engines, syllabus: tuple[Task, ...]) -> Iterator[School]:
    """The school of the application; an exercise of its book is made when it is asked for, and kept from test to test."""
    with app.app_context():
        its = school()
    with book_at_hand(library, unmade(library, engines)):
        yield its


@pytest.fixture
def client(app: Flask, its_school: School, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FlaskClient]:
    """The application with a file of learners of its own."""
    monkeypatch.setattr(its_school, "progress", Progress(tmp_path / "progression.sqlite"))
    with app.test_client() as made:
        yield made
