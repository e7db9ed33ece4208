"""The page of the tree of an incident: linked from it, a picture with its words, and a word where the proof is not there yet."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from assistant.engine.engines import Engines
from assistant.model import Library
from assistant.proof.walk import Walk, walk_incident
from web import create_app
from web.artefacts import PROOF


class Walked(NamedTuple):
    """What the page reads of a proof."""

    made: str
    walks: list[Walk]


def test_the_tree_of_an_incident_is_drawn_and_told(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    walks = walk_incident(library, Engines(library), "ema-2016", "mur-mal-fait")
    monkeypatch.setattr(PROOF, "read", lambda _: Walked("essai", walks))
    client = create_app(library).test_client()
    case = client.get("/cas?reglement=ema-2016&incident=mur-mal-fait").get_data(as_text=True)
    assert 'href="/arbre/ema-2016/mur-mal-fait"' in case
    page = client.get("/arbre/ema-2016/mur-mal-fait").get_data(as_text=True)
    assert page.count('role="img" aria-labelledby="arbre-') == len(walks) and "style=" not in page
    assert page.count("Question 1.") >= 2, "drawn and in words"
    assert "/cas?reglement=ema-2016" in page


def test_what_is_not_there_is_not_drawn(library: Library) -> None:
    client = create_app(library).test_client()
    assert client.get("/arbre/ema-2016/nulle-part").status_code == 404
    assert client.get("/arbre/personne/mur-mal-fait").status_code == 404
    elsewhere = next(one for one in library.incidents.values() if "ema-2016" not in one.rulesets)
    assert client.get(f"/arbre/ema-2016/{elsewhere.id}").status_code == 404


def test_it_waits_for_the_proof(made: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARBITRE_CACHE", str(tmp_path))
    wanted: list[int] = []
    client = create_app(made, lambda: wanted.append(1)).test_client()
    answer = client.get(f"/arbre/alpha/{made.incidents_of('alpha')[0].id}")
    assert answer.status_code == 200 and "en préparation" in answer.get_data(as_text=True)
    assert wanted and answer.headers["Cache-Control"] == "no-store"
