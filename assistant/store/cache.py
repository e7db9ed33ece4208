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
        thing = pickle.loads(cache_path(kind, version).read_bytes())
    except Exception:  # a damaged file can fail in any way
        return None
    return thing if isinstance(thing, expected) else None


def keep(kind: str, version: str, thing: object, most: int = MOST) -> None:
    """Keep a thing whole or not at all, and drop the oldest of its kind; a cache that cannot be written is no reason to fail."""
    path = cache_path(kind, version)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, pickle.dumps(thing, protocol=pickle.HIGHEST_PROTOCOL))
        latest_first = sorted(path.parent.glob(f"{kind}-*.pickle"), key=lambda old: old.stat().st_mtime, reverse=True)
        for old in latest_first[most:]:
            old.unlink()
    except OSError:
        return


def _write(path: Path, content: bytes) -> None:
    """Under another name first: whoever reads finds the whole file or none."""
    handle, name = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
