"""The built wheel, in an empty environment, rules a case from another directory: the YAML goes with it."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from assistant.model import Library
from tests.support.drawing import whole
from tests.support.modules import ROOT, product


def all_that_travels() -> list[Path]:
    """Every file of every room, templates and fonts among them, and the YAML."""
    folders = (ROOT / name for name in ("assistant", "web", "knowledge", "rules_yaml"))
    found = [path for folder in folders for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert {".py", ".html", ".css", ".js", ".svg", ".ttf", ".yaml"} <= {path.suffix for path in found}
    assert set(product().values()) <= set(found)
    return found


def carried(path: Path) -> str:
    """The name that a file has in the wheel: the YAML goes inside the package."""
    name = path.relative_to(ROOT).as_posix()
    return f"assistant/{name}" if name.startswith(("knowledge/", "rules_yaml/")) else name


def lend(environment: Path) -> None:
    """What the wheel needs, lent by this environment instead of installed anew; the wheel's own files come before."""
    (packages,) = environment.glob("lib/python*/site-packages")
    ours = next(path for path in sys.path if path.endswith("site-packages"))
    (packages / "lent.pth").write_text(ours, encoding="utf-8")


@pytest.mark.walk
def test_the_wheel_rules_a_case_elsewhere(tmp_path: Path, library: Library) -> None:
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path / "dist"), str(ROOT)],
        check=True,
        capture_output=True,
    )
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert not {carried(path) for path in all_that_travels()} - set(names)
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "empty")], check=True)
    python = tmp_path / "empty" / "bin" / "python"
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if whole():
        subprocess.run([*install, "--require-hashes", "-r", str(ROOT / "requirements.txt")], check=True)
    else:
        lend(tmp_path / "empty")
    subprocess.run([*install, "--no-deps", "--no-compile", str(wheel)], check=True)
    template = "from assistant.training.papers.rendering import environment as e; e().get_template('exam.html')"
    subprocess.run([str(python), "-c", template], cwd=tmp_path, check=True)
    where = "import assistant, web; print(assistant.__file__, web.__file__)"
    found = subprocess.run([str(python), "-c", where], cwd=tmp_path, capture_output=True, text=True, check=True).stdout.split()
    assert all(Path(file).is_relative_to(tmp_path / "empty") for file in found), found
    case = next(case for case in library.cases.values() if case.expect)
    ruleset = next(iter(case.expect))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "ARBITRE_CACHE": str(tmp_path / "cache")}
    facts = [part for name, value in case.facts.items() for part in ("--fact", f"{name}={value}")]
    result = subprocess.run(
        [str(python.parent / "arbitre"), "rule", "--ruleset", ruleset, *facts],
        cwd=elsewhere,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "DÉCISION" in result.stdout
