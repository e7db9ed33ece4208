"""What every entry of the YAML is made of: names of a fixed form, texts that are not empty, no key unknown."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
FactId = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]*(_[a-z0-9]+)*$")]
RuleId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]+\.[a-z0-9-]+\.[a-z0-9-]+$")]
ClauseId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]+/[^/\s]+/[a-z0-9-]+$")]
Text = Annotated[str, StringConstraints(min_length=1)]
Scalar = str | int
Cites = ClauseId | Annotated[list[ClauseId], Field(min_length=1)]
PROSE = frozenset({"quote", "steps", "story"})  # the keys whose lists hold sentences
SanctionIds = Id | Annotated[list[Id], Field(min_length=1)]


class Entry(BaseModel):
    """Anything an author writes: unknown keys are mistakes, and nothing is converted."""

    model_config = ConfigDict(extra="forbid", strict=True)
