"""What a case would get elsewhere: one fact changed, another ruleset, or a neighbouring situation. The engine rules each."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import NamedTuple

from assistant.consultation.cases import case_facts
from assistant.consultation.questionnaire import Questionnaire
from assistant.decision.outcome import Outcome
from assistant.decision.state import State
from assistant.engine.engines import Engines
from assistant.errors import Hole
from assistant.french import enumerate_words, lower_first, named_edition
from assistant.model import Case, Library, Scope, Value
from assistant.training.exercises.origin import Origin
from assistant.training.exercises.words import quoted

WIDE = 30  # an interval of which the first number is the typical one
MOST_CHANGES = 2  # facts that a neighbouring situation may change at once


class Alternative(NamedTuple):
    """A ruling that this case does not get, and what would have to be otherwise for it."""

    kind: Origin
    ruleset: str
    outcome: Outcome
    when: tuple[tuple[str, Value], ...]
    case: str | None = None  # the other case, where another incident is confused with this one
    standing: tuple[str, ...] = ()  # the rules that stand there


class Judged(NamedTuple):
    """A case as one ruleset rules it."""

    case: Case
    ruleset: str
    questionnaire: Questionnaire
    facts: dict[str, Value]
    standing: tuple[str, ...]  # the rules that stand
    outcome: Outcome


def judged(library: Library, engines: Engines, case: Case, ruleset: str) -> Judged | None:
    """The ruling, or None where the case has several incidents or its facts do not suffice here."""
    if case.further or ruleset not in library.incidents[case.incident].rulesets:
        return None
    questionnaire = Questionnaire(library, engines.engine(ruleset, case.incident))
    facts = case_facts(library, case)
    state = final(questionnaire, facts)
    if state is None or state.outcome is None:
        return None
    return Judged(case, ruleset, questionnaire, facts, state.run.standing, state.outcome)


def final(questionnaire: Questionnaire, facts: Mapping[str, Value]) -> State | None:
    """The final state of these facts, if they have one."""
    try:
        state = questionnaire.judge(facts)
        left = state.outcome is not None and state.outcome.exit
        return state if state.final and not left and questionnaire.next_question(state) is None else None
    except Hole:
        return None


def sentences(library: Library, case: Case) -> dict[tuple[str, Value], str]:
    """What the story and its variants say for each value of the facts they tell, where one sentence can stand for another.

    A story told anew lends no sentence and takes none: beside its other sentences they might make no sense.
    """
    base = library.cases[case.varies] if case.varies else case
    found: dict[tuple[str, Value], str] = {}
    if _retold(base, case):
        return found
    for one in library.cases.values():
        if (one.id == base.id or one.varies == base.id) and not _retold(base, one):
            for name, text in one.story:
                if name is not None and name in one.facts:
                    found.setdefault((name, one.facts[name]), text)
    return found


def _retold(base: Case, case: Case) -> bool:
    """Whether more than the sentence of the changed fact differs from the base's story."""
    changed = {name for name in case.facts if case.facts[name] != base.facts.get(name)}
    return [one for one in case.story if one[0] not in changed] != [one for one in base.story if one[0] not in changed]


def alternatives(library: Library, engines: Engines, mine: Judged) -> list[Alternative]:
    """Every neighbour of a ruling: single facts, other rulesets, situations further off, incidents one may confuse with it."""
    return [
        *_one_fact(mine, {value for _, value in sentences(library, mine.case)}),
        *_other_rulesets(library, engines, mine),
        *_situations(library, mine),
        *_confusions(library, engines, mine),
    ]


def _one_fact(mine: Judged, told: Container[Value]) -> Iterator[Alternative]:
    questionnaire = mine.questionnaire
    assumed = questionnaire.assumed(mine.facts)
    for name in [*mine.facts, *assumed]:
        fact = questionnaire.network.facts.get(name)
        if fact is None or fact.derived or name not in questionnaire.branches:
            continue
        old = mine.facts.get(name, assumed.get(name))
        for value in questionnaire.branches[name]:
            interval = questionnaire.interval(fact, value)
            same = value == old if interval is None else isinstance(old, int) and interval[0] <= old <= interval[1]
            if same:
                continue
            if _belied(mine, name, value):
                continue
            value = _typical(value, interval, told)
            state = final(questionnaire, {**mine.facts, name: value})
            if state is not None and state.outcome is not None:
                when = ((name, value), *_needed(mine, name, value))
                yield Alternative(Origin.FACT, mine.ruleset, state.outcome, when, standing=state.run.standing)


def _needed(mine: Judged, name: str, value: Value) -> tuple[tuple[str, Value], ...]:
    """What the case knows and its story does not tell, where this answer would ask for it and the ruling itself does not."""
    told = {fact for fact, _ in mine.case.story}
    network = mine.questionnaire.network.facts
    silent = {
        fact: known
        for fact, known in mine.facts.items()
        if fact in network and fact not in told and network[fact].scope != Scope.CONTEXT and network[fact].usual is None
    }
    heard = {fact: known for fact, known in mine.facts.items() if fact not in silent}
    implied = final(mine.questionnaire, heard) is None  # the story takes it for granted all along
    if implied or final(mine.questionnaire, {**heard, name: value}) is not None:
        return ()
    return tuple((fact, known) for fact, known in silent.items() if fact != name)


