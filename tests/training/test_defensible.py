"""What can be defended: each kind of answer that was once called wrong and could be defended is inside, and what the text excludes is outside."""

from __future__ import annotations

import pytest

from assistant.engine.engines import Engines
from assistant.model import Library
from assistant.training.exercises.defensible import Defensible
from assistant.training.exercises.ruled import ruled, rulings
from assistant.training.exercises.ruling import Decision, Ruling, mentioned
from assistant.training.exercises.syllabus import Task

pytestmark = pytest.mark.walk  # every case is ruled by the engine


def decision(*sanctions: str, player: str = "joueur") -> Decision:
    return frozenset((player, one) for one in sanctions)


@pytest.fixture(scope="module")
def every(library: Library, engines: Engines, syllabus: tuple[Task, ...]) -> list[Ruling]:
    """The ruling of every case of one event."""
    found = [ruled(library, engines, library.cases[task.case], task.ruleset) for task in syllabus]
    return [one for mine in found if mine is not None and not mine.case.further for one in rulings(library, mine)]


def of(library: Library, engines: Engines, case: str, ruleset: str) -> Defensible:
    mine = ruled(library, engines, library.cases[case], ruleset)
    assert mine is not None
    (ruling,) = rulings(library, mine)
    return Defensible(library, ruling)


def test_what_the_text_decides_and_nothing_else(library: Library, engines: Engines) -> None:
    """Same tile called and discarded: a dead hand, in so many words."""
    swap = of(library, engines, "rc-080.meme-tuile", "ema-2016")
    assert swap.ruling.says() and not swap.ruling.open
    assert swap.decision(decision("main-morte"))
    assert not swap.decision(decision("chombo")) and not swap.decision(decision("aucune"))


def test_every_option_of_a_discretion(library: Library, every: list[Ruling]) -> None:
    """Where the text leaves the decision to the referee, whatever he may choose, and nothing at all."""
    left = [one for one in every if one.discretion and not one.decision]
    assert len(left) > 100
    for ruling in left:
        defensible = Defensible(library, ruling)
        known = [one.id for one in library.sanctions.values() if ruling.ruleset in one.rulesets]
        assert all(defensible.decision(decision(one)) for one in known), ruling.outcome.decides


def test_every_reading_and_what_another_reads(library: Library, every: list[Ruling]) -> None:
    several = [one for one in every if one.outcome.readings and not one.decision]
    assert len(several) > 50
    for ruling in several:
        for reading in ruling.outcome.readings:
            said = frozenset((reading.then.player, sanction) for sanction in reading.then.sanctions)
            assert Defensible(library, ruling).decision(said)


def test_a_silence_leaves_everything_open(library: Library, every: list[Ruling]) -> None:
    """A hand half shown is like one shown, or like one hidden: whichever analogy is drawn can be defended."""
    mute = [one for one in every if one.mute]
    assert len(mute) > 100
    assert all(Defensible(library, one).decision(decision("main-morte")) for one in mute)


def test_a_part_left_open_admits_whatever_adds_to_what_is_decided(library: Library, every: list[Ruling]) -> None:
    partly = [one for one in every if one.decision and one.open and one.says()]
    assert len(partly) > 50
    for ruling in partly:
        assert Defensible(library, ruling).decision(ruling.decision | decision("disqualification"))
        assert Defensible(library, ruling).decision(frozenset())


def test_a_part_of_the_decision(library: Library, engines: Engines, every: list[Ruling]) -> None:
    """Who says a part says nothing that does not hold; who leaves a whole decision at « pas de sanction » does."""
    counted = of(library, engines, "rc-051.pioche", "ema-2016")
    assert counted.decision(decision("victoire-payee")) and not counted.decision(decision("chombo"))
    parts = 0
    for ruling in (one for one in every if len(one.decision) > 1 and one.says()):
        assert all(Defensible(library, ruling).decision(frozenset([one])) for one in ruling.decision), ruling.outcome
        parts += 1
    assert parts > 100


def test_our_reading_is_not_the_text(library: Library, every: list[Ruling]) -> None:
    """What rests on `interpretation`, itself or what it is derived from, may be read otherwise."""
    read = [one for one in every if one.read()]
    assert len(read) > 400
    assert all(Defensible(library, one).decision(decision("chombo")) for one in read)


