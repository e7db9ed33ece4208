"""The same rules in CLIPS, through clipspy 1.0.6 with its leak mended.

Each rule becomes the same pair as in Experta, in CLIPS text: one that fires when all conditions are true and its companion
that fires when none is refuted, two more where there are exceptions, salience by level. What is known of the case is one
fact with a slot for each name; the rules that fire write themselves down in two globals, read once at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import clips
from clips import facts as clips_facts
from clips._clips import lib

from assistant.engine.network import Network
from assistant.model import Rule, Test, Value
from benchmarks.ours import Answer
from benchmarks.situations import Case

UNKNOWN = "inconnu"


def release(fact: clips_facts.Fact) -> None:
    """What the destructor of a clipspy fact was meant to do.

    It calls `ReleaseFact(environment, fact)`, but the C function takes the fact alone: the TypeError is swallowed, the
    reference stays, and each clean-up walks through every fact ever read.
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
    """CLIPS environments built beforehand, one for each incident: at size 20, all rules in one take twice as long.

    Asserting and reading go through clipspy's builders, not through text: its error router is asked about every character
    that CLIPS parses, which would make a case three times slower.
    """

    def __init__(self, networks: Iterable[Network]):
        mend()
        self.ready: dict[str, Ready] = {}
        for network in networks:
            environment = clips.Environment()
            for construct in constructs(network):
                environment.build(construct)
            self.ready[network.incident] = Ready(environment, network)

    def answer(self, case: Case) -> Answer:
        return self.ready[case.incident].answer(case.facts)


class Ready:
    """One environment with its template and globals at hand."""

    def __init__(self, environment: clips.Environment, network: Network):
        self.environment = environment
        self.template = environment.find_template(network.incident)
        self.standing, self.alive = environment.find_global("standing"), environment.find_global("alive")
        self.names = tuple(network.facts)

    def answer(self, facts: Mapping[str, Value]) -> Answer:
        self.environment.reset()
        known = {name: facts[name] for name in self.names if name in facts}
        self.template.assert_fact(
            **{name: clips.Symbol(value) if isinstance(value, str) else value for name, value in known.items()}
        )
        self.environment.run()
        standing = frozenset(self.standing.value)
        return standing, frozenset(self.alive.value) - standing


def constructs(network: Network) -> list[str]:
    """CLIPS text: the template of the case, two globals, the rules."""
    slots = " ".join(f"(slot {name} (default {UNKNOWN}))" for name in network.facts)
    found = ["(defglobal ?*standing* = (create$))", "(defglobal ?*alive* = (create$))"]
    found.append(f"(deftemplate {network.incident} {slots})")
    for name in network.derivers:
        found.extend(_derived(network, name))
    for rule in network.rules.values():
        found.extend(_rule(network, rule))
    return found


def _symbol(given: str) -> str:
    """What a consequence follows as CLIPS writes it: a slot with its value is one symbol."""
    return given.replace(": ", ".")


def _constraint(test: Test, or_unknown: bool) -> str:
    if test.values is not None:
        return "|".join(sorted(map(str, test.values)) + ([UNKNOWN] if or_unknown else []))
    bounds = [f"(>= ?v {test.low})"] * (test.low is not None) + [f"(<= ?v {test.high})"] * (test.high is not None)
    number = f"(and (integerp ?v) {' '.join(bounds)})"
    return f"?v&:(or (eq ?v {UNKNOWN}) {number})" if or_unknown else f"?v&:{number}"


def _conditions(network: Network, rule: Rule, or_unknown: bool) -> list[str]:
    slots, others = [f"({name} {UNKNOWN})" for name, _ in rule.derives], []
    for test in rule.tests:
        constraint = _constraint(test, or_unknown)
        if test.fact in network.derivers:
            others.append(f"(derived {test.fact} {constraint})")
        else:
            slots.append(f"({test.fact} {constraint.replace('?v', f'?v{len(slots)}')})")
    if rule.follows is not None:
        others.append(f"({'may-give' if or_unknown else 'gives'} {'|'.join(sorted(map(_symbol, rule.follows)))})")
    return [f"({network.incident} {' '.join(slots)})", *others]


def _defrule(network: Network, name: str, level: float, left: list[str], right: list[str]) -> str:
    deepest = max(network.level.values())
    return f"(defrule {name} (declare (salience {int((deepest - level) * 4)})) {' '.join(left)} => {' '.join(right)})"


def _derived(network: Network, name: str) -> list[str]:
    level, otherwise = network.level["fact", name], network.facts[name].otherwise or UNKNOWN
    settled = f"({network.incident} ({name} ?v&~{UNKNOWN}))"
    unsettled = [f"({network.incident} ({name} {UNKNOWN}))", f"(not (derived {name} ?))"]
    otherwise_if = [*unsettled, f"(not (may-derive {name}))"]
    return [
        _defrule(network, f"{name}.otherwise", level, otherwise_if, [f"(assert (derived {name} {otherwise}))"]),
        _defrule(network, f"{name}.unknown", level + 0.25, unsettled, [f"(assert (derived {name} {UNKNOWN}))"]),
        _defrule(network, f"{name}.settled", 0, [settled], [f"(assert (derived {name} ?v))"]),
    ]


def _rule(network: Network, rule: Rule) -> list[str]:
    name = rule.id
    exceptions, overrides = network.exceptions.get(name, ()), name in network.targets
    followed = rule.then.gives & {one for other in network.rules.values() for one in other.follows or ()}
    given = sorted(map(_symbol, followed))
    stand = [f"(bind ?*standing* ?*standing* {name})", *(f"(assert (gives {one}))" for one in given)]
    live = [f"(bind ?*alive* ?*alive* {name})", *(f"(assert (may-give {one}))" for one in given)]
    stand.extend(f"(assert (derived {fact} {value}))" for fact, value in rule.derives)
    live.extend(f"(assert (may-derive {fact}))" for fact, _ in rule.derives)
    true, not_refuted = _conditions(network, rule, False), _conditions(network, rule, True)
    conditions, decision = network.level["conditions", name], network.level["decision", name]
    defrules = []
    if exceptions:
        hold = [f"(assert (applies {exception}))" for exception in exceptions]
        may_hold = [f"(assert (may-apply {exception}))" for exception in exceptions]
        defrules.append(_defrule(network, f"{name}.holds", conditions, true, hold))
        defrules.append(_defrule(network, f"{name}.may-hold", conditions, not_refuted, may_hold))
    if overrides:
        stand.append(f"(assert (stands {name}))")
        live.append(f"(assert (alive {name}))")
        true.append(f"(applies {name})")
        not_refuted.append(f"(may-apply {name})")
    if exceptions:
        true.append(f"(not (alive {'|'.join(exceptions)}))")
        not_refuted.append(f"(not (stands {'|'.join(exceptions)}))")
    defrules.append(_defrule(network, f"{name}.stands", decision, true, stand))
    defrules.append(_defrule(network, f"{name}.lives", decision, not_refuted, live))
    return defrules
