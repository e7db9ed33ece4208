"""The shape of the YAML about hands: how a ruleset values them, and what tiles mean in a case."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from assistant.authoring.schema.base import ClauseId, Entry, FactId, Id, Text


class Figure(Entry):
    """A yaku or a fan, as the ruleset's text names it."""

    name: Text
    clause: ClauseId = Field(description="Là où le texte la décrit.")
    number: int | None = None
    points: int | None = None
    includes: list[str] = Field(default_factory=list, description="Les figures qu'elle contient toujours.")
    excludes: dict[str, ClauseId] = Field(
        default_factory=dict, description="Les figures qui ne s'y ajoutent pas, et la clause qui le dit."
    )


class Remark(Entry):
    text: Text
    cites: Annotated[list[ClauseId], Field(min_length=1)]


class Hands(Entry):
    """How a ruleset values hands."""

    game: Literal["riichi", "mcr"]
    options: dict[str, bool] = Field(default_factory=dict)
    cites: dict[str, list[ClauseId]] = Field(description="Les clauses de chaque ligne de l'explication.")
    remarks: dict[str, Remark] = Field(default_factory=dict, description="Ce que le texte compte à sa façon.")
    figures: dict[str, Figure] = Field(min_length=1)


class Lead(Entry):
    """A dispute that a hand leads to."""

    label: Text
    of: Literal["winning", "waiting", "kong", "call"] = Field(description="Ce que la main doit dire.")
    incident: Id
    facts: dict[FactId, str] = Field(default_factory=dict)


class Tiles(Entry):
    """What the tiles of a case mean beyond themselves."""

    wrong_count: Id = Field(description="L'incident à proposer quand une main n'a pas le bon nombre de tuiles.")
    circumstances: dict[FactId, dict[str, list[str]]] = Field(
        default_factory=dict, description="Ce qu'une réponse dit de la main : ron, tsumo, riichi, siege:est…"
    )
    leads: list[Lead] = Field(default_factory=list, description="Les litiges à proposer devant une main.")
