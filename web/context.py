"""What every page works with: the consultant, the search, the kept pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from flask import current_app, g, has_request_context

from assistant.consultation.consultant import Consultant
from assistant.model import Library
from assistant.search.finder import Finder
from web.pagecache import PageCache


class Desk(NamedTuple):
    consultant: Consultant
    finder: Finder
    pages: PageCache
    want: Callable[[], None]  # tell that something which is made beside is missing

    @property
    def library(self) -> Library:
        return self.consultant.library


def desk() -> Desk:
    """The desk of the application that answers this request."""
    mine: Desk = current_app.extensions["arbitre"]
    return mine


def waiting() -> None:
    """Something is still missing: whoever makes it is told, and nobody may keep this answer, which is for now only."""
    if has_request_context():
        g.passing = True
        desk().want()
