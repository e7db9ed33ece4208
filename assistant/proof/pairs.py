"""Every pair of events: each class of ends of a first one beside each incident, by the same and another player, at each moment.

What the first settles of the second, and the end of the case of either, is read off as data, and of the second only the ends that fit it are looked
at. One case of each kind that an invariant can tell apart is judged by the engine and told whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from assistant.consultation.events import Court, Judged, judge_events
from assistant.consultation.intake import OTHER_PLAYER, Event
from assistant.decision.links import (
    CHOICE,
    NO_CHOICE,
    READING,
    Happening,
    Open,
    may_read,
    settled_facts,
    with_reading,
)
from assistant.engine.engines import Engines
from assistant.errors import Conflict, Hole
from assistant.model import DEFAULT_PLAYER, Library, Link, Reads, Value, When
from assistant.proof.asking import asked_though_answered
from assistant.proof.chains import prove_chains
from assistant.proof.ends import End, Ends
from assistant.proof.invariants import COULD_BREAK, NOT_ASKED, ONE_ACT, SAME_DOORS, Sheets, broken, told
from assistant.proof.placings import DONE_BY, DONE_TO, FARTHER, NEARER, OTHER, SAME, Placing
from assistant.proof.walk import Answers, Walk

DECIDED = "chaque paire se décide"


class Met(NamedTuple):
    """An event of a pair: one of its ends, what others settle of it, and which reading or choice is followed."""

    told_as: str
    end: End
    given: Answers = ()
    reading: int | None = None
    choice: str | None = None

    def happening(self, number: int, player: str, target: str | None, when: When) -> Happening:
        """As the other event reads it."""
        found = self.end.happening(number, player, target, when)
        facts = {**found.facts, **dict(self.given)}
        outcome = found.outcome
        if self.reading is not None and outcome is not None and self.reading <= len(outcome.readings):
            outcome = with_reading(outcome, self.reading - 1)
        return found._replace(facts=facts, outcome=outcome, chosen=self.choice)


class Violation(NamedTuple):
    """Something that does not hold, told once for all pairs of the same two incidents."""

    title: str
    first: str
    second: str
    problem: str
    where: str

    def words(self, ruleset: str) -> str:
        """For an author."""
        return f"{ruleset}, {self.first} puis {self.second} : {self.title} : {self.problem} (par exemple {self.where})"


class Found(NamedTuple):
    """How many pairs were walked with what one settles of the other, how many combined as they are, how many cases told whole."""

    walked: int
    combined: int
    told: int
    chains: int  # of several events that cases tell, in every way they leave open
    violations: list[Violation]


def prove_pairs(library: Library, engines: Engines, ruleset: str, walks: Sequence[Walk]) -> Found:
    """All pairs of events of a ruleset, in every context, and the longer chains that cases tell."""
    violations: dict[tuple[str, ...], Violation] = {}
    seen: set[tuple[object, ...]] = set()
    numbers: dict[object, int] = {}
    contexts = list(dict.fromkeys(walk.context for walk in walks))
    walked = combined = whole = 0
    for context in contexts:
        ends = Ends(library, engines, library.rulesets[ruleset], walks, numbers, dict(context))
        pairs = Pairs(ends, violations, seen)
        mine = pairs.found(again=context != contexts[0])
        walked, combined, whole = walked + mine[0], combined + mine[1], whole + pairs.told
    chains, broken_chains = prove_chains(library, engines, ruleset)
    for case, title, problem in broken_chains:
        violations.setdefault((case, title, problem), Violation(title, f"cas « {case} »", "sa suite", problem, case))
    return Found(walked, combined, whole, chains, list(violations.values()))


class Pairs:
    """The pairs of events of one ruleset in one context."""

    def __init__(
        self,
        ends: Ends,
        violations: dict[tuple[str, ...], Violation],
        seen: set[tuple[object, ...]],
    ):
        self.ends, self.library, self.engines, self.ruleset = ends, ends.library, ends.engines, ends.ruleset
        self.court = Court(self.library, self.engines, self.ruleset, ends.elsewhere)
        self.strata = sorted({link.stratum for link in self.ruleset.links if link.reads is Reads.END})
        self.then = {name: self.ends.links(name, Reads.THEN) for name in self.ends.incidents}
        self.late = {name: self.ends.links(name, Reads.END) for name in self.ends.incidents}
        self.violations = violations
        self.told = 0
        self._seen = seen  # of every context: what was told in one is not told again in another
        self._beside: set[tuple[object, ...]] = set()
        self._sheets: Sheets = {}
        self._like: dict[tuple[int, int], tuple[tuple[object, ...], ...]] = {}
        self._strata: dict[tuple[int, str], list[Link]] = {}
        self._changes: dict[tuple[object, ...], bool] = {}
        self._reached: dict[tuple[object, ...], bool] = {}

    def found(self, again: bool) -> tuple[int, int]:
        """Go through all pairs, in a further context through those to which it matters: how many were walked, how many combined."""
        walked = combined = 0
        for first in self.ends.classes():
            for second in self.ends.incidents:
                if again and not {first.incident, second} & self.ends.sensitive:
                    continue
                for placing in self.placings(first, second):
                    for when in When:
                        touched = self._pair(Met(first.incident, first), second, placing, when)
                        if placing in (SAME, OTHER):
                            walked, combined = walked + touched, combined + (not touched)
        for asked in asked_though_answered(self.ends, OTHER_PLAYER):
            case = (Met(asked.first.incident, asked.first), Met(asked.second, self.ends.fitting(asked.second, {})[0]))
            self._note(case, NOT_ASKED, asked.words(), OTHER if asked.other else SAME, asked.when)
        return walked, combined

    def placings(self, first: End, second: str) -> Iterator[Placing]:
        """The same and another player; to whom something was done, and who sits nearer, only where a link or a status reads it."""
        yield from (SAME, OTHER)
        happening = first.happening(1, DEFAULT_PLAYER, None, When.AFTER)
        near = [link for link in (*self.then[second], *self.late[second]) if may_read(self.ruleset, link, happening)]
        if any(link.source is not None and link.source.causes for link in near) or _strikes_another(first):
            yield DONE_TO
        if any(_strikes_another(end) for end in self.ends.fitting(second, {})):
            yield DONE_BY
        if any(link.source is not None and link.source.closer for link in near):
            yield from (NEARER, FARTHER)

    def _pair(self, first: Met, second: str, placing: Placing, when: When) -> bool:
        """Whether one of the two settles something of the other; what does not hold is noted."""
        touched = False
        for met, incident, given, heard in self._hear(first, second, placing, when):
            touched |= heard
            if not self._late_links(met, incident):
                self._side_by_side(met, second, incident, given, placing, when, heard)
                continue
            for end in self._seconds(met.end, incident, given):
                for settled in self._at_the_end((met, Met(second, end, given)), placing, when, self.strata):
                    changed = settled[0].given != met.given or settled[1].given != given
                    touched |= changed
                    self._look(settled, placing, when, heard or changed)
        return touched

    def _side_by_side(
        self, met: Met, second: str, incident: str, given: Answers, placing: Placing, when: When, heard: bool
    ) -> None:
        """A pair of which the end of the case settles nothing: the same for all firsts that invariants do not tell apart."""
        shared = tuple(pair for pair in met.end.answers if pair[0] in self.ends.shared), met.end.rare & self.ends.shared
        seen = (met.end.kind, shared, met.reading, met.choice, met.end.incident if heard else None)
        key = (seen, second, incident, given, placing, when)
        if key not in self._beside:
            self._beside.add(key)
            kinds = {end.kind: end for end in self._seconds(met.end, incident, given)}
            for end in kinds.values():
                self._look((met, Met(second, end, given)), placing, when, heard)

    def _seconds(self, first: End, incident: str, given: Answers) -> Iterator[End]:
        """The ends of the second event that fit what is settled of it and what the first says of the table."""
        shared = {name: value for name, value in first.answers if name in self.ends.shared}
        facts = self.ends.questionnaire(incident).network.facts
        for end in self.ends.fitting(
            incident, {**{name: shared[name] for name in shared if name in facts}, **dict(given)}
        ):
            told_here = {name: value for name, value in end.answers if name in self.ends.shared}
            if not told_here or self.ends.fits(first, told_here):
                yield end

    def _hear(self, first: Met, second: str, placing: Placing, when: When) -> list[tuple[Met, str, Answers, bool]]:
        """The first event as it is read, what it makes of the second, what it settles of it, and whether it does anything."""
        if not self._reaches(first, second):
            return [(first, second, (), False)]
        happening = first.happening(1, placing.first, placing.first_to, When.AFTER)
        event = Event(2, second, placing.second, {}, frozenset(), target=placing.second_to, when=when)
        heard = self.court.hear(event, [happening])
        facts = self.ends.questionnaire(heard.incident).network.facts
        waits = heard.waits or next((one for name, one in heard.found.open.items() if name in facts), None)
        if waits is not None:
            forks = [self._hear(fork, second, placing, when) for fork in self._forks(first, waits)]
            return [(*one[:3], True) for fork in forks for one in fork]
        settled = {name: one.value for name, one in heard.found.settled.items() if name in facts}
        given = tuple(sorted({**settled, **heard.answers}.items()))
        return [(first, heard.incident, given, bool(given) or heard.turned is not None)]

    def _reaches(self, first: Met, second: str) -> bool:
        """Whether something of the first may be read as the second happens."""
        key = (first.end.key, first.reading, first.choice, second)
        if key not in self._reached:
            happening = first.happening(1, DEFAULT_PLAYER, None, When.AFTER)
            reads = any(link.source is None or may_read(self.ruleset, link, happening) for link in self.then[second])
            self._reached[key] = reads or bool(self.library.incidents[second].turns)
        return self._reached[key]

    def _forks(self, met: Met, waits: Open) -> list[Met]:
        """The event under each of its readings, or with each choice that the referee may make."""
        if waits.key == READING:
            return [met._replace(reading=1 + index) for index in range(len(met.end.outcome.readings))]
        assert waits.key == CHOICE
        chosen = sorted({name for one in self.ruleset.sets if one.chosen for name in one.sanctions})
        return [met._replace(choice=name) for name in (*chosen, NO_CHOICE)]

    def _late_links(self, first: Met, second: str) -> bool:
        """Whether a link that reads the end of the case may find something in one of the two."""
        return self._may_change(first, second) or self._may_be_changed(first.end.incident, second)

    def _may_change(self, source: Met, target: str) -> bool:
        key = (source.end.key, source.reading, source.choice, target)
        if key not in self._changes:
            happening = source.happening(1, DEFAULT_PLAYER, None, When.AFTER)
            self._changes[key] = any(may_read(self.ruleset, link, happening) for link in self.late[target])
        return self._changes[key]

    def _may_be_changed(self, first: str, second: str) -> bool:
        key = (first, second)
        if key not in self._changes:
            ends = self.ends.fitting(second, {})
            self._changes[key] = any(self._may_change(Met(second, end), first) for end in ends)
        return self._changes[key]

    def _at_the_end(
        self, case: tuple[Met, Met], placing: Placing, when: When, strata: Sequence[int]
    ) -> Iterator[tuple[Met, Met]]:
        """The pair with what links that read its end settle of it, stratum by stratum."""
        if not strata:
            yield case
            return
        happenings = self._happenings(case, placing, when)
        ways: list[list[Met]] = []
        for index, met in enumerate(case):
            links = self._heard_at(strata[0], met.end.incident)
            if not links:
                ways.append([met])
                continue
            found = settled_facts(self.ruleset, happenings, index, Reads.END, links)
            facts = self.ends.questionnaire(met.end.incident).network.facts
            settled = dict(met.given)
            opened = [waits for name, waits in found.open.items() if name in facts and name not in settled]
            if opened:
                other = opened[0].event - 1
                for fork in self._forks(case[other], opened[0]):
                    yield from self._at_the_end(
                        (fork, case[1]) if other == 0 else (case[0], fork), placing, when, strata
                    )
                return
            more = {name: one.value for name, one in found.settled.items() if name in facts and name not in settled}
            ways.append(self._changed(met, {**settled, **more}) if more else [met])
        for first, second in product(*ways):
            yield from self._at_the_end((first, second), placing, when, strata[1:])

    def _heard_at(self, stratum: int, incident: str) -> list[Link]:
        """The links of a stratum that may settle something of an incident at the end of the case."""
        if (stratum, incident) not in self._strata:
            self._strata[stratum, incident] = [link for link in self.late[incident] if link.stratum == stratum]
        return self._strata[stratum, incident]

    def _changed(self, met: Met, given: Mapping[str, Value]) -> list[Met]:
        """The event with these facts settled besides what was told of it."""
        facts = {name: value for name, value in met.end.answers if name not in given}
        ends = self.ends.fitting(met.end.incident, {**facts, **given})
        return [met._replace(end=end, given=tuple(sorted(given.items()))) for end in ends]

    def _happenings(self, case: tuple[Met, Met], placing: Placing, when: When) -> list[Happening]:
        return [
            case[0].happening(1, placing.first, placing.first_to, When.AFTER),
            case[1].happening(2, placing.second, placing.second_to, when),
        ]

    def _look(self, case: tuple[Met, Met], placing: Placing, when: When, touched: bool) -> None:
        """Tell a case whole where some invariant has not seen its like, or one settles of the other what was not told before."""
        first, second = case
        sides = (first.reading, first.choice, second.reading, second.choice, placing.words, when)
        one_act = when is When.SAME_MOMENT and placing.first == placing.second
        like = self._alike(first.end, second.end)
        keys = [(*kind, *sides) for kind in like if one_act or kind[0] != ONE_ACT]
        if touched:
            keys.append(
                (
                    first.end.incident,
                    second.told_as,
                    second.end.incident,
                    first.given,
                    second.given,
                    placing.words,
                    when,
                )
            )
        new = [key for key in keys if key not in self._seen]
        if new:
            self._seen.update(new)
            self._tell(case, placing, when)

    def _alike(self, first: End, second: End) -> tuple[tuple[object, ...], ...]:
        """Of each invariant that two ends could break together, what it sees of them."""
        if (first.kind, second.kind) not in self._like:
            self._like[first.kind, second.kind] = tuple(
                (number, *map(self.ends.number, pair))
                for number, pair in enumerate(zip(first.features, second.features, strict=True))
                if COULD_BREAK[number](pair)
            )
        return self._like[first.kind, second.kind]

    def _tell(self, case: tuple[Met, Met], placing: Placing, when: When) -> None:
        self.told += 1
        shared = {name: value for met in case for name, value in met.end.answers if name in self.ends.shared}
        settled = [{name for name, _ in met.given} for met in case]
        facts = [
            {
                **self.ends.context,
                **{name: value for name, value in {**shared, **dict(met.end.answers)}.items() if name not in names},
            }
            for met, names in zip(case, settled, strict=True)
        ]
        first, second = case
        events = [
            Event(1, first.told_as, placing.first, facts[0], frozenset(), target=placing.first_to),
            Event(2, second.told_as, placing.second, facts[1], frozenset(), target=placing.second_to, when=when),
        ]
        events = [
            event._replace(reading=met.reading, choice=met.choice) for event, met in zip(events, case, strict=True)
        ]
        self._judge(case, events, placing, when)

    def _judge(self, case: tuple[Met, Met], events: list[Event], placing: Placing, when: When) -> None:
        """The case before the engine; what the settled facts bring up is answered in every way."""
        try:
            judged = judge_events(self.library, self.engines, self.ruleset.id, events)
        except Hole as hole:
            self._note(case, DECIDED, str(hole), placing, when)
            return
        for index, one in enumerate(judged):
            if one.position.question is not None:
                name = one.position.question.id
                for value in one.questionnaire.branches[name]:
                    taken = [*events]
                    taken[index] = events[index]._replace(told={**events[index].told, name: value})
                    self._judge(case, taken, placing, when)
                return
        try:
            case_told = told(self.library, self.ruleset, judged, self._sheets)
        except Conflict as conflict:
            self._note(case, DECIDED, str(conflict), placing, when)
            return
        for title, problem in broken(case_told):
            self._note(case, title, problem, placing, when)
        turned = judged[1].turned
        if turned is not None:
            told_at_once = {**events[1].told, **judged[1].answers}
            direct = [events[0], events[1]._replace(incident=judged[1].incident, told=told_at_once)]
            differs = self._door(judged, judge_events(self.library, self.engines, self.ruleset.id, direct))
            if differs is not None:
                status = f"par « {turned.status} » ({turned.sets.place})"
                self._note(
                    case,
                    SAME_DOORS,
                    f"{status} le second est jugé comme « {judged[1].incident} », {differs}",
                    placing,
                    when,
                )

    def _door(self, natural: Sequence[Judged], direct: Sequence[Judged]) -> str | None:
        """What differs when the incident that an event turns into is told at once."""
        if natural[1].incident != direct[1].incident:
            return f"qui, dit d'emblée, est jugé comme « {direct[1].incident} »"
        outcomes = [(one.end.outcome if one.end else None) for one in (natural[1], direct[1])]
        return None if outcomes[0] == outcomes[1] else "et dit d'emblée il reçoit une autre décision"

    def _note(self, case: tuple[Met, Met], title: str, problem: str, placing: Placing, when: When) -> None:
        first, second = case
        answers = [", ".join(f"{name}={value}" for name, value in met.end.answers) or "rien de dit" for met in case]
        where = f"[{answers[0]}] puis [{answers[1]}], {placing.words}, {when}"
        key = (title, first.told_as, second.told_as, problem)
        self.violations.setdefault(key, Violation(title, first.told_as, second.told_as, problem, where))


def _strikes_another(end: End) -> bool:
    """Whether it decides something of the player to whom it was done: then it matters who that is."""
    return any(role != DEFAULT_PLAYER for role, _ in end.outcome.sanctions)
