"""A hand explained under some rulesets, as one document; and what makes no hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from assistant.errors import InputError, unknown
from assistant.hands.explanation import Analysis, hand_document
from assistant.hands.hand import WRONG_COUNT, Hand, counted_right
from assistant.hands.tiles import HandError
from assistant.model import Library

FORMAT = "arbitre-main/1"


def explained(library: Library, hand: Hand, rulesets: Iterable[str] = ()) -> dict[str, Any]:
    """The document of a hand under some rulesets, or under all that count hands."""
    names = list(rulesets) or list(library.rulesets)
    for ruleset in names:
        if ruleset not in library.rulesets:
            raise InputError(unknown("règlement", ruleset, library.rulesets))
    counted_right(hand)
    analyses = [Analysis(library, ruleset, hand).document() for ruleset in names if ruleset in library.hands]
    return {"format": FORMAT, "knowledge": library.version, "hand": hand_document(hand), "analyses": analyses}


def refusal(library: Library, error: HandError) -> dict[str, Any]:
    """What is wrong with tiles that make no hand, as data."""
    offered = library.tiles.wrong_count if library.tiles and error.code == WRONG_COUNT else None
    return {
        "format": FORMAT,
        "error": error.code,
        "message": str(error),
        "choices": [{"label": label, "tiles": text} for label, text in error.choices],
        "offers": offered,
    }
