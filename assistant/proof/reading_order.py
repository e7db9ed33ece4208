"""The order in which clauses stand in their text, and what is left out between two of them, where the texts are at hand."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from assistant.model import Clause, Library
from assistant.proof.quotes import plain, texts_in

NUMBERING = re.compile(r"\b\d+(?:\.\d+)*[.)°]?|\b[a-zA-Z][.)]")  # what a list or a page counts with
WORD = re.compile(r"\w")


class Read(NamedTuple):
    """A clause as a reader of the text meets it."""

    clause: Clause
    joined: bool


class Span(NamedTuple):
    start: int
    end: int


def _found(text: str, quote: str) -> list[Span]:
    spans: list[Span] = []
    start = text.find(quote)
    while start >= 0:
        spans.append(Span(start, start + len(quote)))
        start = text.find(quote, start + 1)
    return spans


def spans_of(text: str, clauses: Sequence[Clause]) -> dict[str, list[Span]]:
    """Where each quote of each clause stands; of several places the one nearest to what else its section quotes."""
    found = {clause.id: [_found(text, plain(quote)) for quote in clause.quotes] for clause in clauses}
    sure: dict[str, list[int]] = {}
    for clause in clauses:
        sure.setdefault(clause.section, []).extend(spans[0].start for spans in found[clause.id] if len(spans) == 1)
    return {
        clause.id: [_nearest(spans, sure[clause.section]) for spans in found[clause.id] if spans] for clause in clauses
    }


def _nearest(spans: list[Span], others: list[int]) -> Span:
    return min(spans, key=lambda span: min((abs(span.start - other) for other in others), default=0))


def reading(text: str, clauses: Sequence[Clause]) -> list[Read]:
    """The clauses of one text as it goes on, sections and headings kept together."""
    spans = spans_of(text, clauses)
    known = [clause for clause in clauses if spans[clause.id]]
    first = {clause.id: min(span.start for span in spans[clause.id]) for clause in known}
    sections: dict[str, int] = {}
    headings: dict[tuple[str, str], int] = {}
    for clause in known:
        place = first[clause.id]
        sections[clause.section] = min(place, sections.get(clause.section, place))
        heading = (clause.section, clause.heading)
        headings[heading] = min(place, headings.get(heading, place))
    ordered = sorted(
        known,
        key=lambda clause: (
            sections[clause.section],
            headings[clause.section, clause.heading],
            first[clause.id],
            -max(span.end for span in spans[clause.id]),
        ),
    )
    befores: list[Clause | None] = [None, *ordered[:-1]]
    return [Read(clause, _joined(text, spans, before, clause)) for before, clause in zip(befores, ordered, strict=True)]


def _joined(text: str, spans: Mapping[str, list[Span]], before: Clause | None, clause: Clause) -> bool:
    """Whether nothing but numbers, signs and the heading of the clause stands between it and the one before."""
    if before is None or before.section != clause.section:
        return False
    left = text[max(span.end for span in spans[before.id]) : min(span.start for span in spans[clause.id])]
    left = NUMBERING.sub(" ", left.replace(plain(clause.heading), " "))
    return not WORD.search(left)


def misplaced(library: Library, folder: Path) -> Iterator[str]:
    """The clauses that a reader of the text would meet elsewhere, and the gaps that are hidden."""
    for source, text in texts_in(library, folder):
        clauses = [clause for clause in library.clauses.values() if clause.source == source]
        read = reading(text, clauses)
        order = {one.clause.id: place for place, one in enumerate(read)}
        written = [clause for clause in clauses if clause.id in order]
        stays = _longest_rise([order[clause.id] for clause in written])
        for clause in written:
            place = order[clause.id]
            if place not in stays:
                where = f"après « {read[place - 1].clause.id} »" if place else "en tête"
                yield f"{clause.place} : {clause.id} : cette clause n'est pas dans l'ordre du texte ; sa place est {where}"
        for clause, joined in read:
            if clause.joined and not joined:
                message = "dans le texte quelque chose est laissé de côté avant cette clause ; ôtez « joined »"
                yield f"{clause.place} : {clause.id} : {message}"


def elsewhere(library: Library, folder: Path) -> Iterator[str]:
    """The clauses that do not stand under the section they are written under, by the numbered headings that the text itself has."""
    for source, text in texts_in(library, folder):
        clauses = [clause for clause in library.clauses.values() if clause.source == source]
        heads = sorted((place, section) for section, heading in _headings(clauses) for place in _numbered(text, section, heading))
        known = {section for _, section in heads}
        spans = spans_of(text, clauses)
        for clause in clauses:
            if clause.section not in known or not spans[clause.id]:
                continue
            start = min(span.start for span in spans[clause.id])
            above = [section for place, section in heads if place <= start]
            if above and above[-1] != clause.section:
                message = f"dans le texte cette citation se lit sous la section {above[-1]}, non sous {clause.section} ; mettez-la sous son titre"
                yield f"{clause.place} : {clause.id} : {message}"


def _headings(clauses: Sequence[Clause]) -> list[tuple[str, str]]:
    """Sections that bear a number, each with its headings."""
    return list(dict.fromkeys((clause.section, clause.heading) for clause in clauses if clause.section[:1].isdigit()))


def _numbered(text: str, section: str, heading: str) -> list[int]:
    """Where the text has a heading with its number."""
    pattern = re.compile(rf"(?<![\d.]){re.escape(section)}[.)°]?\s+{re.escape(plain(heading))}")
    return [match.start() for match in pattern.finditer(text)]


def _longest_rise(numbers: Sequence[int]) -> frozenset[int]:
    """The most numbers that stand in rising order: whatever is not among them has to move."""
    ends: list[int] = []
    before: dict[int, int | None] = {}
    for number in numbers:
        place = bisect_left(ends, number)
        before[number] = ends[place - 1] if place else None
        ends[place : place + 1] = [number]
    rise: set[int] = set()
    last = ends[-1] if ends else None
    while last is not None:
        rise.add(last)
        last = before[last]
    return frozenset(rise)
