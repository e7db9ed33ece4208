"""The same rules in CLIPS, through clipspy 1.0.6 with its leak mended.

Each rule becomes the same pair as in Experta, in CLIPS text: one construct that fires when all conditions are true and its companion that
fires when none is refuted, the two deciding ones where there are exceptions, salience by level. What is known of the case is one fact
with a slot for each name; the rules that fire write themselves down in two globals, read once at the end.
"""

from __future__ import annotations

from collections.abc import Iterable

import clips
from clips import facts as clips_facts
from clips._clips import lib

from assistant.model import Rule, Test, Value
from assistant.network import Network
from benchmarks.ours import Answer
from benchmarks.synthetic import Case

UNKNOWN = "inconnu"


def release(fact: clips_facts.Fact) -> None:
    """What the destructor of a clipspy fact was meant to do.

    It calls `ReleaseFact(environment, fact)`, but the C function takes the fact alone: the TypeError is swallowed, the reference stays,
    and each clean-up walks through every fact ever read.
    """
    lib.ReleaseFact(fact._fact)


BROKEN = clips_facts.Fact.__del__


def mend() -> None:
    """Let clipspy free the facts it has read."""
    clips_facts.Fact.__del__ = release


def unmend() -> None:
    """As clipspy 1.0.6 comes, to show the drift."""
    clips_facts.Fact.__del__ = BROKEN


class Clips:
    """CLIPS environments built beforehand: one for each group of networks."""

    def __init__(self, groups: Iterable[Iterable[Network]]):
        mend()
        self.environments: dict[str, clips.Environment] = {}
        self.names: dict[str, tuple[str, ...]] = {}
        for group in groups:
            networks = list(group)
            environment = _environment(networks)
            for network in networks:
                self.environments[network.incident] = environment
                self.names[network.incident] = tuple(network.facts)

    def answer(self, case: Case) -> Answer:
        environment, known = self.environments[case.incident], case.facts
        environment.reset()
        slots = " ".join([f"({name} {known[name]})" for name in self.names[case.incident] if name in known])
        environment.assert_string(f"({case.incident} {slots})")
        environment.run()
        standing = frozenset(environment.eval("?*standing*"))
        return standing, frozenset(environment.eval("?*alive*")) - standing

    def held(self) -> int:
        """How many facts the environments hold, as CLIPS counts them; the same after every reset unless references leak."""
        return sum(1 for environment in set(self.environments.values()) for _ in environment.facts())


def _environment(networks: list[Network]) -> clips.Environment:
    environment = clips.Environment()
    for construct in constructs(networks):
        environment.build(construct)
    return environment


def constructs(networks: list[Network]) -> list[str]:
    """CLIPS text: templates, globals, and the rules, those shared by several networks once for each incident's template."""
    found = ["(defglobal ?*standing* = (create$))", "(defglobal ?*alive* = (create$))"]
    shared: set[str] = set()
    for network in networks:
        slots = " ".join(f"(slot {name} (default {UNKNOWN}))" for name in network.facts)
        found.append(f"(deftemplate {network.incident} {slots})")
        for name in network.derivers:
            found.extend(_derived(network, name))
        for rule in network.rules.values():
            found.extend(_rule(network, rule, shared))
    return found


def _symbol(value: Value) -> str:
    return str(value)


def _constraint(test: Test, or_unknown: bool) -> str:
    if test.values is not None:
        return "|".join([_symbol(value) for value in sorted(test.values, key=str)] + ([UNKNOWN] if or_unknown else []))
    bounds = [f"(>= ?v {test.low})"] * (test.low is not None) + [f"(<= ?v {test.high})"] * (test.high is not None)
    number = f"(and (integerp ?v) {' '.join(bounds)})"
    return f"?v&:(or (eq ?v {UNKNOWN}) {number})" if or_unknown else f"?v&:{number}"


