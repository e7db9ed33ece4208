"""A matcher of our own under Experta's engine: the same patterns and activations, but no token copied from node to node.

Experta's Rete copies a token at every test of every condition, keeps its list of end nodes in a cache for one engine per
process, and its `reset` leaves in those nodes what a failed run had put there. Our rules bind no variables, so that only
facts need to travel: a fact meets all tests of its kind together (a bit for each pattern that still admits it), each
pattern remembers its facts, and each rule counts the patterns it still lacks. What a run changes lies in four tables apart
from the network, and a reset makes them anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

from assistant.engine.experta_api import NOT, Activation, Fact, InitialFact, L, Matcher, P, Rule

Predicate = Callable[[object], bool]
MOST_KEPT = 500  # values of a field, and sets of patterns, of which it is remembered what they come to
ABSENT = object()  # the value of a field that a fact does not have
UNBOUND: dict[str, Any] = {}  # the variables of a match: none


class Match(Activation):
    """A rule and the facts that match it, without Experta's set of them: the key tells two matches apart."""

    def __init__(self, rule: Rule, facts: tuple[Fact, ...], key: tuple[int, str, tuple[int, ...]]):
        self.rule = rule
        self.facts = facts
        self.context = UNBOUND
        self.key = key


NONE: dict[tuple[int, ...], Match] = {}


class Pattern:
    """One condition, shared by all rules that have it: the rules that want a fact to match it, and those that bar it."""

    def __init__(self, number: int):
        self.number = number
        self.wanted: list[int] = []
        self.barred: list[int] = []


class Field:
    """What the patterns of a kind ask of one field; what each value leaves of them is worked out once."""

    def __init__(self, name: str, literals: dict[object, int], tests: list[tuple[Predicate, int]]):
        self.name, self.literals, self.tests = name, literals, tests
        self.free = ~0  # the patterns that ask for no literal
        for bits in literals.values():
            self.free &= ~bits
        self.known: dict[object, int] = {}

    def left(self, value: object) -> int:
        """The patterns that a value does not refute."""
        if value is ABSENT:
            bits = self.free
            for _, asking in self.tests:
                bits &= ~asking
            return bits
        bits = self.free | self.literals.get(value, 0)
        for test, asking in self.tests:
            if bits & asking and not test(value):
                bits &= ~asking
        return bits


class Kind:
    """All patterns for one class of facts: a bit each."""

    def __init__(self) -> None:
        self.patterns: list[Pattern] = []
        self.every = 0
        self.fields: list[Field] = []
        self._met: dict[int, list[Pattern]] = {}
        self._known: dict[frozenset[tuple[str, object]], Pattern] = {}
        self._literals: dict[str, dict[object, int]] = {}
        self._predicates: dict[str, dict[Predicate, int]] = {}

    def pattern(self, condition: Fact, number: int) -> Pattern:
        """The pattern of this condition: the one there is, or a new one of this number."""
        checks = frozenset((field, _check(check)) for field, check in condition.items())
        if checks in self._known:
            return self._known[checks]
        bit = 1 << len(self.patterns)
        self.every |= bit
        for field, check in condition.items():
            if isinstance(check, P):
                tests = self._predicates.setdefault(field, {})
                tests[check.match] = tests.get(check.match, 0) | bit
            else:
                values = self._literals.setdefault(field, {})
                values[_check(check)] = values.get(_check(check), 0) | bit
        self.patterns.append(Pattern(number))
        self._known[checks] = self.patterns[-1]
        names = sorted(self._literals.keys() | self._predicates.keys())
        self.fields = [
            Field(name, self._literals.get(name, {}), list(self._predicates.get(name, {}).items())) for name in names
        ]
        self._met = {}
        return self.patterns[-1]

    def admitting(self, fact: Fact) -> list[Pattern]:
        """The patterns that this fact matches."""
        bits = self.left(fact)
        found = self._met.get(bits)
        if found is None:
            found = self._of(bits)
            if len(self._met) < MOST_KEPT:
                self._met[bits] = found
        return found

    def left(self, fact: Mapping[str, object]) -> int:
        """A bit for each pattern that these fields match."""
        bits = self.every
        for field in self.fields:
            value = fact.get(field.name, ABSENT)
            left = field.known.get(value)
            if left is None:
                left = field.left(value)
                if len(field.known) < MOST_KEPT:
                    field.known[value] = left
            bits &= left
        return bits

    def _of(self, bits: int) -> list[Pattern]:
        found = []
        while bits:
            lowest = bits & -bits
            found.append(self.patterns[lowest.bit_length() - 1])
            bits ^= lowest
        return found


