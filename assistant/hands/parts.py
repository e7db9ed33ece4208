"""What is said of tiles, as parts of documents; imported for typing only, and by whoever writes the JSON Schema."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict


class LinePart(TypedDict):
    """One sentence about a hand, and the clauses behind it."""

    text: str
    cites: list[str]


class MeldPart(TypedDict):
    kind: str
    open: bool
    tiles: list[str]


class HandPart(TypedDict):
    """The tiles of the case, each as 3m, 6z."""

    text: str
    concealed: list[str]
    melds: list[MeldPart]
    winning: str | None
    discards: list[str] | None
    said: list[str]
    lines: list[LinePart]
    wrong_count: Annotated[int | None, Field(description="How many tiles there are, where that is not a hand.")]
    offers: Annotated[str | None, Field(description="The incident to look at where the number of tiles is wrong.")]