def _conditions(network: Network, rule: Rule, or_unknown: bool) -> str:
    slots, others = [f"({name} {UNKNOWN})" for name, _ in rule.derives], []
    for test in rule.tests:
        constraint = _constraint(test, or_unknown)
        if test.fact in network.derivers:
            others.append(f"(derived {test.fact} {constraint})")
        else:
            slots.append(f"({test.fact} {constraint.replace('?v', f'?v{len(slots)}')})")
    if rule.sanctions is not None:
        others.append(f"({'may-give' if or_unknown else 'gives'} {'|'.join(sorted(rule.sanctions))})")
    return " ".join([f"({network.incident} {' '.join(slots)})", *others])


def _defrule(network: Network, name: str, level: float, left: str, right: list[str]) -> str:
    deepest = max(network.level.values())
    return f"(defrule {name} (declare (salience {int((deepest - level) * 4)})) {left} => {' '.join(right)})"


def _derived(network: Network, name: str) -> list[str]:
    level, otherwise = network.level["fact", name], network.facts[name].otherwise or UNKNOWN
    settle = f"({network.incident} ({name} {UNKNOWN})) (not (derived {name} ?))"
    return [
        _defrule(network, f"{name}.otherwise", level, f"{settle} (not (may-derive {name}))", [f"(assert (derived {name} {otherwise}))"]),
        _defrule(network, f"{name}.unknown", level + 0.25, settle, [f"(assert (derived {name} {UNKNOWN}))"]),
        _defrule(network, f"{name}.settled", 0, f"({network.incident} ({name} ?v&~{UNKNOWN}))", [f"(assert (derived {name} ?v))"]),
    ]


def _rule(network: Network, rule: Rule, shared: set[str]) -> list[str]:
    name, tie = rule.id, f"{network.incident}:{rule.id}"
    exceptions, overrides = network.exceptions.get(name, ()), name in network.targets
    sanctions = sorted({sanction for other in network.rules.values() for sanction in other.sanctions or ()} & rule.given.sanctions)
    stand = [f"(bind ?*standing* ?*standing* {name})", *(f"(assert (gives {sanction}))" for sanction in sanctions)]
    live = [f"(bind ?*alive* ?*alive* {name})", *(f"(assert (may-give {sanction}))" for sanction in sanctions)]
    if overrides:
        stand.append(f"(assert (stands {name}))")
        live.append(f"(assert (alive {name}))")
    stand.extend(f"(assert (derived {fact} {_symbol(value)}))" for fact, value in rule.derives)
    live.extend(f"(assert (may-derive {fact}))" for fact, _ in rule.derives)
    conditions, decision = network.level["conditions", name], network.level["decision", name]
    true, not_refuted = _conditions(network, rule, False), _conditions(network, rule, True)
    if not exceptions and not overrides:
        return [_defrule(network, f"{tie}.stands", decision, true, stand), _defrule(network, f"{tie}.lives", decision, not_refuted, live)]
    hold = [f"(assert (holds {name}))", *(f"(assert (applies {exception}))" for exception in exceptions)]
    may_hold = [f"(assert (may-hold {name}))", *(f"(assert (may-apply {exception}))" for exception in exceptions)]
    found = [_defrule(network, f"{tie}.holds", conditions, true, hold), _defrule(network, f"{tie}.may-hold", conditions, not_refuted, may_hold)]
    if name in shared:
        return found
    if rule.incidents is None:
        shared.add(name)
    blockers = "|".join(exceptions)
    left = [f"(holds {name})"] + [f"(applies {name})"] * overrides + [f"(not (alive {blockers}))"] * bool(exceptions)
    may_left = [f"(may-hold {name})"] + [f"(may-apply {name})"] * overrides + [f"(not (stands {blockers}))"] * bool(exceptions)
    found.append(_defrule(network, f"{name}.stands", decision, " ".join(left), stand))
    found.append(_defrule(network, f"{name}.lives", decision, " ".join(may_left), live))
    return found
