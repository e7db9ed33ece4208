"""The proof of exercises: all of them are clean, and each kind of fault put into one is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from assistant.engine.engines import Engines
from assistant.model import Library
from assistant.training.book import Book
from assistant.training.exercises.exercise import Exercise
from assistant.training.exercises.ground import Ground
from assistant.training.exercises.idle_questions import alike, idle, unneeded
from assistant.training.exercises.one_incident import Examiner
from assistant.training.exercises.origin import Origin
from assistant.training.exercises.refutation import Refutation, given_away
from assistant.training.exercises.ruled import ruled, rulings
from assistant.training.exercises.ruling import Ruling
from assistant.training.exercises.several_incidents import Examiners, chain
from assistant.training.exercises.stage import Option, Part, Stage
from assistant.training.exercises.what_if import tells_another, told
from tests.support.drawing import Drawing

pytestmark = pytest.mark.walk


def test_no_wrong_answer_can_be_defended(library: Library, engines: Engines, book: Book, drawing: Drawing) -> None:
    every = list(book.exercises.values())
    for made in drawing.sample("exercises put to the proof", every, 300):
        assert list(Refutation(library, engines, made).faults()) == [], (made.ruleset, made.case.id)
    assert len(every) > 800


Pick = Callable[[Exercise, Ruling], bool]


@pytest.fixture(scope="module")
def find(library: Library, engines: Engines, book: Book) -> Callable[[Part, Pick], tuple[Exercise, Stage, Ruling]]:
    """The first exercise with a stage of this part whose ruling is of some kind."""

    def found(part: Part, pick: Pick) -> tuple[Exercise, Stage, Ruling]:
        for made in book.exercises.values():
            stage = made.stage(part)
            mine = ruled(library, engines, made.case, made.ruleset) if stage and not made.case.further else None
            if stage is not None and mine is not None and pick(made, rulings(library, mine)[0]):
                return made, stage, rulings(library, mine)[0]
        raise AssertionError(f"no exercise of this kind has a stage « {part} »")

    return found


def with_wrong(made: Exercise, stage: Stage, answer: object, ground: Ground) -> Exercise:
    """The exercise with this answer among the wrong ones."""
    option = Option("9", "Une autre réponse", False, "Parce que.", "", answer, ground)  # type: ignore[arg-type]
    spoilt = stage._replace(options=(*stage.options, option))
    return made._replace(stages=tuple(spoilt if one.id == stage.id else one for one in made.stages))


def faults(library: Library, engines: Engines, made: Exercise) -> list[str]:
    return list(Refutation(library, engines, made).faults())


def first_ground(stage: Stage) -> Ground:
    return next(option.ground for option in stage.options if not option.right)


def test_the_right_answer_under_another_name_is_found(
    library: Library, engines: Engines, find: Callable[[Part, Pick], tuple[Exercise, Stage, Ruling]]
) -> None:
    made, stage, ruling = find(Part.DECISION, lambda _, __: True)
    assert faults(library, engines, with_wrong(made, stage, ruling.decision, first_ground(stage)))


def test_an_addition_to_what_is_left_open_is_found(
    library: Library, engines: Engines, find: Callable[[Part, Pick], tuple[Exercise, Stage, Ruling]]
) -> None:
    made, stage, ruling = find(Part.DECISION, lambda _, ruling: ruling.open)
    more = ruling.decision | {("joueur", "disqualification")}
    assert any(
        "se défend" in one for one in faults(library, engines, with_wrong(made, stage, more, first_ground(stage)))
    )


def test_a_section_that_is_cited_is_found(
    library: Library, engines: Engines, find: Callable[[Part, Pick], tuple[Exercise, Stage, Ruling]]
) -> None:
    made, stage, ruling = find(
        Part.PARAGRAPH, lambda _, ruling: len({library.clauses[one].section for one in ruling.clauses}) > 1
    )
    sections = [library.clauses[one].section for one in ruling.clauses]
    cited = next(one for one in sections if one != stage.right.answer)
    assert any(
        "se défend" in one for one in faults(library, engines, with_wrong(made, stage, cited, first_ground(stage)))
    )


def test_a_condition_that_the_engine_does_not_bear_out_is_found(
    library: Library, engines: Engines, find: Callable[[Part, Pick], tuple[Exercise, Stage, Ruling]]
) -> None:
    made, stage, _ = find(Part.DECISION, lambda made, _: any(has_fact(made)))
    option = next(one for one in stage.options if one.ground.origin == Origin.FACT)
    others = [one for one in stage.options if not one.right and one != option]
    swapped = stage._replace(options=(stage.right, *others, option._replace(ground=option.ground._replace(changes=()))))
    spoilt = made._replace(stages=tuple(swapped if one.id == stage.id else one for one in made.stages))
    assert any("n'est pas réfuté" in one for one in faults(library, engines, spoilt))


def has_fact(made: Exercise) -> Iterator[bool]:
    stage = made.stage(Part.DECISION)
    return (one.ground.origin == Origin.FACT for one in stage.options) if stage else iter(())


def test_a_clause_that_excludes_nothing_is_found(
    library: Library, engines: Engines, find: Callable[[Part, Pick], tuple[Exercise, Stage, Ruling]]
) -> None:
    made, stage, _ = find(Part.DECISION, lambda _, ruling: ruling.open)
    said = frozenset([("joueur", "session-perdue")])
    wrong = with_wrong(made, stage, said, Ground(Origin.CLAUSE, cites=stage.cites))
    assert any("n'est pas réfuté" in one for one in faults(library, engines, wrong))


def test_a_correction_that_tells_the_next_section_is_found(
    library: Library, engines: Engines, find: Callable[[Part, Pick], tuple[Exercise, Stage, Ruling]]
) -> None:
    made, stage, _ = find(Part.PARAGRAPH, lambda made, _: made.stages[0].part == Part.DECISION)
    first = made.stages[0]
    printed = first._replace(
        options=(first.options[0]._replace(why=f"C'est le § {stage.right.answer}."), *first.options[1:])
    )
    spoilt = made._replace(stages=(printed, *made.stages[1:]))
    assert given_away(stage, printed.options[0].why)
    assert any("dit ce que demande" in one for one in faults(library, engines, spoilt))


def test_a_question_that_would_change_something_is_found(
    library: Library, engines: Engines, find: Callable[[Part, Pick], tuple[Exercise, Stage, Ruling]]
) -> None:
    made, stage, _ = find(Part.ASK, lambda _, __: True)
    needed = str(stage.right.answer)
    assert any(
        "change quelque chose" in one
        for one in faults(library, engines, with_wrong(made, stage, needed, Ground(Origin.IDLE)))
    )
    assert any(
        "ne le dit pas" in one for one in faults(library, engines, with_wrong(made, stage, needed, Ground(Origin.TOLD)))
    )


def test_a_question_is_not_pointless_where_the_referee_is_judge(library: Library, engines: Engines) -> None:
    """Whether it is the first time may weigh with her, though the text names no number."""
    mine = told(library, engines, library.cases["cris-apres-un-ron.toute-la-salle"], "mcr-2015")
    assert mine is not None and Ruling(library, mine.ruleset, *mine.given).discretion
    known = mine.questionnaire.network.facts
    assert not idle(library, mine, known["obeissance"], known["deja_averti"])


def test_a_question_that_presumes_what_is_not_told_is_not_offered(library: Library, engines: Engines) -> None:
    """« Quelle figure de kongs compte-t-il ? » asks for the very sentence that is gone: « cette main est Quatre kongs »."""
    mine = told(library, engines, library.cases["finir-sur-la-paire-de-quatre-kongs"], "mcr-2015")
    assert mine is not None
    known = mine.questionnaire.network.facts
    offered = {one.answer for one in unneeded(library, mine, known["tuiles_attendues"])}
    assert offered.isdisjoint({"figure_de_pungs", "sept_paires_avec"})


def test_the_penalty_of_another_event_is_not_called_wrong(library: Library, engines: Engines, book: Book) -> None:
    """A story that tells a false win, or a hand that was dead already, has that penalty too."""
    case = library.cases["tuile-de-son-faux-hu-gardee"]
    mine = told(library, engines, case, "mcr-2015")
    assert mine is not None and tells_another(library, mine)
    for made in book.exercises.values():
        stage = made.stage(Part.DECISION)
        usual = stage is not None and any(one.ground.origin == Origin.CLAUSE for one in stage.options)
        if usual and not made.case.further:
            there = told(library, engines, library.cases[made.case.id], made.ruleset)
            assert there is not None and not tells_another(library, there), (made.ruleset, made.case.id)


def test_no_incident_is_changed_so_that_the_next_could_not_have_happened(library: Library, engines: Engines) -> None:
    """Nobody who has won the deal sees the wall end afterwards."""
    three = chain(library, engines, library.cases["riichi-puis-morte-puis-nulle-ne-montre-pas"], "wrc-2015")
    assert three is not None
    asked = Examiners(library, engines, three).deal()
    assert asked is not None
    assert not [one.why for one in asked.wrong if "premier incident" in one.why and "gagné" in one.why]


def test_a_paragraph_that_decides_the_same_elsewhere_is_not_called_wrong(library: Library, engines: Engines) -> None:
    """A win said with « ron » after a slip rests on the right to win too."""
    for case, ruleset, sections in (("mot-ambigu-riichi.compris", "ema-2016", {"3.3.11", "3.3.12"}),):
        mine = told(library, engines, library.cases[case], ruleset)
        assert mine is not None
        asked = Examiner(library, engines, mine).paragraph()
        assert asked is not None and sections.isdisjoint(one.answer for one in asked.wrong), case


def test_a_question_in_nearly_the_words_of_the_missing_one_is_not_called_pointless(library: Library) -> None:
    facts = library.facts
    assert alike(facts["ecart_fait"], facts["second_ecart"]) and not alike(facts["yaku"], facts["second_ecart"])


def test_a_paragraph_headed_by_what_the_story_is_about_is_not_called_wrong(library: Library, engines: Engines) -> None:
    """The yaku that is refused, the sort of penalty that is given, a kong of the kind that was declared."""
    for case, ruleset, headings in (
        ("seul-yaku-refuse", "wrc-2015", ("Double Chows Purs", "Ouvert")),
        ("pon-tardif-que-nul-n-entend", "mcr-2015", ("Avertissement",)),
        ("pung-puis-kong.avant-derniere-tuile", "ema-2016", ("Kong caché",)),
        ("prive-de-hu-sans-attente-mcr.en-attente", "mcr-2015", ("Faux Hu",)),
    ):
        mine = told(library, engines, library.cases[case], ruleset)
        assert mine is not None
        asked = Examiner(library, engines, mine).paragraph()
        labels = [one.label for one in asked.wrong] if asked is not None else []
        assert not [label for label in labels if any(f", {heading}" in label for heading in headings)], labels
