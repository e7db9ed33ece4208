"""Cold start: the command against a Python that only imports the engine's door."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
RUNS = 21


def cold_start() -> tuple[float, float] | str:
    """Median seconds of `arbitre rule` from its second run on and of the import alone, or why it could not be measured."""
    try:
        arguments = _arguments()
    except Exception as error:  # whatever is wrong with the knowledge at this moment, the other figures stand
        return (
            f"the knowledge does not load ({type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''})"
        )
    script = Path(sys.executable).parent / "arbitre"
    command = [sys.executable, "-c", "import sys; from assistant.cli import main; sys.exit(main())"]
    rule = [*([str(script)] if script.exists() else command), "rule", *arguments]
    door = [sys.executable, "-c", "import assistant.door"]
    with tempfile.TemporaryDirectory() as cache:
        # Compiled modules go to the cache too, whatever the caller's settings: from the second run on nobody compiles.
        environment = {**os.environ, "ARBITRE_CACHE": cache, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": cache}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for _ in range(2):
            first = subprocess.run(rule, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
            if first.returncode:
                return f"`arbitre rule` failed: {(first.stderr.strip().splitlines() or ['no message'])[-1]}"
        times: dict[int, list[float]] = {0: [], 1: []}
        for turn in range(2 * RUNS):
            which = (turn + turn // 2) % 2
            start = perf_counter()
            subprocess.run((rule, door)[which], cwd=ROOT, env=environment, capture_output=True, check=True)
            times[which].append(perf_counter() - start)
    return median(times[0]), median(times[1])


def _arguments() -> list[str]:
    """One case of the project's own: its facts, and the first ruleset that expects something of it."""
    from assistant.library import load

    case = next(iter(load().cases.values()))
    pairs = [part for name, value in case.facts.items() for part in ("--fact", f"{name}={value}")]
    return ["--ruleset", next(iter(case.expect)), *pairs]
