"""The state of a clause as it came from a file: only one that can be reckoned with is kept."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta

from fsrs import Card, State

from assistant.training.learners.repetition import LONGEST, lasting, now, reviewed

EASIEST, HARDEST = 1.0, 10.0
LONGEST_STABILITY = 100 * 365.0  # days
FIRST_DAY = datetime(2020, 1, 1, tzinfo=UTC)


def as_kept(text: str) -> str:
    """The state as we write it down; ValueError where no page could reckon with it."""
    try:
        card = Card.from_json(text)
        _examine(card)
        at = now()
        for after in (reviewed(card, True, at), reviewed(card, False, at)):
            if not (0 <= lasting(after, at) <= 1 and 0 <= lasting(card, at) <= 1):
                raise ValueError("no recall")
        return card.to_json()
    except (ValueError, KeyError, TypeError, ArithmeticError, AttributeError, RecursionError) as error:
        raise ValueError("no state of a clause") from error


def _examine(card: Card) -> None:
    """Every number and moment within what the scheduler itself could have written."""
    if card.state is not State.Review or card.step is not None or not isinstance(card.card_id, int):
        raise ValueError("a state that we never write")
    for number, least, most in ((card.stability, 0.0, LONGEST_STABILITY), (card.difficulty, EASIEST, HARDEST)):
        if not isinstance(number, float) or not math.isfinite(number) or not least < number + 1e-9 <= most + 1e-6:
            raise ValueError("a number out of bounds")
    latest = now() + timedelta(days=LONGEST + 3)
    for moment in (card.due, card.last_review):
        if moment is None or moment.tzinfo is None or not FIRST_DAY <= moment <= latest:
            raise ValueError("a moment out of all time")
