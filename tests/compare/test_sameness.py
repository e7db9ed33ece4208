"""One meaning of « la même décision »: the table, the page of a case, exercises and exams agree on every situation there is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from assistant.compare.case import Decided, together
from assistant.compare.comparison import Comparison
from assistant.consultation.consultant import Consultant
from assistant.decision.gravity import Difference
from assistant.decision.outcome import Due, Outcome
from assistant.decision.sameness import same, same_case, sides
from assistant.engine.engines import Engines
from assistant.model import INCIDENT, Amount, Case, Decides, Library, Place, Reading, Then, Value
from assistant.training.exam import LENGTHS, paper
from assistant.training.exercises.neighbours import Alternative, judged
from assistant.training.exercises.one_incident import Examiner
from assistant.training.exercises.origin import Origin
from assistant.training.exercises.several_incidents import sequel
from assistant.training.exercises.syllabus import Task, decided_otherwise
from tests.support.drawing import Drawing

FEWEST = 2600  # situations: fewer would mean that some were not looked at
UNDER = re.compile(r"sous le règlement (.+?) \(")
PAIR = ("ema-2016", "wrc-2015")


@pytest.fixture(scope="module")
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def situations(comparison: Comparison) -> Iterator[tuple[tuple[str, str], str, dict[str, Value], bool]]:
    """Two rulesets, an incident, answers, and whether the comparison calls the two decisions the same."""
    for pair, rows in comparison.rows.items():
        for row in rows.values():
            for group in row.groups:
                yield pair, row.incident, dict(group.example), group.kind == Difference.SAME


def told(library: Library, incident: str, facts: dict[str, Value]) -> Case:
    """A situation as a case that somebody might have written."""
    family = library.incidents[incident].family
    return Case(
        "une-situation", family, "", ((None, "…"),), {INCIDENT: incident, **facts}, {}, 1, None, None, Place("", 0)
    )


def test_the_page_of_a_case_agrees_with_the_table(
    library: Library, comparison: Comparison, consultant: Consultant
) -> None:
    looked_at = 0
    for pair, incident, facts, same_there in situations(comparison):
        decided = [Decided(name, consultant.outcomes(name, {INCIDENT: incident, **facts}), {}) for name in pair]
        assert all(one.outcomes for one in decided), (pair, incident, facts)
        assert (len(together(library, decided)) == 1) == same_there, (pair, incident, facts)
        looked_at += 1
    print(f"{looked_at} situations")
    assert looked_at >= FEWEST


def test_the_page_of_a_case_says_so(comparison: Comparison, client: FlaskClient, drawing: Drawing) -> None:
    """As it is served."""
    for pair, incident, facts, same_there in drawing.sample("cases side by side", list(situations(comparison)), 200):
        query = urlencode(
            [("reglement", pair[0]), (INCIDENT, incident), *facts.items(), *(("_r", one) for one in pair)]
        )
        document = client.get(f"/comparer/cas.json?{query}").get_json()
        assert [one["ruleset"]["id"] for one in document["consultations"]] == list(pair), (pair, incident, facts)
        assert document["sentence"].startswith("Même décision partout") == same_there, (pair, incident, facts)


def test_exercises_agree_with_the_table(library: Library, comparison: Comparison, engines: Engines) -> None:
    looked_at = 0
    for pair, incident, facts, same_there in situations(comparison):
        case = told(library, incident, facts)
        mine, theirs = (judged(library, engines, case, ruleset) for ruleset in pair)
        assert mine is not None and theirs is not None, (pair, incident, facts)
        assert decided_otherwise(library, mine, theirs) != same_there, (pair, incident, facts)
        for one, other in ((mine, theirs), (theirs, mine)):
            examiner = Examiner(library, one, [Alternative(Origin.RULESET, other.ruleset, other.outcome, ())], [])
            assert bool(examiner.others) != same_there, (pair, incident, facts)  # what is opposed to the right answers
        looked_at += 1
    print(f"{looked_at} situations")
    assert looked_at >= FEWEST


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
            mine, theirs = (judged(library, engines, case, ruleset) for ruleset in rulesets)
            assert mine is not None and theirs is not None
            alike = same(library, *sides(library, (rulesets[0], rulesets[1]), mine.outcome, theirs.outcome))
            assert differs[name] != alike, name
            looked_at += 1
    assert looked_at > 100


@pytest.mark.walk
def test_no_exam_opposes_a_ruleset_that_decides_the_same(library: Library, engines: Engines) -> None:
    names = {one.short: one.id for one in library.rulesets.values()}
    looked_at = 0
    for ruleset in library.rulesets:
        for question in paper(library, engines, 7, LENGTHS[1], ruleset).questions:
            for option in question.stage.options:
                if option.origin == Origin.RULESET and (named := UNDER.search(option.why)):
                    case = question.exercise.case
                    ours, others = (outcomes(library, engines, case, one) for one in (ruleset, names[named[1]]))
                    assert not same_case(library, (ruleset, names[named[1]]), ours, others), (case.id, option)
                    looked_at += 1
    assert looked_at > 5


def outcomes(library: Library, engines: Engines, case: Case, ruleset: str) -> tuple[Outcome, ...]:
    if case.further:
        several = sequel(library, engines, case, ruleset)
        assert several is not None
        return several.outcomes
    alone = judged(library, engines, case, ruleset)
    assert alone is not None
    return (alone.outcome,)


def test_several_incidents_are_compared_each_with_its_own(
    library: Library, consultant: Consultant, client: FlaskClient
) -> None:
    """A chombo of 20 000 points is not one of 20, whatever the last incident gets."""
    apart, alike = library.cases["noten-riichi-et-main-morte"], library.cases["riichi-sans-mise-puis-ron"]
    for case, expected in ((apart, False), (alike, True)):
        both = [consultant.outcomes(ruleset, case.flat_facts()) for ruleset in PAIR]
        assert [len(one) for one in both] == [2, 2]
        assert same_case(library, PAIR, *both) == expected
        query = urlencode([("reglement", PAIR[0]), *case.flat_facts().items(), *(("_r", one) for one in PAIR)])
        told_there = client.get(f"/comparer/cas.json?{query}").get_json()["sentence"]
        assert told_there.startswith("Même décision partout") == expected and ", puis " in told_there


def test_the_deal_of_several_incidents_is_the_one_they_make_together(library: Library) -> None:
    stopped, goes_on = outcome("chombo", donne="redistribuee"), outcome("avertissement")
    assert same_case(library, PAIR, (goes_on, stopped), (goes_on._replace(slots=()), stopped))
    assert not same_case(library, PAIR, (goes_on, stopped), (goes_on, stopped._replace(slots=goes_on.slots)))
    assert not same_case(library, PAIR, (goes_on, stopped), (stopped, goes_on))


def test_what_is_open_or_contested_has_no_outcomes(consultant: Consultant) -> None:
    facts = {INCIDENT: "riichi-incomplet"}
    assert consultant.outcomes("ema-2016", facts) == ()
    assert len(consultant.outcomes("ema-2016", {**facts, "etape_oubliee": "mot"})) == 1
    assert consultant.outcomes("ema-2016", {**facts, "etape_oubliee": "non-etabli"}) == ()


def outcome(sanction: str, *numbers: int, player: str = "joueur", donne: str = "continue", **more: object) -> Outcome:
    amount = Amount(
        sanction, "points-de-table", "joueur", "personne", "immediat", value=numbers[0] if numbers else None
    )
    dues = frozenset({Due(amount, numbers)}) if numbers else frozenset()
    return Outcome(frozenset({(player, sanction)}), dues, (("donne", donne),))._replace(**more)  # type: ignore[arg-type]


def counted(**more: object) -> Outcome:
    """Five points, otherwise."""
    (due,) = outcome("points", 5).dues
    return outcome("points")._replace(dues=frozenset({Due(due.amount._replace(**more), due.numbers)}))  # type: ignore[arg-type]


def reading(text: str, sanction: str, player: str = "joueur") -> Reading:
    return Reading(text, Then(frozenset({sanction}), player), ("une/clause",))


def is_same(library: Library, first: Outcome, second: Outcome, pair: tuple[str, str] = PAIR) -> bool:
    return same(library, *sides(library, pair, first, second))


def test_what_counts(library: Library) -> None:
    warned, five = outcome("avertissement"), outcome("points", 5)
    assert not is_same(library, warned, outcome("main-morte"))
    assert not is_same(library, warned, outcome("avertissement", player="table"))
    assert not is_same(library, outcome("disqualification"), outcome("disqualification"))  # one name, two effects
    assert not is_same(library, five, outcome("points", 10))
    assert not is_same(library, five, counted(unit="points-globaux"))
    assert not is_same(library, five, counted(payee="table")) and not is_same(library, five, counted(payer="table"))
    assert not is_same(
        library,
        outcome("points", 5, 60),
        outcome("points", 5, 60)._replace(
            dues=frozenset(
                Due(one.amount._replace(value=None, choices=(5, 60)), (5, 60)) for one in outcome("points", 5, 60).dues
            )
        ),
    )
    assert not is_same(library, warned, outcome("avertissement", donne="redistribuee"))
    assert not is_same(library, warned, warned._replace(silences=frozenset({"Rien."})))
    assert not is_same(library, warned, warned._replace(decides=frozenset({Decides("arbitre", "s'il y a faute")})))
    read = Outcome(readings=(reading("L'un.", "avertissement"), reading("L'autre.", "main-morte")))
    assert not is_same(library, read, read._replace(readings=read.readings[:1]))
    assert not is_same(
        library, read, read._replace(readings=(reading("L'un.", "avertissement", "table"), read.readings[1]))
    )


def test_what_does_not_count(library: Library) -> None:
    five = outcome("points", 5)
    assert is_same(library, five, five._replace(cites=("une/clause",), rules=("une-regle",)))
    assert is_same(library, five, counted(moment="non-dit"))
    assert is_same(library, counted(unit="points-de-partie"), counted(unit="points-de-session"))  # two names, one thing
    assert is_same(library, outcome("aucune"), outcome("aucune", donne="sans-effet"))
    assert is_same(
        library, *(five._replace(silences=frozenset({text})) for text in ("Rien du mur.", "Nul mot du mur."))
    )
    assert is_same(
        library,
        *(five._replace(decides=frozenset({Decides(*one)})) for one in (("arbitre", "si"), ("arbitres", "quand"))),
    )
    readings = (reading("L'un.", "avertissement"), reading("L'autre.", "main-morte"))
    other = (reading("Ou bien.", "main-morte"), reading("Ou encore.", "avertissement"))
    assert is_same(library, Outcome(readings=readings), Outcome(readings=other))
    mute = [
        Outcome(silences=frozenset({text}), slots=(("donne", deal),))
        for text, deal in (("Rien.", "continue"), ("Nul mot.", "finie"))
    ]
    assert is_same(library, *mute)


def test_outcomes_are_equal_word_for_word_only(library: Library) -> None:
    """The narrower equality, by which states of one ruleset are merged."""
    five = outcome("points", 5)
    assert five == five._replace(cites=("une/clause",), rules=("une-regle",))
    assert five != counted(moment="non-dit") and is_same(library, five, counted(moment="non-dit"))
