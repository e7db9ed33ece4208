"""What is printed, as one would type it."""

from __future__ import annotations


def plain(text: str) -> str:
    """The words of a page, a sheet or a screen without the spaces and apostrophes of print."""
    return text.replace("\u00a0", " ").replace("\u202f", " ").replace("’", "'")
