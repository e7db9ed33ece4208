"""What the YAML says of hands, as plain objects: how a ruleset values them, and which facts the tiles answer."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from assistant.model.hand_words import Game, Option, Topic


class Computation(StrEnum):
    """What can be computed of tiles."""

    COMPLETE = "complete"
    COUNT = "count"
    YAKU = "yaku"
    EIGHT_POINTS = "eight_points"
    WAIT = "wait"
    WAIT_COUNT = "wait_count"
    FURITEN = "furiten"
    ORPHANS = "orphans"
    KONG = "kong"
    ORIGIN = "origin"
    SEAT = "seat"
    RIICHI = "riichi"
    SWAP = "swap"


class LeadFrom(StrEnum):
    """What a hand must tell to lead to a dispute."""

    WINNING = "winning"
    WAITING = "waiting"
    KONG = "kong"
    CALL = "call"


class Computed(NamedTuple):
    """How the tiles answer a fact: by which computation, and which of its results is which value."""

    by: Computation
    gives: Mapping[str, str]
    note: str | None


class Figure(NamedTuple):
    """A yaku or a fan as a ruleset names it, where its text describes it, and what it is worth."""

    name: str
    clause: str | None  # only an edition whose text lacks it has none
    points: int | None
    includes: tuple[str, ...]  # figures that every hand with this one shows
    excludes: Mapping[str, str]  # figures that do not count beside it, and the clause that says so
    original: str | None = None  # its Japanese or Chinese name

    @property
    def called(self) -> str:
        """Its name in the text, and the one it has at every table where that is another."""
        known = self.original is None or self.original.partition(" ")[0].lower() in self.name.lower()
        return self.name if known else f"{self.name} ({self.original})"

    @property
    def leaves_out(self) -> tuple[str, ...]:
        return (*self.includes, *self.excludes)


class Remark(NamedTuple):
    """What is said when something out of the ordinary decides a value, and the clauses behind it."""

    text: str
    cites: tuple[str, ...]


class HandRules(NamedTuple):
    """How a ruleset values hands."""

    game: Game
    options: Mapping[Option, bool]
    cites: Mapping[Topic, tuple[str, ...]]
    figures: Mapping[str, Figure]
    remarks: Mapping[str, Remark]


class Lead(NamedTuple):
    """A dispute that a hand leads to, and what is then already answered."""

    label: str
    of: LeadFrom
    incident: str
    facts: Mapping[str, str]


class TileWords(NamedTuple):
    """What the tiles of a case mean beyond themselves: the incident of a wrong count, what answers and rulings tell, disputes."""

    wrong_count: str
    circumstances: Mapping[str, Mapping[str, tuple[str, ...]]]
    valued: tuple[str, ...]  # the incidents whose sheet says what a hand that is paid is worth
    rulings: Mapping[str, tuple[str, ...]]  # how it is counted under a sanction
    leads: tuple[Lead, ...]
