"""What two events settle of each other: of the second as it happens, of either at the end of the case; worked out once for all that are read alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from assistant.consultation.events import Court
from assistant.consultation.intake import Event
from assistant.decision.links import may_read, settled_facts, traits
from assistant.decision.statuses import CHOICE, NO_CHOICE, READING, Happening, Open, with_reading
from assistant.model import DEFAULT_PLAYER, Link, Reads, Value, When
from assistant.proof.ends import End, Ends
from assistant.proof.placings import Placing
from assistant.proof.walk import Answers


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


class Heard(NamedTuple):
    """What a first event makes of a second, and whether it does anything; or the choice that this waits for."""

    waits: Open | None
    incident: str
    given: Answers
    touched: bool


class Late(NamedTuple):
    """What links that read the end settle of an event, and what waits for a choice."""

    settled: Mapping[str, Value]
    opened: Mapping[str, Open]


NOTHING_LATE = Late({}, {})


class Meetings:
    """What the events of pairs settle of each other, in one ruleset and context."""

    def __init__(self, ends: Ends):
        self.ends, self.library, self.ruleset = ends, ends.library, ends.ruleset
        self._court = Court(ends.library, ends.engines, ends.ruleset, ends.elsewhere)
        self._then = {name: ends.links(name, Reads.THEN) for name in ends.incidents}
        self._ends = {name: ends.links(name, Reads.END) for name in ends.incidents}
        self._in_order = sorted({link.stratum for link in ends.ruleset.links if link.reads is Reads.END})
        self._strata: dict[tuple[int, str], list[Link]] = {}
        self._of_both: dict[tuple[str, str], list[int]] = {}
        self._sights: dict[tuple[object, ...], int] = {}
        self._heard: dict[tuple[object, ...], Heard] = {}
        self._late: dict[tuple[object, ...], Late] = {}
        self._changes: dict[tuple[object, ...], bool] = {}
        self._reached: dict[tuple[object, ...], bool] = {}

    def links(self, incident: str) -> list[Link]:
        """All links that may settle a fact of an incident."""
        return [*self._then[incident], *self._ends[incident]]

    def hear(self, first: Met, second: str, placing: Placing, when: When) -> list[tuple[Met, str, Answers, bool]]:
        """The first event as it is read, what it makes of the second, what it settles of it, and whether it does anything."""
        if not self._reaches(first, second):
            return [(first, second, (), False)]
        key = (self._sight(first), second, placing, when)
        if key not in self._heard:
            self._heard[key] = self._listen(first, second, placing, when)
        heard = self._heard[key]
        if heard.waits is not None:
            forks = [self.hear(fork, second, placing, when) for fork in self.forks(first, heard.waits)]
            return [(*one[:3], True) for fork in forks for one in fork]
        return [(first, heard.incident, heard.given, heard.touched)]

    def _listen(self, first: Met, second: str, placing: Placing, when: When) -> Heard:
        happening = first.happening(1, placing.first, placing.first_to, When.AFTER)
        event = Event(2, second, placing.second, {}, frozenset(), target=placing.second_to, when=when)
        heard = self._court.hear(event, [happening])
        facts = self.ends.questionnaire(heard.incident).network.facts
        waits = heard.waits or next((one for name, one in heard.found.open.items() if name in facts), None)
        settled = {name: one.value for name, one in heard.found.settled.items() if name in facts}
        given = tuple(sorted({**settled, **heard.answers}.items()))
        return Heard(waits, heard.incident, given, bool(given) or heard.turned is not None)

    def _sight(self, met: Met) -> int:
        """A number for all that links and statuses read of an event: where two have the same, they settle the same of any other."""
        key = (id(met.end), met.given, met.reading, met.choice)  # its end is kept in `ends`
        if key not in self._sights:
            seen = traits(self.ruleset, met.happening(1, DEFAULT_PLAYER, None, When.AFTER))
            self._sights[key] = self.ends.number((met.end.incident, met.choice, seen))
        return self._sights[key]

    def _reaches(self, first: Met, second: str) -> bool:
        """Whether something of the first may be read as the second happens."""
        key = (first.end.key, first.reading, first.choice, second)
        if key not in self._reached:
            happening = first.happening(1, DEFAULT_PLAYER, None, When.AFTER)
            reads = any(link.source is None or may_read(self.ruleset, link, happening) for link in self._then[second])
            self._reached[key] = reads or bool(self.library.incidents[second].turns)
        return self._reached[key]

    def forks(self, met: Met, waits: Open) -> list[Met]:
        """The event under each of its readings, or with each choice that the referee may make."""
        if waits.key == READING:
            return [met._replace(reading=1 + index) for index in range(len(met.end.outcome.readings))]
        assert waits.key == CHOICE
        chosen = sorted({name for one in self.ruleset.sets if one.chosen for name in one.sanctions})
        return [met._replace(choice=name) for name in (*chosen, NO_CHOICE)]

    def linked_late(self, first: Met, second: str) -> bool:
        """Whether a link that reads the end of the case may find something in one of the two."""
        return self._may_change(first, second) or self._may_be_changed(first.end.incident, second)

    def _may_change(self, source: Met, target: str) -> bool:
        key = (source.end.key, source.reading, source.choice, target)
        if key not in self._changes:
            happening = source.happening(1, DEFAULT_PLAYER, None, When.AFTER)
            self._changes[key] = any(may_read(self.ruleset, link, happening) for link in self._ends[target])
        return self._changes[key]

    def _may_be_changed(self, first: str, second: str) -> bool:
        key = (first, second)
        if key not in self._changes:
            ends = self.ends.fitting(second, {})
            self._changes[key] = any(self._may_change(Met(second, end), first) for end in ends)
        return self._changes[key]

    def late(self, stratum: int, index: int, case: tuple[Met, Met], placing: Placing, when: When) -> Late:
        """What the links of one stratum settle of one of two events: it hangs on what they read of the other."""
        incident = case[index].end.incident
        links = self._heard_at(stratum, incident)
        if not links:
            return NOTHING_LATE
        key = (stratum, index, incident, self._sight(case[1 - index]), placing, when)
        if key not in self._late:
            found = settled_facts(self.ruleset, self._happenings(case, placing, when), index, Reads.END, links)
            facts = self.ends.questionnaire(incident).network.facts
            settled = {name: one.value for name, one in found.settled.items() if name in facts}
            opened = {name: waits for name, waits in found.open.items() if name in facts}
            self._late[key] = Late(settled, opened) if settled or opened else NOTHING_LATE
        return self._late[key]

    def strata(self, first: str, second: str) -> list[int]:
        """The strata with a link that may settle something of one of two incidents, in their order."""
        if (first, second) not in self._of_both:
            self._of_both[first, second] = [
                stratum
                for stratum in self._in_order
                if self._heard_at(stratum, first) or self._heard_at(stratum, second)
            ]
        return self._of_both[first, second]

    def _heard_at(self, stratum: int, incident: str) -> list[Link]:
        """The links of a stratum that may settle something of an incident at the end of the case."""
        if (stratum, incident) not in self._strata:
            self._strata[stratum, incident] = [link for link in self._ends[incident] if link.stratum == stratum]
        return self._strata[stratum, incident]

    def _happenings(self, case: tuple[Met, Met], placing: Placing, when: When) -> list[Happening]:
        return [
            case[0].happening(1, placing.first, placing.first_to, When.AFTER),
            case[1].happening(2, placing.second, placing.second_to, when),
        ]
