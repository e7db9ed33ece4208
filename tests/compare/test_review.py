"""The list of reviewed differences holds identifiers and numbers: other words leave it alone, another decision does not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from assistant.compare.comparison import compare_all
from tests.support.make import CLAUSES, PLAYERS, RULES, RULES_B, SANCTIONS, SUITES, Base
from tools.review_differences import HEAD, reviewed, rows

REWORDED = (
    (SANCTIONS, "beta: {name: main morte", "beta: {name: main éteinte"),
    (SANCTIONS, "name: chombo, effect: On redonne.", "name: pénalité lourde, effect: La donne est refaite."),
    (PLAYERS, "label: le joueur}", "label: le fautif}"),
    (RULES, "title: Fausse victoire montrée\n", "title: Une main fausse que l'on a montrée\n"),
    (RULES, "silence: Le texte ne dit pas combien de tuiles font une main montrée.", "silence: Combien de tuiles ? Rien n'est dit."),
    (CLAUSES, "quote: La main bonne est payée.", "quote: On paie la main bonne."),
)  # fmt: skip
DECIDED = (
    (RULES, "then: {sanction: main-morte, donne: continue}", "then: {sanction: avertissement, donne: continue}"),
    (RULES_B, "then: {sanction: main-morte, donne: continue}", "then: {sanction: main-morte, donne: redistribuee}"),
    (RULES_B, "then: {sanction: avertissement, donne: continue}", "then: {sanction: avertissement, player: adversaires, donne: continue}"),
    (RULES_B, "tuiles: {not: toutes}}", "tuiles: aucune}"),
    (RULES, "cites: texte-a/1.2/non-montree", "cites: texte-a/1.1/victoire"),
    (SUITES, "value: 20,", "value: 30,"),
    (SUITES, "unit: points-de-tournoi", "unit: points-de-table"),
)  # fmt: skip


def reported(base: Base) -> list[tuple[str, ...]]:
    library = base.library()
    return rows(library, compare_all(library))


def test_other_words_are_no_other_decision(tmp_path: Path) -> None:
    before, reworded = reported(Base(tmp_path / "before")), Base(tmp_path / "after")
    for change in REWORDED:
        reworded.replace(*change)
    assert len(before) > 3 and reported(reworded) == before


@pytest.mark.parametrize(("file", "old", "new"), DECIDED)
def test_another_decision_is_to_be_reviewed(tmp_path: Path, file: str, old: str, new: str) -> None:
    before, changed = Base(tmp_path / "before"), Base(tmp_path / "after").replace(file, old, new)
    if file == RULES_B and "tuiles: aucune" in new:
        changed.replace(RULES_B, "complete: non, tuiles: toutes}", "complete: non, tuiles: {not: aucune}}")
    assert reported(changed) != reported(before)


def test_no_prose_is_kept() -> None:
    told = [cell for row in reviewed() for cell in row]
    assert len(told) > 1000 * len(HEAD)
    assert not [cell for cell in told if not re.fullmatch(r"[a-z0-9@=|/;()>._ -]*", cell)]
