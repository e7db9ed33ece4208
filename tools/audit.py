"""`make audit`: the locked packages against the published weaknesses, or a plain word that these could not be had."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UNREACHED = ("Connection", "Could not connect", "Max retries", "timed out", "Name or service", "ProxyError", "SSLError", "ServiceError", "HTTPError", "503", "403")  # fmt: skip

SKIPPED = "could not be audited"


def audit(program: str, files: list[Path]) -> int:
    """0 when nothing is known against any of them, 1 when something is; also 0, told loudly, where nobody could be asked."""
    asked = [part for file in files for part in ("-r", str(file))]
    done = subprocess.run(
        [program, "--require-hashes", "--disable-pip", "--progress-spinner=off", *asked], capture_output=True, text=True
    )
    told = f"{done.stdout}\n{done.stderr}".strip()
    if done.returncode and "known vulnerabilit" not in told and any(word in told for word in UNREACHED):
        print(f"NOT AUDITED: pip-audit cannot reach its data from here ({told.splitlines()[-1][:200]})")
        return 0
    skipped = told.count(SKIPPED)
    print("\n".join(line for line in told.splitlines() if SKIPPED not in line))
    if skipped:
        print(f"NOT AUDITED: {skipped} package(s) of which pip-audit could learn nothing from here")
    return done.returncode


def main(program: str) -> int:
    """Audit every locked list."""
    return audit(program, sorted(ROOT.glob("requirements*.txt")))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
