"""What a run means: whether the ruling is final, which rules could still change it, and which facts they wait for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from assistant.decision.outcome import Outcome, due, outcome_of, pointless, standing_ruling
from assistant.engine.engines import Engine, Run
from assistant.engine.network import Network
from assistant.model import Library, Reading, Rule, Value


class State(NamedTuple):
    """A case as far as it is known."""

    run: Run
    outcome: Outcome | None
    live: frozenset[str]
    needs: frozenset[str]

    @property
    def final(self) -> bool:
        """A ruling stands and nothing that may still stand could change the outcome."""
        return self.outcome is not None and not self.live

    @property
    def interpreted(self) -> bool:
        """Whether what decides rests on more than the words of the text."""
        rules = (self.run.network.rules[name] for name in self.run.standing)
        return any(rule.interpretation and not rule.is_consequence for rule in rules)


def judge(library: Library, engine: Engine, facts: Mapping[str, Value]) -> State:
    """Run the engine on these facts and read what it says."""
    return engine.read(facts, lambda run: state_of(library, engine, facts, run))


def state_of(library: Library, engine: Engine, facts: Mapping[str, Value], run: Run) -> State:
    """What a run on these facts means; the engine is asked again only for what completes a reading."""
    if _leaves_the_incident(run):
        return State(run, Outcome(exit=True), frozenset(), frozenset())
    outcome = outcome_of(library, run)
    live = frozenset(_live(library, run, outcome))
    needs = frozenset(_needs(run, live))
    if outcome is not None and outcome.readings:
        whole = [_completed(library, engine, facts, reading) for reading in outcome.readings]
        outcome = outcome._replace(readings=tuple(one.reading for one in whole))
        live, needs = live.union(*(one.live for one in whole)), needs.union(*(one.needs for one in whole))
    return State(run, outcome, live, needs)


class _Completed(NamedTuple):
    reading: Reading
    live: frozenset[str] = frozenset()
    needs: frozenset[str] = frozenset()


def _completed(library: Library, engine: Engine, facts: Mapping[str, Value], reading: Reading) -> _Completed:
    """A reading with what it leaves to consequences: what its sanctions cost, what comes with its slots; the engine says it."""
    then = reading.then
    following = [rule for rule in engine.network.rules.values() if rule.completes & then.unfinished]
    if not following:
        return _Completed(reading)
    own = dict(then.slots)
    run = engine.run(facts, then.unfinished)
    found = [rule for rule in following if rule.id in run.standing and _adds(library, rule, own)]
    amounts = then.amounts.union(*(rule.then.amounts for rule in found))
    slots = {slot: value for rule in found for slot, value in rule.then.slots} | own
    cites = dict.fromkeys([*reading.cites, *(clause for rule in found for clause in rule.cites)])
    live = frozenset(
        rule.id
        for rule in following
        if rule.id in run.may_stand
        and _adds(library, rule, own)
        and not (rule.then.amounts <= amounts and set(rule.then.slots) <= set(slots.items()))
    )
    whole = then._replace(amounts=amounts, slots=tuple(sorted(slots.items())))
    return _Completed(reading._replace(then=whole, cites=tuple(cites)), live, frozenset(_needs(run, live)))


def _adds(library: Library, rule: Rule, own: Mapping[str, str]) -> bool:
    """Whether a consequence says something of which a reading with these slots says nothing itself."""
    return bool(rule.then.amounts) or any(
        slot not in own and not pointless(library, slot, own) for slot, _ in rule.then.slots
    )


def _leaves_the_incident(run: Run) -> bool:
    """Whether « something else » was answered, and no ruling that names this answer stands or can, nor another in its place."""
    facts = run.network.facts
    told = [(name, value) for name, value in run.known.items() if name in facts and facts[name].is_exit(value)]
    if not told:
        return False
    alive = [run.network.rules[name] for name in {*run.standing, *run.may_stand, *run.may_hold}]
    named = {test for rule in alive if rule.is_ruling for test in rule.tests}
    return any(not any(test.fact == name and test.admits(value) for test in named) for name, value in told)


def _live(library: Library, run: Run, outcome: Outcome | None) -> set[str]:
    network = run.network
    alive = run.may_stand | set(run.standing)
    ruling = standing_ruling(network.rules[rule_id] for rule_id in run.standing)
    return {
        rule_id
        for rule_id in run.may_stand
        if not network.rules[rule_id].is_derivation
        and (
            _gives_something_new(library, network.rules[rule_id], run, outcome, network.rules[rule_id].then != ruling)
            or any(
                target in alive and not network.rules[target].is_derivation
                for target in network.targets.get(rule_id, ())
            )
        )
    }


def _gives_something_new(library: Library, rule: Rule, run: Run, outcome: Outcome | None, differs: bool) -> bool:
    if not rule.gives_something:
        return False
    if outcome is None:
        return True
    if rule.is_ruling:
        return differs
    then = rule.then
    if any((then.player, sanction) not in outcome.sanctions for sanction in then.sanctions):
        return True
    if (
        (then.silence and then.silence not in outcome.silences)
        or (then.decides and then.decides not in outcome.decides)
        or then.readings
    ):
        return True
    slots = dict(outcome.slots)
    if any(slots.get(slot) != value and not pointless(library, slot, slots) for slot, value in then.slots):
        return True
    known = run.known
    return any(
        (amount.counts is not None and amount.counts not in known) or due(amount, known) not in outcome.dues
        for amount in then.amounts
    )


def _needs(run: Run, live: frozenset[str]) -> set[str]:
    """The unknown facts of live rules and of their exceptions, through derived facts that have no value yet."""
    network = run.network
    needs: set[str] = set()
    seen: set[tuple[str, bool]] = set()
    waiting = [(rule_id, True) for rule_id in live]
    while waiting:
        rule_id, decides = waiting.pop()
        if (rule_id, decides) in seen:
            continue
        seen.add((rule_id, decides))
        for name in network.rules[rule_id].reads():
            if run.value(name) is not None:
                continue
            if name in network.derivers:
                waiting.extend((other, True) for other in network.derivers[name] if other in run.may_stand)
            else:
                needs.add(name)
        for name in network.rules[rule_id].follows or ():
            waiting.extend((giver, True) for giver in network.givers.get(name, ()) if giver in run.may_stand)
        if decides:  # whether it stands also waits for its exceptions, and an exception for something to except
            waiting.extend((other, True) for other in network.exceptions.get(rule_id, ()) if other in run.may_stand)
            waiting.extend((target, False) for target in _awaited_targets(network, rule_id, run))
    return needs


def _awaited_targets(network: Network, rule_id: str, run: Run) -> list[str]:
    """What an exception waits for: something it overrides must hold, whether or not that can stand itself."""
    targets = network.targets.get(rule_id, ())
    return (
        [] if any(target in run.holding for target in targets) else [name for name in targets if name in run.may_hold]
    )
