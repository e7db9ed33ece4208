"""The page of a search and its data: an answer, its words marked, a way out, and nothing lost of bad input."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import quote

import pytest
from flask import Flask
from flask.testing import FlaskClient

from assistant.model import Library
from assistant.search.finder import Finder


@pytest.fixture(scope="module")
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def page_of(client: FlaskClient, words: str, ruleset: str = "ema-2016") -> str:
    with client.get(f"/?reglement={ruleset}&contexte=tournoi&q={quote(words)}") as answer:
        assert answer.status_code == 200
        return unescape(answer.get_data(as_text=True)).replace("’", "'").replace("\u202f", " ").replace("\u00a0", " ")


def test_one_that_is_clearly_meant_is_believed_and_leads_to_its_case(client: FlaskClient) -> None:
    page = page_of(client, "il a pioché deux fois de suite")
    assert "Je crois que c'est" in page and "incident=pioche-en-trop" in page
    assert "<mark>pioche</mark>" in page and "Aucun de ceux-là" in page


def test_several_that_may_be_meant_are_told_apart(client: FlaskClient, library: Library) -> None:
    page = page_of(client, "furiten")
    found = re.findall(r'data-key="(\d)" href="[^"]*incident=([a-z-]+)', page)
    assert "Lequel est-ce ?" in page and [key for key, _ in found] == ["1", "2", "3"]
    for _, incident in found:
        words = library.incidents[incident].help.split()
        assert words[0] in page and words[-1].rstrip(".") in page


def test_what_means_nothing_offers_the_table_and_no_stems(client: FlaskClient) -> None:
    page = page_of(client, "zzzz <b>qq</b>")
    assert "Je ne reconnais rien" in page and "Touchez la table" in page and "Chercher par famille" in page and "Peut-être" not in page
    with client.get(f"/?q={quote('<b>qq</b>')}") as answer:
        assert b"<b>qq</b>" not in answer.data


def test_a_known_silence_is_found_and_said(client: FlaskClient, library: Library) -> None:
    finder = Finder(library, lasting=True)
    for ruleset in library.rulesets:
        for incident in finder.silences(ruleset):
            page = page_of(client, library.incidents[incident].words[0], ruleset)
            assert f"incident={incident}" in page and "Le texte se tait là-dessus" in page, (ruleset, incident)


def test_the_placeholder_is_of_the_game_played(client: FlaskClient, library: Library) -> None:
    shown = {}
    for ruleset in library.rulesets:
        with client.get(f"/?reglement={ruleset}&contexte=tournoi") as answer:
            (shown[ruleset],) = re.findall(r'placeholder="([^"]*)"', unescape(answer.get_data(as_text=True)))
    assert shown["ema-2016"] != shown["mcr-2006"] and all(shown.values())


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("", "q manque"),
        ("q=&ruleset=ema-2016", "aucun mot"),
        ("q=ron&q=hu&ruleset=ema-2016", "q est dit plusieurs fois"),
        ("q=ron&ruleset=ema", "Connus"),
        ("q=ron&ruleset=ema-2016&x=1", "paramètre inconnu"),
        (f"q={'a' * 201}&ruleset=ema-2016", "trop de mots"),
    ],
)
def test_the_api_says_what_is_wrong(client: FlaskClient, asked: str, told: str) -> None:
    with client.get(f"/api/v1/search?{asked}") as answer:
        assert answer.status_code == 400 and told in answer.get_json()["message"].replace("\u202f", " ").replace(
            "\u00a0", " "
        )


def test_without_a_ruleset_all_are_searched(client: FlaskClient, library: Library) -> None:
    for words, incident in (("kuikae", "appel-de-substitution"), ("fleur oubliée", "erreur-de-fleur")):
        with client.get("/api/v1/search", query_string={"q": words}) as answer:
            document = answer.get_json()
        assert document["ruleset"] is None and document["results"][0]["incident"] == incident


def test_the_api_gives_what_the_page_shows(client: FlaskClient) -> None:
    with client.get("/api/v1/search?q=kuikae&ruleset=wrc-2015") as answer:
        document = answer.get_json()
    first = document["results"][0]
    assert first["incident"] == "appel-de-substitution" and {"title", "score", "matched"} <= set(first)
    assert f"incident={first['incident']}" in page_of(client, "kuikae", "wrc-2015")
