"""The proof catches what can be wrong with rules, each with a message that tells where."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.proof import walk as walk_module
from assistant.proof.prove import prove
from assistant.proof.walk import MOST_STATES
from tests.support.make import FACTS, RULES, RULES_B, SUITES, Base, small
from tests.support.proving import only, place, proved, rule, walked


def test_conflict(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(RULES_B, "complete: non, tuiles: {not: toutes}}", "complete: non}")
    told = only(proved(base, "beta", "victoire").problems, "conflit")
    assert told.partition(" : ")[2].startswith("beta, victoire [")
    assert "complete=non, tuiles=toutes" in told
    for name in ("beta.essai.vide", "beta.essai.montree"):
        assert f"{name} ({place(base, RULES_B, f'- id: {name}')})" in told
    assert "overrides" in told


def test_dead_end(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(RULES_B, "tuiles: {not: toutes}}", "tuiles: aucune}")
    told = only(proved(base, "beta", "victoire").problems, "impasse")
    assert told.partition(" : ")[2].startswith("beta, victoire [")
    assert "complete=non, tuiles=quelques-unes" in told
    assert "aucune règle ne décide" in told


def test_unreachable_rule(tmp_path: Path) -> None:
    base = Base(tmp_path).append(
        RULES_B,
        """\
- id: beta.essai.jamais
  title: Exception à ce qui ne tient jamais en même temps
  if: {incident: victoire, complete: oui}
  then: {sanction: aucune, donne: continue}
  overrides: beta.essai.vide
  cites: texte-b/7/victoire
""",
    )
    told = only(proved(base, "beta").problems, "aucun chemin ne l'atteint")
    assert place(base, RULES_B, "- id: beta.essai.jamais") in told
    assert "beta.essai.jamais" in told


def test_question_without_effect(tmp_path: Path) -> None:
    base = small(tmp_path, {"grand": "u v", "petit": "a b"}, {
        "u-a": rule("grand: u, petit: a", "avertissement"),
        "u-b": rule("grand: u, petit: b", "avertissement"),
        "v": rule("grand: v", "main-morte"),
    })  # fmt: skip
    (walk,) = walked(base)
    told = only(walk.problems, "question sans effet")
    assert told.partition(" : ")[2].startswith("alpha, essai [grand=u]")
    assert "« petit »" in told


def test_question_without_effect_further_up(tmp_path: Path) -> None:
    """Both answers ask the same next and end the same: equal subtrees are one."""
    base = small(tmp_path, {"inutile": "oui non", "utile": "a b"}, {
        "oui-a": rule("inutile: oui, utile: a", "avertissement"),
        "oui-b": rule("inutile: oui, utile: b", "main-morte"),
        "non-a": rule("inutile: non, utile: a", "avertissement"),
        "non-b": rule("inutile: non, utile: b", "main-morte"),
    })  # fmt: skip
    (walk,) = walked(base)
    assert any("question sans effet" in problem and "« inutile »" in problem for problem in walk.problems)


def test_rare_circumstance_without_effect(tmp_path: Path) -> None:
    base = (
        Base(tmp_path)
        .replace(SUITES, "then: {sanction: aucune, donne: gagnee, est: reste}", "then: {sanction: chombo}")
        .replace(SUITES, "overrides: {sanction: chombo}", "overrides: alpha.essai.montree")
    )
    told = [
        problem for problem in proved(base, "alpha", "victoire").problems if "circonstance rare sans effet" in problem
    ]
    assert told
    assert all("« autre_victoire »" in problem for problem in told)


def test_circle(tmp_path: Path) -> None:
    """Rules that go round in a circle cannot be put in order: they do not even load."""
    base = Base(tmp_path).replace(RULES, "if: {complete: non}", "if: {valable: oui, complete: non}")
    (problem, *_) = base.problems()
    assert "tournent en rond" in problem.message


def test_facts_that_multiply(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_STATES == 5000
    monkeypatch.setattr(walk_module, "MOST_STATES", 60)
    facts = {f"fait{index}": "oui non" for index in range(7)}
    rules = {
        f"dit{index}": f"if: {{incident: essai, fait{index}: oui}}\n  then: {{silence: Silence {index}.}}\n  adds: true"
        for index in range(7)
    }
    base = small(
        tmp_path, facts, {"rien": "if: {incident: essai}\n  then: {sanction: aucune, donne: continue}", **rules}
    )
    (walk,) = walked(base)
    told = only(walk.problems, "états")
    assert told.partition(" : ")[2].startswith("alpha, essai []")
    assert "plus de 60 états" in told
    assert "fait" in told
    assert "fois)" in told
    assert prove(base.library(), workers=1).problems


@pytest.mark.walk
def test_over_five_thousand_states_fail(tmp_path: Path) -> None:
    """The real bound, on facts that are all independent: it stops there and names them."""
    facts = {f"fait{index}": "a b c d e f" for index in range(6)}
    rules = {
        f"dit{index}{value}": f"if: {{incident: essai, fait{index}: {value}}}\n  then: {{silence: Silence {index} {value}.}}\n  adds: true"
        for index in range(6)
        for value in "abcde"
    }
    base = small(
        tmp_path, facts, {"rien": "if: {incident: essai}\n  then: {sanction: aucune, donne: continue}", **rules}
    )
    (walk,) = walked(base)
    assert walk.states <= MOST_STATES
    assert "plus de 5000 états" in only(walk.problems, "états")


def test_slot_without_a_value(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(RULES_B, "{sanction: main-morte, donne: continue}", "{sanction: main-morte}")
    told = only(proved(base, "beta", "victoire").problems, "ne dit rien de")
    assert "« donne »" in told
    assert "beta.essai.montree" in told
    assert "complete=non, tuiles=toutes" in told


def test_slot_that_only_the_deals_end_asks_for(tmp_path: Path) -> None:
    """East must be told unless the deal goes on."""
    base = Base(tmp_path).replace(
        RULES, "{sanction: victoire-payee, donne: gagnee, est: reste}", "{sanction: victoire-payee, donne: gagnee}"
    )
    told = [problem for problem in proved(base, "alpha", "victoire").problems if "ne dit rien de" in problem]
    assert told
    assert all("« est »" in problem and "alpha.essai.bonne" in problem for problem in told)


def test_slot_without_a_value_in_a_reading(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(
        RULES,
        "sanction: chombo, donne: redistribuee, est: reste, cites",
        "sanction: chombo, donne: redistribuee, cites",
    )
    told = only(
        proved(base, "alpha", "retard").problems, "tournoi, minutes=10] : la lecture « On redonne. » ne dit rien de"
    )
    assert "« On redonne. »" in told
    assert "« est »" in told


def test_fact_that_nothing_reads(tmp_path: Path) -> None:
    base = Base(tmp_path).append(
        FACTS,
        "- {id: inutile, title: Inutile, question: Quoi ?, values: [{id: oui, label: Oui}, {id: non, label: Non}]}\n",
    )
    told = only(proved(base).problems, "aucune règle ne le lit")
    assert place(base, FACTS, "- {id: inutile") in told
    assert "« inutile »" in told


def test_outcomes_of_two_incidents_that_do_not_combine(tmp_path: Path) -> None:
    base = Base(tmp_path).replace("rules_yaml/beta/ruleset.yaml", "  donne: [gagnee, continue]", "  donne: [gagnee]")
    told = [problem for problem in proved(base, "beta").problems if "combine" in problem]
    assert len(told) == 1, told  # once, not for both orders
    assert "« donne »" in told[0]
    assert "continue, gagnee" in told[0]
    assert "beta.essai." in told[0]
