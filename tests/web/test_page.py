"""A page is declared once, on its view: one file, one template, and everything else follows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import ChoiceLoader, DictLoader

import web.pages
from assistant.model import Library
from web import create_app
from web.page import offline_addresses

NEW_VIEW = """
from typing import TypedDict

from web.page import Nav, Pages, Shown, once, strict

pages = Pages(__name__)


class Told(TypedDict):
    name: str
    strict: bool


@pages.page("/essai/<name>", twin=".json", kept=True, offline=lambda _: [{"name": "a"}])
def trial(name: str) -> Shown[Told]:
    return Shown("trial.html", {"name": name, "strict": strict()} if name != "rien" else None, more="encore")


@pages.page("/essai", nav=Nav("Essai", 9))
def first() -> Shown[None]:
    return Shown("trial.html")


@pages.page("/essai/<name>/suite", twin_of="folder_trial.trial_json")
def sequel(name: str) -> Shown[None]:
    return Shown("trial.html", status=418)
"""
NEW_TEMPLATE = '{% extends "base.html" %}{% block main %}<p>Voici {{ data.name }}, {{ more }}</p>{% endblock %}'


@pytest.fixture
def app(library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """The application with one more file among its pages, and one more template."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "__init__.py").touch()
    (tmp_path / "folder" / "trial.py").write_text(NEW_VIEW, encoding="utf-8")
    monkeypatch.setattr(web.pages, "__path__", [*web.pages.__path__, str(tmp_path)])
    made = create_app(library)
    assert made.jinja_env.loader is not None
    made.jinja_env.loader = ChoiceLoader([made.jinja_env.loader, DictLoader({"trial.html": NEW_TEMPLATE})])
    return made


@pytest.fixture
def client(app: Flask) -> Iterator[FlaskClient]:
    with app.test_client() as made:
        yield made


def text(client: FlaskClient, link: str) -> str:
    with client.get(link) as answer:
        assert answer.status_code == 200, link
        return answer.get_data(as_text=True)


def test_a_new_file_is_a_page_with_its_twin(client: FlaskClient) -> None:
    page = text(client, "/essai/moi?q=1&_x=2")
    assert "<p>Voici moi, encore</p>" in page
    assert '<link rel="alternate" type="application/json" href="/essai/moi.json?q=1">' in page
    assert client.get("/essai/moi.json").get_json() == {"name": "moi", "strict": True}


def test_it_stands_in_the_navigation_and_offline(client: FlaskClient, library: Library) -> None:
    assert '<a href="/essai"><span>Essai</span></a>' in text(client, "/")
    for link in ("/essai", "/essai/lui"):
        assert '<a href="/essai" aria-current="page"><span>Essai</span></a>' in text(client, link)
    with client.application.test_request_context():
        assert "/essai/a" in offline_addresses(library)
    assert "/essai/a" in text(client, "/sw.js")


def test_it_is_kept_and_so_is_its_twin(client: FlaskClient) -> None:
    kept = client.application.extensions["arbitre"].pages
    for link in ("/essai/moi", "/essai/moi.json"):
        before = len(kept)
        assert text(client, link) == text(client, link)
        assert len(kept) == before + 1
    before = len(kept)
    text(client, "/bareme")
    assert len(kept) == before


def test_data_that_is_being_made_is_said_to_be(client: FlaskClient) -> None:
    assert client.get("/essai/rien").status_code == 200
    assert client.get("/essai/rien.json").status_code == 503


def test_a_page_may_show_the_data_of_another(client: FlaskClient) -> None:
    with client.get("/essai/moi/suite?q=1") as answer:
        assert answer.status_code == 418
        assert 'href="/essai/moi.json?q=1"' in answer.get_data(as_text=True)
    assert client.get("/essai/moi/suite.json").status_code == 404


def test_the_application_does_not_name_its_pages() -> None:
    source = Path(web.__file__).read_text(encoding="utf-8")
    assert "web.pages" not in source


def test_what_a_browser_fetches_ahead(library: Library) -> None:
    app = create_app(library)
    with app.test_request_context():
        ahead = offline_addresses(library)
    values = [f"?{fact.id}={value.id}" for fact in library.context_facts() for value in fact.values]
    assert len(ahead) == len(set(ahead))
    assert set(ahead) == {
        *("/", "/aide", "/textes", "/sources", "/bareme", "/silences", "/cas/recents"),
        *(f"/textes/{source}" for source in library.sources),
        *(f"/bareme/{ruleset}{more}" for ruleset in library.rulesets for more in ("", *values)),
    }
    with app.test_client() as client:
        for link in ahead:
            text(client, link)


def test_the_description_of_the_api_is_made_once(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    first = app.test_client().get("/api/v1/openapi.json?_n=1")
    monkeypatch.setattr("web.pages.api.description", None)  # whoever called it again would fail
    assert app.test_client().get("/api/v1/openapi.json?_n=2").data == first.data and first.status_code == 200
