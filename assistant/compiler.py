"""From a network of rules to an Experta engine.

One `Case` fact holds everything known, unknown facts marked as such, so that a rule's conditions on asked facts are one
pattern without joins. Each rule becomes two Experta rules: one that fires when all conditions are true, and its companion,
that fires when none is refuted. Rules that override or are overridden get two more, which decide once the exceptions are
decided. Salience follows the levels of the network, so a run only adds facts and never takes one back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from assistant.door import NOT, Agenda, Fact, FactList, InitialFact, KnowledgeEngine, P, Rule
from assistant.matcher import OwnMatcher
from assistant.model import Rule as ModelRule
from assistant.model import Test, Value
from assistant.network import Network
from assistant.strategy import OrderedStrategy

UNKNOWN = "?"


class Case(Fact):
    """What is known of the case: a field per fact."""


class Derived(Fact):
    """The value of a derived fact, or UNKNOWN once nothing more can derive it in this run."""


class MayDerive(Fact):
    """Some rule may still derive this fact."""


class Holds(Fact):
    """All conditions of this rule are true."""


class MayHold(Fact):
    """No condition of this rule is refuted."""


class Applies(Fact):
    """Something that this exception overrides holds."""


class MayApply(Fact):
    """Something that this exception overrides may hold."""


class Stands(Fact):
    """This rule stands."""


class Alive(Fact):
    """This rule stands or may stand."""


class Gives(Fact):
    """A rule that stands gives this sanction."""


class MayGive(Fact):
    """A rule that stands or may stand gives this sanction."""


@dataclass
class Record:
    """What the rules wrote down while they fired, in the order they fired."""

    standing: list[str] = field(default_factory=list)
    alive: list[str] = field(default_factory=list)
    holding: list[str] = field(default_factory=list)
    may_hold: list[str] = field(default_factory=list)
    derived: dict[str, dict[Value, list[str]]] = field(default_factory=dict)


class ArbitreEngine(KnowledgeEngine):
    """An Experta engine with our strategy and matcher; its rules are added by `compile_network`."""

    __strategy__ = OrderedStrategy
    __matcher__ = OwnMatcher
    record: Record
    derivable: tuple[str, ...] = ()

    def reset(self, **_: Any) -> None:
        """As Experta's, without its search for initial facts through every attribute at each reset: there is only one."""
        self.agenda = Agenda()
        self.facts = FactList()
        self.matcher.reset()
        self.running = False
        self.record = Record()
        self.declare_quietly(InitialFact())

    def declare_quietly(self, *facts: Fact) -> None:
        """Declare facts made by the compiler itself: nothing in them needs Experta's checks."""
        for fact in facts:
            self.facts.declare(fact)

    def infer(self, known: dict[str, Value]) -> Record:
        """One run from a clean state; a derived fact that the referee or the tiles have settled comes in settled."""
        self.reset()
        self.declare_quietly(
            Case(**known), *(Derived(name=name, value=known[name]) for name in self.derivable if known[name] != UNKNOWN)
        )
        self.run()
        return self.record


@cache
def predicate(test: Test, or_unknown: bool) -> Callable[[object], bool]:
    """Made once and shared: Experta keeps every check for ever under the identity of its predicate."""
    if or_unknown:
        return lambda value: value == UNKNOWN or test.admits(value)
    return test.admits


@cache
def one_of(names: frozenset[str]) -> Callable[[object], bool]:
    return lambda value: value in names


def compile_network(network: Network) -> ArbitreEngine:
    """The engine of one incident in one ruleset."""
    attributes: dict[str, Any] = {}
    deepest = max(network.level.values(), default=0)

    def add(name: str, level: float, left: Iterable[Any], action: Callable[[ArbitreEngine], None]) -> None:
        def fire(engine: ArbitreEngine) -> None:
            action(engine)

        fire.__name__ = fire.__qualname__ = name
        attributes[f"rule_{len(attributes):04d}"] = Rule(*left, salience=int((deepest - level) * 4))(fire)

    for name in sorted(network.derivers):
        _add_derived(network, name, add)
    for rule in network.rules.values():
        _add_rule(network, rule, add)
    engine_class = type(
        "IncidentEngine", (ArbitreEngine,), {**attributes, "derivable": tuple(sorted(network.derivers))}
    )
    return engine_class()


