"""The decision graph as it is written, as types; the published JSON Schema is made of them.

To read it: hear the facts (an answer counts only where the `conditions` of its question hold, a rare circumstance that nobody
mentioned is as `usual`), leave the incident where one of them is among the `exits`, and start at the root of the context. At a node
take the branch of the fact's value, or the last branch where it is not known; a negative number is a stop, -1 the first. Nobody can
read a set in which two rare circumstances are contested, or one is while another is not as usual, or in which a derived fact is told:
the engine alone answers that.

Imported for typing only, and by whoever writes the schema.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

from assistant.model import Value


class TestPart(TypedDict):
    """A condition on a fact."""

    fact: str
    values: NotRequired[Annotated[list[Value], Field(description="Les valeurs qui la rendent vraie.")]]
    low: NotRequired[Annotated[int, Field(description="D'un nombre, le plus petit qui la rende vraie.")]]
    high: NotRequired[Annotated[int, Field(description="D'un nombre, le plus grand qui la rende vraie.")]]


class AskedPart(TypedDict):
    """A fact of one incident."""

    id: str
    values: Annotated[
        list[Value],
        Field(description="Les valeurs, dans l'ordre des branches ; d'un nombre, le premier de chaque intervalle."),
    ]
    number: NotRequired[Annotated[list[int], Field(description="D'un nombre, le plus petit et le plus grand.")]]
    usual: NotRequired[
        Annotated[
            Value, Field(description="D'une circonstance rare, la valeur tenue pour vraie si personne n'en parle.")
        ]
    ]
    conditions: NotRequired[
        Annotated[list[TestPart], Field(description="Quand la question a un sens ; sinon la réponse ne compte pas.")]
    ]
    exits: NotRequired[Annotated[list[str], Field(description="Les réponses qui sortent de l'incident.")]]
    context: NotRequired[
        Annotated[bool, Field(description="Vrai si le fait est réglé avec le règlement, jamais demandé.")]
    ]


class StopPart(TypedDict):
    """Where reading ends."""

    ask: NotRequired[Annotated[int, Field(description="Le fait à demander, par son numéro dans la liste des faits.")]]
    needs: NotRequired[Annotated[list[int], Field(description="Tous les faits encore attendus, par leurs numéros.")]]
    ruling: NotRequired[Annotated[int, Field(description="La décision finale, par son numéro.")]]
    exit: NotRequired[Annotated[bool, Field(description="Vrai si les réponses sortent de l'incident.")]]


class GivenPart(TypedDict):
    """What a decision or a reading gives."""

    sanctions: NotRequired[Annotated[list[list[str]], Field(description="Des paires : le joueur et la sanction.")]]
    amounts: NotRequired[Annotated[list[int], Field(description="Les montants, par leurs numéros.")]]
    slots: NotRequired[Annotated[list[list[str]], Field(description="Des paires : la case et sa valeur.")]]
    silences: NotRequired[Annotated[list[int], Field(description="Ce que le texte ne dit pas, par numéros de textes.")]]
    decides: NotRequired[
        Annotated[
            list[tuple[str, int]], Field(description="Qui décide, et le texte qui dit entre quoi, par son numéro.")
        ]
    ]


class ReadingPart(GivenPart):
    """One reading of a contradiction."""

    text: Annotated[int, Field(description="Ce qu'elle comprend, par son numéro de texte.")]
    player: str
    cites: Annotated[list[int], Field(description="Les clauses citées, par leurs numéros.")]


class DecisionPart(GivenPart):
    """What is decided, whichever rules say it."""

    readings: NotRequired[Annotated[list[ReadingPart], Field(description="Les lectures d'un texte qui se contredit.")]]
    waits: NotRequired[
        Annotated[
            list[list[TestPart]],
            Field(
                description="Les phrases de la feuille qui ne valent qu'à ces conditions : inconnues, elles se demandent."
            ),
        ]
    ]


class AsidePart(TypedDict):
    """What holds beside a ruling."""

    cites: Annotated[list[int], Field(description="Les clauses citées, par leurs numéros, celle qui décide d'abord.")]
    derived: NotRequired[Annotated[dict[str, Value], Field(description="Les faits déduits.")]]
    overridden: NotRequired[
        Annotated[
            list[list[int]], Field(description="Une règle, puis celles qui ont pris sa place, par leurs numéros.")
        ]
    ]


class ContextPart(TypedDict):
    """Where reading starts in one context."""

    context: dict[str, Value]
    root: int


class IncidentPart(TypedDict):
    """Everything that one ruleset answers to one incident."""

    hash: Annotated[str, Field(description="Une empreinte de tout ce qui a servi à le faire.")]
    facts: list[AskedPart]
    derived: Annotated[list[str], Field(description="Les faits qui se déduisent d'autres faits.")]
    amounts: Annotated[
        list[dict[str, Any]],
        Field(
            description="Les montants ; celui qui compte un fait (counts) se calcule de la réponse (each, most, first, steps)."
        ),
    ]
    texts: list[str]
    decisions: list[DecisionPart]
    asides: list[AsidePart]
    rulings: Annotated[
        list[list[int]],
        Field(description="Le numéro de la décision, celui de ce qui tient à côté, puis ceux des règles qui tiennent."),
    ]
    stops: list[StopPart]
    nodes: Annotated[
        list[list[int]],
        Field(description="Le numéro du fait, où mène chacune de ses valeurs, puis où l'on va s'il n'est pas connu."),
    ]
    roots: list[ContextPart]


class RulePart(TypedDict):
    """A rule as its readers name it."""

    id: str
    title: str
    place: Annotated[str, Field(description="Le fichier et la ligne.")]
    role: Annotated[
        Literal[0, 1, 2, 3],
        Field(description="0 : ne donne rien ; 1 : décide ; 2 : donne encore quelque chose ; 3 : déduit un fait."),
    ]
    cites: Annotated[list[int], Field(description="Les clauses citées, par leurs numéros.")]
    forbids: NotRequired[Annotated[str, Field(description="D'un silence, la clause qui défend ce qui a été fait.")]]
    words: Annotated[str, Field(description="Une empreinte de tout ce qu'elle fait dire de plus à la feuille.")]


class RulesetPart(TypedDict):
    """One ruleset: its rules, what lasts beyond an event, and what one event settles of another."""

    title: str
    rules: Annotated[list[RulePart], Field(description="Les règles, dans l'ordre de leurs numéros.")]
    clauses: Annotated[
        list[tuple[str, str]],
        Field(description="Les clauses citées, dans l'ordre de leurs numéros, chacune avec une empreinte de ses mots."),
    ]
    slots: list[str]
    combine: Annotated[
        dict[str, list[str]], Field(description="Quelle valeur d'une case l'emporte entre deux événements.")
    ]
    sets: Annotated[list[dict[str, Any]], Field(description="Ce que les sanctions font durer au-delà d'un événement.")]
    links: Annotated[
        list[dict[str, Any]], Field(description="Ce qu'un événement règle d'un autre, avec la strate où on l'entend.")
    ]
    incidents: dict[str, IncidentPart]


class NamedPart(TypedDict):
    """A fact in words."""

    title: str
    question: str | None
    unit: NotRequired[str]
    values: dict[str, str]


@with_config(ConfigDict(extra="forbid"))
class GraphDocument(TypedDict):
    """The decision graph of all rulesets."""

    format: Literal["arbitre-graph/1"]
    knowledge: Annotated[str, Field(description="L'empreinte des connaissances et du code dont il est fait.")]
    facts: dict[str, NamedPart]
    incidents: Annotated[dict[str, str], Field(description="Le titre de chaque incident.")]
    turns: Annotated[
        dict[str, list[dict[str, Any]]],
        Field(description="D'un incident, ce qu'il devient sous un statut de son joueur, et à quoi cela répond alors."),
    ]
    rulesets: dict[str, RulesetPart]
