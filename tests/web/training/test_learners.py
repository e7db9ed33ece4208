"""Who learns: names, what is kept of them and leaves with them, and everything that may not be."""

from __future__ import annotations

import io
import re
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from assistant.model import Library
from assistant.training.learners.code import MOST_TRIES
from assistant.training.learners.progress import Progress
from tests.support.lessons import do_exercise, enrolled, exam_of, get, post, the_school, token
from web import create_app


def test_a_name_known_already_is_said(client: FlaskClient) -> None:
    page = enrolled(client)
    assert "déjà pris" not in page
    post(client, "/formation/quitter", page)
    link = post(client, "/formation/eleve", get(client, "/formation"), nom="Aline")
    assert "Ce nom est déjà pris" in get(client, link)


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_the_cookie_is_a_word_nobody_guesses_for_these_pages_alone(client: FlaskClient, scheme: str) -> None:
    page = get(client, "/formation")
    data = {"jeton": token(page), "nom": "A"}
    with client.post("/formation/eleve", data=data, base_url=f"{scheme}://localhost") as answer:
        (cookie,) = answer.headers.getlist("Set-Cookie")
    (learner,) = the_school(client).progress.learners()
    assert cookie.startswith(f"eleve={learner.token};") and "Path=/formation" in cookie
    assert len(learner.token) >= 32 and str(learner.id) != learner.token
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie and ("Secure" in cookie) == (scheme == "https")


@pytest.mark.parametrize("said", ["1", "01", "", "é", "\udce9", "x" * 5000, "1' or '1'='1"])
def test_a_cookie_that_was_guessed_names_nobody(client: FlaskClient, said: str) -> None:
    enrolled(client)
    client.delete_cookie("eleve", path="/formation")
    raw = said.encode("utf-8", "surrogateescape").decode("latin-1")
    with client.get("/formation/progression", headers={"Cookie": f"eleve={raw}"}) as answer:
        assert answer.status_code == 403


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
    monkeypatch.setattr("web.pages.training.session.LARGEST_FILE", 1000)
    big = (io.BytesIO(b" " * 10_000), "x.json")
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


def test_the_pages_are_linked_private_and_without_inline_code(client: FlaskClient) -> None:
    assert 'href="/formation"' in get(client, "/") and 'href="/formation"' in get(client, "/aide")
    page = enrolled(client)
    assert not re.search(r"<script(?! src)|style=|onclick", page)
    with client.get("/formation") as answer:
        assert answer.headers["Cache-Control"] == "no-store"
        assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
    assert 'const [TRAINING, CARRIED] = ["/formation", ' in get(client, "/sw.js")


@pytest.mark.walk
def test_the_file_of_the_environment_is_used(library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARBITRE_PROGRESS", str(tmp_path / "progression.sqlite"))
    with create_app(library).test_client() as client:
        enrolled(client)
    assert Progress(tmp_path / "progression.sqlite").learners()


HALL = {"REMOTE_ADDR": "192.168.1.20"}  # a phone of the hall


@pytest.fixture
def phone(client: FlaskClient) -> FlaskClient:
    """The same pages from elsewhere in the hall."""
    return from_the_hall(client)


def from_the_hall(client: FlaskClient) -> FlaskClient:
    made = client.application.test_client()
    made.environ_base.update(HALL)
    return made


def test_strangers_see_no_names(client: FlaskClient, phone: FlaskClient) -> None:
    enrolled(client)
    post(client, "/formation/quitter", get(client, "/formation"))
    assert "Aline" in get(client, "/formation")
    page = get(phone, "/formation")
    assert "Aline" not in page and 'action="/formation/reprendre"' in page
    post(phone, "/formation/choisir", page, 400, numero="1")
    for header in ("X-Forwarded-For", "Forwarded", "Via"):
        with client.get("/formation", headers={header: "192.168.1.20"}) as answer:
            assert "Aline" not in answer.get_data(as_text=True), header
    with client.get("/formation", headers={"Host": "arbitre.local"}) as answer:
        assert "Aline" not in answer.get_data(as_text=True)


def test_a_phone_needs_a_code_and_is_known_by_it(client: FlaskClient, phone: FlaskClient) -> None:
    page = get(phone, "/formation")
    assert "Le code a quatre chiffres" in said(phone, "/formation/eleve", page, nom="Aline")
    post(phone, "/formation/eleve", page, nom="Aline", code="2468")
    assert "Aline" in get(phone, "/formation")
    post(phone, "/formation/quitter", get(phone, "/formation"))
    page = get(phone, "/formation")
    assert "déjà pris" in said(phone, "/formation/eleve", page, nom="Aline", code="1357")
    assert "ne vont pas ensemble" in said(phone, "/formation/reprendre", page, nom="Aline", code="1357")
    post(phone, "/formation/reprendre", page, nom="Aline", code="2468")
    assert "Cinq minutes" in get(phone, "/formation")
    page = get(client, "/formation")  # at the machine the name is shown, and its code asked for
    assert "ne vont pas ensemble" in said(client, "/formation/choisir", page, numero="1", code="1357")
    post(client, "/formation/choisir", page, numero="1", code="2468")
    assert "Cinq minutes" in get(client, "/formation")


def said(client: FlaskClient, link: str, page: str, **fields: str) -> str:
    """Why a form is refused."""
    with client.post(link, data={"jeton": token(page), **fields}) as answer:
        assert answer.status_code == 400
        return unescape(answer.get_data(as_text=True))


def test_attempts_are_limited(client: FlaskClient, phone: FlaskClient) -> None:
    the_school(client).progress.add_learner("Aline", "2468")
    page = get(phone, "/formation")
    for _ in range(MOST_TRIES):
        assert "ne vont pas ensemble" in said(phone, "/formation/reprendre", page, nom="Aline", code="0000")
    assert "Attendez une heure" in said(phone, "/formation/reprendre", page, nom="Aline", code="2468")


def test_a_name_without_a_code_is_for_the_machine_alone(client: FlaskClient, phone: FlaskClient) -> None:
    enrolled(client)
    page = get(phone, "/formation")
    assert "déjà pris" in said(phone, "/formation/eleve", page, nom="Aline", code="0000")
    assert "ne vont pas ensemble" in said(phone, "/formation/reprendre", page, nom="Aline", code="0000")


def test_a_code_is_changed_and_asked_before_all_is_deleted(client: FlaskClient, phone: FlaskClient) -> None:
    post(phone, "/formation/eleve", get(phone, "/formation"), nom="Aline", code="2468")
    other = from_the_hall(client)
    post(other, "/formation/reprendre", get(other, "/formation"), nom="Aline", code="2468")
    page = get(phone, "/formation/donnees")
    assert "ne vont pas ensemble" in said(phone, "/formation/code", page, code="0000", nouveau="1357")
    post(phone, "/formation/code", page, code="2468", nouveau="1357")
    assert "Cinq minutes" in get(phone, "/formation") and "Cinq minutes" not in get(other, "/formation")
    page = get(phone, "/formation/donnees")
    assert "ne vont pas ensemble" in said(phone, "/formation/supprimer", page, confirmer="oui", code="2468")
    post(phone, "/formation/supprimer", page, 200, confirmer="oui", code="1357")
    assert the_school(client).progress.learners() == []
