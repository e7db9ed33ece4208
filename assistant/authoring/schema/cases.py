"""The shape of cases: stories with their facts and the ruling that each ruleset must give."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from assistant.authoring.schema.base import Cites, Entry, FactId, Id, SanctionIds, Scalar, Text, with_slots


class ExpectedReading(Entry):
    """One reading of a contradiction that a case must get."""

    model_config = ConfigDict(extra="allow", strict=True, json_schema_extra=with_slots)
    sanction: SanctionIds | None = Field(default=None, description="La sanction, ou les sanctions, de cette lecture.")
    cites: Cites | None = Field(default=None, description="Une clause, ou plusieurs, que cette lecture doit citer.")


class Expected(Entry):
    """The ruling a case must get: every key given is compared, slots included."""

    model_config = ConfigDict(extra="allow", strict=True, json_schema_extra=with_slots)
    sanction: SanctionIds | None = Field(
        default=None, description="La sanction, ou toutes les sanctions, de la décision."
    )
    amounts: list[int] | None = Field(
        default=None, description="Tous les montants de la décision ; une liste vide s'il n'y en a pas."
    )
    silence: bool | None = Field(
        default=None, description="Vrai si la décision doit dire que le texte se tait, faux si elle ne doit pas."
    )
    one_of: list[ExpectedReading] | None = Field(
        default=None, description="Les lectures attendues là où le texte se contredit."
    )
    cites: Cites | None = Field(default=None, description="Une clause, ou plusieurs, que la décision doit citer.")
    note: Text | None = Field(default=None, description="Notre lecture, là où elle s'écarte d'une autre.")


Story = Annotated[list[Text | Annotated[dict[FactId, Text], Field(min_length=1, max_length=1)]], Field(min_length=1)]


class Variant(Entry):
    """The same case with one fact changed."""

    id: Id = Field(description="Le nom de la variante ; elle s'appelle cas.variante.")
    change: Annotated[dict[FactId, Scalar], Field(min_length=1, max_length=1)] = Field(
        description="Le seul fait qui change, et sa nouvelle valeur."
    )
    tells: Text | None = Field(
        default=None, description="La phrase qui remplace celle du fait changé, ou qui s'ajoute à l'histoire."
    )
    story: Story | None = Field(
        default=None, description="Toute l'histoire, là où une phrase changée ne s'accorde pas avec les autres."
    )
    expect: dict[Id, Expected] = Field(
        min_length=1, description="Pour chaque règlement, la décision que la variante doit recevoir."
    )


class Further(Entry):
    """A further incident of the same case, by the same player or by another."""

    by: Literal["meme", "autre"] = Field(description="Par le même joueur (« meme ») ou par un autre (« autre »).")
    facts: dict[FactId, Scalar] = Field(
        min_length=1, description="L'incident et ses faits ; ceux de la table sont déjà dits."
    )


class Case(Entry):
    """A story with facts and the ruling each ruleset must give."""

    id: Id = Field(description="Le nom du cas.")
    title: Text = Field(description="Le titre du cas, en quelques mots.")
    story: Story = Field(
        description="L'histoire, phrase par phrase ; « fait: phrase » dit quel fait une phrase raconte."
    )
    facts: dict[FactId, Scalar] = Field(min_length=1, description="L'incident et tout ce qui a été vu : fait, valeur.")
    expect: dict[Id, Expected] = Field(
        min_length=1,
        description="Pour chaque règlement, la décision que le cas doit recevoir ; chaque clé donnée est comparée.",
    )
    then: list[Further] = Field(default_factory=list, description="Les incidents suivants du même cas, dans l'ordre.")
    level: Annotated[int, Field(ge=1, le=3)] = Field(
        description="La difficulté de l'exercice, de 1 (le texte décide en toutes lettres, ou se tait) à 3."
    )
    variants: list[Variant] = Field(
        default_factory=list, description="Les cas voisins, qui ne diffèrent que par un fait."
    )
    dispute: Text | None = Field(default=None, description="Le numéro du litige réel dont il vient.")
