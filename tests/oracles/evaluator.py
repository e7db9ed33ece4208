"""The meaning of rules once more, in plain Python: slow to read off an engine, quick to read here.

Everything is read off the rules themselves: which of them bear on an incident, who overrides whom, what derives what, what gives
what, and hence the order. Nothing comes from the product's network. Tests and benchmarks compare Experta's runs with this; nothing
in the application uses it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from assistant.model import Library, Rule, Test, Then, Value

Truth = bool | None  # None: not known yet


def conjunction(truths: list[Truth]) -> Truth:
    if any(truth is False for truth in truths):
        return False
    return None if any(truth is None for truth in truths) else True


def disjunction(truths: list[Truth]) -> Truth:
    if any(truth is True for truth in truths):
        return True
    return None if any(truth is None for truth in truths) else False


def negation(truth: Truth) -> Truth:
    return None if truth is None else not truth


def derives(rule: Rule, fact: str) -> bool:
    return any(name == fact for name, _ in rule.derives)


def follows(consequence: Rule, rule: Rule) -> bool:
    """Whether a rule waits for a sanction, or for what becomes of a slot, that another gives."""
    return any(name in given(rule.then) for name in consequence.follows or ())


def given(then: Then) -> set[str]:
    """What a consequence may wait for: each sanction, each slot with its value."""
    return {*then.sanctions, *(f"{slot}: {value}" for slot, value in then.slots)}


def completes(consequence: Rule, rule: Rule) -> bool:
    """Whether a rule says what a reading of another leaves to it: what a sanction costs, what comes with a slot."""
    slots = {f"{slot}: {value}" for reading in rule.then.readings for slot, value in reading.then.slots}
    if any(name in slots for name in consequence.follows or ()):
        return True
    numbered = [
        (sanction, {amount.sanction for amount in reading.then.amounts})
        for reading in rule.then.readings
        for sanction in reading.then.sanctions
    ]
    unnumbered = {sanction for sanction, known in numbered if sanction not in known}
    return bool(consequence.then.amounts) and any(sanction in unnumbered for sanction in consequence.follows or ())


def excepts(exception: Rule, rule: Rule) -> bool:
    """Whether a rule is an exception to another: it names that rule, or a sanction that the rule gives."""
    return exception.id != rule.id and (
        rule.id in exception.overrides or exception.overrides_sanction in rule.then.sanctions
    )


def bearing(rules: list[Rule]) -> dict[str, Rule]:
    """The rules that can matter: those that decide or add by themselves, and whatever feeds, follows or excepts one that matters."""
    found: dict[str, Rule] = {}
    waiting = [
        rule
        for rule in rules
        if (rule.incidents is not None and not rule.derives)
        or (rule.adds and rule.follows is None and not rule.overrides and rule.overrides_sanction is None)
    ]
    while waiting:
        rule = waiting.pop()
        if rule.id not in found:
            found[rule.id] = rule
            waiting += [
                other
                for other in rules
                if any(derives(other, test.fact) for test in rule.tests)
                or follows(other, rule)
                or completes(other, rule)
                or excepts(other, rule)
            ]
    return found


class Meaning:
    """The rules that bear on one incident of one ruleset, and how they hang together."""

    def __init__(self, library: Library, ruleset: str, incident: str):
        self.facts = library.facts
        here = library.rulesets[ruleset].rules.values()
        self.rules = bearing([rule for rule in here if rule.incidents is None or incident in rule.incidents])
        every = list(self.rules.values())
        self.derivers = {name: [rule.id for rule in every if derives(rule, name)] for name in self._derived()}
        self.givers = {rule.id: [other.id for other in every if follows(rule, other)] for rule in every}
        self.exceptions = {rule.id: [other.id for other in every if excepts(other, rule)] for rule in every}
        self.targets = {rule.id: [other.id for other in every if excepts(rule, other)] for rule in every}

    def _derived(self) -> set[str]:
        """The derived facts that matter: what these rules read or derive, and what such a fact is asked under."""
        made = {name for rule in self.rules.values() for name, _ in rule.derives}
        named = made | {test.fact for rule in self.rules.values() for test in rule.tests}
        named |= {test.fact for name in named for test in self.facts[name].only_if}
        return made | {name for name in named if self.facts[name].derived}


@dataclass
class Evaluation:
    """Which rules stand, which may stand, and what was derived."""

    standing: frozenset[str]
    may_stand: frozenset[str]
    derived: Mapping[str, Value]


class Evaluator:
    """One meaning, one set of facts; everything is computed when asked for and remembered."""

    def __init__(self, meaning: Meaning, facts: Mapping[str, Value]):
        self.meaning = meaning
        self.facts = facts
        self._stands: dict[str, Truth] = {}
        self._derived: dict[str, Value | None] = {}

    def evaluate(self) -> Evaluation:
        truths = {name: self.stands(name) for name in self.meaning.rules}
        derived = {
            name: value
            for name in self.meaning.derivers
            if name not in self.facts and (value := self.value(name)) is not None
        }
        return Evaluation(
            frozenset(name for name, truth in truths.items() if truth is True),
            frozenset(name for name, truth in truths.items() if truth is None),
            derived,
        )

    def value(self, fact: str) -> Value | None:
        if fact in self.facts:
            return self.facts[fact]
        if fact not in self.meaning.derivers:
            return None
        if fact not in self._derived:
            values = self.values(fact)
            if values:
                self._derived[fact] = min(values, key=str)  # two values are a conflict, which the engine reports
            else:
                open_ended = any(self.stands(name) is None for name in self.meaning.derivers[fact])
                self._derived[fact] = None if open_ended else self.meaning.facts[fact].otherwise
        return self._derived[fact]

    def values(self, fact: str) -> set[Value]:
        """What the rules that stand derive for a fact."""
        rules = self.meaning.rules
        return {dict(rules[name].derives)[fact] for name in self.meaning.derivers[fact] if self.stands(name) is True}

    def test(self, test: Test) -> Truth:
        value = self.value(test.fact)
        return None if value is None else test.admits(value)

    def holds(self, name: str) -> Truth:
        rule = self.meaning.rules[name]
        if any(fact in self.facts for fact, _ in rule.derives):
            return False  # settled by the referee or the tiles: no rule derives it any more
        truths = [self.test(test) for test in rule.tests]
        if rule.follows is not None:
            truths.append(disjunction([self.stands(giver) for giver in self.meaning.givers[name]]))
        return conjunction(truths)

    def stands(self, name: str) -> Truth:
        if name not in self._stands:
            truths = [self.holds(name), *(negation(self.stands(other)) for other in self.meaning.exceptions[name])]
            rule = self.meaning.rules[name]
            if rule.overrides or rule.overrides_sanction is not None:
                truths.append(disjunction([self.holds(target) for target in self.meaning.targets[name]]))
            self._stands[name] = conjunction(truths)
        return self._stands[name]
