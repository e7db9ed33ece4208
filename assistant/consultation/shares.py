"""What each event brings to the whole case: its decision and steps told of its player, and nothing owed twice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from assistant.consultation.events import Judged, outcomes_of
from assistant.consultation.naming import is_seated, player_label
from assistant.consultation.seating import Say, sayer, seated
from assistant.consultation.sheet import due_steps, gestures, idle_words, lasting_steps, passing
from assistant.decision.events import combined_slots
from assistant.decision.links import NOBODY
from assistant.decision.outcome import Due, Outcome, Slots
from assistant.french import lower_first, sentence
from assistant.model import DEFAULT_PLAYER, Library, Nature, OnDues, When

if TYPE_CHECKING:
    from assistant.consultation.document import AmountPart, ChangePart, ReadingPart, RulingPart, SanctionPart

TITLE = re.compile(r"« ([^»]+) »")


def shares_of(library: Library, judged: Sequence[Judged], rulings: Sequence[RulingPart]) -> list[Share]:
    """What each event brings to the whole case, nothing owed twice."""
    shares = [_share(library, *one) for one in zip(judged, rulings, strict=True)]
    owing = _owed_once(library, [share._replace(beside=_beside(share.judged, judged)) for share in shares])
    return _still_owed(library, owing)


def _still_owed(library: Library, shares: Sequence[Share]) -> list[Share]:
    """What another event makes of what is owed for faults of the same deal: void, kept, or in doubt."""
    ruleset = shares[0].judged.questionnaire.network.ruleset
    slots = combined_slots(library, ruleset, outcomes_of([share.judged for share in shares]))
    doubtful = bool(slots) and library.slots[slots[0][0]].values[slots[0][1]].doubts
    return [_in_the_end(library, share, shares, doubtful) if share.outcome.dues else share for share in shares]


def _in_the_end(library: Library, share: Share, shares: Sequence[Share], doubtful: bool) -> Share:
    others = [other for other in shares if other is not share and other.judged.past == share.judged.past]
    said = {
        library.sanctions[name].on_dues: other.judged.event.number
        for other in others
        for name in other.outcome.sanction_ids()
    }
    if OnDues.VOID in said:
        without = share.outcome._replace(dues=frozenset())
        return share._replace(outcome=without, ruling={**share.ruling, "amounts": []}, void=said[OnDues.VOID])
    return share._replace(doubted=doubtful and bool(others) and not share.judged.past and OnDues.KEPT not in said)


def _beside(judged: Judged, case: Sequence[Judged]) -> frozenset[str]:
    others = [one for one in case if one.event.number != judged.event.number and one.past == judged.past]
    return frozenset(name for one in others for name in (one.event.incident, one.incident))


class Share(NamedTuple):
    """What one event brings to the whole case, told of its player."""

    library: Library
    judged: Judged
    outcome: Outcome
    ruling: RulingPart
    who: str
    say: Say
    elsewhere: Mapping[str, int] = {}  # its sanctions whose dues another event of the case already counts
    beside: frozenset[str] = frozenset()  # what the other events of its deal are told and judged as
    void: int | None = None  # the event by which what is owed here is owed no more
    doubted: bool = False  # whether it stays owed, the text does not say

    @property
    def alone(self) -> Outcome:
        """The outcome without the deal, of which the whole case speaks unless it was an earlier one."""
        return self.outcome if self.judged.past else self.outcome._replace(slots=())

    @property
    def touches(self) -> bool:
        """Whether it decides something about its own player."""
        touched = [player for player, _ in self.outcome.sanctions]
        return not touched or bool(self.elsewhere) or DEFAULT_PLAYER in touched

    def without(self, counted: Mapping[str, int]) -> Share:
        """The share less the dues of these sanctions, which other events count, and what is to be done for them."""
        again = {name: event for name, event in counted.items() if self._counts(name)}
        if not again:
            return self
        outcome = self.outcome._replace(
            sanctions=frozenset(pair for pair in self.outcome.sanctions if pair[1] not in again),
            dues=frozenset(due for due in self.outcome.dues if due.amount.sanction not in again),
        )
        amounts = [amount for amount in self.ruling["amounts"] if amount["sanction"] not in again]
        return self._replace(outcome=outcome, ruling={**self.ruling, "amounts": amounts}, elsewhere=again)

    def _counts(self, sanction: str) -> bool:
        """Whether this sanction is paid for, here or where it is counted, or a win that nobody of this event has."""
        found = self.library.sanctions[sanction]
        counts = found.amount or (found.wins and self.judged.event.player == NOBODY)
        return counts and sanction in self.outcome.sanction_ids()

    def said(self, text: str) -> str:
        """Words of this event, with its number."""
        return self.say(f"Incident {self.judged.event.number} : {lower_first(text)}")

    def told(self, words: str) -> str:
        """The decision of this event, with its number and, where it touches one player, whom."""
        told = [*([self.who] if self.touches and self.who else []), *(["donne précédente"] if self.judged.past else [])]
        whose = f" ({', '.join(told)})" if told else ""
        if self.judged.ended is not None:
            words = f"la victoire est sans effet, l'incident {self.judged.ended} avait fini la donne"
        return sentence(f"incident {self.judged.event.number}{whose} : {lower_first(self.say(words))}")

    def line(self, decided: str) -> str:
        """The decision of this event in words, and where what it owes is counted."""
        naming = self.judged.questionnaire.network.ruleset
        names = [
            f"{self.library.sanctions[name].rulesets[naming].name} (voir l'incident {event})"
            for name, event in self.elsewhere.items()
        ]
        return self.told(" ; ".join([*([decided.rstrip(".")] if decided.strip(". ") else []), *names]))

    def alone_on_its_sheet(self) -> RulingPart:
        """The ruling of a case of one event; a player who has a name is named first."""
        if not is_seated(self.judged.event.player) or not self.touches:
            return self.ruling
        aloud = [f"{self.who}, {lower_first(line)}" for line in self.ruling["headline"]]
        decision = f"{self.who} : {lower_first(self.ruling['decision'])}"
        return {**self.ruling, "headline": aloud, "decision": decision}

    def overtaken(self, slots: Slots) -> bool:
        """Whether another event makes something else of the deal than this one says of it."""
        if self.judged.past or not slots:
            return False
        mine, whole_deal = self.outcome.slot(slots[0][0]), slots[0][1]
        values = self.library.slots[slots[0][0]].values
        agrees = (
            mine == whole_deal or (whole_deal in values[mine].covers and not values[whole_deal].over) if mine else True
        )
        return not agrees

    def gestures(self, slots: Slots) -> list[str]:
        """What is done at the table because of this event; where another decides the deal, only what outlives it."""
        run = self.judged.position.state.run
        if self.judged.past or self.judged.ended is not None:
            return []
        if self.overtaken(slots):
            return [self.said(step) for step in lasting_steps(self.library, run, self.outcome)]
        kept = self.outcome.sanctions - passing(self.library, run.network.ruleset, self.outcome, slots)
        asked = gestures(self.library, run, self.outcome._replace(sanctions=kept))
        return [self.said(step) for step in asked if not self._is_judged(step)]

    def _is_judged(self, step: str) -> bool:
        """Whether a step sends the reader to an incident that another event of the case is, or has answered for."""
        incidents = self.library.incidents
        sent = [name for title in TITLE.findall(step) for name in incidents if incidents[name].title.startswith(title)]
        families = {incidents[name].family for name in self.beside} if self._answered() else set()
        return any(name in self.beside or incidents[name].family in families for name in sent)

    def _answered(self) -> bool:
        """Whether another event settles something of this one."""
        return any(settled.event is not None for settled in self.judged.settled.values())

    def owed(self) -> list[str]:
        """What is owed and left to decide because of this event; of an earlier deal nothing is decided any more."""
        outcome = self.outcome._replace(decides=frozenset()) if self.judged.past else self.outcome
        condition = "S'il reste dû : " if self.doubted else ""
        return [self.said(condition + step) for step in due_steps(self.library, outcome)]

    def steps(self, slots: Slots) -> list[str]:
        """All that is to be done because of this event."""
        return [*self.gestures(slots), *self.owed()]

    def idle(self, slots: Slots) -> Iterator[str]:
        """What the end of the deal leaves without effect."""
        if self.judged.ended is not None:
            yield self.told("")
        ruleset = self.judged.questionnaire.network.ruleset
        if self.void is not None:
            yield self.told(f"ce qui serait dû ne l'est plus, par l'incident {self.void}")
        if not self.judged.past:
            yield from (self.told(words) for words in idle_words(self.library, ruleset, self.outcome, slots))

    def sanction(self, sanction: SanctionPart) -> SanctionPart:
        return {**sanction, "on": self.say(sanction["on"])}

    def amount(self, amount: AmountPart) -> AmountPart:
        text = sentence(self.say(lower_first(amount["text"])))
        return {**amount, "payer": self.say(amount["payer"]), "payee": self.say(amount["payee"]), "text": text}

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
    say = sayer(library, judged)
    return Share(
        library, judged, judged.end.outcome, seated(ruling, say), player_label(library, judged.event.player), say
    )


def _owed_once(library: Library, shares: list[Share]) -> list[Share]:
    """What an event decides for the whole table is not owed once more by what another decides of one player, nor the same payment twice."""
    return [
        share.without(
            _covered(library, share, shares)
            | _owed_before(library, share, shares[:index])
            | _punished_before(share, shares[:index])
        )
        for index, share in enumerate(shares)
    ]


def _covered(library: Library, share: Share, shares: Sequence[Share]) -> dict[str, int]:
    """The sanctions that others of the same deal count: for the whole table, or as the winner's own."""
    others = [other for other in shares if other is not share and other.judged.past == share.judged.past]
    covered = {
        name: other.judged.event.number
        for other in others
        for due in other.outcome.dues
        for name in library.sanctions[due.amount.sanction].covers
    }
    won = {
        name: other.judged.event.number
        for other in others
        if other.judged.event.player != NOBODY and other.judged.ended is None
        for name in sorted(other.outcome.sanction_ids())
        if library.sanctions[name].wins
    }
    return won | covered


