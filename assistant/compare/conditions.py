"""When a thing happens, read off a tree of answers: alternatives that hold of its paths and of no other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assistant.model import Value

Answers = Sequence[tuple[str, Value]]
Alternative = tuple[tuple[str, tuple[Value, ...]], ...]  # all of these facts, each with one of these values
Conditions = dict[int, tuple[Alternative, ...]]  # of each label, when it holds


def alternatives(paths: Sequence[Answers], labels: Sequence[int]) -> Conditions:
    """For each label the conditions under which the path is one of its own; facts that do not matter are left out."""
    found = _walk(paths, labels, range(len(paths)), 0)
    return {label: tuple(_joined(list(conditions))) for label, conditions in found.items()}


def admits(alternative: Alternative, facts: Mapping[str, Value]) -> bool:
    """Whether these facts are one of the alternative's situations."""
    return all(facts.get(name) in values for name, values in alternative)


def shared(found: Sequence[Alternative]) -> tuple[Alternative, tuple[Alternative, ...]]:
    """What all alternatives say, and what each says besides; one alternative says all of it."""
    common = tuple(told for told in found[0] if all(told in other for other in found)) if found else ()
    rest = tuple(tuple(told for told in alternative if told not in common) for alternative in found)
    return common, rest if len(found) > 1 else ()


def _walk(paths: Sequence[Answers], labels: Sequence[int], here: Sequence[int], depth: int) -> Conditions:
    if len({labels[index] for index in here}) == 1:
        return {labels[here[0]]: ((),)}
    name = paths[here[0]][depth][0]  # the same for all: what is asked next depends on the answers alone
    branches: dict[Value, list[int]] = {}
    for index in here:
        branches.setdefault(paths[index][depth][1], []).append(index)
    below = {value: _walk(paths, labels, inside, depth + 1) for value, inside in branches.items()}
    conditions_of: Conditions = {}
    for label in dict.fromkeys(label for branch in below.values() for label in branch):
        values: dict[tuple[Alternative, ...], list[Value]] = {}
        for value, branch in below.items():
            values.setdefault(branch.get(label, ()), []).append(value)
        conditions_of[label] = (
            next(iter(values))
            if len(values) == 1
            else tuple(((name, tuple(told)), *rest) for conditions, told in values.items() for rest in conditions)
        )
    return conditions_of


def _joined(told: list[Alternative]) -> list[Alternative]:
    """Two alternatives that differ in the values of one fact are one."""
    for index, first in enumerate(told):
        for second in told[index + 1 :]:
            mine, theirs = dict(first), dict(second)
            apart = [name for name in mine if mine[name] != theirs.get(name)]
            if mine.keys() == theirs.keys() and len(apart) == 1:
                (name,) = apart
                mine[name] = tuple(dict.fromkeys((*mine[name], *theirs[name])))
                rest = [alternative for alternative in told if alternative not in (first, second)]
                return _joined([*rest[:index], tuple(mine.items()), *rest[index:]])
    return told
