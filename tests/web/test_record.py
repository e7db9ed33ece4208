"""A case beside its ruling: shared with its decision, reported, what it was before, what may still be asked, addresses that others touched."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from assistant.model import Library
from assistant.proof.prove import Proof

QUESTION = "/cas?reglement=ema-2016&contexte=tournoi&incident=victoire-annoncee"
RULING = f"{QUESTION}&tuiles_montrees=toutes&tuile_gagnante=ecart&main_complete=non"


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def page_of(client: FlaskClient, link: str, status: int = 200) -> str:
    with client.get(link) as answer:
        assert answer.status_code == status, (link, answer.status_code)
        page = unescape(answer.get_data(as_text=True))
    return page.replace("’", "'").replace("\u202f", " ").replace("\u00a0", " ")


def headline(page: str) -> str:
    found = re.search(r'class="decision[^"]*">(.*?)</p>', page, re.S)
    assert found
    return found[1].replace("<br>", " ")


def test_what_is_shared_says_the_decision_its_paragraph_and_the_link(client: FlaskClient) -> None:
    case = page_of(client, RULING)
    page = page_of(client, RULING.replace("/cas?", "/cas/partager?"))
    says, link = (re.search(rf'{name}="([^"]*)"', page)[1] for name in ("data-says", "data-share"))  # type: ignore[index]
    assert says.startswith("EMA, édition 2016, tournoi. Une victoire est annoncée et contestée : ")
    assert headline(case).rstrip(".")[1:] in says and re.search(r"\(§ [\d.]+", says)
    assert RULING in link and link.startswith("http")
    assert "note" not in page_of(client, link.partition("localhost")[2]).partition("<main")[2].partition("decision")[0]
    assert page.index('class="qr"') < page.index('class="address"')
    preview = re.search(r'<meta property="og:description" content="([^"]*)">', case)
    assert preview and preview[1] == says


def test_an_error_is_reported_by_whoever_found_it(client: FlaskClient, library: Library) -> None:
    assert "/cas/signaler?" in page_of(client, RULING)
    page = page_of(client, RULING.replace("/cas?", "/cas/signaler?"))
    text = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.S)
    assert text
    for part in (RULING, "EMA, édition 2016", library.version[:16], "Ce qui me paraît faux", "§ "):
        assert part in text[1], part
    assert "mailto:?" in page and "<form" not in page.partition("<main")[2]


@pytest.mark.parametrize("added", ["fbclid=IwAR0_x-y", "utm_source=x&utm_medium=y", "gclid=1&igsh=abc", "_n=3"])
def test_what_others_append_is_ignored(client: FlaskClient, added: str) -> None:
    page = page_of(client, f"{RULING}&{added}")
    assert "version plus ancienne" not in page and added.partition("=")[0] not in page.partition("<main")[2]
    assert headline(page) == headline(page_of(client, RULING))


def test_an_answer_of_older_knowledge_is_still_named(client: FlaskClient) -> None:
    assert "couleur = bleu" in page_of(client, f"{RULING}&couleur=bleu&fbclid=1")


@pytest.mark.parametrize(
    ("link", "title", "values"),
    [
        (f"{QUESTION}&tuiles_montrees=toutes&tuiles_montrees=aucune", "Tuiles montrées", ["Toute sa main", "Aucune tuile"]),
        (f"{QUESTION}&reglement=wrc-2015", "règlement", ["EMA", "WRC"]),
        (f"{QUESTION}&incident=retard", "incident", ["Une victoire est annoncée", "Un joueur arrive en retard"]),
        ("/?q=ron&q=hu", "q", ["ron", "hu"]),
        ("/cas/partager" + QUESTION.partition("/cas")[2] + "&contexte=amical", "Cadre", ["Tournoi", "Partie amicale"]),
    ],
)
def test_two_values_of_one_are_an_error_with_a_way_out(client: FlaskClient, link: str, title: str, values: list[str]) -> None:
    page = page_of(client, link, 400)
    assert f"dit deux choses de « {title} »" in page
    ways = re.findall(r'class="tile" data-key="\d" href="([^"]+)"><span>([^<]+)', page)
    assert all(label.startswith(value) for (_, label), value in zip(ways, values, strict=True))
    for way, _ in ways:
        assert client.get(way).status_code == 200


def test_the_same_value_twice_is_said_once(client: FlaskClient) -> None:
    assert headline(page_of(client, f"{RULING}&main_complete=non")) == headline(page_of(client, RULING))
    with client.get("/cas.json" + QUESTION[4:] + "&reglement=wrc-2015") as answer:
        assert answer.status_code == 400 and "deux choses" in answer.get_json()["message"]


def test_after_a_changed_answer_the_page_says_what_the_ruling_was(client: FlaskClient) -> None:
    before = headline(page_of(client, RULING))
    change = page_of(client, RULING.replace("/cas?", "/cas/changer?") + "&_fait=tuiles_montrees")
    (link,) = re.findall(r'href="([^"]*tuiles_montrees=aucune[^"]*)"', change)
    page = page_of(client, link)
    assert f"<strong>La décision était :</strong> {before}" in page and headline(page) != before
    assert "La décision était" not in page_of(client, RULING)
    (same,) = re.findall(r'class="tile chosen" data-key="\d" href="([^"]*)"', change)
    assert "ne change rien à la décision" in page_of(client, same)


def test_a_rare_circumstance_tells_what_the_ruling_was_too(client: FlaskClient) -> None:
    page = page_of(client, RULING)
    link = re.search(r'class="changes">.*?href="([^"]+_etait=[^"]*)"', page, re.S)
    assert link and f"La décision était :</strong> {headline(page)}" in page_of(client, link[1])


@pytest.mark.walk
def test_the_questions_that_may_remain_are_those_that_come(client: FlaskClient, proof: Proof, library: Library) -> None:
    """Along the first and the last answers of many incidents: never more questions than were announced, never fewer."""
    tried = 0
    for ruleset in library.rulesets:
        for incident in library.incidents_of(ruleset)[::7]:
            for pick in (0, -1):
                link = f"/cas?reglement={ruleset}&contexte=tournoi&incident={incident.id}"
                page = page_of(client, link)
                bounds: list[tuple[int, int]] = []
                while 'class="question"' in page and "form class=\"number\"" not in page:
                    bounds.append(_announced(page))
                    ways = [one for one in re.findall(r'class="tile" data-key="\d" href="([^"]*)"', page) if "=autre-chose" not in one]
                    page = page_of(client, ways[pick])
                if 'class="question"' in page:
                    continue
                for asked, (fewest, most) in enumerate(bounds):
                    assert fewest <= len(bounds) - asked <= most, (link, pick, bounds)
                tried += len(bounds)
    assert tried > 30


def _announced(page: str) -> tuple[int, int]:
    words = re.search(r'class="remaining">(.*?)</p>', page)
    assert words, page[-3000:]
    numbers = [int(one) for one in re.findall(r"\d+", words[1])]
    if "C'est la dernière" in words[1]:
        return 1, 1
    if "Peut-être" in words[1]:
        return 1, 1 + numbers[0]
    return numbers[0], numbers[-1]


def given_away(client: FlaskClient, link: str) -> str:
    """The address that a case is shared under."""
    page = page_of(client, link.replace("/cas?", "/cas/partager?"))
    found = re.search(r'data-share="http://localhost([^"]*)"', page)
    assert found
    return found[1]


OLDER = "0123456789ab"


@pytest.mark.parametrize("link", [RULING, QUESTION, RULING.replace("=toutes", "=non-etabli")])
def test_a_link_of_older_knowledge_says_that_the_decision_is_the_same(client: FlaskClient, library: Library, link: str) -> None:
    shared = given_away(client, link)
    assert library.version[:12] in shared and "version antérieure" not in page_of(client, shared)
    old = page_of(client, shared.replace(library.version[:12], OLDER))
    assert f"({OLDER}) ; la décision est restée la même" in old


@pytest.mark.parametrize("link", [RULING, QUESTION, RULING.replace("=toutes", "=non-etabli")])
def test_a_link_of_older_knowledge_says_that_the_decision_differs(client: FlaskClient, library: Library, link: str) -> None:
    """Here what was decided then is taken from another case, as an edit of a rule would have it."""
    other = given_away(client, RULING.replace("main_complete=non", "main_complete=oui&furiten=non&yaku=oui"))
    then = other.partition("_v=")[2].replace(library.version[:12], OLDER)
    page = page_of(client, f"{link}&_v={then}")
    assert "n'est plus ce qui avait été partagé" in page and OLDER in page


@pytest.mark.parametrize("said", ["", "x", "0123456789ab", "0123456789ab.zz", "<b>"])
def test_what_is_no_mark_of_a_link_says_nothing(client: FlaskClient, said: str) -> None:
    assert page_of(client, f"{RULING}&_v={said}") == page_of(client, RULING)
