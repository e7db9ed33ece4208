"""What will surprise who knows one ruleset and plays another: for each incident its gravest difference, the gravest first.

The distance between two decisions is that between their gravest sanctions in the order of `gravity.yaml`; a silence has none and
comes last.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from assistant.compare.comparison import Comparison, Group, PairRow
from assistant.decision.gravity import Difference
from assistant.model import Library, Value

ORDER = {Difference.HEAVIER: 0, Difference.LIGHTER: 0, Difference.UNORDERED: 1, Difference.SILENCE: 2}


class Surprise(NamedTuple):
    """The gravest difference of one incident, and how many other situations of it differ."""

    incident: str
    row: PairRow
    group: Group
    distance: int
    others: int


def surprises(
    library: Library, comparison: Comparison, known: str, played: str, context: Mapping[str, Value]
) -> list[Surprise]:
    """Every incident on which the two differ in this context, from the point of view of who knows the first."""
    pair = (known, played) if (known, played) in comparison.rows else (played, known)
    gravest: list[Surprise] = []
    for row in comparison.rows.get(pair, {}).values():
        seen = row if pair[0] == known else reversed_row(row)
        groups = [
            one
            for one in (within(group, context) for group in seen.groups if group.kind != Difference.SAME)
            if one.when
        ]
        if groups:
            best = min(groups, key=_rank)
            gravest.append(Surprise(row.incident, seen, best, distance(best), len(groups) - 1))
    order = list(library.incidents)
    return sorted(gravest, key=lambda one: (*_rank(one.group), order.index(one.incident)))


def distance(group: Group) -> int:
    """How far apart the gravest sanctions of the two decisions are."""
    first, second = group.weights
    return 0 if first is None or second is None or group.kind == Difference.SILENCE else abs(first - second)


def _rank(group: Group) -> tuple[int, int, bool, float]:
    """The gravest first; then what can be ordered, what is decided otherwise, what is only counted otherwise, what is unsaid."""
    return -distance(group), ORDER[group.kind], group.alike, -group.share


def within(group: Group, context: Mapping[str, Value]) -> Group:
    """The same situations as far as they are of this context, which then need not be told."""
    here = tuple(
        tuple((name, values) for name, values in alternative if name not in context)
        for alternative in group.when
        if all(name not in context or context[name] in values for name, values in alternative)
    )
    return group._replace(when=here)


def reversed_row(row: PairRow) -> PairRow:
    """The same row, the other ruleset first."""
    groups = tuple(
        group._replace(
            kind=group.kind.turned(),
            apart=tuple((of, second, first) for of, first, second in group.apart),
            **{
                name: getattr(group, name)[::-1]
                for name in ("decisions", "shorts", "slots", "cites", "because", "weights")
            },
        )
        for group in row.groups
    )
    return row._replace(rulesets=row.rulesets[::-1], groups=groups)
