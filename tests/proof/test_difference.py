"""What an edit changes is told exactly: nothing where nothing changed, and of each edit the situations, both answers and what was edited."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from assistant.proof.difference import Change, Difference, Kind
from tests.support.make import FACTS, LINKS, RULES, STATUSES, SUITES, Base


class Edit(NamedTuple):
    """One passage changed, and what is to be told of it."""

    file: str
    old: str
    new: str
    kind: Kind
    edited: str
    answers: dict[str, object]  # what every situation that changed has in common
    incident: str = "victoire"


EDITS = {
    "a title": Edit(RULES, "title: Bonne victoire", "title: Victoire", Kind.WORDS, "alpha.essai.bonne", {}),
    "a sanction": Edit(
        RULES,
        "then: {sanction: main-morte, donne: continue}",
        "then: {sanction: avertissement, donne: continue}",
        Kind.DECISION,
        "alpha.essai.vide",
        {"tuiles": "aucune"},
    ),
    "a silence": Edit(RULES, "combien de tuiles", "si dix tuiles", Kind.DECISION, "alpha.essai.quelques", {}),
    "a citation": Edit(
        RULES,
        "cites: texte-a/1.2/non-montree\n- id: alpha.essai.quelques",
        "cites: texte-a/1.3/montree\n- id: alpha.essai.quelques",
        Kind.CITATION,
        "alpha.essai.vide",
        {"tuiles": "aucune"},
    ),
    "a rate": Edit(RULES, "each: 1, max: 5", "each: 2, max: 5", Kind.AMOUNT, "alpha.essai.court", {}, "retard"),
    "a unit": Edit(
        SUITES,
        "value: 20, unit: points-de-tournoi",
        "value: 20, unit: points-de-table",
        Kind.AMOUNT,
        "alpha.suites.chombo-tournoi",
        {"contexte": "tournoi"},
    ),
}


def changes(root: Path, *edits: tuple[str, str, str]) -> list[Change]:
    before, after = Base(root / "before"), Base(root / "after")
    for file, old, new in edits:
        after.replace(file, old, new)
    return Difference(before.library("before"), after.library("after")).changes()


def test_nothing_changed_is_nothing(tmp_path: Path) -> None:
    assert changes(tmp_path) == []
    assert changes(tmp_path / "moved", (RULES, "- id: alpha.essai.vide", "# a remark\n- id: alpha.essai.vide")) == []


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_is_told_with_its_kind_its_situations_and_its_rule(tmp_path: Path, name: str) -> None:
    edit = EDITS[name]
    found = changes(tmp_path, edit[:3])
    assert {(change.ruleset, change.kind) for change in found} == {("alpha", edit.kind)}
    assert edit.incident in {change.incident for change in found}
    for change in found:
        assert [cause for cause, _ in change.causes] == [edit.edited]
        assert all(place.startswith(f"{edit.file}:") for _, place in change.causes)
        assert change.situations and all(edit.answers.items() <= dict(facts).items() for facts in change.situations)
        assert change.before != change.after or edit.kind is Kind.WORDS


def test_the_amount_of_a_reading_is_an_amount(tmp_path: Path) -> None:
    found = changes(tmp_path, EDITS["a unit"][:3])
    (late,) = [change for change in found if change.incident == "retard"]
    assert "lecture 2 : " in late.before and "lecture 2 : " in late.after


def test_an_answer_moved_from_one_rule_to_another_names_both(tmp_path: Path) -> None:
    found = changes(
        tmp_path,
        (
            RULES,
            "minutes: {min: 1, max: 9}}\n  then:\n    sanction: points",
            "minutes: {min: 1, max: 8}}\n  then:\n    sanction: points",
        ),
        (RULES, "minutes: {min: 10}", "minutes: {min: 9}"),
    )
    decided = [change for change in found if change.kind in (Kind.DECISION, Kind.QUESTION)]
    assert decided and {dict(facts)["minutes"] for change in decided for facts in change.situations} == {9}
    assert {"alpha.essai.court", "alpha.essai.long"} == {name for change in decided for name, _ in change.causes}


def test_a_question_in_other_words_is_told_with_its_fact(tmp_path: Path) -> None:
    found = changes(tmp_path, (FACTS, "Qu'a-t-il montré ?", "Que montre-t-il ?"))
    assert {change.kind for change in found} == {Kind.WORDS}
    assert {name for change in found for name, _ in change.causes} == {"tuiles"}


def test_a_new_ruleset_has_new_incidents_and_an_old_one_lost_them(tmp_path: Path) -> None:
    before, after = Base(tmp_path / "before").library("b"), Base(tmp_path / "after").with_edition().library("a")
    gained = Difference(before, after).changes()
    assert {(change.ruleset, change.kind) for change in gained} == {("gamma", Kind.NEW)}
    assert {change.incident for change in gained} == {incident.id for incident in after.incidents_of("gamma")}
    assert {change.kind for change in Difference(after, before).changes()} == {Kind.GONE}


def test_what_a_fact_brings_to_the_rules_that_read_it_is_the_fact_s_edit(tmp_path: Path) -> None:
    """`only_if` comes with the fact to every rule that reads it: none of them was edited."""
    found = changes(tmp_path, (FACTS, "only_if: {annonce: ron}", "only_if: {complete: oui}"))
    assert found and {name for change in found for name, _ in change.causes} == {"furiten"}


def test_a_condition_written_as_its_fact_brings_it_is_its_author_s(tmp_path: Path) -> None:
    rule = (RULES, "if: {furiten: oui}", "if: {furiten: oui, annonce: ron, tuiles: {in: [toutes, quelques-unes]}}")
    found = changes(tmp_path, rule)
    assert found and {name for change in found for name, _ in change.causes} == {"alpha.essai.furiten"}


@pytest.mark.parametrize(
    ("file", "old", "new", "edited", "was", "is_"),
    [
        (STATUSES, "lasts: donne", "lasts: session", "statut main-morte", 'lasts : "donne"', 'lasts : "session"'),
        (STATUSES, "takes: [gagner]", "takes: [gagner, appeler]", "statut main-morte", "gagner", "appeler"),
        (LINKS, "{excuse: oui}", "{excuse: non}", "lien alpha.liens.est-excuse", '"oui"', '"non"'),
        (LINKS, "seat: est", "cites: texte-a/2.2/excuse\n  from: {by: autre, without: points}", "lien alpha.liens.est-excuse", "seat : ", 'from.without : ["points"]'),
    ],
)
def test_of_a_link_and_a_status_what_was_rewritten_is_told(
    tmp_path: Path, file: str, old: str, new: str, edited: str, was: str, is_: str
) -> None:
    (change,) = changes(tmp_path, (file, old, new))
    assert change.kind is Kind.LINK and change.causes[0][0] == edited and change.causes[0][1].startswith(f"{file}:")
    assert was in change.before and is_ in change.after


def test_a_link_that_is_gone_is_told(tmp_path: Path) -> None:
    before, after = Base(tmp_path / "before"), Base(tmp_path / "after").remove(LINKS)
    (change,) = Difference(before.library("before"), after.library("after")).changes()
    assert (change.kind, change.before, change.after) == (Kind.LINK, "écrit", "absent")
