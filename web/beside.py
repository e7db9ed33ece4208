"""The process beside the server, which makes what is missing: started when a page waits, replaced when it dies, ended at the end."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import suppress
from threading import Lock

from assistant.errors import refusal
from web.journal import tell

PAUSES = (0.0, 10.0, 60.0, 600.0)  # seconds before it is tried again, after one failure, two, three, more


class Beside:
    """One process at most; of those that fail the next one waits longer."""

    def __init__(self, command: tuple[str, ...]):
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None
        self._failures = 0
        self._again: float | None = None  # when it is to be started anew
        self._lock = Lock()

    def want(self) -> None:
        """Something is missing: have it made, unless it is being made or will be tried again."""
        with self._lock:
            self._look()
            if self._process is None and self._again is None:
                self._start()

    def look(self) -> float | None:
        """Replace it where it died; in how many seconds to look again, where that is known."""
        with self._lock:
            self._look()
            return None if self._again is None else max(0.0, self._again - time.monotonic())

    def end(self) -> None:
        """End it, with those it started."""
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                if hasattr(os, "killpg"):
                    with suppress(ProcessLookupError):
                        os.killpg(self._process.pid, signal.SIGTERM)
                else:
                    self._process.terminate()
                self._process.wait()

    def _look(self) -> None:
        if self._process is not None and (status := self._process.poll()) is not None:
            self._process = None
            self._failures = self._failures + 1 if status else 0
            if status:
                self._later()
        if self._again is not None and time.monotonic() >= self._again:
            self._start()

    def _later(self) -> None:
        self._again = time.monotonic() + PAUSES[min(self._failures, len(PAUSES)) - 1]

    def _start(self) -> None:
        """Start it; where the system has no room for one more process, the server serves on and it is tried again."""
        self._again = None
        try:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True
            )
        except OSError as error:
            self._failures += 1
            self._later()
            tell(f"Arbitre ne peut pas faire à côté ce qui manque : {refusal(error)}.")
