"""What authors write and where the command writes to: told in a line or more of French, never by a traceback."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from probes.court import ROOT
from probes.figures import Figure, Line

WRITTEN = {
    "braces": "{" * 100_000,
    "dashes": "- " * 50_000 + "x\n",
    "deep keys": "".join("  " * depth + "a:\n" for depth in range(900)),
    "digits": "- id: " + "9" * 10_000 + "\n",
    "bytes": "\x00\x01",
    "bomb": "- &a [x]\n- [*a, *a]\n",
    "tag": "- !!python/object/apply:os.system [ls]\n",
    "nothing": "",
    "open quote": '- id: "x\n',
}
ENCODINGS = ("utf-8", "utf-16", "cp1252", "latin-1", "cp437", "ascii", "koi8-r", "shift_jis")
COMMANDS = (
    ["list", "clauses"],
    ["rule", "--ruleset", "ema-2016", "--fact", "incident=victoire-annoncee"],
    ["rule", "--fact", "incident=rien"],
    ["--help"],
    ["hand", "1m"],
)


def arbitre(arguments: list[str], **more: object) -> subprocess.CompletedProcess[bytes]:
    settings = {"capture_output": True, "cwd": ROOT, **more}
    return subprocess.run([sys.executable, "-m", "assistant", *arguments], check=False, **settings)  # type: ignore[call-overload, no-any-return]


def authors(names: list[str] | None = None) -> list[Line]:
    """One bad file beside the good ones."""
    with ThreadPoolExecutor(os.cpu_count()) as writers:
        silent = [told for told in writers.map(_bad_file, names or WRITTEN) if told]
    return [Figure("authors' mistakes not told with their file", len(silent), 0, note="; ".join(silent))]


def _bad_file(name: str) -> str:
    """What is wrong with how one bad file is told; nothing if all is well."""
    with tempfile.TemporaryDirectory(prefix="arbitre-probe-") as folder:
        for part in ("knowledge", "rules_yaml"):
            shutil.copytree(ROOT / part, Path(folder) / part)
        (Path(folder) / "knowledge" / "facts" / "essai.yaml").write_text(WRITTEN[name], encoding="utf-8")
        done = arbitre(["list", "facts"], env={**os.environ, "ARBITRE_DATA": folder})
    told = done.returncode == 2 and b"Traceback" not in done.stderr and b"essai.yaml" in done.stderr
    return "" if told else f"{name}: {done.returncode}"


def terminals(encodings: tuple[str, ...] = ENCODINGS, commands: tuple[list[str], ...] = COMMANDS) -> list[Line]:
    """Encodings, readers that leave, devices that are full."""
    with ThreadPoolExecutor(os.cpu_count()) as terminals_there:
        noisy = [one for found in terminals_there.map(lambda said: _noise(said, encodings), commands) for one in found]
    return [Figure("terminals: tracebacks, noise or a wrong exit", len(noisy), 0, note="; ".join(noisy[:5]))]


def _noise(arguments: list[str], encodings: tuple[str, ...]) -> list[str]:
    """What one command does wrong with what it is to write to."""
    noisy = []
    for encoding in encodings:
        done = arbitre(arguments, env={**os.environ, "PYTHONIOENCODING": encoding})
        if b"Traceback" in done.stderr or done.returncode not in (0, 2):
            noisy.append(f"{arguments[0]} {encoding} {done.returncode}")
    reading, writing = os.pipe()
    os.close(reading)
    left = arbitre(arguments, capture_output=False, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    if left.returncode not in (0, 2, 141) or b"Traceback" in left.stderr or b"Exception" in left.stderr:
        noisy.append(f"{arguments[0]} closed pipe {left.returncode}")
    if Path("/dev/full").exists():
        with open("/dev/full", "wb") as full:
            done = arbitre(arguments, capture_output=False, stdout=full, stderr=subprocess.PIPE)
        if done.returncode not in (2, 74) or b"Traceback" in done.stderr:
            noisy.append(f"{arguments[0]} full device {done.returncode}")
    return noisy
