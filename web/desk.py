"""What every page works with: the consultant, the indexes, the kept pages."""

from __future__ import annotations

from typing import NamedTuple

from flask import current_app, g, has_request_context

from assistant.consult import Consultant
from assistant.model import Library
from assistant.search import Index
from web.pagecache import PageCache


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
