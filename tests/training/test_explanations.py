"""Every explanation is read back and put to the engine: what it says would make a wrong answer right does so."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from assistant.decision.outcome import Outcome
from assistant.decision.words import dues_words
from assistant.engine.engines import Engines
from assistant.french import lower_first
from assistant.model import Library, Value
from assistant.training.exercises.exercise import Exercise, exercise
from assistant.training.exercises.neighbours import Judged, judged, sentences
from assistant.training.exercises.one_incident import NO_PAYMENT
from assistant.training.exercises.origin import Origin
from assistant.training.exercises.stage import NO_POINTS, Option, Part, Stage
from assistant.training.exercises.words import deal_words, decision_words, quoted

ANSWERED = re.compile(r"à la question « (.+?) », (?:on répondait )?« (.+?) »(?=,| et |\.?$)")
SAID = re.compile(r"« (.+?) »")
TOLD = "si l'histoire disait : "
UNDER = re.compile(r"sous le règlement (.+?) \(")


@pytest.fixture(scope="module")
def wrong(
    library: Library, engines: Engines, exercises: list[Exercise]
) -> list[tuple[Exercise, Judged, Stage, Option]]:
    """The wrong answers of exercises on one incident."""
    found = []
    for made in exercises:
        mine = judged(library, engines, made.case, made.ruleset)
        if mine is not None:
            found += [
                (made, mine, stage, option) for stage in made.stages for option in stage.options if not option.right
            ]
    return found


def changes(library: Library, mine: Judged, why: str) -> Iterator[tuple[str, Value]]:
    """The facts that an explanation changes, read from its words."""
    if TOLD in why:
        after = why.split(TOLD, 1)[1].split(" et si, à la question", 1)[0]
        known = {quoted(text)[2:-2]: change for change, text in sentences(library, mine.case).items()}
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


def said(library: Library, stage: Stage, outcome: Outcome, ruleset: str, told_in: str) -> str:
    """The answer to a stage that an outcome gives."""
    if stage.id == Part.DECISION:
        return decision_words(library, outcome, ruleset, told_in)
    if stage.id == Part.DEAL:
        return deal_words(library, outcome)
    nothing = NO_PAYMENT if stage.question == "Qui paie quoi ?" else NO_POINTS
    return dues_words(library, outcome.dues) or nothing


def test_a_changed_fact_gives_what_the_explanation_says(
    library: Library, wrong: list[tuple[Exercise, Judged, Stage, Option]]
) -> None:
    checked = dict.fromkeys((Part.DECISION, Part.DEAL, Part.POINTS, Part.PARAGRAPH), 0)
    for made, mine, stage, option in wrong:
        if (
            stage.id not in checked
            or option.origin not in (Origin.FACT, Origin.SITUATION, Origin.SILENCE)
            or " si" not in option.why
        ):
            continue
        changed = dict(changes(library, mine, option.why))
        if not changed:
            continue
        state = mine.questionnaire.judge({**mine.facts, **changed})
        assert state.final and state.outcome is not None, (made.case.id, option.why)
        if stage.id == Part.PARAGRAPH:
            cited = {*state.outcome.cites, *(one for reading in state.outcome.readings for one in reading.cites)}
            assert any(library.clauses[one].heading in option.label for one in cited), (made.case.id, option)
        else:
            given = said(library, stage, state.outcome, made.ruleset, made.ruleset)
            assert given.casefold() == option.label.casefold(), (made.case.id, made.ruleset, option)
        checked[stage.id] += 1
    assert all(count > least for count, least in zip(checked.values(), (150, 60, 30, 75), strict=True)), checked


def test_another_ruleset_gives_what_the_explanation_says(
    library: Library, engines: Engines, wrong: list[tuple[Exercise, Judged, Stage, Option]]
) -> None:
    names = {one.short: one.id for one in library.rulesets.values()}
    checked = 0
    for made, _, stage, option in wrong:
        named = UNDER.search(option.why)
        if named is None:
            continue
        theirs = judged(library, engines, made.case, names[named[1]])
        assert theirs is not None
        given = said(library, stage, theirs.outcome, theirs.ruleset, made.ruleset)
        assert given.casefold() == option.label.casefold(), (made.case.id, made.ruleset, option)
        checked += 1
    assert checked > 25


def test_another_incident_gives_what_the_explanation_says(
    library: Library, engines: Engines, wrong: list[tuple[Exercise, Judged, Stage, Option]]
) -> None:
    incidents = {quoted(one.title): one.id for one in library.incidents.values()}
    checked = 0
    for made, _, stage, option in wrong:
        if (
            option.origin not in (Origin.CONFUSION, Origin.USUAL)
            or stage.id == Part.PARAGRAPH
            or "un autre incident, " not in option.why
        ):
            continue
        title = next(title for title in incidents if f"un autre incident, {title}" in option.why)
        theirs = [
            judged(library, engines, case, made.ruleset)
            for case in library.cases.values()
            if case.incident == incidents[title] and made.ruleset in case.expect
        ]
        given = {said(library, stage, one.outcome, made.ruleset, made.ruleset).casefold() for one in theirs if one}
        assert option.label.casefold() in given, (made.case.id, made.ruleset, option)
        checked += 1
    assert checked > 100


def test_lateness_is_explained_by_its_minutes(library: Library, engines: Engines) -> None:
    """Not by an illness, nor by an interval of which only one end costs so much."""
    made = exercise(library, engines, library.cases["rc-113.quarante-secondes"], "mcr-2006")
    stage = made.stage(Part.DECISION) if made is not None else None
    assert stage is not None
    lost = next(option for option in stage.options if option.label.startswith("Partie abandonnée"))
    assert "on répondait « 16 minutes »" in lost.why
    made = exercise(library, engines, library.cases["vingt-cinq-minutes.neuf"], "ema-2016")
    stage = made.stage(Part.POINTS) if made is not None else None
    assert stage is not None
    missed = next(option for option in stage.options if "−30\u202f000" in option.label)
    assert "si l'histoire disait" in missed.why and "25 minutes" in missed.why
