"""The command `arbitre diff`: a folder or a commit, as text and as data; what cannot be read is told."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from assistant.cli import main
from tests.support.make import RULES, Base

OLD, NEW = "then: {sanction: main-morte, donne: continue}", "then: {sanction: avertissement, donne: continue}"


@pytest.fixture
def edited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone with one edit that is not committed."""
    root = tmp_path / "clone"
    base = Base(root)
    base.write()
    git = ["git", "-C", str(root), "-c", "user.name=essai", "-c", "user.email=essai@example.org"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "essai"]):
        subprocess.run([*git, *command], check=True)
    base.replace(RULES, OLD, NEW).write()
    monkeypatch.setenv("ARBITRE_DATA", str(root))
    return root


def test_what_was_edited_since_the_last_commit_is_told(edited: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff"]) == 0
    told = capsys.readouterr().out
    assert "alpha victoire" in told and f"alpha.essai.vide ({RULES}:" in told
    assert "avant : " in told and "après : " in told and "décision : " in told.splitlines()[-1]


def test_data_names_every_situation(edited: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "HEAD", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert {change["kind"] for change in document["changed"]} == {"decision"}
    found = [facts for change in document["changed"] for facts in change["situations"]]
    assert document["counts"] == {"decision": len(found)} and all(facts["tuiles"] == "aucune" for facts in found)
    written = tmp_path / "changed.json"
    assert main(["diff", "--json", "--output", str(written)]) == 0
    assert json.loads(written.read_text(encoding="utf-8")) == document


def test_a_folder_and_nothing_changed(edited: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", str(edited)]) == 0
    assert capsys.readouterr().out.startswith("Rien n'a changé")
    assert main(["diff", str(edited), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["changed"] == []


def test_what_is_no_state_of_the_knowledge_is_told(
    edited: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    for state, told in (
        ("nowhere", "ni un dossier ni une révision"),
        (str(tmp_path / "empty"), "ne contient pas knowledge ni rules_yaml"),
        (str(edited / RULES), "n'est pas un dossier"),
    ):
        assert main(["diff", state]) == 2
        assert told in capsys.readouterr().err
    Base(tmp_path / "bad").replace(RULES, "sanction: main-morte", "sanction: inconnue").write()
    assert main(["diff", str(tmp_path / "bad")]) == 2
    assert "ne se lisent pas avec ce programme" in capsys.readouterr().err


def test_a_page_to_be_printed_tells_every_situation(edited: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    file = tmp_path / "page.html"
    assert main(["diff", "--format", "html", "--output", str(file)]) == 0
    page = file.read_text(encoding="utf-8")
    situations = [facts for change in document["changed"] for facts in change["situations"]]
    assert page.startswith("<!doctype html>") and page.count("<li>") == len(situations)
    assert page.count("<section>") == page.count("Avant") == len(document["changed"])
    assert "alpha.essai.vide" in page and "src=" not in page and "@media print" in page
    assert main(["diff", str(edited), "--format", "html"]) == 0
    assert "Rien n’a changé" in capsys.readouterr().out
