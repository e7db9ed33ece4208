"""Whatever becomes of the file of learners, and whatever number or file is sent: a page that says so, and the rest goes on."""

from __future__ import annotations

import io
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from assistant.model import Library
from assistant.training.learners.progress import Progress
from tests.support.lessons import do_exercise, enrolled, get, post, the_school
from web import create_app
from web.artefacts import ARTEFACTS
from web.beside import BOARD
from web.numbers import whole

PAGES = (
    "/formation",
    "/formation/donnees",
    "/formation/progression",
    "/formation/progression.json",
    "/formation/export.json",
    "/formation/exercice/1",
    "/formation/exercice/1.json",
    "/formation/examen/1",
    "/formation/examen/1/resultat",
    "/formation/examen/1/attestation",
)
NUMBERS = ("9223372036854775808", "-1", "²", "٣", "1" * 5000, "1e3", "0x1", "+1", " 1", "1.0", "９", "")


def unusable(kind: str, folder: Path) -> Path:
    """A file of learners that cannot be used."""
    path = folder / kind / "progression.sqlite"
    if kind == "folder missing":
        path.parent.write_text("a file where the folder should be")
        return path
    path.parent.mkdir()
    if kind == "a folder in its place":
        path.mkdir()
        return path
    Progress(path).add_learner("Aline")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("pragma user_version = 99" if kind == "later version" else "drop table review")
    return path


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("folder missing", "ne peut pas être créé"),
        ("a folder in its place", "ne s’ouvre pas"),
        ("later version", "version plus récente"),
        ("missing table", "il y manque la table « review »"),
    ],
)
def test_a_file_that_cannot_be_used_is_told_on_every_page_of_training_and_the_rest_goes_on(
    client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, told: str
) -> None:
    monkeypatch.setattr(the_school(client), "progress", Progress(unusable(kind, tmp_path)))
    for link in PAGES:
        page = get(client, link, 503)
        assert told in page.replace("\u00a0", " ").replace("'", "’").replace("\u202f", " "), link
    for link in ("/formation/eleve", "/formation/import", "/formation/examen", "/formation/exercice"):
        with client.post(link, data={"jeton": "0" * 64}) as answer:
            assert answer.status_code in (403, 503)
    get(client, "/formation/rien", 404)
    for link in ("/", "/textes", "/aide", "/healthz"):
        get(client, link)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_that_is_none_of_ours_leads_nowhere(client: FlaskClient, number: str) -> None:
    page = enrolled(client)
    for link in (
        "/formation/exercice/{}",
        "/formation/exercice/{}.json",
        "/formation/examen/{}",
        "/formation/examen/{}/resultat",
        "/formation/examen/{}/attestation",
    ):
        with client.get(link.format(number)) as answer:
            assert answer.status_code in (404, 405, 308), (link, answer.status_code)
    for link, fields in (
        ("/formation/choisir", {"numero": number}),
        ("/formation/examen", {"questions": number}),
        ("/formation/examen", {"questions": "20", "graine": number or "x"}),
    ):
        post(client, link, page, 400 if number.strip() != "1" or "graine" not in fields else 303, **fields)


@pytest.mark.walk
@pytest.mark.parametrize("number", NUMBERS)
def test_a_question_that_is_none_is_refused(client: FlaskClient, number: str) -> None:
    page = enrolled(client)
    link = post(client, "/formation/examen", page, questions="20", graine="7")
    get(client, f"{link}?q={number}")
    post(client, link, get(client, link), 400, q=number, choix="1")


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("007", 7), ("9" * 15, 10**15 - 1), ("9" * 16, None), ("²", None), ("1\n", None)]
)
def test_one_reader_of_numbers(text: str, number: int | None) -> None:
    assert whole(text) == number


def test_an_exam_from_a_file_earns_no_attestation(client: FlaskClient) -> None:
    """Anybody may have written it."""
    page = enrolled(client)
    record = json.loads(get(client, "/formation/export.json"))
    version = the_school(client).library.version
    moment = record["created"]
    for knowledge in (version, "une autre"):
        record["exams"].append(
            {"seed": 7, "questions": 20, "ruleset": None, "knowledge": knowledge, "started": moment, "finished": moment, "correct": 20, "answers": {}}
        )  # fmt: skip
    forged = (io.BytesIO(json.dumps(record).encode()), "x.json")
    home = get(client, post(client, "/formation/import", page, fichier=forged))
    assert "Examen n°\u00a07" in home and "importé" in home
    me = the_school(client).progress.learners()[-1]
    for sitting in the_school(client).progress.sittings(me.id):
        get(client, f"/formation/examen/{sitting.id}/attestation", 404)
        result = get(client, f"/formation/examen/{sitting.id}/resultat")
        assert "L’attestation</a>" not in result and "fichier importé" in result


def test_what_is_brought_breaks_no_page(client: FlaskClient) -> None:
    do_exercise(client, post(client, "/formation/exercice", enrolled(client)))
    record = json.loads(get(client, "/formation/export.json"))
    record["attempts"].append({**record["attempts"][0], "ruleset": "rien", "story": "<b>rien</b>", "answers": []})
    record["cards"].append({**record["cards"][0], "clause": "rien/1/a"})
    brought = (io.BytesIO(json.dumps(record).encode()), "x.json")
    get(client, post(client, "/formation/import", get(client, "/formation"), fichier=brought))
    for link in (
        "/formation",
        "/formation/progression",
        "/formation/progression.json",
        "/formation/donnees",
        "/formation/export.json",
    ):
        get(client, link)
    post(client, "/formation/exercice", get(client, "/formation"))


def test_without_the_book_of_exercises_the_pages_say_so_and_nobody_infers(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever takes long is made beside."""
    monkeypatch.setenv("ARBITRE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("ARBITRE_PROGRESS", str(tmp_path / "progression.sqlite"))
    for artefact in ARTEFACTS:
        monkeypatch.setattr(artefact, "_known", {})  # whatever was read before in this process
    wanted: list[int] = []
    with create_app(library, lambda: wanted.append(1)).test_client() as client:
        page = enrolled(client)
        assert "en préparation" in page and wanted
        for link in ("/formation/progression", "/formation/exercices.json", "/formation/fiches.csv?reglement=ema-2016"):
            get(client, link, 503)
        post(client, "/formation/examen", page, 503, questions="20")
        post(client, "/formation/exercice", page, 503)
        assert "Exporter" in get(client, "/formation/donnees")
        BOARD.write("Arbitre ne peut pas faire ce qui manque : rien ne se garde dans /x, le disque est plein.")
        try:
            for link, status in (
                ("/formation", 200),
                ("/formation/progression", 503),
                ("/comparer", 200),
                ("/bareme/ema-2016", 200),
            ):
                told = get(client, link, status)
                assert "le disque est plein" in told and "Revenez" not in told, link
        finally:
            BOARD.write("")
