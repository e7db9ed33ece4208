"""The production server as a process of its own, for tests that need a real one."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent


class Serving(NamedTuple):
    """A server that answers."""

    port: int
    pid: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def serving(cache: Path, *options: str, log: Path | None = None) -> Iterator[Serving]:
    """`arbitre serve` on a free port with this cache, stopped at the end; it must stop cleanly."""
    with started([sys.executable, "-m", "assistant", "serve", "--port", "0", *options], cache, log) as server:
        yield server


@contextmanager
def started(command: list[str], cache: Path | None = None, log: Path | None = None) -> Iterator[Serving]:
    """A command that tells where it serves, and stops cleanly when asked to."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **({"ARBITRE_CACHE": str(cache)} if cache else {})}
    with open(log or os.devnull, "wb") as errors:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment, cwd=ROOT)
    assert process.stdout is not None
    try:
        told = process.stdout.readline()
        found = re.search(r"http://[^:/]+:(\d+)/", told)
        assert found, f"the server did not start: {told!r}"
        yield Serving(int(found[1]), process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            status = process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise
        finally:
            process.stdout.close()
    assert status == 0


def free_port() -> int:
    """A port that nobody has just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
