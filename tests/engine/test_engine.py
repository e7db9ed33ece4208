"""The engine on Experta: our strategy and matcher against the stock ones, one engine at a time, rebuilt after an exception."""

from __future__ import annotations

import subprocess
import sys
import threading
from typing import Any

import pytest
from experta.strategies import DepthStrategy  # the stock one, to show what ours mends

from assistant.consultation.cases import case_facts
from assistant.consultation.consultant import Consultant
from assistant.decision.state import judge
from assistant.engine import experta_api as door
from assistant.engine.compiler import ArbitreEngine
from assistant.engine.engines import Engines
from assistant.engine.experta_api import NOT, Fact, KnowledgeEngine, P, ReteMatcher, Rule
from assistant.engine.matcher import OwnMatcher
from assistant.engine.strategy import OrderedStrategy
from assistant.errors import Hole
from assistant.model import Library
from assistant.proof.trial import try_case
from tests.support.modules import product, text

MANY = 40


class Claim(Fact):
    """A rule's condition."""


class Exempt(Fact):
    """An exception that has come to hold."""


def unless_engine(strategy: type, fired: list[str]) -> KnowledgeEngine:
    """Many rules « unless exempt », and one of higher salience that exempts every second one: those may not fire."""
    attributes: dict[str, Any] = {"__strategy__": strategy, "__matcher__": OwnMatcher}

    def make(name: str) -> Any:
        def fire(engine: KnowledgeEngine) -> None:
            fired.append(name)

        fire.__name__ = name
        return fire

    for index in range(MANY):
        attributes[f"rule_{index:02d}"] = Rule(Claim(kind="x"), NOT(Exempt(rule=index)))(make(f"rule {index:02d}"))

    def exempt(engine: KnowledgeEngine) -> None:
        engine.declare(*(Exempt(rule=index) for index in range(0, MANY, 2)))

    attributes["exempt"] = Rule(Claim(kind="x"), salience=10)(exempt)
    return type("Unless", (KnowledgeEngine,), attributes)()


def run_unless(strategy: type) -> list[str]:
    fired: list[str] = []
    engine = unless_engine(strategy, fired)
    engine.reset()
    engine.declare(Claim(kind="x"))
    engine.run()
    return fired


def test_a_rule_whose_exception_holds_never_fires() -> None:
    assert sorted(run_unless(OrderedStrategy)) == [f"rule {index:02d}" for index in range(1, MANY, 2)]


def test_the_stock_strategy_lets_it_fire() -> None:
    """If this ever fails, Experta has been mended and our strategy may go."""
    assert any(int(name.split()[1]) % 2 == 0 for name in run_unless(DepthStrategy))


ORDER_SCRIPT = """
import sys
from assistant.engine.experta_api import Fact, KnowledgeEngine, Rule
from assistant.engine.matcher import OwnMatcher
from assistant.engine.strategy import OrderedStrategy
class Claim(Fact): pass
fired = []
def make(name):
    def fire(engine): fired.append(name)
    fire.__name__ = name
    return fire
attributes = {"__strategy__": OrderedStrategy, "__matcher__": OwnMatcher} if sys.argv[1] == "ours" else {}
attributes.update({f"r{i}": Rule(Claim(kind="x"))(make(f"rule {i}")) for i in range(12)})
engine = type("E", (KnowledgeEngine,), attributes)()
engine.reset(); engine.declare(Claim(kind="x")); engine.run()
print(" ".join(fired))
"""


def orders(which: str) -> set[str]:
    seen = set()
    for seed in range(6):
        result = subprocess.run(
            [sys.executable, "-c", ORDER_SCRIPT, which],
            env={"PYTHONHASHSEED": str(seed), "PATH": "/usr/bin:/bin"},
            capture_output=True,
            text=True,
            check=True,
        )
        seen.add(result.stdout)
    return seen


def test_equal_rules_fire_in_one_order_whatever_the_hash_seed() -> None:
    assert len(orders("ours")) == 1


def test_the_stock_order_depends_on_the_hash_seed() -> None:
    assert len(orders("stock")) > 1


def counting_engine(matcher: type) -> KnowledgeEngine:
    def fire(engine: KnowledgeEngine) -> None:
        raise RuntimeError("in the middle of a run")

    rules = {
        "boom": Rule(Claim(kind="x"), salience=5)(fire),
        "later": Rule(Claim(kind=P(lambda value: True)))(lambda engine: None),
    }
    return type("Counting", (KnowledgeEngine,), {"__matcher__": matcher, "__strategy__": OrderedStrategy, **rules})()


