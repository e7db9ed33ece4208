"""Variations: from one case others, by changing one deciding fact together with the sentence that tells it.

The sentences are the authors': those of a case's variants. The engine says whether the fact decides under a ruleset; a case
without such sentences is not varied.
"""

from __future__ import annotations

from collections.abc import Iterator

from assistant.engine.engines import Engines
from assistant.model import Case, Library
from assistant.training.exercises.what_if import told


def variations(library: Library, engines: Engines, base: Case, ruleset: str) -> Iterator[Case]:
    """The variations of a case under a ruleset: ruled by the engine, and decided or cited otherwise than the case itself."""
    ours = told(library, engines, base, ruleset)
    if ours is None:
        return
    for case in library.cases.values():
        if case.varies != base.id:
            continue
        theirs = told(library, engines, case, ruleset)
        if theirs is None:
            continue  # with this fact the story does not suffice here
        mine, other = ours.given.outcome, theirs.given.outcome
        if other != mine or set(other.cites) != set(mine.cites):
            yield case
