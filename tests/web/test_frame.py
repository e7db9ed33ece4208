"""What frames every page: the navigation with the place lit, the ruleset that is played, and a visit to another."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

import web
from assistant.consultation.consultant import Consultant
from assistant.model import Library
from tests.browser.stage import every_page
from web.filters import HUES

TABS = ["Litige", "Main", "Apprendre", "Comparer", "Textes"]
PLACES = {"/": "Litige", "/cas": "Litige", "/hors-ligne": "Litige", "/exercices-emportes": "Apprendre", "/mains": "Main", "/formation": "Apprendre", "/comparer": "Comparer",
          "/textes": "Textes", "/bareme": "Textes", "/silences": "Textes", "/sources": "Textes", "/aide": "Aide", "/verification": "Aide", "/api": "Aide"}  # fmt: skip
CASE = "/cas?reglement=wrc-2015&contexte=tournoi&incident=victoire-annoncee"


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def page_of(client: FlaskClient, link: str, status: int = 200) -> str:
    with client.get(link) as answer:
        assert answer.status_code == status, (link, answer.status_code)
        return unescape(answer.get_data(as_text=True)).replace("’", "'")


def lit(page: str) -> list[str]:
    header = page.partition("<main")[0]
    return re.findall(r'<a (?:class="aside-tab" )?href="[^"]*"(?: title="[^"]*")? aria-current="page">.*?<span[^>]*>(\w+)</span>', header, re.S)


def choose(client: FlaskClient, status: int = 303, **fields: str) -> str:
    said = {"reglement": "ema-2016", "contexte": "tournoi", "retour": "/", **fields}
    with client.post("/reglement", data=said) as answer:
        assert answer.status_code == status, answer.get_data(as_text=True)[-1000:]
        return str(answer.headers.get("Location", ""))


@pytest.mark.walk
def test_every_page_has_five_tabs_with_its_own_lit(client: FlaskClient, library: Library, consultant: Consultant) -> None:
    for name, link in every_page(library, consultant).items():
        with client.get(link) as answer:
            page = unescape(answer.get_data(as_text=True))
        tabs = re.search(r'<div class="tabs">(.*?)</div>', page, re.S)
        assert tabs and re.findall(r"<span>(\w+)</span>", tabs[1]) == TABS, name
        assert tabs[1].count("<svg") == len(TABS) and 'href="/aide"' in page, name
        start = max((place for place in PLACES if link.partition("?")[0].startswith(place)), key=len)
        expected = [PLACES[start]] if start != "/" or link.startswith(("/?", "/#")) or link == "/" else []
        assert lit(page) == expected, (name, link)


def test_each_ruleset_has_its_colour(client: FlaskClient, library: Library) -> None:
    style = (Path(web.__file__).parent / "static" / "arbitre.css").read_text(encoding="utf-8")
    assert re.findall(r"\.hue-\d \{ --hue: (#\w{6});", style) == list(HUES)
    seen = {re.search(r'<html lang="fr" class="(hue-\d)">', page_of(client, f"/?reglement={one}"))[1] for one in library.rulesets}  # type: ignore[index]
    assert len(seen) == len(library.rulesets)


def test_only_the_menu_changes_what_is_played(client: FlaskClient) -> None:
    assert choose(client, retour="/textes") == "/textes"
    for link in ("/?reglement=wrc-2015", CASE, "/?reglement=wrc-2015&contexte=amical&q=ron", "/bareme/wrc-2015", "/mains?reglement=wrc-2015"):
        page_of(client, link)
        assert "EMA</strong> <span>édition 2016 · tournoi" in page_of(client, "/")
    choose(client, reglement="mcr-2006", contexte="amical")
    assert "MCR 2006</strong> <span>texte de 2006 · partie amicale" in page_of(client, "/aide")


def test_another_ruleset_is_a_visit_with_a_way_back_to_the_same_case(client: FlaskClient) -> None:
    choose(client)
    page = page_of(client, CASE)
    assert "Vous regardez <strong>WRC</strong>" in page
    back = re.search(r'href="([^"]+)">Revenir à EMA<', page)
    assert back and "reglement=ema-2016" in back[1] and "incident=victoire-annoncee" in back[1]
    own = page_of(client, back[1])
    assert "Vous regardez" not in own and "Revenir" not in own
    assert '<a href="/">Autre cas</a>' in page
    assert "Vous regardez <strong>partie amicale</strong>" in page_of(client, CASE.replace("wrc-2015", "ema-2016").replace("tournoi", "amical"))


def test_where_the_incident_cannot_occur_the_way_back_is_the_first_page(client: FlaskClient) -> None:
    choose(client)
    page = page_of(client, "/cas?reglement=mcr-2015&contexte=tournoi&incident=recours-tranche")
    assert re.search(r'href="/">Revenir à EMA', page)


def test_a_visit_goes_on_until_one_goes_back(client: FlaskClient) -> None:
    choose(client)
    page = page_of(client, "/?reglement=mcr-2006&contexte=tournoi")
    assert 'href="/?reglement=mcr-2006&contexte=tournoi&zone=fleurs"' in page
    assert '<input type="hidden" name="reglement" value="mcr-2006">' in page.partition('role="search"')[2].partition("</form>")[0]
    assert "Vous regardez" in page_of(client, "/?reglement=mcr-2006&contexte=tournoi&zone=fleurs")


def test_who_has_not_chosen_is_offered_what_is_looked_at(client: FlaskClient) -> None:
    page = page_of(client, CASE)
    assert "Vous regardez <strong>WRC" in page and "C'est mon tournoi" in page and "Revenir" not in page


def test_the_choice_tells_editions_and_newer_ones(client: FlaskClient, library: Library) -> None:
    menu = page_of(client, "/").partition('class="menu"')[2].partition("</details>")[0].replace("\u202f", " ").replace("\u00a0", " ")
    for ruleset in library.rulesets.values():
        assert ruleset.edition in menu and ruleset.newer in menu


@pytest.mark.parametrize("retour", ["//ailleurs.example", "https://ailleurs.example/", "\\\\ailleurs", "", "/rien", "textes"])
def test_the_menu_leads_nowhere_else(client: FlaskClient, retour: str) -> None:
    assert choose(client, retour=retour) == "/"


def test_the_menu_refuses_what_it_does_not_know(client: FlaskClient) -> None:
    choose(client, 400, reglement="rien")
    choose(client, 400, contexte="")
    with client.post("/reglement", data={"reglement": "ema-2016", "contexte": "tournoi"}, headers={"Sec-Fetch-Site": "cross-site"}) as answer:
        assert answer.status_code == 403
    assert "Set-Cookie" not in answer.headers
