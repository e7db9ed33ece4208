"""Conditions on facts, as plain tests: those of rules and of sentences, and those that say when a fact makes sense."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from assistant.authoring.files import Written
from assistant.authoring.names import Names, as_list
from assistant.authoring.schema import base as schema
from assistant.authoring.schema.knowledge import Fact as WrittenFact
from assistant.errors import unknown
from assistant.model import ALWAYS, INCIDENT, SANCTION, Bearing, Fact, Place, Sentence, Test, Warn, WarnKind

WIDEST = 100_000  # numbers that a fact may tell apart


def resolve_tests(
    written: Written[Any],
    conditions: Mapping[str, Any],
    names: Names,
    path: tuple[Any, ...],
    apart: tuple[str, ...] = (),
) -> tuple[Test, ...]:
    """The conditions on facts; those on the incident, and on what a consequence follows, are read apart, where they may be."""
    for key in (INCIDENT, SANCTION):
        if key in conditions and key not in apart:
            where = _where(path)
            message = f"« {where} » ne lit que des faits, pas « {key} »"
            names.problems.append(written.problem(f"{written.entry.id}.{where}", message, *path, key))
    return tuple(
        test
        for key, condition in conditions.items()
        if key not in (INCIDENT, SANCTION, *apart)
        for test in [_test(written, key, condition, names, path)]
        if test
    )


def _where(path: tuple[Any, ...]) -> str:
    """A place within an entry, in words."""
    return ".".join(str(part + 1) if isinstance(part, int) else part for part in path)


def named_in(
    written: Written[Any],
    conditions: Mapping[str, Any],
    key: str,
    known: Iterable[str],
    names: Names,
    path: tuple[Any, ...],
) -> frozenset[str] | None:
    """The incidents, sanctions or values of a slot that conditions name, or None."""
    condition = conditions.get(key)
    if condition is None:
        return None
    where = _where(path)
    if isinstance(condition, schema.Test):
        if condition.in_ is None:
            message = "seul « in » est permis ici"
            names.problems.append(written.problem(f"{written.entry.id}.{where}.{key}", message, *path, key))
            return frozenset()
        words = [str(word) for word in condition.in_]
    else:
        words = [str(condition)]
    for word in words:
        names.expect(written, f"{where}.{key}", key, word, known, *path, key)
    return frozenset(words)


def resolve_bearing(
    written: Written[Any],
    conditions: Mapping[str, Any] | None,
    names: Names,
    facts: Mapping[str, Fact],
    path: tuple[Any, ...],
) -> Bearing:
    """Where a sentence bears on a case, with what lets its facts make sense."""
    if not conditions:
        return ALWAYS
    incidents = named_in(written, conditions, INCIDENT, names.incidents, names, path)
    tests = resolve_tests(written, conditions, names, path, (INCIDENT,))
    return Bearing(incidents, with_what_they_need(tests, facts))


def resolve_sentences(
    written: Written[Any],
    entries: Iterable[str | schema.Step | schema.Said],
    names: Names,
    facts: Mapping[str, Fact],
    path: tuple[Any, ...],
) -> tuple[Sentence, ...]:
    """Steps or effects, each with its place and its conditions."""
    return tuple(_sentence(written, entry, names, facts, (*path, index)) for index, entry in enumerate(entries))


def _sentence(
    written: Written[Any],
    entry: str | schema.Step | schema.Said,
    names: Names,
    facts: Mapping[str, Fact],
    path: tuple[Any, ...],
) -> Sentence:
    place = Place(written.document.file, written.document.line((*written.path, *path)))
    if isinstance(entry, str):
        return Sentence(entry, place)
    text = entry.do if isinstance(entry, schema.Step) else entry.say
    return Sentence(text, place, resolve_bearing(written, entry.if_, names, facts, (*path, "if")), entry.unsure)


def resolve_warnings(
    written: Written[Any], entries: Iterable[schema.Warn], names: Names, facts: Mapping[str, Fact]
) -> tuple[Warn, ...]:
    """What to beware of, each with the conditions under which it bears on a case."""
    return tuple(
        Warn(
            WarnKind(entry.kind),
            entry.text,
            resolve_bearing(written, entry.if_, names, facts, ("warnings", index, "if")),
        )
        for index, entry in enumerate(entries)
    )


def _test(written: Written[Any], key: str, condition: Any, names: Names, path: tuple[Any, ...]) -> Test | None:
    where = _where(path)
    if not names.expect(written, where, "fait", key, [*names.facts, INCIDENT, SANCTION], *path, key):
        return None
    fact: WrittenFact = names.facts[key].entry
    always = "cette condition est toujours vraie ou toujours fausse ; retirez-la ou resserrez-la"

    def wrong(message: str) -> None:
        names.problems.append(written.problem(f"{written.entry.id}.{where}.{key}", message, *path, key))

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
