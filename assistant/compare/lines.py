"""Two rulesets, one line per incident: its most common situation that one of them decides, the others that differ, and the points that no incident decides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from assistant.compare.basis import Basis
from assistant.compare.comparison import Comparison, Group, PairRow, Shares, family_shares
from assistant.compare.documents import limit_parts, met_words, point_parts, situation_document
from assistant.compare.situations import governed
from assistant.compare.surprises import reversed_row, within
from assistant.decision.gravity import Difference
from assistant.model import Library, Value

if TYPE_CHECKING:
    from assistant.compare.parts import LinePart, PairViewPart


def pair_view(
    library: Library, comparison: Comparison, rulesets: tuple[str, str], context: Mapping[str, Value]
) -> PairViewPart:
    """Every incident that both have, in a context of which both texts speak; else in the one of which they do."""
    known = rulesets if rulesets in comparison.rows else rulesets[::-1]
    shares = family_shares(library, comparison, known)
    lines = [
        line(library, row if known == rulesets else reversed_row(row), common_context(library, rulesets, context))
        for row in comparison.rows[known].values()
    ]
    return {
        "rulesets": list(rulesets),
        "context": dict(common_context(library, rulesets, context)),
        "shares": shares if known == rulesets else {family: _turned(one) for family, one in shares.items()},
        "lines": [one for one in lines if one is not None],
        "points": point_parts(library, *rulesets),
        "limits": limit_parts(library, rulesets, context),
    }


def _turned(shares: Shares) -> Shares:
    return {kind: shares[kind.turned()] for kind in shares}


def common_context(library: Library, rulesets: tuple[str, str], context: Mapping[str, Value]) -> Mapping[str, Value]:
    """This context, or the first of which both texts speak."""
    facts = {fact.id for fact in library.context_facts()}
    possible = [
        one for one in (context, *library.contexts(facts)) if all(governed(library, name, one) for name in rulesets)
    ]
    return possible[0] if possible else context


def _silent(group: Group) -> bool:
    """Whether neither text decides anything: such a situation is told last."""
    return all(one.basis in (Basis.SILENCE, Basis.FORBIDDEN) for one in group.grounds)


def line(library: Library, row: PairRow, context: Mapping[str, Value]) -> LinePart | None:
    """One incident; nothing where it has no situation in this context."""
    groups = [one for one in (within(group, context) for group in row.groups) if one.when]
    if not groups:
        return None
    common, *rest = sorted(groups, key=lambda one: (_silent(one), -one.share))
    asked_by = dict(row.asked_by)
    incident = library.incidents[row.incident]
    return {
        "incident": row.incident,
        "family": incident.family,
        "title": incident.title,
        "met": met_words(library, library.met.get(row.incident)),
        "shares": row.shares(),
        "common": situation_document(library, common, row.rulesets, asked_by),
        "others": [
            situation_document(library, one, row.rulesets, asked_by) for one in rest if one.kind != Difference.SAME
        ],
        "count": len(groups),
    }
