"""The book of exercises: the list of them all, each one made, and their cards, so that whoever trains waits for no engine.

It is made beside and kept; each exercise is unpacked alone, so that nobody waits for those of others. Where nothing is kept, for a command
or a small library, each part is made when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Generic, NamedTuple, TypeVar

from assistant.consultation.foresight import foreseeing
from assistant.engine.engines import Engines
from assistant.model import Library
from assistant.store import cache, making
from assistant.store.lazy import Drawers
from assistant.training.exercises.exercise import Exercise, exercise
from assistant.training.exercises.syllabus import Task, Wish, tasks
from assistant.training.papers.flashcards import Flashcard, flashcards

KIND = "book"
Part = TypeVar("Part")


class Book(NamedTuple):
    """All exercises of one library; what leaves nothing to choose is on the list, but not made."""

    version: str
    tasks: tuple[Task, ...]
    exercises: Mapping[str, Exercise]  # by the id of the task
    cards: Mapping[str, tuple[Flashcard, ...]]  # by ruleset

    def playable(self) -> tuple[Task, ...]:
        """Those that leave something to choose."""
        return tuple(task for task in self.tasks if task.id in self.exercises)


class Unmade(Mapping[str, Part], Generic[Part]):
    """Parts made when they are asked for, and not again; some cannot be made."""

    def __init__(self, names: Iterable[str], make: Callable[[str], Part | None]):
        self._names = tuple(names)
        self._known = frozenset(self._names)
        self._make = make
        self._made: dict[str, Part | None] = {}

    def _part(self, name: str) -> Part | None:
        if name not in self._made:
            self._made[name] = self._make(name)
        return self._made[name]

    def __getitem__(self, name: str) -> Part:
        part = self._part(name) if name in self._known else None
        if part is None:
            raise KeyError(name)
        return part

    def __contains__(self, name: object) -> bool:
        return name in self._known and self._part(str(name)) is not None

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._names if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def unmade(library: Library, engines: Engines) -> Book:
    """The book of a library, each part made when it is asked for."""
    listed = tasks(library)
    by_name = {task.id: task for task in listed}

    def one(name: str) -> Exercise | None:
        return exercise(library, engines, library.cases[by_name[name].case], by_name[name].ruleset)

    def deck(ruleset: str) -> tuple[Flashcard, ...]:
        return tuple(flashcards(library, engines, filter(Wish(ruleset=ruleset).admits, listed)))

    return Book(library.version, listed, Unmade(by_name, one), Unmade(library.rulesets, deck))


def kept(library: Library) -> Book | None:
    """The book of exactly this knowledge and code, if one is at hand."""
    book = cache.kept(KIND, library.version, Book)
    return book if book is not None and book.version == library.version else None


def kept_or_made(library: Library) -> Book:
    return making.kept_or_made(KIND, library.version, lambda: kept(library), lambda: made(library))


def made(library: Library) -> Book:
    """The whole book, each part packed by itself."""
    every = unmade(library, foreseeing(library))
    return every._replace(exercises=Drawers(dict(every.exercises)), cards=Drawers(dict(every.cards)))
