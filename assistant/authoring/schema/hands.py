"""The shape of the YAML about hands: how a ruleset values them, and what tiles mean in a case."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from assistant.authoring.schema.base import ClauseId, Entry, FactId, Id, Text
from assistant.model.hand_words import ChineseRemark, Option, RiichiRemark, Topic


class Figure(Entry):
    """A yaku or a fan, as the ruleset's text names it."""

    name: Text = Field(description="Son nom dans le texte.")
    clause: ClauseId = Field(description="Là où le texte la décrit.")
    points: int | None = Field(default=None, description="Ce qu'elle vaut, en MCR.")
    includes: list[str] = Field(default_factory=list, description="Les figures qu'elle contient toujours.")
    excludes: dict[str, ClauseId] = Field(
        default_factory=dict, description="Les figures qui ne s'y ajoutent pas, et la clause qui le dit."
    )


class FigureNames(Entry):
    """What the figures of a game are called in the language it comes from."""

    game: Literal["riichi", "mcr"] = Field(description="Le jeu, comme dans hands.yaml.")
    names: dict[str, Text] = Field(
        description="Pour chaque figure, son nom japonais ou chinois : en lettres, puis dans son écriture."
    )


class Remark(Entry):
    text: Text = Field(description="Ce que dit l'explication quand la remarque s'applique.")
    cites: Annotated[list[ClauseId], Field(min_length=1)] = Field(description="Les clauses qui la fondent.")


def _named(*names: Iterable[str]) -> dict[str, JsonValue]:
    """The keys that an editor offers; a wrong one is told when names are resolved."""
    return {"propertyNames": {"enum": [str(name) for words in names for name in words]}}


class Hands(Entry):
    """How a ruleset values hands."""

    game: Literal["riichi", "mcr"] = Field(description="Le jeu, le même que dans ruleset.yaml.")
    options: dict[str, bool] = Field(
        default_factory=dict,
        description="Riichi : ce que les textes comptent de deux façons, true ou false.",
        json_schema_extra=_named(Option),
    )
    cites: dict[str, list[ClauseId]] = Field(
        description="Les clauses de chaque ligne de l'explication.", json_schema_extra=_named(Topic)
    )
    remarks: dict[str, Remark] = Field(
        default_factory=dict,
        description="Ce que le texte compte à sa façon ; en MCR, une correction ne s'applique que si sa remarque est écrite.",
        json_schema_extra=_named(RiichiRemark, ChineseRemark),
    )
    figures: dict[str, Figure] = Field(
        min_length=1,
        description="Riichi : les yaku, par leur nom dans la bibliothèque ; MCR : les figures, par leur numéro.",
    )


class Lead(Entry):
    """A dispute that a hand leads to."""

    label: Text = Field(description="Ce que dit le lien.")
    of: Literal["winning", "waiting", "kong", "call"] = Field(description="Ce que la main doit dire.")
    incident: Id = Field(description="L'incident du litige.")
    facts: dict[FactId, str] = Field(default_factory=dict, description="Ce qui y est déjà répondu.")


class Tiles(Entry):
    """What the tiles of a case mean beyond themselves."""

    wrong_count: Id = Field(description="L'incident à proposer quand une main n'a pas le bon nombre de tuiles.")
    circumstances: dict[FactId, dict[str, list[str]]] = Field(
        default_factory=dict, description="Ce qu'une réponse dit de la main : ron, tsumo, riichi, siege:est…"
    )
    valued: list[Id] = Field(
        default_factory=list,
        description="Les incidents dont la fiche dit ce que vaut la main, là où la décision la fait payer.",
    )
    rulings: dict[Id, list[str]] = Field(
        default_factory=dict, description="Ce qu'une sanction dit du compte de la main : sans-attente."
    )
    leads: list[Lead] = Field(default_factory=list, description="Les litiges à proposer devant une main.")
