"""The shape of what all cases expect in common: sanction by sanction, written from the text."""

from __future__ import annotations

from typing import Annotated

from pydantic import ConfigDict, Field

from assistant.authoring.schema.base import ClauseId, Conditions, Entry, Id, SanctionIds, Text, with_slots


class Payment(Entry):
    """One payment that a sanction brings with it."""

    value: int | Annotated[list[int], Field(min_length=2)] | None = Field(
        default=None,
        description="Le montant ; plusieurs si le texte laisse choisir, ou les deux bouts d'un intervalle. Sans cette clé, le cas le dit.",
    )
    unit: Id = Field(description="En quoi il se compte, selon vocabularies/units.yaml.")
    payer: Id = Field(description="Qui paie, selon vocabularies/players.yaml.")
    payee: Id = Field(description="Qui reçoit, selon vocabularies/players.yaml.")
    moment: Id = Field(description="Quand il se règle, selon vocabularies/moments.yaml.")


class Common(Entry):
    """What all cases of a sanction, or of a value of a slot, expect."""

    model_config = ConfigDict(extra="allow", strict=True, json_schema_extra=with_slots)
    sanction: Id | None = Field(default=None, description="La sanction ou la décision dont on dit la suite.")
    slot: Annotated[dict[Id, Id], Field(min_length=1, max_length=1)] | None = Field(
        default=None, description="Au lieu d'une sanction : une case et sa valeur, par exemple {donne: nulle}."
    )
    if_: Conditions | None = Field(
        alias="if",
        default=None,
        min_length=1,
        description="Les conditions (« incident », des faits) sans lesquelles l'entrée ne vaut pas ; la dernière qui vaut l'emporte.",
    )
    beside: SanctionIds | None = Field(
        default=None, description="L'entrée ne vaut qu'à côté de cette sanction, ou de l'une d'elles."
    )
    citing: ClauseId | None = Field(
        default=None, description="L'entrée ne vaut que pour une décision qui cite cette clause."
    )
    strikes: SanctionIds | None = Field(
        default=None, description="Qui elle peut viser, selon vocabularies/players.yaml ; le joueur en cause sinon."
    )
    pays: list[Payment] | None = Field(
        default=None,
        description="Ce qu'elle fait payer : tous ceux qui ont un montant sont dus ; une liste vide si rien ne l'est.",
    )
    any: bool = Field(
        default=False, description="Vrai si chacun des montants de « pays » peut être dû, sans que tous le soient."
    )
    decides: SanctionIds | None = Field(
        default=None, description="Qui décide, ou peut décider, là où elle est laissée à quelqu'un."
    )
    offers: list[Text] = Field(
        default_factory=list, description="Des mots que le choix laissé doit contenir, tels que le texte les groupe."
    )
    cites: ClauseId = Field(description="La clause qui le dit.")
    quote: Text = Field(description="Ses mots, pris mot pour mot dans la clause.")

    @property
    def id(self) -> str:
        """How messages call it."""
        return self.sanction or ".".join(f"{slot}={value}" for slot, value in (self.slot or {}).items())
