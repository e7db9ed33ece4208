"""Exercises: every one of them is what the engine rules, with one right answer and wrong ones that mean something."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import yaml

from assistant.consultation.cases import each
from assistant.decision.outcome import Outcome
from assistant.decision.state import judge
from assistant.decision.words import dues_words
from assistant.engine.engines import Engines
from assistant.model import Case, Library
from assistant.proof.prove import Proof
from assistant.proof.trial import several as several_outcome
from assistant.training.exercises.exercise import Exercise, exercise
from assistant.training.exercises.neighbours import judged
from assistant.training.exercises.one_incident import GAP, NO_PAYMENT
from assistant.training.exercises.origin import Origin
from assistant.training.exercises.several_incidents import OVER
from assistant.training.exercises.stage import FEWEST_WRONG, NO_POINTS, Part
from assistant.training.exercises.syllabus import Task, Wish, make_tasks, ruling_clauses, tasks, untrained
from assistant.training.exercises.variation import variations
from assistant.training.exercises.words import NOT_SAID, certain, deal_words, decision_words, unsaid
from tests.conftest import ROOT
from tests.support.drawing import whole
from tests.training.conftest import MOST

pytestmark = pytest.mark.walk  # exercises are made by the engine


def written_variants() -> Iterator[tuple[str, dict[str, object]]]:
    """Every variant as its author wrote it, with the name of the case it makes."""
    for path in sorted((ROOT / "knowledge" / "cases").glob("*.yaml")):
        for entry in yaml.safe_load(path.read_text(encoding="utf-8")):
            for variant in entry.get("variants", ()):
                yield f"{entry['id']}.{variant['id']}", variant


def outcome_of(library: Library, engines: Engines, one: Exercise) -> Outcome:
    mine = judged(library, engines, one.case, one.ruleset)
    assert mine is not None
    return mine.outcome


def test_every_stage_has_one_right_answer_and_no_two_alike(exercises: list[Exercise]) -> None:
    assert len(exercises) >= MOST
    for one in exercises:
        for stage in one.stages:
            assert sum(option.right for option in stage.options) == 1
            assert FEWEST_WRONG < len(stage.options) <= 4
            assert len({option.label.casefold() for option in stage.options}) == len(stage.options)
            assert {option.origin for option in stage.options} <= set(Origin)
            assert all(option.why for option in stage.options)


def test_the_right_answers_are_what_the_engine_rules(
    library: Library, engines: Engines, exercises: list[Exercise]
) -> None:
    for one in exercises:
        outcome = outcome_of(library, engines, one)
        decision, points, paragraph = one.stage(Part.DECISION), one.stage(Part.POINTS), one.stage(Part.PARAGRAPH)
        if decision:
            assert (decision.right.label == NOT_SAID) == unsaid(library, outcome), one.case.id
            for _, sanction in outcome.sanctions if not unsaid(library, outcome) else ():
                name = library.sanctions[sanction].rulesets[one.ruleset].name
                assert name.lower() in decision.right.label.lower()
        if points:
            assert points.right.label.lower() == (dues_words(library, outcome.dues) or NO_POINTS).lower()
            assert (NO_PAYMENT in {option.label for option in points.options}) <= (points.question == "Qui paie quoi ?")
        if paragraph:
            cited = [*outcome.cites, *(clause for reading in outcome.readings for clause in reading.cites)]
            quoted = [library.clauses[name] for name in cited]
            assert any(clause.heading in paragraph.right.label for clause in quoted)
            assert any(" ".join(clause.quotes[0].split()) in paragraph.right.why for clause in quoted)
            assert outcome.sanctions or outcome.readings, "where the text is silent no paragraph decides"
        deal = one.stage(Part.DEAL)
        if deal:
            assert deal.right.label.lower() == deal_words(library, outcome).lower()


def test_silence_readings_and_discretion_are_answered_by_the_text_not_saying_it(
    library: Library, engines: Engines, exercises: list[Exercise]
) -> None:
    kinds = set()
    for one in exercises:
        outcome, decision = outcome_of(library, engines, one), one.stage(Part.DECISION)
        if decision and outcome.readings and not certain(outcome):
            kinds.add("readings")
        elif decision and outcome.silences and not outcome.sanctions:
            kinds.add("silence")
        elif decision and outcome.sanctions and all(library.sanctions[s].discretion for s in outcome.sanction_ids()):
            kinds.add("discretion")
        else:
            continue
        assert decision.right.label == NOT_SAID
    assert kinds == {"readings", "silence", "discretion"}


def test_a_wrong_question_could_not_change_the_ruling_and_the_right_one_can(
    library: Library, engines: Engines, exercises: list[Exercise]
) -> None:
    asked = {fact.question: fact.id for fact in library.facts.values() if fact.question}
    checked = 0
    for one in exercises:
        stage, mine = one.stage(Part.ASK), judged(library, engines, one.case, one.ruleset)
        if stage is None or mine is None:
            continue
        right = asked[stage.right.label]
        rest = {name: value for name, value in mine.facts.items() if name != right}
        needs = judge(library, mine.questionnaire.engine, rest).needs
        questions = {fact.question for fact in library.facts.values() if fact.id in needs}
        assert right in needs
        assert not [option.label for option in stage.options if not option.right and option.label in questions]
        answers = mine.questionnaire.branches[right]
        others = [mine.questionnaire.judge({**rest, right: value}).outcome for value in answers]
        assert any(other is not None and other != mine.outcome for other in others), "with all else told it decides"
        assert GAP in stage.story and len(stage.story) == len(one.case.story)
        checked += 1
    assert checked > len(exercises) / 4


def test_what_would_make_a_wrong_answer_right_is_true(library: Library, engines: Engines) -> None:
    """« Ce serait un chombo si… » : change that fact alone, and the engine gives it."""
    case = library.cases["ron-furiten-riichi.main-cachee"]
    made = exercise(library, engines, case, "ema-2016")
    assert made is not None
    decision = made.stage(Part.DECISION)
    assert decision is not None and decision.right.label == "Main morte"
    chombo = next(option for option in decision.options if option.label == "Chombo")
    assert chombo.why == "Ce serait « chombo » si l'histoire disait : « Il étale toute sa main. »"
    shown = judged(library, engines, library.cases["ron-furiten-riichi"], "ema-2016")
    assert shown is not None and "chombo" in shown.outcome.sanction_ids()


def test_no_wrong_deal_could_be_said_of_the_case_too(library: Library) -> None:
    for slot in library.slots.values():
        for value in slot.values.values():
            assert set(value.covers) <= set(slot.values), f"{slot.id}.{value.id}"


def test_no_wrong_decision_could_be_defended(library: Library, engines: Engines, exercises: list[Exercise]) -> None:
    """None is a reading of the text, says the same as the right one, or only that nobody is punished where nobody is."""
    known, checked = library.sanctions, 0
    for one in exercises:
        decision, outcome = one.stage(Part.DECISION), outcome_of(library, engines, one)
        if decision is None:
            continue
        names = {
            sanction.rulesets[one.ruleset].name.casefold(): sanction.id
            for sanction in known.values()
            if one.ruleset in sanction.rulesets
        }
        mild = {sanction.id for sanction in known.values() if sanction.vanishes or "aucune" in sanction.covers}
        punished = any(known[sanction].nature == "sanction" for sanction in outcome.sanction_ids())
        for option in decision.options:
            said = {names.get(part.casefold()) for part in option.label.split(" ; ")} - {None}
            if option.right or not said or option.label == NOT_SAID:
                continue
            checked += 1
            assert all(said != reading.then.sanctions for reading in outcome.readings), (one.case.id, option.label)
            if said <= mild and outcome.sanctions:
                assert punished and not any(known[s].discretion for s in outcome.sanction_ids()), (one.case.id, option)
            covered = {other for sanction in outcome.sanction_ids() for other in known[sanction].covers}
            assert not (len(said) == len(outcome.sanctions) == 1 and said <= covered), (one.case.id, option.label)
    assert checked > len(exercises)


@pytest.fixture(scope="module")
def of_several(library: Library, engines: Engines, syllabus: tuple[Task, ...]) -> list[Exercise]:
    """Every exercise on several events."""
    several = [task for task in syllabus if library.cases[task.case].further]
    made = [exercise(library, engines, library.cases[task.case], task.ruleset) for task in several]
    return [one for one in made if one is not None]


@pytest.mark.walk
def test_several_events_train_too(library: Library, engines: Engines, of_several: list[Exercise]) -> None:
    """What each event gets, named with its player, and what becomes of the deal."""
    assert len(of_several) > 100
    for one in of_several:
        ends = each(library, engines, one.case, one.ruleset)
        outcome, _ = several_outcome(library, engines, one.case, one.ruleset)
        decision, deal = one.stage(Part.DECISION), one.stage(Part.DEAL)
        if decision is not None:
            parts = decision.right.label.split(" · ")
            assert len(parts) == len(ends)
            for part, judged in zip(parts, ends, strict=True):
                assert judged.end is not None and judged.end.outcome is not None
                words = decision_words(library, judged.end.outcome, one.ruleset, one.ruleset)
                told = "le texte ne le dit pas" if words == NOT_SAID else words
                assert (OVER if judged.ended is not None else told) in part
                who = judged.event.player
                assert who == "personne" or f"({who.capitalize()})" in part
        if deal is not None:
            assert deal.right.label.casefold() == deal_words(library, Outcome(slots=outcome.slots)).casefold()
        for stage in one.stages:
            assert sum(option.right for option in stage.options) == 1 and len(stage.options) > FEWEST_WRONG


@pytest.mark.walk
def test_no_wrong_answer_on_several_events_could_be_defended(
    library: Library, engines: Engines, of_several: list[Exercise]
) -> None:
    """What an event's text leaves open, by silence, readings or discretion, no answer decides otherwise."""
    checked = 0
    for one in of_several:
        decision = one.stage(Part.DECISION)
        if decision is None:
            continue
        outcomes = [judged.end.outcome for judged in each(library, engines, one.case, one.ruleset) if judged.end]
        right = decision.right.label.split(" · ")
        for option in decision.options:
            parts = option.label.split(" · ")
            differing = [index for index, part in enumerate(parts) if part.casefold() != right[index].casefold()]
            assert option.right or any(not unsaid(library, outcomes[index]) for index in differing), option.label
            checked += not option.right
    assert checked > 200


