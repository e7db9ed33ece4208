"""Engines ready for use: one per ruleset and incident, built when first asked for, never used by two threads at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import Lock
from typing import NamedTuple, TypeVar, cast

from assistant.engine.compiler import UNKNOWN, ArbitreEngine, Record, compile_network
from assistant.engine.network import Network, network_of
from assistant.errors import Conflict
from assistant.model import Library, Value

Meaning = TypeVar("Meaning")


class Run(NamedTuple):
    """What one run of Experta decided."""

    network: Network
    known: Mapping[str, Value]
    standing: tuple[str, ...]
    may_stand: frozenset[str]
    holding: frozenset[str]  # of the rules that can be overridden
    may_hold: frozenset[str]  # of the same rules, those with no refuted condition
    overridden: Mapping[str, tuple[str, ...]]
    derived: Mapping[str, Value]
    deduced_by: Mapping[str, tuple[str, ...]]

    def value(self, fact: str) -> Value | None:
        """The value of a fact, known or derived, or None."""
        return self.known.get(fact, self.derived.get(fact))


class Engine:
    """One Experta engine behind a lock; after an exception it is thrown away and built anew."""

    def __init__(self, network: Network):
        self.network = network
        self._lock = Lock()
        self._compiled: ArbitreEngine | None = None

    def read(self, facts: Mapping[str, Value], meaning: Callable[[Run], Meaning]) -> Meaning:
        """What a run on these facts means to whoever reads it."""
        return meaning(self.run(facts))

    def run(self, facts: Mapping[str, Value], given: frozenset[str] = frozenset()) -> Run:
        """Infer all that follows from these facts, and from what is given besides; facts this incident does not read are ignored."""
        network = self.network
        known = {name: facts.get(name, UNKNOWN) for name in network.facts}
        with self._lock:
            if self._compiled is None:
                self._compiled = compile_network(network)
            try:
                record = self._compiled.infer(known, sorted(given))
            except BaseException:
                self._compiled = None
                raise
        return run_of(network, {name: value for name, value in known.items() if value != UNKNOWN}, record)


def run_of(network: Network, known: Mapping[str, Value], record: Record) -> Run:
    """What the rules wrote down, in our words."""
    standing = tuple(sorted(set(record.standing)))
    stands = set(standing)
    alive = frozenset(record.alive)
    derived: dict[str, Value] = {}
    deduced: dict[str, tuple[str, ...]] = {}
    for fact, values in record.derived.items():
        if fact in known:
            continue
        if len(values) > 1:
            rules = sorted(rule for found in values.values() for rule in found)
            places = " ; ".join(f"{rule} ({network.rules[rule].place})" for rule in rules)
            raise Conflict(
                f"« {fact} » reçoit deux valeurs ({', '.join(map(str, sorted(values, key=str)))}) : {places}", rules
            )
        ((value, rules_of),) = values.items()
        derived[fact] = value
        deduced[fact] = tuple(rules_of)
    overridden = {
        rule: by
        for rule in record.holding
        if rule not in stands
        if (by := tuple(other for other in network.exceptions.get(rule, ()) if other in stands))
    }
    return Run(
        network,
        known,
        standing,
        alive - stands,
        frozenset(record.holding),
        frozenset(record.may_hold),
        overridden,
        derived,
        deduced,
    )


class Engines:
    """All engines of a library."""

    def __init__(self, library: Library):
        self.library = library
        self._engines: dict[tuple[str, str], Engine] = {}
        self._lock = Lock()

    def engine(self, ruleset: str, incident: str) -> Engine:
        """The engine of one incident in one ruleset."""
        with self._lock:
            key = (ruleset, incident)
            if key not in self._engines:
                self._engines[key] = self._made(ruleset, incident)
            return self._engines[key]

    def _made(self, ruleset: str, incident: str) -> Engine:
        return Engine(network_of(self.library, self.library.rulesets[ruleset], incident))


class RememberingEngine(Engine):
    """An engine that keeps every run: for work that asks the same again and again, and ends."""

    def __init__(self, network: Network):
        super().__init__(network)
        self._runs: dict[tuple[frozenset[tuple[str, Value]], frozenset[str]], Run | Conflict] = {}
        self._read: dict[int, object] = {}

    def read(self, facts: Mapping[str, Value], meaning: Callable[[Run], Meaning]) -> Meaning:
        """What a run means, read once: everybody reads the same off it."""
        run = self.run(facts)
        if id(run) not in self._read:  # it is kept, and no other has its place
            self._read[id(run)] = meaning(run)
        return cast("Meaning", self._read[id(run)])

    def run(self, facts: Mapping[str, Value], given: frozenset[str] = frozenset()) -> Run:
        """What follows from these facts, inferred once."""
        key = frozenset((name, value) for name, value in facts.items() if name in self.network.facts), given
        if key not in self._runs:
            try:
                self._runs[key] = super().run(facts, given)
            except Conflict as conflict:
                self._runs[key] = conflict
        run = self._runs[key]
        if isinstance(run, Conflict):
            raise run
        return run


class RememberingEngines(Engines):
    """All engines of a library, each of which keeps its runs."""

    def _made(self, ruleset: str, incident: str) -> Engine:
        return RememberingEngine(network_of(self.library, self.library.rulesets[ruleset], incident))