@pytest.mark.parametrize(("matcher", "left"), [(OwnMatcher, 0), (ReteMatcher, 1)])
def test_reset_forgets_what_was_not_yet_delivered(matcher: type, left: int) -> None:
    """The stock matcher hands the next case what the last one had left in its end nodes."""
    engine = counting_engine(matcher)
    engine.reset()
    engine.running = True  # as in the middle of a run: declared, not yet delivered
    engine.declare(Claim(kind="y"))
    if matcher is ReteMatcher:
        engine.matcher.root_node.add(next(iter(fact for fact in engine.facts.values() if isinstance(fact, Claim))))
    else:
        assert len(engine.matcher.changes(engine.facts.added)[0]) == 1
    engine.reset()
    delivered, _ = engine.get_activations()
    assert len(delivered) == left


def test_the_stock_matcher_shares_one_list_of_nodes_between_engines() -> None:
    first, second = counting_engine(ReteMatcher), counting_engine(ReteMatcher)
    first.matcher._get_conflict_set_nodes()
    second.matcher._get_conflict_set_nodes()
    before = ReteMatcher._get_conflict_set_nodes.cache_info().misses
    first.matcher._get_conflict_set_nodes()
    assert ReteMatcher._get_conflict_set_nodes.cache_info().misses == before + 1
    ours = counting_engine(OwnMatcher)
    assert len(ours.matcher.rules) == 2 and not hasattr(ours.matcher, "_get_conflict_set_nodes")


def test_only_the_door_imports_experta() -> None:
    importers = {
        name
        for name, path in product().items()
        if any(line.strip().startswith(("import experta", "from experta")) for line in text(path).splitlines())
    }
    assert importers == {"assistant.engine.experta_api"}


def test_the_door_leaves_logging_and_collections_as_they_were() -> None:
    script = (
        "import logging, collections; import assistant.engine.experta_api; "
        "assert not logging.getLogger().handlers; assert not hasattr(collections, 'Mapping')"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", script], check=True)
    assert door.KnowledgeEngine is KnowledgeEngine


@pytest.mark.walk
def test_experta_decides_alone(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """With its run replaced by nothing, no case gets a ruling; « autre chose », which no rule then names, leads out."""
    monkeypatch.setattr(KnowledgeEngine, "run", lambda self, steps=0: None)
    consultant = Consultant(library)
    for case in library.cases.values():
        for ruleset in case.expect:
            engine = consultant.engines.engine(ruleset, case.incident)
            state = judge(library, engine, case_facts(library, case))
            assert (state.outcome is None or state.outcome.exit) and not state.run.standing and not state.run.may_stand


def first_case(library: Library) -> tuple[Any, str]:
    case = next(iter(library.cases.values()))
    return case, next(iter(case.expect))


def test_an_engine_is_built_at_first_use_and_reused(library: Library) -> None:
    consultant = Consultant(library)
    case, ruleset = first_case(library)
    engine = consultant.engines.engine(ruleset, case.incident)
    assert engine._compiled is None
    engine.run(case_facts(library, case))
    compiled = engine._compiled
    engine.run({})
    assert engine._compiled is compiled and consultant.engines.engine(ruleset, case.incident) is engine


def test_an_engine_is_rebuilt_after_an_exception(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    case, ruleset = first_case(library)
    engine = Consultant(library).engines.engine(ruleset, case.incident)
    good = engine.run(case_facts(library, case))
    broken = engine._compiled

    def fail(self: ArbitreEngine, steps: float = 0) -> None:
        raise RuntimeError("boom")

    with monkeypatch.context() as patch:
        patch.setattr(KnowledgeEngine, "run", fail)
        with pytest.raises(RuntimeError, match="boom"):
            engine.run(case_facts(library, case))
    again = engine.run(case_facts(library, case))
    assert engine._compiled is not broken and again.standing == good.standing


def test_threads_never_share_a_run(library: Library) -> None:
    """Many threads on the same engines, each with its own case: every ruling is the one that case gets alone."""
    engines = Consultant(library).engines
    jobs = [(case, ruleset) for case in library.cases.values() for ruleset in case.expect][:60]
    alone = {
        (case.id, ruleset): try_case(library, Consultant(library).engines, case, ruleset)[0].standing
        for case, ruleset in jobs
    }
    wrong: list[str] = []

    def work(offset: int) -> None:
        for index in range(len(jobs)):
            case, ruleset = jobs[(index * 7 + offset) % len(jobs)]
            if try_case(library, engines, case, ruleset)[0].standing != alone[case.id, ruleset]:
                wrong.append(case.id)

    threads = [threading.Thread(target=work, args=(offset,)) for offset in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.walk
def test_no_run_takes_a_fact_back(library: Library, engines: Engines, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Any, which: Any) -> None:
        raise AssertionError("a run only adds")

    monkeypatch.setattr("assistant.engine.experta_api.FactList.retract", refuse)
    for case in library.cases.values():
        for ruleset in case.expect:
            try:
                engines.engine(ruleset, case.incident).run(case_facts(library, case))
            except Hole:
                pytest.fail(f"{case.id} in {ruleset}")
