"""Cases of several events: who and when, what lasts beyond an event, and what one event settles of another."""

from enum import StrEnum
from typing import NamedTuple

from assistant.model.cases import By
from assistant.model.conditions import Test, Value
from assistant.model.texts import Place


class When(StrEnum):
    """When an event happened with regard to the one before it."""

    SAME_MOMENT = "en-meme-temps"
    AFTER = "apres"  # nobody had ruled on the one before
    AFTER_CLAIM = "apres-annonce-d-un-joueur"
    AFTER_RULING = "apres-decision"
    EARLIER_DEAL = "donne-precedente"  # the one before was in an earlier deal


class Lasts(StrEnum):
    """Until when a status holds."""

    TURN = "tour"
    DEAL = "donne"
    SESSION = "session"
    TOURNAMENT = "tournoi"
    UNSAID = "non-dit"


class Since(StrEnum):
    """From when a status holds: by the act itself, or once the referee has decided it."""

    ACT = "acte"
    RULING = "decision"


class Reads(StrEnum):
    """What a link looks at: the other event as it stood when this one happened, or as it stands at the end of the case."""

    THEN = "alors"
    END = "fin"


class Order(StrEnum):
    """Which events a link looks at: those before this one or at the same moment, those after it, or all."""

    BEFORE = "avant"
    AFTER = "apres"
    ANY = "tous"


class Right(StrEnum):
    """What a status can take from a player."""

    WIN = "gagner"
    CALL = "appeler"
    OWN_KONG = "kong-de-sa-main"
    RIICHI = "riichi"
    TENPAI = "tenpai"


class Status(NamedTuple):
    """What lasts beyond an event."""

    id: str
    title: str
    says: str


class Sets(NamedTuple):
    """One ruleset's word on a status: which sanctions set it, from when, for how long, and what it takes away."""

    status: str
    ruleset: str
    sanctions: frozenset[str]
    incidents: frozenset[str] | None
    since: Since
    lasts: Lasts
    takes: tuple[Right, ...]
    leaves: tuple[Right, ...]
    unsaid: tuple[Right, ...]
    chosen: bool  # a referee to whom the text leaves it may choose it
    cites: tuple[str, ...]
    interpretation: str | None
    place: Place
    of_the_deal: bool = False  # no player's: it holds for all, from the next moment on
    of_the_target: bool = False  # the player's to whom the event was done, not the one's who did it


class Source(NamedTuple):
    """The other event that a link looks for; every condition that is given must hold."""

    incidents: frozenset[str] | None
    by: By | None  # of the same player, of another, or of anyone
    seats: frozenset[str]  # of the player who sits there, whose status is then asked for
    whens: frozenset[When] | None
    order: Order
    sanctions: frozenset[str]  # one of them is given
    without: frozenset[str]  # none of them is given
    status: str | None  # it set this status, which still holds
    after_status: str | None  # … and this one had been set before
    causes: bool  # it was done to the player of this event
    closer: bool  # its player sits closer, in the order of play, to the one from whom both take the tile
    unplaced: bool  # nobody can tell which of the two sits closer
    tests: tuple[Test, ...]
    slots: tuple[tuple[str, frozenset[str]], ...]
    players: int = 0  # the status is that of so many players, whoever they are


class Link(NamedTuple):
    """A fact of one event that another event, a status or the player's seat settles."""

    id: str
    ruleset: str
    title: str
    settles: tuple[tuple[str, Value], ...]
    asks: tuple[str, ...]  # rare circumstances that are then asked, not assumed
    counts: str | None  # a number that is one more than in the other event
    incidents: frozenset[str] | None
    seats: frozenset[str]  # the player of this event sits there: no other event is looked for
    source: Source | None
    reads: Reads
    cites: tuple[str, ...]
    interpretation: str | None
    place: Place
    stratum: int = 1  # the links of a stratum read what those of lower ones have settled
    excludes: tuple[tuple[str, frozenset[Value]], ...] = ()  # answers that cannot be true any more
    opens: tuple[str, ...] = ()  # facts that no link after it settles: they are asked
