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
from assistant.model import WarnKind
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

    text: Annotated[str, Field(description="La ligne qui dit tout cela.")]
    concealed: list[str]
    melds: list[MeldPart]
    winning: str | None
    discards: Annotated[list[str] | None, Field(description="Vaut null si personne n'a donné les écarts.")]
    said: Annotated[list[str], Field(description="Les circonstances, en mots.")]


class HandPart(TilesPart):
    """The tiles of a case, with what can be offered beside them."""

    lines: list[LinePart]
    worth: Annotated[list[str], Field(description="Ce qu'elle vaut et qui paie, là où la décision la fait payer.")]
    wrong_count: Annotated[int | None, Field(description="Le nombre de tuiles, là où il ne fait pas une main.")]
    offers: Annotated[str | None, Field(description="L'incident à ouvrir là où le nombre de tuiles est faux.")]


class FuritenPart(TypedDict):
    state: FuritenState
    tiles: Annotated[list[str], Field(description="Les tuiles attendues qui ont été laissées.")]


class KongPart(TypedDict):
    """A concealed kong after riichi, judged on the hand of the riichi."""

    state: Annotated[KongState, Field(description="Ce que le kong change.")]
    allowed: Annotated[bool | None, Field(description="Vaut null là où le texte ne tranche pas.")]
    tile: str
    before: Annotated[list[str], Field(description="Les attentes avant le kong.")]
    after: Annotated[list[str], Field(description="Les attentes après le kong.")]
    reading: Annotated[str | None, Field(description="Une lecture où les trois tuiles ne sont pas un pung.")]


class PaymentPart(TypedDict):
    payer: Payer
    points: int


class WinPart(TypedDict):
    """What the hand is worth, won in one way."""

    when: Annotated[str, Field(description="Tirée ou sur un écart, et par qui là où cela compte.")]
    valid: Annotated[bool, Field(description="Vrai si elle a un yaku, ou huit points.")]
    barred: Annotated[bool, Field(description="Vrai si furiten interdit cette victoire.")]
    points: Annotated[
        int, Field(description="Au riichi, tout ce que reçoit le gagnant ; au MCR, la valeur sans les fleurs.")
    ]
    payments: list[PaymentPart]
    summary: Annotated[str, Field(description="Le compte et qui paie, en une ligne.")]
    lines: Annotated[list[LinePart], Field(description="Le compte, ligne par ligne.")]


class YakuPart(TypedDict):
    id: Yaku
    name: str
    han: int


class RiichiWinPart(WinPart):
    yaku: list[YakuPart]
    without_circumstances: Annotated[list[str], Field(description="Les yakus que font les tuiles seules.")]
    han: int
    fu: Annotated[int, Field(description="Arrondi ; 0 là où le palier seul compte.")]
    level: Annotated[str, Field(description="Mangan, haneman… ; vide en dessous.")]


class FanPart(TypedDict):
    number: int
    name: str
    times: int
    points: Annotated[int, Field(description="Les points d'une seule.")]


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


class ClauseWarningPart(TypedDict):
    kind: WarnKind
    text: str


class ClausePart(TypedDict):
    id: str
    section: str
    heading: str
    quotes: list[str]
    warnings: Annotated[list[ClauseWarningPart], Field(description="Ce dont il faut se garder en la lisant.")]


class AnalysisPart(TypedDict):
    """The hand under one ruleset."""

    ruleset: str
    title: str
    edition: str
    game: Game
    complete: Annotated[bool | None, Field(description="Vaut null sans tuile gagnante.")]
    waits: list[str]
    fifth: Annotated[list[str], Field(description="Ce qui la compléterait s'il y avait un cinquième exemplaire.")]
    shanten: Annotated[
        int | None,
        Field(description="Les échanges avant l'attente ; -1 si elle est complète, null si ce n'est pas calculé."),
    ]
    readings: Annotated[list[str], Field(description="Chaque lecture en combinaisons et une paire.")]
    furiten: FuritenPart | None
    kong: KongPart | None
    missing: Annotated[str | None, Field(description="Ce qu'il faut installer pour compter la main.")]
    lines: list[LinePart]
    values: list[RiichiWinPart] | list[ChineseWinPart]
    citations: Annotated[list[ClausePart], Field(description="Chaque clause qui fonde une ligne, citée une fois.")]


@with_config(ConfigDict(extra="forbid"))
class HandDocument(TypedDict):
    """A hand explained under some rulesets."""

    format: str
    knowledge: Annotated[str, Field(description="L'empreinte des connaissances qui ont répondu.")]
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
    offers: Annotated[str | None, Field(description="L'incident qu'est un nombre de tuiles faux.")]


HandAnswer = HandDocument | RefusalDocument
