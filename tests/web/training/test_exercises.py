"""Exercises on the training pages: chosen, done, explained, counted."""

from __future__ import annotations

import json
import re
from html import unescape
from itertools import product

import pytest
from flask.testing import FlaskClient

from assistant.model import Library
from assistant.training.learners.choice import as_text, read, restored, widenings
from tests.support.lessons import do_exercise, enrolled, get, post, sit, the_school, token, twin
from web.pages.training.exercises import SERIES

pytestmark = pytest.mark.walk  # whole sessions of a learner


def test_a_learner_does_exercises_and_sees_progress(client: FlaskClient, library: Library) -> None:
    page = enrolled(client)
    assert "Aline" in page
    ruleset = next(iter(library.rulesets))
    link = post(client, "/formation/exercice", page, reglement=ruleset, niveau="1")
    end = do_exercise(client, link)
    assert "La fiche" in end and "blockquote" in end and "À faire maintenant" in end
    progress = get(client, "/formation/progression")
    assert progress.count('class="bar"') > 10 and 'class="days"' in progress and "style=" not in progress
    figures = json.loads(get(client, "/formation/progression.json"))
    assert sum(row["seen"] for row in figures["rulesets"]) >= 1 and figures["clauses"] and figures["days"]
    again = post(client, "/formation/exercice", get(client, "/formation"), reglement=ruleset, niveau="1")
    assert again != link
    assert "1 exercice fait" in get(client, "/formation")


def test_a_mistake_is_explained_and_its_clause_comes_back(client: FlaskClient, library: Library) -> None:
    page = enrolled(client)
    link = post(client, "/formation/exercice", page, niveau="1")
    end = do_exercise(client, link, wrong=True)
    assert "✗" in end
    figures = json.loads(get(client, "/formation/progression.json"))
    again = post(client, "/formation/exercice", get(client, "/formation"), niveau="1", faibles="1")
    school = the_school(client)
    first, second = (school.progress.attempt(int(one.rpartition("/")[2])) for one in (link, again))
    assert first is not None and second is not None
    assert figures["days"][0]["known"] < figures["days"][0]["reviewed"]
    exercise = school.exercise(second.story, second.ruleset)
    assert exercise is not None and set(exercise.clauses) & set(school.cards(first.learner))


def test_filters(client: FlaskClient, library: Library) -> None:
    page = enrolled(client)
    family = next(task.family for task in reversed(the_school(client).playable()) if task.differs)
    link = post(client, "/formation/exercice", page, famille=family, differents="1")
    attempt = the_school(client).progress.attempt(int(link.rpartition("/")[2]))
    assert attempt is not None and library.cases[attempt.story].family == family


def fields_of(page: str) -> dict[str, str]:
    """What the form of the exercises has chosen."""
    form = page[page.index('action="/formation/exercice"') :].partition("</form>")[0]
    picked = {
        name: found[1]
        for name, options in re.findall(r'<select name="(\w+)">(.*?)</select>', form)
        if (found := re.search(r'value="([^"]*)" selected', options))
    }
    return picked | dict.fromkeys(re.findall(r'name="(\w+)" value="1" checked', form), "1")


def test_what_was_chosen_lasts(client: FlaskClient, library: Library) -> None:
    ruleset = list(library.rulesets)[1]
    asked = {"reglement": ruleset, "niveau": "2", "famille": "victoire", "differents": "1", "faibles": "1"}
    link = post(client, "/formation/exercice", enrolled(client), **asked)
    known = {task.id: task for task in the_school(client).playable()}
    for _ in range(4):
        end = do_exercise(client, link)
        assert "niveau 2" in end and "jamais fait" in end
        link = post(client, "/formation/exercice/suivant", end)
        attempt = the_school(client).progress.attempt(int(link.rpartition("/")[2]))
        assert attempt is not None
        task = known[f"{attempt.ruleset}/{attempt.story}"]
        assert (task.ruleset, task.level, task.family, task.differs) == (ruleset, 2, "victoire", True)
    assert fields_of(get(client, "/formation")) == asked
    post(client, "/formation/quitter", end)
    post(client, "/formation/choisir", get(client, "/formation"), numero="1")
    assert fields_of(get(client, "/formation")) == asked  # kept with the learner, in no cookie
    post(client, "/formation/exercice", get(client, "/formation"), niveau="1")
    assert fields_of(get(client, "/formation")) == {"niveau": "1"}


