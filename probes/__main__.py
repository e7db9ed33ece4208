"""`python -m probes` (`make probe`): loads and harms a server of its own, prints a table of figures, exits 1 when one is out of bounds."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import SystemRandom

from assistant.store.library import load
from probes import edges, faults
from probes import load as hall
from probes.court import ROOT, court, environment
from probes.figures import Line, Skipped, table, wrong
from probes.fuzz import fuzz
from tests.support.artefacts import some_of_the_pocket
from tests.support.serving import free_port
from web import create_app
from web.release import release

REQUESTS, SEED = "ARBITRE_PROBE_REQUESTS", "ARBITRE_SEED"


def main() -> int:
    """Everything, one after the other."""
    begun = time.monotonic()
    requests = int(os.environ.get(REQUESTS) or 20_000)
    seed = int(os.environ.get(SEED) or SystemRandom().randrange(10**6))
    print(f"seed {seed} ({SEED}={seed} draws the same again), {requests} fuzzed requests", flush=True)
    lines: list[Line] = []

    def run(name: str, probe: Callable[[], list[Line]]) -> None:
        started = time.monotonic()
        try:
            found = probe()
        except (ConnectionError, OSError) as error:
            found = [Skipped(name, f"could not be done: {error}")]
            failures.append(name)
        lines.extend(found)
        print(f"[{time.monotonic() - begun:4.0f} s] {name}: {time.monotonic() - started:.0f} s", flush=True)
        print(table(found), flush=True)

    failures: list[str] = []
    with tempfile.TemporaryDirectory(prefix="arbitre-probe-") as name:
        folder = Path(name)
        cache = folder / "cache"
        os.environ.update(
            {key: value for key, value in environment(folder, cache).items() if key.startswith(("ARBITRE_", "XDG_"))}
        )
        library = load()
        some_of_the_pocket(library)  # the whole takes some minutes, and nothing here depends on how much there is of it
        subprocess.run(
            [sys.executable, "-m", "web.maker", release(library)],
            env=environment(folder, cache),
            cwd=ROOT,
            check=True,
        )
        print(f"[{time.monotonic() - begun:4.0f} s] the cache is made", flush=True)
        app = create_app(library)
        with court(folder / "first", cache) as server:
            run("first visits", lambda: hall.first_visits(server, 8))
            run("hands", lambda: hall.hands(server, seed, 20))
            run("idle connections", lambda: hall.idle(server, 500))
            run("referees", lambda: hall.referees(server, app, library, 100, 60))
            run("memory", lambda: hall.flat(server, library, 10))
        with court(folder / "exam", cache) as server:
            run("exam", lambda: hall.exam(server, 60, 30))
        with court(folder / "fuzz", cache) as server:
            run("fuzz", lambda: fuzz(server, app, library, requests, seed))
            run("imports", lambda: faults.imports(server, seed, 60))
        with court(folder / "kill", cache) as server:
            run("workers killed", lambda: faults.workers_killed(server, 200))
        run("parent killed", lambda: faults.parent_killed(folder / "parent", cache, free_port(), 3))
        run("read-only folders", lambda: faults.read_only(folder / "read-only", cache))
        run("full disk", lambda: faults.full_disk(folder / "full", cache))
        run("damaged files", lambda: faults.damaged(folder / "damaged", cache, seed))
        run("journal", lambda: faults.log_gone(folder / "log", cache))
        run("authors", edges.authors)
        run("terminals", edges.terminals)
    print(f"\n{table(lines)}\n\n{time.monotonic() - begun:.0f} seconds in all, seed {seed}.")
    out = wrong(lines)
    print(
        f"{len(out)} figure(s) out of bounds{', not done: ' + ', '.join(failures) if failures else ''}."
        if out or failures
        else "Every figure is in bounds."
    )
    return 1 if out or failures else 0


if __name__ == "__main__":
    sys.exit(main())