def _add_derived(network: Network, name: str, add: Callable[..., None]) -> None:
    level = network.level["fact", name]
    otherwise = network.facts[name].otherwise

    def settle(value: Value) -> Callable[[ArbitreEngine], None]:
        def action(engine: ArbitreEngine) -> None:
            engine.declare_quietly(Derived(name=name, value=value))
            if value != UNKNOWN:
                engine.record.derived[name] = {value: []}

        return action

    settled = NOT(Derived(name=name))
    add(
        f"{name} otherwise",
        level,
        [Case(**{name: UNKNOWN}), settled, NOT(MayDerive(name=name))],
        settle(otherwise or UNKNOWN),
    )
    add(f"{name} unknown", level + 0.25, [Case(**{name: UNKNOWN}), settled], settle(UNKNOWN))


def _conditions(network: Network, rule: ModelRule, or_unknown: bool) -> list[Any]:
    """The left-hand side: asked facts in one pattern, a pattern for each derived fact and for the sanction."""
    asked: dict[str, Any] = {fact: UNKNOWN for fact, _ in rule.derives}
    derived: list[Any] = []
    for test in rule.tests:
        check = P(predicate(test, or_unknown))
        if test.fact in network.derivers:
            derived.append(Derived(name=test.fact, value=check))
        else:
            asked[test.fact] = check
    if rule.sanctions is not None:
        given = MayGive if or_unknown else Gives
        derived.append(given(sanction=P(one_of(rule.sanctions))))
    return [Case(**asked), *derived]


def _add_rule(network: Network, rule: ModelRule, add: Callable[..., None]) -> None:
    name = rule.id
    exceptions = network.exceptions.get(name, ())
    consequences = {
        sanction for other in network.rules.values() for sanction in other.sanctions or ()
    } & rule.given.sanctions
    overrides = name in network.targets

    def stand(engine: ArbitreEngine) -> None:
        engine.record.standing.append(name)
        facts: list[Fact] = [Gives(sanction=sanction) for sanction in sorted(consequences)]
        if overrides:
            facts.append(Stands(rule=name))
        for fact, value in rule.derives:
            engine.record.derived.setdefault(fact, {}).setdefault(value, []).append(name)
            facts.append(Derived(name=fact, value=value))
        engine.declare_quietly(*facts)

    def live(engine: ArbitreEngine) -> None:
        engine.record.alive.append(name)
        facts: list[Fact] = [MayGive(sanction=sanction) for sanction in sorted(consequences)]
        if overrides:
            facts.append(Alive(rule=name))
        facts.extend(MayDerive(name=fact) for fact, _ in rule.derives)
        engine.declare_quietly(*facts)

    def hold(engine: ArbitreEngine) -> None:
        engine.record.holding.append(name)
        engine.declare_quietly(Holds(rule=name), *(Applies(exception=exception) for exception in exceptions))

    def may_hold(engine: ArbitreEngine) -> None:
        engine.record.may_hold.append(name)
        engine.declare_quietly(MayHold(rule=name), *(MayApply(exception=exception) for exception in exceptions))

    conditions, decision = network.level["conditions", name], network.level["decision", name]
    if not exceptions and not overrides:
        add(f"{name} stands", decision, _conditions(network, rule, False), stand)
        add(f"{name} lives", decision, _conditions(network, rule, True), live)
        return
    add(f"{name} holds", conditions, _conditions(network, rule, False), hold)
    add(f"{name} may hold", conditions, _conditions(network, rule, True), may_hold)
    blockers = P(one_of(frozenset(exceptions)))
    applies = [Applies(exception=name)] if overrides else []
    may_apply = [MayApply(exception=name)] if overrides else []
    unless_alive = [NOT(Alive(rule=blockers))] if exceptions else []
    unless_standing = [NOT(Stands(rule=blockers))] if exceptions else []
    add(f"{name} stands", decision, [Holds(rule=name), *applies, *unless_alive], stand)
    add(f"{name} lives", decision, [MayHold(rule=name), *may_apply, *unless_standing], live)
