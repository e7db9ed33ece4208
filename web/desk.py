"""What every page works with: the consultant, the indexes, the kept pages."""

from __future__ import annotations

from typing import NamedTuple

from flask import current_app

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