def test_a_choice_without_exercises_offers_what_is_near(client: FlaskClient, library: Library) -> None:
    page = enrolled(client)
    known = the_school(client).playable()
    there = {(task.ruleset, task.level, task.family) for task in known}
    missing = [
        (ruleset, level, family)
        for ruleset in library.rulesets
        for level in (1, 2, 3)
        for family in library.families
        if (ruleset, level, family) not in there
    ]
    assert missing
    for ruleset, level, family in missing:
        asked = {"reglement": ruleset, "niveau": str(level), "famille": family}
        page = get(client, post(client, "/formation/exercice", page, **asked).partition("#")[0])
        assert "Aucun exercice ne répond à ce choix" in unescape(page)
        form = page[page.index('class="offers"') :].partition("</ul>")[0]
        offers = re.findall(r"<form.*?</form>", form)
        assert offers
        for offer in offers:
            told = re.search(r"<small>(\d+) exercice", offer)
            choice = read(library, dict(re.findall(r'name="(\w+)" value="([^"]*)"', offer)))
            assert told and int(told[1]) == sum(choice.wish.admits(task) for task in known) > 0
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', offers[0]))
    fields.pop("jeton")
    assert "/exercice/" in post(client, "/formation/exercice", page, **fields)


def test_every_choice_leads_somewhere(library: Library, client: FlaskClient) -> None:
    enrolled(client)
    known = the_school(client).playable()
    for fields in product(["", *library.rulesets], ["", "1", "2", "3"], ["", *library.families], ["", "1"]):
        choice = read(library, dict(zip(("reglement", "niveau", "famille", "differents"), fields, strict=True)))
        assert restored(library, as_text(choice)) == choice
        if not any(choice.wish.admits(task) for task in known):
            near = widenings(library, known, choice)
            assert near and all(one.exercises and one.label for one in near)
    assert restored(library, "du bruit") is None and restored(library, '{"niveau": 1}') is None


def test_exercises_are_counted_each_time(client: FlaskClient, library: Library) -> None:
    do_exercise(client, post(client, "/formation/exercice", enrolled(client), niveau="1"))
    assert "1 exercice fait ·" in get(client, "/formation")
    link = post(client, "/formation/exercice/suivant", get(client, "/formation"))
    do_exercise(client, link)
    assert "2 exercices faits, tous différents" in get(client, "/formation")
    school = the_school(client)
    attempt = school.progress.attempt(1)
    assert attempt is not None
    do_exercise(client, f"/formation/exercice/{school.progress.start(1, attempt.ruleset, attempt.story)}")
    assert "3 exercices faits, dont 2 différents" in get(client, "/formation")


def test_only_the_mistake_is_marked_as_one(client: FlaskClient) -> None:
    link = post(client, "/formation/exercice", enrolled(client), niveau="1")
    attempt = the_school(client).progress.attempt(int(link.rpartition("/")[2]))
    assert attempt is not None
    made = the_school(client).exercise(attempt.story, attempt.ruleset)
    assert made is not None
    wrong = next(one for one in made.stages[0].options if not one.right)
    shown = get(client, post(client, link, get(client, link), etape=made.stages[0].id, choix=wrong.id))
    assert shown.count('<li class="wrong chosen">') == 1 and shown.count("votre réponse") == 1
    css = get(client, "/static/arbitre.css")
    red = [rule for rule in re.findall(r"([^{}]*)\{[^}]*var\(--red\)[^}]*\}", css) if ".corrected" in rule]
    assert (
        red
        and all(".chosen" in rule for rule in red)
        and "dashed" not in "".join(re.findall(r"\.corrected[^{}]*\{[^}]*\}", css))
    )


def test_pages_that_show_data_have_a_twin(client: FlaskClient, library: Library) -> None:
    page = enrolled(client)
    known = twin(client, "/formation")
    assert {one["ruleset"] for one in known} == set(library.rulesets) and all(one["clauses"] for one in known)
    assert twin(client, "/formation/progression")["families"]
    link = post(client, "/formation/exercice", page, niveau="1")
    before = twin(client, link)
    (upcoming,) = before["stages"]
    assert before["clauses"] is None and all("right" not in one and "why" not in one for one in upcoming["options"])
    do_exercise(client, link)
    after = twin(client, link)
    assert after["left"] == 0 and after["clauses"]
    assert all(sum(one["right"] for one in stage["options"]) == 1 and stage["answer"] for stage in after["stages"])


@pytest.mark.walk
def test_somebody_new_does_thirty_exercises_and_takes_an_exam(client: FlaskClient, library: Library) -> None:
    """Level 1 of one ruleset: thirty different stories, every family in turn, every quotation verbatim."""
    page = enrolled(client)
    ruleset = next(iter(library.rulesets))
    seen: set[str] = set()
    for _ in range(30):
        link = post(client, "/formation/exercice", page, reglement=ruleset, niveau="1")
        end = unescape(do_exercise(client, link))
        attempt = the_school(client).progress.attempt(int(link.rpartition("/")[2]))
        assert attempt is not None and library.cases[attempt.story].level == 1
        seen.add(attempt.story)
        made = the_school(client).exercise(attempt.story, attempt.ruleset)
        assert made is not None
        for clause in made.decision_clauses:
            assert library.clauses[clause].quotes[0] in end
        page = get(client, "/formation")
    assert len(seen) == 30
    assert len({library.cases[story].family for story in seen}) >= 9
    link = post(client, "/formation/examen", page, questions="20", graine="7")
    assert "20 sur 20" in sit(client, link, 20)


