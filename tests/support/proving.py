"""What the tests of the proof share: proving a small base, finding the one problem it tells, and where."""

from __future__ import annotations

from assistant.engine.engines import Engines
from assistant.proof.prove import Proof, prove
from assistant.proof.walk import Walk, walk_incident
from tests.support.make import Base


def proved(base: Base, ruleset: str | None = None, incident: str | None = None, pairs: bool = False) -> Proof:
    return prove(base.library(), ruleset, incident, workers=1, pairs=pairs)


def place(base: Base, file: str, passage: str) -> str:
    return f"{file}:{base.line(file, passage)}"


def only(problems: list[str], words: str) -> str:
    """The one problem that says this."""
    found = [problem for problem in problems if words in problem]
    assert len(found) == 1, f"{words!r} is told {len(found)} times:\n" + "\n".join(problems)
    return found[0]


def walked(base: Base) -> list[Walk]:
    library = base.library()
    return walk_incident(library, Engines(library), "alpha", "essai")


def rule(conditions: str, sanction: str, more: str = "") -> str:
    return f"if: {{incident: essai, {conditions}}}\n  then: {{sanction: {sanction}, donne: continue}}\n  {more}"
