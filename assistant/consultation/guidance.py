"""The parts of the document that help on where there is no decision: other incidents, and what to do when none fits.

Imported for typing only, and by whoever writes the schema.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from assistant.model import Value


class NeighbourPart(TypedDict):
    """An incident that another can be taken for."""

    id: str
    title: str
    help: str


class ExitPart(TypedDict):
    """What was told is something else than the incident: nothing is decided, and nothing is said to be unsaid."""

    event: int
    title: Annotated[str, Field(description="La question à laquelle on a répondu « autre chose ».")]
    label: str
    text: str
    neighbours: list[NeighbourPart]
    nowhere: Annotated[str, Field(description="Ce qu'il reste à faire si aucun incident ne convient.")]


class OtherAnswerPart(TypedDict):
    """An answer that would have been otherwise."""

    key: str
    title: str
    value: Value
    label: str
    said: Annotated[str, Field(description="La même réponse comme elle se dit après « si ».")]


class NearestPart(TypedDict):
    """What the same text decides of a near case."""

    side: Annotated[
        Literal["lightest", "heaviest", "example"],
        Field(description="La plus légère ou la plus lourde à portée, ou un exemple."),
    ]
    decision: str
    when: Annotated[list[OtherAnswerPart], Field(description="Ce qui devrait être autre pour que le texte le dise.")]
    sections: list[str]
    cites: list[str]
    interpreted: bool


class OtherTextPart(TypedDict):
    """What another text says of the same facts; it has no authority here."""

    ruleset: str
    short: str
    says: Annotated[
        str, Field(description="Sa décision, la question qu'il poserait, ou que l'incident ne s'y produit pas.")
    ]
    decides: Annotated[bool, Field(description="Vrai si c'est une décision.")]
    sections: list[str]
    cites: list[str]
    interpreted: bool


class SilenceHelpPart(TypedDict):
    """What stands beside a silence: never the answer, but what is near it."""

    event: int
    nearest: list[NearestPart]
    elsewhere: list[OtherTextPart]
    establish: list[str]
