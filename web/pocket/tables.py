"""What the pocket edition says many times, each thing once and by its number: pieces of HTML, pages of pieces, places of a questionnaire."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

from web.pocket.places import Row

Thing = TypeVar("Thing", bound=Hashable)

PIECE = re.compile(
    r"(?=<(?:li|details|section|figure|h2|ul|ol|p|div|blockquote|figcaption)\b"
    r"|</ul>|</ol>|<span>→|<em class=.ours|</a></li>|<code>|, parce que| ; |</strong>)"
)  # where what follows may stand elsewhere too
SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"  # of a number, six bits each


class Table(Generic[Thing]):
    """Things in the order in which they were first said."""

    def __init__(self) -> None:
        self._numbers: dict[Thing, int] = {}

    def number(self, thing: Thing) -> int:
        """The number of a thing."""
        return self._numbers.setdefault(thing, len(self._numbers))

    def all(self) -> list[Thing]:
        """All of them, by their numbers."""
        return list(self._numbers)


class Tables:
    """All that one file shares."""

    def __init__(self) -> None:
        self.facts: Table[str] = Table()
        self.verdicts: Table[Hashable] = Table()
        self.sentences: Table[str] = Table()
        self.pages: Table[tuple[int, ...]] = Table()
        self.places: Table[tuple[int, ...]] = Table()
        self._pieces: Table[str] = Table()
        self._first: int | None = None

    def enough(self) -> None:
        """What is said from now on alone is not needed for a case: it is unpacked apart."""
        self._first = len(self._pieces.all())

    def place(self, row: Row) -> int:
        """The number of a place."""
        return self.places.number(tuple(map(int, row)))

    def html(self, text: str) -> int:
        """The number of a page, or of a part of one, cut so that what stands in several is told once."""
        return self.pages.number(tuple(self._pieces.number(piece) for piece in filter(str.strip, PIECE.split(text))))

    def packed(self) -> tuple[list[str], list[str], list[list[int]]]:
        """The pieces of cases, the rest of them, whose numbers go on, and the pages of pieces; those that begin alike lie together, where they pack best."""
        pieces = self._pieces.all()
        first = len(pieces) if self._first is None else self._first
        order = sorted(range(len(pieces)), key=lambda one: (one >= first, pieces[one]))
        places = {piece: number for number, piece in enumerate(order)}
        told = [pieces[piece] for piece in order]
        return told[:first], told[first:], [[places[piece] for piece in page] for page in self.pages.all()]


def signs(numbers: Iterable[int]) -> str:
    """Numbers as three signs each: alike, they pack better than digits."""
    return "".join(SIGNS[one >> 12] + SIGNS[one >> 6 & 63] + SIGNS[one & 63] for one in numbers)
