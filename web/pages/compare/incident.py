"""One incident under two rulesets: the facts that part them, and their clauses side by side with the differing words marked."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple

from flask import abort, request

from assistant.compare.basis import NAMES
from assistant.compare.documents import cited, incident_document, kind_words, limit_parts, percent
from assistant.compare.lines import common_context
from assistant.compare.surprises import within
from assistant.consultation.sheet import citation
from assistant.french import section_name
from assistant.model import INCIDENT, Library, Scope, Value
from web.address import case_link, section_page, table_of
from web.artefacts import COMPARISON
from web.context import desk
from web.page import Pages, Shown
from web.pages.compare.asked import rulesets

if TYPE_CHECKING:
    from assistant.compare.parts import IncidentPairPart, SituationPart
    from assistant.consultation.document import CitationPart

pages = Pages(__name__)

FIRST_CLAUSES = 3


class Quoted(NamedTuple):
    """A clause beside another, its words in runs: whether the other lacks them, and the run."""

    clause: CitationPart
    words: list[tuple[bool, str]]


def pair_of(library: Library, incident: str) -> tuple[str, str]:
    """The two rulesets asked for, in the library's order, both having the incident."""
    possible = [name for name in library.rulesets if name in library.incidents[incident].rulesets]
    asked = rulesets(library)
    named = [name for name in possible if name in asked]
    chosen = named if len(named) == 2 else possible[:2]
    if len(chosen) < 2:
        abort(404)
    return chosen[0], chosen[1]


@pages.page("/comparer/<incident>", twin=".json", kept=True)
def incident(incident: str) -> Shown[IncidentPairPart]:
    """The page."""
    library = desk().library
    document = _document(library, incident)
    pair = pair_of(library, incident)
    settings = table_of(library, request)

    def links(situation: SituationPart) -> list[str]:
        facts = {INCIDENT: incident, **_asked(library, situation["example"])}
        return [case_link(settings._replace(ruleset=name), facts) for name in pair]

    def beside(situation: SituationPart) -> list[list[Quoted | None]]:
        return side_by_side(library, [ruling["cites"][:FIRST_CLAUSES] for ruling in situation["rulings"]])

    return Shown(
        "compare/incident.html",
        document,
        incident=library.incidents[incident],
        pair=pair,
        links=links,
        beside=beside,
        kind_words=lambda kind: kind_words(kind, library.rulesets[pair[1]].short),
        percent=percent,
        possible=[name for name in library.rulesets if name in library.incidents[incident].rulesets],
        bases=NAMES,
        limits=limit_parts(library, pair, settings.context),
        sections=lambda cites: [(section_name(library.clauses[one].section), section_page(one)) for one in cites],
        clauses=side_by_side(library, cited(document)) if document else [],
        siblings=siblings(library, pair),
    )


def _document(library: Library, incident: str) -> IncidentPairPart | None:
    """The incident under the two rulesets, with the words that part their texts; nothing while it is being made."""
    if incident not in library.incidents:
        abort(404)
    pair = pair_of(library, incident)
    comparison = COMPARISON.at_hand(library)
    row = comparison.row(*pair, incident) if comparison else None
    if row is None:
        return None
    context = common_context(library, pair, table_of(library, request).context)
    here = tuple(one for one in (within(group, context) for group in row.groups) if one.when)
    return incident_document(library, row._replace(groups=here))


def siblings(library: Library, pair: tuple[str, str]) -> bool:
    """Whether the two texts may translate the same book."""
    return library.rulesets[pair[0]].sibling == pair[1] or library.rulesets[pair[1]].sibling == pair[0]


def _asked(library: Library, example: Mapping[str, Value]) -> dict[str, Value]:
    return {name: value for name, value in example.items() if library.facts[name].scope != Scope.CONTEXT}


def side_by_side(library: Library, columns: list[list[str]]) -> list[list[Quoted | None]]:
    """The clauses of two rulings, the first of each beside the first of the other, with the words that only one has marked."""
    rows: list[list[Quoted | None]] = []
    for index in range(max(len(column) for column in columns)):
        pair = [library.clauses[column[index]] if index < len(column) else None for column in columns]
        quotes = [" ".join(clause.quotes).split() if clause else [] for clause in pair]
        rows.append(
            [
                Quoted(citation(library, clause), marked(words, other)) if clause else None
                for clause, words, other in zip(pair, quotes, reversed(quotes), strict=True)
            ]
        )
    return rows


def marked(words: list[str], other: list[str]) -> list[tuple[bool, str]]:
    """The words in runs: whether the other text lacks them, and the run."""
    runs: list[tuple[bool, str]] = []
    matcher = SequenceMatcher(None, [word.lower() for word in words], [word.lower() for word in other], autojunk=False)
    for tag, start, end, _, _ in matcher.get_opcodes():
        if end > start:
            runs.append((tag != "equal" and bool(other), " ".join(words[start:end])))
    return runs
