"""The events of a case, judged in the order in which they happened, each with what the earlier ones entail."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from assistant.consultation.intake import Event
from assistant.consultation.questionnaire import Position, Questionnaire
from assistant.decision.events import entailed
from assistant.decision.state import State
from assistant.engine.engines import Engines
from assistant.model import Library, Value

if TYPE_CHECKING:
    from assistant.hands.facts import Tiles


class Judged(NamedTuple):
    """One event before the engine: what is known of it, and the question or the rulings this leads to."""

    event: Event
    questionnaire: Questionnaire
    told: Mapping[str, Value]  # said of it, or entailed by an earlier event
    known: dict[str, Value]  # what was told, and what its tiles answer besides
    tiles: Tiles | None
    position: Position

    @property
    def end(self) -> State | None:
        """The final state, where a single ruling stands."""
        several = len(self.position.possibilities) > 1
        return None if several or not self.position.final else self.position.state


def judge_events(library: Library, engines: Engines, ruleset: str, events: Iterable[Event]) -> list[Judged]:
    """Every event in order; the last one judged is the first that has no single ruling yet."""
    judged: list[Judged] = []
    for event in events:
        judged.append(_judge(library, engines, ruleset, event, judged))
        if judged[-1].end is None:
            break
    return judged


def _judge(library: Library, engines: Engines, ruleset: str, event: Event, earlier: Sequence[Judged]) -> Judged:
    questionnaire = Questionnaire(library, engines.engine(ruleset, event.incident))
    told = {**_inherited(library, event, earlier), **event.told}
    known, tiles = with_tiles(library, questionnaire, event, told)
    position = questionnaire.position(known, event.contested)
    return Judged(event, questionnaire, told, known, tiles, position)


def _inherited(library: Library, event: Event, earlier: Sequence[Judged]) -> dict[str, Value]:
    """What the sanctions of earlier events make true of this one; a dispute about it stands."""
    inherited: dict[str, Value] = {}
    for before in earlier:
        if before.end is not None and before.end.outcome is not None:
            inherited.update(entailed(library, before.end.outcome, before.event.by == event.by))
    return {name: value for name, value in inherited.items() if name not in event.contested}


def with_tiles(
    library: Library, questionnaire: Questionnaire, event: Event, told: Mapping[str, Value]
) -> tuple[dict[str, Value], Tiles | None]:
    """What was told, and what the tiles answer besides; an answer or a dispute of the referee beats the tiles."""
    if event.tiles is None:
        return dict(told), None
    from assistant.hands.facts import Tiles

    tiles = Tiles(library, questionnaire.network.ruleset, event.tiles, told)
    known, before = dict(told), -1
    while before != len(known):  # one computed answer can make another question sensible
        before = len(known)
        for name, computed in tiles.facts().items():
            fact = questionnaire.network.facts.get(name)
            if fact is None or name in known or name in event.contested:
                continue
            if all(test.admits(known.get(test.fact)) for test in fact.only_if):
                known[name] = computed.value
    return known, tiles
