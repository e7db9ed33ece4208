"""Looking at another ruleset than the one played is a visit, with a way back; only the menu changes what is played."""

from __future__ import annotations

from typing import NamedTuple

from flask import Request, url_for

from assistant.french import enumerate_words, lower_first
from assistant.model import Library
from web.address import Table, held, table_of


class Visit(NamedTuple):
    """What is looked at, what is played (nothing while nobody has chosen), and where one's own is."""

    here: str
    mine: str | None
    back: str


def visit(library: Library, request: Request) -> Visit | None:
    """The visit that this request is; none where it looks at what is played."""
    own, here = held(library, request.environ), table_of(library, request)
    if here == own.table:
        return None
    return Visit(
        _apart(library, here, own.table), _apart(library, own.table, here) if own.chosen else None, url_for("home.home")
    )


def _apart(library: Library, one: Table, other: Table) -> str:
    """The settings of one that the other has not."""
    words: list[str] = []
    if one.ruleset != other.ruleset:
        words.append(library.rulesets[one.ruleset].short)
    for fact in library.context_facts():
        if one.context[fact.id] != other.context[fact.id]:
            words.append(lower_first(fact.label(one.context[fact.id])))
    return enumerate_words(words, "et")
