"""An engine in pieces: rules that bear on each other run together, and what one piece derives is told to the next.

Rules bear on each other where one overrides the other, follows what it gives, or derives the same fact. Between two such pieces nothing passes
but the values of derived facts, which the later piece hears as if they had been told. A piece is run by Experta once for all sets of facts
that its patterns cannot tell apart: most answers are nothing to most pieces. What a run decides is what the whole network decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from itertools import chain, pairwise

from assistant.engine.compiler import UNKNOWN, compile_network
from assistant.engine.engines import Engine, Run, run_of
from assistant.engine.network import Network
from assistant.errors import Conflict
from assistant.model import Value

Seen = tuple[object, ...]
Node = tuple[str, str]  # ("rule" | "fact", name): a rule, or a fact that rules derive


class Piece:
    """The rules of a network that run together, and what each run of them decided."""

    def __init__(self, network: Network):
        self.network = network
        self.waits = frozenset(chain.from_iterable(rule.follows or () for rule in network.rules.values()))
        self._engine = compile_network(network)
        self._runs: dict[Seen, Run | Conflict] = {}

    def run(self, known: Mapping[str, Value], given: frozenset[str]) -> Run:
        """What these rules decide."""
        given &= self.waits
        mine = {name: known.get(name, UNKNOWN) for name in self.network.facts}
        seen = (self._engine.sees(mine), given)
        if seen not in self._runs:
            try:
                self._runs[seen] = run_of(self.network, {}, self._engine.infer(mine, sorted(given)))
            except Conflict as conflict:
                self._runs[seen] = conflict
        run = self._runs[seen]
        if isinstance(run, Conflict):
            raise run
        return run


class PiecedEngine(Engine):
    """The engine of a network, run piece by piece: for work that asks for very many sets of facts that differ in little."""

    def __init__(self, network: Network):
        super().__init__(network)
        self.pieces = [Piece(piece) for piece in pieces_of(network)]

    def run(self, facts: Mapping[str, Value], given: frozenset[str] = frozenset()) -> Run:
        """Infer all that follows from these facts, and from sanctions given besides."""
        known = {name: facts[name] for name in self.network.facts if name in facts}
        heard = dict(known)
        runs: list[Run] = []
        for piece in self.pieces:
            runs.append(run := piece.run(heard, given))
            heard.update(run.derived)
        return _whole(self.network, known, runs)


def _whole(network: Network, known: dict[str, Value], runs: Iterable[Run]) -> Run:
    """What all pieces decide."""
    standing: list[str] = []
    may_stand: list[str] = []
    holding: list[str] = []
    may_hold: list[str] = []
    overridden: dict[str, tuple[str, ...]] = {}
    derived: dict[str, Value] = {}
    deduced: dict[str, tuple[str, ...]] = {}
    for run in runs:
        standing += run.standing
        may_stand += run.may_stand
        holding += run.holding
        may_hold += run.may_hold
        overridden.update(run.overridden)
        derived.update(run.derived)
        deduced.update(run.deduced_by)
    standing.sort()
    return Run(
        network,
        known,
        tuple(standing),
        frozenset(may_stand),
        frozenset(holding),
        frozenset(may_hold),
        overridden,
        derived,
        deduced,
    )


def pieces_of(network: Network) -> list[Network]:
    """The pieces of a network, each after those that derive what it reads."""
    ties = list(_ties(network))
    while True:
        groups = _tied([*(("rule", name) for name in network.rules), *(("fact", name) for name in network.derivers)], ties)
        place = {node: number for number, group in enumerate(groups) for node in group}
        after = {number: {place[node] for node in _read(network, group)} - {number} for number, group in enumerate(groups)}
        try:
            order = list(TopologicalSorter(after).static_order())
        except CycleError as error:  # pieces that derive for each other, though none of their rules waits for itself
            circle = [groups[number][0] for number in error.args[1]]
            ties.extend(pairwise(circle))
        else:
            return [_piece(network, groups[number]) for number in order]


def _ties(network: Network) -> Iterator[tuple[Node, Node]]:
    """The rules that bear on each other, and the derived facts with the rules that derive them."""
    for exception, overridden in network.targets.items():
        yield from ((("rule", exception), ("rule", name)) for name in overridden)
    for name, derivers in network.derivers.items():
        yield from ((("fact", name), ("rule", deriver)) for deriver in derivers)
    for rule in network.rules.values():
        for given in sorted(rule.follows or ()):
            yield from ((("rule", rule.id), ("rule", giver)) for giver in network.givers.get(given, ()))


def _tied(nodes: Iterable[Node], ties: Iterable[tuple[Node, Node]]) -> list[list[Node]]:
    """The groups of which nothing is tied to another."""
    groups = {node: [node] for node in nodes}
    for one, other in ties:
        mine, joined = groups[one], groups[other]
        if mine is not joined:
            mine.extend(joined)
            groups.update(dict.fromkeys(joined, mine))
    return list({id(group): group for group in groups.values()}.values())


def _read(network: Network, group: Iterable[Node]) -> Iterator[Node]:
    """The derived facts that the rules of a group read."""
    for kind, name in group:
        if kind == "rule":
            yield from (("fact", fact) for fact in network.rules[name].reads() if fact in network.derivers)


def _piece(network: Network, group: Iterable[Node]) -> Network:
    """The part of a network that these rules and derived facts are; what it does not derive itself it is told."""
    members = set(group)
    rules = {name: rule for name, rule in network.rules.items() if ("rule", name) in members}
    derivers = {name: found for name, found in network.derivers.items() if ("fact", name) in members}
    names = {*derivers, *(name for rule in rules.values() for name in rule.reads())}
    return network._replace(
        rules=rules,
        facts={name: fact for name, fact in network.facts.items() if name in names},
        exceptions={name: found for name, found in network.exceptions.items() if name in rules},
        targets={name: found for name, found in network.targets.items() if name in rules},
        derivers=derivers,
    )
