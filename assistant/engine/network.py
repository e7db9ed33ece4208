"""Which rules belong to one incident, what each reads and overrides, and in which order they can be decided."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

from assistant.errors import AuthorError, Problem
from assistant.model import Fact, Library, Rule, Ruleset

Step = tuple[str, str]  # ("conditions" | "decision" | "fact", name)


class Network(NamedTuple):
    """The rules of one incident in one ruleset, with their relations resolved."""

    ruleset: str
    incident: str
    rules: Mapping[str, Rule]
    facts: Mapping[str, Fact]
    exceptions: Mapping[str, tuple[str, ...]]  # rule -> the rules that override it
    targets: Mapping[str, tuple[str, ...]]  # exception -> the rules it overrides
    derivers: Mapping[str, tuple[str, ...]]  # derived fact -> the rules that derive it
    givers: Mapping[str, tuple[str, ...]]  # sanction or slot -> the rules that give it
    level: Mapping[Step, int]

    @property
    def asked(self) -> tuple[Fact, ...]:
        """The facts a referee can be asked, in the order of the files."""
        return tuple(sorted((fact for fact in self.facts.values() if not fact.derived), key=lambda fact: fact.rank))

    def usual(self) -> dict[str, str]:
        """The values assumed of rare circumstances."""
        return {fact.id: fact.usual for fact in self.facts.values() if fact.usual is not None}


def network_of(library: Library, ruleset: Ruleset, incident: str, without: Iterable[str] = ()) -> Network:
    """The network of one incident; `without` leaves rules out, to see what they decide."""
    left_out = set(without)
    candidates = {
        rule.id: rule
        for rule in ruleset.rules.values()
        if rule.id not in left_out and (rule.incidents is None or incident in rule.incidents)
    }
    chosen = _closure(candidates, incident)
    rules = {rule_id: candidates[rule_id] for rule_id in sorted(chosen)}
    targets = {rule.id: tuple(sorted(_targets(rule, rules.values()))) for rule in rules.values() if rule.is_exception}
    exceptions: dict[str, list[str]] = defaultdict(list)
    for exception, overridden in targets.items():
        for rule_id in overridden:
            exceptions[rule_id].append(exception)
    derivers: dict[str, list[str]] = defaultdict(list)
    givers: dict[str, list[str]] = defaultdict(list)
    for rule in rules.values():
        for name, _ in rule.derives:
            derivers[name].append(rule.id)
        for name in rule.then.gives:
            givers[name].append(rule.id)
    names = {name for rule in rules.values() for name in rule.reads()} | set(derivers)
    names |= {test.fact for name in names for test in library.facts[name].only_if}
    here = library.incidents[incident]
    facts = {name: here.asks(library.facts[name], ruleset) for name in sorted(names)}
    for name in names:
        if library.facts[name].derived:
            derivers.setdefault(name, [])  # nothing derives it here: it has its `otherwise` at once
    frozen_exceptions = {rule_id: tuple(sorted(found)) for rule_id, found in exceptions.items()}
    frozen_derivers = {name: tuple(found) for name, found in derivers.items()}
    frozen_givers = {name: tuple(found) for name, found in givers.items()}
    level = _levels(rules, facts, targets, frozen_derivers, frozen_givers)
    return Network(
        ruleset.id, incident, rules, facts, frozen_exceptions, targets, frozen_derivers, frozen_givers, level
    )


def _targets(exception: Rule, rules: Iterable[Rule]) -> set[str]:
    return {
        rule.id
        for rule in rules
        if rule.id != exception.id
        and (rule.id in exception.overrides or exception.overrides_sanction in rule.then.sanctions)
    }


def _closure(candidates: Mapping[str, Rule], incident: str) -> set[str]:
    """The rules tied to the incident and all that they read, entail, override or are overridden by."""
    chosen = {
        rule.id
        for rule in candidates.values()
        if (rule.incidents is not None and not rule.is_derivation)
        or (rule.adds and not rule.is_exception and not rule.is_consequence)
    }
    while True:
        read = {name for rule_id in chosen for name in candidates[rule_id].reads()}
        given = {name for rule_id in chosen for name in candidates[rule_id].then.gives}
        read_so = {
            name
            for rule_id in chosen
            for reading in candidates[rule_id].then.readings
            for name in reading.then.unfinished
        }
        more = {
            rule.id
            for rule in candidates.values()
            if rule.id not in chosen
            and (
                any(name in read for name, _ in rule.derives)
                or (rule.follows is not None and rule.follows & given)
                or rule.completes & read_so
                or (rule.is_exception and (set(rule.overrides) & chosen or rule.overrides_sanction in given))
            )
        }
        if not more:
            return chosen
        chosen |= more


def _levels(
    rules: Mapping[str, Rule],
    facts: Mapping[str, Fact],
    targets: Mapping[str, tuple[str, ...]],
    derivers: Mapping[str, tuple[str, ...]],
    givers: Mapping[str, tuple[str, ...]],
) -> dict[Step, int]:
    """How many steps must come before each: derived facts, exceptions before what they override, rulings, consequences."""
    before: dict[Step, set[Step]] = defaultdict(set)
    for name, found in derivers.items():
        before["fact", name] = {("decision", rule_id) for rule_id in found}
    for rule in rules.values():
        conditions, decision = ("conditions", rule.id), ("decision", rule.id)
        before[conditions] = {("fact", name) for name in rule.reads() if name in derivers}
        for name in rule.follows or ():
            before[conditions] |= {("decision", giver) for giver in givers.get(name, ())}
        before[decision].add(conditions)
        for target in targets.get(rule.id, ()):
            before[decision].add(("conditions", target))
            before["decision", target].add(decision)
    try:
        order = list(TopologicalSorter(before).static_order())
    except CycleError as error:
        circle = list(dict.fromkeys(name for _, name in error.args[1]))
        places = [rules[name].place if name in rules else facts[name].place for name in circle]
        raise AuthorError(
            [
                Problem(
                    places[0].file,
                    places[0].line,
                    circle[0],
                    "ces règles tournent en rond : chacune attend l'autre : "
                    + " → ".join(f"{name} ({place})" for name, place in zip(circle, places, strict=True))
                    + " ; retirez une condition ou un « overrides »",
                )
            ]
        ) from error
    level: dict[Step, int] = {}
    for step in order:
        level[step] = 1 + max((level[earlier] for earlier in before.get(step, ())), default=-1)
    return level
