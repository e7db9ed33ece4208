"""The atlas of silences as data, as types; the published JSON Schema is made of them.

Imported for typing only, and by whoever writes the schema.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from assistant.consultation.guidance import OtherTextPart
from assistant.model import Value


class Kind(StrEnum):
    """What a text can leave open."""

    SILENCE = "silence"
    CONTRADICTION = "contradiction"
    OPEN_WORD = "mot-ouvert"
    DISCRETION = "appreciation"
    WRONG_REFERENCE = "renvoi"


class LookedAtPart(TypedDict):
    """A clause that was looked at."""

    id: str
    place: Annotated[str, Field(description="Son paragraphe et son titre.")]
    quotes: list[str]


class OneReadingPart(TypedDict):
    """One way to read a contradiction."""

    text: str
    clauses: Annotated[list[str], Field(description="Les clauses sur lesquelles elle s'appuie.")]


class MetPart(TypedDict):
    """A written case that meets it, as the engine rules it."""

    id: str
    title: str
    incident: str
    facts: dict[str, Value]
    decision: Annotated[str, Field(description="Ce que le texte y décide malgré tout, ou que l'arbitre décide.")]


class IncidentNamePart(TypedDict):
    id: str
    title: str


class OpeningPart(TypedDict):
    """One thing that a text leaves open."""

    kind: Annotated[
        Kind,
        Field(
            description="Ce que le texte laisse ouvert : il se tait, se contredit, use d'un mot sans mesure, laisse choisir, renvoie mal."
        ),
    ]
    title: str
    text: Annotated[str, Field(description="Ce que la règle ou la remarque en dit ; vide où les lectures disent tout.")]
    readings: list[OneReadingPart]
    forbidden: Annotated[bool, Field(description="Vrai si le texte défend l'acte sans dire ce qu'il coûte.")]
    clauses: Annotated[list[LookedAtPart], Field(description="Les clauses où l'on a cherché.")]
    rules: Annotated[list[str], Field(description="Les règles qui le disent, ou qui citent la clause de la remarque.")]
    incidents: Annotated[list[IncidentNamePart], Field(description="Les incidents qui le rencontrent.")]
    case: Annotated[MetPart | None, Field(description="Un cas écrit qui le rencontre, s'il y en a un.")]
    elsewhere: Annotated[list[OtherTextPart], Field(description="Ce que les autres textes disent des faits de ce cas.")]


class FamilyOpeningsPart(TypedDict):
    """What is left open in a family of incidents."""

    id: Annotated[str, Field(description="Vide pour ce qu'aucun incident ne rencontre.")]
    title: str
    openings: list[OpeningPart]


class AgendaPart(TypedDict):
    """All that one text leaves open."""

    ruleset: str
    title: str
    edition: str
    counts: dict[Kind, int]
    families: list[FamilyOpeningsPart]


class AgendaDocument(TypedDict):
    """The atlas of silences of one or several rulesets."""

    knowledge: Annotated[str, Field(description="La version des connaissances.")]
    atlases: list[AgendaPart]
