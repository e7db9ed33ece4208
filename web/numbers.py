"""Whole numbers in addresses and forms, read in one place: our own digits, and never more than any number of ours has."""

from __future__ import annotations

import re

from werkzeug.routing import IntegerConverter

MOST_DIGITS = 15  # SQLite, and JSON as browsers read it, hold them exactly
DIGITS = rf"[0-9]{{1,{MOST_DIGITS}}}"


def whole(text: str, least: int = 0, most: int = 10**MOST_DIGITS - 1) -> int | None:
    """The number that a text is, if it is one of these."""
    if not re.fullmatch(DIGITS, text, re.ASCII):
        return None
    number = int(text)
    return number if least <= number <= most else None


class Number(IntegerConverter):
    """In place of Werkzeug's own `int`: an address with any other number leads nowhere."""

    regex = DIGITS
