"""The process beside the server, which makes what is missing: started when a page waits, replaced when it dies, ended at the end."""

from __future__ import annotations

import mmap
import os
import signal
import subprocess
import time
from contextlib import suppress
from threading import Lock

from assistant.errors import refusal
from web.journal import tell

UNTOLD = "Arbitre n'a pas pu faire ce qui manque ; le journal du serveur dit pourquoi."
PAUSES = (0.0, 10.0, 60.0, 600.0)  # seconds before it is tried again, after one failure, two, three, more


class Board:
    """A few words that every process forked from this one reads: why what is missing cannot be made."""

    ROOM = 2048

    def __init__(self) -> None:
        self._shared = mmap.mmap(-1, self.ROOM)  # shared with whoever is forked afterwards
        self._lock = Lock()

    def write(self, words: str) -> None:
        content = words.encode()[: self.ROOM - 1].decode(errors="ignore").encode()
        with self._lock:
            self._shared[:] = content.ljust(self.ROOM, b"\0")

    def read(self) -> str:
        return self._shared[:].split(b"\0", 1)[0].decode(errors="ignore")


BOARD = Board()


def trouble() -> str:
    """Why the last process beside failed; nothing while none did, or once one has succeeded."""
    return BOARD.read()


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
            if self._process is not None:
                _last_words(self._process)

    def _look(self) -> None:
        if self._process is not None and (status := self._process.poll()) is not None:
            self._failures = self._failures + 1 if status else 0
            words = _last_words(self._process)
            BOARD.write((words or UNTOLD) if status > 0 or self._failures > 1 else "")  # one killed is just replaced
            self._process = None
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
                self._command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            self._failures += 1
            self._later()
            tell(f"Arbitre ne peut pas faire à côté ce qui manque : {refusal(error)}.")


def _last_words(process: subprocess.Popen[bytes]) -> str:
    """What a process that has ended said of its failure, in a few words; whoever it started may still hold its pipe."""
    if process.stdout is None or process.stdout.closed:
        return ""
    with process.stdout as said:
        os.set_blocking(said.fileno(), False)
        return " ".join((said.read(Board.ROOM) or b"").decode(errors="replace").split())
