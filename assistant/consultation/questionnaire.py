"""Which question comes next, what is assumed, and what a dispute about facts leaves open.

The next question is the fact that leaves the fewest different rulings possible, taking its answers as equally likely:

    score(fact) = mean over its values of the number of different rulings that this value does not exclude

The lowest score is asked; among equals the fact written first in the files. An incident may put some questions `first`;
a rare circumstance that it asks for comes last.
A ruling is excluded by a value when one of its conditions does not admit it, directly or through a derived fact that the
value settles. Only facts that live rules wait for are candidates, and only when their `only_if` holds. What only a sentence
of the sheet waits for is asked last, when the ruling stands. An answer counts only where its question makes sense: one told
beside a condition of its question that is not known, or not so, waits until it is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from assistant.consultation.sentences import awaited
from assistant.decision.outcome import Due, Outcome, spread
from assistant.decision.state import State, judge
from assistant.engine.engines import Engine, Run
from assistant.errors import Hole
from assistant.model import Fact, FactValue, Library, Rule, Test, Then, Value

NOT_ESTABLISHED = "non-etabli"
UNSETTLED = FactValue(NOT_ESTABLISHED, "Non établi", "parole contre parole")  # an answer to every question


UNJUDGED = FactValue(NOT_ESTABLISHED, "Pas encore jugé", "voir ce que chaque jugement donnerait")


def unsettled(fact: Fact) -> FactValue:
    """The answer that leaves a fact open: word against word, or of a judgement that it has not been made."""
    return UNJUDGED if fact.is_judgement else UNSETTLED


def in_words(fact: Fact, value: Value) -> str:
    """An answer as it is shown."""
    return unsettled(fact).label if value == NOT_ESTABLISHED else fact.label(value)


class Possibility(NamedTuple):
    """One outcome that a contested fact can lead to, and the values of contested facts that lead there."""

    outcome: Outcome
    state: State
    when: tuple[tuple[tuple[str, Value], ...], ...]


class Position(NamedTuple):
    """Where a consultation stands: the next question, or the final state or states."""

    question: Fact | None
    state: State
    assumed: Mapping[str, Value]
    possibilities: tuple[Possibility, ...] = ()

    @property
    def final(self) -> bool:
        return self.question is None


class Deadlock(Hole):
    """Nothing stands and nothing can be asked: the knowledge has a hole here."""

    def __init__(self, facts: Mapping[str, Value], needs: frozenset[str]):
        self.facts = dict(facts)
        self.needs = needs
        super().__init__(
            f"aucune règle ne décide ce cas ({', '.join(f'{name}={value}' for name, value in sorted(facts.items()))}"
            + (f" ; attendus : {', '.join(sorted(needs))}" if needs else "")
            + ") : écrivez la règle qui manque, ou son silence"
        )


class Questionnaire:
    """The questions of one incident in one ruleset; what other events of the case would tell (`elsewhere`) is not asked."""

    def __init__(self, library: Library, engine: Engine, elsewhere: Collection[str] = ()):
        self.library = library
        self.engine = engine
        self.network = engine.network
        self.elsewhere = elsewhere

    @cached_property
    def usual(self) -> dict[str, str]:
        """The values assumed of rare circumstances, and of those that another event would have told."""
        return {**self._rare, **self.untold}

    @cached_property
    def _rare(self) -> dict[str, str]:
        return self.network.usual()

    @cached_property
    def untold(self) -> dict[str, str]:
        """The usual values of what another event would have told."""
        told = {name: self.library.facts[name].usual for name in self.elsewhere if name in self.network.facts}
        return {name: value for name, value in told.items() if value is not None}

    @cached_property
    def branches(self) -> dict[str, tuple[Value, ...]]:
        """For each fact the values to tell apart: its list without exits, or for a number one per interval between constants."""
        return {fact.id: tuple(self._branches(fact)) for fact in self.network.asked}

    @cached_property
    def exits(self) -> dict[str, frozenset[str]]:
        """For each fact the answers that lead out of the incident: those that no ruling names."""
        rulings = [rule for rule in self.network.rules.values() if rule.is_ruling]
        tests = [test for rule in rulings for test in rule.tests]
        return {
            fact.id: frozenset(
                value.id
                for value in fact.values
                if value.exit and not any(test.fact == fact.id and test.admits(value.id) for test in tests)
            )
            for fact in self.network.asked
        }

    def _branches(self, fact: Fact) -> Iterator[Value]:
        if not fact.is_number:
            yield from (value.id for value in fact.values if value.id not in self.exits[fact.id])
            return
        assert fact.low is not None and fact.high is not None
        constants = {fact.low} | {
            constant
            for rule in self.network.rules.values()
            for test in rule.tests
            if test.fact == fact.id
            for constant in test.constants()
        }
        constants |= {
            step
            for rule in self.network.rules.values()
            for amount in rule.then.amounts
            if amount.counts == fact.id and amount.first is not None and amount.steps is not None
            for step in range(amount.first, amount.first + len(amount.steps) + 1)
        }
        yield from sorted(constant for constant in constants if fact.low <= constant <= fact.high)

    def interval(self, fact: Fact, value: Value) -> tuple[int, int] | None:
        """For a number, the whole interval that one of its branches stands for."""
        if not fact.is_number or not isinstance(value, int):
            return None
        assert fact.high is not None
        later = [start for start in self.branches[fact.id] if isinstance(start, int) and start > value]
        return (value, min(later) - 1 if later else fact.high)

    def fact(self, name: str) -> Fact:
        """A fact in the words of the ruleset played; one that this incident does not know as it is written."""
        return self.network.facts.get(name) or self.library.facts[name]

    def label(self, fact: Fact, value: Value) -> str:
        """A value in words; a branch of a number as its interval."""
        fact = self.fact(fact.id)
        interval = self.interval(fact, value)
        if interval is None or interval[0] == interval[1]:
            return fact.label(value)
        return f"de {interval[0]} à {interval[1]} {fact.unit}"

    def widened(self, outcome: Outcome, when: tuple[tuple[str, Value], ...]) -> Outcome:
        """Where an amount counts a contested number, the amounts from one end of its interval to the other."""
        ends = {name: interval for name, value in when if (interval := self.interval(self.network.facts[name], value))}
        dues = frozenset(
            Due(one.amount, spread(one.amount, *ends[one.amount.counts])) if one.amount.counts in ends else one
            for one in outcome.dues
        )
        return outcome._replace(dues=dues)

    def assumed(self, facts: Mapping[str, Value], contested: frozenset[str] = frozenset()) -> dict[str, Value]:
        """Rare circumstances that nobody mentioned have their usual value."""
        return {name: value for name, value in self.usual.items() if name not in facts and name not in contested}

    def judge(self, facts: Mapping[str, Value], contested: frozenset[str] = frozenset()) -> State:
        """The state of the answers that count, with rare circumstances assumed."""
        return judge(self.library, self.engine, self.heard(facts, contested))

    def heard(self, facts: Mapping[str, Value], contested: frozenset[str] = frozenset()) -> dict[str, Value]:
        """The answers whose questions make sense, and the usual value of each rare circumstance but of those contested."""
        told = {**{name: value for name, value in self.untold.items() if name not in contested}, **facts}
        usual: dict[str, Value] = {name: value for name, value in self._rare.items() if name not in contested}
        known = {**usual, **told}
        conditions = self.conditions  # a question without any makes sense
        while senseless := [name for name in conditions if name in told and not self.makes_sense(name, known)]:
            for name in senseless:
                del told[name]
            known = {**usual, **told}
        beside = {name: value for name, value in self._rare.items() if name in conditions and not self.makes_sense(name, known)}
        return {**beside, **known} if beside else known

    def makes_sense(self, name: str, known: Mapping[str, Value]) -> bool:
        """Whether the conditions of a question are known to hold; of derived facts, which nobody tells, none is asked."""
        return all(test.admits(known.get(test.fact)) for test in self.conditions.get(name, ()))

    @cached_property
    def conditions(self) -> dict[str, tuple[Test, ...]]:
        """On which told facts it depends whether a question makes sense."""
        facts = self.network.facts
        found = {
            fact.id: tuple(test for test in fact.only_if if not facts[test.fact].derived) for fact in facts.values()
        }
        return {name: tests for name, tests in found.items() if tests}

    def position(self, facts: Mapping[str, Value], contested: frozenset[str] = frozenset()) -> Position:
        """The next question, or the final ruling, or one ruling per possibility where facts are contested."""
        state = self.judge(facts, contested)
        assumed = self.assumed(facts, contested)
        if not contested:
            return Position(self.next_question(state), state, assumed)
        question, leaves = self._explore(dict(facts), contested, ())
        if question is not None:
            return Position(question, state, assumed)
        groups: dict[Outcome, tuple[State, list[tuple[tuple[str, Value], ...]]]] = {}
        for leaf, when in leaves:
            assert leaf.outcome is not None
            outcome = self.widened(leaf.outcome, when)
            groups.setdefault(outcome, (leaf._replace(outcome=outcome), []))[1].append(when)
        possibilities = tuple(Possibility(outcome, leaf, tuple(when)) for outcome, (leaf, when) in groups.items())
        return Position(
            None,
            possibilities[0].state if len(possibilities) == 1 else state,
            assumed,
            possibilities if any(when for group in possibilities for when in group.when) else (),
        )

    def _explore(
        self, facts: dict[str, Value], contested: frozenset[str], when: tuple[tuple[str, Value], ...]
    ) -> tuple[Fact | None, list[tuple[State, tuple[tuple[str, Value], ...]]]]:
        """Follow every value of contested facts; the first question that some possibility needs, else all final states."""
        state = self.judge(facts, contested)
        fact = self.next_question(state)
        if fact is None:
            return None, [(state, when)]
        if fact.id not in contested:
            return fact, []
        leaves: list[tuple[State, tuple[tuple[str, Value], ...]]] = []
        for value in self.branches[fact.id]:
            question, found = self._explore({**facts, fact.id: value}, contested, (*when, (fact.id, value)))
            if question is not None:
                return question, []
            leaves.extend(found)
        return None, leaves

    def next_question(self, state: State) -> Fact | None:
        """The fact to ask, or None when the state is final."""
        if state.final:
            return None
        candidates = self.candidates(state)
        if not candidates:
            raise Deadlock(state.run.known, state.needs)
        possible = self.possible_rulings(state.run)
        return min(candidates, key=lambda fact: (self.turn(fact), self.score(state.run, possible, fact), fact.rank))

    def last_question(self, state: State) -> Fact | None:
        """Of a final state, the fact to ask that decides nothing but what its sheet says: a step under a condition."""
        asked = [self.network.facts[name] for name in self._said_by(state) if not self.network.facts[name].derived]
        sensible = [fact for fact in asked if all(test.admits(state.run.value(test.fact)) for test in fact.only_if)]
        return min(sensible, key=lambda fact: fact.rank, default=None)

    def _said_by(self, state: State) -> set[str]:
        """The facts that only sentences of a final state wait for."""
        if not state.final or state.outcome is None:
            return set()
        return awaited(self.library, state.run, state.outcome)

    def turn(self, fact: Fact) -> int:
        """Its place among the questions that the incident puts first; a rare circumstance is asked after all others."""
        first = self.library.incidents[self.network.incident].first
        if fact.id in first:
            return first.index(fact.id)
        return len(first) + (self.library.facts[fact.id].usual is not None)

    def candidates(self, state: State) -> list[Fact]:
        """The facts that live rules wait for and that make sense to ask now."""
        facts = (self.network.facts[name] for name in state.needs)
        return [fact for fact in facts if all(test.admits(state.run.value(test.fact)) for test in fact.only_if)]

    def possible_rulings(self, run: Run) -> list[Rule]:
        """The rulings that stand or may stand."""
        return [
            self.network.rules[name]
            for name in [*run.standing, *sorted(run.may_stand)]
            if self.network.rules[name].is_ruling
        ]

    def score(self, run: Run, rulings: list[Rule], fact: Fact) -> float:
        """The mean number of different rulings left by an answer."""
        values = self.branches[fact.id]
        return sum(len(self._left(run, rulings, fact.id, value)) for value in values) / len(values)

    def leaves(self, run: Run, fact: Fact) -> list[tuple[Value, list[str]]]:
        """For each answer the titles of the rulings that it leaves possible."""
        rulings = self.possible_rulings(run)
        found: list[tuple[Value, list[str]]] = []
        for value in self.branches[fact.id]:
            left = self._left(run, rulings, fact.id, value)
            found.append((value, list(dict.fromkeys(rule.title for rule in rulings if rule.then in left))))
        return found

    def _left(self, run: Run, rulings: list[Rule], fact: str, value: Value) -> set[Then]:
        settled: dict[str, frozenset[Value]] = {}
        return {rule.then for rule in rulings if self._survives(run, rule, fact, value, settled)}

    def _survives(self, run: Run, rule: Rule, fact: str, value: Value, settled: dict[str, frozenset[Value]]) -> bool:
        for test in rule.tests:
            if test.fact == fact:
                if not test.admits(value):
                    return False
            elif test.fact in self.network.derivers and run.value(test.fact) is None:
                if test.fact not in settled:
                    settled[test.fact] = frozenset()  # a derived fact that waits for itself excludes nothing
                    settled[test.fact] = self._reachable(run, test.fact, fact, value, settled)
                if settled[test.fact] and not any(test.admits(reachable) for reachable in settled[test.fact]):
                    return False
        return True

    def _reachable(
        self, run: Run, derived: str, fact: str, value: Value, settled: dict[str, frozenset[Value]]
    ) -> frozenset[Value]:
        """The values a derived fact can still take with this answer."""
        reachable: set[Value] = set()
        otherwise = self.network.facts[derived].otherwise
        if otherwise is not None:
            reachable.add(otherwise)
        for name in self.network.derivers[derived]:
            rule = self.network.rules[name]
            if name not in run.may_stand or not self._survives(run, rule, fact, value, settled):
                continue
            values = {derived_value for derived_name, derived_value in rule.derives if derived_name == derived}
            certain = name not in self.network.exceptions and all(
                test.fact == fact or run.value(test.fact) is not None for test in rule.tests
            )
            if certain:
                return frozenset(values)
            reachable |= values
        return frozenset(reachable)

    def rare(self, facts: Mapping[str, Value], contested: frozenset[str] = frozenset()) -> list[Fact]:
        """The assumed circumstances that would matter here, were they otherwise."""
        assumed = self.assumed(facts, contested)
        if not assumed:
            return []
        told = {name: value for name, value in self.heard(facts, contested).items() if name not in assumed}
        awaited = judge(self.library, self.engine, told).needs
        return [
            self.network.facts[name]
            for name in assumed
            if name in awaited
            and name in self.judge(facts, contested | {name}).needs  # it alone, the others being as usual
        ]

    def matters(self, facts: Mapping[str, Value], name: str, contested: frozenset[str]) -> bool:
        """Whether some possibility of this case, without this answer, would wait for it."""
        if name not in self.network.facts:
            return False
        without = {other: value for other, value in facts.items() if other != name}
        open_facts = contested | ({name} if name in self.usual else set())
        return self._waits(without, open_facts, name)

    def _waits(self, facts: Mapping[str, Value], contested: frozenset[str], name: str) -> bool:
        state = self.judge(facts, contested)
        if name in state.needs or name in self._said_by(state):
            return True
        branching = (
            next((fact for fact in self.candidates(state) if fact.id in contested), None) if not state.final else None
        )
        return branching is not None and any(
            self._waits({**facts, branching.id: value}, contested, name) for value in self.branches[branching.id]
        )

    def dropped(self, facts: Mapping[str, Value], changed: str, contested: frozenset[str] = frozenset()) -> list[str]:
        """The other answers, contested ones included, that no longer matter after one was changed."""
        kept, disputed = dict(facts), contested
        gone: list[str] = []
        contexts = {fact.id for fact in self.library.context_facts()}
        for name in [*facts, *sorted(contested)]:
            if name == changed or name in contexts or self.matters(kept, name, disputed - {name}):
                continue
            kept.pop(name, None)
            disputed -= {name}
            gone.append(name)
        return gone
