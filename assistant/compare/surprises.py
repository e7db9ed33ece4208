"""What will surprise who knows one ruleset and plays another: for each incident how far the two are apart, the farthest first.

A difference weighs as much as its gravest sanctions are apart in the order of `gravity.yaml`, and one for being a difference at all (half
where it is only counted otherwise); half of that where it rests on our reading or on somebody's choice; nothing where one text is mute. An
incident weighs as much as the gravest difference that is not a rarity among its situations nor needs a rare circumstance, times how
often it is met (`frequency.yaml`). What one of the texts itself names as a difference comes first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from assistant.compare.basis import Basis
from assistant.compare.comparison import Comparison, Group, PairRow
from assistant.compare.situations import governed
from assistant.decision.gravity import Difference
from assistant.model import Library, Point, Value

RARE = 0.005  # of an incident: what is met less often does not stand for it


class Surprise(NamedTuple):
    """An incident on which two rulesets differ: the situation that weighs most, and how many others differ."""

    incident: str
    row: PairRow
    group: Group
    score: float
    others: int


class Counted(NamedTuple):
    """A point on which two rulesets differ, no incident deciding it."""

    point: Point
    score: float


def surprises(
    library: Library, comparison: Comparison, known: str, played: str, context: Mapping[str, Value]
) -> list[Surprise]:
    """Every incident on which the two differ in this context, from the point of view of who knows the first."""
    if not all(governed(library, name, context) for name in (known, played)):
        return []
    pair = (known, played) if (known, played) in comparison.rows else (played, known)
    differing: list[Surprise] = []
    for row in comparison.rows.get(pair, {}).values():
        seen = row if pair[0] == known else reversed_row(row)
        here = [one for one in (within(group, context) for group in seen.groups) if one.when]
        groups = [one for one in here if one.kind != Difference.SAME]
        if groups:
            whole = sum(one.share for one in here)
            best = max(groups, key=lambda one: _standing(library, one, one.share >= RARE * whole))
            score = weight_met(library, library.met.get(row.incident)) * stakes(best)
            differing.append(Surprise(row.incident, seen, best, score, len(groups) - 1))
    order = list(library.incidents)
    named = named_of(library, known, played)
    return sorted(
        differing,
        key=lambda one: (
            one.incident not in named,
            -one.score,
            -_grave(one.group)[1],
            -one.group.share,
            order.index(one.incident),
        ),
    )


def _standing(library: Library, group: Group, met: bool) -> tuple[float, float, int, float]:
    """How well a difference stands for its incident: what is rarely met, or only where something is not as usual, hardly does."""
    return (stakes(group) * (met and as_usual(library, group)), *_grave(group), group.share)


def as_usual(library: Library, group: Group) -> bool:
    """Whether some of these situations need no rare circumstance."""
    return any(all(library.facts[name].usual in (None, *values) for name, values in told) for told in group.when)


def named_of(library: Library, known: str, played: str) -> dict[str, tuple[str, ...]]:
    """The incidents and points that one of two texts itself names as a difference from the other, with the clauses."""
    ways = ((known, played), (played, known))
    return {one.of: one.cites for mine, other in ways for one in library.rulesets[mine].differs.get(other, ())}


def points_apart(library: Library, known: str, played: str) -> list[Counted]:
    """The points on which the two texts differ, the one met most often first; one that only one text speaks of weighs nothing."""
    found = [
        Counted(one, weight_met(library, one.met) / 2 if known in one.says and played in one.says else 0.0)
        for one in library.points.values()
        if library.rulesets[known].game == library.rulesets[played].game and (known in one.says or played in one.says)
    ]
    named = named_of(library, known, played)
    return sorted(found, key=lambda one: (one.point.id not in named, -one.score))


def weight_met(library: Library, met: str | None) -> int:
    """What a difference weighs by how often it is met; one of which nothing is said counts once."""
    found = library.frequencies.get(met or "")
    return found.weight if found else 1


def distance(group: Group) -> int:
    """How far apart the gravest sanctions of the two decisions are."""
    first, second = group.weights
    return 0 if first is None or second is None or group.kind == Difference.SILENCE else abs(first - second)


def _grave(group: Group) -> tuple[float, int]:
    """How much a difference weighs; among equals, how grave the graver decision is."""
    return stakes(group), max((weight for weight in group.weights if weight is not None), default=0)


def stakes(group: Group) -> float:
    """How much one difference weighs."""
    if group.kind in (Difference.SAME, Difference.SILENCE):
        return 0.0
    apart = 0.5 if group.alike else 1.0 + distance(group)
    return apart / 2 if any(one.basis in (Basis.READING, Basis.DISCRETION) for one in group.grounds) else apart


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
                for name in ("decisions", "shorts", "slots", "cites", "because", "weights", "grounds")
            },
        )
        for group in row.groups
    )
    return row._replace(rulesets=row.rulesets[::-1], groups=groups)
