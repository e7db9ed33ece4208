"""An exercise: a story, a ruleset, and the stages a referee settles; made by the engine from a case, never written by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from assistant.engine.engines import Engines
from assistant.french import lower_first
from assistant.model import INCIDENT, Case, Library
from assistant.training.exercises.census import census
from assistant.training.exercises.kinds import Kinds
from assistant.training.exercises.questions import questions
from assistant.training.exercises.ruled import Ruled, level, ruled, trained
from assistant.training.exercises.selection import Selection
from assistant.training.exercises.stage import Asked, Part, Stage, assembled, drawn

RESTS_ON_IT = (Part.DEAL, Part.POINTS, Part.PARAGRAPH)


class Exercise(NamedTuple):
    """One case under one ruleset, in stages."""

    case: Case  # its story in the words of the ruleset
    ruleset: str
    level: int
    stages: tuple[Stage, ...]
    decision_clauses: tuple[str, ...]  # those that carry the ruling or a fact derived for it
    further_clauses: tuple[str, ...]  # those of what follows: the deal, the points

    @property
    def clauses(self) -> tuple[str, ...]:
        return (*self.decision_clauses, *self.further_clauses)

    def stage(self, name: str) -> Stage | None:
        """The stage of this name, or the first one of this part."""
        return next((stage for stage in self.stages if name in (stage.id, stage.part)), None)

    def tested_by(self, clause: str) -> tuple[str, ...]:
        """The stages whose answers show whether the learner knows this clause."""
        deal, rest, asked = (
            tuple(stage.id for stage in self.stages if stage.part in parts)
            for parts in ((Part.DEAL, Part.POINTS), (Part.DECISION, Part.PARAGRAPH), (Part.ASK,))
        )
        return (deal or rest or asked) if clause in self.further_clauses else (rest or deal or asked)


def heading(library: Library, case: Case) -> str:
    """What happened, incident after incident."""
    titles = [library.incidents[str(facts[INCIDENT])].title for facts in case.every_facts()]
    return " ; puis : ".join([titles[0], *(lower_first(title) for title in titles[1:])])


def exercise(library: Library, engines: Engines, case: Case, ruleset: str) -> Exercise | None:
    """The exercise of a case under a ruleset, or None where nothing can be asked that can be refuted."""
    mine = ruled(library, engines, case, ruleset)
    if mine is None:
        return None
    made = staged(library, engines, mine)
    return Exercise(mine.case, ruleset, level(library, mine), made, *trained(library, mine)) if made else None


def staged(library: Library, engines: Engines, mine: Ruled) -> tuple[Stage, ...]:
    """The questions that leave something to choose; where the decision is not asked, it is told before what rests on it."""
    salt = f"{mine.case.id}|{mine.ruleset}"
    selection = Selection(Kinds(library), census(library, engines))
    every, decision = questions(library, engines, mine)
    stages: list[Stage] = []
    for asked in _order(salt, every):
        if asked.part == Part.ASK and stages:
            continue  # one gap in a story is enough
        earlier = [text for stage in stages for option in stage.options for text in (option.label, option.why)]
        chosen = selection.chosen(salt, mine.ruleset, asked, earlier)
        if not chosen:
            continue
        if decision and asked.part in RESTS_ON_IT and not any(stage.part == Part.DECISION for stage in stages):
            asked = asked._replace(question=f"{decision} {asked.question}")
        stages.append(assembled(salt, asked, chosen))
    return tuple(stages)


def _order(salt: str, every: Sequence[Asked]) -> list[Asked]:
    """The questions in their order; of those that a gap in the story asks any may come first."""
    gaps = sorted((one for one in every if one.part == Part.ASK), key=lambda one: drawn(salt, one.right.label))
    return [*gaps, *(one for one in every if one.part != Part.ASK)]
