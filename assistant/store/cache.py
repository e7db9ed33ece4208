"""What can be made anew at any time, kept as files under a hash of what it was made from."""

from __future__ import annotations

import os
import pickle
import tempfile
from pathlib import Path
from typing import TypeVar

from assistant.store.paths import cache_folder

Thing = TypeVar("Thing")
MOST = 4  # versions of one kind that may stay


def cache_path(kind: str, version: str) -> Path:
    return cache_folder() / f"{kind}-{version}.pickle"


def kept(kind: str, version: str, expected: type[Thing]) -> Thing | None:
    """What was kept; None where nothing is, or it is damaged or something else: it is made anew."""
    try:
        found = pickle.loads(cache_path(kind, version).read_bytes())
    except Exception:  # a damaged file can fail in any way
        return None
    return found if isinstance(found, expected) else None


def keep(kind: str, version: str, thing: object, most: int = MOST) -> None:
    """Keep a thing whole or not at all, and drop the oldest of its kind; a cache that cannot be written is no reason to fail."""
    path = cache_path(kind, version)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            pickle.dump(thing, file, protocol=pickle.HIGHEST_PROTOCOL)
        os.replace(name, path)
        found = sorted(path.parent.glob(f"{kind}-*.pickle"), key=lambda one: one.stat().st_mtime, reverse=True)
        for old in found[most:]:
            old.unlink()
    except OSError:
        return
