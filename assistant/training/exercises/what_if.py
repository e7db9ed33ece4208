"""What the engine gives where something is told otherwise: the only place where training asks it so, and remembers what it answered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple
from weakref import WeakKeyDictionary

from assistant.consultation.cases import case_facts
from assistant.consultation.foresight import questionnaire_of
from assistant.consultation.questionnaire import Questionnaire
from assistant.decision.outcome import Outcome
from assistant.decision.sense import contrary, excluded
from assistant.engine.engines import Engines
from assistant.errors import Hole
from assistant.model import By, Case, Fact, Library, Nature, Story, Value
from assistant.model.hands import Computation
from assistant.training.exercises.gap import granted, tells_tiles

Changes = tuple[tuple[str, Value], ...]
WIDE = 30  # an interval of which the first number is the typical one
MOST_CHANGES = 2
OF_THE_HAND = frozenset({Computation.COMPLETE, Computation.YAKU, Computation.EIGHT_POINTS, Computation.WAIT, Computation.WAIT_COUNT})
ON_A_DISCARD = re.compile(r"sur le même écart|celles d'un appel")
NOTICED_WHEN = re.compile(r"Quand s'en est-on aperçu")
STILL = re.compile(r"a-t-elle encore un yaku|vaut-elle encore 8 points")
COUNTED = "figure-comptee"
ENDED = re.compile(r"la donne était-elle finie")
NEAR = (-3, -1, 1, 3)  # how far other numbers are told where each counts


class Given(NamedTuple):
    """What the engine gives: the outcome, and the rules that stand."""

    outcome: Outcome
    standing: tuple[str, ...]


class WhatIf:
    """One incident under one ruleset before the engine, which is asked the same only once."""

    def __init__(self, library: Library, engines: Engines, ruleset: str, incident: str):
        self.questionnaire = questionnaire_of(library, engines, ruleset, incident)
        self._given: dict[frozenset[tuple[str, Value]], Given | None] = {}
        self._asked: dict[frozenset[tuple[str, Value]], Fact | None] = {}

    def given(self, facts: Mapping[str, Value]) -> Given | None:
        """The final ruling on these facts, or None where they do not suffice or lead out of the incident."""
        key = self._key(facts)
        if key not in self._given:
            self._given[key] = self._judge(facts, key)
        return self._given[key]

    def asked(self, facts: Mapping[str, Value]) -> Fact | None:
        """The question that would come next, where these facts do not suffice."""
        key = self._key(facts)
        if self.given(facts) is not None or key not in self._asked:
            return None
        return self._asked[key]

    def _key(self, facts: Mapping[str, Value]) -> frozenset[tuple[str, Value]]:
        known = self.questionnaire.network.facts
        return frozenset((name, value) for name, value in facts.items() if name in known)

    def _judge(self, facts: Mapping[str, Value], key: frozenset[tuple[str, Value]]) -> Given | None:
        try:
            state = self.questionnaire.judge(facts)
            self._asked[key] = self.questionnaire.next_question(state)
        except Hole:
            return None
        if state.outcome is None or state.outcome.exit or not state.final or self._asked[key] is not None:
            return None
        return Given(state.outcome, state.run.standing)


_known: WeakKeyDictionary[Engines, dict[tuple[str, str], WhatIf]] = WeakKeyDictionary()


def what_if(library: Library, engines: Engines, ruleset: str, incident: str) -> WhatIf:
    """The incident under this ruleset, kept with its engines."""
    incidents = _known.setdefault(engines, {})
    if (ruleset, incident) not in incidents:
        incidents[ruleset, incident] = WhatIf(library, engines, ruleset, incident)
    return incidents[ruleset, incident]


class Told(NamedTuple):
    """A case of one incident as one ruleset rules it."""

    case: Case  # its story in the words of the ruleset
    ruleset: str
    asking: WhatIf
    facts: dict[str, Value]
    given: Given

    @property
    def questionnaire(self) -> Questionnaire:
        return self.asking.questionnaire


def told(library: Library, engines: Engines, case: Case, ruleset: str) -> Told | None:
    """The case with its ruling, or None where it has several incidents or its facts do not suffice here."""
    if case.further or ruleset not in library.incidents[case.incident].rulesets:
        return None
    asking, facts = what_if(library, engines, ruleset, case.incident), case_facts(library, case)
    given = asking.given(facts)
    spoken = case._replace(story=case.told(library.rulesets[ruleset].names))
    return Told(spoken, ruleset, asking, facts, given) if given is not None else None


def tells_another(library: Library, mine: Told) -> bool:
    """Whether the story tells what another event of the deal brings about, or what is punished as another incident: its penalty can be meant.

    Who cheats with eleven tiles before him has the wrong number of tiles too, though nothing more is asked of a cheat.
    """
    told = {(str(name), mine.facts[name]) for name, _ in mine.case.story if name in mine.facts}
    ruleset = library.rulesets[mine.ruleset]
    if any(link.source is not None and told & set(link.settles) for link in ruleset.links):
        return True
    unheard = {name: value for name, value in told if name not in mine.questionnaire.network.facts}
    return any(
        test.fact in unheard and test.admits(unheard[test.fact])
        for rule in ruleset.rules.values()
        if rule.is_ruling and any(library.sanctions[one].nature == Nature.SANCTION for one in rule.then.sanctions)
        for test in rule.tests
    )


def given_before(library: Library, mine: Told) -> frozenset[str]:
    """The sanctions that the story tells as given to this player before: all that they settle of this event is told."""
    ruleset, told = library.rulesets[mine.ruleset], set(mine.facts.items())
    found: set[str] = set()
    for link in ruleset.links:
        if link.source is not None and link.source.by == By.SAME and link.settles and set(link.settles) <= told:
            sets = [one for one in ruleset.sets if one.status == link.source.status]
            found |= link.source.sanctions.union(*(one.sanctions for one in sets))
    return frozenset(found)


class Way(NamedTuple):
    """What would have to be told otherwise, and what the engine then gives."""

    changes: Changes
    given: Given


def ways(library: Library, mine: Told, sentences: Mapping[tuple[str, Value], str]) -> Iterator[Way]:
    """Every ruling that one or two other answers make and that makes sense, the nearest first; those that sentences can tell before the others."""
    return (way for way in _every(mine, sentences) if sensible(library, mine, way))


def sensible(library: Library, mine: Told, way: Way) -> bool:
    """Whether this could be told: no answer belies another or what is decided, and no rare circumstance of the story is passed over to spare somebody."""
    facts = {**mine.facts, **dict(way.changes)}
    if excluded(library, facts, way.given.outcome) or contrary(library, facts) or _padded(mine, way):
        return False
    if any(_told_already(mine, name, value) for name, value in way.changes) or _overlooks_the_end(mine, way):
        return False
    spares = all(library.sanctions[one].vanishes for one in way.given.outcome.sanction_ids())
    return not spares or not any(
        mine.asking.given({**facts, name: usual}) == way.given for name, usual in _rare(mine, way)
    )


def _told_already(mine: Told, name: str, value: Value) -> bool:
    """Whether another answer is how the story's own begins: « une seule », of « une seule, et sa main est Quatre kongs »."""
    fact, old = mine.questionnaire.network.facts[name], mine.facts.get(name)
    if old is None or not fact.values or old not in {known.id for known in fact.values}:
        return False
    return fact.label(old).casefold().startswith(f"{fact.label(value).casefold()},")


