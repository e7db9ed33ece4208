"""Exams on the training pages: sat, handed in, marked, and what lasts of them."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from assistant.model import Library
from assistant.training.exam import LENGTHS
from assistant.training.learners.repetition import lasting, now
from tests.support.lessons import enrolled, exam_of, get, post, sit, the_school, twin
from web.typesetting import as_printed

pytestmark = pytest.mark.walk  # whole exams


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


def test_time_up_hands_the_exam_in(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    link = exam_of(client)
    with the_school(client).progress.work() as connection:
        connection.exec_driver_sql("update exam set started = '2020-01-01T00:00:00+00:00'")
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
        connection.exec_driver_sql("update exam set started = '2020-01-01T00:00:00+00:00'")
    where = post(client, link, page, q="1", choix=question.stage.right.id)
    assert where.endswith("/resultat") and "0 sur 20" in get(client, where)
    assert not school.progress.exam_answers(sitting.id)


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
        connection.exec_driver_sql("update exam set knowledge = 'autre'")
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
        connection.exec_driver_sql("update exam set knowledge = 'autre'")
    page = unescape(get(client, f"{link}/resultat"))
    assert "15 sur 20 · reçu" in page and "Votre résultat reste acquis" in page
    assert "Aline" in get(client, f"{link}/attestation")


def test_the_result_is_told_by_family(client: FlaskClient, library: Library) -> None:
    link = exam_of(client)
    page = sit(client, link, 15)
    figures = twin(client, f"{link}/resultat")["families"]
    assert sum(one["right"] for one in figures) == 15 and sum(one["questions"] for one in figures) == 20
    told = unescape(page[page.index('id="par-famille"') :])
    for one in figures:
        row = told.partition(as_printed(library.families[one["id"]].title))[2].partition("</li>")[0]
        assert f"{one['right']} sur {one['questions']}</span>" in row


def test_a_paper_sat_again_says_so_on_its_attestation(client: FlaskClient) -> None:
    first = exam_of(client)
    sit(client, first, 15)
    assert "déjà" not in unescape(get(client, f"{first}/attestation"))
    again = post(client, "/formation/examen", get(client, "/formation"), questions="20", graine="7")
    assert "l’attestation le dit" in sit(client, again, 20).replace("'", "’")
    assert "Ce sujet avait déjà été passé 1 fois" in unescape(get(client, f"{again}/attestation")).replace(
        "\u00a0", " "
    )
    assert "sujet déjà passé" in unescape(get(client, "/formation"))


@pytest.mark.parametrize("length", LENGTHS)
def test_an_exam_is_as_long_as_asked_and_of_one_ruleset_unless_said(client: FlaskClient, length: int) -> None:
    page = enrolled(client)
    form = page[page.index('action="/formation/examen"') :].partition("</form>")[0]
    assert re.search(r'<option value="[a-z0-9-]+" selected>', form)
    link = post(client, "/formation/examen", page, questions=str(length), reglement="mcr-2015")
    questions = twin(client, link)["questions"]
    assert len(questions) == length and {one["ruleset"] for one in questions} == {"mcr-2015"}
