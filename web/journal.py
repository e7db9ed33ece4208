"""The journal of a server: lines on the error stream, written by a thread of their own.

Nobody who waits for a page waits for the journal: a line that cannot be written (its reader gone, its disk full, its terminal halted) is
lost, and nothing else.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Lock, Thread
from typing import Any

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]
MOST_LINES = 2000  # that wait to be written
AT_THE_END = 2.0  # seconds for those that still wait


class Journal:
    """The lines of one process; its thread begins with the first one, and so after any fork."""

    def __init__(self) -> None:
        self._lines: Queue[str | None] = Queue(MOST_LINES)
        self._lock = Lock()
        self._writer: tuple[int, Thread] | None = None  # and whose it is

    def say(self, line: str) -> None:
        """Have a line written, if that is possible."""
        self._start()
        with suppress(Full):
            self._lines.put_nowait(line)

    def end(self) -> None:
        """Wait a moment for what is still to be written."""
        if self._writer is not None and self._writer[0] == os.getpid():
            with suppress(Full):
                self._lines.put_nowait(None)
            self._writer[1].join(AT_THE_END)

    def _start(self) -> None:
        if self._writer is not None and self._writer[0] == os.getpid():
            return
        with self._lock:
            if self._writer is None or self._writer[0] != os.getpid():
                thread = Thread(target=self._write, daemon=True)
                self._writer = os.getpid(), thread
                thread.start()

    def _write(self) -> None:
        while (line := self._lines.get()) is not None:
            lines = [line]
            with suppress(Empty):
                while (more := self._lines.get_nowait()) is not None:
                    lines.append(more)
                self._lines.put_nowait(None)  # the end was among them
            tell("\n".join(lines))


def tell(text: str) -> None:
    """Say something on the error stream, if it can be said."""
    with suppress(OSError, ValueError):
        print(text, file=sys.stderr, flush=True)


def announce(text: str) -> None:
    """Say something on standard output, if it can be said: a server whose words nobody reads still serves."""
    with suppress(OSError, ValueError):
        print(text, flush=True)


def logged(app: Wsgi, journal: Journal) -> Wsgi:
    """One line per request: method, path, status, milliseconds; no address, no query, nothing of a person."""

    def with_log(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        began = time.perf_counter()
        told: list[str] = []

        def start(status: str, headers: Any, *rest: Any) -> Any:
            told.append(status[:3])
            return start_response(status, headers, *rest)

        body = app(environ, start)
        took = 1000 * (time.perf_counter() - began)
        path = environ.get("PATH_INFO", "").encode("ascii", "replace").decode()[:100]
        method = str(environ.get("REQUEST_METHOD"))[:20]
        journal.say(f"{method} {path!r} {told[0] if told else '?'} {took:.1f} ms")
        return body

    return with_log
