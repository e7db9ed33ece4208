"""What each event brings to the whole case: its decision and steps told of its player, and nothing owed twice."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from assistant.consultation.dues import owed_once, still_owed
from assistant.consultation.events import Judged, outcomes_of
from assistant.consultation.naming import is_seated, player_label
from assistant.consultation.seating import Say, sayer, seated
from assistant.consultation.sheet import (
    brief_sanctions,
    counted_steps,
    due_steps,
    gestures,
    idle_words,
    lasting_steps,
    passing,
    sheet,
)
from assistant.decision.events import ended, said_slots, wins
from assistant.decision.outcome import Outcome, Slots
from assistant.decision.statuses import NO_CHOICE, NOBODY
from assistant.french import lower_first, sentence
from assistant.model import DEFAULT_PLAYER, UNSAID, Library, When

if TYPE_CHECKING:
    from assistant.consultation.document import AmountPart, ChangePart, ReadingPart, RulingPart, SanctionPart

TITLE = re.compile(r"« ([^»]+) »")
HIM = re.compile(r"\b(il|lui|qu'il|s'il)\b|-le (?!texte)\b", re.IGNORECASE)  # the player in question, not named
NOT_YET = "Si ce n'est déjà fait : "
IF_IT_GOES_ON = "Si la donne continue : "
IF_IT_GOES_ON_AND_NOT_YET = "Si la donne continue, et si ce n'est déjà fait : "
IF_STILL_OWED = "S'il reste dû : "
VAIN = "le texte admet plusieurs lectures, mais aucune n'a plus d'effet, la donne est finie"


def shares_of(library: Library, judged: Sequence[Judged], rulings: Sequence[RulingPart]) -> list[Share]:
    """What each event brings to the whole case, nothing owed twice."""
    shares = [_share(library, *one) for one in zip(judged, rulings, strict=True)]
    placed = [
        share._replace(beside=_beside(share.judged, judged), done=_was_ruled(judged, index), noted=_is_counted(share, judged))
        for index, share in enumerate(shares)
    ]
    owing = owed_once(library, [_spared(library, share, judged) for share in placed])
    return _told_once(library, still_owed(library, owing))


def _told_once(library: Library, shares: Sequence[Share]) -> list[Share]:
    """A right that is taken from a player once is not told to him as taken anew, nor is one win refused twice."""
    ruleset = library.rulesets[shares[0].judged.questionnaire.network.ruleset]
    rights = {name for one in ruleset.sets if one.takes for name in one.sanctions if not library.sanctions[name].amount}
    told = []
    for index, share in enumerate(shares):
        before = {
            pair
            for other in shares[:index]
            if other.judged.event.player == share.judged.event.player and other.judged.past == share.judged.past
            for pair in other.outcome.sanctions & share.outcome.sanctions
            if pair[1] in rights or (other.hangs_on(share) and not library.sanctions[pair[1]].amount)
        }
        told.append(share._replace(said_before=frozenset(before)) if share.outcome.sanctions - before else share)
    return told


def _spared(library: Library, share: Share, case: Sequence[Judged]) -> Share:
    """The share less its readings where another event ended the deal and none of them has any effect beyond it, so that what they leave unsaid is idle too: nothing is left to choose."""
    ruleset = library.rulesets[share.judged.questionnaire.network.ruleset]
    deal, outcome = said_slots(share.outcome).get(ruleset.slots[0]), share.outcome
    if not outcome.readings or share.judged.past or deal is None or library.slots[ruleset.slots[0]].values[deal].over:
        return share
    brief = brief_sanctions(library, ruleset)
    thens = [reading.then for reading in outcome.readings]
    lasts = any(name not in brief and not library.sanctions[name].vanishes for then in thens for name in then.sanctions)
    if lasts or any(then.amounts or then.decides for then in thens):
        return share
    if not ended(library, ruleset.id, outcomes_of(case)):
        return share
    told = tuple(reading.text for reading in outcome.readings)
    return share._replace(outcome=outcome._replace(readings=()), ruling={**share.ruling, "readings": []}, vain=told)


def _was_ruled(case: Sequence[Judged], index: int) -> bool:
    """Whether a referee had ruled on an event, and said so, before the next one of the same deal."""
    return any(one.when is When.AFTER_RULING and one.past == case[index].past for one in case[index + 1 :])


def _is_counted(share: Share, case: Sequence[Judged]) -> bool:
    """Whether a status that an event sets makes an answer of another event of its deal impossible."""
    ruleset = share.library.rulesets[share.judged.questionnaire.network.ruleset]
    mine = {sets.status for sets in ruleset.sets if sets.sanctions & share.outcome.sanction_ids()}
    never = (one.link.source for other in case if other.past == share.judged.past for all_ in other.excluded.values() for one in all_)
    return any(source is not None and source.players > 0 and source.status in mine for source in never)


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
    vain: tuple[str, ...] = ()  # its readings that have no effect any more
    noted: bool = False  # whether the right that it takes makes an answer about the end of the deal impossible
    done: bool = False  # whether the referee had ruled on it before the next event of its deal
    said_before: frozenset[tuple[str, str]] = frozenset()  # its sanctions that an earlier event has told already

    @property
    def alone(self) -> Outcome:
        """The outcome without the deal, of which the whole case speaks unless it was an earlier one, nor what is told already."""
        outcome = self.outcome._replace(sanctions=self.outcome.sanctions - self.said_before)
        return outcome if self.judged.past else outcome._replace(slots=())

    @property
    def touches(self) -> bool:
        """Whether it decides something about its own player."""
        touched = [player for player, _ in self.outcome.sanctions]
        return not touched or bool(self.elsewhere) or DEFAULT_PLAYER in touched

    @property
    def win(self) -> tuple[str, bool] | None:
        """The win of its deal that it tells, or of which it says who pays: by its winner."""
        if self.judged.of is not None:
            return self.judged.of.player, self.judged.past
        won = self.judged.ended is None and wins(self.library, self.outcome)
        return (self.judged.event.player, self.judged.past) if won else None

    def spares_nobody(self) -> bool:
        """Whether it punishes no one where no player is in question: there is nobody to tell that he goes unpunished."""
        named = [name for _, name in self.outcome.sanctions]
        return self.judged.event.player == NOBODY and all(self.library.sanctions[name].vanishes for name in named)

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
        """Words of this event, with its number, and whose it is where they only say « il » of a player who has a seat."""
        words, number = self.say(lower_first(text)), self.judged.event.number
        unnamed = is_seated(self.judged.event.player) and not re.search(rf"\b{self.who}\b", words)  # « est » is no seat
        return f"Incident {number}{f' ({self.who})' if unnamed and HIM.search(words) else ''} : {words}"

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
        vain = [VAIN] if self.vain else []
        return self.told(" ; ".join([*([decided.rstrip(".")] if decided.strip(". ") else []), *names, *vain]))

    def alone_on_its_sheet(self) -> RulingPart:
        """The ruling of a case of one event; a player who has a name is named first."""
        if not is_seated(self.judged.event.player) or not self.touches:
            return self.ruling
        aloud = [f"{self.who}, {lower_first(line)}" for line in self.ruling["headline"]]
        decision = f"{self.who} : {lower_first(self.ruling['decision'])}"
        return {**self.ruling, "headline": aloud, "decision": decision}

    def overtaken(self, slots: Slots) -> bool:
        """Whether another event makes something else of the deal than this one says of it."""
        if self.judged.past or not slots or self._is_open(slots):
            return False
        mine, whole_deal = self.outcome.slot(slots[0][0]), slots[0][1]
        values = self.library.slots[slots[0][0]].values
        agrees = (
            mine == whole_deal or (whole_deal in values[mine].covers and not values[whole_deal].over) if mine else True
        )
        return not agrees

    def unheeded(self, slots: Slots) -> set[str]:
        """How we read what becomes of the deal because of this event, where another makes something else of it."""
        run = self.judged.position.state.run
        rules = (run.network.rules[name] for name in run.standing) if self.overtaken(slots) else ()
        read = [rule.interpretation for rule in rules if rule.is_consequence and rule.interpretation and not rule.then.sanctions]
        return {*read, *map(self.say, read)}

    def gestures(self, slots: Slots, over: bool) -> list[str]:
        """What is done at the table because of this event; where another decides the deal, or ends it, only what outlives it."""
        run = self.judged.position.state.run
        if self.judged.past or self.judged.ended is not None:
            return []
        if self.overtaken(slots):
            return self.to_do(lasting_steps(self.library, run, self.outcome))
        idle = passing(self.library, run.network.ruleset, self.outcome, over)
        asked = gestures(self.library, run, self.outcome, idle)
        unsure = self._of_a_deal_that_goes_on() if self._is_open(slots) else frozenset()
        return self.to_do((step for step in asked if not self._is_judged(step)), unsure)

    def counted(self, slots: Slots) -> list[str]:
        """What is done of its player because of a right that he had lost, as the referee had said or by the act, and that the end of the deal looks at."""
        if not (self.done or self.noted) or not self.overtaken(slots):
            return []
        ruleset = self.judged.questionnaire.network.ruleset
        return [self.said(step) for step in counted_steps(self.library, ruleset, self.outcome, slots)]

    def _is_open(self, slots: Slots) -> bool:
        """Whether it is left open what becomes of a deal that this event by itself lets go on."""
        deal = self.library.rulesets[self.judged.questionnaire.network.ruleset].slots[0]
        mine = said_slots(self.outcome).get(deal)
        values = self.library.slots[deal].values
        if mine in (None, UNSAID) or values[mine].over or values[mine].open:
            return False
        return not slots or slots[0][1] == UNSAID or values[slots[0][1]].open

    def _of_a_deal_that_goes_on(self) -> frozenset[str]:
        """What is done because of what lasts no longer than the deal, the tiles of that fault too."""
        run = self.judged.position.state.run
        brief = passing(self.library, run.network.ruleset, self.outcome, over=True)
        names = {name for _, name in brief}
        rules = tuple(
            name
            for name in self.outcome.rules
            if run.network.rules[name].then.sanctions and names.issuperset(run.network.rules[name].then.sanctions)
        )
        bare = self.outcome._replace(sanctions=brief, rules=rules, readings=(), silences=frozenset(), dues=frozenset())
        return frozenset(gestures(self.library, run, bare))

    def to_do(self, steps: Iterable[str], unsure: Collection[str] = ()) -> list[str]:
        """Steps as they are told: those that a referee who had ruled will have taken, or that only a deal which goes on wants, in case."""
        conditions = {
            (True, True): IF_IT_GOES_ON_AND_NOT_YET,
            (True, False): NOT_YET,
            (False, True): IF_IT_GOES_ON,
            (False, False): "",
        }
        told = [(conditions[self.done, step in unsure], step) for step in steps]
        return [self.said(f"{condition}{lower_first(step)}" if condition else step) for condition, step in told]

    def each_time(self) -> set[str]:
        """The steps of sanctions that are noted once for each fault, however often they are the same."""
        run = self.judged.position.state.run
        lasting = frozenset(pair for pair in self.outcome.sanctions if self.library.sanctions[pair[1]].outlives)
        return set(self.to_do(gestures(self.library, run, self.outcome._replace(sanctions=lasting, rules=()))))

    def of_this_act(self) -> set[str]:
        """The steps that this act itself wants, not those that tell its player of a right lost from then on."""
        run = self.judged.position.state.run
        lasting = {name for sets in self.library.rulesets[run.network.ruleset].sets for name in sets.sanctions}
        kept = frozenset(pair for pair in self.outcome.sanctions if pair[1] in lasting)
        of_rights = set(gestures(self.library, run, self.outcome._replace(sanctions=kept, rules=())))
        return set(self.to_do(step for step in gestures(self.library, run, self.outcome) if step not in of_rights))

    def _is_judged(self, step: str) -> bool:
        """Whether a step sends the reader to an incident that another event of the case is, or has answered for."""
        incidents = self.library.incidents
        sent = [name for title in TITLE.findall(step) for name in incidents if incidents[name].title.startswith(title)]
        families = {incidents[name].family for name in self.beside} if self._answered() else set()
        return any(name in self.beside or incidents[name].family in families for name in sent)

    def yields_to(self, other: Share) -> bool:
        """Whether another event took what this one would have been punished for: what it has done about it is enough."""
        spared = all(self.library.sanctions[name].vanishes for _, name in self.outcome.sanctions)
        return spared and self.hangs_on(other)

    def hangs_on(self, other: Share) -> bool:
        """Whether another event settles something of this one."""
        return any(settled.event == other.judged.event.number for settled in self.judged.settled.values())

    def _answered(self) -> bool:
        """Whether another event settles something of this one."""
        return any(settled.event is not None for settled in self.judged.settled.values())

    def owed(self) -> list[str]:
        """What is owed and left to decide because of this event; of an earlier deal nothing is decided any more."""
        outcome = self.outcome._replace(decides=frozenset()) if self.judged.past else self.outcome
        steps = due_steps(self.library, outcome)
        return [self.said(f"{IF_STILL_OWED}{lower_first(step)}" if self.doubted else step) for step in steps]

    def idle(self, slots: Slots) -> Iterator[str]:
        """What the end of the deal leaves without effect."""
        if self.judged.ended is not None:
            yield self.told("")
        ruleset = self.judged.questionnaire.network.ruleset
        if self.void is not None:
            yield self.told(f"ce qui serait dû ne l'est plus, par l'incident {self.void}")
        for number, reading in enumerate(self.vain, 1):
            yield self.told(f"lecture {number}, sans effet : {lower_first(reading)}")
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
    outcome, told = judged.end.outcome, seated(ruling, say)
    choice, ruleset = judged.event.choice, judged.questionnaire.network.ruleset
    if choice is not None and choice != NO_CHOICE and ruleset in library.sanctions[choice].rulesets and outcome.decides:
        outcome = _chosen(library, outcome, choice)
        told = seated(_decided(ruling, sheet(library, judged.end._replace(outcome=outcome))), say)
    return Share(library, judged, outcome, told, player_label(library, judged.event.player), say)


def _decided(ruling: RulingPart, chosen: RulingPart) -> RulingPart:
    """The sheet of what was left to the referee, which says what she chose; the text and what would change it stay as they were."""
    return {
        **ruling,
        "headline": chosen["headline"],
        "decision": chosen["decision"],
        "sanctions": chosen["sanctions"],
        "amounts": chosen["amounts"],
        "discretion": [],
        "steps": chosen["steps"],
        "idle": chosen["idle"],
    }


def _chosen(library: Library, outcome: Outcome, choice: str) -> Outcome:
    """What was left to the referee, once she said what she chose: decided, and no more to decide; points she took are still to be noted."""
    sanctions = library.sanctions
    noted = sanctions[choice].amount
    return outcome._replace(
        sanctions=frozenset(pair for pair in outcome.sanctions if not sanctions[pair[1]].discretion)
        | {(DEFAULT_PLAYER, choice)},
        dues=frozenset(due for due in outcome.dues if noted or not sanctions[due.amount.sanction].discretion),
        decides=frozenset(),
    )
