"""What every page works with: the consultant, the indexes, the kept pages."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

from flask import current_app, g, has_request_context

from assistant.consultation.consultant import Consultant
from assistant.model import Library
from assistant.search.index import Index
from web.pagecache import PageCache

Thing = TypeVar("Thing")


class Desk(NamedTuple):
    consultant: Consultant
    incidents: Index
    clauses: Index
    pages: PageCache

    @property
    def library(self) -> Library:
        return self.consultant.library


def desk() -> Desk:
    """The desk of the application that answers this request."""
    found: Desk = current_app.extensions["arbitre"]
    return found


def passing() -> None:
    """This answer is for now only, because something is still being made: nobody may keep it."""
    if has_request_context():
        g.passing = True


class AtHand(Generic[Thing]):
    """What a process beside makes and the cache keeps, read once for each version of the knowledge."""

    def __init__(self, kept: Callable[[Library], Thing | None]):
        self._kept = kept
        self._lock = Lock()
        self._known: dict[str, Thing] = {}

    def of(self, library: Library) -> Thing | None:
        """The thing made of exactly this knowledge, once it is there."""
        with self._lock:
            if library.version not in self._known:
                found = self._kept(library)
                if found is None:
                    passing()
                    return None
                self._known[library.version] = found
            return self._known[library.version]
