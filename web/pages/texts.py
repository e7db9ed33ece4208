"""The quoted clauses by source and section, each at a permanent address, with the rules and cases that cite them."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, jsonify, render_template, request

from assistant.consultation.sheet import citation
from assistant.model import Clause, Library
from web.address import table_of
from web.context import desk

pages = Blueprint("texts", __name__)


def clauses_of(source: str, section: str | None = None) -> list[Clause]:
    """The clauses of a source, or of one of its sections, in the order of the file; 404 when there are none."""
    library = desk().library
    if source not in library.sources:
        abort(404)
    found = [clause for clause in library.clauses.values() if clause.source == source]
    if section is not None:
        found = [clause for clause in found if section in (slug(clause), clause.section)]
        if not found:
            abort(404)
    return found


def slug(clause: Clause) -> str:
    """The part of a clause's id that names its section in addresses."""
    return clause.id.split("/")[1]


def cited_by(library: Library, clause: Clause) -> dict[str, list[Any]]:
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
    return {"rules": rules, "cases": cases}


def _ids(cited: dict[str, list[Any]]) -> dict[str, list[str]]:
    return {f"cited_by_{kind}": [one.id for one in found] for kind, found in cited.items()}


def _found(query: str) -> list[Clause]:
    """The clauses a search finds; those of the table's own text come first."""
    library = desk().library
    mine = library.rulesets[table_of(library, request).ruleset].source
    found = [library.clauses[hit.id] for hit in desk().clauses.find(query, 20)] if query else []
    return sorted(found, key=lambda clause: clause.source != mine)


@pages.get("/textes")
def sources() -> str:
    """The texts, and a search through every quoted clause."""
    library = desk().library
    query = request.args.get("q", "")[:200].strip()
    hits = [citation(library, clause) for clause in _found(query)]
    counts = {source: sum(clause.source == source for clause in library.clauses.values()) for source in library.sources}
    return render_template("texts/texts.html", sources=library.sources.values(), counts=counts, query=query, hits=hits)


@pages.get("/textes.json")
def sources_json() -> Response:
    """The sources, or the clauses that a search finds."""
    library = desk().library
    query = request.args.get("q", "")[:200].strip()
    hits = [citation(library, clause) for clause in _found(query)]
    return jsonify({"sources": [source._asdict() for source in library.sources.values()], "clauses": hits})


@pages.get("/textes/<source>")
def source(source: str) -> str:
    """All quoted clauses of one text."""
    sections: dict[str, list[Clause]] = {}
    for clause in clauses_of(source):
        sections.setdefault(clause.section, []).append(clause)
    return render_template("texts/source.html", source=desk().library.sources[source], sections=sections, slug=slug)


@pages.get("/textes/<source>.json")
def source_json(source: str) -> Response:
    """The same as data."""
    found = clauses_of(source)
    return jsonify({"clauses": [citation(desk().library, clause) for clause in found]})


@pages.get("/textes/<source>/<path:section>")
def section(source: str, section: str) -> Response | str:
    """The clauses of one section with their warnings, and what cites them."""
    library = desk().library
    if section.endswith(".json"):
        found = [(clause, cited_by(library, clause)) for clause in clauses_of(source, section.removesuffix(".json"))]
        return jsonify({"clauses": [{**citation(library, clause), **_ids(cited)} for clause, cited in found]})
    shown = [(clause, cited_by(library, clause)) for clause in clauses_of(source, section)]
    return render_template(
        "texts/section.html", source=library.sources[source], shown=shown, section=shown[0][0].section
    )


@pages.get("/sources")
def sources_page() -> str:
    """Titles, editions, authors, licences, and which language prevails."""
    library = desk().library
    return render_template(
        "texts/sources.html", sources=library.sources.values(), all_rulesets=library.rulesets.values()
    )


@pages.get("/sources.json")
def sources_page_json() -> Response:
    """The same as data."""
    library = desk().library
    keys = ("id", "title", "edition", "source", "newer")
    return jsonify(
        {
            "sources": [source._asdict() for source in library.sources.values()],
            "rulesets": [{key: getattr(one, key) for key in keys} for one in library.rulesets.values()],
        }
    )
