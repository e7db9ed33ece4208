"""The quoted clauses by source and section, each at a permanent address, with the rules and cases that cite them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from flask import abort, request

from assistant.consultation.sheet import citation
from assistant.model import Case, Clause, Library, Rule, Source
from web.address import table_of
from web.context import desk
from web.page import Nav, Pages, Shown, Values, once

if TYPE_CHECKING:
    from assistant.consultation.document import CitationPart

pages = Pages(__name__)


class Texts(TypedDict):
    """The sources, and the clauses that a search finds."""

    sources: list[dict[str, str | None]]
    clauses: list[CitationPart]


class Clauses(TypedDict):
    """Clauses in the order of their file; those of one section say what cites them."""

    clauses: Sequence[Mapping[str, object]]


class RulesetEdition(TypedDict):
    id: str
    title: str
    edition: str
    source: str
    newer: str


class Editions(TypedDict):
    """Titles, editions, authors, licences."""

    sources: list[dict[str, str | None]]
    rulesets: list[RulesetEdition]


class Cited(NamedTuple):
    """What cites a clause: rules, and the cases that expect it."""

    rules: list[Rule]
    cases: list[Case]


def clauses_of(source: str, section: str | None = None) -> list[Clause]:
    """The clauses of a source, or of one of its sections, in the order of the file; 404 when there are none."""
    library = desk().library
    if source not in library.sources:
        abort(404)
    clauses = [clause for clause in library.clauses.values() if clause.source == source]
    if section is None:
        return clauses
    return [clause for clause in clauses if section in (slug(clause.id), clause.section)] or abort(404)


def slug(clause: str) -> str:
    """The part of a clause's id that names its section in addresses."""
    return clause.split("/")[1]


def cited_by(library: Library, clause: Clause) -> Cited:
    """The rules that cite a clause, and the cases that expect it."""
    rules = [rule for rule in library.rules() if clause.id in rule.citations()]
    cases = [
        case
        for case in library.cases.values()
        if any(
            clause.id in (*one.cites, *(c for reading in one.readings for c in reading.cites))
            for one in case.expect.values()
        )
    ]
    return Cited(rules, cases)


def _matching(query: str) -> list[Clause]:
    """The clauses a search finds; those of the table's own text come first."""
    library = desk().library
    mine = library.rulesets[table_of(library, request).ruleset].source
    hits = [library.clauses[hit.id] for hit in desk().finder.clauses().find(query, 20)] if query else []
    return sorted(hits, key=lambda clause: clause.source != mine)


def _told(sources: Iterable[Source]) -> list[dict[str, str | None]]:
    return [source._asdict() for source in sources]


@pages.page("/textes", twin="/textes.json", kept=True, nav=Nav("Textes", 5, "textes", around=("texts.editions", "schedule.schedules")), offline=once)
def sources() -> Shown[Texts]:
    """The texts, and a search through every quoted clause."""
    library = desk().library
    query = request.args.get("q", "")[:200].strip()
    hits = [citation(library, clause) for clause in _matching(query)]
    counts = {source: sum(clause.source == source for clause in library.clauses.values()) for source in library.sources}
    return Shown(
        "texts/texts.html", {"sources": _told(library.sources.values()), "clauses": hits}, counts=counts, query=query
    )


def _every_source(library: Library) -> list[Values]:
    return [{"source": source} for source in library.sources]


@pages.page("/textes/<source>", twin=".json", kept=True, offline=_every_source)
def source(source: str) -> Shown[Clauses]:
    """All quoted clauses of one text."""
    library = desk().library
    clauses = [citation(library, clause) for clause in clauses_of(source)]
    sections: dict[str, list[CitationPart]] = {}
    for clause in clauses:
        sections.setdefault(clause["section"], []).append(clause)
    return Shown(
        "texts/source.html", {"clauses": clauses}, source=library.sources[source], sections=sections, slug=slug
    )


@pages.page("/textes/<source>/<path:section>", twin=".json", kept=True)
def section(source: str, section: str) -> Shown[Clauses]:
    """The clauses of one section with their warnings, and what cites them."""
    library = desk().library
    cited = [(clause, cited_by(library, clause)) for clause in clauses_of(source, section)]
    clauses = [
        {
            **citation(library, clause),
            "cited_by_rules": [rule.id for rule in by.rules],
            "cited_by_cases": [case.id for case in by.cases],
        }
        for clause, by in cited
    ]
    return Shown(
        "texts/section.html",
        {"clauses": clauses},
        source=library.sources[source],
        cited=[by for _, by in cited],
        section=cited[0][0].section,
    )


@pages.page("/sources", twin="/sources.json", offline=once)
def editions() -> Shown[Editions]:
    """Titles, editions, authors, licences, and which language prevails."""
    library = desk().library
    rulesets: list[RulesetEdition] = [
        {"id": one.id, "title": one.title, "edition": one.edition, "source": one.source, "newer": one.newer}
        for one in library.rulesets.values()
    ]
    return Shown("texts/sources.html", {"sources": _told(library.sources.values()), "rulesets": rulesets})
