"""The shape of cases: stories with their facts and the ruling that each ruleset must give."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from assistant.authoring.schema.base import Cites, Entry, FactId, Id, SanctionIds, Scalar, Text, with_slots


class ExpectedReading(Entry):
    """One reading of a contradiction that a case must get."""

    model_config = ConfigDict(extra="allow", strict=True, json_schema_extra=with_slots)
    sanction: SanctionIds | None = Field(default=None, description="La sanction, ou les sanctions, de cette lecture.")
    silence: bool | None = Field(default=None, description="Vrai si cette lecture laisse quelque chose non dit.")
    cites: Cites | None = Field(
        default=None,
        description="Une clause, ou plusieurs, que cette lecture doit citer ; la première est citée d'abord.",
    )


class ExpectedDue(Entry):
    """What one seat owes another."""

    value: int | Annotated[list[int], Field(min_length=2)] = Field(
        description="Le montant ; plusieurs si le texte laisse choisir, ou les deux bouts d'un intervalle."
    )
    unit: Id = Field(description="En quoi il se compte, selon vocabularies/units.yaml.")
    payer: Id = Field(description="Le siège qui paie (est, sud, ouest, nord, ou a à d), ou « chaque-autre ».")
    payee: Id = Field(description="Le siège qui reçoit, « chaque-autre » pour les trois autres, ou « personne ».")


class ExpectedEvent(Entry):
    """What one event of a case must get: every key given is compared."""

    sanction: SanctionIds | Annotated[list[Id], Field(max_length=0)] | None = Field(
        default=None, description="La sanction, ou toutes les sanctions, de cet événement ; une liste vide si aucune."
    )
    silence: bool | None = Field(default=None, description="Vrai s'il faut dire que le texte se tait.")
    one_of: list[ExpectedReading] | None = Field(default=None, description="Les lectures attendues.")
    cites: Cites | None = Field(default=None, description="Une clause, ou plusieurs, que sa décision doit citer.")
    dues: list[ExpectedDue] | None = Field(
        default=None,
        description="Tout ce qui est dû à cause de lui, siège par siège ; une liste vide si rien ne l'est.",
    )
    steps: list[Text] = Field(default_factory=list, description="Des gestes que la feuille doit dire, mot pour mot.")
    settles: dict[FactId, Scalar] = Field(
        default_factory=dict, description="Des faits qu'un autre événement doit avoir réglés, et leur valeur."
    )


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
        default=None, description="Les lectures attendues là où le texte se contredit, dans leur ordre."
    )
    cites: Cites | None = Field(
        default=None,
        description="Une clause, ou plusieurs, que la décision doit citer ; la première est celle qui décide, citée d'abord.",
    )
    note: Text | None = Field(default=None, description="Notre lecture, là où elle s'écarte d'une autre.")
    events: list[ExpectedEvent] = Field(
        default_factory=list, description="De plusieurs événements, ce que chacun doit recevoir, dans l'ordre."
    )


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


Player = Literal["est", "sud", "ouest", "nord", "a", "b", "c", "d"]


class Told(Entry):
    """What a story says of an event itself."""

    who: Player | Literal["personne"] | None = Field(
        default=None, description="Qui : un siège (est, sud, ouest, nord), un nom (a à d), ou « personne »."
    )
    to_whom: Player | None = Field(default=None, description="À qui : le joueur qui l'a subi, ou à qui on l'a dit.")
    reading: Annotated[int, Field(ge=1)] | None = Field(
        default=None, description="Le numéro de la lecture du texte que l'arbitre a suivie."
    )
    choice: Id | None = Field(
        default=None, description="Ce que l'arbitre a choisi là où le texte le lui laisse : une sanction."
    )


class Further(Told):
    """A further event of the same case."""

    by: Literal["meme", "autre"] | None = Field(
        default=None, description="Sans siège : le joueur du premier événement (« meme ») ou un autre (« autre »)."
    )
    when: (
        Literal["en-meme-temps", "apres", "apres-annonce-d-un-joueur", "apres-decision", "donne-precedente"] | None
    ) = Field(default=None, description="Quand, par rapport à l'événement d'avant.")
    facts: dict[FactId, Scalar] = Field(
        min_length=1, description="L'incident et ses faits ; ceux de la table sont déjà dits."
    )


class Case(Told):
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
