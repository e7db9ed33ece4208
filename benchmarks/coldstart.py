"""Cold start: the commands `rule` and `compare` against a Python that only imports the engine's door."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
RUNS = 21


class Seconds(NamedTuple):
    """Medians, all commands from their second run on."""

    rule: float
    compare: float
    door: float


def cold_start() -> Seconds | str:
    """How long `arbitre rule`, `arbitre compare` and the import alone take, or why it could not be measured."""
    try:
        arguments = _arguments()
    except Exception as error:  # whatever is wrong with the knowledge at this moment, the other figures stand
        return (
            f"the knowledge does not load ({type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''})"
        )
    script = Path(sys.executable).parent / "arbitre"
    command = [sys.executable, "-c", "import sys; from assistant.cli import main; sys.exit(main())"]
    arbitre = [str(script)] if script.exists() else command
    commands = (
        [*arbitre, "rule", *arguments],
        [*arbitre, "compare"],
        [sys.executable, "-c", "import assistant.engine.experta_api"],
    )
    with tempfile.TemporaryDirectory() as cache:
        # Compiled modules go to the cache too, whatever the caller's settings: from the second run on nobody compiles.
        environment = {**os.environ, "ARBITRE_CACHE": cache, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": cache}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for one in (*commands, *commands):
            first = subprocess.run(one, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
            if first.returncode:
                return f"`{' '.join(one[:2])}` failed: {(first.stderr.strip().splitlines() or ['no message'])[-1]}"
        times: list[list[float]] = [[] for _ in commands]
        for turn in range(len(commands) * RUNS):
            which = (turn + turn // len(commands)) % len(commands)
            start = perf_counter()
            subprocess.run(commands[which], cwd=ROOT, env=environment, capture_output=True, check=True)
            times[which].append(perf_counter() - start)
    return Seconds(*(median(found) for found in times))


def _arguments() -> list[str]:
    """One case of the project's own: its facts, and the first ruleset that expects something of it."""
    from assistant.store.library import load

    case = next(iter(load().cases.values()))
    pairs = [part for name, value in case.facts.items() for part in ("--fact", f"{name}={value}")]
    return ["--ruleset", next(iter(case.expect)), *pairs]
