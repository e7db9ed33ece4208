"""The lists of what is known: the same in every door."""

from __future__ import annotations

import json

import pytest
from flask import Flask

from assistant.cli import main
from assistant.consultation.catalogue import PLURALS, Kind, listed
from assistant.model import Library


@pytest.mark.parametrize("kinds", PLURALS)
def test_the_command_and_the_api_list_the_same(kinds: str, app: Flask, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", kinds, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert len(told) > 50
    assert app.test_client().get(f"/api/v1/{kinds}").get_json() == told


def test_a_fact_is_listed_by_its_question_and_a_derived_one_says_so(library: Library) -> None:
    titles = {row["id"]: row["title"] for row in listed(library, Kind.FACT)}
    derived = {fact.id for fact in library.facts.values() if fact.derived}
    assert derived and {name for name, title in titles.items() if title.endswith(" (déduit)")} == derived
    asked = [fact for fact in library.facts.values() if fact.question]
    assert all(titles[fact.id] == fact.question for fact in asked)
    assert len(asked) + len(derived) >= len(titles) - len(library.context_facts())
