"""What the YAML need not say because something else already says it."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.authoring.files import read_files
from assistant.model import Library
from assistant.model import Test as Condition
from tests.conftest import ROOT
from tests.support.make import EDITION, RULES, Base, small


def test_where_an_incident_can_occur_is_where_a_rule_decides_it(tmp_path: Path) -> None:
    incidents = Base(tmp_path).library().incidents
    assert {name: incident.rulesets for name, incident in incidents.items()} == {
        "victoire": ("alpha", "beta"),
        "retard": ("alpha",),
    }


def test_what_lets_a_fact_make_sense_need_not_be_written(tmp_path: Path) -> None:
    """A rule that reads a fact has the fact's `only_if`, and theirs, before it; two of the same fact hold together."""
    facts = {
        "un": "a b c",
        "deux": "a b c | only_if: {un: {in: [a, b]}}",
        "trois": "a b | only_if: {deux: a}",
        "quatre": "a b | only_if: {un: {in: [b, c]}}",
        "compte": "0..9",
        "tard": "a b | only_if: {compte: {min: 3}}",
        "bientot": "a b | only_if: {compte: {max: 5}}",
    }
    rules = {
        "chaine": "if: {incident: essai, trois: b}\n  then: {sanction: aucune}",
        "ensemble": "if: {incident: essai, deux: c, quatre: a}\n  then: {sanction: aucune}",
        "dit": "if: {incident: essai, un: a, deux: b}\n  then: {sanction: aucune}",
        "nombre": "if: {incident: essai, tard: a, bientot: a}\n  then: {sanction: aucune}",
    }
    read = {rule.id.split(".")[2]: rule.tests for rule in small(tmp_path, facts, rules).library().rules()}
    assert read["chaine"] == (
        condition("un", "a", "b"), condition("deux", "a"), condition("trois", "b"),
    )  # fmt: skip
    assert read["ensemble"] == (condition("un", "b"), condition("deux", "c"), condition("quatre", "a"))
    assert read["dit"] == (condition("un", "a"), condition("deux", "b"))
    assert read["nombre"][0] == Condition("compte", None, 3, 5)


def condition(fact: str, *values: str) -> Condition:
    return Condition(fact, frozenset(values))


@pytest.mark.walk
def test_no_rule_of_the_project_repeats_it(library: Library) -> None:
    """Without any one of its conditions, a rule would no longer ask for the same."""
    written = read_files(ROOT / "knowledge", ROOT / "rules_yaml")
    for rule in written.rules:
        needs = [
            needed.fact for name in rule.entry.if_ if name in library.facts for needed in library.facts[name].only_if
        ]
        whole = {test.fact: test for test in library.rulesets[rule.folder].rules[rule.entry.id].tests}
        repeated = [
            name
            for name in needs
            if name in rule.entry.if_
            and whole[name] in [needed for other in whole for needed in library.facts[other].only_if]
        ]
        assert not repeated, f"{rule.place}: {rule.entry.id} repeats {repeated}"


def test_a_silence_that_stands_alone_leaves_every_slot_unsaid(tmp_path: Path) -> None:
    rules = Base(tmp_path).library().rulesets["alpha"].rules
    assert rules["alpha.essai.quelques"].then.slots == (("donne", "non-dit"), ("est", "non-dit"))


@pytest.mark.parametrize(
    ("then", "slots"),
    [
        ("then: {silence: Rien de plus., donne: continue}", (("donne", "continue"),)),
        ("then: {silence: Rien de plus., sanction: aucune}", ()),
        ("then: {silence: Rien de plus.}\n  adds: true", ()),
    ],
    ids=["slot", "sanction", "addition"],
)
def test_a_silence_beside_something_leaves_the_slots_to_it(
    tmp_path: Path, then: str, slots: tuple[tuple[str, str], ...]
) -> None:
    rules = {
        "juge": "if: {incident: essai, un: a}\n  then: {sanction: aucune}",
        "muette": f"if: {{incident: essai, un: b}}\n  {then}",
    }
    library = small(tmp_path, {"un": "a b"}, rules).library()
    assert library.rulesets["alpha"].rules["alpha.essai.muette"].then.slots == slots


def test_a_reading_that_is_a_silence_leaves_every_slot_unsaid(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(
        RULES,
        "{reading: Le joueur est averti., sanction: avertissement, donne: continue,",
        "{reading: Rien n'est dit., silence: Rien., ",
    )
    readings = base.library().rulesets["alpha"].rules["alpha.essai.long"].then.readings
    assert readings[0].then.slots == (("donne", "non-dit"), ("est", "non-dit"))
    assert readings[1].then.slots == (("donne", "redistribuee"), ("est", "reste"))


def test_which_value_prevails_is_said_with_the_slot_and_a_ruleset_may_say_otherwise(tmp_path: Path) -> None:
    rulesets = Base(tmp_path).with_edition().library().rulesets
    slots = {"donne": ("gagnee", "redistribuee", "non-dit", "continue"), "est": ("tourne", "reste", "non-dit")}
    assert rulesets["alpha"].combine == slots
    assert rulesets["beta"].combine == {"donne": ("gagnee", "continue")}
    assert rulesets["gamma"].combine == rulesets["beta"].combine


def test_an_edition_combines_as_its_base_does(tmp_path: Path) -> None:
    base = Base(tmp_path).with_edition().replace(EDITION, "combine:\n  donne: [gagnee, continue]\n", "")
    rulesets = base.library().rulesets
    assert rulesets["gamma"].combine == {"donne": ("gagnee", "continue")}


def test_a_clause_stands_under_the_heading_before_it(tmp_path: Path) -> None:
    clauses = Base(tmp_path).library().clauses
    assert {name: (clause.section, clause.heading) for name, clause in clauses.items() if "/3.1/" in name} == {
        "texte-a/3.1/conteste": ("3.1", "Les litiges"),
        "texte-a/3.1/aussitot": ("3.1", "Les litiges"),
        "texte-a/3.1/fin": ("3.1", "Les litiges qui restent"),
    }
    assert clauses["texte-b/7/victoire"].section == "7"
