"""Rule bases made by chance, as model objects: small enough that every partial answer can be tried.

The same generator serves Hypothesis (which hands in a Random that it controls) and a subprocess with a plain seeded Random:
`python -m tests.support.generate 20` prints everything that 20 bases decide, to be compared under several PYTHONHASHSEED.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from itertools import product
from random import Random
from typing import Any

from assistant.consultation.catalogue import plain
from assistant.consultation.questionnaire import Deadlock, Questionnaire
from assistant.decision.state import State, judge
from assistant.engine.engines import Engine
from assistant.engine.network import network_of
from assistant.errors import AuthorError, Conflict
from assistant.model import (
    Amount,
    Decides,
    Fact,
    FactValue,
    Gravity,
    Incident,
    Library,
    Naming,
    Place,
    Player,
    Reading,
    Rule,
    Ruleset,
    Sanction,
    Slot,
    SlotValue,
    Test,
    Then,
    Value,
    given,
)

INCIDENT, RULESET = "incident", "essai"
SANCTIONS = ("rien", "leger", "lourd", "points", "gre")
SLOT_VALUES = {"donne": ("continue", "finie"), "est": ("reste", "tourne")}
MOST_STATES = 160
NOTHING = Then()


def fact(
    name: str,
    values: tuple[str, ...],
    rank: int,
    otherwise: str | None = None,
    low: int | None = None,
    high: int | None = None,
) -> Fact:
    derived = otherwise is not None
    return Fact(
        name,
        name,
        "faute",
        None if derived else f"{name} ?",
        None,
        tuple(FactValue(value, value, None) for value in values),
        low,
        high,
        None,
        (),
        None,
        otherwise,
        derived,
        rank,
        Place("facts.yaml", rank + 1),
    )


class Maker:
    """One base, made step by step from one Random."""

    def __init__(self, random: Random):
        self.random = random
        self.facts: dict[str, Fact] = {}
        self.rules: dict[str, Rule] = {}

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def library(self) -> Library:
        self.make_facts()
        for _ in range(self.random.randint(0, 3) if self.derived else 0):
            self.derivation()
        pivot = self.random.choice(sorted(name for name, one in self.facts.items() if not one.is_number))
        values = [value.id for value in self.facts[pivot].values]
        for index in range(
            self.random.randint(2, 4)
        ):  # mostly for different values of one fact, else most bases are conflicts
            apart = (Test(pivot, frozenset({values[index % len(values)]})),) if self.chance(0.85) else ()
            self.rule("r", incidents=frozenset({INCIDENT}), then=self.ruling(), apart=apart)
        for _ in range(self.random.randint(0, 2)):
            self.rule(
                "a",
                adds=True,
                then=self.ruling(counting=True),
                incidents=frozenset({INCIDENT}) if self.chance(0.5) else None,
            )
        for _ in range(self.random.randint(0, 2)):
            self.rule(
                "c",
                follows=frozenset(self.random.sample(SANCTIONS, self.random.randint(1, 2))),
                then=self.consequence(),
            )
        for value in self.random.sample(SLOT_VALUES["donne"], self.random.randint(0, 2)):
            self.rule(
                "s",
                follows=frozenset({given("donne", value)}),
                then=Then(slots=(("est", self.random.choice(SLOT_VALUES["est"])),)),
            )
        for _ in range(self.random.randint(0, 4)):
            self.exception()
        ruleset = Ruleset(
            RULESET,
            RULESET,
            RULESET,
            "1",
            "essai",
            "texte",
            "",
            1,
            tuple(SLOT_VALUES),
            None,
            None,
            self.rules,
            Place("ruleset.yaml", 1),
        )
        return library_of(ruleset, self.facts)

    def make_facts(self) -> None:
        states = 1
        for index in range(self.random.randint(2, 4)):
            values = ("a", "b", "c")[: self.random.randint(2, 3)]
            if states * (len(values) + 1) <= MOST_STATES:
                states *= len(values) + 1
                self.facts[f"f{index}"] = fact(f"f{index}", values, index)
        if states * 5 <= MOST_STATES and self.chance(0.6):
            self.facts["n"] = fact("n", (), 8, low=0, high=3)
        self.derived = [f"d{index}" for index in range(self.random.randint(0, 2))]
        for index, name in enumerate(self.derived):
            self.facts[name] = fact(name, ("x", "y"), 10 + index, otherwise=self.random.choice("xy"))

    def tests(self, names: list[str], at_least: int = 0) -> tuple[Test, ...]:
        chosen = self.random.sample(names, min(len(names), self.random.randint(at_least, 2)))
        return tuple(self.test(name) for name in sorted(chosen))

    def test(self, name: str) -> Test:
        known = self.facts[name]
        if known.is_number:
            low, high = self.random.choice(((1, None), (2, None), (None, 1), (1, 2), (None, 2)))
            return (
                Test(name, None, low, high) if self.chance(0.7) else Test(name, frozenset({self.random.randint(0, 3)}))
            )
        ids = [value.id for value in known.values]
        return Test(name, frozenset(self.random.sample(ids, self.random.randint(1, len(ids) - 1))))

    def amount(self, sanction: str) -> Amount:
        where = {"sanction": sanction, "unit": "points", "payer": "joueur", "payee": "personne", "moment": "fin"}
        return Amount(**where, value=self.random.choice((5, 10)))

    def counted(self, sanction: str) -> Amount:
        where = {"sanction": sanction, "unit": "points", "payer": "joueur", "payee": "personne", "moment": "fin"}
        if self.chance(0.5):
            return Amount(**where, counts="n", each=2, most=4)
        return Amount(
            **where, counts="n", first=1, steps=(5, 10), beyond=self.random.choice(("non-dit", "derniere-marche"))
        )

    def slots(self) -> tuple[tuple[str, str], ...]:
        names = [name for name in sorted(SLOT_VALUES) if self.chance(0.25)]
        return tuple((name, self.random.choice(SLOT_VALUES[name])) for name in names)

    def ruling(self, counting: bool = False) -> Then:
        kind = self.random.randint(0, 9)
        if kind == 0:
            return Then(silence="muet", slots=self.slots())
        if kind == 1:
            return Then(frozenset({"gre"}), decides=Decides("arbitre", "au gré"), slots=self.slots())
        if kind == 2 and not counting:
            return Then(
                readings=(
                    Reading("une", Then(frozenset({"leger"}), slots=self.slots()), ("texte/1/a",)),
                    Reading("deux", Then(frozenset({"lourd"})), ("texte/1/b",)),
                )
            )
        sanctions = frozenset(self.random.sample(SANCTIONS[:4], self.random.choice((1, 1, 1, 2))))
        amounts = frozenset({self.amount("points")}) if "points" in sanctions and self.chance(0.7) else frozenset()
        return Then(sanctions, self.random.choice(("joueur", "joueur", "autre")), amounts, self.slots())

    def consequence(self) -> Then:
        then = Then(slots=self.slots(), amounts=frozenset({self.amount("points")}) if self.chance(0.4) else frozenset())
        return then if then != Then() else Then(slots=(("donne", "finie"),))

    def rule(
        self,
        kind: str,
        *,
        then: Then = NOTHING,
        names: list[str] | None = None,
        derives: tuple[tuple[str, Value], ...] = (),
        incidents: frozenset[str] | None = None,
        follows: frozenset[str] | None = None,
        adds: bool = False,
        overrides: tuple[str, ...] = (),
        overrides_sanction: str | None = None,
        apart: tuple[Test, ...] = (),
    ) -> None:
        free = [
            name
            for name in (sorted(self.facts) if names is None else names)
            if name not in {test.fact for test in apart}
        ]
        tests = (*apart, *self.tests(free))
        counted = any(test.fact == "n" and not test.admits(0) for test in tests)
        if (
            counted and "points" in then.sanctions and self.chance(0.6)
        ):  # what is counted is read, and never below the first step
            then = then._replace(amounts=frozenset({self.counted("points")}))
        name = f"{RULESET}.{kind}.{len(self.rules):02d}"
        self.rules[name] = Rule(
            name,
            RULESET,
            kind,
            name,
            incidents,
            follows,
            tests,
            derives,
            then,
            (f"texte/{len(self.rules)}/{kind}",),
            overrides,
            overrides_sanction,
            adds,
            None,
            (),
            (),
            Place("regles.yaml", len(self.rules) + 1),
        )

    def derivation(self) -> None:
        index = self.random.randrange(len(self.derived))
        names = [name for name in sorted(self.facts) if name not in self.derived[index:]]
        self.rule("d", names=names, derives=((self.derived[index], self.random.choice("xy")),))

    def exception(self) -> None:
        then = self.ruling() if self.chance(0.6) else Then()
        adds = then != Then() and self.chance(0.2)
        incidents = frozenset({INCIDENT}) if self.chance(0.5) else None
        if self.chance(0.4):
            self.rule("e", then=then, incidents=incidents, adds=adds, overrides_sanction=self.random.choice(SANCTIONS))
        else:
            targets = self.random.sample(sorted(self.rules), min(len(self.rules), self.random.randint(1, 2)))
            self.rule("e", then=then, incidents=incidents, adds=adds, overrides=tuple(sorted(targets)))


def library_of(ruleset: Ruleset, facts: Mapping[str, Fact]) -> Library:
    """The vocabulary around the rules of one ruleset."""
    sanctions = {
        name: Sanction(
            name, name, "sanction", name == "gre", name == "points", name == "rien", {RULESET: Naming(name, (), ())}
        )
        for name in SANCTIONS
    }
    slots = {
        name: Slot(
            name,
            name,
            {"donne": ("continue",)} if name == "est" else {},
            {value: SlotValue(value, value, None) for value in values},
        )
        for name, values in SLOT_VALUES.items()
    }
    players = {name: Player(name, name, name == "personne") for name in ("joueur", "autre", "arbitre", "personne")}
    incident = Incident(INCIDENT, "essai", INCIDENT, INCIDENT, (), (RULESET,), Place("incidents.yaml", 1))
    return Library(
        "essai",
        {},
        {},
        facts,
        {INCIDENT: incident},
        sanctions,
        players,
        {"points": "points"},
        {"fin": "à la fin"},
        slots,
        Gravity((), ()),
        {RULESET: ruleset},
        {},
    )


def shuffled(library: Library, random: Random) -> Library:
    """The same knowledge written in another order: rules, conditions, facts."""
    ruleset = library.rulesets[RULESET]
    rules = list(ruleset.rules.values())
    random.shuffle(rules)
    facts = list(library.facts.values())
    random.shuffle(facts)
    mixed = {rule.id: rule._replace(tests=tuple(random.sample(rule.tests, len(rule.tests)))) for rule in rules}
    return library_of(ruleset._replace(rules=mixed), {one.id: one for one in facts})


def engine_of(library: Library) -> Engine | None:
    """The engine of the one incident, or None where the rules go round in a circle."""
    try:
        return Engine(network_of(library, library.rulesets[RULESET], INCIDENT))
    except AuthorError:
        return None


def values_of(one: Fact) -> list[Value]:
    if one.is_number:
        assert one.low is not None and one.high is not None
        return list(range(one.low, one.high + 1))
    return [value.id for value in one.values]


def answers(engine: Engine) -> Iterator[dict[str, Value]]:
    """Every partial answer to the asked facts, the complete ones included."""
    asked = engine.network.asked
    for values in product(*([None, *values_of(one)] for one in asked)):
        yield {one.id: value for one, value in zip(asked, values, strict=True) if value is not None}


def describe(library: Library, engine: Engine, told: Mapping[str, Value]) -> dict[str, Any]:
    """All that a run says of one partial answer, as plain data."""
    try:
        state: State = judge(library, engine, told)
    except Conflict as conflict:
        return {"conflict": str(conflict)}
    questionnaire = Questionnaire(library, engine)
    try:
        question = questionnaire.next_question(state)
    except Deadlock as deadlock:
        return {"deadlock": str(deadlock)}
    run = state.run
    return plain({
        "standing": run.standing, "may_stand": run.may_stand, "holding": run.holding, "overridden": dict(sorted(run.overridden.items())),
        "derived": dict(sorted(run.derived.items())), "deduced_by": dict(sorted(run.deduced_by.items())), "live": state.live, "needs": state.needs,
        "final": state.final, "question": question and question.id, "outcome": state.outcome,
    })  # fmt: skip


def report(count: int) -> list[dict[str, Any]]:
    """What a number of seeded bases decide, as written and in another order."""
    found: list[dict[str, Any]] = []
    for seed in range(count):
        library = Maker(Random(seed)).library()
        for one in (library, shuffled(library, Random(seed + 1))):
            engine = engine_of(one)
            if engine is not None:
                found.extend(describe(one, engine, told) for told in list(answers(engine))[::7])
    return found


if __name__ == "__main__":
    json.dump(report(int(sys.argv[1])), sys.stdout)
