"""What is made once per run and read by all its processes: it lies in the cache of the run, and one process makes it while others wait."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager

from assistant.compare.comparison import Comparison
from assistant.compare.comparison import kept_or_made as comparison_kept_or_made
from assistant.model import Library
from assistant.proof.prove import Proof, keep, kept, prove
from assistant.store.paths import cache_folder
from assistant.training.book import Book
from assistant.training.book import kept_or_made as book_kept_or_made
from assistant.training.exercises.looks import LOOKS
from assistant.training.exercises.syllabus import Task, tasks


@contextmanager
def turn(name: str) -> Iterator[None]:
    """Wait until no other process of this run makes the thing of this name."""
    cache_folder().mkdir(parents=True, exist_ok=True)
    with (cache_folder() / f"{name}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def proof_of(library: Library) -> Proof:
    """The proof of everything, kept for those who read it."""
    with turn("proof"):
        made = kept(library)
        if made is None:
            made = prove(library, workers=1, besides=LOOKS)
            keep(library, made)
    return made


def comparison_of(library: Library) -> Comparison:
    """The comparison of all rulesets, kept for those who read it."""
    with turn("comparison"):
        return comparison_kept_or_made(library)


def book_of(library: Library) -> Book:
    """The book of all exercises, kept for those who read it."""
    with turn("book"):
        return book_kept_or_made(library)


def exercises_of(library: Library) -> tuple[Task, ...]:
    """The list of all exercises, kept for those who read it."""
    with turn("exercises"):
        return tasks(library)
