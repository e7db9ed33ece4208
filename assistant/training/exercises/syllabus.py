"""The syllabus: every exercise there is, which clauses each trains, and the clauses that none trains."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from assistant.consultation.foresight import foreseeing
from assistant.decision.outcome import Outcome
from assistant.decision.sameness import same_case
from assistant.engine.engines import Engines
from assistant.model import Library
from assistant.store import cache
from assistant.store.making import kept_or_made
from assistant.training.exercises.ruled import Ruled, level, reads, ruled, trained
from assistant.training.exercises.several_incidents import Chain
from assistant.training.exercises.variation import variations

KIND = "syllabus"
LEVELS = (1, 2, 3)


class Task(NamedTuple):
    """One exercise by name: a case, or a variation of one, under a ruleset."""

    case: str
    ruleset: str
    family: str
    level: int
    base: str  # the case it is or varies: two tasks of one base tell one story
    clauses: tuple[str, ...]
    differs: bool  # whether another ruleset decides the same story otherwise
    plain: bool  # whether the text decides it without our reading

    @property
    def id(self) -> str:
        return f"{self.ruleset}/{self.case}"


class Wish(NamedTuple):
    """What a learner wants to train; None where it does not matter."""

    ruleset: str | None = None
    family: str | None = None
    level: int | None = None
    differing: bool = False

    def admits(self, task: Task) -> bool:
        return (
            self.ruleset in (None, task.ruleset)
            and self.family in (None, task.family)
            and self.level in (None, task.level)
            and (task.differs or not self.differing)
        )


def tasks(library: Library) -> tuple[Task, ...]:
    """All exercises in the order of the cases; kept in the cache, because the engine has ruled each of them."""
    return kept_or_made(
        KIND, library.version, lambda: kept(library), lambda: tuple(make_tasks(library, foreseeing(library)))
    )


def kept(library: Library) -> tuple[Task, ...] | None:
    """The list of exactly this knowledge and code, if one is at hand."""
    return cache.kept(KIND, library.version, tuple)


def make_tasks(library: Library, engines: Engines, rulesets: Iterable[str] | None = None) -> Iterator[Task]:
    """Every case under every ruleset it is told for, and what the engine makes of its variants under the others."""
    wanted = set(rulesets or library.rulesets)
    for case in library.cases.values():
        base = library.cases[case.varies] if case.varies else case
        made = [
            ruleset
            for ruleset in base.expect
            if case.varies and ruleset not in case.expect and case in variations(library, engines, base, ruleset)
        ]
        every = {ruleset: ruled(library, engines, case, ruleset) for ruleset in [*case.expect, *made]}
        for ruleset, mine in every.items():
            if mine is not None and ruleset in wanted:
                differs = any(
                    theirs is not None and decided_otherwise(library, mine, theirs) for theirs in every.values()
                )
                first, rest = trained(library, mine)
                clauses = (*first, *rest)
                plain = not reads(library, mine)
                hard = level(library, mine)
                yield Task(case.id, ruleset, case.family, hard, base.id, clauses, differs, plain)


def decided_otherwise(library: Library, mine: Ruled, theirs: Ruled) -> bool:
    """Whether two rulesets decide one story differently."""
    return not same_case(library, (mine.ruleset, theirs.ruleset), _outcomes(mine), _outcomes(theirs))


def _outcomes(one: Ruled) -> tuple[Outcome, ...]:
    return one.outcomes if isinstance(one, Chain) else (one.given.outcome,)


def ruling_clauses(library: Library, ruleset: str) -> list[str]:
    """The clauses that rules of a ruleset cite."""
    rules = library.rulesets[ruleset].rules.values()
    return list(dict.fromkeys(clause for rule in rules for clause in rule.citations()))
