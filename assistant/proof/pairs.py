"""Every pair of events: each class of ends of a first one beside each incident, by the same and another player, at each moment.

What the first settles of the second, and the end of the case of either, is read off as data, and of the second only the ends that fit it are looked
at. One case of each kind that an invariant can tell apart is judged by the engine and told whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from assistant.consultation.events import Judged, judge_events
from assistant.consultation.intake import OTHER_PLAYER, Event
from assistant.decision.links import may_read
from assistant.engine.engines import Engines
from assistant.errors import Conflict, Hole
from assistant.model import DEFAULT_PLAYER, Library, Value, When
from assistant.proof.asking import asked_though_answered
from assistant.proof.chains import prove_chains
from assistant.proof.ends import End, Ends
from assistant.proof.invariants import COULD_BREAK, NOT_ASKED, ONE_ACT, SAME_DOORS, broken, told
from assistant.proof.meetings import NOTHING_LATE, Meetings, Met
from assistant.proof.placings import DONE_BY, DONE_TO, FARTHER, NEARER, OTHER, SAME, Placing
from assistant.proof.walk import Answers, Walk

DECIDED = "chaque paire se décide"


class Read(NamedTuple):
    """Which reading and which choice of an event are followed."""

    reading: int | None = None
    choice: str | None = None


NOT_READ = Read()


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
        self.meetings = Meetings(ends)
        self.violations = violations
        self.told = 0
        self._seen = seen  # of every context: what was told in one is not told again in another
        self._beside: set[tuple[object, ...]] = set()
        self._shared: dict[int, tuple[Answers, frozenset[str]]] = {}
        self._looked: dict[tuple[object, ...], set[tuple[int, int]]] = {}  # of each way to stand, the kinds of two ends
        self._kinds: dict[tuple[int, str, Answers], list[End]] = {}
        self._incidents: set[tuple[str, str]] = set()
        self._like: dict[tuple[int, int], tuple[tuple[object, ...], ...]] = {}

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
        near = [link for link in self.meetings.links(second) if may_read(self.ruleset, link, happening)]
        if any(link.source is not None and link.source.causes for link in near) or _strikes_another(first):
            yield DONE_TO
        if any(_strikes_another(end) for end in self.ends.fitting(second, {})):
            yield DONE_BY
        if any(link.source is not None and link.source.closer for link in near):
            yield from (NEARER, FARTHER)

    def _pair(self, first: Met, second: str, placing: Placing, when: When) -> bool:
        """Whether one of the two settles something of the other; what does not hold is noted."""
        touched = False
        for met, incident, given, heard in self.meetings.hear(first, second, placing, when):
            touched |= heard
            if not self.meetings.linked_late(met, incident):
                self._side_by_side(met, second, incident, given, placing, when, heard)
                continue
            strata = self.meetings.strata(met.end.incident, incident)
            for end in self._seconds(met.end, incident, given):
                for settled in self._at_the_end((met, Met(second, end, given)), placing, when, strata):
                    changed = settled[0].given != met.given or settled[1].given != given
                    touched |= changed
                    self._look(settled, placing, when, heard or changed)
        return touched

    def _side_by_side(
        self, met: Met, second: str, incident: str, given: Answers, placing: Placing, when: When, heard: bool
    ) -> None:
        """A pair of which the end of the case settles nothing: the same for all firsts that invariants do not tell apart."""
        seen = (met.end.kind, self._of_the_table(met.end), met.reading, met.choice, met.end.incident if heard else None)
        key = (seen, second, incident, given, placing, when)
        if key not in self._beside:
            self._beside.add(key)
            looked = self._looked_at(met, NOT_READ, placing, when)
            mine = met.end.kind
            for end in self._kinds_of_seconds(met.end, incident, given):
                if heard or (mine, end.kind) not in looked:
                    self._look((met, Met(second, end, given)), placing, when, heard)

    def _kinds_of_seconds(self, first: End, incident: str, given: Answers) -> list[End]:
        """One end of each kind of those of the second event: the same wherever and whenever it happens."""
        key = (id(first), incident, given)  # it is kept in `ends`
        if key not in self._kinds:
            self._kinds[key] = list({end.kind: end for end in self._seconds(first, incident, given)}.values())
        return self._kinds[key]

    def _seconds(self, first: End, incident: str, given: Answers) -> Iterator[End]:
        """The ends of the second event that fit what is settled of it and what the first says of the table."""
        facts = self.ends.questionnaire(incident).network.facts
        shared = {name: value for name, value in self._of_the_table(first)[0] if name in facts}
        for end in self.ends.fitting(incident, {**shared, **dict(given)}):
            told_here = self._of_the_table(end)[0]
            if not told_here or self.ends.fits(first, dict(told_here)):
                yield end

    def _of_the_table(self, end: End) -> tuple[Answers, frozenset[str]]:
        """What an end says of the table as a whole, and which of that is rare."""
        if id(end) not in self._shared:  # it is kept in `ends`
            shared = self.ends.shared
            self._shared[id(end)] = tuple(pair for pair in end.answers if pair[0] in shared), end.rare & shared
        return self._shared[id(end)]

    def _at_the_end(
        self, case: tuple[Met, Met], placing: Placing, when: When, strata: Sequence[int]
    ) -> Iterator[tuple[Met, Met]]:
        """The pair with what links that read its end settle of it, stratum by stratum."""
        for depth, stratum in enumerate(strata):
            of_first = self.meetings.late(stratum, 0, case, placing, when)
            of_second = self.meetings.late(stratum, 1, case, placing, when)
            if of_first is of_second is NOTHING_LATE:
                continue
            ways: list[list[Met]] = []
            for met, late in zip(case, (of_first, of_second), strict=True):
                settled = dict(met.given)
                opened = [waits for name, waits in late.opened.items() if name not in settled]
                if opened:
                    other = opened[0].event - 1
                    for fork in self.meetings.forks(case[other], opened[0]):
                        forked = (fork, case[1]) if other == 0 else (case[0], fork)
                        yield from self._at_the_end(forked, placing, when, strata[depth:])
                    return
                more = {name: value for name, value in late.settled.items() if name not in settled}
                ways.append(self._changed(met, {**settled, **more}) if more else [met])
            for first, second in product(*ways):
                yield from self._at_the_end((first, second), placing, when, strata[depth + 1 :])
            return
        yield case

    def _changed(self, met: Met, given: Mapping[str, Value]) -> list[Met]:
        """The event with these facts settled besides what was told of it."""
        facts = {name: value for name, value in met.end.answers if name not in given}
        ends = self.ends.fitting(met.end.incident, {**facts, **given})
        return [met._replace(end=end, given=tuple(sorted(given.items()))) for end in ends]

    def _look(self, case: tuple[Met, Met], placing: Placing, when: When, touched: bool) -> None:
        """Tell a case whole where some invariant has not seen its like, or one settles of the other what was not told before."""
        first, second = case
        looked, kinds = self._looked_at(first, second, placing, when), (first.end.kind, second.end.kind)
        keys: list[tuple[object, ...]] = []
        if kinds not in looked:
            looked.add(kinds)
            sides = (first.reading, first.choice, second.reading, second.choice, placing.words, when)
            one_act = when is When.SAME_MOMENT and placing.first == placing.second
            like = self._alike(first.end, second.end)
            keys = [(*kind, *sides) for kind in like if one_act or kind[0] != ONE_ACT]
        if touched:
            incidents = (first.end.incident, second.told_as, second.end.incident)
            keys.append((*incidents, first.given, second.given, placing.words, when))
        new = [key for key in keys if key not in self._seen]
        if new:
            self._seen.update(new)
            self._tell(case, placing, when)

    def _looked_at(self, first: Met | Read, second: Met | Read, placing: Placing, when: When) -> set[tuple[int, int]]:
        """The kinds of two ends that were looked at, so read and so placed."""
        key = (first.reading, first.choice, second.reading, second.choice, placing, when)
        return self._looked.setdefault(key, set())

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
            case_told = told(self.library, self.ruleset, judged, self.ends.lore)
        except Conflict as conflict:
            self._note(case, DECIDED, str(conflict), placing, when)
            return
        incidents = (judged[0].incident, judged[1].incident)
        if incidents not in self._incidents:
            self._incidents.add(incidents)
            case_told.ruling()  # the whole sheet, once for any two incidents: it can be made
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
