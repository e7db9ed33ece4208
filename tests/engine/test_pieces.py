"""The engine in pieces against the engine whole: on bases made by chance under every partial answer, and on the library."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import given

from assistant.engine.engines import Engine, Engines, Run
from assistant.engine.network import Network
from assistant.engine.pieces import PiecedEngine, pieces_of
from assistant.errors import Conflict
from assistant.model import Library, Value
from tests.engine.test_properties import bounded, made, randoms
from tests.support.generate import Maker, answers, engine_of, values_of

TELLINGS = 4  # partial answers of each incident in each ruleset
NONE: frozenset[str] = frozenset()


def said(engine: Engine, told: Mapping[str, Value], sanctions: frozenset[str] = NONE) -> Run | None:
    """What a run says, or None where rules contradict each other."""
    try:
        return engine.run(told, sanctions)
    except Conflict:
        return None


def waited_for(network: Network) -> frozenset[str]:
    """The sanctions for which rules wait."""
    return frozenset(name for rule in network.rules.values() for name in rule.follows or ())


@bounded(60)
@given(randoms)
def test_pieces_decide_what_the_whole_decides(random: Random) -> None:
    _, whole = made(random)
    pieced = PiecedEngine(whole.network)
    for told in answers(whole):
        assert said(pieced, told) == said(whole, told)
    for told in list(answers(whole))[::5]:
        for sanction in sorted(waited_for(whole.network)):
            assert said(pieced, told, frozenset({sanction})) == said(whole, told, frozenset({sanction}))


def test_derived_facts_that_are_told_are_told_to_every_piece() -> None:
    settled = 0
    for seed in range(30):
        whole = engine_of(Maker(Random(seed)).library())
        if whole is None:
            continue
        pieced = PiecedEngine(whole.network)
        derived = [fact for fact in whole.network.facts.values() if fact.derived]
        for told in list(answers(whole))[::7]:
            for fact in derived:
                for value in values_of(fact):
                    assert said(pieced, {**told, fact.id: value}) == said(whole, {**told, fact.id: value})
                    settled += 1
    assert settled > 100


@pytest.mark.walk
def test_the_library_in_pieces(library: Library, engines: Engines) -> None:
    several = 0
    for ruleset in library.rulesets:
        for incident in library.incidents_of(ruleset):
            whole = engines.engine(ruleset, incident.id)
            pieced = PiecedEngine(whole.network)
            several += len(pieced.pieces) > 1
            random = Random(f"{ruleset}/{incident.id}")
            for _ in range(TELLINGS):
                told = {
                    name: random.choice(values_of(fact))
                    for name, fact in whole.network.facts.items()
                    if random.random() < (0.1 if fact.derived else 0.5)
                }
                for sanctions in (NONE, waited_for(whole.network)):
                    assert said(pieced, told, sanctions) == said(whole, told, sanctions), (ruleset, incident.id, told)
    assert several > 20


@bounded(60)
@given(randoms)
def test_every_rule_and_derived_fact_is_in_one_piece(random: Random) -> None:
    network = made(random)[1].network
    pieces = pieces_of(network)
    assert sorted(name for piece in pieces for name in piece.rules) == sorted(network.rules)
    assert sorted(name for piece in pieces for name in piece.derivers) == sorted(network.derivers)
