"""What becomes of the deal, of Est, of the counters and of the sticks: as data, and as steps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from assistant.decision.outcome import Slots
from assistant.french import lower_first, named
from assistant.model import UNSAID, Library

if TYPE_CHECKING:
    from assistant.consultation.document import SlotPart

IF_IT_ENDS = "Si la donne est finie : "


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


def slot_steps_of_several(library: Library, slots: Slots) -> list[str]:
    """The same of a case of several events: in a deal that they leave open, what hangs on its end is to be decided only if it ends."""
    unsure = bool(slots) and (slots[0][1] == UNSAID or library.slots[slots[0][0]].values[slots[0][1]].open)
    return [
        f"{IF_IT_ENDS}{lower_first(step)}" if unsure and index and slot[1] == UNSAID else step
        for index, slot in enumerate(slots)
        for step in slot_steps(library, [slot])
    ]
