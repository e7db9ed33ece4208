"""Two rulesets on one page: the picture, one line per incident, the search, the card to print."""

from __future__ import annotations

from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from assistant.compare.comparison import Comparison, family_shares
from assistant.model import Library
from tests.support.wording import plain
from web.pages.compare.picture import LEAST, WIDTH, bars

PAIR = "r=ema-2016&r=wrc-2015"


@pytest.fixture(scope="module")
def client(app: Flask, comparison: Comparison) -> FlaskClient:
    return app.test_client()


def page(client: FlaskClient, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return plain(unescape(answer.get_data(as_text=True)))


def test_it_opens_on_the_picture_of_the_pair_played(client: FlaskClient) -> None:
    shown = page(client, "/comparer")
    assert "EMA et WRC, côte à côte" in shown
    assert shown.index('class="bars agreement"') < shown.index('class="lines"')
    assert "famille=riichi&genre=plus-leger#incidents" in shown


def test_a_colour_leads_to_its_incidents(client: FlaskClient) -> None:
    shown = page(client, f"/comparer?{PAIR}&famille=riichi&genre=plus-leger")
    assert "Riichi annoncé sans le mot" in shown and 'id="famille-victoire"' not in shown


def test_a_line_is_searched_for(client: FlaskClient) -> None:
    shown = page(client, f"/comparer?{PAIR}&q=ron+et+pung+ensemble+double+ron")
    assert "Plusieurs victoires sur le même écart" in shown and "Feuille de score" not in shown
    assert client.get(f"/comparer?{PAIR}&q={'a' * 500}").status_code == 400


def test_every_incident_of_the_pair_is_there(client: FlaskClient, library: Library) -> None:
    view = client.get(f"/comparer.json?{PAIR}").get_json()["pair"]
    both = {one.id for one in library.incidents_of("ema-2016")} & {one.id for one in library.incidents_of("wrc-2015")}
    assert {line["incident"] for line in view["lines"]} == both
    assert "quatre-han-trente" in {point["point"] for point in view["points"]}
    assert all(ruling["basis"] for line in view["lines"] for ruling in line["common"]["rulings"])


def test_a_friendly_table_is_told_where_a_text_does_not_apply(client: FlaskClient) -> None:
    address = "r=ema-2016&r=mcr-2015&contexte=amical"
    for place in (f"/comparer?{address}", f"/comparer/surprises?{address}", f"/comparer/retard?{address}"):
        assert "ne s'applique qu'en compétition" in page(client, place), place
    assert client.get(f"/comparer/surprises.json?{address}").get_json()["surprises"] == []


def test_the_card(client: FlaskClient) -> None:
    shown = page(client, f"/comparer/carte?{PAIR}")
    assert "Ce qui change, de EMA à WRC" in shown and "4 han et 30 minipoints" in shown and "<cite>" in shown
    data = client.get("/comparer/surprises.json?r=ema-2016&r=wrc-2015").get_json()
    told = [one for one in data["surprises"] if f"<strong>{one['title']}</strong>" in shown]
    assert len(told) > 10
    for one in told:  # a decision without its conditions would be false
        entry = shown.split(f"<strong>{one['title']}</strong>")[1].split("</li>")[0].lower()
        for fact in one["when"] + (one["cases"][0] if one["cases"] else []):
            assert fact["title"].lower() in entry, (one["title"], fact["title"])


def test_for_excel(client: FlaskClient) -> None:
    told = client.get(f"/comparer.csv?{PAIR}&excel=1").get_data(as_text=True)
    assert told.startswith("\ufeffincident;id;diffère;")
    assert client.get(f"/comparer.csv?{PAIR}").get_data(as_text=True).startswith("incident,id,diffère,")


def test_what_is_small_can_still_be_touched(library: Library, comparison: Comparison) -> None:
    for pair in comparison.rows:
        for bar in bars(library, family_shares(library, comparison, pair)):
            assert sum(piece.width for piece in bar.pieces) == pytest.approx(WIDTH, abs=1)
            assert all(piece.width >= LEAST - 0.1 for piece in bar.pieces)
