"""An exercise: a story, a ruleset, and the stages a referee settles; made by the engine from a case, never written by hand."""

from __future__ import annotations

from typing import NamedTuple

from assistant.engine.engines import Engines
from assistant.french import lower_first
from assistant.model import INCIDENT, Case, Library
from assistant.training.exercises.neighbours import Judged, alternatives, judged
from assistant.training.exercises.one_incident import stages
from assistant.training.exercises.plausible import interpreted
from assistant.training.exercises.repertoire import repertoire
from assistant.training.exercises.several_incidents import Sequel, sequel, sequel_stages
from assistant.training.exercises.stage import Part, Stage

READING = 2  # the level from which a text must be interpreted


class Exercise(NamedTuple):
    """One case under one ruleset, in stages."""

    case: Case
    ruleset: str
    level: int
    stages: tuple[Stage, ...]
    decision_clauses: tuple[str, ...]  # those that carry the ruling or a fact derived for it
    further_clauses: tuple[str, ...]  # those of what follows: the deal, the points

    @property
    def clauses(self) -> tuple[str, ...]:
        return (*self.decision_clauses, *self.further_clauses)

    def stage(self, name: str) -> Stage | None:
        return next((stage for stage in self.stages if stage.id == name), None)

    def tested_by(self, clause: str) -> tuple[str, ...]:
        """The stages whose answers show whether the learner knows this clause."""
        deal = tuple(stage.id for stage in self.stages if stage.id in (Part.DEAL, Part.POINTS))
        rest = tuple(stage.id for stage in self.stages if stage.id not in (Part.DEAL, Part.POINTS, Part.ASK))
        return (deal or rest) if clause in self.further_clauses else rest


def heading(library: Library, case: Case) -> str:
    """What happened, incident after incident."""
    titles = [library.incidents[str(facts[INCIDENT])].title for facts in case.every_facts()]
    return " ; puis : ".join([titles[0], *(lower_first(title) for title in titles[1:])])


def exercise(library: Library, engines: Engines, case: Case, ruleset: str) -> Exercise | None:
    """The exercise of a case under a ruleset, or None where there is nothing to choose."""
    if case.further:
        return _several(library, engines, case, ruleset)
    mine = judged(library, engines, case, ruleset)
    if mine is None:
        return None
    made = stages(library, mine, alternatives(library, engines, mine), repertoire(library, engines, ruleset))
    if all(stage.id == Part.ASK for stage in made):
        return None
    return Exercise(case, ruleset, level(library, mine), made, *trained(library, mine))


def level(library: Library, mine: Judged | Sequel) -> int:
    """How hard an exercise is: what rests on a reading of the text is not for beginners, whatever the story."""
    return max(mine.case.level, READING) if reads(library, mine) else mine.case.level


def reads(library: Library, mine: Judged | Sequel) -> bool:
    """Whether the decision rests on our reading of the text."""
    outcomes = mine.outcomes if isinstance(mine, Sequel) else (mine.outcome,)
    return any(interpreted(library, mine.ruleset, outcome, mine.standing) for outcome in outcomes)


def _several(library: Library, engines: Engines, case: Case, ruleset: str) -> Exercise | None:
    mine = sequel(library, engines, case, ruleset)
    made = sequel_stages(library, engines, mine) if mine is not None else ()
    if mine is None or not made:
        return None
    return Exercise(case, ruleset, level(library, mine), made, *trained(library, mine))


def trained(library: Library, mine: Judged | Sequel) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The clauses a ruling rests on, what decides before what it was derived from, and those of its consequences alone."""
    rules = library.rulesets[mine.ruleset].rules
    standing = [rules[name] for name in mine.standing]
    deciding = sorted((rule for rule in standing if not rule.is_consequence), key=lambda rule: rule.is_derivation)
    heads = [clause for rule in deciding for clause in rule.citations()[:1]]
    first = dict.fromkeys([*heads, *(clause for rule in deciding for clause in rule.citations())])
    rest = dict.fromkeys(clause for rule in standing if rule.is_consequence for clause in rule.citations())
    return tuple(first), tuple(clause for clause in rest if clause not in first)
