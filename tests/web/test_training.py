"""The training pages, through Flask's client: from a name to an exam result, and everything that may not be."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from html import unescape
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from assistant.model import Library
from assistant.training.exercises.syllabus import Task
from assistant.training.learners.choice import as_text, read, restored, widenings
from assistant.training.learners.progress import Progress
from assistant.training.learners.repetition import lasting, now
from web import create_app
from web.pages.training.session import NAME, School, school


@pytest.fixture(scope="module")
def its_school(app: Flask, syllabus: tuple[Task, ...]) -> School:
    """The school of the application, its exercises and papers kept from test to test."""
    with app.app_context():
        return school()


@pytest.fixture
def client(app: Flask, its_school: School, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FlaskClient]:
    """The application with a file of learners of its own."""
    monkeypatch.setattr(its_school, "progress", Progress(tmp_path / "progression.sqlite"))
    with app.test_client() as made:
        yield made


def get(client: FlaskClient, link: str, status: int = 200) -> str:
    with client.get(link) as answer:
        assert answer.status_code == status, (link, answer.status_code, answer.get_data(as_text=True)[:2000])
        return answer.get_data(as_text=True)


def token(page: str) -> str:
    found = re.search(r'name="jeton" value="([0-9a-f]{64})"', page)
    assert found
    return found[1]


def post(client: FlaskClient, link: str, page: str, status: int = 303, **fields: object) -> str:
    """Send a form of a page; where it leads."""
    with client.post(link, data={"jeton": token(page), **fields}) as answer:
        assert answer.status_code == status, (link, answer.status_code, answer.get_data(as_text=True)[-1500:])
        return str(answer.headers.get("Location", ""))


def enrolled(client: FlaskClient, name: str = "Aline") -> str:
    post(client, "/formation/eleve", get(client, "/formation"), nom=name)
    return get(client, "/formation")


def the_school(client: FlaskClient) -> School:
    found = client.application.extensions[NAME]
    assert isinstance(found, School)
    return found


def do_exercise(client: FlaskClient, link: str, wrong: str | None = None) -> str:
    """Answer every stage rightly, but for one perhaps; the page at the end."""
    number = int(link.rpartition("/")[2])
    attempt = the_school(client).progress.attempt(number)
    assert attempt is not None
    made = the_school(client).exercise(attempt.story, attempt.ruleset)
    assert made is not None
    for stage in made.stages:
        page = get(client, link)
        assert unescape(page).count('name="choix"') == len(stage.options)
        option = next(one for one in stage.options if one.right == (stage.id != wrong))
        shown = get(client, post(client, link, page, etape=stage.id, choix=option.id))
        for one in stage.options:
            assert one.why.split(" ")[0].replace("'", "’") in unescape(shown).replace("'", "’")
        if stage.verbatim:
            assert stage.right.why in unescape(shown)  # the quotation as it stands
        assert ("Juste." in shown) == (stage.id != wrong)
    return get(client, link)


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
    end = do_exercise(client, link, wrong="decision")
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
    family = next(reversed(library.families))
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


def exam_of(client: FlaskClient, seed: int = 7) -> str:
    return post(client, "/formation/examen", enrolled(client), questions="20", graine=str(seed))


def sit(client: FlaskClient, link: str, right: int) -> str:
    """Answer so many questions rightly, the others wrongly, and hand in."""
    sitting = the_school(client).progress.sitting(int(link.rpartition("/")[2]))
    assert sitting is not None
    paper = the_school(client).paper(sitting.seed, sitting.questions, sitting.ruleset)
    for question in paper.questions:
        page = get(client, f"{link}?q={question.number}")
        if not question.stage.verbatim:
            assert not any(option.why in unescape(page) for option in question.stage.options)  # no help
        option = next(one for one in question.stage.options if one.right == (question.number <= right))
        post(client, link, page, q=str(question.number), choix=option.id)
    return get(client, post(client, f"{link}/rendre", get(client, f"{link}?q=0")))


def test_an_exam_passed_gives_an_attestation(client: FlaskClient, library: Library) -> None:
    link = exam_of(client)
    result = sit(client, link, 16)
    assert "16 sur 20" in result and "reçu" in result and result.count('class="reading"') == 4
    assert result.count("<blockquote") >= 4
    assert "Aline" in get(client, f"{link}/attestation")
    assert "16 sur 20" in get(client, "/formation")
    with client.get(link) as answer:
        assert answer.status_code == 303  # closed


def test_an_exam_is_not_handed_in_by_a_slip(client: FlaskClient) -> None:
    """A question only leads to the last page, which says what is not answered yet."""
    link = exam_of(client)
    assert f'action="{link}/rendre"' not in get(client, f"{link}?q=1")
    last = get(client, f"{link}?q=0")
    assert "20 questions sans réponse" in last and f'action="{link}/rendre"' in last


def test_an_exam_failed_gives_none(client: FlaskClient) -> None:
    link = exam_of(client)
    assert "non reçu" in sit(client, link, 14)
    get(client, f"{link}/attestation", 404)


def test_what_an_exam_shows_counts_for_what_comes_next(client: FlaskClient) -> None:
    link = exam_of(client)
    school = the_school(client)
    sitting = school.progress.sitting(int(link.rpartition("/")[2]))
    assert sitting is not None and not school.cards(sitting.learner)
    page = sit(client, link, 14)
    assert "reviendra dans vos exercices" in page
    questions = school.paper(sitting.seed, sitting.questions, sitting.ruleset).questions
    assert set(school.cards(sitting.learner)) == {clause for one in questions for clause in one.clauses}
    known = {clause for one in questions[:14] for clause in one.clauses}
    missed = {clause for one in questions[14:] for clause in one.clauses}
    assert figures_of(client, missed) < figures_of(client, known - missed)
    again = post(client, "/formation/exercice", page, faibles="1")
    attempt = school.progress.attempt(int(again.rpartition("/")[2]))
    made = school.exercise(attempt.story, attempt.ruleset) if attempt else None
    assert made is not None and set(made.clauses) & missed


def figures_of(client: FlaskClient, clauses: set[str]) -> float:
    """How well these clauses are known."""
    cards = the_school(client).cards(1)
    return sum(lasting(cards[clause], now()) for clause in clauses) / len(clauses)


def test_a_name_known_already_is_said(client: FlaskClient) -> None:
    page = enrolled(client)
    assert "déjà pris" not in page
    post(client, "/formation/quitter", page)
    link = post(client, "/formation/eleve", get(client, "/formation"), nom="Aline")
    assert "Ce nom est déjà pris" in get(client, link)


def test_time_up_hands_the_exam_in(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    link = exam_of(client)
    with the_school(client).progress.work() as connection:
        connection.execute("update exam set started = '2020-01-01T00:00:00+00:00'")
    page = get(client, f"{link}/resultat")
    assert "0 sur 20" in page and page.count("Sans réponse") == 20


def test_an_answer_after_the_time_does_not_count(client: FlaskClient) -> None:
    link = exam_of(client)
    school = the_school(client)
    sitting = school.progress.sitting(int(link.rpartition("/")[2]))
    assert sitting is not None
    question = school.paper(sitting.seed, sitting.questions, sitting.ruleset).questions[0]
    page = get(client, f"{link}?q=1")
    assert 'role="timer"' in page and re.search(r'data-left="(17|18)\d\d"', page)  # the script counts down from here
    with school.progress.work() as connection:
        connection.execute("update exam set started = '2020-01-01T00:00:00+00:00'")
    where = post(client, link, page, q="1", choix=question.stage.right.id)
    assert where.endswith("/resultat") and "0 sur 20" in get(client, where)
    assert not school.progress.exam_answers(sitting.id)


def twin(client: FlaskClient, link: str) -> Any:
    """The data of a page, by the address that its head names."""
    found = re.search(r'<link rel="alternate" type="application/json" href="([^"]+)">', get(client, link))
    assert found
    return json.loads(get(client, found[1]))


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


def test_an_exam_s_twin_keeps_its_answers_to_itself(client: FlaskClient) -> None:
    link = exam_of(client)
    before = twin(client, link)
    assert before["seconds_left"] > 0 and before["passed"] is None and len(before["questions"]) == 20
    assert "right" not in str([one["options"] for one in before["questions"]])
    sit(client, link, 15)
    after = twin(client, f"{link}/resultat")
    assert after["right"] == 15 and after["passed"] and sum(one["correct"] for one in after["questions"]) == 15
    get(client, "/formation/exercice/999.json", 404)


def test_an_exam_of_other_knowledge_is_told(client: FlaskClient) -> None:
    link = exam_of(client)
    with the_school(client).progress.work() as connection:
        connection.execute("update exam set knowledge = 'autre'")
    with client.get(link) as answer:
        assert answer.headers["Location"] == f"{link}/resultat"
    page = unescape(get(client, f"{link}/resultat"))
    assert "mis à jour pendant cet examen" in page and "interrompu" in unescape(get(client, "/formation"))
    assert twin(client, f"{link}/resultat")["questions"] is None
    assert '"graine" value="7"' in page and '"questions" value="20"' in page
    again = post(client, "/formation/examen", page, graine="7", questions="20", reglement="")
    assert "Question 1 sur 20" in get(client, again)


def test_a_result_outlives_the_knowledge(client: FlaskClient) -> None:
    link = exam_of(client)
    sit(client, link, 15)
    with the_school(client).progress.work() as connection:
        connection.execute("update exam set knowledge = 'autre'")
    page = unescape(get(client, f"{link}/resultat"))
    assert "15 sur 20 · reçu" in page and "Votre résultat reste acquis" in page
    assert "Aline" in get(client, f"{link}/attestation")


def test_the_cookie_is_a_number_for_these_pages_alone(client: FlaskClient) -> None:
    page = get(client, "/formation")
    with client.post("/formation/eleve", data={"jeton": token(page), "nom": "A"}) as answer:
        (cookie,) = answer.headers.getlist("Set-Cookie")
    assert cookie.startswith("eleve=1;") and "Path=/formation" in cookie
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie


@pytest.mark.parametrize(
    ("headers", "fields"),
    [
        ({}, {"jeton": ""}),
        ({}, {"jeton": "0" * 64}),
        ({}, {"jeton": "é"}),
        ({"Sec-Fetch-Site": "cross-site"}, {}),
        ({"Sec-Fetch-Site": "same-site"}, {}),
        ({"Origin": "https://ailleurs.example"}, {}),
    ],
)
def test_another_site_cannot_send_a_form(client: FlaskClient, headers: dict[str, str], fields: dict[str, str]) -> None:
    page = enrolled(client)
    for link in (
        "/formation/eleve",
        "/formation/supprimer",
        "/formation/exercice",
        "/formation/examen",
        "/formation/import",
    ):
        data = {"jeton": token(page), "nom": "B", "confirmer": "oui", "questions": "20", **fields}
        with client.post(link, data=data, headers=headers) as answer:
            assert answer.status_code == 403
    assert [one.name for one in the_school(client).progress.learners()] == ["Aline"]


def test_a_learner_sees_nothing_of_another(client: FlaskClient) -> None:
    link, exam = post(client, "/formation/exercice", enrolled(client)), exam_of(client)
    enrolled(client, "Boris")
    get(client, link, 404)
    get(client, exam, 404)


def test_without_a_learner_these_pages_say_so(client: FlaskClient) -> None:
    for link in ("/formation/progression", "/formation/export.json", "/formation/exercice/1", "/formation/examen/1"):
        assert "Formation" in get(client, link, 403)
    get(client, "/formation/donnees")
    client.set_cookie("eleve", "x" * 50, path="/formation")
    get(client, "/formation")
    client.set_cookie("eleve", "999", path="/formation")
    get(client, "/formation")


def test_export_import_deletion(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    do_exercise(client, post(client, "/formation/exercice", enrolled(client)))
    record = get(client, "/formation/export.json")
    page = get(client, "/formation/donnees")
    assert "1 exercice fait" in page and "0 examen" in page and "Supprimer <bdi>Aline</bdi>" in page
    post(client, "/formation/supprimer", page, 400)
    with client.post("/formation/supprimer", data={"jeton": token(page), "confirmer": "oui"}) as answer:
        gone = answer.get_data(as_text=True)
        assert answer.status_code == 200 and "eleve=;" in answer.headers["Set-Cookie"]
    assert "<strong><bdi>Aline</bdi></strong>. Il n’en reste rien" in unescape(gone)
    assert the_school(client).progress.learners() == []

    def bring(page: str) -> str:
        where = post(client, "/formation/import", page, fichier=(io.BytesIO(record.encode()), "progression.json"))
        return unescape(get(client, where))

    first = bring(gone)  # no name is needed before, and the form of that last page works
    assert "1 exercice fait" in first and "Progression importée" in first
    second = bring(get(client, "/formation/donnees"))
    assert "existe déjà" in second and "s’appelle <strong><bdi>Aline (2)</bdi></strong>" in second
    post(client, "/formation/quitter", second)
    assert 'action="/formation/import"' in get(client, "/formation/donnees")
    bad = (io.BytesIO(b"{}"), "x.json")
    post(client, "/formation/import", get(client, "/formation"), 400, fichier=bad)
    monkeypatch.setattr("web.pages.training.exercises.LARGEST_FILE", 1000)
    big = (io.BytesIO(b" " * 2000), "x.json")
    with client.post("/formation/import", data={"jeton": token(page), "fichier": big}) as answer:
        assert answer.status_code == 413


def test_choosing_and_leaving(client: FlaskClient) -> None:
    page = enrolled(client)
    post(client, "/formation/quitter", page)
    page = get(client, "/formation")
    assert "Reprendre" in page and "Aline" in page
    post(client, "/formation/choisir", page, numero="1")
    assert "exercice" in get(client, "/formation/progression")
    post(client, "/formation/choisir", get(client, "/formation"), 400, numero="77")


def test_nonsense_is_refused(client: FlaskClient) -> None:
    page = enrolled(client)
    link = post(client, "/formation/exercice", page)
    post(client, link, get(client, link), 400, etape="rien", choix="1")
    post(client, link, get(client, link), 400, etape="decision", choix="9")
    post(client, "/formation/examen", page, 400, questions="21")
    post(client, "/formation/examen", page, 400, questions="20", graine="abc")
    post(client, "/formation/eleve", page, 400, nom="")
    get(client, "/formation/exercice/999", 404)
    get(client, "/formation/fiches.csv", 404)
    get(client, "/formation/fiches.doc?reglement=x", 404)


def test_a_damaged_file_is_told_on_the_page(client: FlaskClient, tmp_path: Path) -> None:
    (tmp_path / "progression.sqlite").write_bytes(b"du bruit" * 1000)
    page = get(client, "/formation")
    assert "abîmé" in page and list(tmp_path.glob("progression-abime-*.sqlite"))
    page = enrolled(client)
    assert "abîmé" in page
    post(client, "/formation/vu", page)
    assert "abîmé" not in get(client, "/formation")


def test_cards_are_served(client: FlaskClient, library: Library) -> None:
    ruleset = next(iter(library.rulesets))
    assert get(client, f"/formation/fiches.csv?reglement={ruleset}").startswith("identifiant,")
    with client.get(f"/formation/fiches.apkg?reglement={ruleset}") as answer:
        assert answer.status_code == 200 and answer.data.startswith(b"PK")


def test_the_pages_are_linked_private_and_without_inline_code(client: FlaskClient) -> None:
    assert 'href="/formation"' in get(client, "/") and 'href="/formation"' in get(client, "/aide")
    page = enrolled(client)
    assert not re.search(r"<script(?! src)|style=|onclick", page)
    with client.get("/formation") as answer:
        assert answer.headers["Cache-Control"] == "no-store"
        assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
    assert 'const APART = ["/api/", "/formation"];' in get(client, "/sw.js")


def test_the_file_of_the_environment_is_used(library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARBITRE_PROGRESS", str(tmp_path / "progression.sqlite"))
    with create_app(library).test_client() as client:
        enrolled(client)
    assert Progress(tmp_path / "progression.sqlite").learners()


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
