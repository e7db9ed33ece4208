"""Whatever its words go to, the command says them or says in one line why it cannot: encodings, closed pipes, full devices, no home."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.support.nobody import as_nobody

RULE = ["rule", "--ruleset", "ema-2016", "--fact", "incident=victoire-annoncee"]
LONG = ["list", "clauses"]
FULL = Path("/dev/full")


def run(*arguments: str, module: str = "assistant", **environment: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.run(command, capture_output=True, cwd=ROOT, env={**os.environ, **environment})


@pytest.mark.drawn(8)
@pytest.mark.parametrize("encoding", ["cp1252", "latin-1", "cp437", "ascii", "koi8-r", "utf-16"])
def test_every_encoding_is_written(encoding: str) -> None:
    done = run(*RULE, PYTHONIOENCODING=encoding)
    told = done.stdout.decode(encoding)
    assert done.returncode == 0 and not done.stderr
    assert "QUESTION SUIVANTE" in told and "?" in told
    if encoding in ("cp1252", "latin-1", "cp437"):
        assert "édition" in told, "what the encoding has is written as it is"
    else:
        assert "édition" in told or "edition" in told


@pytest.mark.drawn(4)
@pytest.mark.parametrize(
    "arguments",
    [
        [*RULE, "--json"],
        ["list", "clauses", "--json"],
        ["schema", "consultation"],
        ["hand", "123m456p789s1122z +3z", "--json"],
    ],
    ids=["rule", "list", "schema", "hand"],
)
def test_data_loses_nothing_in_any_encoding(arguments: list[str]) -> None:
    plain = run(*arguments, PYTHONIOENCODING="utf-8")
    narrow = run(*arguments, PYTHONIOENCODING="ascii")
    assert json.loads(plain.stdout) == json.loads(narrow.stdout) and narrow.returncode == plain.returncode


def test_errors_are_written_in_any_encoding_too() -> None:
    done = run("rule", "--fact", "incident=victoire-anoncee", PYTHONIOENCODING="cp1252")
    assert done.returncode == 2 and "« victoire-annoncee »" in done.stderr.decode("cp1252")
    broken = subprocess.run(
        [sys.executable, "-m", "assistant", "rule", "--fact", b"incident=\xff\xfe"], capture_output=True, cwd=ROOT
    )
    assert broken.returncode == 2 and b"Traceback" not in broken.stderr and broken.stderr.count(b"\n") == 1


@pytest.mark.drawn(4)
@pytest.mark.parametrize("arguments", [LONG, ["list", "clauses", "--json"], ["--help"], RULE])
def test_a_reader_who_left_is_no_noise(arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "assistant", *arguments], stdout=writing, stderr=subprocess.PIPE, cwd=ROOT
        )
    finally:
        os.close(writing)
    assert done.returncode == 141 and not done.stderr


@pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
@pytest.mark.drawn(5)
@pytest.mark.parametrize("arguments", [LONG, RULE, ["--help"], ["rule", "--help"], ["schema", "consultation"]])
def test_a_full_device_is_told_in_one_line(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "assistant", *arguments]
    with FULL.open("wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT)
        silent = subprocess.run(command, stdout=full, stderr=full, cwd=ROOT)
    assert done.returncode == 74 == silent.returncode
    assert done.stderr == "arbitre : impossible de lire ou d'écrire : le disque est plein\n"


@pytest.mark.drawn(4)
@pytest.mark.parametrize("closed", [0, 1, 2])
def test_a_closed_stream_is_no_traceback(closed: int) -> None:
    script = f"{sys.executable} -m assistant {' '.join(RULE)} {closed}>&-"
    done = subprocess.run(["sh", "-c", script], capture_output=True, cwd=ROOT)
    assert done.returncode == 0 and not done.stderr and bool(done.stdout) == (closed != 1)


def test_a_user_without_home_gets_a_ruling(tmp_path: Path) -> None:
    """No HOME and no account: nothing can be kept, everything is answered."""
    without = {
        name: value for name, value in os.environ.items() if name not in ("HOME", "ARBITRE_CACHE", "XDG_CACHE_HOME")
    }
    command = as_nobody(["-m", "assistant", *RULE])
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=without)
    assert done.returncode == 0 and not done.stderr and "QUESTION SUIVANTE" in done.stdout


def test_the_frame_is_a_module_too() -> None:
    assert run("--version", module="assistant.cli").stdout == run("--version").stdout != b""
    assert run("dance", module="assistant.cli").returncode == 2


def test_answers_in_another_encoding_are_asked_again() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "assistant", "ask"],
        input=b"\xff\xfe\nq\n",
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert done.returncode == 0 and not done.stderr and "n'est pas une réponse".encode() in done.stdout
