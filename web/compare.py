"""How the rulesets differ: the table, one incident unfolded, one case under several rulesets, figures; all read off kept data."""

from __future__ import annotations

from difflib import SequenceMatcher
from threading import Lock
from typing import Any

from flask import Blueprint, Response, abort, jsonify, render_template, request

from assistant.comparetext import KIND_NAMES, pair_document, table, table_text
from assistant.comparison import Comparison, family_shares, kept, words_apart
from assistant.model import INCIDENT, Library
from assistant.pairing import KINDS
from assistant.ruling import citation
from web.desk import desk, passing
from web.table import CaseAddress, case_link, read_case, table_of

pages = Blueprint("compare", __name__)

_lock = Lock()
_known: dict[str, Comparison] = {}


def comparison_at_hand(library: Library) -> Comparison | None:
    """The comparison of exactly this knowledge, once it is there."""
    with _lock:
        if library.version not in _known:
            found = kept(library)
            if found is not None:
                _known[library.version] = found
        if library.version not in _known:
            passing()
        return _known.get(library.version)


def _chosen(library: Library) -> list[str]:
    """The rulesets in view: those named, or those of one game, or all."""
    named = [one for one in request.args.getlist("r") if one in library.rulesets]
    game = request.args.get("jeu", "")
    of_game = [one.id for one in library.rulesets.values() if one.game == game]
    return list(dict.fromkeys(named)) if len(set(named)) > 1 else of_game or list(library.rulesets)


def _rows(library: Library, comparison: Comparison) -> tuple[list[str], list[dict[str, Any]]]:
    chosen = _chosen(library)
    family = request.args.get("famille", "")
    rows = table(library, comparison, chosen, family if family in library.families else None, "diff" in request.args)
    kind = request.args.get("genre", "")
    if kind in KINDS:
        rows = [row for row in rows if any(shares[kind] > 0 for shares in row["shares"].values())]
    return chosen, rows


@pages.get("/comparer")
def whole() -> str:
    """The table of differences with its filters."""
    library = desk().library
    comparison = comparison_at_hand(library)
    chosen, rows = _rows(library, comparison) if comparison else (_chosen(library), [])
    families = [(family, [row for row in rows if row["family"] == family.id]) for family in library.families.values()]
    games = list(dict.fromkeys(ruleset.game for ruleset in library.rulesets.values()))
    return render_template(
        "compare.html",
        waiting=comparison is None,
        chosen=chosen,
        groups=[(family, group) for family, group in families if group],
        families=library.families.values(),
        games=games,
        kinds=KIND_NAMES,
        asked=request.args,
        case_link=case_link,
        settings=table_of(library, request),
    )


@pages.get("/comparer.csv")
def whole_csv() -> Response:
    """The table for a spreadsheet."""
    library = desk().library
    comparison = comparison_at_hand(library) or abort(503)
    chosen, rows = _rows(library, comparison)
    response = Response(table_text(library, rows, chosen, "csv"), mimetype="text/csv")
    response.headers["Content-Disposition"] = "attachment; filename=arbitre-comparaison.csv"
    return response


@pages.get("/comparer.json")
def whole_json() -> Response:
    """The table as data."""
    library = desk().library
    comparison = comparison_at_hand(library) or abort(503)
    chosen, rows = _rows(library, comparison)
    return jsonify({"rulesets": chosen, "rows": rows})


def _pair(library: Library, incident: str) -> tuple[str, str]:
    """The two rulesets asked for, in the library's order, both having the incident."""
    possible = [name for name in library.rulesets if name in library.incidents[incident].rulesets]
    named = [name for name in possible if name in request.args.getlist("r")]
    chosen = named if len(named) == 2 else possible[:2]
    if len(chosen) < 2:
        abort(404)
    return chosen[0], chosen[1]


@pages.get("/comparer/<incident>")
def one(incident: str) -> str:
    """One incident under two rulesets: the facts that part them, and their clauses side by side."""
    library = desk().library
    if incident not in library.incidents:
        abort(404)
    pair = _pair(library, incident)
    comparison = comparison_at_hand(library)
    row = comparison.row(*pair, incident) if comparison else None
    document = pair_document(library, row) if row else None
    for situation in document["situations"] if document else []:
        situation["clauses"] = side_by_side(library, situation["rulings"])
        situation["links"] = [
            case_link(
                table_of(library, request)._replace(ruleset=name),
                {INCIDENT: incident, **_asked(library, situation["example"])},
            )
            for name in pair
        ]
    sources = (library.rulesets[pair[0]].source, library.rulesets[pair[1]].source)
    texts = [
        quote
        for s in (document["situations"] if document else [])
        for clause in s["clauses"]
        for side in clause
        for quote in side["plain"]
    ]
    possible = [name for name in library.rulesets if name in library.incidents[incident].rulesets]
    return render_template(
        "compare_incident.html",
        incident=library.incidents[incident],
        pair=pair,
        document=document,
        kinds=KIND_NAMES,
        possible=possible,
        words=words_apart(library, sources, texts),
        siblings=library.rulesets[pair[0]].sibling == pair[1] or library.rulesets[pair[1]].sibling == pair[0],
    )


def _asked(library: Library, example: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in example.items() if library.facts[name].scope != "contexte"}


