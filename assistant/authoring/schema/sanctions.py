"""The shape of the vocabularies: sanctions, players, units, moments, slots, and what is graver than what."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from assistant.authoring.schema.base import Entry, FactId, Id, Text


class Naming(Entry):
    """How one ruleset names a sanction and what it means there."""

    name: Text
    effect: Text
    steps: list[Text] = Field(default_factory=list)


class Sanction(Entry):
    id: Id
    title: Text
    nature: Literal["decision", "sanction"]
    discretion: bool = False
    amount: bool = Field(default=False, description="Vrai si la sanction se chiffre.")
    entails: dict[FactId, Id] = Field(
        default_factory=dict, description="Ce que la sanction rend vrai pour l'incident suivant du même cas."
    )
    vanishes: bool = Field(default=False, description="Vrai si elle disparaît à côté d'une autre (aucune).")
    covers: list[Id] = Field(
        default=[],
        description="Autres décisions que l'on peut dire du même cas : jamais opposées dans un exercice.",
    )
    varies: bool = Field(default=False, description="Vrai si son effet n'est pas le même dans tous les règlements.")
    rulesets: dict[Id, Naming] = Field(min_length=1)


class Named(Entry):
    id: Id
    label: Text


class Moment(Named):
    entered: bool = Field(
        default=False, description="Le nombre est un résultat entré au lieu de celui de la table, non un retrait."
    )


class Unit(Entry):
    id: Id
    label: Text
    counts_as: Id | None = Field(
        default=None, description="Une autre unité qui compte les mêmes points sous un autre nom."
    )


class Player(Entry):
    id: Id
    label: Text
    nobody: bool = Field(default=False, description="Vrai pour « personne » : des points qui ne vont à aucun joueur.")
    whole: bool = Field(default=False, description="Vrai pour toute la table : la décision ne nomme alors personne.")


class SlotValue(Entry):
    id: Id
    label: Text
    step: Text | None = Field(default=None, description="Ce qu'il y a à faire ; sinon le libellé est dit.")
    idle: bool = Field(default=False, description="Vrai s'il n'y a rien à faire ni à dire.")
    covers: list[Id] = Field(
        default=[],
        description="Autres valeurs de la case dont elle peut se dire aussi : jamais opposées dans un exercice.",
    )
    open: bool = Field(
        default=False, description="Vrai si quelqu'un doit encore en décider : un exercice ne le demande pas."
    )


class Slot(Entry):
    id: Id
    title: Text
    unless: dict[Id, list[Id]] | None = Field(
        default=None, description="Valeurs d'une autre case qui la rendent sans objet."
    )
    values: list[SlotValue] = Field(min_length=2)
    combine: list[Id] = Field(
        default_factory=list,
        description="L'ordre des valeurs quand deux incidents d'une donne diffèrent : la première l'emporte, et avec elle le reste de ce que dit cet incident.",
    )


class Unordered(Entry):
    between: Annotated[list[Id], Field(min_length=2, max_length=2)]
    why: Text


class Gravity(Entry):
    chains: list[list[Id]] = Field(min_length=1, description="Du plus léger au plus lourd.")
    unordered: list[Unordered] = Field(default_factory=list)
