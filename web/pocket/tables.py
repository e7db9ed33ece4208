"""What the pocket edition says many times, each thing once and by its number: pieces of HTML, rows of pieces, places of a questionnaire."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

from web.pocket.places import Row

Thing = TypeVar("Thing", bound=Hashable)

PIECE = re.compile(
    r"(?=<(?:li|details|section|figure|h2|ul|ol|p|div|blockquote|figcaption)\b"
    r"|</ul>|</ol>|<span>→|<em class=.ours|</a></li>|<code>|, parce que| ; |</strong>)"
)  # where what follows may stand elsewhere too
ROW = re.compile(r"<(?:h2|details|section|figure|div|p class=.licence|li)")  # what begins a row of pieces
SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"  # of a number, six bits each
OFTEN = 8  # rows that say a piece
MOST = 16  # pieces in a row: what is alike is found again in short rows


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
        self._rows: Table[tuple[int, ...]] = Table()

    def place(self, row: Row) -> int:
        """The number of a place."""
        return self.places.number(tuple(map(int, row)))

    def html(self, text: str) -> int:
        """The number of a page, or of a part of one, cut so that what stands in several is told once."""
        rows: list[list[int]] = [[]]
        for piece in filter(str.strip, PIECE.split(text)):
            if rows[-1] and (ROW.match(piece) or len(rows[-1]) == MOST):
                rows.append([])
            rows[-1].append(self._pieces.number(piece))
        return self.pages.number(tuple(self._rows.number(tuple(row)) for row in rows))

    def packed(self) -> tuple[list[str], list[str], list[str]]:
        """The pieces, the rows of them, the pages of rows: pieces said often first, then those that begin alike together."""
        pieces, rows = self._pieces.all(), self._rows.all()
        said = Counter(piece for row in rows for piece in row)
        order = sorted(range(len(pieces)), key=lambda one: (-said[one], "") if said[one] >= OFTEN else (0, pieces[one]))
        places = {piece: number for number, piece in enumerate(order)}
        return (
            [pieces[piece] for piece in order],
            [signs(places[piece] for piece in row) for row in rows],
            [signs(page) for page in self.pages.all()],
        )


def signs(numbers: Iterable[int]) -> str:
    """Numbers as three signs each: alike, they pack better than digits."""
    return "".join(SIGNS[one >> 12] + SIGNS[one >> 6 & 63] + SIGNS[one & 63] for one in numbers)


def read_signs(text: str) -> list[int]:
    """The numbers again."""
    values = [SIGNS.index(sign) for sign in text]
    return [(first << 12) + (second << 6) + third for first, second, third in zip(values[::3], values[1::3], values[2::3], strict=True)]
