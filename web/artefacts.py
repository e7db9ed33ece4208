"""What is made of the whole knowledge and takes long: the graph, the list of exercises, the comparison, the proof; each by itself.

`python -m web.artefacts VERSION` makes whatever is missing, one after the other, whatever the others have.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Generic, TypeVar

from assistant.compare import comparison
from assistant.compare.comparison import Comparison
from assistant.consultation import foresight
from assistant.errors import AuthorError
from assistant.graph.atlas import Atlas
from assistant.model import Library
from assistant.proof import graph, prove
from assistant.proof.lost import remember
from assistant.proof.prove import Proof
from assistant.store.cache import unwritable
from assistant.store.library import load
from assistant.store.paths import cache_folder
from assistant.training import book
from assistant.training.book import Book
from assistant.training.exercises.looks import LOOKS
from web.context import waiting

Thing = TypeVar("Thing", covariant=True)
NICE = 10  # those who wait for a page go first
QUIET = "ignore:resource_tracker:UserWarning"  # what a maker ended half-way leaves is cleared away without a word


class Artefact(Generic[Thing]):
    """A process beside makes it and the cache keeps it; here it is read once for each version of the knowledge."""

    def __init__(self, name: str, kept: Callable[[Library], Thing | None], make: Callable[[Library], Thing]):
        self.name = name
        self.make = make
        self._kept = kept
        self._lock = Lock()
        self._known: dict[str, Thing] = {}

    def read(self, library: Library) -> Thing | None:
        """The thing made of exactly this knowledge, once it is there."""
        with self._lock:
            if library.version not in self._known:
                thing = self._kept(library)
                if thing is None:
                    return None
                self._known[library.version] = thing
            return self._known[library.version]

    def at_hand(self, library: Library) -> Thing | None:
        """The same for a page, which says what it is waiting for."""
        thing = self.read(library)
        if thing is None:
            waiting()
        return thing


def _prove(library: Library) -> Proof:
    proof = prove.kept_or_made(library, LOOKS)
    remember(library)
    return proof


GRAPH: Artefact[Atlas] = Artefact("le graphe des décisions", foresight.kept, graph.kept_or_made)
EXERCISES: Artefact[Book] = Artefact("le recueil des exercices", book.kept, book.kept_or_made)
COMPARISON: Artefact[Comparison] = Artefact("la comparaison", comparison.kept, comparison.kept_or_made)
PROOF: Artefact[Proof] = Artefact("la preuve", prove.kept, _prove)
ARTEFACTS: tuple[Artefact[object], ...] = (GRAPH, EXERCISES, COMPARISON, PROOF)  # first what the others read, last what takes longest


def missing(library: Library) -> list[Artefact[object]]:
    """What is not there yet; what is there is read, and shared by whoever is forked afterwards."""
    return [artefact for artefact in ARTEFACTS if artefact.read(library) is None]


def make_missing(library: Library) -> int:
    """Make and keep what is missing; what cannot be is told, and does not keep the rest from being made."""
    reason = unwritable()
    if reason:
        return _refuse(f"rien ne se garde dans {cache_folder()}, {reason}")
    failed = False
    for artefact in missing(library):
        try:
            artefact.make(library)
        except Exception as error:
            failed = True
            _tell(f"Arbitre n'a pas pu faire {artefact.name} : {error}")
    left = missing(library)
    if left and not failed:
        names = ", ".join(artefact.name for artefact in left)
        return _refuse(f"{names} ne se garde pas dans {cache_folder()} ; le disque est-il plein ?")
    return 1 if failed else 0


def main(version: str) -> int:
    """Make what the knowledge of this version lacks, if it is still the one that lies there."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    try:
        library = load()
    except AuthorError as error:
        return _refuse(f"les connaissances ne peuvent plus être lues : {error}")
    if library.version != version:
        return _refuse("les connaissances ont changé depuis le départ du serveur ; relancez-le")
    return make_missing(library)


def _refuse(reason: str) -> int:
    _tell(f"Arbitre ne peut pas faire ce qui manque : {reason}{'' if reason.endswith('?') else '.'}")
    return 1


def _tell(what: str) -> None:
    """To the log, and to whoever waits for this process, who tells it on the pages."""
    for stream in (sys.stderr, sys.stdout):
        with suppress(OSError, ValueError):
            print(" ".join(what.split()), file=stream, flush=True)


if __name__ == "__main__":
    sys.warnoptions.append(QUIET)
    sys.exit(main(*sys.argv[1:]))
