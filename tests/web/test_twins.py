"""Every page that shows data has a JSON twin, named in its head and at its foot, that answers the same question."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException

from assistant.consultation.consultant import Consultant
from assistant.model import Library
from tests.browser.stage import every_page
from web import create_app
from web.page import ASKED, TWINS

# Pages without data of their own, and those whose twin is another page's; a new page is named here or has a twin.
WITHOUT = {
    "home.help_page": "how to use it",
    "assets.offline": "shown without network",
    "cases.change": "one question of the case, which has its twin",
    "cases.share": "an address",
    "hands.entry": "tiles being entered; the case and /mains.json have the data",
    "training.data": "a form; the data is /formation/export.json",
    "examroom.certificate": "part of /formation/export.json",
}
QUIET = {"home.home", "cases.add"}  # they name their twin in the head only: a referee in a hurry reads them
LEARNERS = {"training.work", "training.progress_page", "examroom.question", "examroom.result"}  # see test_training
DATA = (".json", ".csv", ".svg", ".js", ".ico", ".webmanifest", ".<kind>")


@pytest.fixture(scope="module")
def client(library: Library) -> Iterator[FlaskClient]:
    with create_app(library).test_client() as made:
        yield made


def test_no_page_with_data_is_without_a_twin(client: FlaskClient) -> None:
    pages = {
        rule.endpoint
        for rule in client.application.url_map.iter_rules()
        if "GET" in (rule.methods or ())
        and not rule.rule.endswith(DATA)
        and not rule.rule.startswith(("/static/", "/api/v1", "/healthz"))
    }
    assert pages - set(TWINS) - set(WITHOUT) == set(), "give it a twin (web/twins.py) or say here why it needs none"
    assert set(TWINS) | set(WITHOUT) <= pages and not set(TWINS) & set(WITHOUT)


def test_every_page_names_a_twin_that_answers(library: Library, consultant: Consultant, client: FlaskClient) -> None:
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
        if endpoint not in TWINS or (endpoint in ASKED and "?" not in link):
            assert named is None, link
            continue
        assert named is not None, link
        with client.get(unescape(named[1])) as twin:
            fair = (200, 400) if endpoint in ASKED else (200, 503)  # a hand half entered: its twin is strict
            assert twin.status_code in fair and twin.mimetype == "application/json", (link, named[1])
            assert twin.get_json(), link
        quiet = endpoint in QUIET or (endpoint == "cases.case" and 'class="question"' in page)
        assert (page.count(f'href="{named[1]}"') == 1) == quiet, f"not visible on {link}"
        examined.add(endpoint)
    assert examined == set(TWINS) - LEARNERS


def test_a_twin_answers_the_same_question(client: FlaskClient) -> None:
    assert client.get("/index.json?q=faux+ron").get_json()["incidents"][0]["id"] == "victoire-annoncee"
    assert {one["section"] for one in client.get("/textes/ema-2016/5.2.2.json").get_json()["clauses"]} == {"5.2.2"}
    clause = client.get("/textes/ema-2016/5.2.2.json").get_json()["clauses"][0]
    assert clause["cited_by_rules"] and clause["cited_by_cases"]
    assert {one["id"] for one in client.get("/sources.json").get_json()["sources"]} >= {"ema-2016", "commun"}
    assert len(client.get("/bareme.json").get_json()["schedules"]) == 4
    assert client.get("/verification.json").get_json()["silences"]
