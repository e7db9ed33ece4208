"""What templates do to a value before they print it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from assistant.consultation.lines import answer_words, linked, own_lines, shared_lines
from assistant.french import long_date, long_moment, lower_first, number, place, section_name, upper_first

if TYPE_CHECKING:
    from assistant.consultation.document import ConsultationPart, PossibilityPart, TreePart

ROW, MOST_ROWS = 34, 38  # letters in a line of a phone, and lines of it that can be taken in
AMOUNT = re.compile("([0-9]+(?:[\u202f\u00a0 ][0-9]{3})*[\u00a0 ]points?)\\b")


def figures(text: str) -> Markup:
    """Amounts stand out: « 20 000 points »."""
    return Markup(AMOUNT.sub(r"<strong>\1</strong>", str(escape(text))))


def decimal(value: float) -> str:
    """37.6 as 37,6."""
    return f"{value:g}".replace(".", ",")


def is_long(document: ConsultationPart) -> bool:
    """Whether the tree of what is contested, shown whole, would take more than two screens of a phone with its events."""
    tree = document["tree"]
    events = sum(3 + 3 * sum(map(linked, event["answers"])) for event in document["events"])
    return tree is not None and events + _rows(tree, document["possibilities"], []) > MOST_ROWS


def _rows(tree: TreePart, possibilities: list[PossibilityPart], said: list[str]) -> int:
    """About how many lines of a phone a tree takes."""
    rows = 0
    for answer in tree["answers"]:
        rows += 2 + len(answer_words(answer)) // ROW
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
    "within": lower_first,
    "upper_first": upper_first,
    "long_date": long_date,
    "long_moment": long_moment,
    "decimal": decimal,
    "thousands": number,
}
