"""A user without rights, without a name and without a home: root may do everything, and so proves nothing about refusals."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest

NOBODY = 61_234  # of no account


def as_nobody(command: list[str], *folders: Path) -> list[str]:
    """The same command by that user, to whom these folders are opened; skipped where nobody else can be had."""
    if os.getuid() != 0:
        return command
    if not shutil.which("setpriv"):
        pytest.skip("as root this needs setpriv, to be somebody else")
    for folder in folders:
        _open(folder)
    user = str(NOBODY)
    return ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", *command]


def _open(folder: Path) -> None:
    """Everybody may go to this folder, whatever lies above it."""
    for above in _own([folder, *folder.parents]):
        above.chmod(above.stat().st_mode | 0o111)


def _own(folders: Iterable[Path]) -> list[Path]:
    return [folder for folder in folders if folder.is_dir() and folder.stat().st_uid == os.getuid()]
