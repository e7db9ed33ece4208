"""Chains of acts told from the texts alone, with what each text gives: they name only what the knowledge has.

They are the yardstick of cases of several events (`tests/data/chains`): written by a reader of the texts, not read off the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from assistant.consultation.questionnaire import NOT_ESTABLISHED
from assistant.model import Library, value_problem
from tests.conftest import ROOT

pytestmark = pytest.mark.walk
FOLDER = ROOT / "tests" / "data" / "chains"
SEATS = ("est", "sud", "ouest", "nord", "personne")
WHEN = ("apres-decision", "apres-annonce-d-un-joueur", "apres", "en-meme-temps", "donne-precedente")


@pytest.fixture(scope="module")
def told() -> list[dict[str, Any]]:
    """Every chain, and every near miss, which is a chain of its own."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    chains = yaml.load((FOLDER / "chains.yaml").read_text(encoding="utf-8"), loader)
    return [*chains, *(near for chain in chains for near in chain.get("near", ()))]


def sanctions(expected: Any) -> Iterator[str]:
    """Every sanction that an expectation names, however deep."""
    if isinstance(expected, dict):
        for key, value in expected.items():
            if key == "sanction":
                yield from [value] if isinstance(value, str) else value
            else:
                yield from sanctions(value)
    elif isinstance(expected, list):
        for inner in expected:
            yield from sanctions(inner)


def test_there_are_enough_of_them(told: list[dict[str, Any]]) -> None:
    assert sum("story" in chain for chain in told) >= 70 and sum(len(chain["events"]) > 2 for chain in told) >= 20


def test_events_name_what_there_is(library: Library, told: list[dict[str, Any]]) -> None:
    for chain in told:
        for number, event in enumerate(chain["events"], 1):
            assert event["incident"] in library.incidents, event
            assert event["qui"] in SEATS and (event.get("quand") in WHEN) == (number > 1), event
            for name, value in event.get("facts", {}).items():
                known = value == NOT_ESTABLISHED or value_problem(library.facts[name], value) is None
                assert known, (event["incident"], name, value)


def test_expectations_name_what_there_is(library: Library, told: list[dict[str, Any]]) -> None:
    for chain in told:
        for ruleset, expected in chain["expect"].items():
            assert len(expected["events"]) == len(chain["events"]), (chain.get("id"), ruleset)
            for sanction in sanctions(expected):
                assert ruleset in library.sanctions[sanction].rulesets, (ruleset, sanction)
            assert not [clause for clause in expected.get("cites", ()) if clause not in library.clauses]
