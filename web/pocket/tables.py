"""What the pocket edition says many times, each thing once and by its number: pieces of HTML, pages of pieces, places of a questionnaire."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable
from itertools import accumulate
from typing import Generic, NamedTuple, TypeVar

from web.pocket.places import Row

Thing = TypeVar("Thing", bound=Hashable)

PIECE = re.compile(
    r"(?=<(?:li|details|section|figure|h2|ul|ol|p|div|blockquote|figcaption)\b"
    r"|</ul>|</ol>|<span>→|<em class=.ours|</a></li>|<code>|, parce que| ; |</strong>)"
)  # where what follows may stand elsewhere too
COMMON, REST = "commun", "reste"  # the parts that are no ruleset's: what every page may need, and what few do
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


class Packed(NamedTuple):
    """Pieces, and pages of them, by their numbers; part after part, of which a browser unpacks those that it needs."""

    pieces: list[str]
    parts: list[tuple[str, int]]  # the name of each part with the number of its first piece
    pages: list[list[int]]
    of: list[int]  # the part of each page


class Tables:
    """All that one file shares."""

    def __init__(self) -> None:
        self.facts: Table[str] = Table()
        self.verdicts: Table[Hashable] = Table()
        self.sentences: Table[str] = Table()
        self.pages: Table[tuple[int, ...]] = Table()
        self.places: Table[tuple[int, ...]] = Table()
        self._pieces: Table[str] = Table()
        self._part = COMMON
        self._piece_parts: dict[int, str] = {}
        self._page_parts: dict[int, str] = {}

    def part(self, name: str) -> None:
        """What is said from now on is of this part. A page that another one has said already is common to all; pieces always are, for rulesets share many, but those of the rest."""
        self._part = name

    def place(self, row: Row) -> int:
        """The number of a place."""
        return self.places.number(tuple(map(int, row)))

    def html(self, text: str) -> int:
        """The number of a page, or of a part of one, cut so that what stands in several is told once."""
        page = tuple(self._pieces.number(piece) for piece in filter(str.strip, PIECE.split(text)))
        number = self.pages.number(page)
        for piece in page:
            self._piece_parts.setdefault(piece, REST if self._part == REST else COMMON)
        if self._page_parts.setdefault(number, self._part) != self._part and self._part != REST:
            self._page_parts[number] = COMMON
        return number

    def packed(self) -> Packed:
        """All of it; in a part the pieces that begin alike lie together, where they pack best."""
        pieces = self._pieces.all()
        names = sorted({COMMON, REST, *self._page_parts.values()}, key=lambda name: (name != COMMON, name == REST, name))
        ranks = {name: rank for rank, name in enumerate(names)}
        order = sorted(range(len(pieces)), key=lambda one: (ranks[self._piece_parts[one]], pieces[one]))
        places = {piece: number for number, piece in enumerate(order)}
        sizes = Counter(self._piece_parts.values())
        starts = accumulate((sizes[name] for name in names), initial=0)
        pages = self.pages.all()
        return Packed(
            [pieces[piece] for piece in order],
            list(zip(names, starts, strict=False)),
            [[places[piece] for piece in page] for page in pages],
            [ranks[self._page_parts[page]] for page in range(len(pages))],
        )


def signs(numbers: Iterable[int]) -> str:
    """Numbers as three signs each: alike, they pack better than digits."""
    return "".join(SIGNS[one >> 12] + SIGNS[one >> 6 & 63] + SIGNS[one & 63] for one in numbers)
