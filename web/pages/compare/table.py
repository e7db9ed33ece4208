"""How the rulesets differ: the table, the gravest differences first, figures; all read off kept data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Response, abort, jsonify, request

from assistant.compare.basis import NAMES
from assistant.compare.comparison import family_shares
from assistant.compare.documents import kind_words, overview, pair_document, percent, surprises_document
from assistant.compare.lines import pair_view
from assistant.compare.surprises import surprises
from assistant.compare.tables import Form, overview_text, ranked
from assistant.decision import headings
from assistant.french import section_name
from assistant.model import Family, Library
from assistant.proof.supplement import supplement_lines
from assistant.search.answer import answer, query_of
from web.address import section_page, table_of
from web.artefacts import COMPARISON
from web.context import desk
from web.page import Nav, Pages, Shown, strict
from web.pages.compare import asked
from web.pages.compare.picture import bars

if TYPE_CHECKING:
    from assistant.compare.parts import AgreementPart, LinePart, OverviewPart, PairViewPart, PointPart, SurprisesPart

pages = Pages(__name__)

MOST_SURPRISES = 10  # told first; the others follow, folded
ON_A_CARD = 20  # what a page of paper holds
QUERY = "q"
SECTIONS = 2  # named beside a decision; the page of the incident quotes all


def _chosen(library: Library) -> list[str]:
    """The rulesets in view: those named, or those of one game, or all; a page that is asked nothing opens on one pair."""
    named = asked.rulesets(library)
    of_game = asked.of_game(library)
    if not named and not of_game and not strict() and "tous" not in request.args:
        named = list(_known_and_played(library))
    chosen = named if len(named) > 1 else of_game or library.rulesets
    return [one for one in library.rulesets if one in chosen]


def _overview(library: Library) -> OverviewPart | None:
    """The incidents asked for, under the rulesets in view; nothing while the comparison is being made."""
    chosen, family, kind = _chosen(library), asked.family(library), asked.kind()
    comparison = COMPARISON.at_hand(library)
    if comparison is None:
        return None
    document = overview(library, comparison, chosen, family, "diff" in request.args)
    found = _found(library, chosen)
    document["rows"] = [
        row
        for row in document["rows"]
        if (kind is None or any(of[kind] > 0 for of in row["shares"].values()))
        and (found is None or row["incident"] in found)
    ]
    if len(chosen) == 2:
        view = pair_view(library, comparison, (chosen[0], chosen[1]), table_of(library, request).context)
        shown = {row["incident"] for row in document["rows"]}
        view["lines"] = [line for line in view["lines"] if line["incident"] in shown]
        view["points"] = [
            one for one in view["points"] if kind is None and found is None and family in (None, one["family"])
        ]
        document["pair"] = view
    return document


def _found(library: Library, rulesets: list[str]) -> set[str] | None:
    """The incidents that a search finds, in the words of any of these rulesets; nothing where none is asked for."""
    if not request.args.get(QUERY, "").strip():
        return None
    query = query_of(request.args[QUERY])
    answers = [answer(desk().finder, query, ruleset).document for ruleset in rulesets]
    return {result["incident"] for document in answers for result in document["results"]}


@pages.page("/comparer", twin=("/comparer.json", "/api/v1/compare"), kept=True, nav=Nav("Comparer", 4, "comparer"))
def whole() -> Shown[OverviewPart]:
    """The table of differences with its filters."""
    library = desk().library
    document = _overview(library)
    rows = document["rows"] if document else []
    families = [(family, [row for row in rows if row["family"] == family.id]) for family in library.families.values()]
    games = list(dict.fromkeys(ruleset.game for ruleset in library.rulesets.values()))
    view = document["pair"] if document else None
    return Shown(
        "compare/pair.html" if len(_chosen(library)) == 2 else "compare/table.html",
        document,
        bars=bars(library, view["shares"]) if view else [],
        lines=_by_family(library, view) if view else [],
        bases=NAMES,
        all_pairs=_all_pairs(library),
        query=request.args.get(QUERY, "").strip(),
        sections=lambda cites: section_links(library, cites[:SECTIONS]),
        chosen=_chosen(library),
        pair=tuple(_chosen(library)[:2]),
        groups=[(family, group) for family, group in families if group],
        families=library.families.values(),
        games=games,
        ways=_ways(library),
        kinds=headings.KINDS,
        kind_words=kind_words,
        percent=percent,
        asked=request.args,
        settings=table_of(library, request),
        supplements=supplement_lines(library, _chosen(library)) if document else [],
    )


def _by_family(library: Library, view: PairViewPart) -> list[tuple[Family, list[LinePart], list[PointPart]]]:
    """The lines and points of each family that has any."""
    found = [
        (
            family,
            [line for line in view["lines"] if line["family"] == family.id],
            [point for point in view["points"] if point["family"] == family.id],
        )
        for family in library.families.values()
    ]
    return [(family, lines, points) for family, lines, points in found if lines or points]


@pages.get("/comparer.csv")
def whole_csv() -> Response:
    """The table for a spreadsheet."""
    document = _overview(desk().library) or abort(503)
    form = Form.EXCEL if "excel" in request.args else Form.CSV
    response = Response(overview_text(document, form), mimetype="text/csv")
    response.headers["Content-Disposition"] = "attachment; filename=arbitre-comparaison.csv"
    return response


def _known_and_played(library: Library) -> tuple[str, str]:
    """The two rulesets named, in that order; else the table's own and the next of the same game."""
    named = asked.rulesets(library)
    if len(named) == 2:
        return named[0], named[1]
    mine = table_of(library, request).ruleset
    others = [one for one in library.rulesets.values() if one.id != mine]
    return mine, min(others, key=lambda one: one.game != library.rulesets[mine].game).id


