"""Every question on a case, with all its refuted answers: what an exercise chooses from."""

from __future__ import annotations

from typing import NamedTuple
from weakref import WeakKeyDictionary

from assistant.engine.engines import Engines
from assistant.model import Library
from assistant.training.exercises.one_incident import Examiner, decision_told
from assistant.training.exercises.ruled import Ruled
from assistant.training.exercises.several_incidents import Chain, Examiners
from assistant.training.exercises.stage import Asked


class Questions(NamedTuple):
    """What can be asked of a case, and the decision in words for where it is not asked."""

    asked: tuple[Asked, ...]
    decision: str


_known: WeakKeyDictionary[Engines, dict[tuple[str, str], tuple[Ruled, Questions]]] = WeakKeyDictionary()


def questions(library: Library, engines: Engines, mine: Ruled) -> Questions:
    """All questions on a case; who counts them and who chooses among them need them twice, and they are kept with the engines."""
    kept = _known.setdefault(engines, {})
    name = mine.case.id, mine.ruleset
    if name not in kept or kept[name][0].case != mine.case:
        kept[name] = mine, _asked(library, engines, mine)
    return kept[name][1]


def _asked(library: Library, engines: Engines, mine: Ruled) -> Questions:
    """All questions on a case of one event or of several."""
    if isinstance(mine, Chain):
        return Questions(tuple(Examiners(library, engines, mine).questions()), "")
    examiner = Examiner(library, engines, mine)
    return Questions(tuple(examiner.questions()), decision_told(library, examiner.ruling))
