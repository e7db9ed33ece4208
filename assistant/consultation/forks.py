"""Where a case stands: the next question, or every ruling that its disputes, readings and choices leave possible.

A disputed answer, a reading that decides what happens to another event, a choice that the text leaves to the referee: each opens ways, and each way is
the whole case judged anew. No event is left out of any of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from assistant.consultation.events import Beginnings, Judged, judge_events, outcomes_of
from assistant.consultation.foresight import linked
from assistant.consultation.intake import BY, OTHER_PLAYER, TO_WHOM, WHEN, WHO, Event
from assistant.consultation.naming import is_seated
from assistant.consultation.sentences import conditional, said
from assistant.decision.events import combined_slots, offered
from assistant.decision.outcome import Outcome, Slots
from assistant.decision.statuses import CHOICE, NO_CHOICE, READING, Open
from assistant.engine.engines import Engines
from assistant.model import DEFAULT_PLAYER, WINDS, Fact, Library, Order, Value, When

MOST_WAYS = 96


class Ask(NamedTuple):
    """The next question: of one event, a fact, or who did it, to whom, or when."""

    event: int
    name: str
    fact: Fact | None = None
    judged: Sequence[Judged] = ()  # the case in the way that asks it: there the event may be judged as another incident


class Way(NamedTuple):
    """One thing taken for true: of an event a fact, the moment, a reading or a choice."""

    event: int
    name: str
    value: Value


class Verdict(NamedTuple):
    """What a whole case comes to; two ways to the same are one."""

    outcomes: tuple[Outcome, ...]
    slots: Slots
    ended: tuple[int | None, ...]
    said: tuple[tuple[str, ...], ...] = ()  # of each event, the sentences under conditions


class Leaf(NamedTuple):
    """The whole case, judged with some things taken for true."""

    ways: tuple[Way, ...]
    judged: list[Judged]
    fixed: Verdict | None = None  # what is decided, where some of its ways were already told

    def outcomes(self) -> tuple[Outcome, ...]:
        """What is decided of each event, a contested number from one end of its interval to the other."""
        return tuple(
            judged.questionnaire.widened(outcome, self.of(judged))
            for judged, outcome in zip(self.judged, outcomes_of(self.judged), strict=True)
        )

    def verdict(self) -> Verdict:
        """What the whole case comes to: what each event decides, the deal once for all, and which wins came too late."""
        if self.fixed is not None:
            return self.fixed
        outcomes, first = self.outcomes(), self.judged[0].questionnaire
        slots = combined_slots(first.library, first.network.ruleset, outcomes)
        ended = tuple(judged.ended for judged in self.judged)
        steps = tuple(
            tuple(said(first.library, run, conditional(first.library, run, outcome)))
            for run, outcome in zip((judged.position.state.run for judged in self.judged), outcomes, strict=True)
        )
        return Verdict(tuple(outcome._replace(slots=()) for outcome in outcomes), slots, ended, steps)

    def widened(self) -> list[Judged]:
        """The events with what is decided of each."""
        states = [
            judged.position.state._replace(outcome=outcome)
            for judged, outcome in zip(self.judged, self.outcomes(), strict=True)
        ]
        return [
            judged._replace(position=judged.position._replace(state=state))
            for judged, state in zip(self.judged, states, strict=True)
        ]

    def of(self, judged: Judged) -> tuple[tuple[str, Value], ...]:
        """What is taken for true of one event that it reads, whatever it is judged as."""
        read, number = judged.questionnaire.network.facts, judged.event.number
        return tuple((way.name, way.value) for way in self.ways if way.event == number and way.name in read)


class Standing(NamedTuple):
    """A case as far as it is known: judged as it was told, then what to ask, or what is possible."""

    judged: list[Judged]
    ask: Ask | None
    leaves: tuple[Leaf, ...]

    @property
    def ruled(self) -> Leaf | None:
        """The case where a single ruling stands."""
        return self.leaves[0] if len({leaf.verdict() for leaf in self.leaves}) == 1 else None


class Explorer:
    """Follows every way of one case in one ruleset; ways begin alike as far as the event in which they part."""

    def __init__(self, library: Library, engines: Engines, ruleset: str):
        self.library, self.engines, self.ruleset = library, engines, ruleset
        self._begun: Beginnings = {}

    def standing(self, events: Sequence[Event]) -> Standing:
        """Where the case stands."""
        ask, leaves = self._explore(list(events), ())
        return Standing(self._judge(events), ask, tuple(leaves) if ask is None else ())

    def _judge(self, events: Sequence[Event]) -> list[Judged]:
        return judge_events(self.library, self.engines, self.ruleset, events, self._begun)

    def _explore(self, events: list[Event], ways: tuple[Way, ...]) -> tuple[Ask | None, list[Leaf]]:
        """The first question that some way needs, else every whole case that the ways lead to."""
        judged = self._judge(events)
        waiting: Ask | None = None
        for index, event in enumerate(events):
            asked = self._of_the_case(events, index)
            if asked is not None and WHEN in event.contested:
                return self._fork(events, ways, index, WHEN, list(When))
            if asked is not None:
                return asked, []
            fact = judged[index].position.question
            if fact is None:
                continue
            if fact.id in event.contested:
                return self._fork(events, ways, index, fact.id, judged[index].branches(fact.id))
            if next(self._opened(judged, [judged[index]]), None) is not None:
                continue  # what another event comes to, once it is chosen, may settle it
            ask = Ask(event.number, fact.id, fact, judged)
            if not self._awaited(judged, index, fact.id):
                return ask, []
            waiting = waiting or ask
        if waiting is not None:
            return waiting, []
        opened = next(self._opened(judged, judged), None)
        if opened is None or len(ways) > MOST_WAYS:
            return None, [Leaf(ways, judged)]
        index = opened.event - 1
        choices = self._choices(judged[index], opened.key)
        if not choices:
            return None, [Leaf(ways, judged)]
        asked, leaves = self._fork(events, ways, index, opened.key, choices)
        whole = asked is None and all(one.end is not None for one in judged)
        if opened.key == READING and whole and len({_of_the_others(leaf, index) for leaf in leaves}) == 1:
            return None, [Leaf(ways, judged)]  # whichever is followed, the other events come to the same
        return asked, leaves

    def _fork(
        self, events: list[Event], ways: tuple[Way, ...], index: int, name: str, values: Sequence[Value]
    ) -> tuple[Ask | None, list[Leaf]]:
        leaves: list[Leaf] = []
        for value in values:
            taken = list(events)
            taken[index] = _taking(events[index], name, value)
            ask, below = self._explore(taken, (*ways, Way(events[index].number, name, value)))
            if ask is not None:
                return ask, []
            leaves.extend(below)
        return None, leaves

    def _opened(self, judged: Sequence[Judged], some: Sequence[Judged]) -> Iterator[Open]:
        """The choices that something of these events waits for and nobody has made."""
        for one in some:
            for waits in one.waits:
                event = judged[waits.event - 1].event
                if (event.reading if waits.key == READING else event.choice) is None and self._choices(
                    judged[waits.event - 1], waits.key
                ):
                    yield waits

    def _choices(self, judged: Judged, key: str) -> list[Value]:
        if key == READING:
            return list(range(1, 1 + len(judged.readings)))
        sets = linked(self.library, self.engines, self.ruleset).sets
        chosen = {sanction for one in sets if one.chosen for sanction in one.sanctions}
        outcome = judged.position.state.outcome
        numbered = outcome is not None and any(
            self.library.sanctions[due.amount.sanction].discretion for due in outcome.dues
        )
        if numbered:  # what is left to the referee is so many points: she may choose what it names besides, nothing else
            chosen = set(offered(self.library, self.ruleset, outcome, chosen))
        return [*sorted(chosen), NO_CHOICE] if chosen else []

    def _awaited(self, judged: Sequence[Judged], index: int, fact: str) -> bool:
        """Whether another event that is not judged yet may settle this fact."""
        for link in linked(self.library, self.engines, self.ruleset).links:
            if link.source is None or all(name != fact for name, _ in link.settles):
                continue
            if link.incidents is not None and judged[index].incident not in link.incidents:
                continue
            same_moment = True
            for other in judged[index + 1 :]:
                same_moment = same_moment and other.when is When.SAME_MOMENT
                if link.source.order is Order.BEFORE and not same_moment:
                    break  # what is read stands before this one
                if other.end is None and (link.source.incidents is None or other.incident in link.source.incidents):
                    return True
        return False

    def _of_the_case(self, events: list[Event], index: int) -> Ask | None:
        """Whether it must be asked who did this, or when: only where it changes something."""
        event = events[index]
        if index and not event.placed:
            players = [event.player, next(name for name in (OTHER_PLAYER, DEFAULT_PLAYER) if name != event.player)]
            if self._matters(events, index, [event._replace(player=player) for player in players]):
                return Ask(event.number, BY if events[0].player == DEFAULT_PLAYER else WHO)
            if is_seated(events[0].player) and self._named(events, index):
                return Ask(event.number, WHO)
        unsaid = index and event.when is None
        if unsaid and self._matters(events, index, [event._replace(when=when) for when in When]):
            return Ask(event.number, WHEN)
        if event.target is None and self._has_a_target(events, index):
            others = [seat.value for seat in WINDS if seat != event.player]
            if self._matters(events, index, [event._replace(target=seat) for seat in others]):
                return Ask(event.number, TO_WHOM)
        return None

    def _named(self, events: list[Event], index: int) -> bool:
        """Whether what is decided of an event is told to its player, who has a seat: nobody is named without having been said."""
        end = self._judge(events)[index].end
        return bool(end and end.outcome and any(player == DEFAULT_PLAYER for player, _ in end.outcome.sanctions))

    def _has_a_target(self, events: list[Event], index: int) -> bool:
        """Whether some link may look at whom an event was done to, or whose tile it takes, and nobody told it."""
        event = events[index]
        sources = [
            (link, link.source) for link in linked(self.library, self.engines, self.ruleset).links if link.source
        ]
        causes = any(source.causes and event.incident in (source.incidents or ()) for _, source in sources)
        closer = any(source.closer and event.incident in (link.incidents or ()) for link, source in sources)
        beside = [
            other
            for number, other in enumerate(events)
            if number != index
            and all(one.when is When.SAME_MOMENT for one in events[min(number, index) + 1 : max(number, index) + 1])
        ]
        claimed = closer and bool(beside) and all(other.target is None for other in beside)
        return event.player in list(WINDS) and (causes or claimed)

    def _matters(self, events: list[Event], index: int, variants: list[Event]) -> bool:
        """Whether what these variants of one event settle, and in the end decide, is not the same."""
        cases = [self._judge([*events[:index], variant, *events[index + 1 :]]) for variant in variants]
        settled = {
            tuple((one.incident, frozenset((name, fact.value) for name, fact in one.settled.items())) for one in case)
            for case in cases
        }
        waits = {tuple(one.waits for one in case) for case in cases}
        if len(settled) == 1 and len(waits) == 1:
            return False
        ends = [[one.end.outcome if one.end else None for one in case] for case in cases]
        final = all(outcome is not None for end in ends for outcome in end)
        return not final or any(end != ends[0] for end in ends) or len(waits) > 1


def _of_the_others(leaf: Leaf, index: int) -> tuple[tuple[Outcome, int | None], ...]:
    """What a way decides of all events but one, and which of them came too late."""
    ended = [judged.ended for judged in leaf.judged]
    return tuple(one for number, one in enumerate(zip(leaf.outcomes(), ended, strict=True)) if number != index)


def _taking(event: Event, name: str, value: Value) -> Event:
    """An event with one thing taken for true of it."""
    if name == WHEN:
        return event._replace(when=When(str(value)), contested=event.contested - {WHEN})
    if name == READING:
        return event._replace(reading=int(value))
    if name == CHOICE:
        return event._replace(choice=str(value))
    return event._replace(told={**event.told, name: value}, contested=event.contested - {name})
