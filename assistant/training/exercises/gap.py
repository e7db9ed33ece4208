"""Where a sentence is taken out of a story: only where what is left reads well and refers to nothing that is gone."""

from __future__ import annotations

import re

from assistant.model import Story
from assistant.search.words import fold

GAP = "[…]"
SEAT = re.compile(r"\b(?:Est|Sud|Ouest|Nord)\b")
WORD = re.compile(r"\d+|[a-z]{5,}")
WHOLE = re.compile(r"(?:[A-ZÀÂÉÈÊÎÔ«]).*[.!?»]", re.DOTALL)
POINTING = re.compile(
    r"(?:Elles?|Celles?|Celui|Cette|Cet|Cela|Puis|Même|Les? deux|L'autre|Les autres)\b"
)  # to what was said just before


def can_spare(story: Story, name: str) -> bool:
    """Whether the sentence of a fact can go: it is whole, not the first, introduces nobody, and nothing that follows points to it."""
    places = [place for place, (told, _) in enumerate(story) if told == name]
    if len(places) != 1 or places[0] == 0:
        return False
    before, gone, after = (
        " ".join(text for _, text in part)
        for part in (story[: places[0]], story[places[0] : places[0] + 1], story[places[0] + 1 :])
    )
    if not WHOLE.fullmatch(gone) or not before.endswith((".", "!", "?", "»")):
        return False
    if any(who not in SEAT.findall(before) for who in SEAT.findall(gone)) or POINTING.match(after):
        return False
    return not (_words(gone) & _words(after)) - _words(before)


def _words(text: str) -> set[str]:
    """The words that carry something, and numbers."""
    return set(WORD.findall(fold(text)))
