"""The documents of the comparison, as types; the published JSON Schema is made of them.

Imported for typing only, and by whoever writes the schema.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

from assistant.compare.basis import Basis
from assistant.compare.comparison import Line, Shares
from assistant.consultation.document import ConsultationPart
from assistant.decision.gravity import Difference
from assistant.model import Value


class RowPart(TypedDict):
    """One incident in the table."""

    incident: str
    family: str
    title: str
    differs: Annotated[bool, Field(description="Vrai si deux des règlements en décident autrement quelque situation.")]
    shares: Annotated[
        dict[str, Shares],
        Field(
            description="Pour chaque paire de règlements (premier/second), la part de l'incident qui revient à chaque différence."
        ),
    ]
    outcomes: Annotated[
        dict[str, list[Line]],
        Field(
            description="Pour chaque règlement tout ce qu'il peut décider : en peu de mots, en entier, et des réponses qui y mènent."
        ),
    ]


@with_config(ConfigDict(extra="forbid"))
class OverviewPart(TypedDict):
    """What the rulesets in view can decide, incident by incident."""

    rulesets: list[str]
    rows: list[RowPart]
    pair: Annotated[
        PairViewPart | None, Field(description="Là où deux règlements sont en vue : une ligne par incident.")
    ]


class ToldPart(TypedDict):
    """A fact with the values that it has in a situation."""

    fact: str
    title: str
    labels: list[str]
    asked_by: Annotated[list[str], Field(description="Les règlements qui en ont besoin.")]


class SidePart(TypedDict):
    """What one ruleset decides."""

    ruleset: str
    short: str
    decision: str
    deal: str
    because: Annotated[
        str, Field(description="Le titre de la règle qui décide ; il dit si elle repose sur notre interprétation.")
    ]
    cites: list[str]
    basis: Annotated[
        Basis,
        Field(
            description="Ce sur quoi la décision repose : les mots du texte, notre lecture, un silence, un silence sur un acte que le texte défend, l'appréciation de quelqu'un."
        ),
    ]
    outcomes: Annotated[
        list[str],
        Field(description="Tout ce que le texte laisse possible : ses lectures, ou les choix de qui apprécie."),
    ]
    understood: Annotated[
        list[str],
        Field(description="Ce que nous avons dû comprendre au-delà du texte, de la décision ou de ce qui en découle."),
    ]
    forbidden_by: Annotated[
        list[str], Field(description="Les clauses qui défendent l'acte, là où le texte en tait le prix.")
    ]


class ApartPart(TypedDict):
    """A difference between rulings that bear the same names: of what, and what each says."""

    of: str
    first: str
    second: str


class SituationPart(TypedDict):
    """Situations of one incident in which two rulesets give the same two decisions."""

    kind: Annotated[Difference, Field(description="Comment la seconde décision se situe par rapport à la première.")]
    kind_words: Annotated[str, Field(description="La même chose en mots, et d'après quoi elle est dite.")]
    share: Annotated[float, Field(description="La part de l'incident, de 0 à 1.")]
    when: Annotated[list[ToldPart], Field(description="Ce qui est vrai de toutes ces situations.")]
    cases: Annotated[
        list[list[ToldPart]], Field(description="Ce dont l'un au moins est vrai en outre ; vide si rien n'est requis.")
    ]
    rulings: Annotated[list[SidePart], Field(min_length=2, max_length=2)]
    apart: list[ApartPart]
    scale: Annotated[
        str,
        Field(
            description="Des montants d'unités différentes, rapportés à un résultat courant ; vide s'il n'y en a pas."
        ),
    ]
    example: dict[str, Value]


@with_config(ConfigDict(extra="forbid"))
class PairPart(TypedDict):
    """One incident under two rulesets."""

    incident: str
    title: str
    rulesets: list[str]
    shares: Shares
    situations: list[SituationPart]


class WordPart(TypedDict):
    """A word that means one thing in one text and another in another."""

    word: str
    meanings: Annotated[dict[str, str], Field(description="Par nom court de règlement.")]


@with_config(ConfigDict(extra="forbid"))
class IncidentPairPart(PairPart):
    """One incident under two rulesets, with the words that part their texts."""

    words: list[WordPart]


class PointSaidPart(TypedDict):
    """What one text says of a point."""

    ruleset: str
    text: Annotated[str, Field(description="Vide si ce texte n'en dit rien.")]
    cites: list[str]


class PointPart(TypedDict):
    """Something on which texts differ though no incident decides it."""

    point: str
    family: str
    title: str
    met: str
    score: float
    named_by: list[str]
    says: Annotated[list[PointSaidPart], Field(min_length=2, max_length=2)]


class LimitPart(TypedDict):
    """A text that speaks of one context only."""

    ruleset: str
    text: str
    cites: list[str]


class LinePart(TypedDict):
    """One incident under two rulesets: its most common situation, and others that differ."""

    incident: str
    family: str
    title: str
    met: str
    shares: Shares
    common: SituationPart
    others: Annotated[
        list[SituationPart], Field(description="Les autres situations qui diffèrent, la plus courante d'abord.")
    ]
    count: Annotated[int, Field(description="Combien de situations il y a en tout.")]


@with_config(ConfigDict(extra="forbid"))
class PairViewPart(TypedDict):
    """Two rulesets, incident by incident, in one context."""

    rulesets: Annotated[list[str], Field(min_length=2, max_length=2)]
    context: dict[str, Value]
    shares: Annotated[dict[str, Shares], Field(description="Par famille, la part des situations de chaque différence.")]
    lines: list[LinePart]
    points: list[PointPart]
    limits: list[LimitPart]


class SurprisePart(SituationPart):
    """The gravest difference of one incident."""

    incident: str
    title: str
    distance: Annotated[int, Field(description="La distance entre les plus graves sanctions des deux décisions.")]
    met: Annotated[str, Field(description="À quelle fréquence l'incident se rencontre.")]
    score: Annotated[
        float, Field(description="Ce que la différence pèse : sa gravité, fois la fréquence de l'incident.")
    ]
    named_by: Annotated[list[str], Field(description="Les clauses où l'un des textes nomme lui-même cette différence.")]
    sentence: str
    others: Annotated[int, Field(description="Combien d'autres situations de cet incident diffèrent.")]


@with_config(ConfigDict(extra="forbid"))
class SurprisesPart(TypedDict):
    """What will surprise who knows one ruleset and plays another, the gravest first."""

    known: str
    played: str
    context: dict[str, Value]
    surprises: list[SurprisePart]
    points: Annotated[list[PointPart], Field(description="Ce qui diffère sans qu'un incident en décide.")]
    limits: list[LimitPart]


@with_config(ConfigDict(extra="forbid"))
class AgreementPart(TypedDict):
    """How far two rulesets agree, family by family."""

    rulesets: Annotated[list[str], Field(min_length=2, max_length=2)]
    shares: dict[str, Shares]


class ReadPart(TypedDict):
    """An answer that was told of a case, with the rulesets that read it."""

    key: str
    title: str
    label: str
    read_by: Annotated[list[str], Field(description="Les règlements, par nom court.")]
    only: Annotated[bool, Field(description="Vrai si certains des règlements montrés ne la lisent pas.")]


class AbsencePart(TypedDict):
    """A ruleset whose game cannot have this case, and why."""

    ruleset: str
    short: str
    why: str


@with_config(ConfigDict(extra="forbid"))
class CasePart(TypedDict):
    """One case under every ruleset that can have it, and what to say of them together."""

    sentence: Annotated[
        str | None, Field(description="Ce qui diffère et pourquoi ; null tant qu'un règlement pose une question.")
    ]
    facts: list[ReadPart]
    elsewhere: list[AbsencePart]
    words: list[WordPart]
    consultations: list[ConsultationPart]


ComparisonDocument = OverviewPart | list[PairPart] | IncidentPairPart | SurprisesPart | AgreementPart | CasePart
