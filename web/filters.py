"""What templates do to a value before they print it."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from assistant.french import long_date, long_moment, lower_first, number, place, section_name, upper_first

AMOUNT = re.compile("([0-9]+(?:[\u202f\u00a0 ][0-9]{3})*[\u00a0 ]points?)\\b")


def figures(text: str) -> Markup:
    """Amounts stand out: « 20 000 points »."""
    return Markup(AMOUNT.sub(r"<strong>\1</strong>", str(escape(text))))


def decimal(value: float) -> str:
    """37.6 as 37,6."""
    return f"{value:g}".replace(".", ",")


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
