"""Who pays the winner, and how much."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Payer(StrEnum):
    """Whoever pays, as the explanation says it."""

    DISCARDER = "celui qui a écarté la tuile"
    EAST = "Est"
    TWO_OTHERS = "chacun des deux autres"
    THREE_OTHERS = "chacun des trois autres"


class Payment(NamedTuple):
    payer: Payer
    points: int
