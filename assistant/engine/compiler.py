"""From a network of rules to an Experta engine.

One `Case` fact holds everything known, unknown facts marked as such, so that a rule's conditions on asked facts are one
pattern without joins. Each rule becomes two Experta rules: one that fires when all conditions are true, and its companion,
that fires when none is refuted. Rules that can be overridden get two more, which tell their exceptions that there is
something to except. Salience follows the levels of the network, so a run only adds facts and never takes one back.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from assistant.engine.experta_api import NOT, Agenda, Fact, FactList, KnowledgeEngine, P, Rule
from assistant.engine.matcher import OwnMatcher
from assistant.engine.network import Network
from assistant.engine.strategy import OrderedStrategy
from assistant.model import Rule as ModelRule
from assistant.model import Test, Value

UNKNOWN = "?"


class Note(Fact):
    """A fact of ours: names and plain values, made by the compiler, so that nothing in it needs freezing or checking."""

    def __init__(self, **fields: Any):
        dict.update(self, fields)
        self.identity = (type(self), *fields.items())

    def __str__(self) -> str:
        return type(self).__name__


class Notes(FactList):
    """Experta's list of facts, without the checks that ours do not need; equal facts are one here too."""

    last_index: int
    added: list[Note]
    removed: list[Note]

    @property
    def changes(self) -> tuple[list[Note], list[Note]]:
        """What came and went since this was last asked: most often nothing."""
        return super().changes if self.added or self.removed else NOTHING_NEW

    @staticmethod
    def _get_fact_id(fact: Note) -> tuple[Any, ...]:
        return fact.identity

    def declare(self, fact: Note) -> Note | None:
        """Number a fact and keep it for the matcher; None if it is there already."""
        if fact.identity in self.reference_counter:
            return None
        self.reference_counter[fact.identity] = 1
        number = self.last_index
        self.last_index = number + 1
        dict.__setitem__(fact, "__factid__", number)
        self[number] = fact
        self.added.append(fact)
        return fact


class Case(Note):
    """What is known of the case: a field per fact."""


class Derived(Note):
    """The value of a derived fact, or UNKNOWN once nothing more can derive it in this run."""


class MayDerive(Note):
    """Some rule may still derive this fact."""


class Applies(Note):
    """Something that this exception overrides holds."""


class MayApply(Note):
    """Something that this exception overrides may hold."""


class Stands(Note):
    """This rule stands."""


class Alive(Note):
    """This rule stands or may stand."""


class Gives(Note):
    """A rule that stands gives this: a sanction, or what becomes of the deal."""


class MayGive(Note):
    """A rule that stands or may stand gives this."""


NOTHING_NEW: tuple[list[Note], list[Note]] = ([], [])


class Firing(Rule):
    """Experta's rule without its choice of arguments at each firing: nothing is bound, and an action wants the engine alone."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Take the action, as Experta does; then take it whenever the rule fires."""
        return self._wrapped(args[0]) if self._wrapped is not None else super().__call__(*args, **kwargs)


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
        """As Experta's, without its search for initial facts through every attribute at each reset: our rules need none."""
        self.agenda = Agenda()
        self.facts = Notes()
        self.matcher.reset()
        self.running = False
        self.record = Record()

    def note(self, facts: Iterable[Note]) -> None:
        """Declare facts made by the compiler itself, for the next step of the run."""
        declare = self.facts.declare
        for fact in facts:
            declare(fact)

    def infer(self, known: dict[str, Value], given: Iterable[str] = ()) -> Record:
        """One run from a clean state; a derived fact that the referee or the tiles have settled comes in settled, what is given besides as given."""
        self.reset()
        self.note([Case(**known)])
        self.note(note(what=name) for name in given for note in (Gives, MayGive))
        self.note(Derived(name=name, value=known[name]) for name in self.derivable if known[name] != UNKNOWN)
        self.run()
        return self.record

    def sees(self, known: Mapping[str, Value]) -> Hashable:
        """All that the rules can tell of what is known: where two sets of facts are the same to them, so are the runs."""
        return self.matcher.kinds[Case].left(known), *(known[name] for name in self.derivable)


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
        action.__name__ = action.__qualname__ = name
        attributes[f"rule_{len(attributes):04d}"] = Firing(*left, salience=int((deepest - level) * 4))(action)

    for name in sorted(network.derivers):
        _add_derived(network, name, add)
    for rule in network.rules.values():
        _add_rule(network, rule, add)
    engine_class = type(
        "IncidentEngine", (ArbitreEngine,), {**attributes, "derivable": tuple(sorted(network.derivers))}
    )
    built: ArbitreEngine = engine_class()
    return built


