"""The ruling of a whole case: of one event its own; of several all they decide, on one sheet of the same shape."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, cast

from assistant.consultation.allowed import allowed
from assistant.consultation.events import Judged, outcomes_of
from assistant.consultation.naming import has_a_name, is_seated, player_label
from assistant.consultation.payment_table import payment_table
from assistant.consultation.seating import seated
from assistant.consultation.sheet import acts, due_steps, idle_words, is_over, once, passing, slot_parts, slot_steps
from assistant.decision.events import combined_slots
from assistant.decision.outcome import Outcome, Slots
from assistant.decision.seats import named
from assistant.decision.words import decision_line, headline
from assistant.french import lower_first, sentence
from assistant.model import DEFAULT_PLAYER, Library, Nature, WarnKind

if TYPE_CHECKING:
    from assistant.consultation.document import (
        AmountPart,
        ChangePart,
        CitationPart,
        ReadingPart,
        RulingPart,
        SanctionPart,
        WarningPart,
    )

READINGS = "Les lectures de ce cas ne disent pas la même chose de la donne : elle suit celle que vous choisissez."


def whole(library: Library, judged: Sequence[Judged], rulings: Sequence[RulingPart]) -> RulingPart:
    """The ruling of a case whose events all have theirs."""
    shares = shares_of(library, judged, rulings)
    ruleset = judged[0].questionnaire.network.ruleset
    slots = combined_slots(library, ruleset, outcomes_of(judged))
    over = is_over(library, slots)
    if len(shares) == 1:
        ruling = shares[0].alone_on_its_sheet()
    else:
        ruling = _together(library, ruleset, shares, slots)
    ruling["payments"] = payment_table(library, judged, [share.outcome for share in shares])
    ruling["allowed"] = allowed(library, judged, over)
    return ruling


def shares_of(library: Library, judged: Sequence[Judged], rulings: Sequence[RulingPart]) -> list[Share]:
    """What each event brings to the whole case, nothing owed twice."""
    return _owed_once(library, [_share(library, *one) for one in zip(judged, rulings, strict=True)])


def _together(library: Library, ruleset: str, shares: Sequence[Share], slots: Slots) -> RulingPart:
    """What several events decide, told once."""
    deal = library.slots[slots[0][0]].values[slots[0][1]].label if slots else ""
    decisions = [lower_first(share.line(decision_line(library, ruleset, share.alone)).rstrip(".")) for share in shares]
    aloud = [share.line(headline(library, ruleset, share.alone)) for share in shares]
    steps = _steps(shares, slots)
    return {
        **_joined([share.ruling for share in shares]),
        "headline": [*aloud, *([sentence(deal)] if deal else [])],
        "decision": sentence(" ; ".join([*decisions, *([deal] if deal else [])])),
        "interpreted": any(share.ruling["interpreted"] for share in shares),
        "sanctions": _sanctions(library, shares),
        "amounts": [share.amount(amount) for share in shares for amount in share.ruling["amounts"]],
        "slots": slot_parts(library, slots),
        "silences": [share.said(silence) for share in shares for silence in share.ruling["silences"]],
        "silence_help": [beside for share in shares for beside in share.ruling["silence_help"]],
        "discretion": [
            {"who": left["who"], "text": share.said(left["text"])}
            for share in shares
            for left in share.ruling["discretion"]
        ],
        "readings": [share.reading(reading) for share in shares for reading in share.ruling["readings"]],
        "steps": list(dict.fromkeys(sentence(step) for step in [*steps, *slot_steps(library, slots)])),
        "idle": [line for share in shares for line in share.idle(slots)],
        "citations": _citations(shares),
        "warnings": _warnings(shares, slots),
        "unless": [share.change(change) for share in shares for change in share.ruling["unless"]],
        "lighter": [share.change(change) for share in shares for change in share.ruling["lighter"]],
        "heavier": [share.change(change) for share in shares for change in share.ruling["heavier"]],
        "unordered": [share.change(change) for share in shares for change in share.ruling["unordered"]],
        "would_ask": [share.change(change) for share in shares for change in share.ruling["would_ask"]],
    }


def _joined(rulings: Sequence[RulingPart]) -> RulingPart:
    """Every part of several rulings together, where the whole case has no word of its own for it."""
    return cast("RulingPart", {key: _all([dict(ruling)[key] for ruling in rulings]) for key in rulings[0]})


def _all(parts: Sequence[object]) -> object:
    """What several sheets say in one place: all lines, each once; true where one is; else what the first says."""
    if all(isinstance(part, list) for part in parts):
        every: list[object] = []
        for line in chain.from_iterable(cast("Sequence[list[object]]", parts)):
            every += [line] if line not in every else []
        return every
    if all(isinstance(part, bool) for part in parts):
        return any(parts)
    return next((part for part in parts if part is not None), None)


class Share(NamedTuple):
    """What one event brings to the whole case, told of its player."""

    library: Library
    judged: Judged
    outcome: Outcome
    ruling: RulingPart
    who: str

    @property
    def alone(self) -> Outcome:
        """The outcome without the deal, of which the whole case speaks unless it was an earlier one."""
        return self.outcome if self.judged.past else self.outcome._replace(slots=())

    @property
    def touches(self) -> bool:
        """Whether it decides something about its own player."""
        return not self.outcome.sanctions or any(player == DEFAULT_PLAYER for player, _ in self.outcome.sanctions)

    def without(self, covered: set[str]) -> Share:
        """The share less the dues of these sanctions, and what is to be done for them."""
        again = covered & {due.amount.sanction for due in self.outcome.dues}
        if not again:
            return self
        outcome = self.outcome._replace(
            sanctions=frozenset(pair for pair in self.outcome.sanctions if pair[1] not in again),
            dues=frozenset(due for due in self.outcome.dues if due.amount.sanction not in again),
        )
        amounts = [amount for amount in self.ruling["amounts"] if amount["sanction"] not in again]
        return self._replace(outcome=outcome, ruling={**self.ruling, "amounts": amounts})

    def named(self, text: str) -> str:
        """Words about the player in question as words about this one."""
        return named(text, self.who) if has_a_name(self.judged.event.player) else text

    def said(self, text: str) -> str:
        """Words of this event, with its number."""
        return self.named(f"Incident {self.judged.event.number} : {lower_first(text)}")

    def line(self, words: str) -> str:
        """The decision of this event, with its number and, where it touches one player, whom."""
        told = [*([self.who] if self.touches and self.who else []), *(["donne précédente"] if self.judged.past else [])]
        whose = f" ({', '.join(told)})" if told else ""
        if self.judged.ended is not None:
            words = f"la victoire est sans effet, l'incident {self.judged.ended} avait fini la donne"
        return sentence(f"incident {self.judged.event.number}{whose} : {lower_first(self.named(words))}")

    def alone_on_its_sheet(self) -> RulingPart:
        """The ruling of a case of one event; a player who has a name is named first."""
        if not is_seated(self.judged.event.player) or not self.touches:
            return self.ruling
        aloud = [f"{self.who} : {lower_first(line)}" for line in self.ruling["headline"]]
        decision = f"{self.who} : {lower_first(self.ruling['decision'])}"
        return {**self.ruling, "headline": aloud, "decision": decision}

    def overtaken(self, slots: Slots) -> bool:
        """Whether another event decides what becomes of the deal."""
        return not self.judged.past and bool(slots) and self.outcome.slot(slots[0][0]) not in (None, slots[0][1])

    def steps(self, slots: Slots) -> list[str]:
        """What to do because of this event; where another decides the deal, only what is owed and left to decide."""
        network = self.judged.questionnaire.network
        if self.overtaken(slots) or self.judged.ended is not None:
            return [self.said(step) for step in due_steps(self.library, self.outcome)]
        kept = self.outcome.sanctions - passing(self.library, network.ruleset, self.outcome, slots)
        lasting = self.outcome if self.judged.past else self.outcome._replace(sanctions=kept)
        return [self.said(step) for step in acts(self.library, self.judged.position.state.run, lasting)]

    def idle(self, slots: Slots) -> Iterator[str]:
        """What the end of the deal leaves without effect."""
        if self.judged.ended is not None:
            yield self.line("")
        ruleset = self.judged.questionnaire.network.ruleset
        if not self.judged.past:
            yield from (self.line(words) for words in idle_words(self.library, ruleset, self.outcome, slots))

    def sanction(self, sanction: SanctionPart) -> SanctionPart:
        return {**sanction, "on": self.named(sanction["on"])}

    def amount(self, amount: AmountPart) -> AmountPart:
        text = sentence(self.named(lower_first(amount["text"])))
        return {**amount, "payer": self.named(amount["payer"]), "payee": self.named(amount["payee"]), "text": text}

    def reading(self, reading: ReadingPart) -> ReadingPart:
        return {
            **reading,
            "key": self.judged.event.prefix + reading["key"],
            "text": self.said(reading["text"]),
            "sanctions": [self.sanction(sanction) for sanction in reading["sanctions"]],
            "amounts": [self.amount(amount) for amount in reading["amounts"]],
        }

    def change(self, change: ChangePart) -> ChangePart:
        """What would change this event, with its number."""
        return {**change, "title": f"Incident {self.judged.event.number} : {lower_first(change['title'])}"}


def _share(library: Library, judged: Judged, ruling: RulingPart) -> Share:
    assert judged.end is not None and judged.end.outcome is not None
    player = judged.event.player
    who = player_label(library, player)
    told = seated(ruling, who) if has_a_name(player) else ruling
    return Share(library, judged, judged.end.outcome, told, who)


def _owed_once(library: Library, shares: list[Share]) -> list[Share]:
    """What an event decides for the whole table is not owed once more by what another decides of one player, nor the same payment twice."""
    return [
        share.without(
            {
                covered
                for other in shares
                if other is not share
                for due in other.outcome.dues
                for covered in library.sanctions[due.amount.sanction].covers
            }
            | _owed_before(library, share, shares[:index])
        )
        for index, share in enumerate(shares)
    ]


def _owed_before(library: Library, share: Share, earlier: Sequence[Share]) -> set[str]:
    """The payments, no punishments, that an earlier event of the same deal already makes the same player's."""
    same = [
        other
        for other in earlier
        if other.judged.event.player == share.judged.event.player and other.judged.past == share.judged.past
    ]
    before = {due for other in same for due in other.outcome.dues}
    mine = {
        due.amount.sanction
        for due in share.outcome.dues
        if library.sanctions[due.amount.sanction].nature is Nature.DECISION
    }
    return {name for name in mine if {due for due in share.outcome.dues if due.amount.sanction == name} <= before}


def _steps(shares: Iterable[Share], slots: Slots) -> list[str]:
    """What to do because of each event; what an earlier one already orders for the same player is not ordered again."""
    ordered: dict[tuple[str, str], str] = {}
    for share in shares:
        for step in share.steps(slots):
            ordered.setdefault((share.who, step.partition(" : ")[2]), step)
    return list(ordered.values())


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

