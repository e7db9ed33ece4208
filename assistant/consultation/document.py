"""The document that `arbitre rule --json` prints and the API serves, as types; the published JSON Schema is made of them.

Imported for typing only, and by whoever writes the schema.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

from assistant.consultation.guidance import ExitPart, NeighbourPart, SilenceHelpPart
from assistant.consultation.settlement import AllowedPart, PaymentTablePart
from assistant.consultation.vocabulary import Counting, Origin, Role, Status
from assistant.hands.parts import HandPart
from assistant.model import By, WarnKind, When

Side = Literal["lighter", "heavier", "unordered", "would_ask"]


class RulesetPart(TypedDict):
    id: str
    title: str
    short: str
    edition: str
    newer: str


class IncidentPart(TypedDict):
    id: str
    title: str


class AnswerPart(TypedDict):
    fact: str
    title: str
    value: str | int
    label: str
    origin: Origin


class KnownPart(AnswerPart):
    key: Annotated[
        str, Field(description="Le nom sous lequel la réponse se donne, avec le préfixe d'un incident suivant.")
    ]
    why: Annotated[str | None, Field(description="Pour une réponse calculée, ce que montrent les tuiles.")]
    cites: Annotated[list[str], Field(description="Pour une réponse calculée, les clauses qui la fondent.")]
    note: Annotated[str | None, Field(description="Ce que les tuiles seules ne disent pas.")]


class ChoicePart(TypedDict):
    value: str
    label: str
    help: str | None
    exit: Annotated[bool, Field(description="Vrai si la réponse sort de l'incident, à moins qu'une règle la décide.")]


class NumberPart(TypedDict):
    min: int
    max: int
    unit: str


class TypedPart(TypedDict):
    title: str
    number: NumberPart | None
    hint: str | None


class WhyPart(TypedDict):
    value: str | int
    label: str
    leaves: Annotated[list[str], Field(description="Les décisions que cette réponse laisse possibles.")]


class JudgementPart(TypedDict):
    """What is asked is judged, not seen; by which measure of the ruleset played, if it has one."""

    text: str
    citations: Annotated[list[CitationPart], Field(description="Les clauses qui donnent la mesure ; vide sans repère.")]


class QuestionPart(TypedDict):
    fact: Annotated[str, Field(description="Le fait demandé, ou du cas lui-même : qui, par, quand.")]
    event: int
    key: str
    title: str
    question: str
    help: Annotated[str | None, Field(description="Ce qui aide à répondre, dans les mots du règlement joué.")]
    judgement: Annotated[JudgementPart | None, Field(description="Si cela se juge plutôt que de se voir ; null sinon.")]
    answers: list[ChoicePart]
    number: NumberPart | None
    hint: Annotated[str | None, Field(description="Ce qui se tape au lieu de se choisir, en mots.")]
    tiles: Annotated[
        str | None, Field(description="Le nom sous lequel donner les tuiles qui peuvent y répondre, ou null.")
    ]
    not_established: Annotated[
        ChoicePart | None,
        Field(description="La réponse qui laisse le fait ouvert ; null si l'on demande qui l'a fait."),
    ]
    why: list[WhyPart]


class OpenPart(TypedDict):
    rule: str
    title: str
    waits_for: list[str]
    cites: list[str]
    interpreted: Annotated[bool, Field(description="Vrai si la règle repose sur une interprétation de notre part.")]


class SanctionPart(TypedDict):
    id: str
    name: str
    effect: str
    player: str
    on: str


class AmountPart(TypedDict):
    sanction: str
    numbers: Annotated[
        list[int] | None,
        Field(
            description="Un nombre, les deux bornes d'une fourchette ou les choix ; null là où le texte ne compte plus."
        ),
    ]
    kind: Counting
    unit: str
    payer: str
    payee: str
    moment: str
    text: str


class SlotPart(TypedDict):
    id: str
    title: str
    value: str
    label: str


class DiscretionPart(TypedDict):
    who: str
    text: str


class ReadingPart(TypedDict):
    key: Annotated[str, Field(description="Le nom sous lequel l'arbitre dit qu'elle la suit.")]
    number: Annotated[int, Field(description="Son numéro parmi les lectures de son incident.")]
    text: str
    silence: str | None
    sanctions: list[SanctionPart]
    amounts: list[AmountPart]
    discretion: Annotated[list[DiscretionPart], Field(description="Ce qu'elle laisse choisir, et à qui.")]
    slots: list[SlotPart]
    cites: list[str]


class WarningPart(TypedDict):
    kind: WarnKind
    text: str
    matters: Annotated[bool, Field(description="Vrai s'il touche cette décision, et non le seul texte cité.")]


class CitationPart(TypedDict):
    id: str
    source: str
    title: str
    edition: str
    section: str
    heading: str
    quotes: list[str]
    prevails: str
    licence: str
    attribution: str
    role: Role
    open: Annotated[bool, Field(description="Vrai si la fiche la montre d'emblée : elle décide, ou dit le nombre.")]
    warnings: list[WarningPart]


class BecausePart(TypedDict):
    fact: str
    title: str
    label: str
    said: Annotated[str, Field(description="La même réponse comme elle se dit après « parce que ».")]


class HowPart(TypedDict):
    rule: str
    title: str
    because: list[BecausePart]
    cites: list[str]
    interpretation: Annotated[str | None, Field(description="Ce que nous avons dû comprendre au-delà du texte.")]
    overrides: list[str]


class ChangePart(AnswerPart):
    key: Annotated[
        str, Field(description="Le nom sous lequel la réponse se donne, avec le numéro d'un incident suivant.")
    ]
    decision: str | None
    change: Annotated[str | None, Field(description="En peu de mots ce qui serait autre, s'il y a une décision.")]
    asks: str | None
    because: str | None
    interpreted: Annotated[bool, Field(description="Vrai si cette autre décision repose sur notre interprétation.")]


class RulingPart(TypedDict):
    """A ruling, of one event or of a whole case."""

    headline: Annotated[
        list[str],
        Field(
            description="La décision à lire à voix haute : une ligne par incident, et une pour ce que devient la donne."
        ),
    ]
    decision: Annotated[str, Field(description="La décision entière, en une phrase.")]
    interpreted: Annotated[
        bool, Field(description="Vrai si elle repose sur notre interprétation, dite parmi les avertissements.")
    ]
    sanctions: list[SanctionPart]
    amounts: list[AmountPart]
    slots: list[SlotPart]
    silences: list[str]
    silence_help: Annotated[
        list[SilenceHelpPart],
        Field(description="Par incident dont le texte tait quelque chose, ce qui aide à décider sans en décider."),
    ]
    discretion: list[DiscretionPart]
    readings: list[ReadingPart]
    steps: list[str]
    idle: Annotated[list[str], Field(description="Ce que la fin de la donne laisse sans effet.")]
    citations: list[CitationPart]
    warnings: list[WarningPart]
    how: list[HowPart]
    dispute_does_not_matter: Annotated[
        bool, Field(description="Vrai si un fait est contesté sans que cela change rien.")
    ]
    unless: Annotated[list[ChangePart], Field(description="Les circonstances supposées, et ce que chacune changerait.")]
    lighter: Annotated[
        list[ChangePart],
        Field(description="Les changements d'une seule réponse qui rendraient la décision plus légère."),
    ]
    heavier: Annotated[
        list[ChangePart],
        Field(description="Les changements d'une seule réponse qui rendraient la décision plus lourde."),
    ]
    unordered: Annotated[list[ChangePart], Field(description="Les changements que la gravité n'ordonne pas.")]
    would_ask: Annotated[
        list[ChangePart], Field(description="Les changements après lesquels une autre question se poserait.")
    ]
    payments: Annotated[
        PaymentTablePart | None, Field(description="Si plus d'un paiement est dû et que les sièges sont connus.")
    ]
    allowed: Annotated[
        list[AllowedPart], Field(description="Par joueur, ce qui n'est plus permis, ou dont le texte ne le dit pas.")
    ]


class PossibilityPart(TypedDict):
    when: Annotated[
        list[list[AnswerPart]],
        Field(description="Chaque chemin vers cette décision : des valeurs des faits contestés."),
    ]
    apart: Annotated[
        list[str], Field(description="Ce qui la distingue d'une autre possibilité qui se lit pareil ; vide sinon.")
    ]
    ruling: RulingPart


class TreeAnswerPart(TypedDict):
    labels: list[str]
    values: Annotated[
        list[str] | None,
        Field(description="Ce qu'il faut dire pour tenir chacune pour vraie ; null parmi beaucoup de nombres."),
    ]
    then: TreePart | None
    possibility: Annotated[
        int | None, Field(description="Le numéro de la décision parmi les possibilités, à partir de 1.")
    ]


class TreePart(TypedDict):
    """What to establish, and where each answer leads."""

    event: int
    fact: str
    key: Annotated[str, Field(description="Le nom sous lequel on le dit une fois établi.")]
    title: str
    judgement: Annotated[bool, Field(description="Vrai si cela se juge, plutôt que de s'établir.")]
    answers: list[TreeAnswerPart]


class OverruledPart(TypedDict):
    fact: str
    key: str
    title: str
    said: str
    computed: str
    why: str
    by: Annotated[
        Literal["tuiles", "evenement", "reponse"],
        Field(description="Ce qui dit le contraire : les tuiles, un autre événement, ou une autre réponse."),
    ]


class SaidPart(TypedDict):
    """What was said of an event itself: to whom, when, the reading followed, the choice made."""

    key: str
    title: str
    label: str


class EventPart(TypedDict):
    """One incident of a case: what is known of it, and what it alone decides."""

    number: int
    label: Annotated[str, Field(description="Ce qui le distingue des autres incidents du cas ; vide s'il est seul.")]
    by: Annotated[By, Field(description="Si c'est le joueur du premier événement, là où aucun siège n'est donné.")]
    who: Annotated[str, Field(description="Le siège ou le nom du joueur ; joueur, autre ou personne sinon.")]
    to_whom: Annotated[str | None, Field(description="Le joueur qui l'a subi.")]
    when: Annotated[When | None, Field(description="Par rapport à l'événement d'avant ; null si rien n'en a été dit.")]
    reading: Annotated[int | None, Field(description="Le numéro de la lecture que l'arbitre suit.")]
    choice: Annotated[str | None, Field(description="Ce que l'arbitre a choisi là où le texte le lui laisse.")]
    said: Annotated[list[SaidPart], Field(description="La même chose en mots, sauf qui l'a fait.")]
    incident: IncidentPart
    judged_as: Annotated[
        IncidentPart | None, Field(description="L'incident dont il s'agit à cause d'un statut du joueur.")
    ]
    turned_by: Annotated[str | None, Field(description="Ce statut, et l'événement qui l'a posé.")]
    answers: list[KnownPart]
    hand: HandPart | None
    overruled: Annotated[
        list[OverruledPart], Field(description="Là où une réponse de l'arbitre ne va pas avec les tuiles, un autre événement ou une autre réponse.")
    ]
    ignored: Annotated[list[str], Field(description="Les faits donnés que ce règlement ne lit pas pour cet incident.")]
    ruling: Annotated[RulingPart | None, Field(description="Vaut null tant qu'il n'y a pas une seule décision.")]
    establish: Annotated[list[str], Field(description="Quoi regarder, et qui interroger d'abord.")]
    neighbours: Annotated[
        list[NeighbourPart], Field(description="Les incidents de ce règlement avec lesquels on peut le confondre.")
    ]


class ConsultationPart(TypedDict):
    """What one ruleset says of a case of one event or more."""

    ruleset: RulesetPart
    context: list[AnswerPart]
    events: Annotated[
        list[EventPart],
        Field(
            min_length=1,
            description="Tous, dans l'ordre.",
        ),
    ]
    status: Status
    question: Annotated[
        QuestionPart | None, Field(description="La question à poser maintenant, sur le dernier incident.")
    ]
    open: Annotated[list[OpenPart], Field(description="Tant qu'une question se pose, les décisions encore possibles.")]
    ruling: Annotated[
        RulingPart | None, Field(description="La décision du cas entier ; d'un incident seul, la sienne.")
    ]
    exit: Annotated[
        ExitPart | None,
        Field(description="Là où une réponse sort de l'incident : ni décision ni silence, mais où aller ; null sinon."),
    ]
    possibilities: Annotated[
        list[PossibilityPart],
        Field(description="Là où un fait contesté décide, chaque décision possible du cas entier."),
    ]
    tree: Annotated[
        TreePart | None,
        Field(description="Les mêmes en arbre, ce qui apprend le plus d'abord ; null sans possibilités."),
    ]
    disputed: Annotated[
        CitationPart | None, Field(description="La clause qui dit qui tranche un fait contesté, s'il y en a une.")
    ]


@with_config(ConfigDict(extra="forbid"))
class ConsultationDocument(TypedDict):
    format: Literal["arbitre/2"]
    knowledge: Annotated[str, Field(description="L'empreinte des connaissances qui ont répondu.")]
    consultations: list[ConsultationPart]
