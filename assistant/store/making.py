"""What takes long is made once, however many processes want it: one makes it, the others wait and read what it kept.

The lock is the system's, on an open file: whoever dies lets go of it, however they die.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from assistant.store import cache
from assistant.store.lock import hold
from assistant.store.paths import cache_folder

Thing = TypeVar("Thing")


def kept_or_made(kind: str, version: str, kept: Callable[[], Thing | None], make: Callable[[], Thing]) -> Thing:
    """What was kept, or what is now made and kept."""
    known = kept()
    if known is not None:
        return known
    with alone(kind):
        known = kept()
        if known is None:
            known = make()
            cache.keep(kind, version, known)
        return known


@contextmanager
def alone(kind: str) -> Iterator[None]:
    """Wait until nobody else makes a thing of this kind; where no file of ours can be opened nobody is waited for."""
    try:
        cache.make_folder()
        handle = os.open(cache_folder() / f"{kind}.making", os.O_RDWR | os.O_CREAT | cache.NOT_A_LINK, 0o600)
    except OSError:
        yield
        return
    try:
        if cache.ours(os.fstat(handle)):  # a stranger's lock might be held for ever
            hold(handle)
        yield
    finally:
        os.close(handle)
