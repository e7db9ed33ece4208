"""The shape of what the proof knows of our own sentences."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from assistant.authoring.schema.base import Entry, FactId, Id, Text

Phrases = Annotated[list[Text], Field(min_length=1)]
HOW = "des mots dans leur ordre, « * » finit un mot comme on veut, « … » laisse passer quelques mots"


class Mention(Entry):
    """How sentences speak of a fact."""

    fact: FactId = Field(description="Le fait dont les phrases parlent ainsi.")
    phrases: Phrases = Field(description=f"Comment elles en parlent : {HOW}.")
    nothing: list[Id] = Field(
        default_factory=list,
        description="Les réponses après lesquelles il n'y a rien de tel : aucune phrase de la feuille n'en parle plus.",
    )


class Unsaid(Entry):
    """How a silence speaks of a slot."""

    slot: Id = Field(description="La case dont un silence parle ainsi : elle ne peut pas être dite à côté de lui.")
    phrases: Phrases = Field(description=f"Comment il en parle : {HOW}.")


class Contraries(Entry):
    """Two things that no sheet says together."""

    one: Phrases = Field(description="L'une des deux choses, telle que des phrases la disent.")
    other: Phrases = Field(description="Son contraire, tel que des phrases le disent.")
    why: Text = Field(description="Pourquoi elles ne vont pas ensemble, en une phrase.")


class Option(Entry):
    """Something that may be chosen where a text leaves it to somebody."""

    option: Id = Field(description="Ce qui peut être choisi.")
    phrases: Phrases = Field(description="Comment les textes et nos phrases le nomment.")


class Speech(Entry):
    """What the proof knows of our sentences."""

    actors: Phrases = Field(description="Qui peut commencer un geste, hors l'arbitre à qui la feuille parle.")
    verbs: Phrases = Field(description="Ce qu'il fait alors : un geste, non un état.")
    mentions: list[Mention] = Field(default_factory=list, description="Comment nos phrases parlent des faits.")
    unsaid: list[Unsaid] = Field(default_factory=list, description="Comment un silence parle d'une case.")
    contraries: list[Contraries] = Field(
        default_factory=list, description="Ce qu'aucune feuille ne dit ensemble, geste, effet ou case."
    )
    options: list[Option] = Field(
        default_factory=list, description="Ce qui peut être choisi là où un texte le laisse à quelqu'un."
    )
