"""`arbitre verify` on part of the knowledge: what changed, and what was not proved, in the end."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from assistant.cli import main
from assistant.store import cache
from tests.support.make import CASES, RULES_B, Base

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Base:
    made = Base(tmp_path)
    made.write()
    monkeypatch.setenv("ARBITRE_DATA", str(tmp_path))
    monkeypatch.setenv("ARBITRE_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("ARBITRE_TEXTES", raising=False)
    return made


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    status = main(["verify", "--no-pairs", *arguments])
    return status, capsys.readouterr().out


@pytest.mark.walk
def test_only_what_changed_is_proved_again(base: Base, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys)[0] == 0
    status, out = told(capsys, "--changed")
    assert status == 0 and "rien n'était à prouver" in out
    base.replace(RULES_B, "title: Bonne victoire", "title: Une bonne victoire").write()
    status, out = told(capsys, "--changed")
    assert status == 0 and "Prouvé sans faute : 1 incident(s) de beta" in out
    assert "2 incident(s) de tous les règlements sur 3" in out and "Tout est prouvé" not in out
    base.replace(CASES, "beta: {sanction: main-morte, donne: continue}", "beta: {sanction: aucune, donne: continue}").write()
    for _ in range(2):  # what was not clean is proved again
        status, out = told(capsys, "--changed")
        assert status == 1 and "sanction attendue aucune, obtenue main-morte" in out


@pytest.mark.walk
def test_one_incident_never_says_that_all_is_proved(base: Base, capsys: pytest.CaptureFixture[str]) -> None:
    status, out = told(capsys, "--incident", "retard")
    assert status == 0 and "Tout est prouvé" not in out
    assert "Non prouvé ici : 2 incident(s) de tous les règlements sur 3" in out and "--no-pairs" in out


@pytest.mark.walk
def test_a_ruleset_that_is_set_aside_fails_the_proof(base: Base, capsys: pytest.CaptureFixture[str]) -> None:
    base.replace(RULES_B, "sanction: main-morte", "sanction: mainmorte").write()
    status, out = told(capsys)
    assert status == 1 and "rules_yaml/beta/essai.yaml:14" in out and "alpha" in out
    status, out = told(capsys, "--ruleset", "beta")
    assert status == 1 and "Rien n'a été prouvé de « beta »" in out
    assert main(["list", "rules", "--ruleset", "alpha"]) == 0
    assert cache.cache_folder().is_dir()


class Watching:
    """`arbitre verify --watch` in a process of its own, read as it prints."""

    def __init__(self, base: Base) -> None:
        asked = [sys.executable, "-m", "assistant.cli", "verify", "--watch", "--no-pairs"]
        self.process = subprocess.Popen(asked, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8")

    def round(self) -> str:
        """What it prints until it waits again."""
        assert self.process.stdout is not None
        lines: list[str] = []
        for line in self.process.stdout:
            lines.append(line)
            if line.startswith("En attente"):
                return "".join(lines)
        raise AssertionError("".join(lines))

    def stop(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(60)


@pytest.mark.walk
def test_each_save_is_proved_until_interrupted(base: Base) -> None:
    """A file that does not load is told, and the next save is proved; the last proof is the exit status."""
    watching = Watching(base)
    try:
        assert "Prouvé sans faute : 3 incident(s)" in watching.round()
        base.replace(RULES_B, "title: Bonne victoire", "title: [Bonne victoire").write()
        assert f"{RULES_B}:" in watching.round()
        base.replace(RULES_B, "title: [Bonne victoire", "title: Une bonne victoire").write()
        assert "Prouvé sans faute : 1 incident(s) de beta" in watching.round()
        (base.root / CASES).rename(base.root / "aside.yaml")
        watching.round()
        (base.root / "aside.yaml").rename(base.root / CASES)
        assert "rien n'était à prouver" in watching.round()
        assert watching.stop() == 0
    finally:
        watching.process.kill()
        watching.process.communicate()
