"""A user without rights, without a name and without a home: root may do everything, and so proves nothing about refusals."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.modules import ROOT

NOBODY = 61_234  # of no account


class Python(NamedTuple):
    """A Python that everybody may run, and where it finds what this one has."""

    program: str
    path: str


def as_nobody(arguments: list[str], *folders: Path) -> list[str]:
    """Python with these arguments by that user, to whom these temporary folders are opened; skipped where nobody else can be had."""
    if os.getuid() != 0:
        return ["env", f"PYTHONPATH={ROOT}", sys.executable, *arguments]
    python = python_of_all()
    if python is None:
        pytest.skip("as root this needs setpriv, and a clone and a Python that everybody may read")
    for folder in folders:
        for above in (folder, *folder.parents):
            if Path(tempfile.gettempdir()) in above.parents:
                above.chmod(above.stat().st_mode | 0o111)
    return become_nobody(["env", f"PYTHONPATH={python.path}", python.program, *arguments])


def become_nobody(command: list[str]) -> list[str]:
    return ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *command]


@cache
def python_of_all() -> Python | None:
    """One that the user can start, and start again from there: that of the tests, or the system's of the same version."""
    if not shutil.which("setpriv"):
        return None
    packages = os.pathsep.join([str(ROOT), sysconfig.get_path("purelib")])
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    for program, path in ((sys.executable, str(ROOT)), (f"/usr/bin/python{version}", packages)):
        again = "import flask, subprocess, sys; subprocess.run([sys.executable, '-c', 'import assistant'], check=True)"
        command = become_nobody(["env", f"PYTHONPATH={path}", program, "-c", again])
        if subprocess.run(command, env={"PATH": os.environ["PATH"]}, capture_output=True, cwd="/").returncode == 0:
            return Python(program, path)
    return None
