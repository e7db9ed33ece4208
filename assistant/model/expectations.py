"""What all cases of a sanction, or of an end of the deal, expect in common: written from the text, once."""

from typing import NamedTuple

from assistant.model.conditions import Bearing
from assistant.model.texts import Place


class Payment(NamedTuple):
    """In which unit, from whom, to whom and when; how much where the text says one sum."""

    unit: str
    payer: str
    payee: str
    moment: str
    numbers: tuple[int, ...] | None = None  # None: the case names them


class Common(NamedTuple):
    """What follows from a sanction, or from what becomes of the deal, in one ruleset."""

    ruleset: str
    sanction: str | None
    slot: tuple[str, str] | None  # instead of a sanction
    bears: Bearing
    beside: frozenset[str]  # only where one of these sanctions is given, too
    citing: str | None  # only where the decision cites this clause
    strikes: frozenset[str] | None  # which of the players it may
    pays: tuple[Payment, ...] | None
    any: bool  # each of them may be due, not all must
    decides: frozenset[str]  # who may decide, where it is left to somebody
    offers: tuple[str, ...]  # what the choice must name
    slots: tuple[tuple[str, str], ...]
    cites: str
    quote: str
    place: Place
