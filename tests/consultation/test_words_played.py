"""What is asked in a ruleset is asked in its words, and only with answers that its game has."""

from __future__ import annotations

import re

from assistant.engine.engines import Engines
from assistant.model import Fact, Library


def asked(library: Library, ruleset: str) -> list[Fact]:
    """Every question that the incidents of a ruleset may put."""
    engines = Engines(library)
    return [
        fact
        for incident in library.incidents_of(ruleset)
        for fact in engines.engine(ruleset, incident.id).network.facts.values()
        if fact.question
    ]


def spoken(fact: Fact) -> str:
    values = [text for value in fact.values for text in (value.label, value.said, value.help) if text]
    return " ".join([fact.title, fact.question or "", fact.help or "", *values])


def test_no_answer_of_another_game_is_offered(library: Library) -> None:
    offered = [
        f"{ruleset.id}: {fact.id}={value.id}"
        for ruleset in library.rulesets.values()
        for fact in asked(library, ruleset.id)
        for value in fact.values
        if value.game not in (None, ruleset.game)
    ]
    assert offered == []


def test_some_answers_are_of_one_game_alone(library: Library) -> None:
    both = {
        fact.id: {value.game for value in library.facts[fact.id].values}
        for ruleset in library.rulesets
        for fact in asked(library, ruleset)
    }
    assert any(games - {None} for games in both.values())


def test_a_word_that_a_text_does_not_have_is_not_asked_with(library: Library) -> None:
    renaming = [ruleset for ruleset in library.rulesets.values() if ruleset.calls]
    assert renaming
    for ruleset in renaming:
        texts = " ".join(
            " ".join(clause.quotes) for clause in library.clauses.values() if clause.source == ruleset.source
        )
        for ours, theirs in ruleset.calls.items():
            assert re.search(rf"\b{theirs}\b", texts, re.IGNORECASE), theirs
            assert not [
                fact.id for fact in asked(library, ruleset.id) if re.search(rf"\b{ours}\b", spoken(fact), re.IGNORECASE)
            ]
