"""The lock files: every package with its version and hashes, no address of a registry, and nothing that the project asks left out."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tools.audit import audit

LOCKS = {"requirements.txt": None, "requirements-dev.txt": "dev", "requirements-mcr.txt": "mcr", "requirements-bench.txt": "bench"}  # fmt: skip
LISTS = {"requirements-build.txt": "requirements-build.in", "requirements-tools.txt": "requirements-tools.in"}
PINNED = re.compile(r"^([A-Za-z0-9._-]+)==(\S+)[^\n]*\\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.M)


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def name_of(asked: str) -> str:
    return plain(re.split(r"[<>=!~ ;\[]", asked)[0])


@pytest.mark.parametrize("file", [*LOCKS, *LISTS])
def test_a_lock_names_versions_and_hashes_and_no_registry(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    assert not re.search(r"://|--(extra-)?index-url|--find-links|--trusted-host", text)
    pinned = {plain(name): version for name, version, _ in PINNED.findall(text)}
    lines = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
    assert len(lines) == len(PINNED.findall(text)), "a package without a version or without hashes"
    if file in LISTS:
        written = (ROOT / LISTS[file]).read_text(encoding="utf-8").splitlines()
        asked = [line for line in written if line and not line.startswith("#")]
    else:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        extra = LOCKS[file]
        asked = project["dependencies"] + (project["optional-dependencies"][extra] if extra else [])
    assert set(map(name_of, asked)) <= set(pinned)


def test_what_builds_is_locked_too() -> None:
    """Whatever pip builds, it builds with what is already there: every installation but that of the build list itself says so."""
    system = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]
    build = (ROOT / "requirements-build.txt").read_text(encoding="utf-8")
    assert {name_of(one) for one in [*system["requires"], "setuptools"]} <= {
        plain(name) for name, *_ in PINNED.findall(build)
    }
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    installs = re.findall(r"^\t@?\S+ (?:-m pip install|\$\(PIP\)).*$", makefile, re.M)
    assert len(installs) >= 6
    for line in installs:
        assert "--require-hashes" in line or ("--no-index" in line and "--no-deps" in line), line
        assert "--no-build-isolation" in line or "requirements-build.txt" in line or "requirements-tools.txt" in line, (
            line
        )
    assert "pip install" not in makefile.replace("PIP := -m pip install", "")


TOLD = {
    "Found 2 known vulnerabilities in 1 package": (1, False),
    "requests.exceptions.ConnectionError: Max retries exceeded": (0, True),
    "ERROR: no such file": (1, False),
    "flask  Dependency not found on PyPI and could not be audited: flask": (1, True),
}


@pytest.mark.parametrize("told", TOLD)
def test_an_audit_that_cannot_ask_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str], told: str) -> None:
    program = tmp_path / "pip-audit"
    program.write_text(f"#!/bin/sh\necho '{told}' >&2\nexit 1\n", encoding="utf-8")
    program.chmod(0o755)
    status, unasked = TOLD[told]
    assert audit(str(program), [ROOT / "requirements.txt"]) == status
    assert ("NOT AUDITED" in capsys.readouterr().out) == unasked