def test_what_a_step_orders(library: Library, engines: Engines, every: list[Ruling]) -> None:
    """« Main morte » is not wrong where the sheet's first step is to declare it."""
    ordered = [one for one in every if mentioned(["main morte"], one.steps) and "main-morte" in library.sanctions]
    assert ordered
    assert all(one.names("main-morte") for one in ordered)
    for ruling in ordered:
        if ruling.says() and ruling.decision and "main-morte" not in {name for _, name in ruling.decision}:
            assert Defensible(library, ruling).decision(decision("main-morte")), ruling.standing


def test_what_a_warning_or_an_explanation_names(library: Library, every: list[Ruling]) -> None:
    """No explanation mentions as possible what is called wrong."""
    spoken = 0
    for ruling in every:
        if not ruling.decision or not ruling.says():
            continue
        for sanction in library.sanctions.values():
            if ruling.ruleset in sanction.rulesets and sanction.named and mentioned(sanction.named, ruling.remarks):
                assert Defensible(library, ruling).decision(decision(sanction.id)) or punished_too(ruling, sanction.id)
                spoken += 1
    assert spoken > 300


def punished_too(ruling: Ruling, sanction: str) -> bool:
    """Whether the sanction is among several that are decided: alone it is not the decision."""
    return sanction in {name for _, name in ruling.decision}


def test_what_a_clause_names_counts_unless_a_rule_gives_it_on_a_condition(library: Library, engines: Engines) -> None:
    """« Main morte si la main reste cachée » names no dead hand for a hand that is shown: a rule gives it where it is hidden."""
    shown = of(library, engines, "ron-main-mal-lue-riichi", "wrc-2015")
    assert shown.ruling.decision == decision("chombo")
    assert not shown.ruling.names("main-morte") and not shown.decision(decision("main-morte"))
    rules = library.rulesets["wrc-2015"].rules
    without = {name: rule for name, rule in rules.items() if "main-morte" not in rule.then.sanctions}
    forgetful = library._replace(
        rulesets={**library.rulesets, "wrc-2015": library.rulesets["wrc-2015"]._replace(rules=without)}
    )
    quoted = Ruling(forgetful, "wrc-2015", shown.ruling.outcome, shown.ruling.standing)
    clauses = {
        name: clause._replace(quotes=(*clause.quotes, "Une main morte est possible."))
        if name in shown.ruling.clauses
        else clause
        for name, clause in library.clauses.items()
    }
    named = Ruling(forgetful._replace(clauses=clauses), "wrc-2015", shown.ruling.outcome, shown.ruling.standing)
    assert not quoted.names("main-morte") and named.names("main-morte")


def test_paragraphs_are_sections_of_all_that_is_cited(library: Library, every: list[Ruling]) -> None:
    """By the ruling, by every reading, by a warning; and the section around or within one."""
    referred = 0
    for ruling in every:
        defensible = Defensible(library, ruling)
        for name in ruling.clauses:
            section = library.clauses[name].section
            assert defensible.section(section) and defensible.section(f"{section}.1")
            assert "." not in section or defensible.section(section.rpartition(".")[0])
        for reading in ruling.outcome.readings:
            assert all(defensible.section(library.clauses[name].section) for name in reading.cites)
        referred += len(defensible.sections - {library.clauses[name].section for name in ruling.clauses})
    assert referred > 100  # those that warnings and quotations speak of


def test_a_deal_left_unsaid_and_an_amount_within_a_range(library: Library, every: list[Ruling]) -> None:
    unsaid = [one for one in every if any(value == "non-dit" for _, value in one.outcome.slots)]
    assert unsaid
    for ruling in unsaid:
        said = tuple((slot, "redistribuee" if slot == "donne" else value) for slot, value in ruling.outcome.slots)
        if dict(ruling.outcome.slots)["donne"] == "non-dit":
            assert Defensible(library, ruling).deal(said)
    ranged = [
        one
        for one in every
        if one.says(lambda then: then.amounts)
        and not one.open
        and any(len(due.numbers or ()) == 2 for due in one.outcome.dues)
    ]
    for ruling in ranged:
        for due in ruling.outcome.dues:
            low, high = min(due.numbers or (0,)), max(due.numbers or (0,))
            within = due._replace(numbers=((low + high) // 2,))
            if due.amount.choices is None:
                assert Defensible(library, ruling).points(frozenset([within]))
