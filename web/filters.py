"""What templates do to a value before they print it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from assistant.consultation.lines import answer_words, linked, own_lines, shared_lines
from assistant.french import (
    because_words,
    long_date,
    long_moment,
    lower_first,
    number,
    place,
    section_name,
    upper_first,
)
from assistant.model import INCIDENT, Incident, Ruleset
from assistant.search.answer import Piece
from web.address import Table, case_link
from web.context import desk

if TYPE_CHECKING:
    from assistant.consultation.document import AnswerPart, ConsultationPart, PossibilityPart, TreePart, WhyPart

HUES = ("#1d4a39", "#1c3f6e", "#5b2750", "#5a3d0c", "#37434f", "#0d4d55")  # of the rulesets, in their order; arbitre.css has the same
ROW, MOST_ROWS = 34, 38  # letters in a line of a phone, and lines of it that can be taken in
NAMED = re.compile("«[ \u00a0\u202f]?([^»]+?)[ \u00a0\u202f]?»")  # a title that a help names
MOST_WAYS = 6  # rulings told one by one beside an answer
AMOUNT = re.compile("([0-9]+(?:[\u202f\u00a0 ][0-9]{3})*[\u00a0 ]points?)\\b")


def figures(text: str) -> Markup:
    """Amounts stand out: « 20 000 points »."""
    return Markup(AMOUNT.sub(r"<strong>\1</strong>", str(escape(text))))


def decimal(value: float) -> str:
    """37.6 as 37,6."""
    return f"{value:g}".replace(".", ",")


def crossed(text: str, table: Table, own: str = "") -> Markup:
    """A help in which an incident is named by its title, « … », as a link to it where it can occur here."""
    parts: list[str] = []
    place = 0
    for quoted in NAMED.finditer(text):
        incident = desk().finder.titled(quoted[1], table.ruleset, own)
        if incident is not None:
            link = escape(case_link(table, {INCIDENT: incident.id}))
            parts += [str(escape(text[place : quoted.start(1)])), f'<a href="{link}">{escape(quoted[1])}</a>']
            place = quoted.end(1)
    return Markup("".join([*parts, str(escape(text[place:]))]))


def highlighted(pieces: Iterable[Piece]) -> Markup:
    """A text in pieces, those marked that say what was searched for."""
    return Markup("".join(f"<mark>{escape(piece.text)}</mark>" if piece.found else str(escape(piece.text)) for piece in pieces))


def named_in(text: str, ruleset: str, own: str = "") -> list[Incident]:
    """The incidents that a help names."""
    titled = desk().finder.titled
    found = (titled(quoted[1], ruleset, own) for quoted in NAMED.finditer(text))
    return [incident for incident in found if incident is not None]


def clause(answer: AnswerPart) -> str:
    """An answer as one would say it: « il a montré toute sa main »; where nobody wrote that, its title and label."""
    fact = desk().library.facts.get(answer["fact"])
    return fact.said(answer["value"], answer["label"]) if fact is not None else f"{lower_first(answer['title'])} : {lower_first(answer['label'])}"


def once_a_section(cites: Iterable[str]) -> list[tuple[str, str]]:
    """The first clause cited of each section, with the section's name."""
    found: dict[tuple[str, str], str] = {}
    for cited in cites:
        clause = desk().library.clauses[cited]
        found.setdefault((clause.source, clause.section), cited)
    return [(cited, section) for (_, section), cited in found.items()]


def ways_out(why: Iterable[WhyPart]) -> list[tuple[list[str], str]]:
    """Answers that leave the same rulings possible, together, and which these are; more than can be taken in are counted."""
    found: dict[tuple[str, ...], list[str]] = {}
    for way in why:
        found.setdefault(tuple(way["leaves"]), []).append(way["label"])
    few = {
        leaves: f"{len(leaves)} décisions différentes" if len(leaves) > MOST_WAYS else lower_first(" ; ".join(leaves)) or "rien de plus"
        for leaves in found
    }
    return [(labels, few[leaves]) for leaves, labels in found.items()]


def hue(ruleset: Ruleset) -> str:
    """The class that gives a page the colour of a ruleset."""
    return f"hue-{_hue(ruleset) + 1}"


def hue_colour(ruleset: Ruleset) -> str:
    return HUES[_hue(ruleset)]


def _hue(ruleset: Ruleset) -> int:
    return (ruleset.order - 1) % len(HUES)


def is_long(document: ConsultationPart) -> bool:
    """Whether the tree of what is contested, shown whole, would take more than two screens of a phone with its events."""
    tree = document["tree"]
    events = sum(3 + 3 * sum(map(linked, event["answers"])) for event in document["events"])
    return tree is not None and events + _rows(tree, document["possibilities"], []) > MOST_ROWS


def _rows(tree: TreePart, possibilities: list[PossibilityPart], said: list[str]) -> int:
    """About how many lines of a phone a tree takes."""
    rows = 0
    for answer in tree["answers"]:
        rows += 2 + len(answer_words(answer, tree)) // ROW
        if answer["then"]:
            shared = shared_lines(answer["then"], possibilities, said)
            rows += 1 + len(" ".join([*shared, answer["then"]["title"]])) // ROW
            rows += _rows(answer["then"], possibilities, [*said, *shared])
        elif answer["possibility"]:
            rows += 1 + len(" ".join(own_lines(possibilities[answer["possibility"] - 1], said))) // ROW
    return rows


FILTERS = {
    "section": section_name,
    "place": place,
    "figures": figures,
    "crossed": crossed,
    "highlighted": highlighted,
    "named_in": named_in,
    "clause": clause,
    "once_a_section": once_a_section,
    "because_words": because_words,
    "ways_out": ways_out,
    "hue": hue,
    "hue_colour": hue_colour,
    "within": lower_first,
    "upper_first": upper_first,
    "long_date": long_date,
    "long_moment": long_moment,
    "decimal": decimal,
    "thousands": number,
}
