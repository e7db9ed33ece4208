"""The quoted clauses by source and section, each at a permanent address, with the rules and cases that cite them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from flask import abort, request, url_for

from assistant.consultation.sheet import citation
from assistant.model import Case, Clause, Library, Rule, Ruleset, Source
from web.address import AddressError, table_of
from web.context import desk
from web.page import Nav, Pages, Shown, Values, once

if TYPE_CHECKING:
    from assistant.consultation.document import CitationPart

pages = Pages(__name__)

MOST, FEW = 12, 5  # clauses that a search shows of the text asked for, and of each other


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


class Section(NamedTuple):
    """A section as it is read: its name in addresses, its number, its heading, its clauses."""

    slug: str
    section: str
    heading: str
    clauses: list[CitationPart]


class Chapter(NamedTuple):
    number: str
    title: str
    sections: list[Section]


class Around(NamedTuple):
    """The sections before and after one, each with its address."""

    before: tuple[str, str] | None
    after: tuple[str, str] | None


def clauses_of(source: str) -> list[Clause]:
    """The clauses of a source, in the order of the text; 404 when there is no such source."""
    library = desk().library
    if source not in library.sources:
        abort(404)
    return [clause for clause in library.clauses.values() if clause.source == source]


def sections_of(source: str, only: Container[str] | None = None) -> list[Section]:
    """The sections of a source, in the order of the text: all, or what some clauses make of them."""
    library = desk().library
    groups: dict[str, list[Clause]] = {}
    for clause in (one for one in clauses_of(source) if only is None or one.id in only):
        groups.setdefault(clause.section, []).append(clause)
    return [
        Section(slug(group[0].id), section, _heading(group), [citation(library, clause) for clause in group])
        for section, group in groups.items()
    ]


def _heading(clauses: Sequence[Clause]) -> str:
    """The heading of a section: the one it has, what those it has begin with, or nothing where it is called by its number."""
    headings = list(dict.fromkeys(clause.heading for clause in clauses))
    if any(heading in clauses[0].section for heading in headings):
        return ""
    starts = {heading.partition(",")[0] for heading in headings}
    if len(headings) < 2:
        return "".join(headings)
    return starts.pop() if len(starts) == 1 else f"{headings[0]}…"


def chapters_of(source: str, sections: Iterable[Section]) -> list[Chapter]:
    """Sections of a source under the titles of its chapters."""
    told = desk().library.sources[source]
    return [
        Chapter(*chapter, list(group))
        for chapter, group in groupby(sections, key=lambda one: told.chapter(one.section))
    ]


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


def _matching(query: str, source: str) -> list[Clause]:
    """The clauses of one source that a search finds, best first."""
    library = desk().library
    hits = desk().finder.clauses().find(query, len(library.clauses)) if query else []
    return [library.clauses[hit.id] for hit in hits if library.clauses[hit.id].source == source]


def schedules_of(library: Library, sources: Iterable[Source]) -> list[Ruleset]:
    """The rulesets of these texts, one of each, in their order."""
    rulesets = {ruleset.source: ruleset for ruleset in library.rulesets.values()}
    return [rulesets[source.id] for source in sources if source.id in rulesets]


def _told(sources: Iterable[Source]) -> list[dict[str, str | None]]:
    return [{name: value for name, value in source._asdict().items() if name != "chapters"} for source in sources]


@pages.page(
    "/textes",
    twin="/textes.json",
    kept=True,
    nav=Nav("Textes", 5, "textes", around=("texts.editions", "schedule.schedules", "silences.atlases")),
    offline=once,
)
def sources() -> Shown[Texts]:
    """The texts, that of the table first, and a search through every quoted clause."""
    library = desk().library
    query = request.args.get("q", "")[:200].strip()
    mine = library.rulesets[table_of(library, request).ruleset].source
    asked = request.args.get("texte", "")
    if asked and asked not in library.sources:
        raise AddressError("L'adresse ne nomme aucun texte connu. Cherchez dans tous, ou choisissez-en un.")
    first = asked or mine
    order = sorted(library.sources.values(), key=lambda one: one.id != first)
    found = [(one, _matching(query, one.id)[:MOST]) for one in order]
    counts = {source: sum(clause.source == source for clause in library.clauses.values()) for source in library.sources}
    own, others = found[0], found[1:]
    return Shown(
        "texts/texts.html",
        {
            "sources": _told(order),
            "clauses": [citation(library, clause) for _, clauses in found for clause in clauses],
        },
        own=(own[0], [citation(library, clause) for clause in own[1]]),
        others=[(one, [citation(library, clause) for clause in clauses[:FEW]]) for one, clauses in others if clauses],
        order=[one for one in order if counts[one.id]],
        counts=counts,
        schedules=schedules_of(library, [one for one in order if counts[one.id]]),
        query=query,
        asked=asked,
    )


def _every_source(library: Library) -> list[Values]:
    return [{"source": source} for source in library.sources]


@pages.page("/textes/<source>", twin=".json", kept=True, offline=_every_source)
def source(source: str) -> Shown[Clauses]:
    """The contents of one text, and in it all that is quoted, folded."""
    clauses = [citation(desk().library, clause) for clause in clauses_of(source)]
    return Shown(
        "texts/source.html",
        {"clauses": clauses},
        joined=_joined(source),
        source=desk().library.sources[source],
        chapters=chapters_of(source, sections_of(source)),
        ruleset=_ruleset_of(source),
        **_shown_as(source),
    )


def _joined(source: str) -> frozenset[str]:
    """The clauses before which nothing of the text is left out."""
    return frozenset(clause.id for clause in clauses_of(source) if clause.joined)


def _ruleset_of(source: str) -> Ruleset | None:
    rulesets = desk().library.rulesets.values()
    return next((ruleset for ruleset in rulesets if ruleset.source == source), None)


def _shown_as(source: str) -> dict[str, Any]:
    """A page about one text has the colour of its ruleset."""
    ruleset = _ruleset_of(source)
    return {"ruleset_shown": ruleset} if ruleset is not None else {}


@pages.page("/textes/<source>/<path:section>", twin=".json", kept=True)
def section(source: str, section: str) -> Shown[Clauses]:
    """The clauses of one section with their warnings, what cites them, and the sections before and after."""
    library = desk().library
    every = sections_of(source)
    places = [place for place, one in enumerate(every) if section in (one.slug, one.section)] or abort(404)
    here = every[places[0]]
    cited = [cited_by(library, library.clauses[clause["id"]]) for clause in here.clauses]
    clauses = [
        {
            **clause,
            "cited_by_rules": [rule.id for rule in by.rules],
            "cited_by_cases": [case.id for case in by.cases],
        }
        for clause, by in zip(here.clauses, cited, strict=True)
    ]
    return Shown(
        "texts/section.html",
        {"clauses": clauses},
        source=library.sources[source],
        cited=cited,
        section=here,
        under=under(here),
        joined=_joined(source),
        around=Around(_beside(source, every, places[0] - 1), _beside(source, every, places[0] + 1)),
        **_shown_as(source),
    )


def under(section: Section) -> dict[str, list[int]]:
    """The places of the clauses of a section, heading by heading."""
    places: dict[str, list[int]] = {}
    for place, clause in enumerate(section.clauses):
        places.setdefault(clause["heading"], []).append(place)
    return places


def _beside(source: str, every: Sequence[Section], place: int) -> tuple[str, str] | None:
    """Another section by its address and its name; none before the first and after the last."""
    if not 0 <= place < len(every):
        return None
    one = every[place]
    return url_for("texts.section", source=source, section=one.slug), one.section


@pages.page("/sources", twin="/sources.json", offline=once)
def editions() -> Shown[Editions]:
    """Titles, editions, authors, licences, and which language prevails."""
    library = desk().library
    rulesets: list[RulesetEdition] = [
        {"id": one.id, "title": one.title, "edition": one.edition, "source": one.source, "newer": one.newer}
        for one in library.rulesets.values()
    ]
    return Shown("texts/sources.html", {"sources": _told(library.sources.values()), "rulesets": rulesets})
