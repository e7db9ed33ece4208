"""The command `arbitre search`, and the same over the API and on the page."""

from __future__ import annotations

import json

import pytest
from flask import Flask

from assistant.cli import main
from assistant.model import Library
from tests.support.wording import plain


def test_words_are_one_query_and_one_ruleset_answers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "il", "a", "pioché", "deux", "fois", "--ruleset", "ema-2016"]) == 0
    told = plain(capsys.readouterr().out)
    assert "je crois que c'est" in told and "(pioche-en-trop)" in told


def test_without_a_ruleset_each_answers(capsys: pytest.CaptureFixture[str], library: Library) -> None:
    assert main(["search", "furiten"]) == 0
    told = plain(capsys.readouterr().out)
    assert all(one.title in told for one in library.rulesets.values())
    assert main(["search", "furiten", "--json"]) == 0
    assert [one["ruleset"] for one in json.loads(capsys.readouterr().out)] == list(library.rulesets)


def test_data_is_what_the_api_gives(capsys: pytest.CaptureFixture[str], app: Flask) -> None:
    assert main(["search", "先ヅモ", "--ruleset", "wrc-2015", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["results"][0]["incident"] == "mur-touche-trop-tot"
    with app.test_client().get("/api/v1/search?q=先ヅモ&ruleset=wrc-2015") as answer:
        assert answer.get_json() == document


def test_nothing_known_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "zzzz", "--ruleset", "mcr-2006"]) == 0
    assert "rien de connu" in plain(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("words", "told"),
    [(["ron", "--ruleset", "ema"], "Connus : ema-2016"), ([" "], "aucun mot"), (["a" * 300], "trop de mots")],
)
def test_bad_input_is_told(capsys: pytest.CaptureFixture[str], words: list[str], told: str) -> None:
    assert main(["search", *words]) == 2
    assert told in plain(capsys.readouterr().err)