def _ways(library: Library) -> list[tuple[str, str]]:
    """From each ruleset to every other of its game, the table's own first."""
    mine = table_of(library, request).ruleset
    every = library.rulesets.values()
    ways = [(one.id, other.id) for one in every for other in every if one.game == other.game and one.id != other.id]
    return sorted(ways, key=lambda way: way[0] != mine)


def _surprises(library: Library) -> SurprisesPart | None:
    known, played = _known_and_played(library)
    comparison = COMPARISON.at_hand(library)
    if comparison is None:
        return None
    context = table_of(library, request).context
    return surprises_document(library, surprises(library, comparison, known, played, context), known, played, context)


@pages.page("/comparer/surprises", twin=".json", kept=True)
def gravest() -> Shown[SurprisesPart]:
    """What will surprise who knows one ruleset and plays another, the gravest first."""
    library = desk().library
    known, played = _known_and_played(library)
    names = list(library.rulesets)
    data = _surprises(library)
    return Shown(
        "compare/surprises.html",
        data,
        known=library.rulesets[known],
        played=library.rulesets[played],
        ways=[(one, other) for one in names for other in names if one != other],
        most=MOST_SURPRISES,
        entries=ranked(data) if data else [],
        bases=NAMES,
        sections=lambda cites: section_links(library, cites[:SECTIONS]),
        context=table_of(library, request).context,
    )


@pages.page("/comparer/carte", kept=True)
def card() -> Shown[SurprisesPart]:
    """What changes from one ruleset to another, on one page to be printed."""
    library = desk().library
    known, played = _known_and_played(library)
    document = _surprises(library)
    return Shown(
        "compare/card.html",
        document,
        known=library.rulesets[known],
        played=library.rulesets[played],
        entries=ranked(document)[:ON_A_CARD] if document else [],
        sections=lambda cites: section_links(library, cites[:1]),
        bases=NAMES,
        context=table_of(library, request).context,
    )


def section_links(library: Library, cites: list[str]) -> list[tuple[str, str]]:
    """The sections of these clauses, each once, with the address of the text."""
    clauses = [library.clauses[name] for name in cites]
    return list({one.section: (section_name(one.section), section_page(one.id)) for one in clauses}.values())


def _pair_in_view(library: Library) -> tuple[str, str]:
    named = asked.rulesets(library)
    first, second, *_ = [name for name in library.rulesets if len(named) != 2 or name in named]
    return first, second


@pages.page("/comparer/accord", twin=".json", kept=True)
def figures() -> Shown[AgreementPart]:
    """How far two rulesets agree, family by family, as a picture and as a table."""
    library = desk().library
    comparison = COMPARISON.at_hand(library)
    pair = _pair_in_view(library)
    shares = family_shares(library, comparison, pair) if comparison else {}
    return Shown(
        "compare/figures.html",
        {"rulesets": list(pair), "shares": shares} if comparison else None,
        bars=bars(library, shares),
        pair=pair,
        kinds=headings.KINDS,
        percent=percent,
        all_pairs=_all_pairs(library),
    )


def _all_pairs(library: Library) -> list[tuple[str, str]]:
    names = list(library.rulesets)
    return [(first, second) for index, first in enumerate(names) for second in names[index + 1 :]]


@pages.get("/api/v1/compare/<incident>")
def api_incident(incident: str) -> Response:
    """One incident unfolded for every pair of the rulesets asked for."""
    library = desk().library
    if incident not in library.incidents:
        abort(404)
    chosen = _chosen(library)
    comparison = COMPARISON.at_hand(library) or abort(503)
    return jsonify([pair_document(library, row) for row in comparison.pairs(chosen, incident)])
