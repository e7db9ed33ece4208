"""The parts of the document that help on where there is no decision: other incidents, and what to do when none fits.

Imported for typing only, and by whoever writes the schema.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict


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
