"""What becomes of the deal, of Est, of the counters and of the sticks: as data, and as steps."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from assistant.decision.outcome import Slots
from assistant.french import lower_first, named
from assistant.model import UNSAID, Library

if TYPE_CHECKING:
    from assistant.consultation.document import SlotPart

IF_IT_ENDS = "Si la donne est finie : "
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
    """The same of a case of several events: in a deal that they leave open, what hangs on its end is to be decided only if it ends, or counts."""
    unsure = bool(slots) and (slots[0][1] == UNSAID or library.slots[slots[0][0]].values[slots[0][1]].open)
    conditions = [
        IF_IT_COUNTS if slot in doubts else IF_IT_ENDS if unsure and index and value == UNSAID else ""
        for index, (slot, value) in enumerate(slots)
    ]
    return [
        f"{condition}{lower_first(step)}" if condition else step
        for condition, slot in zip(conditions, slots, strict=True)
        for step in slot_steps(library, [slot])
    ]
