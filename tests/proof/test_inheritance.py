"""What a sanction brings with it is expected once, from the text: a unit, a payer, a payee, a moment or a slot that is wrong fails every case of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.consultation.cases import case_facts
from assistant.engine.engines import Engines
from assistant.model import Library, Rule
from assistant.proof.inheritance import unexpected
from assistant.proof.prove import prove
from assistant.proof.trial import try_case
from tests.support.make import CASES, RULES, SUITES, Base

EXPECTATIONS = "knowledge/expectations/alpha.yaml"


def problems(base: Base) -> list[str]:
    return prove(base.library(), workers=1).problems


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        (SUITES, "value: 20, unit: points-de-tournoi", "value: 20, unit: points-de-table", "la table attend 20 points-de-tournoi"),
        (SUITES, "payer: joueur, payee: personne, moment: fin", "payer: joueur, payee: adversaires, moment: fin", "joueur → adversaires, fin"),
        (SUITES, "payer: joueur, payee: personne, moment: fin", "payer: adversaires, payee: personne, moment: fin", "adversaires → personne"),
        (SUITES, "payee: personne, moment: fin", "payee: personne, moment: immediat", "joueur → personne, immediat : la table ne l'attend pas"),
        (SUITES, "value: 8, of", "value: 9, of", "la table attend 8 points-de-table"),
        (SUITES, "{donne: redistribuee, est: reste}", "{donne: redistribuee, est: tourne}", "« est » attendu « reste »"),
        (SUITES, "{who: arbitre, text: De", "{who: joueur, text: De", "décide joueur, la table attend arbitre"),
        (SUITES, "text: De l'avertissement à l'exclusion.", "text: De rien à l'exclusion.", "ne nomme pas « l'avertissement »"),
        (RULES, "then: {sanction: main-morte, donne: continue}", "then: {sanction: main-morte, player: adversaires, donne: continue}", "vise « adversaires », la table attend joueur"),
    ],
)  # fmt: skip
def test_what_departs_from_the_table_is_told(tmp_path: Path, file: str, old: str, new: str, says: str) -> None:
    told = problems(Base(tmp_path).replace(file, old, new))
    assert any(says in problem for problem in told), told
    assert all(problem.startswith(CASES) for problem in told if says in problem), "told of a case, with its place"


def test_a_case_names_what_departs(tmp_path: Path) -> None:
    """What a case says of a slot goes before the table."""
    base = Base(tmp_path).replace(SUITES, "{donne: redistribuee, est: reste}", "{donne: redistribuee, est: tourne}")
    base.replace(CASES, "donne: redistribuee, est: reste, cites", "donne: redistribuee, est: tourne, cites")
    told = [problem for problem in problems(base) if "« ron-deja-ecarte »" in problem]
    assert told == []


def test_a_sanction_of_which_the_table_says_nothing(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(
        EXPECTATIONS, "- {sanction: aucune, cites: texte-a/2.2/excuse, quote: n'est pas puni}\n", ""
    )
    (told,) = unexpected(base.library(), "alpha")
    assert "« aucune »" in told and "expectations/alpha.yaml" in told and "citation" in told
    assert told in problems(base)


def test_an_edition_expects_what_its_base_does_where_its_text_has_the_words(tmp_path: Path) -> None:
    base = Base(tmp_path).with_edition()
    before = base.library()
    assert [entry.sanction for entry in before.expectations["gamma"]] == [
        "victoire-payee",
        "avertissement",
        "main-morte",
    ]
    assert {entry.cites for entry in before.expectations["gamma"]} == {"texte-c/7/victoire"}


def chombo(library: Library, **changed: str) -> Library:
    """The project's own knowledge with one thing changed in what a chombo costs in a tournament."""
    ruleset = library.rulesets["ema-2016"]
    name = "ema-2016.suites.chombo-tournoi"
    rule: Rule = ruleset.rules[name]
    amounts = frozenset(amount._replace(**changed) for amount in rule.then.amounts)
    other = rule._replace(then=rule.then._replace(amounts=amounts))
    rules = {**ruleset.rules, name: other}
    return library._replace(rulesets={**library.rulesets, ruleset.id: ruleset._replace(rules=rules)})


@pytest.mark.parametrize(
    "changed",
    [{"unit": "points-de-table"}, {"payee": "chaque-adversaire"}, {"moment": "immediat"}, {"payer": "est"}],
    ids=lambda changed: next(iter(changed)),
)
def test_a_chombo_in_other_points_paid_to_others_or_at_another_time_fails(
    library: Library, changed: dict[str, str]
) -> None:
    other = chombo(library, **changed)
    engines = Engines(other)
    cases = [
        case
        for case in library.cases.values()
        if not case.further and case.expect.get("ema-2016") and case.expect["ema-2016"].sanctions == {"chombo"}
    ]
    tried = [case for case in cases if case_facts(library, case)["contexte"] == "tournoi"][:5]
    assert tried
    for case in tried:
        assert not try_case(library, Engines(library), case, "ema-2016")[0].problems
        assert try_case(other, engines, case, "ema-2016")[0].problems
