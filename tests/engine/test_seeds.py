"""The same case gets the same document, letter for letter, whatever the hash seed and the order of the files."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.support.make import Base

Run = tuple[str, str]  # hash seed, order of rules (0: as written)
RUNS: list[Run] = [("0", "0"), ("1", "0"), ("2", "0"), ("3", "0"), ("0", "1"), ("3", "2")]
OWN_RUNS: list[Run] = [("0", "0"), ("1", "1"), ("2", "2"), ("3", "3")]


def consultations(folder: str, seed: str, shuffle: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tests.support.consultations", folder, shuffle],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def compare(folder: str, wanted: list[Run]) -> list[list[dict]]:
    with ThreadPoolExecutor(2) as pool:
        runs = list(pool.map(lambda run: consultations(folder, *run), wanted))
    for run, done in zip(wanted, runs, strict=True):
        assert done.returncode == 0, f"{run}: {done.stderr}"
    first = json.loads(runs[0].stdout)
    for run, done in zip(wanted[1:], runs[1:], strict=True):
        for number, (one, other) in enumerate(zip(first, json.loads(done.stdout), strict=True)):
            assert one == other, f"consultation {number} is another under hash seed and order {run}"
        assert runs[0].stdout == done.stdout, f"the order of keys is another under hash seed and order {run}"
    return first


@pytest.mark.walk
def test_the_made_up_base(tmp_path: Path) -> None:
    Base(tmp_path).write()
    documents = compare(str(tmp_path), RUNS)
    statuses = {one["status"] for group in documents if isinstance(group, list) for one in group}
    assert statuses == {"question", "ruling", "possibilities"}
    assert not [group for group in documents if isinstance(group, dict)], "a consultation of the made-up base fails"


@pytest.mark.walk
def test_the_projects_own_cases() -> None:
    documents = compare("-", OWN_RUNS)
    assert documents
    assert not [group for group in documents if isinstance(group, dict)], (
        "a consultation of the project's own knowledge fails"
    )
