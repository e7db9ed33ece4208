"""What a search answers: one incident where it is clearly ahead, else the few it may be, with the words that found them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from assistant.errors import InputError
from assistant.model import Library
from assistant.search.finder import Finder
from assistant.search.index import LONGEST, Hit, Index
from assistant.search.words import fold

if TYPE_CHECKING:
    from assistant.search.document import ResultPart, SearchDocument

AHEAD = 1.6  # how far ahead of the second the first must be to be believed
WORTH = 0.45  # what an incident must be worth beside the first to be offered
OFFERED = 3
MOST = 8  # results as data


class Piece(NamedTuple):
    """A part of a text, and whether it is a word that was searched for."""

    text: str
    found: bool


class Offered(NamedTuple):
    """A result as a page shows it."""

    result: ResultPart
    title: list[Piece]
    help: list[Piece]
    like: list[Piece]


class Answer(NamedTuple):
    document: SearchDocument
    offered: list[Offered]


def query_of(words: str) -> str:
    """What is searched for; what cannot be is refused."""
    query = " ".join(words.split())
    if not query:
        raise InputError("aucun mot à chercher : dites ce qui s'est passé, par exemple « il a pioché deux fois ».")
    if len(query) > LONGEST:
        raise InputError(f"trop de mots : {len(query)} signes ; dites l'essentiel en {LONGEST} signes au plus.")
    return query


def answer(finder: Finder, query: str, ruleset: str | None) -> Answer:
    """What happened, in the words of who saw it, as an incident of the ruleset played; of any where none is said."""
    library = finder.library
    if ruleset is not None and ruleset not in library.rulesets:
        raise InputError(library.no_ruleset(ruleset))
    index = finder.incidents(ruleset)
    hits = index.find(query, MOST, beside=WORTH)
    sure = bool(hits) and (len(hits) == 1 or hits[0].score >= AHEAD * hits[1].score)
    unsaid = finder.silences(ruleset)
    results = [_result(library, hit, hit.id in unsaid) for hit in hits]
    offered = [
        Offered(result, *(marked(index, text, hit) for text in (result["title"], result["help"], result["like"])))
        for hit, result in zip(hits[:OFFERED], results, strict=False)
    ]
    return Answer({"query": query, "ruleset": ruleset, "sure": sure, "results": results}, offered)


def _result(library: Library, hit: Hit, silent: bool) -> ResultPart:
    incident = library.incidents[hit.id]
    told = hit.passage if hit.passage not in (incident.title, incident.help) else ""
    return {
        "incident": incident.id,
        "title": incident.title,
        "help": incident.help,
        "score": round(hit.score, 2),
        "matched": list(hit.matched),
        "like": told,
        "silent": silent,
    }


def marked(index: Index, text: str, hit: Hit) -> list[Piece]:
    """A text in pieces, those apart that say a word which was found."""
    pieces: list[Piece] = []
    place = 0
    said = {fold(word) for word in hit.matched}
    for start, end, folded, meaning in index.spoken(text):
        if folded in said or meaning in hit.stems:
            if place < start:
                pieces.append(Piece(text[place:start], False))
            pieces.append(Piece(text[start:end], True))
            place = end
    if place < len(text):
        pieces.append(Piece(text[place:], False))
    return pieces
