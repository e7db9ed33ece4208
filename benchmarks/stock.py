"""The same rules in Experta as it comes: its own matcher, its own strategy, and one network that holds all incidents.

The rules are written as in the project's compiler, one fact for the case and two Experta rules for each rule, so that the
comparison is of engines and not of ways to write. The incident is one more condition.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from assistant.engine.experta_api import NOT, Fact, KnowledgeEngine, P
from assistant.engine.experta_api import Rule as ExpertaRule
from assistant.engine.network import Network
from assistant.model import Rule, Test
from benchmarks.ours import Answer
from benchmarks.situations import Case

UNKNOWN = "?"


class Known(Fact):
    """What is known of the case: the incident, and a field for each fact it reads."""


class Derived(Fact):
    """The value of a derived fact."""


class Note(Fact):
    """Anything else that rules tell each other: what, and of which rule, fact or sanction."""


class BigEngine(KnowledgeEngine):
    """Experta's engine with nothing replaced."""

    standing: set[str]
    alive: set[str]


class Stock:
    """One engine with the rules of all networks, built beforehand."""

    def __init__(self, networks: dict[str, Network]):
        self.networks = networks
        self.rules: dict[str, ExpertaRule] = {}
        done: set[str] = set()
        for network in networks.values():
            self._add_network(network, done)
        self.engine = type("Everything", (BigEngine,), self.rules)()

    def answer(self, case: Case) -> Answer:
        network, engine = self.networks[case.incident], self.engine
        known = {name: case.facts.get(name, UNKNOWN) for name in network.facts}
        engine.standing, engine.alive = set(), set()
        engine.reset()
        settled = [Derived(name=name, value=known[name]) for name in network.derivers if known[name] != UNKNOWN]
        engine.declare(Known(incident=case.incident, **known), *settled)
        engine.run()
        return frozenset(engine.standing), frozenset(engine.alive - engine.standing)

    def _add_network(self, network: Network, done: set[str]) -> None:
        deepest = max(network.level.values())

        def add(name: str, level: float, left: list[Any], action: Callable[[BigEngine], None]) -> None:
            if name not in done:  # a rule shared by several incidents is in the network once
                done.add(name)
                action.__name__ = name
                rule = ExpertaRule(*left, salience=int((deepest - level) * 4))(action)
                self.rules[f"rule_{len(self.rules):05d}"] = rule

        for name in network.derivers:
            _add_derived(network, name, add)
        for rule in network.rules.values():
            _add_rule(network, rule, add)


@cache
def _predicate(test: Test, or_unknown: bool) -> Callable[[object], bool]:
    return (lambda value: value == UNKNOWN or test.admits(value)) if or_unknown else test.admits


@cache
def _one_of(names: frozenset[str]) -> Callable[[object], bool]:
    return lambda value: value in names


def _add_derived(network: Network, name: str, add: Callable[..., None]) -> None:
    level, otherwise = network.level["fact", name], network.facts[name].otherwise or UNKNOWN

    def settle(value: str) -> Callable[[BigEngine], None]:
        return lambda engine: engine.declare(Derived(name=name, value=value))

    unsettled = [Known(**{"incident": network.incident, name: UNKNOWN}), NOT(Derived(name=name))]
    add(f"{name} otherwise", level, [*unsettled, NOT(Note(what="may derive", of=name))], settle(otherwise))
    add(f"{name} unknown", level + 0.25, unsettled, settle(UNKNOWN))


def _conditions(network: Network, rule: Rule, or_unknown: bool) -> list[Any]:
    asked: dict[str, Any] = {fact: UNKNOWN for fact, _ in rule.derives}
    others: list[Any] = []
    if rule.incidents is not None:
        asked["incident"] = network.incident if len(rule.incidents) == 1 else P(_one_of(rule.incidents))
    for test in rule.tests:
        check = P(_predicate(test, or_unknown))
        if test.fact in network.derivers:
            others.append(Derived(name=test.fact, value=check))
        else:
            asked[test.fact] = check
    if rule.follows is not None:
        others.append(Note(what="may give" if or_unknown else "gives", of=P(_one_of(rule.follows))))
    return [Known(**asked), *others]


def _add_rule(network: Network, rule: Rule, add: Callable[..., None]) -> None:
    name = rule.id
    exceptions, overrides = network.exceptions.get(name, ()), name in network.targets
    followed = sorted(rule.then.gives & {one for other in network.rules.values() for one in other.follows or ()})

    def stand(engine: BigEngine) -> None:
        engine.standing.add(name)
        facts = [Note(what="gives", of=given) for given in followed]
        facts.extend(Derived(name=fact, value=value) for fact, value in rule.derives)
        if overrides:
            facts.append(Note(what="stands", of=name))
        engine.declare(*facts)

    def live(engine: BigEngine) -> None:
        engine.alive.add(name)
        facts = [Note(what="may give", of=given) for given in followed]
        facts.extend(Note(what="may derive", of=fact) for fact, _ in rule.derives)
        if overrides:
            facts.append(Note(what="alive", of=name))
        engine.declare(*facts)

    def hold(engine: BigEngine) -> None:
        engine.declare(*(Note(what="applies", of=exception) for exception in exceptions))

    def may_hold(engine: BigEngine) -> None:
        engine.declare(*(Note(what="may apply", of=exception) for exception in exceptions))

    true, not_refuted = _conditions(network, rule, False), _conditions(network, rule, True)
    if exceptions:
        add(f"{name} holds", network.level["conditions", name], list(true), hold)
        add(f"{name} may hold", network.level["conditions", name], list(not_refuted), may_hold)
    if overrides:
        true.append(Note(what="applies", of=name))
        not_refuted.append(Note(what="may apply", of=name))
    if exceptions:
        blockers = P(_one_of(frozenset(exceptions)))
        true.append(NOT(Note(what="alive", of=blockers)))
        not_refuted.append(NOT(Note(what="stands", of=blockers)))
    add(f"{name} stands", network.level["decision", name], true, stand)
    add(f"{name} lives", network.level["decision", name], not_refuted, live)
