"""The tree of an incident as a picture: boxes with wrapped words, one below the other, and the lines that lead from one to the next.

A question stands where it is first led to, further in than its answer; led to again, it is named by its number. Everything is laid out downwards, so
that no box meets another, however narrow the paper. Widths are those of the font that is printed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import cache
from html import escape
from typing import Any, NamedTuple

from assistant.decision.headings import DECISION
from assistant.french import enumerate_words, typeset, upper_first
from assistant.proof.tree import WHOLE, Asked, Tree, Way, text
from assistant.store.paths import PACKAGE

FONTS = PACKAGE / "fonts"
FONT = "DejaVuSans.ttf"
SIZE = 13.0  # of the letters, in units of the picture
WIDTH = 360.0  # of a picture for a phone
INK, PAPER = "#1b1b1b", "#ffffff"
FILLS = {"title": "none", "question": "#e8eef7", "answer": PAPER, "outcome": "#f3efe2", "rare": PAPER}
RARE = "circonstance rare"


class Kind(StrEnum):
    """What stands in a box."""

    TITLE = "title"
    QUESTION = "question"
    ANSWER = "answer"
    OUTCOME = "outcome"
    RARE = "rare"


class Box(NamedTuple):
    """Words at their place."""

    kind: Kind
    x: float
    y: float
    width: float
    height: float
    lines: tuple[str, ...]


class Line(NamedTuple):
    """From one point to another, straight."""

    x1: float
    y1: float
    x2: float
    y2: float


class Picture(NamedTuple):
    """A whole tree, laid out."""

    title: str
    width: float
    height: float
    size: float
    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]
    spoken: str  # the same in words


@cache
def _font() -> Any:
    from fpdf import FPDF

    sheet = FPDF(unit="pt")
    sheet.add_font("text", "", FONTS / FONT)
    sheet.set_font("text", "", 100)
    return sheet


@cache
def width_of(words: str) -> float:
    """How wide words are, in letters of size 1."""
    return float(_font().get_string_width(words)) / 100


class Painter:
    """Lays out one tree on paper of a width."""

    def __init__(self, tree: Tree, width: float = WIDTH, size: float = SIZE, measure: Callable[[str], float] = width_of):
        self.tree, self.width, self.size, self.measure = tree, width, size, measure
        self.asked = {one.number: one for one in tree.asked}
        self.boxes: list[Box] = []
        self.lines: list[Line] = []
        self.y = 0.0
        self.shown: set[int] = set()

    @property
    def gap(self) -> float:
        return self.size * 0.45

    def picture(self) -> Picture:
        """Everything, from the first question down."""
        self._box(Kind.TITLE, self.tree.title, 0, self.width)
        if self.tree.asked:
            self._asked(self.tree.asked[0], 0)
        return Picture(self.tree.title, self.width, self.y, self.size, tuple(self.boxes), tuple(self.lines), text(self.tree, WHOLE))

    def _asked(self, asked: Asked, x: float) -> Box:
        """A question, or a decision that rare circumstances change, with all that it leads to."""
        self.shown.add(asked.number)
        name = DECISION if asked.final else "Question"
        box = self._box(Kind.OUTCOME if asked.final else Kind.QUESTION, f"{name} {asked.number}. {upper_first(asked.text)}", x, self.width - x)
        stem, start, last = x + self.size * 0.4, self.y - self.gap, self.y
        for way in asked.ways:
            last = self._way(way, x + self.size * 1.1, stem)
        self.lines.append(Line(stem, start, stem, last))
        return box

    def _way(self, way: Way, x: float, stem: float) -> float:
        """An answer and where it leads; the height at which it leaves the stem."""
        several = len(way.answers) > 1
        said = enumerate_words([f"« {one} »" for one in way.answers], "ou") if several else way.answers[0]
        words = f"{RARE} : {said}" if way.rare else said
        kind = Kind.RARE if way.rare else Kind.ANSWER
        if way.question is not None and way.question not in self.shown:
            box = self._box(kind, words, x, self.width - x)
            inner = x + self.size * 0.9
            self.y += self.gap / 2
            below = self._asked(self.asked[way.question], inner)
            self.lines.append(Line(x + self.size * 0.4, box.y + box.height, x + self.size * 0.4, below.y + self.size))
            self.lines.append(Line(x + self.size * 0.4, below.y + self.size, inner, below.y + self.size))
        else:
            where = f"→ {DECISION.lower() if self.asked[way.question].final else 'question'} {way.question}" if way.question is not None else upper_first(way.outcome)
            box = self._pair(kind, words, where, x)
        middle = box.y + min(box.height, self.size * 1.7) / 2
        self.lines.append(Line(stem, middle, x, middle))
        return middle

    def _pair(self, kind: Kind, words: str, where: str, x: float) -> Box:
        """An answer with its end beside it, or below it where the paper is too narrow."""
        room = self.width - x
        if room < self.size * 21:
            return self._above(kind, words, where, x)
        left = min(self._wide(words), room * 0.4)
        top, gap = self.y, self.size
        if left < self.size * 4.5 and self._longest(words) > left:
            left = min(room * 0.5, self._longest(words))
        first = self._box(kind, words, x, left)
        bottom, self.y = self.y, top
        second = self._box(Kind.OUTCOME, where, x + left + gap, room - left - gap)
        self.y = max(bottom, self.y)
        middle = first.y + min(first.height, second.height) / 2
        self.lines.append(Line(x + left, middle, second.x, middle))
        return first

    def _above(self, kind: Kind, words: str, where: str, x: float) -> Box:
        """An answer with its end below it."""
        first = self._box(kind, words, x, self.width - x)
        stem, inner = x + self.size * 0.4, x + self.size
        second = self._box(Kind.OUTCOME, where, inner, self.width - inner)
        self.lines.append(Line(stem, first.y + first.height, stem, second.y + self.size))
        self.lines.append(Line(stem, second.y + self.size, inner, second.y + self.size))
        return first

    @property
    def _pad(self) -> float:
        return self.size * 0.45

    def _wide(self, words: str) -> float:
        return self.measure(typeset(words)) * self.size + 2 * self._pad + 0.5

    def _longest(self, words: str) -> float:
        return max(self._wide(word) for word in words.split())

    def _box(self, kind: Kind, words: str, x: float, width: float) -> Box:
        lines = tuple(self._wrapped(typeset(words), width - 2 * self._pad))
        height = len(lines) * self.size * 1.25 + 2 * self._pad * 0.7
        box = Box(kind, x, self.y, width, height, lines)
        self.boxes.append(box)
        self.y += height + self.gap
        return box

    def _wrapped(self, words: str, room: float) -> list[str]:
        """Lines that fit; a word that is wider than the room is cut."""
        lines: list[str] = []
        line = ""
        for word in words.split(" "):
            longer = f"{line} {word}" if line else word
            if self.measure(longer) * self.size <= room:
                line = longer
                continue
            if line:
                lines.append(line)
            while self.measure(word) * self.size > room and len(word) > 1:
                cut = next(end for end in range(len(word) - 1, 0, -1) if end == 1 or self.measure(word[:end]) * self.size <= room)
                lines.append(word[:cut])
                word = word[cut:]
            line = word
        return [*lines, line] if line else lines


def painted(tree: Tree, width: float = WIDTH, size: float = SIZE) -> Picture:
    """A tree laid out on paper of this width."""
    return Painter(tree, width, size).picture()


def together(pictures: Sequence[Picture]) -> Picture:
    """The trees of one incident in several contexts, one below the other."""
    boxes: list[Box] = []
    lines: list[Line] = []
    y = 0.0
    for picture in pictures:
        boxes += [box._replace(y=box.y + y) for box in picture.boxes]
        lines += [line._replace(y1=line.y1 + y, y2=line.y2 + y) for line in picture.lines]
        y += picture.height + 2 * picture.size
    spoken = "\n\n".join(picture.spoken for picture in pictures)
    return pictures[0]._replace(height=y, boxes=tuple(boxes), lines=tuple(lines), spoken=spoken)


def svg(picture: Picture, number: int = 1) -> str:
    """A picture as SVG; who cannot see it hears the same tree in words. Rare circumstances are dashed."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {picture.width + 2:.1f} {picture.height + 2:.1f}" width="100%" role="img" '
        f'aria-labelledby="arbre-{number} arbre-{number}-dit" font-family="DejaVu Sans, Verdana, sans-serif" font-size="{picture.size:g}">',
        f'<title id="arbre-{number}">{escape(typeset(picture.title))}</title>',
        f'<desc id="arbre-{number}-dit">{escape(typeset(picture.spoken))}</desc>',
    ]
    parts += [
        f'<line x1="{line.x1:.1f}" y1="{line.y1:.1f}" x2="{line.x2:.1f}" y2="{line.y2:.1f}" stroke="{INK}"/>'
        for line in picture.lines
    ]
    for box in picture.boxes:
        if box.kind is not Kind.TITLE:
            dashed = ' stroke-dasharray="4 3"' if box.kind is Kind.RARE else ""
            parts.append(
                f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" rx="4" fill="{FILLS[box.kind]}" stroke="{INK}"{dashed}/>'
            )
        bold = ' font-weight="bold"' if box.kind is Kind.TITLE else ""
        for index, words in enumerate(box.lines):
            x, y = box.x + picture.size * 0.45, box.y + picture.size * (1.25 + 1.25 * index)
            fit = f' textLength="{width_of(words) * picture.size:.1f}" lengthAdjust="spacingAndGlyphs"'
            parts.append(f'<text x="{x:.1f}" y="{y:.1f}" fill="{INK}"{fit}{bold}>{escape(words)}</text>')
    return "\n".join([*parts, "</svg>"])