def side_by_side(library: Library, rulings: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """The clauses of two rulings, the first of each beside the first of the other, with the words that only one has marked."""
    columns = [[library.clauses[name] for name in ruling["cites"][:3]] for ruling in rulings]
    rows: list[list[dict[str, Any]]] = []
    for index in range(max(len(column) for column in columns)):
        pair = [column[index] if index < len(column) else None for column in columns]
        quotes = [" ".join(clause.quotes).split() if clause else [] for clause in pair]
        rows.append(
            [
                {
                    "clause": citation(library, clause) if clause else None,
                    "plain": [" ".join(words)],
                    "words": marked(words, other),
                }
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


@pages.get("/comparer/cas")
def case() -> str:
    """One case under all rulesets where it can occur: the facts asked once, the sheets side by side, what differs on top."""
    library = desk().library
    address = read_case(library, request)
    incidents = [value for name, value in address.facts.items() if name.rpartition(".")[2] == INCIDENT]
    possible = [name for name in library.rulesets if all(name in library.incidents[one].rulesets for one in incidents)]
    named = [name for name in possible if name in request.args.getlist("_r")]
    chosen = named if len(named) > 1 else possible
    facts: dict[str, object] = {**address.table.context, **address.facts}
    documents = desk().consultant.consult(chosen, facts, explain=False)["consultations"]
    asking = next((one for one in documents if one["question"]), None)
    return render_template(
        "compare_case.html",
        address=address,
        documents=documents,
        asking=asking,
        asked_by=[
            one["ruleset"]["short"]
            for one in documents
            if one["question"] and asking and one["question"]["key"] == asking["question"]["key"]
        ],
        sentence=difference_sentence(documents) if asking is None else None,
        words=_words(library, chosen, documents),
        link=lambda **more: _case_link(address, chosen, more),
    )


def _case_link(address: CaseAddress, chosen: list[str], more: dict[str, Any]) -> str:
    return address.link("/comparer/cas", **more) + "".join(f"&_r={name}" for name in chosen)


def difference_sentence(documents: list[dict[str, Any]]) -> str:
    """What differs, and because of which paragraph, in one sentence."""
    parts: dict[str, list[str]] = {}
    for document in documents:
        ruling = document["ruling"] or document["combined"]
        if ruling is None:
            parts.setdefault("plusieurs possibilités", []).append(document["ruleset"]["short"])
            continue
        names = " et ".join(one["name"] for one in ruling.get("sanctions", [])) or (
            "texte muet" if ruling.get("silences") else "plusieurs lectures"
        )
        sections = list(dict.fromkeys(one["section"] for one in ruling["citations"] if one["role"] == "decision"))[:2]
        parts.setdefault(f"{names} (§ {', '.join(sections)})", []).append(document["ruleset"]["short"])
    if len({key.split(" (§")[0] for key in parts}) == 1:
        return (
            "Même décision partout : " + " ; ".join(f"{', '.join(who)} : {what}" for what, who in parts.items()) + "."
        )
    return " ; ".join(f"{', '.join(who)} : {what}" for what, who in parts.items()) + "."


def _words(library: Library, chosen: list[str], documents: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    rulings = [document["ruling"] or {"citations": []} for document in documents]
    texts = [quote for ruling in rulings for one in ruling["citations"] for quote in one["quotes"]]
    found: dict[str, tuple[str, str, str]] = {}
    for index, first in enumerate(chosen):
        for second in chosen[index + 1 :]:
            sources = (library.rulesets[first].source, library.rulesets[second].source)
            for word, one_meaning, other in words_apart(library, sources, texts):
                found.setdefault(word, (word, f"{first} : {one_meaning}", f"{second} : {other}"))
    return list(found.values())


@pages.get("/comparer/accord")
def figures() -> str:
    """How far two rulesets agree, family by family, as a picture and as a table."""
    library = desk().library
    comparison = comparison_at_hand(library)
    named = [name for name in library.rulesets if name in request.args.getlist("r")]
    pair = (named[0], named[1]) if len(named) == 2 else tuple(library.rulesets)[:2]
    shares = family_shares(library, comparison, pair) if comparison else {}  # type: ignore[arg-type]
    bars = []
    for family, values in shares.items():
        start = 0.0
        parts = []
        for kind in KINDS:
            parts.append((kind, start, values[kind]))
            start += values[kind]
        bars.append((library.families[family], parts, values))
    return render_template(
        "figures.html",
        bars=bars,
        pair=pair,
        kinds=KIND_NAMES,
        waiting=comparison is None,
        all_pairs=_all_pairs(library),
    )


def _all_pairs(library: Library) -> list[tuple[str, str]]:
    names = list(library.rulesets)
    return [(first, second) for index, first in enumerate(names) for second in names[index + 1 :]]


@pages.get("/api/v1/compare")
def api_table() -> Response:
    """The table for programs; 503 while it is being made."""
    return whole_json()


@pages.get("/api/v1/compare/<incident>")
def api_incident(incident: str) -> Response:
    """One incident unfolded for every pair of the rulesets asked for."""
    library = desk().library
    if incident not in library.incidents:
        abort(404)
    comparison = comparison_at_hand(library) or abort(503)
    chosen = _chosen(library)
    rows = [
        row
        for (first, second), found in comparison.rows.items()
        if first in chosen and second in chosen and (row := found.get(incident)) is not None
    ]
    return jsonify([pair_document(library, row) for row in rows])
