"""The lock files: every package with its version and hashes, no address of a registry, and nothing that the project asks left out."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.conftest import ROOT

LOCKS = {"requirements.txt": None, "requirements-dev.txt": "dev", "requirements-mcr.txt": "mcr", "requirements-bench.txt": "bench"}  # fmt: skip
PINNED = re.compile(r"^([A-Za-z0-9._-]+)==(\S+)[^\n]*\\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.M)


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize("file", LOCKS)
def test_a_lock_names_versions_and_hashes_and_no_registry(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    assert not re.search(r"://|--(extra-)?index-url|--find-links|--trusted-host", text)
    pinned = {plain(name): version for name, version, _ in PINNED.findall(text)}
    lines = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
    assert len(lines) == len(PINNED.findall(text)), "a package without a version or without hashes"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extra = LOCKS[file]
    asked = project["dependencies"] + (project["optional-dependencies"][extra] if extra else [])
    assert {plain(re.split(r"[<>=!~ ;\[]", one)[0]) for one in asked} <= set(pinned)
