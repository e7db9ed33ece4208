"""`arbitre new`: what it writes loads, it says what next, and it overwrites nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.authoring.precision import inserted, precision
from assistant.authoring.unwritten import unwritten
from assistant.cli import main
from assistant.errors import InputError
from assistant.store.library import load, read_library
from tests.support.make import CASES, INCIDENTS, RULES_B, Base


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Base:
    made = Base(tmp_path)
    made.write()
    monkeypatch.setenv("ARBITRE_DATA", str(tmp_path))
    monkeypatch.setenv("ARBITRE_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return made


def test_a_new_incident_loads_with_its_rule(base: Base, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["new", "incident", "tuile-perdue", "--family", "essai", "--ruleset", "beta", "--cites", "texte-b/7/victoire"]
    assert main(asked) == 0
    told = capsys.readouterr().out
    assert str(base.root / INCIDENTS) in told and str(base.root / RULES_B) in told
    assert "arbitre verify --incident tuile-perdue" in told
    assert load().incidents["tuile-perdue"].rulesets == ("beta",)
    assert main(asked) == 2
    assert "déjà pris" in capsys.readouterr().err


def test_a_new_case_and_a_new_rule_load(base: Base, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "case", "encore", "--incident", "victoire", "--ruleset", "beta"]) == 0
    assert main(["new", "rule", "beta.essai.autre", "--incident", "victoire", "--cites", "texte-b/7/victoire"]) == 0
    known = load()
    assert known.cases["encore"].place.file == CASES
    assert known.rulesets["beta"].rules["beta.essai.autre"].then.silence
    capsys.readouterr()
    assert main(["new", "rule", "beta.essai.autre", "--incident", "victoire", "--cites", "texte-b/7/victoire"]) == 2
    assert "rien n'a été écrit" in capsys.readouterr().err


def test_a_new_supplement_loads_and_is_not_overwritten(base: Base, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "supplement", "mes-precisions", "--ruleset", "beta"]) == 0
    path = base.root / "mes-precisions.yaml"
    library = read_library(base.root / "knowledge", base.root / "rules_yaml", "essai", [path])
    assert library.rulesets["mes-precisions"].supplements
    path.write_text("à moi", encoding="utf-8")
    capsys.readouterr()
    assert main(["new", "supplement", "mes-precisions", "--ruleset", "beta"]) == 2
    assert "existe déjà" in capsys.readouterr().err and path.read_text(encoding="utf-8") == "à moi"


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (["incident", "Tuile perdue"], "n'a pas la forme d'un identifiant"),
        (["incident", "tuile-perdue"], "il manque --family"),
        (["incident", "tuile-perdue"], "Donnez en même temps --ruleset et --cites."),
        (["rule", "beta.essai.tuile-perdue"], "Donnez en même temps --cites."),
        (["incident", "tuile-perdue", "--family", "essay"], "Vouliez-vous dire « essai » ?"),
        (["rule", "beta.essai.autre", "--incident", "victoire"], "arbitre list clauses --ruleset beta"),
        (["rule", "betta.essai.autre"], "Vouliez-vous dire « beta » ?"),
        (["case", "encore", "--incident", "retard", "--ruleset", "beta"], "règlement où il se produit inconnu"),
        (["supplement", "mes-precisions"], "il manque --ruleset"),
        (["supplement", "beta", "--ruleset", "beta"], "déjà pris"),
    ],
)
def test_what_is_missing_is_said(base: Base, capsys: pytest.CaptureFixture[str], asked: list[str], told: str) -> None:
    assert main(["new", *asked]) == 2
    assert told in capsys.readouterr().err


def test_what_a_skeleton_leaves_to_write_is_no_proof(base: Base, capsys: pytest.CaptureFixture[str]) -> None:
    """A referee would read « À écrire »; comments are for the author alone."""
    roots = (base.root / "knowledge", base.root / "rules_yaml")
    assert unwritten(roots) == []
    assert main(["new", "rule", "beta.essai.autre", "--incident", "retard", "--cites", "texte-b/7/victoire"]) == 0
    path = base.root / RULES_B
    lines = [number for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if "À écrire" in line]
    assert len(lines) == 2
    assert [told.partition(" ")[0] for told in unwritten(roots)] == [f"{RULES_B}:{number}" for number in lines]
    capsys.readouterr()
    assert main(["verify", "--ruleset", "beta", "--incident", "retard", "--no-pairs"]) == 1
    assert f"{RULES_B}:{lines[0]} : « À écrire » : ce passage du squelette est encore à écrire" in capsys.readouterr().out
    path.write_text(path.read_text(encoding="utf-8") + "# À écrire un jour\n", encoding="utf-8")
    assert len(unwritten(roots)) == 2


@pytest.fixture
def supplement(base: Base) -> Path:
    assert main(["new", "supplement", "mes-precisions", "--ruleset", "beta"]) == 0
    return base.root / "mes-precisions.yaml"


def test_a_precision_of_a_silence_is_begun_where_the_rule_stands(
    base: Base, supplement: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It keeps the conditions of the rule that it replaces, and cites the new clause before the base's."""
    monkeypatch.setenv("ARBITRE_SUPPLEMENTS", str(supplement))
    beta = load().rulesets["beta"]
    rule = next(iter(beta.rules.values()))
    begun = rule.id.replace("beta.", "mes-precisions.")
    capsys.readouterr()
    assert main(["new", "precision", rule.id, "--supplement", str(supplement)]) == 0
    assert "arbitre diff --ruleset mes-precisions" in capsys.readouterr().out
    known = load()
    own = known.rulesets["mes-precisions"].rules[begun]
    assert own.tests == rule.tests and own.incidents == rule.incidents and own.then.silence
    assert list(own.citations())[1:] == list(rule.citations()) and next(iter(own.citations())).startswith("mes-precisions/1/")
    assert main(["new", "precision", rule.id]) == 2
    assert "déjà pris" in capsys.readouterr().err


