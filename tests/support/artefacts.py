"""What is made once per run and read by all its processes: it lies in the cache of the run, and one process makes it while others wait."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from assistant.compare.comparison import Comparison
from assistant.compare.comparison import kept_or_made as comparison_kept_or_made
from assistant.consultation import foresight
from assistant.consultation.consultant import Consultant
from assistant.engine.engines import Engines
from assistant.model import Library
from assistant.proof import graph
from assistant.proof.prove import Proof, keep, kept, prove
from assistant.search.finder import Finder
from assistant.store import cache as store
from assistant.store.library import load
from assistant.store.paths import cache_folder
from assistant.training.book import Book
from assistant.training.book import kept_or_made as book_kept_or_made
from assistant.training.exercises.syllabus import Task, tasks
from web import parcel
from web.pocket.content import Contents
from web.pocket.file import written
from web.release import release

IN_THE_POCKET = {"ema-2016": ("riichi-incomplet",), "mcr-2006": ("retard",)}  # incidents with few questions
FEW = 10  # incidents of each ruleset: those with the fewest rules


@contextmanager
def turn(name: str) -> Iterator[None]:
    """Wait until no other process of this run makes the thing of this name."""
    cache_folder().mkdir(parents=True, exist_ok=True)
    with (cache_folder() / f"{name}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@cache
def library_at_hand() -> Library:
    """The project's own library, read by one process of the run and opened once by each."""
    with turn("library"):
        return load()


def proof_of(library: Library) -> Proof:
    """The proof of everything, kept for those who read it; what it looks at in training the tests of training see for themselves."""
    with turn("proof"):
        made = kept(library)
        if made is None:
            made = prove(library, workers=1)
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


def some_of_the_graph(library: Library) -> None:
    """A graph of a few small incidents, so that no server of the run makes the whole beside it; of the rest pages infer, as until a graph is there."""
    with turn("graph"):
        if foresight.kept(library) is not None:
            return
        engines = Engines(library)
        few = [
            (name, incident)
            for name, ruleset in library.rulesets.items()
            for incident in sorted(
                (each.id for each in library.incidents_of(name)),
                key=lambda each: sum(each in (rule.incidents or ()) for rule in ruleset.rules.values()),
            )[:FEW]
        ]
        graph.keep(library, graph.document(library, {pair: graph.chart_incident(library, engines, *pair) for pair in few}))


def some_of_the_pocket(library: Library) -> None:
    """A pocket edition of a few small incidents, so that no server of the run makes the whole beside it."""
    with turn("some of the pocket"):
        if parcel.kept(library) is not None:
            return
        contents = Contents(Consultant(library), Finder(library))
        content = contents.of(list(IN_THE_POCKET), [one for few in IN_THE_POCKET.values() for one in few])
        store.keep(parcel.KIND, release(library), parcel.packed(library, written(contents.app, content)))