def _overlooks_the_end(mine: Told, way: Way) -> bool:
    """Whether a way passes over what the story tells: how the deal ended, or that nothing is left of the hand, though the ruling of this way does not ask.

    He has won, and his win would be judged; nothing is noticed before the first discard once the wall is exhausted.
    """
    known, changed, outcome = mine.questionnaire.network.facts, dict(way.changes), way.given.outcome
    slots, earlier = set(outcome.slots), any(NOTICED_WHEN.match(str(known[name].question)) for name in changed)
    for name in (str(name) for name, _ in mine.case.story if name in known and name in mine.facts and name not in changed):
        fact, answer = known[name], mine.facts[name]
        never = {(slot, some) for value in fact.values for slot, several in value.excludes for some in several}
        ends = bool(never & slots or (never and earlier)) and granted(fact, answer)
        over = ENDED.search(str(fact.question)) is not None and answer != fact.usual
        short = STILL.search(str(fact.question)) is not None and fact.label(answer).startswith("Non") and COUNTED not in outcome.sanction_ids()
        if (ends or over or short) and mine.asking.given({**{other: one for other, one in mine.facts.items() if other != name}, **changed}) == way.given:
            return True
    return False


def _padded(mine: Told, way: Way) -> bool:
    """Whether one of several changes gives the same without the others: these only hide that it makes no sense alone.

    Noticed before the first discard is enough; that the deal ended with his win besides is told of no such deal.
    """
    alone = way.changes if len(way.changes) > 1 else ()
    return any(mine.asking.given({**mine.facts, name: value}) == way.given for name, value in alone)


