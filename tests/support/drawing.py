"""How much a run looks at: all of it in the long run, else a sample of what takes long, drawn by a seed that is told.

`make long` sets ARBITRE_WHOLE. Otherwise the seed is ARBITRE_SEED, or a new one for each run; the end of the run prints it with all that
was drawn, and the same seed draws the same again.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from random import Random, SystemRandom
from typing import TypeVar

T = TypeVar("T")
SEED, WHOLE = "ARBITRE_SEED", "ARBITRE_WHOLE"
LARGEST = 10**6


def whole() -> bool:
    """Whether everything is looked at."""
    return bool(os.environ.get(WHOLE))


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
        """So many of these at most, in their order; all of them in the long run."""
        if whole() or len(things) <= most:
            return list(things)
        self.drawn[what] = (most, len(things))
        places = Random(f"{seed()}/{what}").sample(range(len(things)), most)
        return [things[place] for place in sorted(places)]


def examples(few: int) -> int:
    """How many examples Hypothesis tries: some, or ten times as many."""
    return 10 * few if whole() else few
