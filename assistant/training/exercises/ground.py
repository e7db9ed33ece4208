"""Why a wrong answer is wrong: on which other condition the engine gives it, or which clauses exclude it."""

from __future__ import annotations

from typing import NamedTuple

from assistant.training.exercises.origin import Origin
from assistant.training.exercises.what_if import Changes


class Ground(NamedTuple):
    """What an explanation says in words, so that the proof can put it to the engine again."""

    origin: Origin
    changes: Changes = ()  # of the facts of one event
    event: int = 1
    when: str = ""  # the moment at which the event would have happened
    ruleset: str = ""  # the other ruleset that says so
    cites: tuple[str, ...] = ()  # the clauses that give the answer there, or that exclude it here


RIGHT = Ground(Origin.RIGHT)
