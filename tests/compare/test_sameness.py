"""One meaning of « la même décision »: the table, the page of a case, exercises and exams agree on every situation there is."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from assistant.compare.case import Decided, together
from assistant.compare.comparison import Comparison
from assistant.consultation.consultant import Consultant
from assistant.decision.gravity import Difference
from assistant.decision.outcome import Outcome
from assistant.decision.sameness import same, same_case, sides
from assistant.engine.engines import Engines
from assistant.model import INCIDENT, Case, Library, Place, Value
from assistant.training.book import Book
from assistant.training.exercises.origin import Origin
from assistant.training.exercises.ruled import ruled, rulings
from assistant.training.exercises.syllabus import Task, decided_otherwise
from tests.support.drawing import Drawing
from tests.support.outcomes import PAIR

FEWEST = 2600  # situations: fewer would mean that some were not looked at


@pytest.fixture(scope="module")
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def situations(comparison: Comparison) -> Iterator[tuple[tuple[str, str], str, dict[str, Value], bool]]:
    """Two rulesets, an incident, answers, and whether the comparison calls the two decisions the same."""
    for pair, rows in comparison.rows.items():
        for row in rows.values():
            for group in row.groups:
                yield pair, row.incident, dict(group.example), group.kind == Difference.SAME


def to_the_end(
    consultant: Consultant, pair: tuple[str, str], incident: str, facts: dict[str, Value]
) -> Iterator[dict[str, Value]]:
    """A situation of the table with each answer to what the page still asks: it decides nothing but what a sheet says."""
    for name in pair:
        if not consultant.outcomes(name, {INCIDENT: incident, **facts}):
            (document,) = consultant.consult([name], {INCIDENT: incident, **facts}, explain=False)["consultations"]
            question = document["question"]
            assert question, (pair, incident, facts)
            for answer in question["answers"]:
                yield from to_the_end(consultant, pair, incident, {**facts, question["key"]: answer["value"]})
            return
    yield facts


def told(library: Library, incident: str, facts: dict[str, Value]) -> Case:
    """A situation as a case that somebody might have written."""
    family = library.incidents[incident].family
    return Case(
        "une-situation", family, "", ((None, "…"),), {INCIDENT: incident, **facts}, {}, 1, None, None, Place("", 0)
    )


def test_the_page_of_a_case_agrees_with_the_table(
    library: Library, comparison: Comparison, consultant: Consultant, drawing: Drawing
) -> None:
    every = list(situations(comparison))
    assert len(every) >= FEWEST
    for pair, incident, known, same_there in drawing.sample("situations decided again", every, 300):
        for facts in to_the_end(consultant, pair, incident, known):
            decided = [Decided(name, consultant.outcomes(name, {INCIDENT: incident, **facts}), {}) for name in pair]
            assert (len(together(library, decided)) == 1) == same_there, (pair, incident, facts)


def test_the_page_of_a_case_says_so(
    comparison: Comparison, consultant: Consultant, client: FlaskClient, drawing: Drawing
) -> None:
    """As it is served."""
    for pair, incident, known, same_there in drawing.sample("cases side by side", list(situations(comparison)), 60):
        facts = next(to_the_end(consultant, pair, incident, known))
        query = urlencode(
            [("reglement", pair[0]), (INCIDENT, incident), *facts.items(), *(("_r", one) for one in pair)]
        )
        document = client.get(f"/comparer/cas.json?{query}").get_json()
        assert [one["ruleset"]["id"] for one in document["consultations"]] == list(pair), (pair, incident, facts)
        assert document["sentence"].startswith("Même décision partout") == same_there, (pair, incident, facts)


def test_exercises_agree_with_the_table(
    library: Library, comparison: Comparison, engines: Engines, drawing: Drawing
) -> None:
    for pair, incident, facts, same_there in drawing.sample("situations as exercises", list(situations(comparison)), 300):
        case = told(library, incident, facts)
        mine, theirs = (ruled(library, engines, case, ruleset) for ruleset in pair)
        assert mine is not None and theirs is not None, (pair, incident, facts)
        assert decided_otherwise(library, mine, theirs) != same_there, (pair, incident, facts)


@pytest.mark.walk
def test_a_task_differs_where_two_rulesets_do(library: Library, syllabus: tuple[Task, ...], engines: Engines) -> None:
    """Every exercise told for exactly two rulesets: what it is filed under is what the engine and `same` say of the two."""
    by_case: dict[str, list[str]] = {}
    differs = {}
    for task in syllabus:
        by_case.setdefault(task.case, []).append(task.ruleset)
        differs[task.case] = task.differs
    looked_at = 0
    for name, rulesets in by_case.items():
        case = library.cases[name]
        if len(rulesets) == 2 and not case.further:
            ours, others = (outcomes(library, engines, case, ruleset) for ruleset in rulesets)
            alike = same(library, *sides(library, (rulesets[0], rulesets[1]), *ours, *others))
            assert differs[name] != alike, name
            looked_at += 1
    assert looked_at > 100


@pytest.mark.walk
def test_no_exercise_opposes_a_ruleset_that_decides_the_same(library: Library, engines: Engines, book: Book) -> None:
    opposed = 0
    for made in book.exercises.values():
        for option in (option for stage in made.stages for option in stage.options):
            if option.ground.origin == Origin.RULESET:
                pair = (made.ruleset, option.ground.ruleset)
                ours, others = (outcomes(library, engines, made.case, one) for one in pair)
                assert not same_case(library, pair, ours, others), (made.case.id, option)
                opposed += 1
    assert opposed


def outcomes(library: Library, engines: Engines, case: Case, ruleset: str) -> tuple[Outcome, ...]:
    mine = ruled(library, engines, case, ruleset)
    assert mine is not None
    return tuple(one.outcome for one in rulings(library, mine))


def test_several_incidents_are_compared_each_with_its_own(
    library: Library, consultant: Consultant, client: FlaskClient
) -> None:
    """Each incident for itself; 20 points of the one that are worth 1 000 of the other are 20 000, and each is told in its own."""
    counted, alike = library.cases["noten-riichi-et-main-morte"], library.cases["riichi-sans-mise-puis-ron"]
    for case, expected in ((counted, True), (alike, True)):
        both = [consultant.outcomes(ruleset, case.flat_facts()) for ruleset in PAIR]
        assert [len(one) for one in both] == [2, 2]
        assert same_case(library, PAIR, *both) == expected
        query = urlencode([("reglement", PAIR[0]), *case.flat_facts().items(), *(("_r", one) for one in PAIR)])
        told_there = client.get(f"/comparer/cas.json?{query}").get_json()["sentence"]
        assert told_there.startswith("Même décision partout") == expected and ", puis " in told_there
        if case is counted:
            assert "EMA : chombo (20\u202f000)" in told_there and "WRC : chonbo (20)" in told_there


def test_what_is_open_or_contested_has_no_outcomes(consultant: Consultant) -> None:
    facts = {INCIDENT: "riichi-incomplet"}
    assert consultant.outcomes("ema-2016", facts) == ()
    assert len(consultant.outcomes("ema-2016", {**facts, "etape_oubliee": "mot", "riichi_vu_quand": "en-cours"})) == 1
    assert consultant.outcomes("ema-2016", {**facts, "etape_oubliee": "non-etabli"}) == ()
