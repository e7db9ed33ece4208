"""The shape of what the comparison alone reads: how often incidents are met, and points that no incident decides."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from assistant.authoring.schema.base import Cites, Entry, Id, Text


class Frequency(Entry):
    """How often such an incident is met."""

    id: Id = Field(description="Le mot par lequel on la nomme ailleurs.")
    label: Text = Field(description="Ce qu'on en lit, en minuscules : « souvent ».")
    weight: int = Field(ge=1, description="Ce que pèse une différence sur un incident qui se rencontre ainsi.")
    incidents: Annotated[list[Id], Field(min_length=1)] = Field(
        description="Les incidents qui se rencontrent ainsi ; chaque incident est nommé une fois."
    )


class Said(Entry):
    """What one text says of a point."""

    text: Text = Field(description="Ce que le texte dit, en peu de mots.")
    cites: Cites = Field(description="La clause, ou les clauses, qui le disent.")


class Point(Entry):
    """Something on which texts differ though no incident decides it."""

    id: Id = Field(description="Le nom du point.")
    family: Id = Field(description="La famille où il se range, selon families.yaml.")
    title: Text = Field(description="Ce dont il s'agit.")
    met: Id = Field(description="À quelle fréquence cela se rencontre, selon vocabularies/frequency.yaml.")
    says: Annotated[dict[Id, Said], Field(min_length=1)] = Field(
        description="Par règlement, ce que son texte en dit ; celui qui n'y est pas n'en dit rien."
    )
