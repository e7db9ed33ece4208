"""Cases of several events: in their address, put in another order and taken out; on their pages, added, told and compared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from assistant.consultation.consultant import Consultant
from assistant.consultation.lines import answer_words
from assistant.consultation.naming import CASE_TITLES
from assistant.consultation.text import consultation_text
from assistant.decision import headings
from assistant.model import Library
from web import events
from web.typesetting import as_printed

DEAD = {"incident": "appel-de-substitution", "qui": "sud", "tuile_rejetee": "identique"}
WON = {"2.incident": "victoire-annoncee", "2.qui": "sud", "2.quand": "apres", "2.tuiles_montrees": "toutes"}
TWO = {**DEAD, **WON}
UNKNOWN = {
    "incident": "victoire-annoncee",
    "qui": "sud",
    "tuile_gagnante": "ecart",
    "main_complete": "oui",
    "yaku": "oui",
    "furiten": "non-etabli",
    "tuiles_montrees": "non-etabli",
    "2.incident": "main-montree-apres-victoire-d-un-autre",
    "2.qui": "est",
    "2.quand": "apres",
    "2.tuiles_montrees": "toutes",
}
READ = {
    "incident": "appel-non-permis",
    "qui": "ouest",
    "empechement": "autre-place",
    "element_expose": "oui",
    "ecart_fait": "oui",
    "2.incident": "victoire-annoncee",
    "2.qui": "ouest",
    "2.quand": "apres",
    "2.tuile_gagnante": "ecart",
    "2.main_complete": "oui",
    "2.yaku": "oui",
    "2.furiten": "non",
    "2.tuiles_montrees": "toutes",
}
PAID = {
    "incident": "victoire-annoncee",
    "qui": "est",
    "tuile_gagnante": "pioche",
    "main_complete": "non",
    "tuiles_montrees": "aucune",
    "2.incident": "appel-avec-main-morte",
    "2.qui": "est",
    "2.quand": "apres-decision",
    "2.acte_avec_main_morte": "riichi",
    "3.incident": "riichi-sans-attente",
    "3.qui": "est",
    "3.quand": "apres",
    "3.fin_de_la_donne": "nulle",
    "3.main_montree_a_la_fin": "en-attente",
    "3.autres_noten": "deux",
}


@pytest.fixture(scope="module")
def client(app: Flask) -> Iterator[FlaskClient]:
    with app.test_client() as made:
        yield made


def link_of(facts: dict[str, str], path: str = "/cas", ruleset: str = "wrc-2015", **more: str) -> str:
    return f"{path}?{urlencode({'reglement': ruleset, 'contexte': 'tournoi', **facts, **more})}"


def page_of(client: FlaskClient, link: str, status: int = 200) -> str:
    with client.get(link) as answer:
        assert answer.status_code == status, link
        return answer.get_data(as_text=True)


def links(page: str, start: str = "/cas?") -> list[str]:
    return [unescape(one) for one in re.findall(r'href="([^"]*)"', page) if unescape(one).startswith(start)]


def named(page: str, label: str) -> str:
    """The address behind the link with this accessible name."""
    (link,) = re.findall(
        rf'href="([^"]*)" aria-label="{re.escape(as_printed(label).replace("’", "&#39;"))}"', page
    ) or (re.findall(rf'href="([^"]*)" aria-label="{re.escape(label)}"', page))
    return unescape(link)


def told(link: str) -> dict[str, str]:
    """The facts in an address."""
    facts = dict(parse_qsl(urlsplit(link).query, keep_blank_values=True))
    return {name: value for name, value in facts.items() if name not in ("reglement", "contexte")}


def plain(markup: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", markup)).split())


def seen(text: str) -> str:
    return " ".join(as_printed(text).split())


def folded(text: str) -> str:
    """Words of the terminal, whatever spaces stand between them."""
    return " ".join(text.split())


# In the address


def test_two_events_swapped_keep_all_that_was_said_of_them(library: Library) -> None:
    case = events.swapped(library, {**TWO, "2.a_qui": "est", "2.tuiles": "123m"}, 2)
    assert case.facts == {
        "incident": "victoire-annoncee",
        "qui": "sud",
        "tuiles_montrees": "toutes",
        "a_qui": "est",
        "tuiles": "123m",
        "2.incident": "appel-de-substitution",
        "2.qui": "sud",
        "2.tuile_rejetee": "identique",
    }
    assert case.unsaid == [2], "who came after a ruling is not known any more"


def test_at_the_same_moment_stays_so(library: Library) -> None:
    case = events.swapped(library, {**TWO, "2.quand": "en-meme-temps"}, 2)
    assert case.facts["2.quand"] == "en-meme-temps" and not case.unsaid


def test_swapped_twice_is_as_it_was(library: Library) -> None:
    facts = {**TWO, "2.quand": "en-meme-temps", "3.incident": "mur-renverse", "3.par": "autre"}
    once = events.swapped(library, facts, 2).facts
    assert events.swapped(library, once, 2).facts == {**facts}


def test_what_is_said_of_the_table_is_no_events_own(library: Library) -> None:
    table = next(fact.id for fact in library.facts.values() if fact.scope == "table")
    case = events.swapped(library, {**TWO, table: "oui"}, 2)
    assert case.facts[table] == "oui" and f"2.{table}" not in case.facts
    assert events.removed(library, {**TWO, table: "oui"}, 1).facts[table] == "oui"


def test_the_first_event_taken_out(library: Library) -> None:
    assert events.removed(library, TWO, 1).facts == {
        "incident": "victoire-annoncee",
        "qui": "sud",
        "tuiles_montrees": "toutes",
    }


def test_those_after_move_up_and_moments_are_joined(library: Library) -> None:
    three = {**TWO, "3.incident": "mur-renverse", "3.qui": "est", "3.quand": "en-meme-temps"}
    assert events.removed(library, three, 2) == (
        {**DEAD, "2.incident": "mur-renverse", "2.qui": "est", "2.quand": "apres"},
        [],
    )
    later = events.removed(library, {**three, "3.quand": "apres-decision"}, 2)
    assert "2.quand" not in later.facts and later.unsaid == [2]


@pytest.mark.parametrize(
    ("second", "third", "expected"),
    [
        ("autre", "autre", {"2.par": "meme"}),
        ("autre", "meme", {"2.par": "autre"}),
        ("meme", "autre", {"2.par": "autre"}),
        ("meme", "meme", {"2.par": "meme"}),
    ],
)
def test_the_same_player_and_another_are_told_of_the_event_that_is_first_now(
    library: Library, second: str, third: str, expected: dict[str, str]
) -> None:
    facts = {
        "incident": "mur-renverse",
        "2.incident": "appel-retire",
        "2.par": second,
        "3.incident": "element-faux",
        "3.par": third,
    }
    after = events.removed(library, facts, 1).facts
    assert {name: value for name, value in after.items() if name.endswith("par")} == expected


def test_the_same_player_as_one_with_a_seat_keeps_the_seat(library: Library) -> None:
    facts = {"incident": "mur-renverse", "qui": "nord", "2.incident": "appel-retire", "2.par": "meme"}
    assert events.removed(library, facts, 1).facts == {"incident": "appel-retire", "qui": "nord"}


# On the pages


def test_an_event_is_found_by_words_and_nothing_of_the_case_is_lost(client: FlaskClient) -> None:
    page = page_of(client, link_of(DEAD))
    (add,) = set(links(page, "/cas/ajouter"))
    page = page_of(client, f"{add}&_q=a+dit+ron+pour+rien&_qui=nord&_quand=apres-decision")
    chosen = next(link for link in links(page) if told(link).get("2.incident") == "victoire-annoncee")
    assert told(chosen) == {**DEAD, "2.incident": "victoire-annoncee", "2.qui": "nord", "2.quand": "apres-decision"}
    form = page.partition('class="search"')[2].partition("</form>")[0]
    assert form.count('type="hidden"') == len(DEAD) + 2 + 2  # the table, who and when
    assert "Incident 2 (Nord)" in page_of(client, chosen)


def test_neither_who_nor_when_need_be_said_and_what_matters_is_asked(client: FlaskClient) -> None:
    page = page_of(client, link_of({"incident": "appel-de-substitution", "tuile_rejetee": "identique"}, "/cas/ajouter"))
    chosen = next(link for link in links(page) if told(link).get("2.incident") == "victoire-annoncee")
    assert not {"2.qui", "2.par", "2.quand"} & set(told(chosen))
    page = page_of(client, chosen)
    assert "Qui est en cause dans l’incident 2" in plain(page) and "non-etabli" not in page
    same = next(link for link in links(page) if told(link).get("2.par") == "meme")
    assert "Quand est-ce arrivé" in plain(page_of(client, same))


def test_words_that_find_nothing_leave_the_families(client: FlaskClient) -> None:
    page = page_of(client, link_of(DEAD, "/cas/ajouter", _q="zzzz"))
    assert "Rien pour ces mots" in page and "2.incident=mur-renverse" in page


def test_events_are_moved_and_taken_out_on_the_page(client: FlaskClient) -> None:
    page = page_of(client, link_of(TWO))
    assert told(named(page, "Retirer l'incident 1"))["incident"] == "victoire-annoncee"
    assert told(named(page, "Retirer l'incident 2")) == DEAD
    earlier = named(page, "Mettre l'incident 2 plus tôt")
    assert earlier == named(page, "Mettre l'incident 1 plus tard")
    assert told(earlier)["2.tuile_rejetee"] == "identique" and told(earlier)["tuiles_montrees"] == "toutes"
    assert "redites, si on vous le demande, quand est arrivé l’incident 2" in plain(page_of(client, earlier))
    assert "Retirer" not in page_of(client, link_of(DEAD))


def test_seats_are_given_and_changed_on_any_page_of_a_case(client: FlaskClient) -> None:
    for facts in (TWO, UNKNOWN, {**DEAD, "2.incident": "victoire-annoncee"}, {"incident": "victoire-annoncee"}):
        page = page_of(client, link_of(facts))
        for number in range(1, 1 + events.count(facts)):
            key = events.prefix(number) + "qui"
            assert any(told(link)["_fait"] == key for link in links(page, "/cas/changer")), (facts, key)
    page = page_of(client, link_of(TWO, "/cas/changer", _fait="2.qui"))
    assert {told(link).get("2.qui") for link in links(page)} == {"sud", "est", "ouest", "nord", "personne", None}
    alone = page_of(client, link_of({"incident": "mur-renverse"}, "/cas/changer", _fait="qui"))
    assert {"est", "a", "d"} <= {told(link).get("qui") for link in links(alone)}
    lettered = {**DEAD, "qui": "a", "2.incident": "mur-renverse"}
    page = page_of(client, link_of(lettered, "/cas/changer", _fait="2.qui"))
    assert {told(link).get("2.qui") for link in links(page)} == {"a", "b", "c", "d", "personne", None}


def test_when_and_to_whom_are_changed_too(client: FlaskClient) -> None:
    page = page_of(client, link_of(TWO, "/cas/changer", _fait="2.quand"))
    assert {told(link).get("2.quand") for link in links(page)} >= {
        "en-meme-temps",
        "apres-decision",
        "non-etabli",
        None,
    }
    page = page_of(client, link_of(TWO, "/cas/changer", _fait="2.a_qui"))
    assert {told(link).get("2.a_qui") for link in links(page)} == {"est", "sud", "ouest", "nord", None}
    for key in ("quand", "3.qui", "2.lecture", "2.rien"):
        assert "ne peut pas être changée" in plain(page_of(client, link_of(TWO, "/cas/changer", _fait=key), 400))


def test_former_addresses_are_understood_and_what_is_not_is_told(client: FlaskClient) -> None:
    page = plain(page_of(client, link_of({**DEAD, "2.incident": "mur-renverse", "2.par": "autre"})))
    assert "Incident 2 (l’autre joueur)" in page
    page = plain(page_of(client, link_of({**TWO, "2.qui": "a"})))
    assert "2.qui = a" in page and "Incident 1 (Sud)" in page and "Incident 2" in page
    page = plain(page_of(client, link_of({**TWO, "2.quand": "hier"})))
    assert "2.quand = hier" in page


def test_a_linked_fact_is_shown_with_its_event_and_can_be_overruled(client: FlaskClient) -> None:
    page = page_of(client, link_of(TWO))
    assert seen("réglé par l'incident 1 : la main était morte, personne ne l'avait dit") in plain(page)
    assert any(told(link)["_fait"] == "2.mort_declaree" for link in links(page, "/cas/changer"))
    change = page_of(client, link_of(TWO, "/cas/changer", _fait="2.mort_declaree"))
    other = next(link for link in links(change) if told(link).get("2.mort_declaree") == "oui")
    page = page_of(client, other)
    assert headings.AGAINST_EVENT in page and seen("le cas dit « Non, on s'en aperçoit maintenant »") in plain(page)
    back = next(link for link in links(page) if told(link) == TWO)
    assert headings.AGAINST_EVENT not in page_of(client, back)


def test_the_natural_incident_says_as_what_it_is_judged(client: FlaskClient, library: Library) -> None:
    turned = library.incidents["victoire-main-morte"].title
    page = plain(page_of(client, link_of(TWO)))
    assert seen(f"{headings.JUDGED_AS} « {turned} », parce que : main morte (incident 1)") in page


@pytest.mark.parametrize(("facts", "ruleset"), [(TWO, "wrc-2015"), (PAID, "wrc-2015"), (TWO, "ema-2016")])
def test_the_sheet_and_the_terminal_tell_the_whole_case(
    client: FlaskClient, consultant: Consultant, facts: dict[str, str], ruleset: str
) -> None:
    (document,) = consultant.consult([ruleset], facts)["consultations"]
    ruling = document["ruling"]
    assert ruling is not None
    page = plain(page_of(client, link_of(facts, ruleset=ruleset)))
    text = folded(consultation_text(document))
    lines = [*ruling["headline"], *ruling["steps"], *ruling["silences"], *ruling["idle"]]
    lines += [reading["text"] for reading in ruling["readings"]]
    lines += [f"{row['text']}" for row in (ruling["payments"] or {"rows": []})["rows"]]
    lines += [right["label"] for player in ruling["allowed"] for right in player["rights"]]
    for line in lines:
        assert seen(line)[1:] in page and folded(line)[1:] in text, line
    for title, part in (
        (headings.IDLE, ruling["idle"]),
        (headings.PAYMENTS, ruling["payments"]),
        (headings.ALLOWED, ruling["allowed"]),
    ):
        assert (f" {title} " in page) is bool(part) and (f" {title.upper()} " in text) is bool(part), title


def test_nothing_that_would_change_an_event_is_told_of_another(client: FlaskClient) -> None:
    """The circumstances of the second event are told of the second, and lead there."""
    page = page_of(client, link_of(TWO))
    changed = [told(link)["_change"] for link in links(page) if "_change" in told(link)]
    assert any(key.startswith("2.") for key in changed) and any(not key.startswith("2.") for key in changed)
    for link in (link for link in links(page) if "_change" in told(link)):
        assert page_of(client, link)


def test_two_unknowns_are_a_tree_with_the_fact_to_establish_first(client: FlaskClient, consultant: Consultant) -> None:
    (document,) = consultant.consult(["ema-2016"], UNKNOWN)["consultations"]
    tree = document["tree"]
    assert tree is not None and tree["key"] == "furiten"
    page = page_of(client, link_of(UNKNOWN, ruleset="ema-2016"))
    text = consultation_text(document)
    first = f"{headings.FIRST} : {tree['title'][0].lower()}{tree['title'][1:]}"
    assert seen(first) in plain(page) and as_printed(tree["title"]).replace("’", "'") in text.replace("\n", " ")
    assert page.count('<details class="leaf"') == len(document["possibilities"])
    assert page.count('class="tree"') == 2, "one level more, no conjunction"
    assert any(told(link) == {**UNKNOWN, "furiten": "non"} for link in links(page))
    for number in range(1, 1 + len(document["possibilities"])):
        assert f'id="ema-2016-{number}"' in page and f"[{number}]" in text


def test_readings_that_fork_a_case_are_taken_by_a_link(client: FlaskClient, consultant: Consultant) -> None:
    (document,) = consultant.consult(["ema-2016"], READ)["consultations"]
    assert document["tree"] is not None and document["tree"]["key"] == "lecture"
    assert all(event["ruling"] is None for event in document["events"][1:])
    page = page_of(client, link_of(READ, ruleset="ema-2016"))
    assert headings.CHOOSE_FIRST in unescape(page).replace("’", "'")
    for number in ("1", "2"):
        taken = next(link for link in links(page) if told(link).get("lecture") == number)
        ruled = page_of(client, taken)
        assert "Le cas entier" in ruled and CASE_TITLES["lecture"] in ruled
        assert any(told(link) == READ for link in links(ruled)), "and given up"


def test_the_same_case_elsewhere_carries_who_and_when_but_no_reading(client: FlaskClient) -> None:
    page = page_of(client, link_of({**TWO, "2.lecture": "2"}))
    elsewhere = {link: told(link) for link in links(page) if "reglement=ema-2016" in link}
    assert elsewhere and all(facts == TWO for facts in elsewhere.values())


def test_several_events_side_by_side(client: FlaskClient) -> None:
    page = plain(page_of(client, link_of({**TWO, "2.lecture": "2"}, "/comparer/cas")))
    assert "Incident 2 (Sud)" in page and seen("quand : après, sans que personne") in page
    assert "Chaque texte a ses propres lectures" in page
    assert client.get(link_of({**TWO, "2.lecture": "2"}, "/comparer/cas.json")).status_code == 400
    page = page_of(client, link_of({**UNKNOWN, "huit_points": "oui"}, "/comparer/cas"))
    assert page.count(headings.FIRST.replace("'", "’")) >= 2 and 'id="ema-2016-1"' in page
    asked = page_of(client, link_of({**DEAD, "2.incident": "victoire-annoncee", "2.qui": "sud"}, "/comparer/cas"))
    assert any("2.quand" in told(link) for link in links(asked, "/comparer/cas"))


def test_a_player_who_was_not_said_is_told_as_supposed(client: FlaskClient) -> None:
    """Nor do the answers repeat what the heading says of the seat."""
    won = {name: value for name, value in UNKNOWN.items() if "." not in name} | {"tuiles_montrees": "toutes", "qui": "est"}
    chain = {**won, "furiten": "ecart-precedent", "2.incident": "riichi-sans-attente"}
    page = page_of(client, link_of(chain, ruleset="ema-2016"))
    second = page[page.index("Incident 2 (Est)") :]
    assert re.search(r"<span>Qui</span> <strong>Est</strong> <em>supposé</em>", second)
    assert "Place du joueur : <strong>" not in page and seen("C'est Est : <strong>") not in page
    page = page_of(client, link_of({**chain, "2.qui": "ouest"}, ruleset="ema-2016"))
    assert re.search(r"<span>Qui</span> <strong>Ouest</strong> *<", page[page.index("Incident 2 (Ouest)") :])


def test_answers_that_are_all_of_yes_are_said_by_that_word(consultant: Consultant) -> None:
    """« Oui », not each way in which it may be yes; as soon as one of them leads elsewhere, each is named."""
    (document,) = consultant.consult(["ema-2016"], {name: value for name, value in UNKNOWN.items() if "." not in name and name != "qui"})["consultations"]
    tree = document["tree"]
    assert tree is not None and tree["fact"] == "furiten"
    assert [answer_words(one, tree) for one in tree["answers"]] == ["Non", "Oui"]
    (yes,) = [one for one in tree["answers"] if len(one["labels"]) > 1]
    apart = {**tree, "answers": [*tree["answers"], {**yes, "labels": ["Oui, autrement"]}]}
    assert answer_words(yes, apart).startswith("Oui, elle est parmi ses propres écarts ; ou oui, ")  # type: ignore[arg-type]
    shown = yes["then"]
    assert shown is not None and answer_words(shown["answers"][0], shown) == "Aucune tuile ; ou seulement deux tuiles, celles d'un appel"
