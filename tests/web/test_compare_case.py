"""One case under several rulesets: real disputes, the facts asked once, each question under the names of those who need it."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from assistant.compare.comparison import Comparison
from assistant.consultation.consultant import Consultant
from assistant.model import INCIDENT, Library

SHORTS = {"ema-2016": "EMA", "wrc-2015": "WRC", "mcr-2006": "MCR 2006", "mcr-2015": "MCR 2015"}


@pytest.fixture(scope="module")
def client(app: Flask, comparison: Comparison) -> FlaskClient:
    return app.test_client()


def address(facts: dict[str, Any], path: str = "/comparer/cas.json", **more: str) -> str:
    return f"{path}?{urlencode({'reglement': 'ema-2016', 'contexte': 'tournoi', **facts, **more})}"


def disputed(library: Library) -> list[Any]:
    """One case of ours for each of the first disputes that several rulesets judge."""
    found: dict[str, Any] = {}
    for case in library.cases.values():
        if case.dispute and not case.further and len(case.expect) > 1:
            found.setdefault(case.dispute, case)
    return list(found.values())


def test_real_disputes_are_judged_together_as_they_are_alone(
    library: Library, consultant: Consultant, client: FlaskClient
) -> None:
    cases = disputed(library)
    assert len(cases) >= 5
    for case in cases:
        facts = {name: value for name, value in case.flat_facts().items() if name != "contexte"}
        document = client.get(address(facts, reglement=next(iter(case.expect)))).get_json()
        together = {one["ruleset"]["id"]: one for one in document["consultations"]}
        assert set(case.expect) <= set(together)
        for ruleset in case.expect:
            (alone,) = consultant.consult([ruleset], {"contexte": "tournoi", **facts}, explain=False)["consultations"]
            assert together[ruleset]["status"] == alone["status"]
            if alone["ruling"]:
                assert together[ruleset]["ruling"]["decision"] == alone["ruling"]["decision"]
        if all(one["ruling"] for one in together.values()):
            assert all(SHORTS[ruleset] in document["sentence"] for ruleset in together)


def walk(
    client: FlaskClient, facts: dict[str, Any], choose: dict[str, str]
) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """Answer every question until all are final; who needed each."""
    asked: dict[str, list[str]] = {}
    while True:
        document = client.get(address(facts)).get_json()
        waiting = [one for one in document["consultations"] if one["question"]]
        if not waiting:
            return document, asked
        question = waiting[0]["question"]
        key = question["key"]
        assert key not in asked, "a question came twice"
        asked[key] = [one["ruleset"]["short"] for one in waiting if one["question"]["key"] == key]
        answers = [answer["value"] for answer in question["answers"]]
        facts = {**facts, key: choose.get(key, answers[0] if answers else question["number"]["min"])}


def test_facts_are_asked_once_for_all(client: FlaskClient) -> None:
    document, asked = walk(client, {INCIDENT: "appel-retire"}, {"tuiles_montrees": "aucune"})
    assert "EMA" in asked["tuiles_montrees"] and set(asked["combien_de_fois"]) == {"MCR 2006", "MCR 2015"}
    read = {fact["key"]: fact for fact in document["facts"]}
    assert read["combien_de_fois"]["only"] and read["combien_de_fois"]["read_by"] == ["MCR 2006", "MCR 2015"]
    assert not read["tuiles_montrees"]["only"]


def test_a_question_of_one_ruleset_is_marked_so(client: FlaskClient) -> None:
    page = client.get(address({INCIDENT: "plusieurs-gagnants"}, "/comparer/cas")).get_data(as_text=True)
    assert "Demandé pour\u00a0: EMA seulement" in page
    page = client.get(address({INCIDENT: "plusieurs-gagnants", "fausse_annonce": "non", "gagnant_en_riichi": "non"}, "/comparer/cas")).get_data(
        as_text=True
    )
    assert "(EMA seulement)" in page


def test_the_sentence_names_what_differs_and_why(client: FlaskClient) -> None:
    document = client.get(address({INCIDENT: "riichi-incomplet", "etape_oubliee": "mot", "riichi_vu_quand": "en-cours"})).get_json()
    assert "EMA : main morte" in document["sentence"] or "main morte" in document["sentence"].split("WRC")[0]
    assert "riichi annoncé sans un mot (§\u00a05.4" in document["sentence"]
    assert document["sentence"].endswith(
        "WRC : le riichi est valable, riichi déclaré sans un mot (d'après notre interprétation) (§\u00a07.2)."
    )


def test_rulesets_that_decide_the_same_stand_together(client: FlaskClient) -> None:
    told = client.get(address({INCIDENT: "appel-de-substitution", "tuile_rejetee": "identique"})).get_json()["sentence"]
    assert told.startswith("EMA et WRC : main morte") and "MCR 2006 : pas de sanction" in told
    told = client.get(address({INCIDENT: "tuile-appelee-non-prise", "depuis_l_appel": "rien-d-ecarte"})).get_json()[
        "sentence"
    ]
    assert told.startswith("Même décision partout : EMA et WRC et MCR 2006 et MCR 2015 : pas de sanction")


def test_the_same_sanction_in_another_unit_is_told_in_each(client: FlaskClient) -> None:
    """One point of the one is worth 1 000 of the other (WRC, § 7.1): the same, and neither number is lent to the other."""
    facts = {INCIDENT: "riichi-sans-attente", "fin_de_la_donne": "nulle", "main_montree_a_la_fin": "pas-en-attente"}
    told = client.get(address(facts)).get_json()["sentence"].replace("\u202f", " ")
    assert "EMA : chombo (20 000)" in told and "WRC : chonbo (20)" in told and told.startswith("Même décision partout")


def test_what_a_game_does_not_have_is_told_as_such_and_not_judged(client: FlaskClient) -> None:
    facts = {INCIDENT: "appel-avec-main-morte", "acte_avec_main_morte": "riichi"}
    document = client.get(address(facts)).get_json()
    assert {one["ruleset"]["id"] for one in document["consultations"]} == {"ema-2016", "wrc-2015"}
    assert [one["short"] for one in document["elsewhere"]] == ["MCR 2006", "MCR 2015"]
    assert "sans objet" in client.get(address(facts, "/comparer/cas")).get_data(as_text=True)
    document = client.get(address({INCIDENT: "riichi-incomplet"})).get_json()
    assert document["elsewhere"][0]["why"] == "cet incident ne s'y produit pas"


def test_a_third_fault_is_a_repeated_one_for_all(client: FlaskClient) -> None:
    facts = {
        INCIDENT: "appel-retire",
        "tuiles_montrees": "aucune",
        "correction_immediate": "oui",
    }
    third = {**facts, "combien_de_fois": "3", "autres_fois": "cette-donne"}
    told = client.get(address(third)).get_json()["sentence"]
    assert "WRC : à la discrétion de l'arbitre" in told
    first = client.get(address({**facts, "combien_de_fois": "1", "recidive": "non"})).get_json()["sentence"]
    assert first.startswith("EMA et WRC : pas de sanction")


def test_tournament_and_friendly_are_one_tap_apart(client: FlaskClient) -> None:
    facts = {
        INCIDENT: "retard",
        "minutes_de_retard": "12",
        "place_a_l_arrivee": "libre",
        "remplacant_disponible": "oui",
    }
    page = client.get(address(facts, "/comparer/cas")).get_data(as_text=True)
    assert "contexte=amical" in page and "aria-current" in page
    friendly = client.get(address(facts, contexte="amical")).get_json()["sentence"]
    assert "EMA : le texte est muet" in friendly and friendly != client.get(address(facts)).get_json()["sentence"]


@pytest.mark.parametrize(
    ("path", "twin"),
    [
        ("/comparer", "/comparer.json"),
        ("/comparer?jeu=riichi&diff=1", "/comparer.json?jeu=riichi&amp;diff=1"),
        ("/comparer/riichi-incomplet", "/comparer/riichi-incomplet.json"),
        ("/comparer/accord", "/comparer/accord.json"),
        ("/comparer/surprises", "/comparer/surprises.json"),
        ("/comparer/cas?reglement=ema-2016&incident=riichi-incomplet", "/comparer/cas.json?reglement=ema-2016"),
    ],
)
def test_every_page_has_its_twin_as_data(client: FlaskClient, path: str, twin: str) -> None:
    page = client.get(path).get_data(as_text=True)
    link = page.partition('<link rel="alternate" type="application/json" href="')[2].partition('"')[0]
    assert link.startswith(twin)
    answer = client.get(link.replace("&amp;", "&"))
    assert answer.status_code == 200 and answer.is_json


WORDS = {
    "/comparer/riichi-incomplet": "Main morte",
    "/comparer/plusieurs-gagnants?r=ema-2016&r=wrc-2015": "Donneur",
    "/comparer/mauvais-nombre-de-tuiles?r=mcr-2006&r=mcr-2015": "Tour",
    "/comparer/element-faux?r=ema-2016&r=mcr-2015": "Main morte",
    "/comparer/cas?reglement=ema-2016&incident=plusieurs-gagnants&fausse_annonce=non&gagnant_en_riichi=non": "Donneur",
    "/comparer/cas?reglement=mcr-2006&incident=fin-du-temps&signal_entendu=fin&etat_au_signal=en-cours": "Partie",
}


@pytest.mark.parametrize(("path", "word"), WORDS.items(), ids=WORDS.keys())
def test_words_that_mean_two_things_are_noted_where_two_texts_stand_together(
    client: FlaskClient, path: str, word: str
) -> None:
    page = client.get(path).get_data(as_text=True)
    assert "Mêmes mots, autres sens" in page and f"<strong>{word}</strong>" in page


def test_an_incident_lists_all_its_clauses_side_by_side(library: Library, client: FlaskClient) -> None:
    document = client.get("/comparer/victoire-main-morte.json?r=ema-2016&r=wrc-2015").get_json()
    cited = {name for one in document["situations"] for ruling in one["rulings"] for name in ruling["cites"]}
    page = client.get("/comparer/victoire-main-morte?r=ema-2016&r=wrc-2015").get_data(as_text=True)
    tail = page.partition("Toutes les clauses citées")[2]
    for name in cited:
        source, section, _ = name.split("/")
        assert f'href="/textes/{source}/{section}#' in tail
    assert len(cited) > 8 and tail.count("<blockquote>") == len(cited)
