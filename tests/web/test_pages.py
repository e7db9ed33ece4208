"""Every page and every error, through Flask's client."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import jsonschema
import pytest
from flask import Flask
from flask.testing import FlaskClient

from assistant.commands.schema import schemas
from assistant.model import Library
from web.artefacts import PROOF
from web.filters import ways_out
from web.typesetting import as_printed


@pytest.fixture(scope="module")
def client(app: Flask) -> Iterator[FlaskClient]:
    with app.test_client() as made:
        yield made


def page_of(client: FlaskClient, link: str, status: int = 200) -> str:
    with client.get(link) as answer:
        assert answer.status_code == status, (link, answer.status_code)
        return answer.get_data(as_text=True)


def links(page: str, start: str = "/cas?") -> list[str]:
    return [unescape(link) for link in re.findall(r'href="([^"]*)"', page) if unescape(link).startswith(start)]


def tiles(page: str) -> list[str]:
    """The addresses of the answers of a question."""
    return [unescape(link) for link in re.findall(r'class="tile[^"]*" data-key="\d+" href="([^"]*)"', page)]


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/aide",
        "/textes",
        "/sources",
        "/bareme",
        "/silences",
        "/silences/mcr-2015",
        "/verification",
        "/api",
        "/hors-ligne",
        "/?q=furiten",
        "/?zone=mur",
        "/textes?q=main+morte",
        "/index.json",
        "/textes.json",
        "/verification.json",
        "/healthz",
        "/manifest.webmanifest",
        "/sw.js",
        "/static/arbitre.css",
        "/static/arbitre.js",
        "/static/icon.svg",
        "/favicon.ico",
        "/api/v1/openapi.json",
        "/api/v1/rulesets",
        "/api/v1/incidents",
        "/api/v1/facts",
        "/api/v1/clauses",
    ],
)
def test_every_page_opens(client: FlaskClient, path: str) -> None:
    assert page_of(client, path)


def test_home_offers_every_incident_of_the_ruleset(client: FlaskClient, library: Library) -> None:
    for ruleset in reversed(library.rulesets):
        page = page_of(client, f"/?reglement={ruleset}&contexte=amical")
        assert {link.rpartition("incident=")[2] for link in links(page)} == {
            one.id for one in library.incidents_of(ruleset)
        }


@pytest.mark.walk
def test_following_any_answers_ends_in_a_ruling_with_its_paragraph(client: FlaskClient, library: Library) -> None:
    ways_out = [f"{fact.id}={value.id}" for fact in library.facts.values() for value in fact.values if value.exit]
    for ruleset in library.rulesets:
        for index, incident in enumerate(library.incidents_of(ruleset)):
            link = f"/cas?reglement={ruleset}&contexte=tournoi&incident={incident.id}"
            for step in range(12):
                page = page_of(client, link)
                if "À faire maintenant" in page:
                    break
                answers = [tile for tile in tiles(page)[:-1] if not any(way in tile for way in ways_out)]
                if not answers:
                    number = re.search(r'name="([^"]+)" min="(\d+)"', page)
                    assert number
                    link += f"&{number[1]}={number[2]}"
                    continue
                link = answers[(index + step) % len(answers)]
            else:
                pytest.fail(f"no ruling for {incident.id} in {ruleset}")
            source = library.sources[library.rulesets[ruleset].source]
            assert "<blockquote" in page and "/textes/" in page and as_printed(source.prevails) in unescape(page)


def first_question(client: FlaskClient, library: Library) -> str:
    return next(
        link
        for incident in library.incidents_of("ema-2016")
        if tiles(page_of(client, link := f"/cas?reglement=ema-2016&contexte=tournoi&incident={incident.id}"))
    )


def test_not_established_is_always_there(client: FlaskClient, library: Library) -> None:
    page = page_of(client, first_question(client, library))
    assert "Non établi" in page and "Pourquoi cette question" in page
    assert client.get(tiles(page)[-1]).status_code == 200


def some_ruling(library: Library) -> str:
    case = next(
        case
        for case in library.cases.values()
        if len(case.facts) > 3 and "ema-2016" in case.expect and not case.further
    )
    return "&".join(
        [
            "/cas?reglement=ema-2016&contexte=tournoi",
            *(f"{name}={value}" for name, value in case.facts.items() if name != "contexte"),
        ]
    )


def test_an_answer_is_changed_alone_and_what_falls_is_said(client: FlaskClient, library: Library) -> None:
    page = page_of(client, some_ruling(library))
    changes = links(page, "/cas/changer")
    assert changes
    for change in changes:
        for tile in tiles(page_of(client, change)):
            assert client.get(tile).status_code == 200


def test_an_old_link_opens_and_names_what_it_had_to_drop(client: FlaskClient) -> None:
    page = page_of(client, "/cas?reglement=ema-2016&incident=victoire-annoncee&tuiles_montrees=beaucoup&couleur=bleu")
    assert "tuiles_montrees = beaucoup" in page and "couleur = bleu" in page and tiles(page)


@pytest.mark.parametrize(
    ("link", "status"),
    [
        ("/cas?reglement=zzz&incident=victoire-annoncee", 400),
        ("/cas?incident=victoire-annoncee", 400),
        ("/cas?reglement=ema-2016", 400),
        ("/cas?reglement=ema-2016&incident=zzz", 404),
        ("/cas?reglement=ema-2016&incident=tuiles-melangees-au-compte", 404),
        ("/cas", 400),
        ("/cas/changer?reglement=ema-2016&incident=victoire-annoncee&_fait=zzz", 400),
        ("/cas/changer?reglement=ema-2016&incident=victoire-annoncee", 400),
        ("/cas/changer?reglement=ema-2016&incident=victoire-annoncee&_fait=victoire_valable", 400),
        ("/textes/zzz", 404),
        ("/textes/ema-2016/99.9", 404),
        ("/bareme/zzz", 404),
        ("/zzz", 404),
        ("/cas?reglement=ema-2016&incident=" + "x" * 7000, 414),
    ],
)
def test_what_cannot_be_read_gets_a_page_with_a_way_on(client: FlaskClient, link: str, status: int) -> None:
    assert "Choisir un incident" in page_of(client, link, status)


def test_the_json_twin_is_strict(client: FlaskClient) -> None:
    good = client.get("/cas.json?reglement=ema-2016&incident=victoire-annoncee")
    assert good.get_json()["consultations"][0]["status"] == "question"
    jsonschema.validate(good.get_json(), schemas()["consultation"])
    bad = client.get("/cas.json?reglement=ema-2016&incident=victoire-annoncee&tuiles_montrees=beaucoup")
    assert bad.status_code == 400 and "toutes" in bad.get_json()["message"]


@pytest.mark.walk
def test_every_clause_has_a_permanent_address(client: FlaskClient, library: Library) -> None:
    for clause in list(library.clauses.values())[::17]:
        page = page_of(client, f"/textes/{clause.source}/{clause.id.split('/')[1]}")
        assert "«" in page and library.sources[clause.source].licence in unescape(page).replace("\u202f", " ").replace(
            "\u00a0", " "
        )
    assert client.get("/textes/ema-2016/5.2.2").status_code == 200
    assert client.get("/textes/ema-2016/5.2.2.json").get_json()["clauses"]


def test_two_incidents_share_one_sheet(client: FlaskClient, library: Library) -> None:
    page = page_of(client, some_ruling(library))
    (add,) = list(links(page, "/cas/ajouter"))
    page = page_of(client, add)
    link = next(link for link in links(page) if "2.incident=plusieurs-gagnants" in link)
    page = page_of(client, link + "&2.fausse_annonce=non&2.gagnant_en_riichi=non&2.par=autre&2.quand=apres")
    assert "Le cas entier" in page


def test_a_case_is_shared_as_link_and_picture(client: FlaskClient, library: Library) -> None:
    link = some_ruling(library)
    (share,) = links(page_of(client, link), "/cas/partager")
    page = page_of(client, share)
    picture = re.search(r'src="(/cas/qr\.svg[^"]*)"', page)
    assert picture
    answer = client.get(unescape(picture[1]))
    assert answer.mimetype == "image/svg+xml" and b"<svg" in answer.data


def test_the_schedule_says_so_while_no_proof_is_at_hand(
    client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARBITRE_CACHE", str(tmp_path))
    monkeypatch.setattr(PROOF, "_known", {})
    assert "Le barème est en préparation" in page_of(client, "/bareme/ema-2016")
    assert client.get("/bareme/ema-2016.json").get_json()["ruleset"] == "ema-2016"


def test_the_api_consults_several_rulesets_at_once(client: FlaskClient) -> None:
    asked = {"rulesets": ["ema-2016", "wrc-2015"], "facts": {"incident": "victoire-annoncee"}}
    answer = client.post("/api/v1/consult", json=asked)
    assert [one["ruleset"]["id"] for one in answer.get_json()["consultations"]] == ["ema-2016", "wrc-2015"]
    jsonschema.validate(answer.get_json(), schemas()["consultation"])


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("null", 400),
        ("{", 400),
        ("[]", 400),
        ('{"rulesets": []}', 400),
        ('{"rulesets": ["x"], "facts": {"incident": "y"}}', 400),
        ('{"rulesets": ["ema-2016"], "facts": {"incident": "victoire-annoncee", "x": 1}}', 400),
        ('{"rulesets": ["ema-2016"], "facts": {"incident": ["victoire-annoncee"]}}', 400),
        ('{"rulesets": ["ema-2016"], "facts": {}, "more": 1}', 400),
    ],
)
def test_the_api_says_what_is_wrong(client: FlaskClient, body: str, status: int) -> None:
    answer = client.post("/api/v1/consult", data=body, content_type="application/json")
    assert answer.status_code == status and answer.get_json()["message"]


def test_the_api_refuses_what_is_not_json(client: FlaskClient) -> None:
    assert client.post("/api/v1/consult", data="x").status_code == 415
    assert client.get("/api/v1/consult").status_code in (404, 405)
    assert client.post("/api/v1/consult", data="x" * 70000, content_type="application/json").status_code == 413
    assert client.get("/api/v1/clauses/zzz").get_json()["error"]


def test_openapi_lists_what_is_served(client: FlaskClient) -> None:
    description = client.get("/api/v1/openapi.json").get_json()
    for path, operations in description["paths"].items():
        if "{" not in path and path != "/api/v1/consult":
            parameters = operations["get"].get("parameters", [])
            asked = {one["name"]: one["example"] for one in parameters if "example" in one}
            answer = client.get(path, query_string=asked)
            assert answer.status_code in (200, 503), path  # the comparison may still be in the making
    assert "ConsultationDocument" in json.dumps(description)


def test_headers_and_no_outside_or_inline_anything(client: FlaskClient, library: Library) -> None:
    for link in ("/", some_ruling(library), "/textes", "/aide", "/zzz"):
        answer = client.get(link)
        assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert (
            answer.headers["X-Content-Type-Options"] == "nosniff" and answer.headers["Referrer-Policy"] == "no-referrer"
        )
        page = answer.get_data(as_text=True)
        assert not re.search(r"<script(?![^>]*src=)|<style| style=|on(click|load)=|javascript:", page)
        assert not list(re.findall(r'(?:src|href)="(https?:[^"]*)"', page))
    for link in ("/?reglement=ema-2016", "/aide", some_ruling(library)):
        assert "Set-Cookie" not in client.get(link).headers


def test_a_page_made_before_is_kept_and_the_same(client: FlaskClient, library: Library) -> None:
    link = some_ruling(library)
    assert client.get(link).data == client.get(link).data
    assert len(client.application.extensions["arbitre"].pages) > 0


def test_why_a_question_is_asked_is_told_once_and_never_at_length(client: FlaskClient) -> None:
    """Answers that leave the same rulings stand together; what cannot be taken in is counted."""
    asked = [{"value": value, "label": value, "leaves": [str(one) for one in range(many)]} for value, many in (("a", 7), ("b", 2), ("c", 7), ("d", 0))]
    assert ways_out(asked) == [(["a", "c"], "7 décisions différentes"), (["b"], "0 ; 1"), (["d"], "rien de plus")]  # type: ignore[arg-type]
    page = page_of(client, "/cas?reglement=mcr-2006&contexte=tournoi&incident=figure-contestee")
    (why,) = re.findall(r"Pourquoi cette question.*?</details>", page, re.S)
    assert "décisions différentes" in why and len(why) < 2000


def test_a_page_has_one_first_heading(client: FlaskClient) -> None:
    two = "incident=appel-de-substitution&tuile_rejetee=identique&2.incident=retard&2.quand=apres"
    for link in ("/", "/?q=furiten", f"/cas?reglement=ema-2016&contexte=tournoi&{two}"):
        assert page_of(client, link).count("<h1") == 1, link
