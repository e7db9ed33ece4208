"""What is made of the whole knowledge and takes long: the graph, what is left open, the list of exercises, the comparison, the pocket edition, the proof; each by itself."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING, Generic, TypeVar

from assistant.compare import comparison
from assistant.compare.comparison import Comparison
from assistant.consultation import agenda, foresight
from assistant.graph.atlas import Atlas
from assistant.model import Library
from assistant.proof import graph, prove
from assistant.proof.lost import remember
from assistant.proof.prove import Proof
from assistant.training import book
from assistant.training.book import Book
from assistant.training.exercises.looks import LOOKS
from web import parcel
from web.context import waiting
from web.parcel import Parcel

if TYPE_CHECKING:
    from assistant.consultation.agenda_document import AgendaDocument

Thing = TypeVar("Thing", covariant=True)


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
AGENDA: Artefact[AgendaDocument] = Artefact("l'atlas des silences", agenda.kept, agenda.kept_or_made)
COMPARISON: Artefact[Comparison] = Artefact("la comparaison", comparison.kept, comparison.kept_or_made)
POCKET: Artefact[Parcel] = Artefact("l'édition de poche", parcel.kept, parcel.kept_or_made)
PROOF: Artefact[Proof] = Artefact("la preuve", prove.kept, _prove)
ARTEFACTS: tuple[Artefact[object], ...] = (GRAPH, AGENDA, EXERCISES, COMPARISON, POCKET, PROOF)  # first what the others read, last what takes longest


def missing(library: Library) -> list[Artefact[object]]:
    """What is not there yet; what is there is read, and shared by whoever is forked afterwards."""
    return [artefact for artefact in ARTEFACTS if artefact.read(library) is None]
