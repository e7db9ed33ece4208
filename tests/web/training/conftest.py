"""The training pages with a file of learners for each test; exercises and papers are kept from test to test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from assistant.training.exercises.syllabus import Task
from assistant.training.learners.progress import Progress
from web.pages.training.session import School, school


@pytest.fixture(scope="module")
def its_school(app: Flask, syllabus: tuple[Task, ...]) -> School:
    """The school of the application, its exercises and papers kept from test to test."""
    with app.app_context():
        return school()


@pytest.fixture
def client(app: Flask, its_school: School, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FlaskClient]:
    """The application with a file of learners of its own."""
    monkeypatch.setattr(its_school, "progress", Progress(tmp_path / "progression.sqlite"))
    with app.test_client() as made:
        yield made
