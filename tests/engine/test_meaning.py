"""The plain evaluator, which takes nothing from the network, against Experta: on the whole library, and with a network made false."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random

import pytest

from assistant.engine.engines import Engine, Engines
from assistant.engine.network import Network, network_of
from assistant.model import Incident, Library, Value
from tests.oracles.evaluator import Meaning
from tests.support.agreeing import disagreements, misread
from tests.support.court import Court
from tests.support.generate import values_of

EVERY = 11  # of all answers of the example, one in so many
TELLINGS = 6  # partial answers of each incident in each ruleset, beside its cases


def tellings(library: Library, network: Network) -> Iterator[Mapping[str, Value]]:
    """What the cases of an incident tell, and partial answers drawn by a fixed seed, now and then a derived fact settled."""
    for case in library.cases.values():
        if case.incident == network.incident:
            yield case.facts
    random = Random(f"{network.ruleset}/{network.incident}")
    for _ in range(TELLINGS):
        chances = {True: 0.1, False: 0.6}
        yield {
            name: random.choice(values_of(fact))
            for name, fact in network.facts.items()
            if random.random() < chances[fact.derived]
        }


@pytest.mark.walk
def test_the_library_means_what_experta_infers(library: Library, engines: Engines) -> None:
    incidents: list[tuple[str, Incident]] = [
        (ruleset, incident) for ruleset in library.rulesets for incident in library.incidents_of(ruleset)
    ]
    compared = 0
    for ruleset, incident in incidents:
        engine = engines.engine(ruleset, incident.id)
        meaning = Meaning(library, ruleset, incident.id)
        assert not misread(engine.network, meaning), (ruleset, incident.id)
        for known in tellings(library, engine.network):
            assert not disagreements(engine, meaning, known), (ruleset, incident.id, known)
            compared += 1
    assert compared > len(incidents) * TELLINGS


def without_first(relation: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """The relation with one pair forgotten."""
    name = next(name for name, related in relation.items() if related)
    return {**relation, name: relation[name][1:]}


def caught(court: Court, network: Network) -> list[str]:
    """What the evaluator tells of an engine built on this network, over answers of the example."""
    engine, meaning = Engine(network), Meaning(court.library, network.ruleset, network.incident)
    asked = court.network.asked
    answers = list(product(*([None, *values_of(fact)] for fact in asked)))[::EVERY]
    return [
        told
        for values in answers
        for told in disagreements(
            engine, meaning, {fact.id: value for fact, value in zip(asked, values, strict=True) if value is not None}
        )
    ]


@pytest.fixture(scope="module")
def faithful(example: Court) -> Court:
    """The design's example, on whose own network the two agree."""
    assert not caught(example, example.network)
    assert not misread(example.network, Meaning(example.library, example.network.ruleset, example.network.incident))
    return example


@pytest.mark.parametrize("relation", ["exceptions", "targets", "derivers", "givers"])
def test_a_relation_that_forgets_a_pair_is_caught(faithful: Court, relation: str) -> None:
    network = faithful.network
    falsified = network._replace(**{relation: without_first(getattr(network, relation))})
    assert misread(falsified, Meaning(faithful.library, network.ruleset, network.incident)) == [relation]


def test_a_forgotten_exception_is_caught_by_what_is_decided(faithful: Court) -> None:
    network = faithful.network
    assert caught(faithful, network._replace(exceptions=without_first(network.exceptions)))


def test_a_fact_that_nothing_derives_any_more_is_caught_by_what_is_decided(faithful: Court) -> None:
    assert caught(faithful, faithful.network._replace(derivers={}))


@pytest.mark.parametrize("kind", ["montree", "furiten", "suite-chombo", "chombo-annule", "intention"])
def test_a_rule_left_out_is_caught(faithful: Court, kind: str) -> None:
    network = faithful.network
    poorer = network_of(faithful.library, faithful.library.rulesets["alpha"], "essai", [f"alpha.essai.{kind}"])
    assert "rules" in misread(poorer, Meaning(faithful.library, network.ruleset, network.incident))
    assert caught(faithful, poorer)


def test_an_order_turned_round_is_caught(faithful: Court) -> None:
    network = faithful.network
    last = max(network.level.values())
    assert caught(faithful, network._replace(level={step: last - level for step, level in network.level.items()}))
