"""What a case would get elsewhere: one fact changed, another ruleset, or a neighbouring situation. The engine rules each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from assistant.engine import Engines
from assistant.french import enumerate_words, lower_first
from assistant.inference import State
from assistant.model import Case, Library, Value
from assistant.outcome import Outcome
from assistant.problem import Hole
from assistant.questionnaire import Questionnaire
from assistant.trial import case_facts
from assistant.wording import quoted

FACT, RULESET, SITUATION, CONFUSION = "fact", "ruleset", "situation", "confusion"  # where an alternative comes from
MOST_CHANGES = 3  # facts that a neighbouring situation may change at once


class Alternative(NamedTuple):
    """A ruling that this case does not get, and what would have to be otherwise for it."""

    kind: str
    ruleset: str
    outcome: Outcome
    when: tuple[tuple[str, Value], ...]
    case: str | None = None  # the other case, where another incident is confused with this one


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
    state = _final(questionnaire, facts)
    if state is None or state.outcome is None:
        return None
    return Judged(case, ruleset, questionnaire, facts, state.run.standing, state.outcome)


def _final(questionnaire: Questionnaire, facts: Mapping[str, Value]) -> State | None:
    """The final state of these facts, if they have one."""
    try:
        state = questionnaire.judge(facts)
        return state if state.final and questionnaire.next_question(state) is None else None
    except Hole:
        return None


def sentences(library: Library, case: Case) -> dict[tuple[str, Value], str]:
    """What the story and its variants say for each value of the facts they tell."""
    base = case.varies or case.id
    found: dict[tuple[str, Value], str] = {}
    for one in library.cases.values():
        if one.id == base or one.varies == base:
            for name, text in one.story:
                if name is not None and name in one.facts:
                    found.setdefault((name, one.facts[name]), text)
    return found


def alternatives(library: Library, engines: Engines, mine: Judged) -> list[Alternative]:
    """Every neighbour of a ruling: single facts, other rulesets, situations further off, incidents one may confuse with it."""
    return [
        *_one_fact(mine),
        *_other_rulesets(library, engines, mine),
        *_situations(library, mine),
        *_confusions(library, engines, mine),
    ]


def _one_fact(mine: Judged) -> Iterator[Alternative]:
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
            state = _final(questionnaire, {**mine.facts, name: value})
            if state is not None and state.outcome is not None:
                yield Alternative(FACT, mine.ruleset, state.outcome, ((name, value),))


def _other_rulesets(library: Library, engines: Engines, mine: Judged) -> Iterator[Alternative]:
    for ruleset in library.incidents[mine.case.incident].rulesets:
        if ruleset != mine.ruleset:
            theirs = judged(library, engines, mine.case, ruleset)
            if theirs is not None:
                yield Alternative(RULESET, ruleset, theirs.outcome, ())


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
        if 2 <= len(changes) <= MOST_CHANGES:
            near.append((len(changes), index, changes))
    for _, _, changes in sorted(near):
        state = _final(mine.questionnaire, {**mine.facts, **dict(changes)})
        if state is not None and state.outcome is not None:
            yield Alternative(SITUATION, mine.ruleset, state.outcome, changes)


def _confusions(library: Library, engines: Engines, mine: Judged) -> Iterator[Alternative]:
    """What the first case of each other incident of the family gets: the mistake of taking one incident for another."""
    seen = {mine.case.incident}
    for other in library.cases.values():
        if other.family != mine.case.family or other.incident in seen or mine.ruleset not in other.expect:
            continue
        theirs = judged(library, engines, other, mine.ruleset)
        if theirs is not None:
            seen.add(other.incident)
            yield Alternative(CONFUSION, mine.ruleset, theirs.outcome, (), other.id)


class Reasons:
    """Why a ruling is not the one: the condition under which it would be, in French."""

    def __init__(self, library: Library, mine: Judged):
        self.library = library
        self.mine = mine
        self.told = sentences(library, mine.case)

    def condition(self, alternative: Alternative) -> str:
        """« si l'histoire disait … », or the other ruleset that says so, or the other incident that is decided so."""
        if alternative.kind == RULESET:
            ruleset = self.library.rulesets[alternative.ruleset]
            return f"sous le règlement {ruleset.short} ({ruleset.edition})"
        if alternative.case is not None:
            incident = self.library.incidents[self.library.cases[alternative.case].incident]
            return f"un autre incident, {quoted(incident.title)}"
        said = [self.told[change] for change in alternative.when if change in self.told]
        parts = [f"si l'histoire disait : {' '.join(quoted(text) for text in said)}"] if said else []
        asked = [change for change in alternative.when if change not in self.told]
        if asked:
            parts.append(answered(self.mine.questionnaire, asked))
        return " et ".join(parts)


def answered(questionnaire: Questionnaire, changes: Iterable[tuple[str, Value]]) -> str:
    """« si, à la question « … », on répondait « … » »."""
    parts: list[str] = []
    for name, value in changes:
        fact = questionnaire.network.facts[name]
        said = quoted(lower_first(fact.label(value)))
        parts.append(f"à la question {quoted(str(fact.question))}, {'' if parts else 'on répondait '}{said}")
    return f"si, {enumerate_words(parts)}"
