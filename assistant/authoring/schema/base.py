"""What every entry of the YAML is made of: names of a fixed form, texts that are not empty, no key unknown.

Descriptions are French: editors show them to authors, and the guide's table of all keys is made of them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
FactId = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]*(_[a-z0-9]+)*$")]
RuleId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]+\.[a-z0-9-]+\.[a-z0-9-]+$")]
ClauseId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]+/[^/\s]+/[a-z0-9-]+$")]
Text = Annotated[str, StringConstraints(min_length=1)]
Scalar = str | int
Cites = ClauseId | Annotated[list[ClauseId], Field(min_length=1)]
SanctionIds = Id | Annotated[list[Id], Field(min_length=1)]
PROSE = frozenset({"effect", "quote", "steps", "story"})  # the keys whose lists hold sentences


def with_slots(schema: dict[str, Any]) -> None:
    """Slots are keys of their own, whatever the vocabulary calls them."""
    schema["additionalProperties"] = {
        "type": "string",
        "description": "Une case de la décision (donne, est, compteurs, mises…) et sa valeur, selon vocabularies/slots.yaml.",
    }


class Entry(BaseModel):
    """Anything an author writes: unknown keys are mistakes, and nothing is converted."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Test(Entry):
    """A condition on one fact: one of these keys, or `min` and `max` together."""

    in_: list[Scalar] | None = Field(
        default=None, alias="in", min_length=1, description="La condition est vraie si le fait a l'une de ces valeurs."
    )
    not_: Scalar | list[Scalar] | None = Field(
        default=None,
        alias="not",
        description="La condition est vraie si le fait a une autre valeur que celle-ci ou celles-ci.",
    )
    min: int | None = Field(default=None, description="Pour un nombre : le plus petit qui rend la condition vraie.")
    max: int | None = Field(default=None, description="Pour un nombre : le plus grand qui rend la condition vraie.")


Conditions = dict[str, Scalar | Test]
UNSURE = "Comment le dire là où l'incident ne connaît pas ces faits ; sans cette clé, la phrase y porte sa condition entre parenthèses."


class Step(Entry):
    """Something to do under conditions."""

    do: Text = Field(description="Le geste, qui commence par ce qu'il y a à faire.")
    if_: Conditions = Field(
        alias="if",
        min_length=1,
        description="Les conditions (« incident », des faits) sans lesquelles rien n'est à faire.",
    )
    unsure: Text | None = Field(default=None, description=UNSURE)


class Said(Entry):
    """A sentence under conditions."""

    say: Text = Field(description="La phrase.")
    if_: Conditions = Field(
        alias="if",
        min_length=1,
        description="Les conditions (« incident », des faits) sans lesquelles elle n'est pas dite.",
    )
    unsure: Text | None = Field(default=None, description=UNSURE)


Steps = list[Text | Step]


class Warn(Entry):
    """What a reader of a clause or of a ruling must be told beside it."""

    kind: Literal["coquille", "renvoi", "traduction", "contradiction", "ambiguite", "lacune"] = Field(
        description="Ce qui ne va pas dans le texte : une coquille, un renvoi faux, la traduction, une contradiction, un sens double, un manque."
    )
    text: Text = Field(description="L'avertissement en une ou deux phrases, montré sous la citation ou la décision.")
    if_: Conditions | None = Field(
        alias="if",
        default=None,
        min_length=1,
        description="Les conditions (« incident », des faits) hors desquelles il ne concerne pas la décision et ne se montre pas, non plus que là où l'incident ignore ces faits, sauf s'il est nommé.",
    )
