"""The table's settings (ruleset, context), the address of a case, and how an old address is read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import Request, abort, url_for
from werkzeug.sansio.http import parse_cookie

from assistant.consultation.intake import understand
from assistant.errors import InputError
from assistant.model import INCIDENT, Library

RULESET = "reglement"
COOKIE = "table"
READ = "arbitre.table"  # where a request carries the settings once they are read
ASKED = "arbitre.asked"  # and those that its address asks for
CASE = "case.case"  # the endpoint of the page of a case
MOST_PARAMETERS = 60
LONGEST = 120
LISTS = frozenset(["r", "_r"])  # what may be said several times
# What those who pass a link on add to it, to follow whoever opens it.
APPENDED = re.compile(r"(utm_|hsa_|pk_|mtm_|matomo_)\w*|(fb|g|d|ms|tt|tw|y|wick|scc)clid|(g|w)braid|igshid|igsh|mc_[ce]id|mkt_tok|srsltid|li_fat_id|ref_src|ref_url")


class AddressError(InputError):
    """An address that asks for something that does not exist."""


class Contradiction(AddressError):
    """An address that says two things of one: what each is said of, and the ways out."""

    def __init__(self, name: str, values: list[str]):
        super().__init__(f"L'adresse dit deux choses de « {name[:LONGEST]} ».")
        self.name = name
        self.values = values


def check_once(request: Request) -> None:
    """Refuse an address that gives one name two values; the same value twice is said once."""
    for name, values in request.args.lists():
        different = list(dict.fromkeys(values))
        if len(different) > 1 and name not in LISTS:
            raise Contradiction(name, different)


class Table(NamedTuple):
    """What a table plays under: the ruleset, and tournament or friendly."""

    ruleset: str
    context: dict[str, str]

    def parameters(self) -> dict[str, str]:
        return {RULESET: self.ruleset, **self.context}

    def cookie(self) -> str:
        return ".".join([self.ruleset, *self.context.values()])


class Held(NamedTuple):
    """The settings that stay until the menu changes them, and whether anybody has chosen them yet."""

    table: Table
    chosen: bool

    def key(self) -> str:
        """What tells these settings from others."""
        return f"{'' if self.chosen else '?'}{self.table.cookie()}"


def held(library: Library, environ: dict[str, Any]) -> Held:
    """The settings remembered in the cookie, as far as they are known, else the first ones.

    They are read here alone and once for each request: whoever asks again, a page or the cache of pages, is told the same.
    """
    known = environ.get(READ)
    if not isinstance(known, Held):
        said = parse_cookie(environ.get("HTTP_COOKIE")).get(COOKIE, "").split(".")
        context = {fact.id: value for fact, value in zip(library.context_facts(), said[1:], strict=False)}
        known = environ[READ] = Held(settled(library, said[0], context), said[0] in library.rulesets)
    return known


def settled(library: Library, ruleset: str, context: Mapping[str, str]) -> Table:
    """These settings, the first ones in place of what is not known."""
    admitted: dict[str, str] = {}
    for fact in library.context_facts():
        values = [value.id for value in fact.values]
        wanted = context.get(fact.id, "")
        admitted[fact.id] = wanted if wanted in values else values[0]
    return Table(ruleset if ruleset in library.rulesets else next(iter(library.rulesets)), admitted)


def table_of(library: Library, request: Request) -> Table:
    """The settings in the address, else those remembered, else the first ones; nothing unknown gets through. Read once, as those held are."""
    known = request.environ.get(ASKED)
    if not isinstance(known, Table):
        before = held(library, request.environ).table
        asked = {name: request.args.get(name) or value for name, value in before.parameters().items()}
        known = request.environ[ASKED] = settled(library, asked.pop(RULESET), asked)
    return known


class CaseAddress(NamedTuple):
    """A case as its address tells it, and what in the address is no longer understood."""

    table: Table
    facts: dict[str, str]
    dropped: list[str]

    def link(self, page: str = CASE, without: tuple[str, ...] = (), **more: Any) -> str:
        """The address of this case with some answers changed."""
        kept = {name: value for name, value in self.facts.items() if name not in without}
        return case_link(self.table, {**kept, **more}, page)

    def hidden(self, without: tuple[str, ...] = (), **more: str | list[str]) -> list[tuple[str, str]]:
        """What a form of this case carries along: its table, its answers but some, and more."""
        kept = {name: value for name, value in self.facts.items() if name not in without}
        lists = {name: [value] if isinstance(value, str) else value for name, value in more.items()}
        return [
            *self.table.parameters().items(),
            *kept.items(),
            *((name, one) for name in lists for one in lists[name]),
        ]


def case_link(table: Table, facts: Mapping[str, Any], page: str = CASE) -> str:
    """The address of a case: its table first, then the facts in the order they were said."""
    told = {**table.parameters(), **facts}
    return f"{url_for(page)}?{'&'.join(_encoded(name, str(value)) for name, value in told.items())}"


@lru_cache(maxsize=1024)
def _encoded(name: str, value: str) -> str:
    """One answer as an address has it: the links of a page say nearly all the same answers."""
    return urlencode({name: value})


def section_page(clause: str) -> str:
    """Where a clause stands on the page of its section, by the clause's id."""
    source, section, name = clause.split("/", 2)
    return url_for("texts.section", source=source, section=section, _anchor=name)


def _beside(name: str) -> bool:
    """Whether a name tells nothing of the case: what a page remembers, what others appended."""
    return name.startswith("_") or APPENDED.fullmatch(name) is not None


def read_case(library: Library, request: Request) -> CaseAddress:
    """Read an address; answers of older knowledge are dropped and named, an unknown ruleset or incident is refused."""
    if len(request.query_string) > 6000 or len(request.args) > MOST_PARAMETERS:
        abort(414)
    if request.args.get(RULESET) not in library.rulesets:
        abort(400, "reglement")
    if request.args.get(INCIDENT) not in library.incidents:
        abort(404 if INCIDENT in request.args else 400, "incident")
    table = table_of(library, request)
    own = {RULESET, *table.context}
    told = {name: value for name, value in request.args.items() if name not in own and not _beside(name)}
    case = understand(library, (), told, strict=False)
    if any(table.ruleset not in library.incidents[event.incident].rulesets for event in case.events):
        abort(404, "ailleurs")
    strange = [name for name, value in table.context.items() if request.args.get(name, value) != value]
    dropped = [f"{name[:LONGEST]} = {request.args[name][:LONGEST]}" for name in (*strange, *case.dropped)]
    return CaseAddress(table, {name: told[name] for name in case.said}, dropped)
