"""The places of a questionnaire, each a row of numbers of which the first says what it is:

    0  a question: its fact, its page, then a value and where that leads
    1  a question for a number: its fact, its page, then from, to and where that leads; from -1 to -1 where it is not established
    2  a ruling: its page, what was derived, what is assumed, the paragraphs that decide, its verdict, its sentence, then a fact that nobody asked, its value and where that leads
    3  out of the incident: its page
    4  what is possible while a number is not established: its page

Rulings of one verdict decide the same, those of one sentence say so in the same words. Places that lead to others come after them. In the file a row says how far back the places lie to
which it leads, and its first numbers as the difference to the last row of its kind: most of them are small, and alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum

UNKNOWN = -1  # a number that is not established


class Kind(IntEnum):
    """What a place is."""

    ASKS = 0
    COUNTS = 1
    RULES = 2
    LEAVES = 3
    PARTS = 4


HEADS = {Kind.ASKS: 3, Kind.COUNTS: 3, Kind.RULES: 7, Kind.LEAVES: 2, Kind.PARTS: 2}  # where the ways begin
STEPS = {Kind.ASKS: 2, Kind.COUNTS: 3, Kind.RULES: 3, Kind.LEAVES: 1, Kind.PARTS: 1}  # numbers to a way, of which the last is where it leads
PAGES = {Kind.ASKS: (2,), Kind.COUNTS: (2,), Kind.RULES: (1, 2, 3, 4), Kind.LEAVES: (1,), Kind.PARTS: (1,)}  # which of its numbers are pages

Row = Sequence[int]


def ways(row: Row) -> Iterator[Row]:
    """The ways from a place."""
    head, step = HEADS[Kind(row[0])], STEPS[Kind(row[0])]
    yield from (row[start : start + step] for start in range(head, len(row), step))


def shortened(rows: Iterable[Row]) -> list[list[int]]:
    """The rows as they stand in the file."""
    before = {kind: [0] * head for kind, head in HEADS.items()}
    short: list[list[int]] = []
    for number, row in enumerate(rows):
        kind = Kind(row[0])
        head = [int(kind), *(mine - last for mine, last in zip(row[1 : HEADS[kind]], before[kind][1:], strict=True))]
        before[kind] = list(row[: HEADS[kind]])
        short.append([*head, *(part for way in ways(row) for part in (*way[:-1], number - way[-1]))])
    return short


def restored(short: Iterable[Row]) -> list[list[int]]:
    """The rows as they were."""
    before = {kind: [0] * head for kind, head in HEADS.items()}
    rows: list[list[int]] = []
    for number, row in enumerate(short):
        kind = Kind(row[0])
        head = [int(kind), *(mine + last for mine, last in zip(row[1 : HEADS[kind]], before[kind][1:], strict=True))]
        before[kind] = head
        rows.append([*head, *(part for way in ways(row) for part in (*way[:-1], number - way[-1]))])
    return rows
