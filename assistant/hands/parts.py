"""What is said of tiles, as parts of documents: the document of a hand, and the hand on a sheet.

Imported for typing only, and by whoever writes the JSON Schema. A tile is written 3m, 6z.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

from assistant.hands.hand import MeldKind
from assistant.hands.mcr.exclusions import Principle
from assistant.hands.payments import Payer
from assistant.hands.tiles import Mistake
from assistant.model.hand_words import FuritenState, Game, KongState, Yaku


class LinePart(TypedDict):
    """One sentence about a hand, and the clauses behind it."""

    text: str
    cites: list[str]


class MeldPart(TypedDict):
    kind: MeldKind
    open: bool
    tiles: list[str]


class TilesPart(TypedDict):
    """The tiles themselves and what was told of them."""

    text: Annotated[str, Field(description="The line that says all this.")]
    concealed: list[str]
    melds: list[MeldPart]
    winning: str | None
    discards: Annotated[list[str] | None, Field(description="None where nobody told the discards.")]
    said: Annotated[list[str], Field(description="The circumstances in words.")]


class HandPart(TilesPart):
    """The tiles of a case, with what can be offered beside them."""

    lines: list[LinePart]
    wrong_count: Annotated[int | None, Field(description="How many tiles there are, where that is not a hand.")]
    offers: Annotated[str | None, Field(description="The incident to look at where the number of tiles is wrong.")]


class FuritenPart(TypedDict):
    state: FuritenState
    tiles: Annotated[list[str], Field(description="The waited tiles that were let go.")]


class KongPart(TypedDict):
    """A concealed kong after riichi, judged on the hand of the riichi."""

    state: Annotated[KongState, Field(description="What the kong changes.")]
    allowed: bool
    tile: str
    before: Annotated[list[str], Field(description="The waits before the kong.")]
    after: Annotated[list[str], Field(description="The waits after it.")]
    reading: Annotated[str | None, Field(description="A reading in which the three tiles are no pung.")]


class PaymentPart(TypedDict):
    payer: Payer
    points: int


class WinPart(TypedDict):
    """What the hand is worth, won in one way."""

    when: Annotated[str, Field(description="Drawn or on a discard, and by whom where that matters.")]
    valid: Annotated[bool, Field(description="Whether it has a yaku, or eight points.")]
    barred: Annotated[bool, Field(description="Whether furiten forbids this win.")]
    points: Annotated[int, Field(description="All that a winner of riichi receives; of MCR, without the flowers.")]
    payments: list[PaymentPart]
    lines: Annotated[list[LinePart], Field(description="The count, line by line.")]


class YakuPart(TypedDict):
    id: Yaku
    name: str
    han: int


class RiichiWinPart(WinPart):
    yaku: list[YakuPart]
    without_circumstances: Annotated[list[str], Field(description="The yaku that the tiles alone make.")]
    han: int
    fu: Annotated[int, Field(description="Rounded; 0 where the level alone counts.")]
    level: Annotated[str, Field(description="Mangan, haneman…; empty below.")]


class FanPart(TypedDict):
    number: int
    name: str
    times: int
    points: Annotated[int, Field(description="For one.")]


class RemovedPart(TypedDict):
    """A figure that the hand shows and that does not count."""

    number: int
    name: str
    principle: Principle


class ChineseWinPart(WinPart):
    fans: list[FanPart]
    flowers: int
    with_flowers: int
    removed: list[RemovedPart]


class ClausePart(TypedDict):
    id: str
    section: str
    heading: str
    quotes: list[str]


class AnalysisPart(TypedDict):
    """The hand under one ruleset."""

    ruleset: str
    title: str
    edition: str
    game: Game
    complete: Annotated[bool | None, Field(description="None without a winning tile.")]
    waits: list[str]
    fifth: Annotated[list[str], Field(description="What would complete it if there were a fifth copy.")]
    shanten: Annotated[int | None, Field(description="Exchanges before it waits; -1 complete, None not computed.")]
    readings: Annotated[list[str], Field(description="Every reading as sets and a pair.")]
    furiten: FuritenPart | None
    kong: KongPart | None
    missing: Annotated[str | None, Field(description="What must be installed to count the hand.")]
    lines: list[LinePart]
    values: list[RiichiWinPart] | list[ChineseWinPart]
    citations: Annotated[list[ClausePart], Field(description="Every clause behind a line, quoted once.")]


@with_config(ConfigDict(extra="forbid"))
class HandDocument(TypedDict):
    """A hand explained under some rulesets."""

    format: str
    knowledge: Annotated[str, Field(description="The version of the knowledge.")]
    hand: TilesPart
    analyses: list[AnalysisPart]


class WordingPart(TypedDict):
    """A way to read an ambiguous line: the tiles to write instead."""

    label: str
    tiles: str


@with_config(ConfigDict(extra="forbid"))
class RefusalDocument(TypedDict):
    """What is wrong with tiles that make no hand."""

    format: str
    error: Mistake
    message: str
    choices: list[WordingPart]
    offers: Annotated[str | None, Field(description="The incident that a wrong number of tiles is.")]


HandAnswer = HandDocument | RefusalDocument
