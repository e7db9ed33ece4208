"""Where something was written: the places of authors, their sentences, the sources, their clauses and warnings."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from assistant.model.conditions import ALWAYS, Bearing


class Place(NamedTuple):
    """Where an author wrote something."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


NOWHERE = Place("", 0)


class WarnKind(StrEnum):
    """What a referee is warned of: a fault of the text, or something about how it is read here."""

    MISPRINT = "coquille"
    WRONG_REFERENCE = "renvoi"
    TRANSLATION = "traduction"
    CONTRADICTION = "contradiction"
    AMBIGUITY = "ambiguite"
    GAP = "lacune"
    INTERPRETATION = "interpretation"
    PRECISION = "precision"
    SILENCE = "silence"
    READINGS = "lectures"
    EDITION = "edition"
    LANGUAGE = "langue"


class Warn(NamedTuple):
    kind: WarnKind
    text: str
    bears: Bearing = ALWAYS


class Sentence(NamedTuple):
    """A sentence of a sheet: a step, or what a sanction means."""

    text: str
    place: Place
    bears: Bearing = ALWAYS
    unsure: str | None = None  # how it is said where the incident does not know the facts


class Source(NamedTuple):
    id: str
    title: str
    edition: str
    publisher: str
    language: str
    prevails: str
    licence: str
    attribution: str
    note: str | None
    chapters: Mapping[str, str] = {}  # the titles, by the start of the numbers of their sections

    def chapter(self, section: str) -> tuple[str, str]:
        """The chapter where a section stands, by its number and title: of several the narrowest, else what it calls itself."""
        parts = section.split(".")
        starts = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
        found = next((start for start in starts if start in self.chapters), None)
        return (found, self.chapters[found]) if found is not None else ("", section.partition(",")[0])


class Clause(NamedTuple):
    id: str
    source: str
    section: str
    heading: str
    quotes: tuple[str, ...]
    warnings: tuple[Warn, ...]
    place: Place
    joined: bool = False  # nothing of the text is left out between the clause before and this one
