"""The schedule of sanctions: every incident of a ruleset with its outcomes at a glance, read off the proof's table of paths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.headline import decision_line, short_line
from assistant.model import Library, Value
from assistant.outcome import Outcome
from assistant.proof import Proof
from assistant.walk import Walk

Path = dict[str, Value]


def leaves(walk: Walk) -> list[tuple[Outcome, Path]]:
    """Every final outcome with the answers that lead there, rare circumstances as usual."""
    found: list[tuple[Outcome, Path]] = []
    waiting: list[tuple[int, Path]] = [(walk.root, {})]
    while waiting:
        number, path = waiting.pop()
        node = walk.nodes[number]
        if node.outcome is not None:
            found.append((node.outcome, path))
        elif node.question is not None:
            waiting.extend((child, {**path, node.question: value}) for value, child in reversed(node.children))
    return found


def telling(mine: list[Path], every: list[Path]) -> dict[str, list[Value]]:
    """The facts that tell these paths from the others: those always answered here, and not with every value."""
    found: dict[str, list[Value]] = {}
    for name in dict.fromkeys(name for path in mine for name in path):
        values = {path.get(name) for path in mine}
        if None not in values and values != {path[name] for path in every if name in path}:
            found[name] = sorted((value for value in values if value is not None), key=str)
    return found


def rows(library: Library, proof: Proof, ruleset: str) -> list[dict[str, Any]]:
    """One row per incident and context that matters, in the order of the families."""
    walks = [walk for walk in proof.walks if walk.ruleset == ruleset]
    order = list(library.families)
    walks.sort(
        key=lambda walk: (
            order.index(library.incidents[walk.incident].family),
            list(library.incidents).index(walk.incident),
        )
    )
    several = {walk.incident for walk in walks if sum(other.incident == walk.incident for other in walks) > 1}
    return [_row(library, walk, walk.incident in several) for walk in walks if walk.nodes]


def _row(library: Library, walk: Walk, tell_context: bool) -> dict[str, Any]:
    found = leaves(walk)
    every = [path for _, path in found]
    groups: dict[Outcome, list[Path]] = {}
    for outcome, path in found:
        groups.setdefault(outcome, []).append(path)
    incident = library.incidents[walk.incident]
    context = [library.facts[name].label(value) for name, value in walk.context] if tell_context else []
    return {
        "incident": incident.id,
        "family": incident.family,
        "title": incident.title,
        "context": context,
        "outcomes": [
            {
                "short": short_line(library, walk.ruleset, outcome),
                "decision": decision_line(library, walk.ruleset, outcome),
                "when": _when(library, telling(paths, every)) if len(groups) > 1 else [],
                "ways": len(paths),
                "example": {**dict(walk.context), **_shortest(paths)},
            }
            for outcome, paths in groups.items()
        ],
    }


def _shortest(paths: list[Path]) -> Path:
    return sorted(paths, key=len)[0]


def _when(library: Library, facts: Mapping[str, list[Value]]) -> list[dict[str, Any]]:
    return [
        {
            "fact": name,
            "title": library.facts[name].title,
            "labels": [library.facts[name].label(value) for value in values],
        }
        for name, values in facts.items()
    ]
