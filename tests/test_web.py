"""The first plain page: the same as `ask`, by address."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from assistant.model import Library
from web import create_app


@pytest.fixture(scope="module")
def client(library: Library) -> FlaskClient:
    return create_app(library).test_client()


def links(page: str) -> list[str]:
    return [unescape(link) for link in re.findall(r'href="(/cas[^"]*)"', page)]


def test_home_offers_every_incident_of_the_ruleset(client: FlaskClient, library: Library) -> None:
    for ruleset in library.rulesets:
        page = client.get("/", query_string={"reglement": ruleset}).get_data(as_text=True)
        assert len([link for link in links(page) if "incident=" in link]) == len(library.incidents_of(ruleset))


def test_following_first_answers_always_ends_in_a_ruling(client: FlaskClient, library: Library) -> None:
    for ruleset in library.rulesets:
        for incident in library.incidents_of(ruleset):
            link = f"/cas?reglement={ruleset}&incident={incident.id}"
            for _ in range(12):
                answer = client.get(link)
                assert answer.status_code == 200
                page = answer.get_data(as_text=True)
                if "À faire maintenant" in page:
                    break
                link = next(link for link in links(page) if "change=" not in link)
            else:
                pytest.fail(f"no ruling for {incident.id} in {ruleset}")
            assert "<blockquote>" in page and "§" in page


def test_an_answer_can_be_changed_alone(client: FlaskClient, library: Library) -> None:
    case = next(case for case in library.cases.values() if len(case.facts) > 2)
    ruleset = next(iter(case.expect))
    page = client.get("/cas", query_string={"reglement": ruleset, **case.facts}).get_data(as_text=True)
    change = next(link for link in links(page) if "change=" in link)
    page = client.get(change).get_data(as_text=True)
    assert "Non établi" in page
    assert client.get(links(page)[0]).status_code == 200


@pytest.mark.parametrize(
    "query",
    [
        "reglement=ema-2016",
        "reglement=zzz&incident=victoire-annoncee",
        "incident=victoire-annoncee",
        "reglement=ema-2016&incident=zzz",
        "reglement=ema-2016&incident=victoire-annoncee&zzz=1",
        "reglement=ema-2016&incident=victoire-annoncee&change=zzz",
        "reglement=ema-2016&incident=tuiles-melangees-au-compte",
    ],
)
def test_an_address_that_cannot_be_read_gets_a_way_on(client: FlaskClient, query: str) -> None:
    answer = client.get(f"/cas?{query}")
    assert answer.status_code == 400 and "Choisir un incident" in answer.get_data(as_text=True)


def test_nothing_from_outside_and_nothing_inline(client: FlaskClient) -> None:
    answer = client.get("/")
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    page = answer.get_data(as_text=True)
    assert "<script" not in page and " style=" not in page and "http" not in page


def test_healthz(client: FlaskClient) -> None:
    assert client.get("/healthz").get_json()["status"] == "ok"
