"""One incident under two rulesets: the facts that part them, and their clauses side by side with the differing words marked."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Any

from flask import abort, request

from assistant.compare.comparison import words_apart
from assistant.compare.tables import kind_words, pair_document
from assistant.consultation.sheet import citation
from assistant.model import INCIDENT, Library, Scope
from web.address import case_link, table_of
from web.context import desk
from web.page import Pages, Shown
from web.pages.compare.table import comparison_at_hand

pages = Pages(__name__)

FIRST_CLAUSES = 3


def pair_of(library: Library, incident: str) -> tuple[str, str]:
    """The two rulesets asked for, in the library's order, both having the incident."""
    possible = [name for name in library.rulesets if name in library.incidents[incident].rulesets]
    named = [name for name in possible if name in request.args.getlist("r")]
    chosen = named if len(named) == 2 else possible[:2]
    if len(chosen) < 2:
        abort(404)
    return chosen[0], chosen[1]


@pages.page("/comparer/<incident>", twin=".json", kept=True)
def incident(incident: str) -> Shown[dict[str, Any]]:
    """The page."""
    library = desk().library
    document = _document(library, incident)
    pair = pair_of(library, incident)
    settings = table_of(library, request)

    def links(situation: dict[str, Any]) -> list[str]:
        facts = {INCIDENT: incident, **_asked(library, situation["example"])}
        return [case_link(settings._replace(ruleset=name), facts) for name in pair]

    def beside(situation: dict[str, Any]) -> list[list[dict[str, Any] | None]]:
        return side_by_side(library, [ruling["cites"][:FIRST_CLAUSES] for ruling in situation["rulings"]])

    return Shown(
        "compare/incident.html",
        document,
        incident=library.incidents[incident],
        pair=pair,
        links=links,
        beside=beside,
        kind_words=lambda kind: kind_words(kind, library.rulesets[pair[1]].short),
        possible=[name for name in library.rulesets if name in library.incidents[incident].rulesets],
        clauses=side_by_side(library, _cited(document)) if document else [],
        siblings=siblings(library, pair),
    )


def _document(library: Library, incident: str) -> dict[str, Any] | None:
    """The incident under the two rulesets, with the words that part their texts; nothing while it is being made."""
    if incident not in library.incidents:
        abort(404)
    pair = pair_of(library, incident)
    comparison = comparison_at_hand(library)
    row = comparison.row(*pair, incident) if comparison else None
    if row is None:
        return None
    document = pair_document(library, row)
    quotes = [quote for column in _cited(document) for name in column for quote in library.clauses[name].quotes]
    told = [ruling["decision"] for situation in document["situations"] for ruling in situation["rulings"]]
    sources = (library.rulesets[pair[0]].source, library.rulesets[pair[1]].source)
    shorts = [library.rulesets[name].short for name in pair]
    document["words"] = [
        {"word": word, "meanings": {shorts[0]: first, shorts[1]: second}}
        for word, first, second in words_apart(library, sources, [*quotes, *told])
    ]
    return document


def siblings(library: Library, pair: tuple[str, str]) -> bool:
    """Whether the two texts may translate the same book."""
    return library.rulesets[pair[0]].sibling == pair[1] or library.rulesets[pair[1]].sibling == pair[0]


def _cited(document: dict[str, Any]) -> list[list[str]]:
    """The clauses cited on each side, each once, those that decide most situations first."""
    return [
        list(
            dict.fromkeys(name for situation in document["situations"] for name in situation["rulings"][index]["cites"])
        )
        for index in (0, 1)
    ]


def _asked(library: Library, example: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in example.items() if library.facts[name].scope != Scope.CONTEXT}


def side_by_side(library: Library, columns: list[list[str]]) -> list[list[dict[str, Any] | None]]:
    """The clauses of two rulings, the first of each beside the first of the other, with the words that only one has marked."""
    rows: list[list[dict[str, Any] | None]] = []
    for index in range(max(len(column) for column in columns)):
        pair = [library.clauses[column[index]] if index < len(column) else None for column in columns]
        quotes = [" ".join(clause.quotes).split() if clause else [] for clause in pair]
        rows.append(
            [
                {"clause": citation(library, clause), "words": marked(words, other)} if clause else None
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
