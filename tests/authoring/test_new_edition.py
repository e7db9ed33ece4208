"""The page « Écrire une règle » followed literally, in a copy, for a made-up edition whose text comes along."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from assistant.model import Library
from tests.conftest import ROOT
from tests.support.drawing import Drawing, whole

CHANGED = "victoire-annoncee"  # the incident of which the page changes a rule: the longest of all, proved in the long run
PAGE = (ROOT / "docs" / "ecrire-une-regle.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(yaml|sh)\n(.*?)^```$", re.S | re.M)
TARGET = re.compile(r"# (\S+) \((nouveau fichier|à la fin|remplace l'entrée de même identifiant)\)\n")


def write(root: Path, block: str) -> None:
    """Do what the first line of a block says."""
    match = TARGET.match(block)
    assert match, block[:80]
    path, how, content = root / match[1], match[2], block[match.end() :]
    if how == "nouveau fichier":
        assert not path.exists()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        return
    text = path.read_text(encoding="utf-8")
    if how == "à la fin":
        path.write_text(text + content, encoding="utf-8")
        return
    first = content.splitlines()[0]
    entry = re.compile(rf"^{re.escape(first)}\n(?:(?!- |$).*\n)*", re.M)
    assert len(entry.findall(text)) == 1, first
    path.write_text(entry.sub(lambda _: content, text), encoding="utf-8")


def proofs(command: str, some: list[str]) -> list[str]:
    """The proof of a whole edition takes minutes: where nothing else is asked, that of some of its incidents, one after the other."""
    if whole() or " verify " not in command:
        return [command]
    return [f"{command} --incident {incident}" for incident in some]


@pytest.mark.walk
def test_the_page_leads_to_a_proved_edition(tmp_path: Path, library: Library, drawing: Drawing) -> None:
    others = [incident.id for incident in library.incidents_of("ema-2016") if incident.id != CHANGED]
    some = drawing.sample("incidents of the new edition", others, 2)
    for folder in ("knowledge", "rules_yaml"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    texts = tmp_path / "textes"
    texts.mkdir()
    environment = {**os.environ, "ARBITRE_DATA": str(tmp_path), "ARBITRE_TEXTES": str(texts), "ARBITRE_CACHE": str(tmp_path / "cache"),
                   "PYTHONPATH": str(ROOT)}  # fmt: skip
    printed = ""
    for kind, block in BLOCK.findall(PAGE):
        if kind == "yaml":
            write(tmp_path, block)
            continue
        for line in block.splitlines():
            if line.startswith("arbitre"):
                bring_the_text(tmp_path, texts)
            for command in proofs(re.sub(r"^arbitre", f"{sys.executable} -m assistant", line), some):
                result = subprocess.run(
                    command, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True
                )
                assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-2000:]
                printed += result.stdout
    assert "Prouvé sans faute" in printed
    assert (
        "10 000" in printed.replace("\u202f", " ")
        and "20 000" not in printed.replace("\u202f", " ").split("DÉCISION")[1].split("LE TEXTE")[0]
    )
    settled = " ".join(printed.split())
    assert "réglé par l'incident 1 : il avait déjà repris une annonce dans cette donne" in settled
    assert "Incident 2 : annoncez à la table que la main de Sud est morte." in settled


@pytest.mark.walk
def test_the_supplement_of_the_page_is_proved_and_told_apart(tmp_path: Path) -> None:
    """Its blocks alone: one file, the proof, what it changes, a decision that is told as its authors'."""
    for folder in ("knowledge", "rules_yaml"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    part = PAGE.partition("## 10. Un supplément\n")[2].partition("\n## ")[0]
    (block,) = (block for kind, block in BLOCK.findall(part) if kind == "yaml")
    write(tmp_path, block)
    (commands,) = (block for kind, block in BLOCK.findall(part) if kind == "sh")
    environment = {**os.environ, "ARBITRE_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(ROOT)}
    printed = []
    for line in commands.splitlines():
        command = re.sub(r"^arbitre", f"{sys.executable} -m assistant", line)
        result = subprocess.run(command, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-2000:]
        printed.append(" ".join(result.stdout.split()))
    assert "Prouvé sans faute : 2 incident(s) de open-invente" in printed[0]
    assert "Open inventé : 2 règles changées, 2 situations" in printed[1] and "2 règles changées, 2 situations" in part
    assert "Open inventé en décide ainsi, et non le texte de base" in printed[2]


def test_the_examples_of_keys_are_real() -> None:
    part = PAGE.partition("## 11. Les clés, par l'exemple\n")[2].partition("\n## ")[0]
    written = "\n".join(path.read_text(encoding="utf-8") for folder in ("knowledge", "rules_yaml") for path in (ROOT / folder).rglob("*.yaml"))
    lines = [line for block in re.findall(r"^```\n(.*?)^```$", part, re.S | re.M) for line in block.splitlines()]
    assert len(lines) > 15
    assert [line for line in lines if line not in written] == []


def bring_the_text(root: Path, texts: Path) -> None:
    """The made-up text of the edition: what its clauses quote, one after the other."""
    clauses = yaml.safe_load((root / "knowledge" / "clauses" / "ema-2030.yaml").read_text(encoding="utf-8"))
    quotes = [
        quote
        for clause in clauses
        if "quote" in clause
        for quote in ([clause["quote"]] if isinstance(clause["quote"], str) else clause["quote"])
    ]
    (texts / "ema-2030.txt").write_text("\n\n".join(quotes), encoding="utf-8")