def _belied(mine: Judged, name: str, value: Value) -> bool:
    """Whether the story tells something that makes no sense with this answer: nobody waits whose hand is complete."""
    told = {fact for fact, _ in mine.case.story if fact is not None and fact != name}
    facts = [mine.questionnaire.network.facts[fact] for fact in told if fact in mine.questionnaire.network.facts]
    return any(test.fact == name and not test.admits(value) for fact in facts for test in fact.only_if)


def _typical(value: Value, interval: tuple[int, int] | None, told: Container[Value]) -> Value:
    """Of an interval a number that a variant tells, else one from its middle if it is short.

    « 5 minutes », where « 0 minute » would read as no delay at all.
    """
    if interval is None:
        return value
    low, high = interval
    known = next((number for number in range(low, min(high, low + WIDE) + 1) if number in told), None)
    return known if known is not None else low if high - low > WIDE else (low + high + 1) // 2


def _other_rulesets(library: Library, engines: Engines, mine: Judged) -> Iterator[Alternative]:
    for ruleset in library.incidents[mine.case.incident].rulesets:
        if ruleset != mine.ruleset:
            theirs = judged(library, engines, mine.case, ruleset)
            if theirs is not None and not _unheard(mine, theirs):
                yield Alternative(Origin.RULESET, ruleset, theirs.outcome, (), standing=theirs.standing)


def _unheard(mine: Judged, theirs: Judged) -> bool:
    """Whether the story tells a rare circumstance that the other ruleset's rules do not ask about here."""
    ours, known = mine.questionnaire.network.facts, theirs.questionnaire.network.facts
    told = {name for name, _ in mine.case.story if name is not None and name in ours and name not in known}
    return any(ours[name].usual is not None and mine.facts[name] != ours[name].usual for name in told)


def _situations(library: Library, mine: Judged) -> Iterator[Alternative]:
    """The other cases of the same incident, nearest first: their facts put in the place of ours."""
    near: list[tuple[int, int, tuple[tuple[str, Value], ...]]] = []
    for index, other in enumerate(library.cases.values()):
        if other.incident != mine.case.incident or other.further or mine.ruleset not in other.expect:
            continue
        changes = tuple(
            (name, value)
            for name, value in case_facts(library, other).items()
            if mine.facts.get(name) != value and name in mine.questionnaire.network.facts
        )
        if 2 <= len(changes) <= MOST_CHANGES and not any(_belied(mine, *change) for change in changes):
            near.append((len(changes), index, changes))
    for _, _, changes in sorted(near):
        state = final(mine.questionnaire, {**mine.facts, **dict(changes)})
        if state is not None and state.outcome is not None:
            yield Alternative(Origin.SITUATION, mine.ruleset, state.outcome, changes, standing=state.run.standing)


def _confusions(library: Library, engines: Engines, mine: Judged) -> Iterator[Alternative]:
    """What the first case of each other incident of the family gets: the mistake of taking one incident for another."""
    seen = {mine.case.incident}
    for other in library.cases.values():
        if other.family != mine.case.family or other.incident in seen or mine.ruleset not in other.expect:
            continue
        theirs = judged(library, engines, other, mine.ruleset)
        if theirs is not None:
            seen.add(other.incident)
            yield Alternative(Origin.CONFUSION, mine.ruleset, theirs.outcome, (), other.id, theirs.standing)


class Reasons:
    """Why a ruling is not the one: the condition under which it would be, in French."""

    def __init__(self, library: Library, mine: Judged):
        self.library = library
        self.mine = mine
        self.told = sentences(library, mine.case)

    def condition(self, alternative: Alternative) -> str:
        """« si l'histoire disait … », or the other ruleset that says so, or the other incident that is decided so."""
        if alternative.kind == Origin.RULESET:
            ruleset = self.library.rulesets[alternative.ruleset]
            return f"sous le règlement {named_edition(ruleset.short, ruleset.edition)}"
        if alternative.case is not None:
            incident = self.library.incidents[self.library.cases[alternative.case].incident]
            return f"un autre incident, {quoted(incident.title)}"
        if len(alternative.when) == 1 and alternative.when[0] in self.told:
            return f"si l'histoire disait : {quoted(self.told[alternative.when[0]])}"
        return answered(self.mine.questionnaire, alternative.when)


def answered(questionnaire: Questionnaire, changes: Iterable[tuple[str, Value]]) -> str:
    """« si, à la question « … », on répondait « … » »."""
    parts: list[str] = []
    for name, value in changes:
        fact = questionnaire.network.facts[name]
        said = quoted(lower_first(fact.label(value)))
        parts.append(f"à la question {quoted(str(fact.question))}, {'' if parts else 'on répondait '}{said}")
    return f"si, {enumerate_words(parts)}"
