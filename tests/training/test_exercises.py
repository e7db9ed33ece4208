"""Exercises: every one of them is what the engine rules, with one right answer and wrong ones that mean something."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import yaml

from assistant.consultation.cases import each
from assistant.decision.state import judge
from assistant.decision.words import dues_words
from assistant.engine.engines import Engines
from assistant.model import Case, Library
from assistant.proof.trial import several as several_outcome
from assistant.training.book import Book
from assistant.training.exercises.exercise import Exercise, exercise
from assistant.training.exercises.gap import GAP
from assistant.training.exercises.looks import untrained
from assistant.training.exercises.one_incident import NO_PAYMENT, NO_POINTS
from assistant.training.exercises.ruled import ruled, rulings
from assistant.training.exercises.ruling import Ruling, decided
from assistant.training.exercises.several_incidents import Examiners, chain
from assistant.training.exercises.stage import FEWEST_WRONG, Part
from assistant.training.exercises.syllabus import Task, Wish, make_tasks, ruling_clauses, tasks
from assistant.training.exercises.variation import variations
from assistant.training.exercises.what_if import told
from assistant.training.exercises.words import deal_words, decision_words
from tests.conftest import ROOT
from tests.support.drawing import Drawing
from tests.training.conftest import MOST

pytestmark = pytest.mark.walk  # exercises are made by the engine


def written_variants() -> Iterator[tuple[str, dict[str, object]]]:
    """Every variant as its author wrote it, with the name of the case it makes."""
    for path in sorted((ROOT / "knowledge" / "cases").glob("*.yaml")):
        for entry in yaml.safe_load(path.read_text(encoding="utf-8")):
            for variant in entry.get("variants", ()):
                yield f"{entry['id']}.{variant['id']}", variant


def ruling_of(library: Library, engines: Engines, one: Exercise) -> Ruling:
    mine = ruled(library, engines, one.case, one.ruleset)
    assert mine is not None
    (ruling,) = rulings(library, mine)
    return ruling


def test_every_stage_has_one_right_answer_and_no_two_alike(exercises: list[Exercise]) -> None:
    assert len(exercises) >= MOST / 4
    for one in exercises:
        for stage in one.stages:
            assert sum(option.right for option in stage.options) == 1
            assert FEWEST_WRONG < len(stage.options) <= 4
            assert len({option.label.casefold() for option in stage.options}) == len(stage.options)
            assert all(option.why for option in stage.options)


def test_the_right_answers_are_what_the_engine_rules(
    library: Library, engines: Engines, exercises: list[Exercise]
) -> None:
    for one in exercises:
        ruling = ruling_of(library, engines, one)
        outcome = ruling.outcome
        decision, points, paragraph = one.stage(Part.DECISION), one.stage(Part.POINTS), one.stage(Part.PARAGRAPH)
        if decision:
            assert ruling.decision and not ruling.read(), "what rests on our reading is told, not asked"
            for _, sanction in ruling.decision:
                name = library.sanctions[sanction].rulesets[one.ruleset].name
                assert name.lower() in decision.right.label.lower()
        if points:
            nothing = NO_PAYMENT if points.question.endswith("Qui paie quoi ?") else NO_POINTS
            assert points.right.label.lower() == (dues_words(library, outcome.dues) or nothing).lower()
        if paragraph:
            cited = [*outcome.cites, *(clause for reading in outcome.readings for clause in reading.cites)]
            quoted = [library.clauses[name] for name in cited]
            assert any(clause.heading in paragraph.right.label for clause in quoted)
            assert any(" ".join(clause.quotes[0].split()) in paragraph.right.why for clause in quoted)
            assert outcome.sanctions or outcome.readings, "where the text is silent no paragraph decides"
        deal = one.stage(Part.DEAL)
        if deal:
            assert deal.right.label.lower() == deal_words(library, outcome.slots).lower()


def test_where_the_text_does_not_decide_nothing_is_asked_of_the_decision(
    library: Library, engines: Engines, exercises: list[Exercise]
) -> None:
    """Silence, readings, discretion and our own reading: the decision is told before what rests on it."""
    kinds = set()
    for one in exercises:
        ruling = ruling_of(library, engines, one)
        if ruling.decision and not ruling.read():
            continue
        kinds.add("read" if ruling.decision else "readings" if ruling.outcome.readings else "open")
        assert one.stage(Part.DECISION) is None
        for stage in one.stages:
            if stage.part != Part.ASK:
                assert stage.question.startswith(("La décision : ", "Le texte ")), (one.case.id, stage.question)
    assert kinds == {"read", "readings", "open"}


def test_a_wrong_question_could_not_change_the_ruling_and_the_right_one_can(
    library: Library, engines: Engines, exercises: list[Exercise]
) -> None:
    checked = 0
    for one in exercises:
        stage, mine = one.stage(Part.ASK), told(library, engines, one.case, one.ruleset)
        if stage is None or mine is None:
            continue
        right = str(stage.right.answer)
        known = {**mine.questionnaire.usual, **mine.facts}
        rest = {name: value for name, value in known.items() if name != right}
        needs = judge(library, mine.questionnaire.engine, rest).needs
        assert right in needs
        assert not [option.label for option in stage.options if not option.right and option.answer in needs]
        answers = mine.questionnaire.branches[right]
        others = [mine.questionnaire.judge({**rest, right: value}).outcome for value in answers]
        assert any(other is not None and other != mine.given.outcome for other in others), (
            "with all else told it decides"
        )
        assert GAP in stage.story and len(stage.story) == len(one.case.story)
        checked += 1
    assert checked > len(exercises) / 10


def test_what_would_make_a_wrong_answer_right_is_true(library: Library, engines: Engines) -> None:
    """« Ce serait un chombo si… » : change that fact alone, and the engine gives it."""
    case = library.cases["ron-furiten-riichi.main-cachee"]
    made = exercise(library, engines, case, "ema-2016")
    assert made is not None
    decision = made.stage(Part.DECISION)
    assert decision is not None and decision.right.label == "Main morte"
    chombo = next(option for option in decision.options if option.label == "Chombo")
    assert chombo.why == "Ce serait « chombo » si l'histoire disait : « Il étale toute sa main. »"
    shown = told(library, engines, library.cases["ron-furiten-riichi"], "ema-2016")
    assert shown is not None and "chombo" in shown.given.outcome.sanction_ids()


def test_no_wrong_deal_could_be_said_of_the_case_too(library: Library) -> None:
    for slot in library.slots.values():
        for value in slot.values.values():
            assert set(value.covers) <= set(slot.values), f"{slot.id}.{value.id}"


@pytest.fixture(scope="module")
def of_several(library: Library, book: Book, drawing: Drawing) -> list[Exercise]:
    """Exercises on several events."""
    several = [task.id for task in book.playable() if library.cases[task.case].further]
    return [book.exercises[name] for name in drawing.sample("exercises on several incidents", several, 80)]


@pytest.mark.walk
def test_several_events_train_too(library: Library, engines: Engines, of_several: list[Exercise]) -> None:
    """What the text decides of an event, which is named with its player, and what becomes of the deal."""
    assert len(of_several) > 50
    for one in of_several:
        ends = each(library, engines, one.case, one.ruleset)
        outcome, _ = several_outcome(library, engines, one.case, one.ruleset)
        for stage in one.stages:
            assert sum(option.right for option in stage.options) == 1 and len(stage.options) > FEWEST_WRONG
            if stage.part == Part.DECISION:
                judged = ends[stage.event - 1]
                assert judged.end is not None and judged.end.outcome is not None
                words = decision_words(library, decided(library, judged.end.outcome), one.ruleset)
                assert stage.right.label.casefold() == words.casefold()
                who = judged.event.player
                assert who == "personne" or who.capitalize() in stage.question
            elif stage.part == Part.DEAL:
                assert stage.right.label.casefold() == deal_words(library, outcome.slots).casefold()


@pytest.mark.walk
def test_who_pays_is_named_where_two_players_are_punished(library: Library, engines: Engines) -> None:
    two = chain(library, engines, library.cases["deux-faux-rons"], "ema-2016")
    assert two is not None
    asked = Examiners(library, engines, two).points()
    assert asked is not None and "Est perd" in asked.right.label and "Sud perd" in asked.right.label


def test_the_same_exercise_is_made_again(library: Library, exercises: list[Exercise]) -> None:
    engines = Engines(library)
    for one in exercises[::40]:
        assert exercise(library, engines, one.case, one.ruleset) == one


def test_ruling_clauses_are_trained(library: Library, book: Book, syllabus: tuple[Task, ...]) -> None:
    """What the text leaves open, or our reading decides, cannot be asked: the share is taken of what it says by itself; the proof names all."""
    trained: dict[str, set[str]] = {ruleset: set() for ruleset in library.rulesets}
    for made in book.exercises.values():
        trained[made.ruleset].update(clause for clause in made.clauses if made.tested_by(clause))
    for ruleset, clauses in trained.items():
        ruling = set(ruling_clauses(library, ruleset))
        said = ruling & {clause for task in syllabus if task.ruleset == ruleset and task.plain for clause in task.clauses}
        assert len(said) > len(ruling) / 2 and ruling & clauses
        assert len(said - clauses) < len(said) / 3, (ruleset, len(ruling - clauses))


def test_a_clause_without_a_case_is_named(library: Library) -> None:
    ruleset = next(iter(library.rulesets))
    told = {case.id for case in library.cases.values() if not case.varies and ruleset not in case.expect}
    kept = {
        name: case
        for name, case in library.cases.items()
        if (case.varies or name) in told and ruleset not in case.expect
    }
    poorer = library._replace(cases=kept)
    assert set(untrained(poorer, Engines(poorer), ruleset)) == set(ruling_clauses(library, ruleset))


def changed_fact(base: Case, case: Case) -> str:
    """The one fact in which a variation differs from its case."""
    (name,) = (name for name in {**base.facts, **case.facts} if base.facts.get(name) != case.facts.get(name))
    return name


@pytest.mark.walk
def test_variations_change_one_deciding_fact_and_its_sentence(library: Library, engines: Engines) -> None:
    count, retold = 0, {case for case, variant in written_variants() if "story" in variant}
    for base in list(library.cases.values())[::5]:
        for ruleset in base.expect:
            for case in variations(library, engines, base, ruleset):
                name = changed_fact(base, case)
                assert dict(case.story)[name] != dict(base.story).get(name)
                if case.id not in retold:
                    assert [text for told, text in case.story if told != name] == [
                        t for told, t in base.story if told != name
                    ]
                    count += 1
    assert count > 50


def test_a_case_without_sentences_is_not_varied(library: Library, engines: Engines) -> None:
    bare = next(
        case
        for case in library.cases.values()
        if not case.varies and not case.further and not any(other.varies == case.id for other in library.cases.values())
    )
    assert not any(list(variations(library, engines, bare, ruleset)) for ruleset in bare.expect)


def test_the_engine_varies_where_authors_expected_nothing(library: Library, syllabus: tuple[Task, ...]) -> None:
    made = [task for task in syllabus if task.ruleset not in library.cases[task.case].expect]
    assert made and all(library.cases[task.case].varies for task in made)


def test_wishes(library: Library, syllabus: tuple[Task, ...]) -> None:
    def wished(wish: Wish) -> Iterator[Task]:
        return (task for task in syllabus if wish.admits(task))

    ruleset, family = next(iter(library.rulesets)), next(iter(library.families))
    assert {task.ruleset for task in wished(Wish(ruleset=ruleset))} == {ruleset}
    assert {task.family for task in wished(Wish(family=family))} == {family}
    assert {task.level for task in wished(Wish(level=3))} == {3}
    assert 0 < len(list(wished(Wish(differing=True)))) < len(syllabus)


def test_the_kept_syllabus_is_the_one_made(library: Library, engines: Engines, syllabus: tuple[Task, ...]) -> None:
    assert tuple(make_tasks(library, engines)) == syllabus == tasks(library)
