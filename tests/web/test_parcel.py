"""The pocket edition at its address: awaited while it is made, then sent as it is, under its own policy; and what is kept of one release."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from assistant.model import Library
from tests.support.make import INCIDENTS, Base
from web import create_app
from web.artefacts import POCKET, Artefact, missing
from web.beside import BOARD
from web.parcel import Parcel, kept, kept_or_made, returning
from web.release import HEADER, TABLE, release

PACKED = {"Accept-Encoding": "gzip"}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Base(tmp_path_factory.mktemp("base")).library("poche")


@pytest.fixture(scope="module")
def parcel(small: Library) -> Parcel:
    return kept_or_made(small)


@pytest.fixture
def client(small: Library, parcel: Parcel) -> Iterator[FlaskClient]:
    with create_app(small).test_client() as made:
        yield made


@pytest.fixture
def waiting(tmp_path: Path) -> tuple[FlaskClient, list[int]]:
    """An application whose pocket nobody made, and who was told of it."""
    wanted: list[int] = []
    library = Base(tmp_path).library("pas-encore")
    assert POCKET in missing(library)
    return create_app(library, lambda: wanted.append(1)).test_client(), wanted


@pytest.mark.parametrize("link", ["/poche", "/poche?fichier=oui"])
def test_while_it_is_made_the_page_says_so(waiting: tuple[FlaskClient, list[int]], link: str) -> None:
    client, wanted = waiting
    with client.get(link) as answer:
        page = answer.get_data(as_text=True)
    assert answer.status_code == 503 and wanted
    assert "en préparation" in page and "quelques minutes" in page and f'href="{link}"' in page
    assert answer.headers["Cache-Control"] == "no-store" and int(answer.headers["Retry-After"]) > 0
    with client.get("/poche.json") as twin:
        assert twin.status_code == 503 and twin.get_json()["message"]


def test_why_it_cannot_be_made_is_told_instead(waiting: tuple[FlaskClient, list[int]]) -> None:
    BOARD.write("le disque est plein")
    try:
        with waiting[0].get("/poche") as answer:
            page = answer.get_data(as_text=True)
        assert "le disque est plein" in page and "en préparation" not in page
    finally:
        BOARD.write("")


def test_it_is_sent_as_it_was_made(client: FlaskClient, parcel: Parcel) -> None:
    """No page of ours is typeset after its policy was written, and both ways of sending it say the same."""
    plain = client.get("/poche?fichier=oui")
    packed = client.get("/poche?fichier=oui", headers=PACKED)
    assert packed.headers["Content-Encoding"] == "gzip" and gzip.decompress(packed.data) == plain.data == parcel.file.plain()
    assert len(packed.data) < len(plain.data) / 2
    assert plain.headers["ETag"] != packed.headers["ETag"] and "Accept-Encoding" in plain.headers["Vary"]


def test_its_policy_is_its_own(client: FlaskClient) -> None:
    answer = client.get("/poche")
    within = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', answer.get_data(as_text=True))[0]
    policy = answer.headers["Content-Security-Policy"]
    assert policy == within.replace("&#39;", "'") + "; frame-ancestors 'none'"
    assert "default-src 'none'" in policy and "unsafe" not in policy and "'self'" not in policy


def test_who_has_it_is_told_so(client: FlaskClient) -> None:
    for headers in ({}, PACKED):
        first = client.get("/poche", headers=headers)
        again = client.get("/poche", headers={**headers, "If-None-Match": first.headers["ETag"]})
        assert first.headers["Cache-Control"] == "no-cache"
        assert again.status_code == 304 and not again.data and again.headers["ETag"] == first.headers["ETag"]


def test_it_is_carried_along_under_its_edition(client: FlaskClient, small: Library) -> None:
    answer = client.get("/poche?fichier=oui&utm_source=mail")
    assert answer.headers["Content-Disposition"] == f"attachment; filename=arbitre-{small.version}.html"
    assert "Content-Disposition" not in client.get("/poche").headers
    told = client.get("/poche.json").get_json()
    assert told["file"] == f"arbitre-{small.version}.html" and told["size"] == len(answer.data)
    assert told["edition"] == small.version and re.fullmatch(r"\d{4}-\d\d-\d\d", told["made"])
    assert told["packed"] == len(client.get("/poche?fichier=oui", headers=PACKED).data)
    assert told["rulesets"] == list(small.rulesets)


def test_what_is_served_leads_back_and_what_is_carried_does_not(client: FlaskClient) -> None:
    back = '<a href="./">'
    served, carried = (client.get(link).get_data(as_text=True) for link in ("/poche", "/poche?fichier=oui"))
    assert served.count(back) == 1 and back not in carried
    assert returning(carried) == served


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("/poche?reglement=alpha", "« reglement » ne se demande pas"),
        ("/poche?fichier=non", "« fichier » ne se dit que « oui »"),
        ("/poche.json?couleur=bleu", "« couleur »"),
        ("/poche?fichier=oui&fichier=non", "deux choses"),
    ],
)
def test_what_cannot_be_asked_is_told(client: FlaskClient, link: str, said: str) -> None:
    with client.get(link) as answer:
        assert answer.status_code == 400
        assert said in answer.get_data(as_text=True).replace("\u202f", " ").replace("\xa0", " ")


def test_another_release_has_a_pocket_of_its_own(small: Library, parcel: Parcel, tmp_path: Path) -> None:
    assert kept(small) == parcel
    other = Base(tmp_path).replace(INCIDENTS, "Un joueur en retard", "Un retardataire").library("autre")
    assert release(other) != release(small) and kept(other) is None


def test_a_file_of_which_the_pages_changed_meanwhile_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its places would be of one state, its program of another."""
    library = Base(tmp_path).library("entre-temps")
    monkeypatch.setattr("web.pocket.edition.edition", lambda *_: b"half old, half new")
    monkeypatch.setattr("web.parcel.layout_now", lambda: "later")
    with pytest.raises(RuntimeError, match="relancez le serveur"):
        kept_or_made(library)
    assert kept(library) is None


def test_it_is_made_beside(small: Library, parcel: Parcel) -> None:
    assert POCKET not in missing(small)
    assert Artefact("", kept, kept_or_made).read(small) == parcel


def test_every_answer_says_of_which_release_it_is_and_what_is_played(client: FlaskClient, small: Library) -> None:
    for link in ("/", "/poche", "/sw.js", "/static/arbitre.css", "/index.json"):
        with client.get(link) as answer:
            assert answer.headers[HEADER] == release(small), link
            assert TABLE not in answer.headers, "nobody has chosen yet"
    client.post("/reglement", data={"reglement": "beta", "contexte": "amical", "retour": "/"})
    assert client.get("/").headers[TABLE] == "reglement=beta&contexte=amical"


def test_pages_name_their_files_by_what_these_say(client: FlaskClient) -> None:
    """So that a page of one release is never laid out by a file of another."""
    page, worker = (client.get(link).get_data(as_text=True) for link in ("/", "/sw.js"))
    named = set(re.findall(r'"(/static/[^"]+)"', page))
    assert len(named) > 4 and all(re.fullmatch(r"/static/[\w.-]+\?v=[0-9a-f]{8}", one) for one in named)
    assert named <= set(re.findall(r'"(/static/[^"]+)"', worker)), "the service worker keeps them under the same address"


def test_the_first_page_promises_nothing_by_itself(client: FlaskClient) -> None:
    page = client.get("/").get_data(as_text=True)
    assert re.search(r'<div class="without-network"[^>]* hidden></div>', page) and "Prêt" not in page