def _add_derived(network: Network, name: str, add: Callable[..., None]) -> None:
    level = network.level["fact", name]
    otherwise = network.facts[name].otherwise

    def settle(value: Value) -> Callable[[ArbitreEngine], None]:
        facts = (Derived(name=name, value=value),)

        def action(engine: ArbitreEngine) -> None:
            engine.note(facts)
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
    """The left-hand side: asked facts in one pattern, a pattern for each derived fact and for what it follows."""
    asked: dict[str, Any] = {fact: UNKNOWN for fact, _ in rule.derives}
    derived: list[Any] = []
    for test in rule.tests:
        check = P(predicate(test, or_unknown))
        if test.fact in network.derivers:
            derived.append(Derived(name=test.fact, value=check))
        else:
            asked[test.fact] = check
    if rule.follows is not None:
        given = MayGive if or_unknown else Gives
        derived.append(given(what=P(one_of(rule.follows))))
    return [Case(**asked), *derived]


def _add_rule(network: Network, rule: ModelRule, add: Callable[..., None]) -> None:
    name = rule.id
    exceptions = network.exceptions.get(name, ())
    followed = {name for other in network.rules.values() for name in other.follows or ()} & rule.then.gives
    overrides = name in network.targets

    gives: list[Note] = [Gives(what=name) for name in sorted(followed)]
    may_give: list[Note] = [MayGive(what=name) for name in sorted(followed)]
    if overrides:
        gives.append(Stands(rule=name))
        may_give.append(Alive(rule=name))
    gives.extend(Derived(name=fact, value=value) for fact, value in rule.derives)
    may_give.extend(MayDerive(name=fact) for fact, _ in rule.derives)

    def stand(engine: ArbitreEngine) -> None:
        engine.record.standing.append(name)
        for fact, value in rule.derives:
            engine.record.derived.setdefault(fact, {}).setdefault(value, []).append(name)
        engine.note(gives)

    def live(engine: ArbitreEngine) -> None:
        engine.record.alive.append(name)
        engine.note(may_give)

    true, not_refuted = _conditions(network, rule, False), _conditions(network, rule, True)
    if overrides:
        true.append(Applies(exception=name))
        not_refuted.append(MayApply(exception=name))
    if exceptions:
        _add_target(network, rule, add)
        blockers = P(one_of(frozenset(exceptions)))
        true.append(NOT(Alive(rule=blockers)))
        not_refuted.append(NOT(Stands(rule=blockers)))
    add(f"{name} stands", network.level["decision", name], true, stand)
    add(f"{name} lives", network.level["decision", name], not_refuted, live)


def _add_target(network: Network, rule: ModelRule, add: Callable[..., None]) -> None:
    """Of a rule that can be overridden: that it holds, or may hold, gives its exceptions something to except."""
    applies = [Applies(exception=exception) for exception in network.exceptions[rule.id]]
    may_apply = [MayApply(exception=exception) for exception in network.exceptions[rule.id]]

    def hold(engine: ArbitreEngine) -> None:
        engine.record.holding.append(rule.id)
        engine.note(applies)

    def may_hold(engine: ArbitreEngine) -> None:
        engine.record.may_hold.append(rule.id)
        engine.note(may_apply)

    level = network.level["conditions", rule.id]
    add(f"{rule.id} holds", level, _conditions(network, rule, False), hold)
    add(f"{rule.id} may hold", level, _conditions(network, rule, True), may_hold)