@pytest.mark.parametrize(
    ("link", "fields", "says"),
    [
        ("/formation/exercice", {"reglement": "ema-2061"}, "ema-2016"),
        ("/formation/exercice", {"famille": "victoires"}, "victoire"),
        ("/formation/exercice", {"niveau": "9"}, "niveau inconnu"),
        ("/formation/examen", {"questions": "20", "reglement": "ema-2061"}, "ema-2016"),
    ],
)
def test_a_form_of_unknown_words_is_refused_and_says_what_there_is(
    client: FlaskClient, link: str, fields: dict[str, str], says: str
) -> None:
    page = enrolled(client)
    with client.post(link, data={"jeton": token(page), **fields}) as answer:
        assert answer.status_code == 400
        assert says in unescape(answer.get_data(as_text=True)).lower()
    assert not the_school(client).progress.done(1)


def test_cards_are_served(client: FlaskClient, library: Library) -> None:
    ruleset = next(iter(library.rulesets))
    assert get(client, f"/formation/fiches.csv?reglement={ruleset}").startswith("identifiant,")
    with client.get(f"/formation/fiches.apkg?reglement={ruleset}") as answer:
        assert answer.status_code == 200 and answer.data.startswith(b"PK")


def series_of(client: FlaskClient, wrong: int = 0) -> str:
    """« Cinq minutes » from the first to the last, with a fault in so many of them; what they brought."""
    page = enrolled(client)
    link = post(client, "/formation/serie", page)
    for number in range(SERIES):
        end = do_exercise(client, link, wrong=number < wrong)
        assert f"{number + 1} sur {SERIES}" in end
        link = post(client, "/formation/exercice/suivant", end)
    assert link == "/formation/serie/bilan"
    return unescape(get(client, link))


def test_five_minutes_are_the_first_button_and_end_with_what_they_brought(client: FlaskClient) -> None:
    assert re.search(r"<main.*?<button[^>]*><span>Cinq minutes</span>", enrolled(client), re.S)
    first = re.search(r"<button.*?</button>", get(client, "/formation").partition("<main")[2], re.S)
    assert first and "Cinq minutes" in first[0]
    page = series_of(client, 4)
    assert f"6 exercices sans faute sur {SERIES}" in page and "bravo" not in page
    assert f"{SERIES} sur 10</strong> aujourd’hui · but du jour atteint" in page.replace("'", "’")
    home = unescape(get(client, "/formation"))
    assert "but du jour atteint" in home and "apprise" in home and "dont 6 sans faute" in home


def test_praise_is_earned(client: FlaskClient) -> None:
    assert f"{SERIES} exercices sans une faute : bravo" in series_of(client).replace("\u202f", " ").replace(
        "\u00a0", " "
    )


def test_five_minutes_broken_off_are_taken_up_again(client: FlaskClient) -> None:
    do_exercise(client, post(client, "/formation/serie", enrolled(client)))
    assert f"reprendre : 1 exercice sur {SERIES}" in unescape(get(client, "/formation")).replace("\u00a0", " ")
    end = do_exercise(client, post(client, "/formation/serie", get(client, "/formation")))
    assert f"2 sur {SERIES}" in end
    post(client, "/formation/exercice", end, niveau="1")  # another choice is no series
    assert "reprendre" not in get(client, "/formation")
    with client.get("/formation/serie/bilan") as answer:
        assert answer.status_code == 303


def test_a_goal_is_chosen(client: FlaskClient) -> None:
    page = enrolled(client)
    assert "0 sur 10" in page
    post(client, "/formation/but", page, but="5")
    assert "0 sur 5" in get(client, "/formation")
    for other in ("7", "", "x"):
        post(client, "/formation/but", page, 400, but=other)


def test_continuing_is_in_view_on_every_page_of_an_exercise(client: FlaskClient) -> None:
    """One button that leads on, kept at the foot of the screen."""
    link = post(client, "/formation/exercice", enrolled(client))
    attempt = the_school(client).progress.attempt(int(link.rpartition("/")[2]))
    made = the_school(client).exercise(attempt.story, attempt.ruleset) if attempt else None
    assert made is not None
    for stage in made.stages:
        shown = get(client, post(client, link, get(client, link), etape=stage.id, choix=stage.options[0].id))
        assert shown.count('class="onward"') == 1 or shown.count('class="button onward"') == 1
    assert 'class="onward"' in get(client, link)


def test_progress_is_told_against_what_is_trained(client: FlaskClient, library: Library) -> None:
    ruleset = list(library.rulesets)[2]
    do_exercise(client, post(client, "/formation/exercice", enrolled(client), reglement=ruleset))
    figures = json.loads(get(client, "/formation/progression.json"))
    assert {row["id"] for row in figures["rulesets"] if row["trained"]} == {ruleset}
    mine = {clause for task in the_school(client).tasks() if task.ruleset == ruleset for clause in task.clauses}
    assert sum(row["total"] for row in figures["families"]) >= len(mine)
    assert all(row["total"] <= len(mine) for row in figures["families"])
