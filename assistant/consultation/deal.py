"""What becomes of the deal, of Est, of the counters and of the sticks: as data, and as steps."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from assistant.consultation.events import Judged
from assistant.decision.events import is_over
from assistant.decision.outcome import Slots
from assistant.french import lower_first, named
from assistant.model import UNSAID, Library

if TYPE_CHECKING:
    from assistant.consultation.document import SlotPart

IF_IT_ENDS = "Si la donne est finie, réglez d'après cette fin ce qui en dépend"
IF_IT_COUNTS = "Si la donne n'est pas à rejouer : "


def slot_parts(library: Library, slots: Iterable[tuple[str, str]]) -> list[SlotPart]:
    """What becomes of the deal, but for what is without object."""
    return [
        {
            "id": slot,
            "title": library.slots[slot].title,
            "value": value,
            "label": library.slots[slot].values[value].label,
        }
        for slot, value in slots
        if not library.slots[slot].values[value].idle
    ]


def slot_steps(library: Library, slots: Iterable[tuple[str, str]]) -> list[str]:
    """What happens to the deal, as steps."""
    known = [(library.slots[slot].title, library.slots[slot].values[value]) for slot, value in slots]
    return [value.step or named(title, value.label) for title, value in known if not value.idle]


def doubted(library: Library, slots: Slots, said: Iterable[Mapping[str, str]]) -> frozenset[str]:
    """What hangs on the end of a deal of which one event only tells that it is over, where another leaves it unsaid: it may have to be played again."""
    ends = library.slots[slots[0][0]].values if slots else {}
    if not slots or sum(ends[other].over for other in ends[slots[0][1]].covers) < 2:
        return frozenset()
    unsaid = {slot for one in said for slot, value in one.items() if value == UNSAID}
    return frozenset(slot for slot, value in slots[1:] if slot in unsaid and value != UNSAID)


def slot_steps_of_several(library: Library, slots: Slots, doubts: Collection[str] = ()) -> list[str]:
    """The same of a case of several events: in a deal that they leave open, what hangs on its end is settled by it, if it ends or counts."""
    unsure = bool(slots) and (slots[0][1] == UNSAID or library.slots[slots[0][0]].values[slots[0][1]].open)
    hanging = [slot for slot, value in slots[1:] if unsure and value == UNSAID and slot not in doubts]
    steps = [
        f"{IF_IT_COUNTS}{lower_first(step)}" if slot in doubts else step
        for slot, value in slots
        if slot not in hanging
        for step in slot_steps(library, [(slot, value)])
    ]
    titles = [library.slots[slot].title for slot in hanging]
    return [*steps, f"{IF_IT_ENDS} : {', '.join([*titles[:1], *map(lower_first, titles[1:])])}."] if titles else steps


def ended_by_others(library: Library, ruleset: str, judged: Sequence[Judged]) -> list[bool]:
    """Of each event whether another one of the same deal ended it."""
    over = [one.end is not None and one.end.outcome is not None and is_over(library, ruleset, one.end.outcome) for one in judged]
    return [
        any(over[other] and judged[other].past == one.past for other in range(len(judged)) if other != index)
        for index, one in enumerate(judged)
    ]
