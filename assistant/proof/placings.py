"""Who does the second of two events, and to whom each is done."""

from __future__ import annotations

from typing import NamedTuple

from assistant.consultation.intake import OTHER_PLAYER
from assistant.model import DEFAULT_PLAYER


class Placing(NamedTuple):
    """Who did the second event, to whom each was done, in words."""

    first: str
    second: str
    first_to: str | None
    second_to: str | None
    words: str


SAME = Placing(DEFAULT_PLAYER, DEFAULT_PLAYER, None, None, "le même joueur")
OTHER = Placing(DEFAULT_PLAYER, OTHER_PLAYER, None, None, "un autre joueur")
DONE_TO = Placing(DEFAULT_PLAYER, OTHER_PLAYER, OTHER_PLAYER, None, "un autre joueur, à qui le premier l'avait fait")
DONE_BY = Placing(DEFAULT_PLAYER, OTHER_PLAYER, None, DEFAULT_PLAYER, "un autre joueur, qui le fait au premier")
NEARER = Placing("ouest", "sud", "est", "est", "un autre joueur, assis plus près de celui qui a écarté")
FARTHER = Placing("sud", "ouest", "est", "est", "un autre joueur, assis plus loin de celui qui a écarté")
