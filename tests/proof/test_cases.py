"""The proof catches what can be wrong with cases, each with a message that tells where."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.store.library import load
from tests.support.make import CASES, RULES, RULES_B, Base, small
from tests.support.proving import only, place, proved, rule


def test_a_rule_that_no_case_shows(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(
        CASES,
        """\
    - id: rien-montre
      change: {tuiles: aucune}
      tells: Il ne montre rien.
      expect:
        beta: {sanction: avertissement}
""",
        "",
    )
    told = only(proved(base, "beta").problems, "beta.essai.vide")
    assert told.startswith(place(base, RULES_B, "- id: beta.essai.vide"))
    assert "aucun cas ne la montre" in told


def test_a_rule_that_decides_no_case(tmp_path: Path) -> None:
    """It stands beside another that gives the same and cites the same: taken out, nothing changes."""
    base = Base(tmp_path).append(
        RULES_B,
        """\
- id: beta.essai.double
  title: La même chose encore
  if: {incident: victoire, complete: non, tuiles: toutes}
  then: {sanction: main-morte, donne: continue}
  cites: texte-b/7/victoire
""",
    )
    problems = proved(base, "beta").problems
    for name in ("beta.essai.double", "beta.essai.montree"):
        told = only(problems, f"règle {name}")
        assert told.startswith(place(base, RULES_B, f"- id: {name}"))
        assert "n'en décide aucun" in told
        assert "rien ne change" in told


def test_a_rule_that_only_adds_its_citation_decides(tmp_path: Path) -> None:
    """`deux` never stands alone and gives nothing new; but taken out, the sheet cites one clause less."""
    base = small(tmp_path, {"x": "a b", "z": "oui non tard"}, {
        "un": rule("x: a, z: {not: tard}", "avertissement"),
        "deux": rule("x: a, z: oui", "avertissement"),
        "trois": rule("x: b, z: oui", "aucune"),
        "quatre": rule("x: b, z: non", "main-morte"),
        "tard": rule("z: tard", "victoire-payee"),
    }, cases="""\
- id: un
  title: Un
  story: [Un.]
  facts: {incident: essai, x: a, z: oui}
  expect: {alpha: {sanction: avertissement, cites: [texte-a/1/un, texte-a/1/deux]}}
  level: 1
  variants:
    - {id: x, change: {x: b}, tells: Autrement., expect: {alpha: {sanction: aucune}}}
    - {id: z, change: {z: non}, tells: Autrement., expect: {alpha: {sanction: avertissement, cites: texte-a/1/un}}}
    - {id: tard, change: {z: tard}, tells: Trop tard., expect: {alpha: {sanction: victoire-payee}}}
- {id: deux, title: Deux, story: [Deux.], facts: {incident: essai, x: b, z: non}, expect: {alpha: {sanction: main-morte}}, level: 1}
""")  # fmt: skip
    assert proved(base).problems == []


def test_a_deriver_that_says_what_would_be_so_anyway_decides_nothing(tmp_path: Path) -> None:
    base = small(tmp_path, {"x": "a b", "d": "oui non | otherwise: oui", "z": "u v"}, {
        "deduit": "if: {x: a}\n  then: {fact: {d: oui}}",
        "u": rule("d: oui, z: u", "aucune"),
        "v": rule("d: oui, z: v", "avertissement"),
    }, cases="""\
- id: un
  title: Un
  story: [Un.]
  facts: {incident: essai, x: a, z: u}
  expect: {alpha: {sanction: aucune}}
  level: 1
  variants:
    - {id: x, change: {x: b}, tells: Autrement., expect: {alpha: {sanction: aucune}}}
    - {id: z, change: {z: v}, tells: Autrement., expect: {alpha: {sanction: avertissement}}}
""", clauses={"deduit": "texte-a/1/u", "v": "texte-a/1/u"})  # fmt: skip
    told = only(proved(base).problems, "règle alpha.essai.deduit")
    assert "n'en décide aucun" in told


def test_a_rule_without_a_near_miss(tmp_path: Path) -> None:
    base = small(tmp_path, {"x": "a b", "z": "u v"}, {
        "au": rule("x: a, z: u", "aucune"),
        "av": rule("x: a, z: v", "avertissement"),
        "b": rule("x: b", "main-morte"),
    }, cases="""\
