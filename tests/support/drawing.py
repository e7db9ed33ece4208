"""How much a run looks at: all of it in the long run, else a sample of what takes long, drawn by a seed that is told.

ARBITRE_RUN names the run, as `make` does: quick, test (if nothing is said) or long. The seed is ARBITRE_SEED, or a new one for each run; the
end of the run prints it with all that was drawn, and the same seed draws the same again.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from enum import StrEnum
from random import Random, SystemRandom
from typing import TypeVar

T = TypeVar("T")
SEED, RUN = "ARBITRE_SEED", "ARBITRE_RUN"
LARGEST = 10**6


class Run(StrEnum):
    """The three runs of the tests."""

    QUICK = "quick"  # leaves out browsers and walks, and tries a quarter of the generated examples
    TEST = "test"
    LONG = "long"  # draws no samples, and tries ten times the examples


def run() -> Run:
    """The run that was asked for."""
    asked = os.environ.get(RUN) or Run.TEST
    if asked not in set(Run):
        raise ValueError(f"{RUN}={asked!r} is no run: say {', '.join(Run)}")
    return Run(asked)


def whole() -> bool:
    """Whether everything is looked at."""
    return run() is Run.LONG


def seed() -> int:
    """The seed of this run, the same in all its processes."""
    return int(os.environ[SEED])


def choose_seed() -> None:
    """Keep the seed that was asked for, or take a new one; a seed is a whole number."""
    asked = os.environ.setdefault(SEED, str(SystemRandom().randrange(LARGEST)))
    if not asked.isdecimal():
        raise ValueError(f"{SEED}={asked!r} is no seed: give a whole number, the one that a run has printed")


class Drawing:
    """What one process draws, kept for the end of the run."""

    def __init__(self) -> None:
        self.drawn: dict[str, tuple[int, int]] = {}

    def sample(self, what: str, things: Sequence[T], most: int) -> list[T]:
        """So many of these at most, in their order; a quarter as many in the quick run, all of them in the long one."""
        most = examples(most)
        if whole() or len(things) <= most:
            return list(things)
        self.drawn[what] = (most, len(things))
        places = Random(f"{seed()}/{what}").sample(range(len(things)), most)
        return [things[place] for place in sorted(places)]


def examples(few: int) -> int:
    """How many generated examples are tried: some, a quarter of them in the quick run, ten times as many in the long one."""
    return {Run.QUICK: -(-few // 4), Run.TEST: few, Run.LONG: 10 * few}[run()]
