"""Work shared out among processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from assistant.engine.engines import Engines
from assistant.model import Library

BASE = Path(__file__).parent.parent / "data" / "base"
FOLDERS = (BASE / "knowledge", BASE / "rules_yaml")
PATIENCE = 30  # seconds


def work_for_ever(library: Library, engines: Engines, number: int) -> None:
    print(f"{os.getpid()}\n", end="", flush=True)
    time.sleep(600)


def share_out() -> None:
    """What the killed process does."""
    from assistant.proof.workers import at_work
    from assistant.store.library import load

    with at_work(load(*FOLDERS), 2, FOLDERS) as spread:
        list(spread(work_for_ever, [(1,), (2,)]))


def alive(pid: int) -> bool:
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="this system does not show its processes")
def test_whoever_works_ends_with_a_killed_parent() -> None:
    command = [sys.executable, "-c", "from tests.proof.test_workers import share_out; share_out()"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        workers = [int(parent.stdout.readline()) for _ in range(2)]
        assert all(map(alive, workers))
        parent.send_signal(signal.SIGKILL)
        parent.wait()
        ends = time.monotonic() + PATIENCE
        while any(map(alive, workers)) and time.monotonic() < ends:
            time.sleep(0.1)
        left = [pid for pid in workers if alive(pid)]
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        assert not left
