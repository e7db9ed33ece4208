"""What an author needs to be told of a slip: the place, the cause and the remedy, and nothing of Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.errors import AuthorError, InputError
from assistant.proof.prove import UNREACHED, prove
from assistant.proof.reading_order import elsewhere
from assistant.store.library import read_library
from assistant.store.paths import SUPPLEMENTS, supplement_files
from tests.support.make import CASES, FACTS, RULES_B, Base
from tests.support.readable import assert_readable

DERIVED = "- {id: %s, title: D, values: [{id: oui, label: Oui}, {id: non, label: Non}], otherwise: non}\n"
NEVER = """\
- id: beta.essai.jamais
  title: Jamais
  if: {incident: victoire, complete: oui, tuiles: toutes}
  then: {sanction: main-morte}
  overrides: beta.essai.montree
  cites: texte-b/7/victoire
"""
EMPTY = "- {id: x, title: X, story: [A.], facts: {incident: victoire, complete: non, tuiles: aucune}, expect: {beta: {sanction: []}}, level: 1}\n"


def deriving(name: str, reads: str, gives: str) -> str:
    return f"- id: beta.essai.{name}\n  title: {name}\n  if: {{{reads}: oui}}\n  then: {{fact: {{{gives}: oui}}}}\n  cites: texte-b/7/victoire\n"


def test_a_tab_is_called_a_tab(tmp_path: Path) -> None:
    (problem,) = Base(tmp_path).replace(RULES_B, "  title: Bonne victoire", "\ttitle: Bonne victoire").problems()
    assert_readable(problem)
    assert problem.line == 2 and "tabulation" in problem.message and "espaces" in problem.message


def test_a_variant_of_two_facts(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(CASES, "change: {complete: oui}", "change: {complete: oui, tuiles: aucune}")
    (problem,) = base.problems()
    assert_readable(problem)
    assert "une variante change un seul fait" in problem.message and "complete, tuiles" in problem.message


def test_a_circle_that_no_decision_uses(tmp_path: Path) -> None:
    base = Base(tmp_path).append(FACTS, DERIVED % "da" + DERIVED % "db")
    base.append(RULES_B, deriving("a", "db", "da") + deriving("b", "da", "db"))
    (problem,) = base.problems()
    assert_readable(problem)
    assert problem.key == "beta.essai.a" and "beta.essai.b (rules_yaml/beta/essai.yaml:21)" in problem.message


def test_a_rule_that_no_path_reaches_is_not_asked_for_a_case(tmp_path: Path) -> None:
    base = Base(tmp_path).append(RULES_B, NEVER)
    told = [one for one in prove(base.library(), "beta", "victoire", workers=1).problems if "jamais" in one]
    assert told == [f"rules_yaml/beta/essai.yaml:16 : règle beta.essai.jamais : {UNREACHED}"]


def test_a_rule_of_two_incidents_may_be_shown_in_the_other(tmp_path: Path) -> None:
    """One incident alone is proved: the cases of the other are looked at for what its rules decide."""
    base = Base(tmp_path)
    whole = prove(base.library(), "alpha", workers=1).problems
    assert [prove(base.library(), "alpha", name, workers=1).problems for name in ("victoire", "retard")] == [whole, whole] == [[], []]


def test_what_a_slot_lacks_is_said_in_words(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(RULES_B, "then: {sanction: victoire-payee, donne: gagnee}", "then: {sanction: victoire-payee}")
    told = prove(base.library(), "beta", "victoire", workers=1).problems
    assert told and not any("None" in one or "{'" in one for one in told)
    assert any("beta.essai.bonne (rules_yaml/beta/essai.yaml:1)" in one and "ajoutez" in one for one in told)


def test_a_hole_is_no_python(tmp_path: Path) -> None:
    base = Base(tmp_path).replace(RULES_B, "tuiles: {not: toutes}}", "tuiles: aucune}")
    base.append(CASES, "- {id: x, title: X, story: [A.], facts: {incident: victoire, complete: non, tuiles: quelques-unes}, "
                       "expect: {beta: {sanction: aucune}}, level: 1}\n")  # fmt: skip
    told = [one for one in prove(base.library(), "beta", "victoire", workers=1).problems if "« x »" in one]
    assert len(told) == 1 and "{'" not in told[0] and "écrivez la règle qui manque" in told[0]


def test_a_clause_under_a_wrong_section(tmp_path: Path) -> None:
    library = Base(tmp_path).library()
    clause = library.clauses["texte-b/7/victoire"]
    texts = tmp_path / "textes"
    texts.mkdir()
    (texts / "texte-b.txt").write_text(f"7 {clause.heading}\n{clause.quotes[0]}\n8 Retard\nUn retard.\n", encoding="utf-8")
    assert list(elsewhere(library, texts)) == []
    late = clause._replace(id="texte-b/8/retard", section="8", heading="Retard", quotes=("Un retard.",))
    moved = library._replace(clauses={late.id: late, clause.id: clause._replace(section="8", heading="Retard"), "texte-b/7/autre": clause._replace(id="texte-b/7/autre")})
    (told,) = elsewhere(moved, texts)
    assert "se lit sous la section 7, non sous 8" in told


def test_a_letter_that_is_no_utf8_is_told_at_its_line(tmp_path: Path) -> None:
    base = Base(tmp_path)
    knowledge, rules = base.write()
    spoiled = tmp_path / RULES_B
    text = spoiled.read_bytes()
    spoiled.write_bytes(text + "# année\n".encode("latin-1"))
    with pytest.raises(AuthorError) as caught:
        read_library(knowledge, rules, "essai")
    (problem,) = caught.value.problems
    assert_readable(problem)
    assert problem.line == text.count(b"\n") + 1 and "UTF-8" in problem.message


def test_a_list_that_holds_nothing_may_be_left_out(tmp_path: Path) -> None:
    (problem,) = Base(tmp_path).append(CASES, EMPTY).problems()
    assert_readable(problem)
    assert "ôtez la clé" in problem.message


def test_a_folder_without_a_supplement_is_not_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SUPPLEMENTS, str(tmp_path))
    with pytest.raises(InputError, match=r"un dossier sans fichier \.yaml : donnez un fichier \.yaml"):
        supplement_files()
    (tmp_path / "mes-precisions.yaml").touch()
    assert (tmp_path / "mes-precisions.yaml").resolve() in supplement_files()
