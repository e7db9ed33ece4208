"""The ruling of a whole case: of one event its own; of several all they decide, on one sheet of the same shape."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from assistant.consultation.events import Judged
from assistant.consultation.sheet import acts, due_steps, once, slot_parts, slot_steps
from assistant.decision.events import combined_slots
from assistant.decision.outcome import Outcome, Slots
from assistant.decision.words import decision_line, headline
from assistant.french import lower_first, sentence
from assistant.model import DEFAULT_PLAYER, By, Library, WarnKind

if TYPE_CHECKING:
    from assistant.consultation.document import (
        AmountPart,
        CitationPart,
        HowPart,
        ReadingPart,
        RulingPart,
        SanctionPart,
        WarningPart,
    )

OTHER_PLAYER = "l'autre joueur"
READINGS = "Les lectures de ce cas ne disent pas la même chose de la donne : elle suit celle que vous choisissez."


def whole(library: Library, judged: Sequence[Judged], rulings: Sequence[RulingPart]) -> RulingPart:
    """The ruling of a case whose events all have theirs."""
    if len(rulings) == 1:
        return rulings[0]
    shares = [_share(library, event, ruling) for event, ruling in zip(judged, rulings, strict=True)]
    ruleset = judged[0].questionnaire.network.ruleset
    slots = combined_slots(library, ruleset, [share.outcome for share in shares])
    deal = library.slots[slots[0][0]].values[slots[0][1]].label if slots else ""
    decisions = [lower_first(share.line(decision_line(library, ruleset, share.alone)).rstrip(".")) for share in shares]
    aloud = [share.line(headline(library, ruleset, share.alone)) for share in shares]
    steps = [step for share in shares for step in share.steps(slots)]
    return {
        "headline": [*aloud, *([sentence(deal)] if deal else [])],
        "decision": sentence(" ; ".join([*decisions, *([deal] if deal else [])])),
        "sanctions": _sanctions(library, shares),
        "amounts": [share.amount(amount) for share in shares for amount in share.ruling["amounts"]],
        "slots": slot_parts(library, slots),
        "silences": [share.said(silence) for share in shares for silence in share.ruling["silences"]],
        "discretion": [
            {"who": left["who"], "text": share.said(left["text"])}
            for share in shares
            for left in share.ruling["discretion"]
        ],
        "readings": [share.reading(reading) for share in shares for reading in share.ruling["readings"]],
        "steps": list(dict.fromkeys(sentence(step) for step in [*steps, *slot_steps(library, slots)])),
        "citations": _citations(shares),
        "warnings": _warnings(shares, slots),
        "how": _how(shares),
        "dispute_does_not_matter": any(share.ruling["dispute_does_not_matter"] for share in shares),
        "unless": [],
        "lighter": [],
        "heavier": [],
        "unordered": [],
        "would_ask": [],
    }


class Share(NamedTuple):
    """What one event brings to the whole case, told of its player."""

    library: Library
    judged: Judged
    outcome: Outcome
    ruling: RulingPart
    culprit: str
    who: str

    @property
    def alone(self) -> Outcome:
        """The outcome without the deal, of which the whole case speaks."""
        return self.outcome._replace(slots=())

    def named(self, text: str) -> str:
        """Words about the player in question as words about this one."""
        return text.replace(self.culprit, self.who)

    def said(self, text: str) -> str:
        """Words of this event, with its number."""
        return self.named(f"Incident {self.judged.event.number} : {lower_first(text)}")

    def line(self, words: str) -> str:
        """The decision of this event, with its number and, where it touches one player, whom."""
        touches = not self.outcome.sanctions or any(player == DEFAULT_PLAYER for player, _ in self.outcome.sanctions)
        whose = f" ({self.who})" if touches else ""
        return sentence(f"incident {self.judged.event.number}{whose} : {lower_first(self.named(words))}")

    def steps(self, slots: Slots) -> list[str]:
        """What to do because of this event; where another decides the deal, only what is owed and left to decide."""
        network = self.judged.questionnaire.network
        overtaken = bool(slots) and self.outcome.slot(slots[0][0]) not in (None, slots[0][1])
        if overtaken:
            return [self.said(step) for step in due_steps(self.library, self.outcome)]
        return [self.said(step) for step in acts(self.library, network.ruleset, self.outcome, network.rules)]

    def sanction(self, sanction: SanctionPart) -> SanctionPart:
        return {**sanction, "on": self.named(sanction["on"])}

    def amount(self, amount: AmountPart) -> AmountPart:
        text = sentence(self.named(lower_first(amount["text"])))
        return {**amount, "payer": self.named(amount["payer"]), "payee": self.named(amount["payee"]), "text": text}

    def reading(self, reading: ReadingPart) -> ReadingPart:
        return {
            **reading,
            "text": self.said(reading["text"]),
            "sanctions": [self.sanction(sanction) for sanction in reading["sanctions"]],
            "amounts": [self.amount(amount) for amount in reading["amounts"]],
        }


def _share(library: Library, judged: Judged, ruling: RulingPart) -> Share:
    assert judged.end is not None and judged.end.outcome is not None
    culprit = library.players[DEFAULT_PLAYER].label
    who = culprit if judged.event.by == By.SAME else OTHER_PLAYER
    return Share(library, judged, judged.end.outcome, ruling, culprit, who)


def _sanctions(library: Library, shares: Iterable[Share]) -> list[SanctionPart]:
    """Every sanction, the same for the same player once; « aucune » beside another says nothing."""
    every: list[SanctionPart] = []
    for share in shares:
        mine = [share.sanction(sanction) for sanction in share.ruling["sanctions"]]
        every += [sanction for sanction in mine if sanction not in every]
    weighty = [sanction for sanction in every if not library.sanctions[sanction["id"]].vanishes]
    return weighty or every


def _citations(shares: Iterable[Share]) -> list[CitationPart]:
    """Each clause once, the open ones first."""
    cited: dict[str, CitationPart] = {}
    for share in shares:
        for citation in share.ruling["citations"]:
            if citation["id"] not in cited or citation["open"]:
                cited[citation["id"]] = citation
    return sorted(cited.values(), key=lambda citation: not citation["open"])


def _warnings(shares: Iterable[Share], slots: Slots) -> list[WarningPart]:
    warnings = [warning for share in shares for warning in share.ruling["warnings"]]
    if not slots:
        warnings.insert(0, {"kind": WarnKind.READINGS, "text": READINGS, "matters": True})
    return once(warnings)


def _how(shares: Iterable[Share]) -> list[HowPart]:
    """The rules that stand, each once where the same facts make it stand twice."""
    steps: list[HowPart] = []
    for share in shares:
        steps += [step for step in share.ruling["how"] if step not in steps]
    return steps
