"""The events of a case, each judged with what the others settle of it.

First every event in the order in which they happened, with the statuses and facts that earlier ones set, each as it stood then: after all that had
been told before; then, stratum by stratum, those that a link which reads the end of the case changes. Each stratum is heard once: nothing is iterated.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, NamedTuple

from assistant.consultation.foresight import Foresight, linked, questionnaire_of
from assistant.consultation.intake import SEATS, Event
from assistant.consultation.questionnaire import Position, Questionnaire
from assistant.consultation.tiles import with_tiles
from assistant.decision.events import is_over, said_slots, says_who_pays, wins, with_winner
from assistant.decision.links import Found, Settled, bearing, settled_facts, told_by_others
from assistant.decision.outcome import Outcome
from assistant.decision.state import State
from assistant.decision.statuses import ALL, NOBODY, RANK, Happening, Held, Open, held, with_reading
from assistant.engine.engines import Engines
from assistant.model import UNSAID, Library, Link, Reading, Reads, Ruleset, Sits, Turn, Value, When

if TYPE_CHECKING:
    from assistant.hands.facts import Tiles

NOT_SAID = When.AFTER  # what an event is taken for where it was not said and does not matter


class Judged(NamedTuple):
    """One event before the engine: what is known of it, and the question or the ruling this leads to."""

    event: Event
    questionnaire: Questionnaire
    told: Mapping[str, Value]  # said of it
    settled: Mapping[str, Settled]  # by another event or by the seat; what was told overrules it
    known: dict[str, Value]  # all of it, and what the tiles answer besides
    tiles: Tiles | None
    position: Position
    turned: Held | None = None  # the status under which it is judged as another incident
    answers: Mapping[str, Value] = {}  # what the incident that was told answers to the one it is judged as
    waits: tuple[Open, ...] = ()  # choices that decide what is settled of it
    when: When = NOT_SAID  # with regard to the event before
    past: bool = False  # of a deal that is not the last of the case
    ended: int | None = None  # the event that had ended the deal when this win came
    of: Event | None = None  # the event that told the win of which this one says only who pays it
    readings: tuple[Reading, ...] = ()  # of the text, all of them, whichever is followed; those it had where what came later took them
    seats: Mapping[str, str] = {}  # who the players of the vocabulary are, where the case tells it of this event
    asked: Mapping[str, Link] = {}  # rare circumstances that another event makes likely: not assumed
    excluded: Mapping[str, tuple[Settled, ...]] = {}  # of a fact the answers that another event makes impossible
    opened: Mapping[str, Link] = {}  # the facts that another event leaves to be asked

    @property
    def incident(self) -> str:
        """What it is judged as."""
        return self.questionnaire.network.incident

    @property
    def end(self) -> State | None:
        """The final state, where a single ruling stands."""
        return self.position.state if self.position.final else None

    def never(self, fact: str) -> frozenset[Value]:
        """The answers to a question that another event makes impossible."""
        return frozenset(one.value for one in self.excluded.get(fact, ()))

    def branches(self, fact: str) -> list[Value]:
        """The answers to tell apart."""
        return [value for value in self.questionnaire.branches[fact] if value not in self.never(fact)]

    def happening(self) -> Happening:
        """As the other events read it."""
        state, event = self.position.state, self.event
        outcome = state.outcome if self.position.final else None
        return Happening(
            event.number,
            self.incident,
            event.player,
            event.target,
            self.when,
            {**self.position.assumed, **state.run.known},
            outcome,
            event.choice,
        )


def confirmed(judged: Judged) -> Judged:
    """An event as the engine judges it, where it was read in the graph; Differs where that says something else."""
    if not isinstance(judged.questionnaire, Foresight):
        return judged
    position, event = judged.position, judged.event
    inferred = judged.questionnaire.confirmed(judged.known, event.contested | judged.asked.keys())
    if inferred.final:  # the outcome with its reading and its winner, and what an earlier end took from it
        return judged._replace(position=position._replace(state=inferred._replace(outcome=position.state.outcome)))
    state, readings = _followed(judged.questionnaire.library, inferred, event)
    return judged._replace(position=position._replace(state=state), readings=readings)


class Heard(NamedTuple):
    """What earlier events make of one: what it is judged as and by which status, and what links settle of it."""

    incident: str
    found: Found
    turned: Held | None
    waits: Open | None
    answers: Mapping[str, Value] = {}


class Beginning(NamedTuple):
    """The first events of a case: each as it was judged when it came, and as all of them then stood."""

    events: tuple[Event, ...] = ()
    came: tuple[Judged, ...] = ()
    stood: tuple[Judged, ...] = ()


Beginnings = dict[tuple[int, ...], Beginning]  # by the very events, which are kept with it


def judge_events(
    library: Library, engines: Engines, ruleset: str, events: Iterable[Event], known: Beginnings | None = None
) -> list[Judged]:
    """Every event of a case, each as far as it can be judged; `known` remembers how cases of as many events begin that differ in one of them."""
    told = tuple(events)
    mine = linked(library, engines, ruleset)
    elsewhere = told_by_others(library, mine) if len(told) > 1 else frozenset()
    court = Court(library, engines, mine, elsewhere)
    begun = Beginning()
    for number, event in enumerate(told, 1):
        key = (len(told), *map(id, told[:number]))
        found = known.get(key) if known is not None else None
        if found is None:
            came = (*begun.came, court.first(event, begun.stood))
            found = Beginning(told[:number], came, tuple(court.heard_out(came)))
            if known is not None:
                known[key] = found
        begun = found
    return court.placed(begun.stood)


def _read(library: Library, outcome: Outcome, event: Event) -> Outcome:
    """The outcome under the reading that the referee follows, where she said which; « aucune » beside another sanction says nothing."""
    if event.reading is None or event.reading > len(outcome.readings):
        return outcome
    read = with_reading(outcome, event.reading - 1)
    weighty = frozenset(pair for pair in read.sanctions if not library.sanctions[pair[1]].vanishes)
    return read._replace(sanctions=weighty or read.sanctions)


def _followed(library: Library, state: State, event: Event) -> tuple[State, tuple[Reading, ...]]:
    """A state under the reading that the referee follows, told of its winner, and all readings that the text has."""
    if state.outcome is None:
        return state, ()
    outcome = with_winner(library, _read(library, state.outcome, event), event.player)
    return state._replace(outcome=outcome), state.outcome.readings


def outcomes_of(judged: Sequence[Judged]) -> list[Outcome]:
    """What was decided of each event; what became of an earlier deal is no word on this one."""
    outcomes = [(one.past, one.end.outcome) for one in judged if one.end is not None and one.end.outcome is not None]
    return [outcome._replace(slots=()) if past else outcome for past, outcome in outcomes]


class Court(NamedTuple):
    """Judges the events of one case in one ruleset."""

    library: Library
    engines: Engines
    ruleset: Ruleset
    elsewhere: frozenset[str] = frozenset()  # circumstances that an event of another player would tell

    def first(self, event: Event, earlier: Sequence[Judged]) -> Judged:
        """An event with what those before it settle."""
        heard = self.hear(event, [judged.happening() for judged in earlier])
        opened = (*((heard.waits,) if heard.waits else ()), *heard.found.open.values())
        judged = self._judge(event, heard, heard.found.settled, heard.found.asked, opened)
        return _without(judged._replace(when=event.when or NOT_SAID), heard.found)

    def hear(self, event: Event, earlier: Sequence[Happening]) -> Heard:
        """What those before it make of an event; nothing is judged yet."""
        case = [*earlier, self._arriving(event)]
        turned, turn, waits = self._turned(event, case)
        case[-1] = case[-1]._replace(incident=turn.into if turn else event.incident)
        found = settled_facts(self.ruleset, case, len(case) - 1, Reads.THEN)
        return Heard(case[-1].incident, found, turned, waits, dict(turn.answers) if turn else {})

    def heard_out(self, judged: Sequence[Judged]) -> list[Judged]:
        """The events told so far, each with all that the others settle of it: a case of so many events."""
        told = list(judged)
        for stratum in range(2, 1 + max((link.stratum for link in self.ruleset.links), default=1)):
            told = self.again(told, stratum) if len(told) > 1 else told
        return told

    def again(self, judged: Sequence[Judged], stratum: int) -> list[Judged]:
        """All events, each with what the links of one stratum settle of it besides."""
        links = [bearing(self.ruleset, one.incident, Reads.END, stratum) for one in judged]
        if not any(links):
            return list(judged)
        case = [one.happening() for one in judged]
        result: list[Judged] = []
        for index, before in enumerate(judged):
            newly = settled_facts(self.ruleset, case, index, Reads.END, links[index])
            asked = before.questionnaire.network.facts
            known = before.settled.keys() | before.opened.keys()
            more = {name: one for name, one in newly.settled.items() if name in asked and name not in known}
            waits = tuple(one for name, one in newly.open.items() if name in asked and name not in known)
            if more or waits or newly.asked.keys() & asked.keys():
                settled = {**before.settled, **more}
                judge = self._judge(before.event, before, settled, {**before.asked, **newly.asked}, (*before.waits, *waits))
                readings = judge.readings or before.readings
                before = judge._replace(when=before.when, readings=readings, excluded=before.excluded, opened=before.opened)
            result.append(_without(before, newly))
        return result

    def placed(self, judged: Sequence[Judged]) -> list[Judged]:
        """All events, each in its deal: those of an earlier one, and a win that came when its deal was over."""
        placed = [self._late(one, judged[:index]) for index, one in enumerate(judged)]
        last = max((index for index, one in enumerate(placed) if one.when is When.EARLIER_DEAL), default=0)
        placed = [one._replace(past=index < last) for index, one in enumerate(placed)]
        placed = [self._in_doubt(one, placed[index + 1 :]) for index, one in enumerate(placed)]
        return [one._replace(seats=self._seats(one, placed)) for one in placed]

    def _in_doubt(self, win: Judged, later: Sequence[Judged]) -> Judged:
        """A win of which an event told later of the same player leaves it unsaid whether it holds: neither does the win's own say it."""
        doubts = (one for one in later if one.past == win.past and self._doubts(one, win)) if self._wins(win) else iter(())
        outcome, doubt = win.position.state.outcome, next(doubts, None)
        if outcome is None or doubt is None or (said := doubt.position.state.outcome) is None:
            return win
        outcome = outcome._replace(sanctions=frozenset(), dues=frozenset(), rules=(), slots=said.slots, silences=said.silences)
        return win._replace(position=win.position._replace(state=win.position.state._replace(outcome=outcome)))

    def _doubts(self, judged: Judged, win: Judged) -> bool:
        """Whether an event is about his win as well, and leaves unsaid what becomes of the deal."""
        outcome = judged.end.outcome if judged.end else None
        same = judged.event.player == win.event.player != NOBODY and judged.when is not When.AFTER_RULING
        if not same or outcome is None or outcome.readings or not outcome.silences:
            return False
        families = {self.library.incidents[one.incident].family for one in (judged, win)}
        return len(families) == 1 and dict(outcome.slots).get(self.ruleset.slots[0]) == UNSAID

    def _seats(self, judged: Judged, case: Sequence[Judged]) -> dict[str, str]:
        """Who the players of the vocabulary are for one event: to whom it was done, who alone wins in another, or in all."""
        winning = [
            other
            for other in case
            if other.past == judged.past and other.event.player != NOBODY and self._wins(other)
        ]
        beside = {other.event.player for other in winning if other.event.number != judged.event.number}
        mine = next((other.event.player for other in winning if other.event.number == judged.event.number), None)
        told = {
            Sits.TARGET: judged.of.target if judged.of else judged.event.target,
            Sits.WINNER: _only(beside),
            Sits.SOLE_WINNER: mine or _only({other.event.player for other in winning}),
        }
        who = {name: told.get(player.sits) for name, player in self.library.players.items() if player.sits}
        return {name: player for name, player in who.items() if player in SEATS}

    def _wins(self, judged: Judged) -> bool:
        outcome = judged.end.outcome if judged.end else None
        return judged.ended is None and outcome is not None and wins(self.library, outcome)

    def _late(self, win: Judged, earlier: Sequence[Judged]) -> Judged:
        """A win announced when another event had ended its deal: it says nothing of it, or is of the next one once that was ruled."""
        outcome = win.end.outcome if win.end else None
        if outcome is None or not wins(self.library, outcome):
            return win
        if (paid := self._paid(win, earlier)) is not None or win.event.player == NOBODY:
            return paid or win
        when = win.when
        for before in reversed(earlier):
            if when is When.EARLIER_DEAL:
                break
            told = self._same_win(win, before, when) or self._told_of(win, before, when)
            if when is not When.SAME_MOMENT and self._ends(before) and not told:
                if when is When.AFTER_RULING:
                    return win._replace(when=When.EARLIER_DEAL)
                state = win.position.state._replace(outcome=outcome._replace(slots=(), dues=frozenset()))
                return win._replace(position=win.position._replace(state=state), ended=before.event.number)
            when = max(when, before.when, key=RANK.index)
        return win

    def _paid(self, dispute: Judged, earlier: Sequence[Judged]) -> Judged | None:
        """A dispute about who pays a win of its deal that was told before: another player than the winner has not won by it."""
        outcome, of = dispute.position.state.outcome, self._won_before(dispute, earlier)
        if outcome is None or of is None or not says_who_pays(self.library, outcome):
            return None
        if of.event.player != dispute.event.player:
            kept = frozenset(pair for pair in outcome.sanctions if not self.library.sanctions[pair[1]].wins)
            outcome = outcome._replace(sanctions=kept, slots=())
        position = dispute.position._replace(state=dispute.position.state._replace(outcome=outcome))
        return dispute._replace(position=position, of=of.event)

    def _won_before(self, judged: Judged, earlier: Sequence[Judged]) -> Judged | None:
        """The win of the same deal told last, of the same player rather than of another."""
        deals = [index for index, one in enumerate([*earlier, judged]) if one.when is When.EARLIER_DEAL]
        won = [one for one in earlier[max(deals, default=0) :] if self._wins(one)]
        mine = [one for one in won if one.event.player == judged.event.player]
        return next(reversed(mine or won), None)

    def _same_win(self, win: Judged, before: Judged, when: When) -> bool:
        """Whether an event only asks something more of the win that another told of the same player."""
        same = before.event.player == win.event.player and before.incident != win.incident
        return same and when is not When.AFTER_RULING and self._wins(before)

    def _told_of(self, win: Judged, before: Judged, when: When) -> bool:
        """Whether what ended the deal before was a win that it only settles: then this is that win, told after what it did to its player.

        Of the same player it is his own, unless the event before was about his win as well, and refused it.
        """
        if before.event.player == NOBODY or when is When.AFTER_RULING or self._wins(before):
            return False
        if before.event.player == win.event.player and self._may_win(before):
            return False
        outcomes = [one.end.outcome for one in (win, before) if one.end is not None]
        deal = self.library.rulesets[self.ruleset.id].slots[0]
        return len({said_slots(outcome).get(deal) for outcome in outcomes if outcome is not None}) == 1

    def _may_win(self, judged: Judged) -> bool:
        """Whether an incident is about a win: under some facts its player wins."""
        rules = judged.questionnaire.network.rules.values()
        given = {name for rule in rules for then in rule.every_then() for name in then.sanctions}
        return any(self.library.sanctions[name].wins for name in given)

    def _ends(self, judged: Judged) -> bool:
        """Whether an event ended the deal when it happened, not only by what came later."""
        outcome = judged.end.outcome if judged.end else None
        later = any((settled.event or 0) > judged.event.number for settled in judged.settled.values())
        return outcome is not None and not later and is_over(self.library, self.ruleset.id, outcome)

    def _arriving(self, event: Event) -> Happening:
        when = event.when or NOT_SAID
        return Happening(event.number, event.incident, event.player, event.target, when, {}, None)

    def _turned(self, event: Event, case: Sequence[Happening]) -> tuple[Held | None, Turn | None, Open | None]:
        """The status of its player under which an event is another incident, what it is then, or the choice that this waits for."""
        turns = [turn for turn in self.library.incidents[event.incident].turns if self._may_turn(event, turn)]
        for status, waits in held(self.ruleset, case, len(case) - 1) if turns else ():
            turn = next((turn for turn in turns if turn.status == status.status), None)
            if status.player in (event.player, ALL) and turn is not None:
                return (None, None, waits) if waits else (status, turn, None)
        return None, None, None

    def _may_turn(self, event: Event, turn: Turn) -> bool:
        """Whether an event is another incident under a status, in this ruleset and as far as it was told."""
        here = turn.rulesets is None or self.ruleset.id in turn.rulesets
        occurs = self.ruleset.id in self.library.incidents[turn.into].rulesets
        return here and occurs and all(test.admits(event.told.get(test.fact)) for test in turn.tests)

    def _judge(
        self,
        event: Event,
        heard: Heard | Judged,
        settled: Mapping[str, Settled],
        asked: Mapping[str, Link],
        waits: Iterable[Open],
    ) -> Judged:
        questionnaire = questionnaire_of(self.library, self.engines, self.ruleset.id, heard.incident, self.elsewhere)
        facts = questionnaire.network.facts
        mine = {name: one for name, one in settled.items() if name in facts and name not in event.contested}
        answered = {name: value for name, value in heard.answers.items() if name not in event.contested}
        told = {**{name: one.value for name, one in mine.items()}, **answered, **event.told}
        known, tiles = with_tiles(self.library, questionnaire, event, told)
        unsettled = event.contested | asked.keys()
        state = questionnaire.judge(known, unsettled)
        state, readings = _followed(self.library, state, event)
        question = questionnaire.next_question(state) or questionnaire.last_question(state)
        position = Position(question, state, questionnaire.assumed(known, unsettled))
        open_ = tuple(dict.fromkeys(one for one in waits))
        judged = Judged(event, questionnaire, event.told, mine, known, tiles, position, heard.turned, answered, open_)
        return judged._replace(readings=readings, asked=asked)


def _without(judged: Judged, found: Found) -> Judged:
    """An event less the answers that links make impossible besides."""
    asked = judged.questionnaire.network.facts
    more = {name: (*judged.excluded.get(name, ()), *never) for name, never in found.excluded.items() if name in asked}
    opened = {name: link for name, link in found.opened.items() if name in asked}
    if not more and not opened:
        return judged
    return judged._replace(excluded={**judged.excluded, **more}, opened={**judged.opened, **opened})


def _only(players: Set[str]) -> str | None:
    return next(iter(players)) if len(players) == 1 else None
