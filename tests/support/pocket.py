"""The pocket edition read in plain Python: from answers to the page that the file shows, and what that page must say by the document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from typing import Any, NamedTuple

from assistant.consultation.consultant import Consultant
from assistant.consultation.questionnaire import NOT_ESTABLISHED
from assistant.model import INCIDENT, Case, Library, Scope, Value
from web.pocket.content import Content, contexts
from web.pocket.pieces import words
from web.pocket.places import UNKNOWN, Kind, restored, ways
from web.pocket.walk import NUMBER

INLINE = re.compile(r"</?(?:strong|em|small|span|a|code)\b[^>]*>")
TAG = re.compile(r"<[^>]*>")
PARTS = {
    "decision": r'<p class="decision[^"]*">(.*?)</p>',
    "steps": r'<ol class="steps">(.*?)</ol>',
    "quotes": r"<blockquote[^>]*><p>(.*?)</p></blockquote>",
}


class Page(NamedTuple):
    """Where answers lead: what it is, its HTML, the row of its place, and the answers that were heard on the way."""

    kind: Kind
    html: str
    row: Sequence[Any]
    heard: tuple[str, ...]
    besides: bool  # whether one of them was said of a ruling: no further one is followed


class Pocket:
    """One content, read as the program of the file reads it."""

    def __init__(self, library: Library, content: Content):
        self.library = library
        self.content = content
        self.places = restored(content["places"])
        self.pieces = content["pieces"]

    def html(self, page: int) -> str:
        """A page by its number."""
        return "".join(self.pieces[piece] for piece in self.content["pages"][page])

    def start(self, ruleset: str, told: Mapping[str, Value]) -> int:
        """Where the questionnaire of an incident begins."""
        (part,) = [one for one in self.content["rulesets"] if one["id"] == ruleset]
        settings = [all(told.get(name, value) == value for name, value in one.items()) for one in contexts(self.library)]
        start: int = part["incidents"][str(told[INCIDENT])]["starts"][settings.index(True)]
        return start

    def page(self, ruleset: str, told: Mapping[str, Value]) -> Page:
        """Where these answers lead."""
        place, heard, besides = self.start(ruleset, told), [], False
        while True:
            row = self.places[place]
            ways = {(fact, value): end for fact, value, end in self.ways(row)}
            way = next((way for way in ways if self._told(told, *way)), None)
            if way is None:
                return Page(Kind(row[0]), self.html(row[1 if row[0] >= Kind.RULES else 2]), row, tuple(heard), besides)
            heard.append(way[0])
            besides = besides or row[0] == Kind.RULES
            place = ways[way]

    def ways(self, row: Sequence[Any]) -> Iterator[tuple[str, range | str, int]]:
        """What can be said at a place, and where it leads."""
        for way in ways(row):
            *asked, value, end = way if row[0] == Kind.RULES else (row[1], *way[-2:])
            fact = self.content["facts"][asked[0]]
            if row[0] == Kind.COUNTS:
                yield fact["id"], range(way[0], way[1] + 1), end
            else:
                yield fact["id"], range(value, value + 1) if "units" in fact else fact["values"][value][0], end

    @staticmethod
    def _told(told: Mapping[str, Value], fact: str, value: range | str) -> bool:
        said = told.get(fact)
        if isinstance(value, range) and UNKNOWN in value:
            return said == NOT_ESTABLISHED
        return isinstance(said, int) and said in value if isinstance(value, range) else said == value


def said(html: str, part: str) -> list[str]:
    """What a part of a page says, without its tags."""
    return [plain(one) for one in re.findall(PARTS[part], html, re.S)]


def told_in_pocket(library: Library, case: Case) -> dict[str, Value] | None:
    """The facts of a case of one event that the pocket takes: no tiles, nobody named, nothing left open but a number alone."""
    facts = case.flat_facts()
    left = [name for name, value in facts.items() if value == NOT_ESTABLISHED]
    if left and (len(left) > 1 or not library.facts[left[0]].is_number):
        return None
    known = all(name == INCIDENT or (name in library.facts and not library.facts[name].derived) for name in facts)
    return facts if known and not case.further else None


def differences(pocket: Pocket, consultant: Consultant, ruleset: str, told: Mapping[str, Value]) -> list[str]:
    """What the page says otherwise than the engine does of what was asked on the way to it; whatever else is told the pocket does not hear."""
    page, facts = pocket.page(ruleset, told), pocket.library.facts
    heard = {name: value for name, value in told.items() if name in page.heard or name == INCIDENT or facts[name].scope == Scope.CONTEXT}
    (document,) = consultant.consult([ruleset], heard)["consultations"]
    if document["question"] is not None:
        asked = words(document["question"]["question"])
        open_there = document["question"]["fact"] not in told
        return [] if page.kind < Kind.RULES and asked in page.html and open_there else [f"does not ask « {asked} »"]
    if document["exit"] is not None:
        return [] if page.kind == Kind.LEAVES else ["does not lead out"]
    if document["possibilities"]:
        possible = sorted(plain(" ".join(map(words, one["ruling"]["headline"]))) for one in document["possibilities"])
        return [] if page.kind == Kind.PARTS and sorted(said(page.html, "decision")) == possible else ["does not tell what is possible"]
    ruling = document["ruling"]
    if ruling is None or page.kind != Kind.RULES:
        return ["does not rule"]
    html = page.html
    for name in (name for name, value in heard.items() if name in facts and facts[name].is_number and value != NOT_ESTABLISHED):
        html = html.replace(NUMBER, words(facts[name].label(heard[name])))
    sides = (ruling[side] for side in ("lighter", "heavier", "unordered", "would_ask", "unless"))
    expected = {
        "decision": [plain(" ".join(map(words, ruling["headline"])))],
        "steps": [plain(" ".join(map(words, ruling["steps"])))],
        "quotes": sorted(plain(f"«\u202f{quote}\u202f»") for one in ruling["citations"] for quote in one["quotes"]),
    }
    found = {part: said(html, part) for part in expected}
    found["quotes"].sort()
    wrong = [f"{part}: {found[part]} instead of {lines}" for part, lines in expected.items() if found[part] != lines]
    links, changes = re.findall('href="#~([^=]*)=', html), sum(map(len, sides))
    if len(links) != changes:
        wrong.append(f"{len(links)} changes instead of {changes}")
    followed = {*page.heard, *(fact for fact, _, _ in pocket.ways(page.row))}
    if not page.besides and not set(links) <= followed:
        wrong.append(f"leads nowhere: {set(links) - followed}")
    return wrong


def plain(html: str) -> str:
    """What a piece of HTML says, without its tags; one space where there are several."""
    return " ".join(unescape(TAG.sub(" ", INLINE.sub("", html))).split())
