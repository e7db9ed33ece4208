"""A case as one ruleset rules it, of one event or of several: how hard it is, and which clauses it trains."""

from __future__ import annotations

from assistant.engine.engines import Engines
from assistant.model import Case, Library
from assistant.training.exercises.ruling import Ruling
from assistant.training.exercises.several_incidents import Chain, chain
from assistant.training.exercises.what_if import Told, told

READING = 2  # the level from which a text must be interpreted
Ruled = Told | Chain


def ruled(library: Library, engines: Engines, case: Case, ruleset: str) -> Ruled | None:
    """The case with its ruling, or None where its facts do not suffice here."""
    return chain(library, engines, case, ruleset) if case.further else told(library, engines, case, ruleset)


def rulings(library: Library, mine: Ruled) -> list[Ruling]:
    """What was decided of each event."""
    return mine.rulings(library) if isinstance(mine, Chain) else [Ruling(library, mine.ruleset, *mine.given)]


def level(library: Library, mine: Ruled) -> int:
    """How hard an exercise is: what rests on a reading of the text is not for beginners, whatever the story."""
    return max(mine.case.level, READING) if reads(library, mine) else mine.case.level


def reads(library: Library, mine: Ruled) -> bool:
    """Whether the decision rests on our reading of the text, or a part of it is left open."""
    return any(one.read() or (one.decision and one.open) for one in rulings(library, mine))


def trained(library: Library, mine: Ruled) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The clauses a ruling rests on, what decides before what it was derived from, and those of its consequences alone."""
    standing = list({rule.id: rule for one in rulings(library, mine) for rule in one.rules}.values())
    deciding = sorted((rule for rule in standing if not rule.is_consequence), key=lambda rule: rule.is_derivation)
    heads = [clause for rule in deciding for clause in rule.citations()[:1]]
    first = dict.fromkeys([*heads, *(clause for rule in deciding for clause in rule.citations())])
    rest = dict.fromkeys(clause for rule in standing if rule.is_consequence for clause in rule.citations())
    return tuple(first), tuple(clause for clause in rest if clause not in first)
