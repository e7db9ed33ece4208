"""What a page of the comparison is asked that does not exist: refused with what does, on the page and as data."""

from __future__ import annotations

from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.wording import plain

PLACES = ("/comparer", "/comparer.json", "/comparer.csv", "/api/v1/compare")
PAIRS = (
    "/comparer/accord", "/comparer/accord.json", "/comparer/surprises", "/comparer/surprises.json",
    "/comparer/riichi-incomplet", "/comparer/riichi-incomplet.json", "/api/v1/compare/riichi-incomplet",
)  # fmt: skip
CASE = "reglement=ema-2016&incident=riichi-incomplet"
WRONG = {
    "famille=xyz": ("famille inconnue : « xyz »", "victoire"),
    "famille=victoir": ("famille inconnue : « victoir »", "Vouliez-vous dire « victoire » ?"),
    "genre=xyz": ("genre de différence inconnu : « xyz »", "plus-lourd"),
    "jeu=xyz": ("jeu inconnu : « xyz »", "riichi"),
    "r=xyz": ("règlement inconnu : « xyz »", "wrc-2015"),
    "r=ema-2016&r=wrc-2015&r=xyz": ("règlement inconnu : « xyz »", "wrc-2015"),
}


@pytest.fixture(scope="module")
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def refused(client: FlaskClient, address: str, *told: str) -> None:
    with client.get(address) as answer:
        assert answer.status_code == 400, address
        said = answer.get_json()
        text = unescape(answer.get_data(as_text=True)) if said is None else f"{said['error']} {said['message']}"
    text = plain(text)
    assert "Cette adresse ne peut pas être lue" in text
    assert all(one in text for one in told), text


@pytest.mark.parametrize("asked", WRONG)
@pytest.mark.parametrize("place", PLACES)
def test_the_table_refuses_what_does_not_exist(client: FlaskClient, place: str, asked: str) -> None:
    refused(client, f"{place}?{asked}", *WRONG[asked])


@pytest.mark.parametrize("place", PAIRS)
def test_two_rulesets_refuse_a_third_that_does_not_exist(client: FlaskClient, place: str) -> None:
    refused(client, f"{place}?r=ema-2016&r=xyz", "règlement inconnu : « xyz »", "wrc-2015")


@pytest.mark.parametrize("place", ["/comparer/cas", "/comparer/cas.json"])
def test_a_case_side_by_side_refuses_it_too(client: FlaskClient, place: str) -> None:
    refused(client, f"{place}?{CASE}&_r=ema-2016&_r=xyz", "règlement inconnu : « xyz »", "wrc-2015")


@pytest.mark.parametrize("asked", ["", "famille=&genre=", "famille=victoire&genre=silence&jeu=mcr&diff=1", "r=ema-2016&r=wrc-2015"])  # fmt: skip
def test_what_exists_and_what_a_form_leaves_empty_is_shown(client: FlaskClient, asked: str) -> None:
    assert client.get(f"/comparer?{asked}").status_code == 200
