"""Rules changed in one place: what is changed, that a change is noticed, and that one which changes nothing is proved to be none."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.engine.engines import RememberingEngines
from assistant.model import Library
from assistant.proof.mutants import Mutant, Part, mutants
from assistant.proof.mutation import Fate, Replay, Told, every_change, try_rules
from tests.support.drawing import Drawing
from tests.support.make import CASES, RULES, SUITES, Base
from tools.mutate import report, share

DRAWN = 100


def changes(library: Library, rule: str) -> list[Mutant]:
    return list(mutants(library, library.rulesets["alpha"].rules[rule]))


def fates(library: Library, rule: str) -> list[Fate]:
    replay = Replay(library, RememberingEngines(library), "alpha")
    return [replay.fate(mutant) for mutant in changes(library, rule)]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Base(tmp_path_factory.mktemp("mutation")).library()


def test_every_part_of_a_rule_is_changed(base: Library) -> None:
    parts = {mutant.part for rule in base.rules() for mutant in mutants(base, rule)}
    assert parts == set(Part)
    told = {str(mutant).partition(" : ")[2] for rule in base.rules() for mutant in mutants(base, rule)}
    for words in (
        "alpha.suites.chombo-tournoi : unit : chombo: points-de-tournoi -> points-de-table",
        "alpha.suites.chombo-tournoi : number : value: 20 -> 21",
        "alpha.essai.court : number : most: 5 -> 6",
        "alpha.essai.rappel : number : steps: 10 -> 11",
        "alpha.essai.court : condition : minutes: low: 1 -> 0",
        "alpha.essai.vide : condition : tuiles: aucune -> quelques-unes",
        "alpha.essai.vide : condition : without tuiles",
        "alpha.essai.long : reading : without reading 2",
        "alpha.essai.quelques : citation : texte-a/1.3/montree before texte-a/1.2/non-montree",
        "alpha.essai.furiten : deduced : valable: non -> oui",
        "alpha.suites.expres : decides : arbitre -> personne",
    ):
        assert words in told, words


def test_no_change_is_the_rule_as_it_is(base: Library) -> None:
    for rule in base.rules():
        for mutant in mutants(base, rule):
            assert repr(mutant.changed) != repr(rule), str(mutant)


def test_a_change_that_a_case_speaks_of_is_caught(base: Library) -> None:
    caught = {str(fate.mutant).rpartition(" : ")[2]: fate.caught for fate in fates(base, "alpha.suites.chombo-tournoi")}
    assert caught["chombo: points-de-tournoi -> points-de-table"] == "ron-deja-ecarte"
    assert caught["value: 20 -> 21"] and caught["without contexte"]


def test_a_change_that_no_case_speaks_of_survives(tmp_path: Path) -> None:
    """The only case of the rule says no number, and the table has none."""
    base = Base(tmp_path).replace(CASES, "alpha: {sanction: malus, amounts: [10]}", "alpha: {sanction: malus}")
    base.replace(CASES, "amounts: [5, 10]", "donne: continue").replace(CASES, "amounts: [3, 20]", "donne: continue")
    survived = [str(fate.mutant) for fate in fates(base.library(), "alpha.essai.rappel") if not fate.caught]
    assert any("steps: 10 -> 11" in mutant for mutant in survived)


def test_a_change_that_changes_nothing_is_proved_to_be_none(tmp_path: Path) -> None:
    """Whoever asks the same twice loses nothing when one of the two is left out."""
    base = Base(tmp_path).replace(
        RULES, "if: {incident: victoire, valable: non, tuiles: toutes}", "if: {incident: victoire, valable: non, tuiles: {not: [aucune, quelques-unes]}}"
    )  # fmt: skip
    base.replace(SUITES, "if: {incident: victoire, expres: oui}", "if: {incident: victoire, expres: {not: non}}")
    equal = [str(fate.mutant) for fate in fates(base.library(), "alpha.essai.court") if fate.equal]
    assert any("most: 5 -> 6" in mutant for mutant in equal) is False, "five at most binds from the sixth minute on"
    dropped = [fate for fate in fates(base.library(), "alpha.essai.excuse") if "without minutes" in str(fate.mutant)]
    assert [fate.equal or bool(fate.caught) for fate in dropped] == [True]


def test_the_report_counts_and_lists() -> None:
    told = [
        Told("alpha", "essai", "unit", "a : unit", "caught", "cas"),
        Told("alpha", "essai", "unit", "b : unit", "survived", None),
        Told("alpha", "essai", "slot", "c : slot", "equal", None),
    ]
    assert share(told) == 0.5
    text = report(told)
    assert "b : unit" in text and "a : unit" not in text and "3 changes, 50.0%" in text


@pytest.mark.walk
def test_a_hundred_changes_drawn(library: Library, drawing: Drawing) -> None:
    """Of the changes of the project's own rules drawn in this run nearly all are caught or proved to be none."""
    drawn = drawing.sample("changes of rules", every_change(library), DRAWN)
    told: list[Told] = []
    for ruleset in library.rulesets:
        mine = [(rule, number) for name, rule, number in drawn if name == ruleset]
        told += try_rules(library, RememberingEngines(library), ruleset, mine) if mine else []
    assert len(told) == len(drawn)
    assert share(told) >= 0.8, report(told)
