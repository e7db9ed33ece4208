"""Chains of acts told from the texts alone, with what each text gives: they name only what the knowledge has.

They are the yardstick of cases of several events (`tests/data/chains`): written by a reader of the texts, not read off the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from assistant.consultation.questionnaire import NOT_ESTABLISHED
from assistant.engine.engines import Engines
from assistant.model import Library, value_problem
from tests.support.chains import Told, differences, every_chain, read

pytestmark = pytest.mark.walk
ROWS = [(name, ruleset) for name, chain in every_chain() for ruleset in chain["expect"]]
OTHERWISE = {(row["chain"], row["ruleset"]): row["why"] for row in read("otherwise.yaml")}
SEATS = ("est", "sud", "ouest", "nord", "personne")
WHEN = ("apres-decision", "apres-annonce-d-un-joueur", "apres", "en-meme-temps", "donne-precedente")


@pytest.fixture(scope="module")
def told() -> list[Told]:
    """Every chain, and every near miss, which is a chain of its own."""
    return [chain for _, chain in every_chain()]


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


def test_there_are_enough_of_them(told: list[Told]) -> None:
    assert sum("story" in chain for chain in told) >= 70 and sum(len(chain["events"]) > 2 for chain in told) >= 20


def test_events_name_what_there_is(library: Library, told: list[Told]) -> None:
    for chain in told:
        for number, event in enumerate(chain["events"], 1):
            assert event["incident"] in library.incidents, event
            assert event["qui"] in SEATS and (event.get("quand") in WHEN) == (number > 1), event
            for name, value in event.get("facts", {}).items():
                known = value == NOT_ESTABLISHED or value_problem(library.facts[name], value) is None
                assert known, (event["incident"], name, value)


def test_expectations_name_what_there_is(library: Library, told: list[Told]) -> None:
    for chain in told:
        for ruleset, expected in chain["expect"].items():
            assert len(expected["events"]) == len(chain["events"]), (chain.get("id"), ruleset)
            for sanction in sanctions(expected):
                assert ruleset in library.sanctions[sanction].rulesets, (ruleset, sanction)
            assert not [clause for clause in expected.get("cites", ()) if clause not in library.clauses]


@pytest.mark.parametrize(("name", "ruleset"), ROWS)
def test_the_product_rules_a_chain_as_its_reader_did(
    library: Library, engines: Engines, name: str, ruleset: str
) -> None:
    """Or says otherwise on purpose, for a reason that is written down and still holds."""
    found = differences(library, engines, dict(every_chain())[name], ruleset)
    assert bool(found) == ((name, ruleset) in OTHERWISE), (
        found or f"no disagreement any more: {OTHERWISE[name, ruleset]}"
    )


def test_what_is_otherwise_is_a_chain_and_has_a_reason() -> None:
    assert set(OTHERWISE) <= set(ROWS) and all(len(why) > 40 for why in OTHERWISE.values())
    assert len(OTHERWISE) <= len(ROWS) // 10, "the reader's word is the yardstick"
