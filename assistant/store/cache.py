"""What can be made anew at any time, kept as files under a hash of what it was made from.

A file is read only when it is ours and nobody else may write it, and unpacked only when its digest says that it is whole and that it is
the one asked for. Whatever else lies there counts as nothing.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import pickle
import stat
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from assistant.errors import refusal
from assistant.store.paths import cache_folder

Thing = TypeVar("Thing")
MOST = 4  # versions of one kind that may stay
ENDING = ".kept"
PARTIAL = ".partial"  # what is being written
EARLIER = ".pickle"  # what earlier versions kept, which nobody reads any more
ABANDONED = 3600  # seconds after which nobody is writing it any more
MARK = b"arbitre-cache/2\n"
DIGEST = hashlib.sha256().digest_size
FOR_US_ALONE = 0o700
NOT_A_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)  # nor a pipe that nobody fills
BINARY = getattr(os, "O_BINARY", 0)
TRIAL = 64 * 1024  # bytes that a folder must take before it counts as one that takes anything


def cache_path(kind: str, version: str) -> Path:
    return cache_folder() / f"{kind}-{version}{ENDING}"


def kept(kind: str, version: str, expected: type[Thing]) -> Thing | None:
    """What was kept; None where nothing is, or it is damaged, not ours or something else: it is made anew."""
    content = _read(cache_path(kind, version))
    packed = _whole(kind, version, content) if content is not None else None
    if packed is None:
        return None
    try:
        thing = pickle.loads(packed)
    except Exception:  # what was packed by another version of a library can fail in any way
        return None
    return thing if isinstance(thing, expected) else None


def keep(kind: str, version: str, thing: object, most: int = MOST) -> None:
    """Keep a thing whole or not at all, and drop the oldest of its kind; a cache that cannot be written is no reason to fail."""
    path = cache_path(kind, version)
    packed = pickle.dumps(thing, protocol=pickle.HIGHEST_PROTOCOL)
    with suppress(OSError):
        make_folder()
        _sweep(path.parent)
        _write(path, MARK + _digest(kind, version, packed) + packed)
        latest_first = sorted(path.parent.glob(f"{kind}-*{ENDING}"), key=lambda old: old.stat().st_mtime, reverse=True)
        for old in latest_first[most:]:
            old.unlink()


def make_folder() -> None:
    """The folder of the caches, for us alone where we make it."""
    cache_folder().mkdir(parents=True, exist_ok=True, mode=FOR_US_ALONE)


def unwritable() -> str:
    """Why nothing can be kept; nothing where it can."""
    try:
        make_folder()
        with tempfile.NamedTemporaryFile(dir=cache_folder(), suffix=PARTIAL) as trial:
            trial.write(b"\xa5" * TRIAL)
            trial.flush()
    except OSError as error:
        return refusal(error)
    return ""


def ours(status: os.stat_result) -> bool:
    """Whether a file is a plain one of ours that nobody else may write; where the system knows no owners it is trusted."""
    if not hasattr(os, "geteuid"):
        return stat.S_ISREG(status.st_mode)
    return stat.S_ISREG(status.st_mode) and status.st_uid == os.geteuid() and not status.st_mode & 0o022


def _read(path: Path) -> bytes | None:
    """The content of a file of ours: what is checked is what is open, whatever the name leads to by then."""
    try:
        handle = os.open(path, os.O_RDONLY | NOT_A_LINK | BINARY)
    except OSError:
        return None
    with suppress(OSError), os.fdopen(handle, "rb") as file:
        if ours(os.fstat(file.fileno())):
            return file.read()
    return None


def _whole(kind: str, version: str, content: bytes) -> bytes | None:
    """What is packed in a file, if every bit of it is as it was written, and written for this name."""
    start = len(MARK) + DIGEST
    mark, digest, packed = content[: len(MARK)], content[len(MARK) : start], content[start:]
    return packed if mark == MARK and hmac.compare_digest(digest, _digest(kind, version, packed)) else None


def _digest(kind: str, version: str, packed: bytes) -> bytes:
    digest = hashlib.sha256(f"{kind}\n{version}\n".encode())
    digest.update(packed)
    return digest.digest()


def _write(path: Path, content: bytes) -> None:
    """Under another name first: whoever reads finds the whole file or none, and what cannot be written whole is not left."""
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=PARTIAL)  # for us alone
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _sweep(folder: Path) -> None:
    """Away with what earlier versions kept, and with what somebody who was killed left half written."""
    before = time.time() - ABANDONED
    for left in (*folder.glob(f"*{PARTIAL}"), *folder.glob(f"*{EARLIER}")):
        with suppress(OSError):
            if left.stat().st_mtime < before:
                left.unlink()
