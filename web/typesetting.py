"""Our own words as a French page prints them, in one place: the whole page, once it is written.

Text is typeset. Tags and what stands in them are left alone, and so is what is quoted, what is code, and what a user wrote.
"""

from __future__ import annotations

import re

from assistant.french import typeset

VERBATIM = (
    "blockquote",
    "q",
    "code",
    "pre",
    "bdi",
    "script",
    "style",
    "textarea",
)  # a quotation, a program, a user's words
WHOLE = "|".join(
    rf"{name}\b[^<]*(?:<(?!/{name}>)[^<]*)*</{name}" for name in VERBATIM
)  # from its tag to the closing one
LEFT_ALONE = re.compile(rf"(<(?:(?:{WHOLE})>|[^>]*(?:>|$)))")


def as_printed(text: str) -> str:
    """No-break spaces, the curved apostrophe, numbers that never break."""
    return typeset(text).replace("'", "’").replace("&#39;", "’").replace("n° ", "n°\u00a0").replace(" %", "\u00a0%")


def typeset_page(page: str) -> str:
    """A page of HTML with its own words typeset."""
    parts = LEFT_ALONE.split(page)  # text, then what is left alone, then text again
    parts[::2] = as_printed("<".join(parts[::2])).split("<")  # no text has this sign
    return "".join(parts)
