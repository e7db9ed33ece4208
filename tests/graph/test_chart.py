"""A chart answers to every set of facts what the engine answers: tried on bases made by chance, under every partial answer."""

from __future__ import annotations

import json
from itertools import combinations
from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from assistant.consultation.foresight import Foresight
from assistant.consultation.questionnaire import Questionnaire
from assistant.engine.engines import Engine
from assistant.model import Fact, Library, Rule
from assistant.model import Test as Condition
from assistant.proof.agreement import Witness
from assistant.proof.graph import chart_of
from assistant.proof.survey import surveyed
from tests.support.drawing import examples
from tests.support.generate import RULESET, Maker, answers, engine_of, library_of

randoms = st.builds(Random, st.integers(0, 2**40))


def with_rare_circumstances(library: Library, random: Random) -> Library:
    """Facts that no ruling reads by itself are usually as they are, now and then."""
    rules = library.rulesets[RULESET].rules.values()
    deciding = {
        name for rule in rules if not (rule.is_exception or rule.adds or rule.is_consequence) for name in rule.reads()
    }
    facts = {
        fact.id: fact._replace(usual=random.choice(fact.values).id)
        if fact.id not in deciding and fact.values and not fact.derived and random.random() < 0.8
        else fact
        for fact in library.facts.values()
    }
    return library_of(library.rulesets[RULESET], facts)


def with_conditions(library: Library, random: Random) -> Library:
    """Now and then one question makes sense only after one answer to another: every rule that reads it then reads that, too."""
    asked = [fact for fact in library.facts.values() if not fact.derived and fact.usual is None]
    if len(asked) < 2 or random.random() < 0.3:
        return library
    first, second = random.sample(asked, 2)
    if not first.values:
        return library
    gate = Condition(first.id, frozenset({random.choice(first.values).id}))
    ruleset = library.rulesets[RULESET]
    rules = {name: gated(rule, second, gate) for name, rule in ruleset.rules.items()}
    facts = {**library.facts, second.id: second._replace(only_if=(gate,))}
    return library_of(ruleset._replace(rules=rules), facts)


def gated(rule: Rule, fact: Fact, gate: Condition) -> Rule:
    reads = set(rule.reads())
    return rule._replace(tests=(*rule.tests, gate)) if fact.id in reads and gate.fact not in reads else rule


def charted(library: Library, engine: Engine) -> Witness:
    questionnaire = Questionnaire(library, engine)
    part, surveyors = surveyed(library, questionnaire)
    chart = chart_of(library, RULESET, json.loads(json.dumps(part)))
    witness = Witness(library, questionnaire, chart)
    witness.follow(surveyors)
    return witness


@given(randoms)
@settings(max_examples=examples(60), derandomize=True, database=None)
def test_every_set_of_facts_is_read_as_the_engine_infers_it(random: Random) -> None:
    library = with_conditions(with_rare_circumstances(Maker(random).library(), random), random)
    engine = engine_of(library)
    assume(engine is not None)
    assert engine is not None
    witness = charted(library, engine)
    rare = sorted(engine.network.usual())
    for told in answers(engine):
        open_ = [name for name in engine.network.facts if name not in told and not engine.network.facts[name].derived]
        contested = [frozenset[str](), *(frozenset({name}) for name in open_), *map(frozenset, combinations(open_, 2))]
        for names in contested if len(open_) < 3 else contested[:1]:
            witness.weigh(told, names)
    assert not witness.agreement.problems
    assert witness.agreement.situations > 3 and witness.agreement.positions > 0
    chart = witness.chart
    assert sorted(chart.rare) == rare


@given(randoms)
@settings(max_examples=examples(40), derandomize=True, database=None)
def test_what_two_rare_circumstances_or_a_derived_fact_leave_open_is_left_to_the_engine(random: Random) -> None:
    library = with_rare_circumstances(Maker(random).library(), random)
    engine = engine_of(library)
    assume(engine is not None)
    assert engine is not None
    foresight = charted(library, engine).foresight
    network = engine.network
    derived = sorted(name for name, fact in network.facts.items() if fact.derived)
    for name in derived:
        known = foresight.heard({name: network.facts[name].values[0].id})
        assert foresight.chart.read(known) is None
    for pair in combinations(sorted(network.usual()), 2):
        assert foresight.chart.read(foresight.heard({}, frozenset(pair))) is None
        other = next(value.id for value in network.facts[pair[0]].values if value.id != network.usual()[pair[0]])
        assert foresight.chart.read(foresight.heard({pair[0]: other}, frozenset({pair[1]}))) is None


def test_a_value_that_nobody_told_apart_is_left_to_the_engine(library: Library) -> None:
    from assistant.engine.engines import Engines

    questionnaire = Questionnaire(library, Engines(library).engine("ema-2016", "retard"))
    part, _ = surveyed(library, questionnaire)
    foresight = Foresight(library, questionnaire.engine, chart_of(library, "ema-2016", part))
    number = next(fact for fact in questionnaire.network.asked if fact.is_number)
    assert number.high is not None
    heard = foresight.heard({fact.id: fact.values[0].id for fact in library.context_facts()})
    assert foresight.chart.read(heard) is not None
    for told in (number.high + 1, "beaucoup"):
        assert foresight.chart.read({**heard, number.id: told}) is None
