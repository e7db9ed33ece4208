"""Trees as PDF: each on a page of A4 of its own where it fits, in letters as large as that allows, else on as many as it takes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from fpdf import FPDF

from assistant.french import typeset
from assistant.proof.picture import FILLS, FONT, FONTS, Kind, Picture, painted
from assistant.proof.tree import Tree

EPOCH = datetime(2000, 1, 1, tzinfo=UTC)  # no date: the same knowledge gives the same file
MARGIN = 40.0  # points
SIZES = (10.0, 9.0, 8.0, 7.0)  # of the letters, the first that fits on a page
FOOT = 14.0


class Booklet(FPDF):
    """Pages of A4 with a foot."""

    def __init__(self, name: str):
        super().__init__(format="A4", unit="pt")
        self.name = name
        self.set_creation_date(EPOCH)
        self.set_title(name)
        self.set_lang("fr")
        self.add_font("text", "", FONTS / FONT)
        self.add_font("text", "B", FONTS / "DejaVuSans-Bold.ttf")
        self.add_font("kanji", "", FONTS / "ArbitreKanji.ttf")
        self.set_fallback_fonts(["kanji"])
        self.set_margins(MARGIN, MARGIN)
        self.set_auto_page_break(False)

    def footer(self) -> None:
        self.set_y(-MARGIN / 2 - 4)
        self.set_font("text", "", 8)
        self.cell(0, FOOT, typeset(f"{self.name} · page {self.page_no()}"), align="C")

    @property
    def room(self) -> float:
        """The height that a page has for a picture."""
        return float(self.h) - 2 * MARGIN

    def draw(self, picture: Picture) -> None:
        """A picture from the top of a page; where it is longer, it goes on between two boxes."""
        for start, end in _pages(picture, self.room):
            self.add_page()
            self.set_draw_color(27)
            for line in picture.lines:
                top, bottom = max(line.y1, start), min(line.y2, end)
                if top <= bottom and (line.y1 != line.y2 or start <= line.y1 < end):
                    self.line(MARGIN + line.x1, MARGIN + top - start, MARGIN + line.x2, MARGIN + bottom - start)
            for box in (box for box in picture.boxes if start <= box.y < end):
                self._box(picture, box.y - start, picture.boxes.index(box))

    def _box(self, picture: Picture, y: float, index: int) -> None:
        box = picture.boxes[index]
        x, top = MARGIN + box.x, MARGIN + y
        if box.kind is not Kind.TITLE:
            self.set_fill_color(FILLS[box.kind])
            self.set_dash_pattern(**({"dash": 3, "gap": 2} if box.kind is Kind.RARE else {}))
            self.rect(x, top, box.width, box.height, style="DF")
            self.set_dash_pattern()
        self.set_font("text", "", picture.size)
        for number, words in enumerate(box.lines):
            self.text(x + picture.size * 0.45, top + picture.size * (1.25 + 1.25 * number), words)


def _pages(picture: Picture, room: float) -> list[tuple[float, float]]:
    """Where each page begins and ends: at the top of a box, none being cut."""
    pages: list[tuple[float, float]] = []
    start = 0.0
    while start < picture.height:
        over = [box for box in picture.boxes if start <= box.y and box.y + box.height > start + room]
        cut = min((box.y for box in over), default=picture.height)
        beside = [box.y for box in picture.boxes if start < box.y < cut < box.y + box.height]
        end = min([cut, *beside])
        if end <= start:
            end = start + room  # a box higher than a page
        pages.append((start, end))
        start = end
    return pages


def pdf(trees: Sequence[Tree], name: str) -> bytes:
    """The trees one after the other."""
    booklet = Booklet(name)
    for tree in trees:
        booklet.draw(fitted(tree, booklet.epw, booklet.room))
    return bytes(booklet.output())


def fitted(tree: Tree, width: float, room: float) -> Picture:
    """A tree in the largest letters with which it fits on a page; if it never does, in the smallest but one."""
    for size in SIZES:
        picture = painted(tree, width, size)
        if picture.height <= room:
            return picture
    return painted(tree, width, SIZES[-2])
