"""A file of users' that cannot be used: one sentence in French says which, why and what to do; it goes to the page and to the log."""

from __future__ import annotations

import logging
import time
from threading import Lock

from assistant.errors import InputError

LOG = logging.getLogger("arbitre.store")
AGAIN = 60.0  # seconds after which the same sentence is written down once more

_lock = Lock()
_written: dict[str, float] = {}


class Unusable(InputError):
    """The file cannot be used now; whatever does not need it goes on."""

    def __init__(self, message: str):
        super().__init__(message)
        _write_down(message)


def _write_down(message: str) -> None:
    """To the log, but not with every page that meets it."""
    with _lock:
        now = time.monotonic()
        known = _written.get(message)
        if known is not None and now - known < AGAIN:
            return
        if len(_written) > 100:
            _written.clear()
        _written[message] = now
    LOG.error(message)