@pytest.mark.walk
def test_when_an_event_happened_is_trained(of_several: list[Exercise]) -> None:
    """A near miss in time alone is a wrong answer, and its reason says so."""
    reasons = [option.why for one in of_several for stage in one.stages for option in stage.options]
    assert sum("était arrivé" in why for why in reasons) >= 10


@pytest.mark.walk
def test_who_pays_is_named_where_two_players_are_punished(library: Library, engines: Engines) -> None:
    two = exercise(library, engines, library.cases["deux-faux-rons"], "ema-2016")
    points = two.stage(Part.POINTS) if two is not None else None
    assert points is not None and "Est perd" in points.right.label and "Sud perd" in points.right.label


def test_the_same_exercise_is_made_again(library: Library, exercises: list[Exercise]) -> None:
    engines = Engines(library)
    for one in exercises[::40]:
        assert exercise(library, engines, one.case, one.ruleset) == one


def test_every_ruling_clause_is_trained(library: Library, proof: Proof) -> None:
    assert all(ruling_clauses(library, ruleset) for ruleset in library.rulesets)
    assert proof.besides == {"clause(s) sans exercice": {ruleset: [] for ruleset in library.rulesets}}


def test_a_clause_without_a_case_is_named(library: Library) -> None:
    ruleset = next(iter(library.rulesets))
    told = {case.id for case in library.cases.values() if not case.varies and ruleset not in case.expect}
    kept = {name: case for name, case in library.cases.items() if (case.varies or name) in told}
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


def test_the_number_of_answers_does_not_tell_a_silence(exercises: list[Exercise]) -> None:
    """Among decisions with « le texte ne le dit pas », with three answers as with four it is right in one half or so."""
    told: dict[int, list[bool]] = {3: [], 4: []}
    for one in exercises:
        decision = one.stage(Part.DECISION)
        silent = [option for option in decision.options if option.label == NOT_SAID] if decision else []
        if decision and silent:
            told[len(decision.options)].append(silent[0].right)
    margin = 0.15 if whole() else 0.25  # a sample may stray
    assert all(len(right) > 60 and abs(sum(right) / len(right) - 0.5) < margin for right in told.values()), told
