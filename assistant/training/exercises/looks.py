"""What the proof looks at in training: clauses that no exercise trains, and answers called wrong that cannot be refuted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from assistant.engine.engines import Engines
from assistant.model import Library
from assistant.training.exercises.exercise import Exercise, exercise
from assistant.training.exercises.refutation import Refutation
from assistant.training.exercises.syllabus import make_tasks, ruling_clauses


def untrained(library: Library, engines: Engines, ruleset: str) -> list[str]:
    """The ruling clauses of a ruleset that no exercise trains."""
    left = set(ruling_clauses(library, ruleset))
    for task in make_tasks(library, engines, [ruleset]):
        if left.isdisjoint(task.clauses):
            continue
        made = exercise(library, engines, library.cases[task.case], ruleset)
        if made is not None:
            left.difference_update(clause for clause in made.clauses if made.tested_by(clause))
    return sorted(left)


def unrefuted(library: Library, engines: Engines, ruleset: str) -> list[str]:
    """Every answer of an exercise that is called wrong and could be defended, or whose explanation the engine does not bear out."""
    return [
        f"{ruleset}/{made.case.id}, {fault}"
        for made in _made(library, engines, ruleset)
        for fault in Refutation(library, engines, made).faults()
    ]


def _made(library: Library, engines: Engines, ruleset: str) -> Iterator[Exercise]:
    for task in make_tasks(library, engines, [ruleset]):
        made = exercise(library, engines, library.cases[task.case], ruleset)
        if made is not None:
            yield made


UNTRAINED, UNREFUTED = "clause(s) sans exercice", "réponse(s) dite(s) fausse(s) qui se défend(ent)"
LOOKS: Mapping[str, Callable[[Library, Engines, str], list[str]]] = MappingProxyType(
    {UNTRAINED: untrained, UNREFUTED: unrefuted}
)