def _rare(mine: Told, way: Way) -> Iterator[tuple[str, Value]]:
    """The rare circumstances that the story tells and this way leaves as they are, each with what is usual."""
    known, changed = mine.questionnaire.network.facts, dict(way.changes)
    for name in dict.fromkeys(name for name, _ in mine.case.story if name in known and name not in changed):
        usual = known[str(name)].usual
        if usual is not None and mine.facts.get(str(name), usual) != usual:
            yield str(name), usual


def _every(mine: Told, sentences: Mapping[tuple[str, Value], str]) -> Iterator[Way]:
    ones = list(_single(mine, sentences))
    for changes in ones:
        yield from _through(mine, (changes,))
    for first, second in combinations(ones, MOST_CHANGES):
        if first[0] != second[0]:
            given = mine.asking.given({**mine.facts, **dict((first, second))})
            if given is not None:
                yield Way((first, second), given)


def _through(mine: Told, changes: Changes) -> Iterator[Way]:
    """What one other answer gives, or each answer to the question that it raises."""
    facts = {**mine.facts, **dict(changes)}
    given = mine.asking.given(facts)
    if given is not None:
        yield Way(changes, given)
        return
    raised = mine.asking.asked(facts)
    for value in mine.questionnaire.branches[raised.id] if raised is not None else ():
        further = (*changes, (raised.id, value)) if raised is not None else changes
        answered = mine.asking.given({**facts, **dict(further)})
        if answered is not None:
            yield Way(further, answered)


def _single(mine: Told, sentences: Mapping[tuple[str, Value], str]) -> list[tuple[str, Value]]:
    """Every single answer told otherwise that makes sense with the rest of the story."""
    questionnaire = mine.questionnaire
    assumed = questionnaire.assumed(mine.facts)
    told_numbers = {value for _, value in sentences}
    changes: list[tuple[str, Value]] = []
    for name in [*mine.facts, *assumed]:
        fact = questionnaire.network.facts.get(name)
        if fact is None or fact.derived or name not in questionnaire.branches:
            continue
        old = mine.facts.get(name, assumed.get(name))
        for value in questionnaire.branches[name]:
            interval = questionnaire.interval(fact, value)
            same = value == old if interval is None else isinstance(old, int) and interval[0] <= old <= interval[1]
            if not same and not _belied(mine, name, value):
                changes.append((name, value if interval is None else _typical(interval, told_numbers)))
        changes.extend((name, number) for number in _near(mine, fact, old))
    return sorted(changes, key=lambda change: change not in sentences)


def _near(mine: Told, fact: Fact, old: Value | None) -> list[int]:
    """Of a number that an amount counts, others of the same interval: one more or less, and a few."""
    rules = mine.questionnaire.network.rules.values()
    counted = any(amount.counts == fact.id for rule in rules for amount in rule.then.amounts)
    starts = [start for start in mine.questionnaire.branches[fact.id] if isinstance(start, int)]
    if not counted or not isinstance(old, int):
        return []
    low = max(start for start in starts if start <= old)
    interval = mine.questionnaire.interval(fact, low)
    assert interval is not None
    return [old + step for step in NEAR if interval[0] <= old + step <= interval[1]]


def _belied(mine: Told, name: str, value: Value) -> bool:
    """Whether the story tells something that makes no sense with this answer: nobody waits whose hand is complete."""
    known = mine.questionnaire.network.facts
    facts = [known[fact] for fact, _ in mine.case.story if fact is not None and fact != name and fact in known]
    computed = known[name].computed
    if computed is not None and value in computed.gives.values() and told_by_tiles(mine.case.story, known[name]):
        return True  # whoever reads the tiles knows better
    if ON_A_DISCARD.search(known[name].label(value)) and any(
        fact.computed and fact.computed.gives.get("drawn") == mine.facts.get(fact.id) for fact in known.values() if fact.id in mine.facts
    ):
        return True
    return any(test.fact == name and not test.admits(value) for fact in facts for test in fact.only_if)


def told_by_tiles(story: Story, fact: Fact) -> bool:
    """Whether the tiles that a story tells answer a question about the hand."""
    return fact.computed is not None and fact.computed.by in OF_THE_HAND and tells_tiles(story, fact.id)


def _typical(interval: tuple[int, int], known: set[Value]) -> int:
    """Of an interval a number that a sentence tells, else one from its middle if it is short."""
    low, high = interval
    said = next((number for number in range(low, min(high, low + WIDE) + 1) if number in known), None)
    return said if said is not None else low if high - low > WIDE else (low + high + 1) // 2
