"""What signs forms: a secret in a file of its own, apart from the data, that nobody else may read."""

from __future__ import annotations

import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

from assistant.errors import refusal
from assistant.store.cache import NOT_A_LINK, ours
from assistant.store.database import FILE_MODE, FOLDER_MODE
from assistant.store.lock import hold
from assistant.store.unusable import Unusable

LETTERS = 64


def secret(path: Path) -> str:
    """The secret of this file; one that is missing, damaged, or that others could read or write, is drawn anew."""
    known = _read(path)
    if known is not None:
        return known
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=FOLDER_MODE)
        return _draw(path)
    except OSError as error:
        raise Unusable(
            f"Le fichier {path}, qui signe les formulaires, ne peut pas être écrit : {refusal(error)}."
            " Rendez son dossier inscriptible, ou nommez un autre fichier de progression."
        ) from error


def _read(path: Path) -> str | None:
    try:
        handle = os.open(path, os.O_RDONLY | NOT_A_LINK)
    except OSError:
        return None
    with suppress(OSError, ValueError), os.fdopen(handle, encoding="ascii") as file:
        status = os.fstat(file.fileno())
        if ours(status) and not (hasattr(os, "geteuid") and status.st_mode & 0o077):
            content = file.read(LETTERS + 1)
            int(content, 16)
            return content if len(content) == LETTERS else None
    return None


def _draw(path: Path) -> str:
    """A new one; of several processes that draw at once the first wins, and all have the same."""
    lock = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT | NOT_A_LINK, FILE_MODE)
    try:
        hold(lock)
        known = _read(path)
        if known is None:
            _write(path)
            known = _read(path)
    finally:
        os.close(lock)
    if known is None:
        raise FileNotFoundError(path)
    return known


def _write(path: Path) -> None:
    """Another in the place of whatever lies there, which is worth nothing."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(LETTERS // 2))
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    finally:
        Path(name).unlink(missing_ok=True)
