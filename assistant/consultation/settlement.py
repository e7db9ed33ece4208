"""The parts of the document that settle a case between the players: who pays whom, and what each may still do.

Imported for typing only, and by whoever writes the schema.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from assistant.model import Right


class PaymentPart(TypedDict):
    event: int
    payer: str
    payee: str
    text: str
    moment: str
    sure: Annotated[bool, Field(description="Si c'est dû quoi que l'arbitre décide.")]


class NetPart(TypedDict):
    seat: str
    label: str
    unit: str
    moment: str
    text: str


class PaymentTablePart(TypedDict):
    """Who pays whom, and what each seat has in the end; never two units in one sum."""

    rows: list[PaymentPart]
    nets: list[NetPart]
    value: Annotated[str | None, Field(description="Ce que le tableau ne compte pas : la valeur d'une main gagnante.")]


class RightPart(TypedDict):
    right: Right
    label: str
    allowed: Annotated[Literal["oui", "non", "non-dit"], Field(description="Si le texte le laisse.")]
    event: Annotated[int, Field(description="L'événement qui l'a ôté.")]
    until: str
    sections: Annotated[list[str], Field(description="Le paragraphe de chaque clause citée.")]
    open: Annotated[bool, Field(description="Si un choix de l'arbitre en décide encore.")]
    cites: list[str]
    interpretation: Annotated[str | None, Field(description="Ce que nous avons dû comprendre au-delà du texte.")]


class AllowedPart(TypedDict):
    who: str
    label: str
    rights: list[RightPart]
