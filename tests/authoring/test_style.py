"""How the project's own YAML is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.authoring.files import yaml_files
from tests.conftest import ROOT

FILES = [path for folder in ("knowledge", "rules_yaml", "tests/data/base") for path in yaml_files(ROOT / folder)]
LONGEST = 160


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_line_is_too_long_to_read(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    long = [number for number, line in enumerate(lines, 1) if len(line) > LONGEST]
    assert not long, f"{path}: lines {long}: block style, prose after >-"


def test_every_file_names_its_schema() -> None:
    """So that an editor tells mistakes while one types."""
    for path in FILES:
        if "tests" in path.relative_to(ROOT).parts:
            continue
        first = path.read_text(encoding="utf-8").splitlines()[0]
        target = first.removeprefix("# yaml-language-server: $schema=")
        assert target != first, path
        assert (path.parent / target).resolve().is_file(), f"{path}: {target}"
