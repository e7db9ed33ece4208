"""The page of the proof says which incidents were decided before and are no more."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest
from flask import Flask

from assistant.model import Library
from assistant.proof.lost import lost, remember
from tests.support.wording import plain


def test_lost_incidents_are_shown(
    app: Flask, library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARBITRE_CACHE", str(tmp_path))
    client = app.test_client()
    assert client.get("/verification.json").get_json()["lost"] == []
    assert "Incidents perdus" not in client.get("/verification").get_data(as_text=True)
    gone = next(iter(library.incidents.values()))._replace(id="disparu", title="Disparu")
    remember(library._replace(version="before", incidents={**library.incidents, gone.id: gone}))
    told = client.get("/verification.json").get_json()["lost"]
    assert told == lost(library) and len(told) == len(gone.rulesets)
    page = plain(unescape(client.get("/verification").get_data(as_text=True)))
    assert "Incidents perdus" in page and page.count("ne décide plus l'incident « disparu »") == len(gone.rulesets)
