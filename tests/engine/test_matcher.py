"""Our matcher against Experta's own: the same facts in and out, the same activations."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from assistant.engine.experta_api import NOT, Fact, KnowledgeEngine, L, P, ReteMatcher, Rule
from assistant.engine.matcher import OwnMatcher

VALUES = ("a", "b", 0, 1, 2)
CHECKS: tuple[Callable[[object], bool], ...] = (
    lambda value: value in ("a", 1),
    lambda value: isinstance(value, int) and value >= 1,
    lambda value: value != "b",
)


class Red(Fact):
    """One kind of fact."""


class Blue(Fact):
    """Another."""


def made(random: Random) -> dict[str, Rule]:
    """Rules by chance: facts and NOTs, literals and predicates, the same pattern in several rules."""

    def pattern() -> Fact:
        fields = random.sample(("x", "y", "z"), random.randint(0, 2))
        return random.choice((Red, Blue))(
            **{
                name: random.choice((random.choice(VALUES), L(random.choice(VALUES)), P(random.choice(CHECKS))))
                for name in fields
            }
        )

    rules = {}
    for index in range(random.randint(1, 8)):

        def fire(engine: KnowledgeEngine) -> None:
            """Never called: only matching is tried."""

        fire.__name__ = f"rule {index}"
        wanted = [pattern() for _ in range(random.randint(0, 3))]
        barred = [NOT(pattern()) for _ in range(random.randint(0 if wanted else 1, 2))]
        rules[f"rule_{index}"] = Rule(*wanted, *barred)(fire)
    return rules


class Watched:
    """An engine whose activations are kept up as its agenda would be."""

    def __init__(self, matcher: type, rules: dict[str, Rule]):
        self.engine = type("Watched", (KnowledgeEngine,), {"__matcher__": matcher, **rules})()
        self.active: set[tuple[str, frozenset[int]]] = set()
        self.engine.strategy.update_agenda = self.update  # type: ignore[method-assign]
        self.engine.reset()

    def update(self, agenda: Any, added: Any, removed: Any) -> None:
        self.active -= {self.told(one) for one in removed}
        self.active |= {self.told(one) for one in added}

    @staticmethod
    def told(activation: Any) -> tuple[str, frozenset[int]]:
        return activation.rule.__name__, frozenset(fact["__factid__"] for fact in activation.facts)


@pytest.mark.drawn(160)
@pytest.mark.parametrize("seed", range(150))
def test_the_same_activations_as_experta(seed: int) -> None:
    random = Random(seed)
    rules = made(random)
    ours, stock = Watched(OwnMatcher, rules), Watched(ReteMatcher, rules)
    for _ in range(2):
        assert ours.active == stock.active
        for _ in range(12):
            if random.random() < 0.3 and len(ours.engine.facts) > 1:
                number = random.choice([one for one in ours.engine.facts if one])
                ours.engine.retract(number)
                stock.engine.retract(number)
            else:
                kind, fields = random.choice((Red, Blue)), random.sample(("x", "y", "z"), random.randint(1, 3))
                fact = {name: random.choice(VALUES) for name in fields}
                ours.engine.declare(kind(**fact))
                stock.engine.declare(kind(**fact))
            assert ours.active == stock.active
        for watched in (ours, stock):
            watched.active.clear()
            watched.engine.reset()


@pytest.mark.parametrize("condition", ["x" << Red(), Red(x="v" << L("a")), Red(x=~L("a")), Red(x=L("a") | L("b"))])
def test_what_our_rules_never_need_is_refused(condition: Fact) -> None:
    with pytest.raises(TypeError, match="this matcher knows"):
        type("Refused", (KnowledgeEngine,), {"__matcher__": OwnMatcher, "rule": Rule(condition)(lambda engine: None)})()