def _check(check: object) -> object:
    """What tells two checks apart: the predicate itself, or the literal."""
    if isinstance(check, P):
        return check
    if isinstance(check, L) and check.__bind__ is None:
        return check.value
    if isinstance(check, tuple) or not isinstance(check, (str, int)):
        raise TypeError(f"this matcher knows literals and predicates that bind nothing, not {check!r}")
    return check


class OwnMatcher(Matcher):
    """Experta's interface: facts that changed go in, activations come out."""

    def __init__(self, engine: Any):
        super().__init__(engine)
        self.kinds: dict[type[Fact], Kind] = {}
        self.rules: list[Rule] = []
        self.wants: list[list[int]] = []  # the patterns that each rule wants, by number
        self.orders: list[tuple[int, str]] = []
        self._patterns = 0
        for rule in engine.get_rules():
            self._add(rule.new_conditions(*rule))
        self._lacks_at_first = [len(wanted) for wanted in self.wants]
        self.reset()

    def _add(self, rule: Rule) -> None:
        wanted: dict[int, Pattern] = {}
        barred: dict[int, Pattern] = {}
        conditions = rule if any(isinstance(condition, Fact) for condition in rule) else (InitialFact(), *rule)
        for condition in conditions:
            negated = isinstance(condition, NOT)
            fact = condition[0] if negated else condition
            if not isinstance(fact, Fact) or fact.__bind__ is not None:
                raise TypeError(f"{rule.__name__}: this matcher knows facts and NOT(fact), not {condition!r}")
            pattern = self.kinds.setdefault(type(fact), Kind()).pattern(fact, self._patterns)
            self._patterns += pattern.number == self._patterns
            (barred if negated else wanted)[pattern.number] = pattern
        for pattern in wanted.values():
            pattern.wanted.append(len(self.rules))
        for pattern in barred.values():
            pattern.barred.append(len(self.rules))
        self.rules.append(rule)
        self.wants.append(list(wanted))
        self.orders.append((rule.salience, rule.__name__))

    def reset(self) -> None:
        """Forget every fact and every match, also what a failed run left undelivered."""
        self.facts: list[list[Fact]] = [[] for _ in range(self._patterns)]  # of each pattern
        self.lacks = self._lacks_at_first.copy()  # of each rule: the patterns without a fact that it wants
        self.bars = [0] * len(self.rules)  # of each rule: the patterns with a fact that it bars
        self.matches: dict[int, dict[tuple[int, ...], Match]] = {}

    def changes(
        self, adding: list[Fact] | None = None, deleting: list[Fact] | None = None
    ) -> tuple[list[Activation], list[Activation]]:
        """Pass the changed facts through the tests and collect what became or ceased to be active."""
        if not adding and not deleting:
            return [], []
        touched: dict[int, None] = {}
        for fact in deleting or ():
            self._pass(fact, -1, touched)
        for fact in adding or ():
            self._pass(fact, 1, touched)
        added: list[Activation] = []
        removed: list[Activation] = []
        for number in touched:
            self._compare(number, added, removed)
        return added, removed

    def _pass(self, fact: Fact, step: int, touched: dict[int, None]) -> None:
        kind = self.kinds.get(type(fact))
        if kind is None:
            return
        lacks, bars = self.lacks, self.bars
        for pattern in kind.admitting(fact):
            facts = self.facts[pattern.number]
            if step > 0:
                facts.append(fact)
            else:
                facts.remove(fact)
            turned = len(facts) == (step > 0)  # from none to one, or from one to none
            for number in pattern.wanted:
                if turned:
                    lacks[number] -= step
                if not lacks[number] or step < 0:
                    touched[number] = None
            if turned:
                for number in pattern.barred:
                    bars[number] += step
                    if not lacks[number]:
                        touched[number] = None

    def _compare(self, number: int, added: list[Activation], removed: list[Activation]) -> None:
        """Set the matches a rule should have against those it had."""
        before = self.matches.pop(number, NONE)
        if self.lacks[number] or self.bars[number]:
            removed.extend(before.values())
            return
        now = self.matches[number] = {}
        for facts in product(*[self.facts[pattern] for pattern in self.wants[number]]):
            numbers = tuple([fact["__factid__"] for fact in facts])
            if numbers in before:
                now[numbers] = before[numbers]
            else:
                now[numbers] = match = Match(self.rules[number], facts, (*self.orders[number], numbers))
                added.append(match)
        if before:
            removed.extend(match for numbers, match in before.items() if numbers not in now)
