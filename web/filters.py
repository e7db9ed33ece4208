"""Our own words as a French page prints them; never used on quotes."""

from __future__ import annotations

import re
from datetime import datetime

from markupsafe import Markup, escape

from assistant.french import lower_first, number, place, section_name, typeset

MONTHS = (
    "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre",
)  # fmt: skip
AMOUNT = re.compile("([0-9]+(?:[\u202f\u00a0 ][0-9]{3})*[\u00a0 ]points?)\\b")


def as_printed(text: str) -> str:
    """No-break spaces and the curved apostrophe."""
    return typeset(text).replace("'", "’").replace("§ ", "§\u00a0").replace("n° ", "n°\u00a0")


def figures(text: str) -> Markup:
    """Amounts stand out: « 20 000 points »."""
    return Markup(AMOUNT.sub(r"<strong>\1</strong>", str(escape(text))))


def french_date(moment: str) -> str:
    """An ISO moment as a date: 16 novembre 2026 à 5 h 27."""
    at = datetime.fromisoformat(moment)
    day = "1er" if at.day == 1 else str(at.day)
    zone = " (temps universel)" if at.utcoffset() is not None else ""
    return f"{day} {MONTHS[at.month - 1]} {at.year} à {at.hour}\u00a0h\u00a0{at.minute:02}{zone}"


def decimal(value: float) -> str:
    """37.6 as 37,6."""
    return f"{value:g}".replace(".", ",")


FILTERS = {
    "typeset": as_printed,
    "section": section_name,
    "place": place,
    "figures": figures,
    "within": lower_first,
    "french_date": french_date,
    "decimal": decimal,
    "thousands": number,
}
