"""The document that `arbitre rule --json` prints and the API serves, as models for its published JSON Schema."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class RulesetPart(Part):
    id: str
    title: str
    short: str
    edition: str
    newer: str


class IncidentPart(Part):
    id: str
    title: str


Origin = Literal["contexte", "given", "computed", "entailed", "contested", "derived", "assumed", "unless", "changed"]


class AnswerPart(Part):
    fact: str
    title: str
    value: str | int
    label: str
    origin: Origin


class KnownPart(AnswerPart):
    key: str = Field(description="The name under which the answer is given: prefixed for a further incident.")
    why: str | None = Field(default=None, description="Of a computed answer, what the tiles show.")
    cites: list[str] = Field(default_factory=list, description="Of a computed answer, the clauses behind it.")
    note: str | None = Field(default=None, description="What the tiles alone do not say.")


class ChoicePart(Part):
    value: str
    label: str
    help: str | None


class NumberPart(Part):
    min: int
    max: int
    unit: str


class WhyPart(Part):
    value: str | int
    label: str
    leaves: list[str] = Field(description="The rulings this answer leaves possible.")


class QuestionPart(Part):
    fact: str
    key: str
    title: str
    question: str
    help: str | None
    answers: list[ChoicePart]
    number: NumberPart | None
    tiles: str | None = Field(description="The name under which tiles can be given that may answer it, or null.")
    not_established: ChoicePart = Field(description="The answer that leaves the fact open; always allowed.")
    why: list[WhyPart]


class OpenPart(Part):
    rule: str
    title: str
    waits_for: list[str]
    cites: list[str]


class SanctionPart(Part):
    id: str
    name: str
    effect: str
    player: str
    on: str


class AmountPart(Part):
    sanction: str
    numbers: list[int] | None = Field(
        description="One number, the two ends of a range, or the choices; null where the text stops counting."
    )
    kind: Literal["exact", "range", "choices"]
    unit: str
    payer: str
    payee: str
    moment: str
    text: str


class SlotPart(Part):
    id: str
    title: str
    value: str
    label: str


class DiscretionPart(Part):
    who: str
    text: str


class ReadingPart(Part):
    text: str
    silence: str | None
    sanctions: list[SanctionPart]
    amounts: list[AmountPart]
    slots: list[SlotPart]
    cites: list[str]


class WarningPart(Part):
    kind: str
    text: str
    matters: bool = Field(default=False, description="Whether it bears on this decision rather than on the text cited.")


class CitationPart(Part):
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
    role: Literal["decision", "montant", "deduction", "suite"] = Field(
        description="Whether it carries the ruling, the amount, a derived fact, or what follows."
    )
    open: bool = Field(description="Whether a sheet shows it at once: it decides, or says the number.")
    warnings: list[WarningPart]


class HowPart(Part):
    class Because(Part):
        fact: str
        title: str
        label: str

    rule: str
    title: str
    because: list[Because]
    cites: list[str]
    overrides: list[str]


class ChangePart(AnswerPart):
    decision: str | None
    change: str | None = Field(
        default=None, description="In few words what would be otherwise, where there is a decision."
    )
    asks: str | None
    because: str | None = None


class RulingPart(Part):
    headline: str = Field(description="The decision to be read aloud; amounts and steps tell the rest.")
    decision: str = Field(description="The decision whole, in one sentence.")
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
    dispute_does_not_matter: bool = False
    unless: list[ChangePart] = Field(
        default_factory=list, description="Assumed circumstances and what each would change."
    )
    lighter: list[ChangePart] = Field(default_factory=list)
    heavier: list[ChangePart] = Field(default_factory=list)
    unordered: list[ChangePart] = Field(default_factory=list, description="Changes that cannot be ordered by gravity.")
    would_ask: list[ChangePart] = Field(
        default_factory=list, description="Changes after which something else would be asked."
    )


class CombinedPart(Part):
    headline: list[str] = Field(
        description="To be read aloud: each incident's decision, then what becomes of the deal."
    )
    decision: str
    parts: list[str] = Field(description="The decision of each incident, in order.")
    slots: list[SlotPart]
    steps: list[str]
    citations: list[CitationPart]
    warnings: list[WarningPart]


class PossibilityPart(Part):
    when: list[list[AnswerPart]] = Field(description="Each way to this ruling: values of contested facts.")
    ruling: RulingPart


class LinePart(Part):
    text: str
    cites: list[str]
    section: str | None


class MeldPart(Part):
    kind: str
    open: bool
    tiles: list[str]


class HandPart(Part):
    """The tiles of the case, each as 3m, 6z."""

    text: str
    concealed: list[str]
    melds: list[MeldPart]
    winning: str | None
    discards: list[str] | None
    said: list[str]
    lines: list[LinePart]
    wrong_count: int | None = Field(description="How many tiles there are, where that is not a hand.")
    offers: str | None = Field(description="The incident to look at where the number of tiles is wrong.")


class OverruledPart(Part):
    fact: str
    key: str
    title: str
    said: str
    computed: str
    why: str


class ConsultationPart(Part):
    ruleset: RulesetPart
    incident: IncidentPart
    number: int
    by: Literal["meme", "autre"]
    context: list[AnswerPart]
    answers: list[KnownPart]
    hand: HandPart | None
    overruled: list[OverruledPart] = Field(description="Where the referee's answer differs from what the tiles say.")
    ignored: list[str] = Field(description="Facts given that this ruleset does not read for this incident.")
    status: Literal["question", "ruling", "possibilities"]
    question: QuestionPart | None
    open: list[OpenPart]
    ruling: RulingPart | None
    possibilities: list[PossibilityPart]
    disputed: CitationPart | None = Field(
        description="The clause that says who settles a contested fact, if there is one."
    )

    events: list[ConsultationPart] = Field(default_factory=list, description="Each incident, where a case has several.")
    combined: CombinedPart | None = None


class ConsultationDocument(Part):
    format: Literal["arbitre/2"]
    knowledge: str = Field(description="The fingerprint of the knowledge that answered.")
    consultations: list[ConsultationPart]
