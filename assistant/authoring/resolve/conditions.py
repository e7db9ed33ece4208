"""Conditions on facts, as plain tests: those of rules, and those that say when a fact makes sense."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.authoring.files import Written
from assistant.authoring.names import Names, as_list
from assistant.authoring.schema import base as schema
from assistant.authoring.schema.knowledge import Fact as WrittenFact
from assistant.errors import unknown
from assistant.model import INCIDENT, SANCTION, Fact, Test

WIDEST = 100_000  # numbers that a fact may tell apart


def resolve_tests(written: Written[Any], conditions: Mapping[str, Any], names: Names, where: str) -> tuple[Test, ...]:
    """The conditions on facts; those on the incident and the sanction are read apart, by rules alone."""
    for key in (INCIDENT, SANCTION):
        if key in conditions and where != "if":
            names.problems.append(
                written.problem(
                    f"{written.entry.id}.{where}", f"« {where} » ne lit que des faits, pas « {key} »", where, key
                )
            )
    return tuple(
        test
        for key, condition in conditions.items()
        if key not in (INCIDENT, SANCTION)
        for test in [_test(written, key, condition, names, where)]
        if test
    )


def _test(written: Written[Any], key: str, condition: Any, names: Names, where: str) -> Test | None:
    if not names.expect(written, where, "fait", key, [*names.facts, INCIDENT, SANCTION], where, key):
        return None
    fact: WrittenFact = names.facts[key].entry
    always = "cette condition est toujours vraie ou toujours fausse ; retirez-la ou resserrez-la"

    def wrong(message: str) -> None:
        names.problems.append(written.problem(f"{written.entry.id}.{where}.{key}", message, where, key))

    bounds: tuple[int | None, int | None] = (None, None)
    if isinstance(condition, schema.Test):
        ways = [
            condition.in_ is not None,
            condition.not_ is not None,
            condition.min is not None or condition.max is not None,
        ]
        if sum(ways) != 1:
            wrong("une condition a une seule des clés « in », « not », ou « min » et « max »")
            return None
        values = condition.in_ if condition.in_ is not None else as_list(condition.not_)
        bounds = (condition.min, condition.max)
    else:
        values = [condition]
    negated = isinstance(condition, schema.Test) and condition.not_ is not None
    if fact.number:
        if negated or not all(isinstance(value, int) for value in values):
            wrong("ce fait est un nombre : comparez-le à un nombre entier, ou avec « min » et « max »")
            return None
        low, high = fact.number.min, fact.number.max
        outside = [value for value in (*values, *bounds) if value is not None and not low <= int(value) <= high]
        if outside:
            wrong(f"« {outside[0]} » n'est pas un nombre entier de {low} à {high} ({fact.number.unit})")
            return None
        test = Test(key, frozenset(values) if values else None, *bounds)
        if high - low <= WIDEST and len({test.admits(number) for number in range(low, high + 1)}) == 1:
            wrong(always)
        return test
    ids = [value.id for value in fact.values or []]
    if bounds != (None, None):
        wrong("« min » et « max » ne vont qu'avec un nombre")
        return None
    for value in values:
        if value not in ids:
            wrong(unknown("valeur", value, ids))
            return None
    exits = {value.id for value in fact.values or [] if value.exit}
    admitted = frozenset(ids) - frozenset(values) - exits if negated else frozenset(values)
    if not admitted or len(admitted) == len(ids):
        wrong(always)
    return Test(key, admitted)


def with_what_they_need(tests: tuple[Test, ...], facts: Mapping[str, Fact]) -> tuple[Test, ...]:
    """The tests, each after what lets its fact make sense (`only_if`) where the rule does not speak of that itself."""
    own = {test.fact: test for test in tests}
    implied: dict[str, Test] = {}
    order: dict[str, None] = {}

    def add(fact: str) -> None:
        for needed in facts[fact].only_if:
            if needed.fact in implied:
                implied[needed.fact] = _both(implied[needed.fact], needed)
            elif needed.fact not in own:
                implied[needed.fact] = needed
                add(needed.fact)
        order[fact] = None

    for fact in own:
        add(fact)
    return tuple({**own, **implied}[fact] for fact in order)


def _both(first: Test, second: Test) -> Test:
    """What two conditions on the same fact admit together."""
    for test, other in ((first, second), (second, first)):
        if test.values is not None:
            return test._replace(values=frozenset(value for value in test.values if other.admits(value)))
    lows = [test.low for test in (first, second) if test.low is not None]
    highs = [test.high for test in (first, second) if test.high is not None]
    return Test(first.fact, None, max(lows, default=None), min(highs, default=None))


def least(condition: Any) -> int:
    """The least number that a condition admits."""
    if isinstance(condition, schema.Test):
        numbers = [value for value in condition.in_ or [] if isinstance(value, int)]
        return min(numbers) if numbers else condition.min or 0
    return condition if isinstance(condition, int) else 0
