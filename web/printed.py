"""Our own words as a French page prints them; never used on quotes."""

from __future__ import annotations

from datetime import datetime

from assistant.french import typeset, within

MONTHS = (
    "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre",
)  # fmt: skip


def as_printed(text: str) -> str:
    """No-break spaces and the curved apostrophe."""
    return typeset(text).replace("'", "’").replace("§ ", "§\u00a0").replace("n° ", "n°\u00a0")


def section_sign(section: str) -> str:
    """A section as it is cited: the sign stands before numbers only."""
    return f"§\u00a0{section}" if section[:1].isnumeric() else section


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
    "section": section_sign,
    "within": within,
    "french_date": french_date,
    "decimal": decimal,
}
