"""What an edition takes over from its base, and what is said where that goes wrong."""

from __future__ import annotations

from pathlib import Path

from tests.support.make import (
    EDITION,
    EDITION_CLAUSES,
    EDITION_RULES,
    Base,
)
from tests.support.readable import assert_readable

NEW_RULE = """\
- id: gamma.essai.expres
  title: Fausse victoire voulue
  if: {incident: victoire, complete: non, expres: oui}
  then: {sanction: main-morte, donne: continue}
  overrides: gamma.essai.vide
  cites: texte-c/7/victoire
"""


def test_an_edition_takes_over_the_rules_of_its_base(tmp_path: Path) -> None:
    gamma = Base(tmp_path).with_edition().library().rulesets["gamma"]
    assert list(gamma.rules) == ["gamma.essai.bonne", "gamma.essai.vide", "gamma.essai.montree"]
    assert {rule.cites for rule in gamma.rules.values()} == {("texte-c/7/victoire",)}
    assert {rule.ruleset for rule in gamma.rules.values()} == {"gamma"}


def test_an_edition_drops_and_redefines(tmp_path: Path) -> None:
    base = Base(tmp_path).with_edition().append(EDITION, "drop: [beta.essai.montree]\n")
    base.append(
        EDITION_RULES,
        NEW_RULE.replace("gamma.essai.expres", "gamma.essai.vide")
        .replace("  overrides: gamma.essai.vide\n", "")
        .replace(", expres: oui", ""),
    )
    rules = base.library().rulesets["gamma"].rules
    assert sorted(rules) == ["gamma.essai.bonne", "gamma.essai.vide"]
    assert rules["gamma.essai.vide"].title == "Fausse victoire voulue"


def test_an_edition_decides_the_incidents_of_its_base_until_it_drops_their_rules(tmp_path: Path) -> None:
    base = Base(tmp_path).with_edition()
    assert base.library().incidents["victoire"].rulesets == ("alpha", "beta", "gamma")
    base.append(EDITION, "drop: [beta.essai.bonne, beta.essai.vide, beta.essai.montree]\n")
    assert base.library().incidents["victoire"].rulesets == ("alpha", "beta")


def test_an_edition_can_make_exceptions_to_what_it_took_over(tmp_path: Path) -> None:
    base = Base(tmp_path).with_edition().append(EDITION_RULES, NEW_RULE)
    assert [str(problem) for problem in base.problems()] == []


def test_an_inherited_citation_must_exist_in_the_editions_source(tmp_path: Path) -> None:
    base = (
        Base(tmp_path)
        .with_edition()
        .replace(
            EDITION_CLAUSES,
            '- section: "7"\n  heading: Fausse victoire\n- id: texte-c/7/victoire',
            '- section: "8"\n  heading: Fausse victoire\n- id: texte-c/8/victoire',
        )
    )
    problems = base.problems()
    assert {problem.key for problem in problems} == {"gamma.essai.bonne", "gamma.essai.vide", "gamma.essai.montree"}
    for problem in problems:
        assert_readable(problem)
        assert problem.file == EDITION
        assert "texte-c/7/victoire" in problem.message
        assert "clauses/texte-c.yaml" in problem.message
        assert "drop" in problem.message


def test_an_inherited_citation_must_stand_word_for_word(tmp_path: Path) -> None:
    base = (
        Base(tmp_path)
        .with_edition()
        .replace(
            EDITION_CLAUSES, "Main fausse et montrée, main morte ; sinon un avertissement.", "Main fausse, exclusion."
        )
    )
    problems = base.problems()
    assert {problem.key for problem in problems} >= {"gamma.essai.bonne"}
    assert all("texte-c/7/victoire" in problem.message and "mot pour mot" in problem.message for problem in problems)


def test_an_edition_may_come_before_its_base_in_order(tmp_path: Path) -> None:
    """`order` is how rulesets are listed; it does not say which is whose base."""
    base = Base(tmp_path).with_edition()
    base.append(
        "rules_yaml/delta/ruleset.yaml",
        base.files[EDITION]
        .replace("gamma", "delta")
        .replace("Gamma", "Delta")
        .replace("base: beta", "base: gamma")
        .replace("order: 3", "order: 0"),
    )
    assert [str(problem) for problem in base.problems()] == []
