"""The document that `arbitre rule --json` prints and the API serves, as types; the published JSON Schema is made of them.

Imported for typing only, and by whoever writes the schema.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

from assistant.consultation.vocabulary import Counting, Origin, Role, Status
from assistant.hands.parts import HandPart
from assistant.model import By, WarnKind

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
    key: Annotated[str, Field(description="The name under which the answer is told: prefixed for a further incident.")]
    why: Annotated[str | None, Field(description="Of a computed answer, what the tiles show.")]
    cites: Annotated[list[str], Field(description="Of a computed answer, the clauses behind it.")]
    note: Annotated[str | None, Field(description="What the tiles alone do not say.")]


class ChoicePart(TypedDict):
    value: str
    label: str
    help: str | None


class NumberPart(TypedDict):
    min: int
    max: int
    unit: str


class WhyPart(TypedDict):
    value: str | int
    label: str
    leaves: Annotated[list[str], Field(description="The rulings this answer leaves possible.")]


class QuestionPart(TypedDict):
    fact: str
    key: str
    title: str
    question: str
    help: str | None
    answers: list[ChoicePart]
    number: NumberPart | None
    tiles: Annotated[
        str | None, Field(description="The name under which tiles can be told that may answer it, or null.")
    ]
    not_established: Annotated[ChoicePart, Field(description="The answer that leaves the fact open; always allowed.")]
    why: list[WhyPart]


class OpenPart(TypedDict):
    rule: str
    title: str
    waits_for: list[str]
    cites: list[str]


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
        Field(description="One number, the two ends of a range, or the choices; null where the text stops counting."),
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
    text: str
    silence: str | None
    sanctions: list[SanctionPart]
    amounts: list[AmountPart]
    slots: list[SlotPart]
    cites: list[str]


class WarningPart(TypedDict):
    kind: WarnKind
    text: str
    matters: Annotated[bool, Field(description="Whether it bears on this decision rather than on the text cited.")]


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
    open: Annotated[bool, Field(description="Whether a sheet shows it at once: it decides, or says the number.")]
    warnings: list[WarningPart]


class BecausePart(TypedDict):
    fact: str
    title: str
    label: str


class HowPart(TypedDict):
    rule: str
    title: str
    because: list[BecausePart]
    cites: list[str]
    overrides: list[str]


class ChangePart(AnswerPart):
    decision: str | None
    change: Annotated[str | None, Field(description="In few words what would be otherwise, where there is a decision.")]
    asks: str | None
    because: str | None


class RulingPart(TypedDict):
    """A ruling, of one event or of a whole case."""

    headline: Annotated[
        list[str],
        Field(
            description="The decision to be read aloud: a line for each event of a case, and for what becomes of the deal."
        ),
    ]
    decision: Annotated[str, Field(description="The decision whole, in one sentence.")]
    sanctions: list[SanctionPart]
    amounts: list[AmountPart]
    slots: list[SlotPart]
    silences: list[str]
    discretion: list[DiscretionPart]
    readings: list[ReadingPart]
    steps: list[str]
    citations: list[CitationPart]
    warnings: list[WarningPart]
    how: list[HowPart]
    dispute_does_not_matter: Annotated[
        bool, Field(description="Whether a fact is contested without changing anything.")
    ]
    unless: Annotated[list[ChangePart], Field(description="Assumed circumstances and what each would change.")]
    lighter: Annotated[list[ChangePart], Field(description="Single answers that would make it lighter.")]
    heavier: Annotated[list[ChangePart], Field(description="Single answers that would make it heavier.")]
    unordered: Annotated[list[ChangePart], Field(description="Changes that cannot be ordered by gravity.")]
    would_ask: Annotated[list[ChangePart], Field(description="Changes after which something else would be asked.")]


class PossibilityPart(TypedDict):
    when: Annotated[list[list[AnswerPart]], Field(description="Each way to this ruling: values of contested facts.")]
    ruling: RulingPart


class OverruledPart(TypedDict):
    fact: str
    key: str
    title: str
    said: str
    computed: str
    why: str


class EventPart(TypedDict):
    """One incident of a case: what is known of it, and what it alone decides."""

    number: int
    label: Annotated[
        str, Field(description="What tells it from the other events of the case; empty where it is the only one.")
    ]
    by: By
    incident: IncidentPart
    answers: list[KnownPart]
    hand: HandPart | None
    overruled: Annotated[
        list[OverruledPart], Field(description="Where the referee's answer differs from what the tiles say.")
    ]
    ignored: Annotated[list[str], Field(description="Facts told that this ruleset does not read for this incident.")]
    ruling: Annotated[RulingPart | None, Field(description="Null until a single ruling stands.")]


class ConsultationPart(TypedDict):
    """What one ruleset says of a case of one event or more."""

    ruleset: RulesetPart
    context: list[AnswerPart]
    events: Annotated[
        list[EventPart],
        Field(
            min_length=1,
            description="In order, up to the first that has no single ruling yet: the next one waits for it.",
        ),
    ]
    status: Status
    question: Annotated[QuestionPart | None, Field(description="What to ask next, of the last event.")]
    open: Annotated[list[OpenPart], Field(description="While something is asked, the rulings still possible.")]
    ruling: Annotated[RulingPart | None, Field(description="The ruling of the whole case; of a single event its own.")]
    possibilities: Annotated[
        list[PossibilityPart], Field(description="Where a contested fact decides, the rulings of the last event.")
    ]
    disputed: Annotated[
        CitationPart | None, Field(description="The clause that says who settles a contested fact, if there is one.")
    ]


@with_config(ConfigDict(extra="forbid"))
class ConsultationDocument(TypedDict):
    format: Literal["arbitre/2"]
    knowledge: Annotated[str, Field(description="The fingerprint of the knowledge that answered.")]
    consultations: list[ConsultationPart]