def test_what_stood_in_the_file_stays_as_it_was(supplement: Path, base: Base) -> None:
    text = supplement.read_text(encoding="utf-8")
    rule = next(iter(load().rulesets["beta"].rules))
    assert main(["new", "precision", rule, "--supplement", str(supplement)]) == 0
    lines = supplement.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line in text.splitlines()][: len(text.splitlines())] == text.splitlines()


@pytest.mark.parametrize(
    ("key", "told"),
    [("clauses: []\n", "la liste « clauses » est écrite sur une ligne"), ("clauses: [] # vide\n", "rien n'a été écrit")],
)
def test_a_list_on_one_line_is_not_torn(key: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        inserted(key, "clauses", "- id: a\n")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a: 1", "a: 1\n\nclauses:\n  - id: x\n    quote: y\n"),
        ("clauses:\n- id: a\n\n# fin\nb: 1\n", "clauses:\n- id: a\n- id: x\n  quote: y\n\n# fin\nb: 1\n"),
        ("clauses:\n    - id: a\n      # dedans\nb: 1\n", "clauses:\n    - id: a\n      # dedans\n    - id: x\n      quote: y\nb: 1\n"),
        ("clauses:\n  - id: a\n", "clauses:\n  - id: a\n  - id: x\n    quote: y\n"),
    ],
)
def test_an_entry_comes_last_in_its_list(text: str, wanted: str) -> None:
    assert inserted(text, "clauses", "- id: x\n  quote: y\n") == wanted


RULE = {"id": "beta.essai.autre", "title": "Autre", "if": {"incident": "victoire"}, "then": {"silence": "…"}, "cites": "texte-b/7/victoire"}


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ({"overrides": "beta.essai.bonne"}, "overrides: own.essai.bonne\n"),
        ({"overrides": ["beta.essai.bonne", "beta.essai.montree"]}, "overrides: [own.essai.bonne, own.essai.montree]\n"),
        ({"overrides": {"sanction": "chombo"}}, "overrides: {sanction: chombo}\n"),
        ({"then": {"fact": {"complete": "non"}}}, "then: {fact: {complete: non}}\n"),
    ],
)
def test_a_precision_names_what_its_supplement_has(said: dict[str, object], wanted: str) -> None:
    """The rules that yield have the supplement's name there; a rule that says what a fact is worth decides nothing, and keeps saying it."""
    _, rule = precision("own", "1", {**RULE, **said})
    assert wanted in rule and "beta.essai" not in rule
    assert ("À écrire" in rule) == ("then" not in said)


def test_two_precisions_of_one_name_have_two_clauses() -> None:
    first, _ = precision("own", "1", RULE)
    second, rule = precision("own", "1", {**RULE, "id": "beta.autre.autre"}, ["own/1/autre"])
    assert "id: own/1/autre\n" in first and "id: own/1/autre-autre\n" in second and "cites: [own/1/autre-autre, " in rule


def test_a_precision_wants_its_file(base: Base, capsys: pytest.CaptureFixture[str]) -> None:
    rule = next(iter(load().rulesets["beta"].rules))
    assert main(["new", "precision", rule]) == 2
    assert "arbitre new supplement NOM --ruleset beta" in capsys.readouterr().err
    assert main(["new", "precision", f"{rule}x"]) == 2
    assert f"Vouliez-vous dire « {rule} » ?" in capsys.readouterr().err
