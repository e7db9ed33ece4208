"""The ruling sheet as a page: shorter than its document's parts laid end to end, but nothing of them is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from assistant.consultation.consultant import Consultant
from assistant.french import lower_first, number, place, section_name, upper_first
from assistant.model import Case, Library
from tests.browser.stage import address, told
from tests.support.drawing import Drawing
from web.filters import figures
from web.typesetting import as_printed


@pytest.fixture(scope="module")
def client(app: Flask) -> Iterator[FlaskClient]:
    with app.test_client() as made:
        yield made


def plain(markup: str) -> str:
    """The words of a page, its white space folded."""
    return " ".join(unescape(re.sub(r"<[^>]+>", "", markup)).split())


def seen(text: str) -> str:
    """Our own words as the page shows them."""
    return " ".join(as_printed(text).split())


def sampled(library: Library) -> list[tuple[Case, str]]:
    every = [(case, ruleset) for case in library.cases.values() for ruleset in case.expect if not case.further]
    return every[::9]


@pytest.fixture(scope="module")
def rulings(library: Library, consultant: Consultant, app: Flask, drawing: Drawing) -> list[tuple[dict[str, Any], str]]:
    """The rulings of some cases, each with its page."""
    every = [(case, ruleset) for case in library.cases.values() for ruleset in case.expect if not case.further]
    found = []
    with app.test_client() as client:
        for case, ruleset in drawing.sample("sheets of one incident", every, 120):
            (document,) = consultant.consult([ruleset], case.flat_facts())["consultations"]
            if document["ruling"]:
                found.append((document["ruling"], client.get(link_of(case, ruleset)).get_data(as_text=True)))
    return found


def link_of(case: Case, ruleset: str) -> str:
    return address(ruleset, told(case), contexte=str(case.flat_facts().get("contexte", "tournoi")))


@pytest.mark.walk
def test_nothing_of_the_document_is_lost(library: Library, rulings: list[tuple[dict[str, Any], str]]) -> None:
    examined = 0
    for ruling, markup in rulings:
        page = plain(markup)
        wanted = [*ruling["headline"], *ruling["steps"], *ruling["silences"]]
        wanted += [warning["text"] for warning in ruling["warnings"]]
        wanted += [sanction["effect"] for sanction in ruling["sanctions"]]
        for change in (*ruling["unless"], *ruling["lighter"], *ruling["heavier"], *ruling["would_ask"]):
            said = library.facts[change["fact"]].clause(change["value"], change["label"])
            wanted += [upper_first(said) if said else change["title"]]
            wanted += [change["change"] or change["decision"] or lower_first(change["asks"] or "")]
        wanted += [step["title"] for step in ruling["how"]] + [reason["said"] for step in ruling["how"] for reason in step["because"]]
        for text in wanted:
            assert seen(text) in page, text
        for quotation in ruling["citations"]:
            assert all(" ".join(quote.split()) in page for quote in quotation["quotes"])
            assert seen(place(quotation["section"], quotation["heading"])) in page
            assert seen(quotation["title"]) in page and seen(quotation["edition"]) in page
        examined += 1
    assert examined > 80


@pytest.mark.walk
def test_an_amount_is_told_once_with_payer_payee_unit_and_moment(rulings: list[tuple[dict[str, Any], str]]) -> None:
    told_once = 0
    for ruling, markup in rulings:
        page = plain(markup)
        for amount in ruling["amounts"]:
            words = seen(amount["text"])
            if sum(other["sanction"] == amount["sanction"] for other in ruling["amounts"]) > 1:  # told as alternatives
                assert all(seen(number(count)) in page for count in amount["numbers"] or ()), words
                continue
            if words.startswith("Le résultat"):  # entered, not taken: the step says to enter what the sentence goes on with
                assert seen(words.split(" est de ", 1)[1]) in page
                continue
            assert page.lower().count(words.lower()) == 1, words
            parts = [amount["payer"].removeprefix("le "), amount["moment"]]  # « le joueur », « du joueur »
            assert all(seen(part) in words.lower() for part in parts if part.islower())
            told_once += 1
    assert told_once > 10


def test_the_deciding_paragraph_is_open_and_the_number_is_in_it(library: Library, consultant: Consultant) -> None:
    wrong: list[str] = []
    for case, ruleset in sampled(library):
        (document,) = consultant.consult([ruleset], case.flat_facts(), explain=False)["consultations"]
        ruling = document["ruling"]
        if not ruling:
            continue
        shown = [one for one in ruling["citations"] if one["open"]]
        assert 1 <= len(shown) <= 4 and ruling["citations"][: len(shown)] == shown
        assert any(one["role"] == "decision" for one in shown)
        for amount in ruling["amounts"]:
            numbers = {str(value) for value in amount["numbers"] or ()}
            saying = [
                one for one in ruling["citations"] if one["role"] in ("decision", "montant") and numbers & said(one)
            ]
            if saying and not any(numbers & said(one) for one in shown):
                wrong.append(f"{case.id} {ruleset}: {amount['text']}")
    assert not wrong


def test_the_paragraph_that_makes_a_win_invalid_is_open_too(consultant: Consultant) -> None:
    facts = {
        "incident": "victoire-annoncee",
        "tuile_gagnante": "ecart",
        "main_complete": "oui",
        "yaku": "oui",
        "furiten": "ecart-precedent",
        "tuiles_montrees": "toutes",
    }
    for ruleset, sections in (("ema-2016", {"3.4.5", "3.4.6"}), ("wrc-2015", {"5.7.5", "7.1", "7.2"})):
        (document,) = consultant.consult([ruleset], facts)["consultations"]
        assert {one["section"] for one in document["ruling"]["citations"] if one["open"]} == sections


def said(quotation: dict[str, Any]) -> set[str]:
    """The numbers a quotation says."""
    return set(re.findall(r"\d+", re.sub(r"(?<=\d)[\s.](?=\d{3})", "", " ".join(quotation["quotes"]))))


@pytest.mark.walk
def test_no_circumstance_repeats_the_decision(library: Library, consultant: Consultant) -> None:
    for case, ruleset in sampled(library):
        (document,) = consultant.consult([ruleset], case.flat_facts())["consultations"]
        for one in (document["ruling"] or {"unless": []})["unless"]:
            assert one["change"] != "" and [one["change"]] != document["ruling"]["headline"], (case.id, ruleset, one)


@pytest.mark.walk
def test_several_incidents_are_told_once(
    library: Library, consultant: Consultant, client: FlaskClient, drawing: Drawing
) -> None:
    every = [(case, ruleset) for case in library.cases.values() for ruleset in case.expect if case.further]
    examined = 0
    for case, ruleset in drawing.sample("sheets of several incidents", every, 60):
        (document,) = consultant.consult([ruleset], case.flat_facts())["consultations"]
        if not document["ruling"]:
            continue
        markup = client.get(link_of(case, ruleset)).get_data(as_text=True)
        assert all(plain(markup).count(seen(line)) == 1 for line in document["ruling"]["headline"][:-1])
        assert markup.count('class="decision') == 1
        examined += 1
    assert examined > 5


@pytest.mark.parametrize(
    ("section", "printed"),
    [
        ("5.2.2", "§\u00a05.2.2"),
        ("十 Fautes, Autres fautes", "ch.\u00a010, Fautes, Autres fautes"),
        ("Annotations", "Annotations"),
    ],
)
def test_sections_can_be_read(section: str, printed: str) -> None:
    assert section_name(section) == printed


def test_a_heading_that_is_the_section_is_said_once() -> None:
    assert place("Annotations", "Annotations") == "Annotations"
    assert section_name("十 Fautes", sign=True) == "ch.\u00a010 (十), Fautes"


def test_amounts_stand_out_and_stay_safe() -> None:
    assert figures("Il perd 20\u202f000 points <b>") == "Il perd <strong>20\u202f000 points</strong> &lt;b&gt;"


def test_a_linked_fact_cites_its_section_by_name(consultant: Consultant, client: FlaskClient) -> None:
    """Of a text without numbers too: the chapter as it stands there, not the name that we keep it under."""
    chain = {
        "incident": "victoire-annoncee",
        "qui": "nord",
        "main_complete": "oui",
        "huit_points": "oui",
        "tuile_gagnante": "ecart",
        "2.incident": "main-montree-apres-victoire-d-un-autre",
        "2.qui": "est",
        "2.quand": "apres",
    }
    page = client.get("/cas", query_string={"reglement": "mcr-2006", "contexte": "tournoi", **chain}).text
    cited = [unescape(one) for one in re.findall(r'class="cite" href="[^"]*">([^<]+)<', page)]
    clauses = consultant.library.clauses.values()
    kept_under = {clause.id.split("/")[1] for clause in clauses if clause.source == "mcr-2006"}
    assert cited and not set(cited) & kept_under


@pytest.mark.parametrize("sources", [("z-precisions", "a-base", "z-precisions"), ("a-base", "z-precisions", "a-base")])
def test_the_text_that_decides_is_quoted_first(app: Flask, sources: tuple[str, ...]) -> None:
    """A sheet under a supplement quotes two texts; they stand in the order of the document, whatever their names."""
    said = {"section": "1", "heading": "", "title": "T", "edition": "E", "prevails": "", "licence": "L", "open": True}
    quotes = [{**said, "id": f"{source}/1/x", "source": source, "quotes": [f"Passage {number}"]} for number, source in enumerate(sources)]
    with app.test_request_context():
        context: dict[str, Any] = {"rulesets": {}, "section_page": lambda clause: clause}
        page = str(app.jinja_env.get_template("case/ruling.html").make_module(context).citations(quotes))
    assert [int(number) for number in re.findall(r"Passage (\d)", page)] == [0, 2, 1]
