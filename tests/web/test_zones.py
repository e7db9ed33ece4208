"""The table that is touched: drawn for the game played, each place leading to the few incidents that are likeliest there."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from assistant.model import Library


@pytest.fixture(scope="module")
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def page_of(client: FlaskClient, link: str, status: int = 200) -> str:
    with client.get(link) as answer:
        assert answer.status_code == status, (link, answer.status_code)
        return unescape(answer.get_data(as_text=True)).replace("’", "'")


def test_every_place_leads_to_three_to_six_incidents_of_the_ruleset(client: FlaskClient, library: Library) -> None:
    for ruleset in library.rulesets:
        home = page_of(client, f"/?reglement={ruleset}&contexte=tournoi")
        drawn = re.findall(r"[?&]zone=([a-z-]+)", home)
        assert drawn == [zone.id for zone, _ in library.zones_of(ruleset)] and len(drawn) > 7
        for zone, incidents in library.zones_of(ruleset):
            page = page_of(client, f"/?reglement={ruleset}&contexte=tournoi&zone={zone.id}")
            listed = page.partition('<ol class="incidents">')[2].partition("</ol>")[0]
            found = re.findall(r'class="incident" data-key="\d" href="[^"]*incident=([a-z-]+)"', listed)
            assert found == [one.id for one in incidents] and 3 <= len(found) <= 6
            assert f"<h1>{zone.heading}</h1>" in page and not re.search(r"\bde les?\b", zone.heading)


def test_each_game_has_its_own_table(client: FlaskClient, library: Library) -> None:
    riichi, mcr = ({zone.id for zone, _ in library.zones_of(name)} for name in ("ema-2016", "mcr-2006"))
    assert "mur-mort" in riichi - mcr and "batonnets" in riichi - mcr and "fleurs" in mcr - riichi
    assert "n'est pas dessiné" in page_of(client, "/?reglement=mcr-2006&zone=mur-mort", 400)
    assert "n'est pas dessiné" in page_of(client, "/?zone=rien", 400)


def test_an_incident_that_a_help_names_is_a_link(client: FlaskClient, library: Library) -> None:
    page = page_of(client, "/?reglement=ema-2016&contexte=tournoi")
    assert re.search(r'« ?<a href="[^"]*incident=kong-en-riichi">Kong caché en riichi</a>', page.replace("\u202f", " "))
    named = {quoted for one in library.incidents.values() for quoted in re.findall(r"prenez « ?([^»]+?) ?»", one.help)}
    titles = {one.title for one in library.incidents.values()}
    assert len(named) > 15
    assert not {name for name in named if not any(title.startswith(name) for title in titles)}
