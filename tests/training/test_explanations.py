"""Every explanation is read back and put to the engine: what it says would make a wrong answer right does so."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from assistant.decision.outcome import Outcome
from assistant.decision.words import dues_words
from assistant.engine.engines import Engines
from assistant.french import lower_first
from assistant.model import Library, Value
from assistant.training.exercises.exercise import Exercise, exercise
from assistant.training.exercises.one_incident import NO_PAYMENT, NO_POINTS
from assistant.training.exercises.origin import Origin
from assistant.training.exercises.reasons import sentences
from assistant.training.exercises.ruling import decided
from assistant.training.exercises.stage import Option, Part, Stage
from assistant.training.exercises.what_if import Told, told
from assistant.training.exercises.words import deal_words, decision_words, quoted

ANSWERED = re.compile(r"à la question « (.+?) », (?:on répondait )?« (.+?) »(?=,| et |\.?$)")
SAID = re.compile(r"« (.+?) »")
TOLD = "si l'histoire disait : "
# Of the wrong answers the share that a changed fact explains at least: all of a deal's and a paragraph's; others have clauses, rulesets and oversights too.
EXPLAINED = {Part.DECISION: 0.5, Part.DEAL: 1.0, Part.POINTS: 0.5, Part.PARAGRAPH: 1.0}


@pytest.fixture(scope="module")
def wrong(library: Library, engines: Engines, exercises: list[Exercise]) -> list[tuple[Exercise, Told, Stage, Option]]:
    """The wrong answers of exercises on one incident."""
    found = []
    for made in exercises:
        mine = told(library, engines, made.case, made.ruleset)
        if mine is not None:
            found += [
                (made, mine, stage, option) for stage in made.stages for option in stage.options if not option.right
            ]
    return found


def changes(library: Library, mine: Told, why: str) -> Iterator[tuple[str, Value]]:
    """The facts that an explanation changes, read from its words."""
    if TOLD in why:
        after = why.split(TOLD, 1)[1].split(" et si, à la question", 1)[0]
        known = {quoted(text)[2:-2]: change for change, text in sentences(library, mine.case, mine.ruleset).items()}
        yield from (known[text] for text in SAID.findall(after))
    for question, label in ANSWERED.findall(why):
        facts = [
            fact for fact in mine.questionnaire.network.facts.values() if quoted(str(fact.question))[2:-2] == question
        ]
        values = {
            (fact.id, value)
            for fact in facts
            for value in (*mine.questionnaire.branches[fact.id], *(int(one) for one in re.findall(r"^\d+", label)))
            if quoted(lower_first(fact.label(value)))[2:-2] == label
        }
        assert len(values) == 1, (question, label, values)
        yield values.pop()


def said(library: Library, stage: Stage, outcome: Outcome, ruleset: str) -> str:
    """The answer to a stage that an outcome gives."""
    if stage.part == Part.DECISION:
        return decision_words(library, decided(library, outcome), ruleset)
    if stage.part == Part.DEAL:
        return deal_words(library, outcome.slots)
    nothing = NO_PAYMENT if stage.question.endswith("Qui paie quoi ?") else NO_POINTS
    return dues_words(library, outcome.dues) or nothing


def test_a_changed_fact_gives_what_the_explanation_says(
    library: Library, wrong: list[tuple[Exercise, Told, Stage, Option]]
) -> None:
    offered = Counter(stage.part for _, _, stage, _ in wrong)
    checked = dict.fromkeys(EXPLAINED, 0)
    for made, mine, stage, option in wrong:
        if stage.part not in checked or option.ground.origin not in (Origin.FACT, Origin.SITUATION):
            continue
        changed = dict(changes(library, mine, option.why))
        assert changed, (made.case.id, option.why)
        given = mine.asking.given({**mine.facts, **changed})
        assert given is not None, (made.case.id, option.why)
        if stage.part == Part.PARAGRAPH:
            cited = {*given.outcome.cites, *(one for reading in given.outcome.readings for one in reading.cites)}
            assert any(library.clauses[one].heading in option.label for one in cited), (made.case.id, option)
        else:
            assert said(library, stage, given.outcome, made.ruleset).casefold() == option.label.casefold(), option
        checked[stage.part] += 1
    for part, share in EXPLAINED.items():
        assert checked[part] >= share * offered[part] > 0, (part, checked, offered)


def test_what_the_clause_excludes_is_told_so(wrong: list[tuple[Exercise, Told, Stage, Option]]) -> None:
    excluded = [option for *_, option in wrong if option.ground.origin == Origin.CLAUSE]
    assert excluded
    assert all(option.why.startswith("Le texte décide autrement : ") and option.ground.cites for option in excluded)


def test_no_explanation_names_a_section_before_the_end(exercises: list[Exercise]) -> None:
    """The clauses are told at the end, with the sheet: a correction does not print what a later stage asks."""
    for made in exercises:
        for stage in made.stages:
            if not stage.verbatim:
                assert not any("§" in option.why for option in stage.options), (made.case.id, stage.id)


@pytest.mark.walk
def test_lateness_is_explained_by_its_minutes(library: Library, engines: Engines) -> None:
    """Not by an illness, nor by an interval of which only one end costs so much."""
    made = exercise(library, engines, library.cases["vingt-cinq-minutes.neuf"], "ema-2016")
    stage = made.stage(Part.POINTS) if made is not None else None
    assert stage is not None
    late = [option for option in stage.options if option.ground.origin == Origin.FACT]
    assert late and all("minutes" in option.why for option in late)
