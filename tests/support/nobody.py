"""A user without rights, without a name and without a home: root may do everything, and so proves nothing about refusals."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

import pytest

from tests.support.modules import ROOT

NOBODY = 61_234  # of no account


def as_nobody(command: list[str], *folders: Path) -> list[str]:
    """The same command by that user, to whom these temporary folders are opened; skipped where nobody else can be had."""
    if os.getuid() != 0:
        return command
    if not available():
        pytest.skip("as root this needs setpriv, and a clone and a Python that everybody may read")
    for folder in folders:
        for above in (folder, *folder.parents):
            if Path(tempfile.gettempdir()) in above.parents:
                above.chmod(above.stat().st_mode | 0o111)
    return become_nobody(command)


def become_nobody(command: list[str]) -> list[str]:
    return ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *command]


@cache
def available() -> bool:
    """Whether that user can run this Python on this clone."""
    if not shutil.which("setpriv"):
        return False
    command = become_nobody([sys.executable, "-c", "import assistant"])
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, env=environment, capture_output=True, cwd="/").returncode == 0