- {id: un, title: Un, story: [Un.], facts: {incident: essai, x: a, z: u}, expect: {alpha: {sanction: aucune}}, level: 1}
- {id: deux, title: Deux, story: [Deux.], facts: {incident: essai, x: a, z: v}, expect: {alpha: {sanction: avertissement}}, level: 1}
- {id: trois, title: Trois, story: [Trois.], facts: {incident: essai, x: b}, expect: {alpha: {sanction: main-morte}}, level: 1}
""")  # fmt: skip
    told = only(proved(base).problems, "aucun cas voisin")
    assert told.startswith(place(base, RULES, "- id: alpha.essai.b"))
    assert "« trois »" in told
    assert "variante" in told


WRONG = [
    (
        "alpha: {sanction: points, amounts: [5]}",
        "alpha: {sanction: malus, amounts: [5]}",
        "sanction attendue malus, obtenue points",
        "alpha.essai.court",
    ),
    (
        "alpha: {sanction: points, amounts: [5]}",
        "alpha: {sanction: points, amounts: [7]}",
        "montants attendus [7], obtenus [5]",
        "",
    ),
    (
        "alpha: {sanction: points, amounts: [5]}",
        "alpha: {sanction: points, donne: gagnee}",
        "« donne » attendu « gagnee », obtenu « continue »",
        "",
    ),
    (
        "alpha: {sanction: points, amounts: [5]}",
        "alpha: {sanction: points, cites: texte-a/2.2/excuse}",
        "texte-a/2.2/excuse n'est pas citée",
        "texte-a/2.1/retard",
    ),
    ("alpha: {sanction: points, amounts: [5]}", "alpha: {silence: true}", "un silence était attendu", ""),
]


@pytest.mark.parametrize(
    ("old", "new", "says", "more"), WRONG, ids=["sanction", "amounts", "slot", "citation", "silence"]
)
def test_a_case_with_a_wrong_expectation(tmp_path: Path, old: str, new: str, says: str, more: str) -> None:
    base = Base(tmp_path).replace(CASES, old, new)
    told = only(proved(base, "alpha", "retard").problems, "« sept-minutes »")
    assert told.startswith(place(base, CASES, "- id: sept-minutes"))
    assert says in told
    assert more in told


def test_a_case_that_expects_no_silence(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(CASES, "alpha: {silence: true}", "alpha: {silence: false}")
    assert "silence inattendu" in only(proved(base, "alpha", "victoire").problems, "« ron-deja-ecarte.un-peu-montre »")


def test_a_case_with_readings_that_expects_one(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(
        CASES,
        """\
          one_of:
            - {sanction: avertissement, cites: texte-a/2.1/retard}
            - {sanction: chombo, donne: redistribuee}
""",
        "          note: Une seule lecture.\n",
    )
    assert "one_of" in only(proved(base, "alpha", "retard").problems, "« sept-minutes.un-quart-d-heure »")


def test_a_case_with_other_readings(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(CASES, "- {sanction: chombo, donne: redistribuee}", "- {sanction: main-morte}")
    assert "lecture 2 : sanction attendue main-morte" in only(
        proved(base, "alpha", "retard").problems, "« sept-minutes.un-quart-d-heure »"
    )


def test_a_case_whose_facts_do_not_suffice(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(
        CASES,
        "facts: {incident: retard, minutes: 7, excuse: non, rappels: 0}",
        "facts: {incident: retard, minutes: 7, rappels: 0}",
    )
    told = only(proved(base, "alpha", "retard").problems, "« sept-minutes » en alpha")
    assert "« excuse »" in told
    assert "S'est-il excusé ?" in told


def test_a_case_in_conflict(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(RULES_B, "complete: non, tuiles: {not: toutes}}", "complete: non}")
    assert any(
        "« tsumo-incomplet »" in problem and "deux décisions" in problem for problem in proved(base, "beta").problems
    )


def test_a_variant_may_tell_its_story_anew(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(
        CASES,
        "tells: Il ne l'avait pas écartée.",
        "story:\n        - La tuile est bonne.\n        - furiten: Il ne l'a jamais écartée.",
    )
    case = load(*base.write()).cases["ron-deja-ecarte.pas-ecartee"]
    assert case.story == ((None, "La tuile est bonne."), ("furiten", "Il ne l'a jamais écartée."))
    assert case.facts["furiten"] == "non"
