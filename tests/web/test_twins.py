"""Every page that shows data has a JSON twin, named in its head, that answers the same question."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException

from assistant.consultation.consultant import Consultant
from assistant.model import Library
from tests.browser.stage import every_page
from web.page import Declared, declared

# Pages without data of their own, and those whose twin is another page's; a new page is named here or has a twin.
WITHOUT = {
    "home.help_page": "how to use it",
    "assets.offline": "shown without network",
    "assets.carried": "what the browser alone keeps",
    "case.change": "one question of the case, which has its twin",
    "record.share": "an address, and what the case's own twin says",
    "record.recent": "what the browser alone keeps",
    "record.report": "words to be completed by whoever reports",
    "compare_table.card": "what /comparer.json has, laid out for one sheet of paper",
    "tree.tree": "the questions of one incident as a picture; `arbitre graph` has the data",
    "hands.entry": "tiles being entered; the case and /mains.json have the data",
    "training_learners.data": "a form; the data is /formation/export.json",
    "training_exercises.summary": "what a series brought; /formation/export.json has the answers",
    "training_exam.certificate": "part of /formation/export.json",
}
LEARNERS = {
    "training_exercises.work",
    "training_exercises.progress",
    "training_exam.question",
    "training_exam.result",
}  # see tests/web/training


@pytest.fixture(scope="module")
def client(app: Flask) -> Iterator[FlaskClient]:
    with app.test_client() as made:
        yield made


@pytest.fixture(scope="module")
def told(client: FlaskClient) -> dict[str, Declared]:
    """The pages that have a twin."""
    return {name: page for name, page in declared(client.application).items() if page.twin is not None}


def test_no_page_with_data_is_without_a_twin(client: FlaskClient, told: dict[str, Declared]) -> None:
    everything = set(declared(client.application))
    assert everything - set(told) == set(WITHOUT), "give it a twin where it is declared, or say here why it needs none"
    assert len(told) > 20


def test_every_page_is_declared(client: FlaskClient, told: dict[str, Declared]) -> None:
    """Whatever else answers is data, a form, or a picture."""
    pages = declared(client.application)
    twins = {page.twin for page in pages.values()}
    others = {
        rule.rule
        for rule in client.application.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and rule.endpoint not in pages and rule.endpoint not in twins
    }
    data = (".json", ".csv", ".svg", ".js", ".ico", ".webmanifest", ".<kind>")
    assert {rule for rule in others if not rule.endswith(data) and not rule.startswith("/api/v1/")} == {
        "/healthz",
        "/poche",
        "/static/<path:filename>",
    }


@pytest.mark.walk
def test_every_page_names_a_twin_that_answers(
    library: Library, consultant: Consultant, client: FlaskClient, told: dict[str, Declared]
) -> None:
    urls = client.application.url_map.bind("localhost")
    examined: set[str] = set()
    hand = "/mains?" + urlencode({"tuiles": "234567m 567p 5678s +8s ron siege:sud"})
    for link in [*every_page(library, consultant).values(), hand]:
        try:
            endpoint = urls.match(link.partition("?")[0])[0]
        except HTTPException:
            continue
        with client.get(link) as answer:
            if answer.status_code != 200:
                continue
            page = answer.get_data(as_text=True)
        named = re.search(r'<link rel="alternate" type="application/json" href="([^"]+)">', page)
        if endpoint not in told or (told[endpoint].asked and "?" not in link):
            assert named is None, link
            continue
        assert named is not None, link
        with client.get(unescape(named[1])) as twin:
            fair = (200, 400) if told[endpoint].asked else (200, 503)  # a hand half entered: its twin is strict
            assert twin.status_code in fair and twin.mimetype == "application/json", (link, named[1])
            assert twin.get_json(), link
        assert page.count(f'href="{named[1]}"') == 1 or endpoint == "api.page", f"a referee in a hurry reads {link}"
        examined.add(endpoint)
    assert examined == set(told) - LEARNERS


def test_a_twin_answers_the_same_question(client: FlaskClient) -> None:
    assert client.get("/index.json?q=faux+ron").get_json()["incidents"][0]["id"] == "victoire-annoncee"
    assert {one["section"] for one in client.get("/textes/ema-2016/5.2.2.json").get_json()["clauses"]} == {"5.2.2"}
    clause = client.get("/textes/ema-2016/5.2.2.json").get_json()["clauses"][0]
    assert clause["cited_by_rules"] and clause["cited_by_cases"]
    assert {one["id"] for one in client.get("/sources.json").get_json()["sources"]} >= {"ema-2016", "commun"}
    assert len(client.get("/bareme.json").get_json()["schedules"]) == 4
    assert client.get("/verification.json").get_json()["silences"]


def test_a_twin_forgives_nothing_but_the_page_names_one_that_answers(client: FlaskClient) -> None:
    """Answers of older knowledge are dropped on a page, and from the address of its twin; the twin itself refuses them."""
    asked = "reglement=ema-2016&contexte=tournoi&incident=victoire-annoncee&couleur=bleu&_r=ema-2016&_r=wrc-2015"
    for path in ("/cas", "/comparer/cas"):
        assert "couleur" in client.get(f"{path}.json?{asked}").get_json()["message"]
        page = client.get(f"{path}?{asked}").get_data(as_text=True)
        named = re.search(r'<link rel="alternate" type="application/json" href="([^"]+)">', page)
        assert named is not None
        assert client.get(unescape(named[1])).status_code == 200
    consultations = client.get(unescape(named[1])).get_json()["consultations"]
    assert [one["ruleset"]["id"] for one in consultations] == ["ema-2016", "wrc-2015"]
