"""`arbitre new`: what it writes loads, it says what next, and it overwrites nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.authoring.unwritten import unwritten
from assistant.cli import main
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