def _owed_before(library: Library, share: Share, earlier: Sequence[Share]) -> dict[str, int]:
    """The payments, no punishments, that an earlier event of the same deal already makes the same player's."""
    same = [
        other
        for other in earlier
        if other.judged.event.player == share.judged.event.player and other.judged.past == share.judged.past
    ]
    before = {due: other.judged.event.number for other in reversed(same) for due in other.outcome.dues}
    mine: dict[str, list[Due]] = {}
    for due in share.outcome.dues:
        if library.sanctions[due.amount.sanction].nature is Nature.DECISION:
            mine.setdefault(due.amount.sanction, []).append(due)
    return {name: before[dues[0]] for name, dues in mine.items() if all(due in before for due in dues)}


def _punished_before(share: Share, earlier: Sequence[Share]) -> dict[str, int]:
    """The punishments of one act that another incident, told of the same player and moment, gives by the same clause."""
    judged, found = share.judged, dict[str, int]()
    for index, other in enumerate(earlier):
        between = [*(one.judged.when for one in earlier[index + 1 :]), judged.when]
        same = other.judged.event.player == judged.event.player and other.judged.incident != judged.incident
        if same and set(between) == {When.SAME_MOMENT} and other.outcome.cites[:1] == share.outcome.cites[:1]:
            names = {due.amount.sanction for due in share.outcome.dues & other.outcome.dues}
            found |= dict.fromkeys(sorted(names), other.judged.event.number)
    return found
