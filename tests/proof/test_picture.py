"""The tree as a picture: every question, answer and end is on it, words fit their boxes, and no box meets another, on a phone as on paper."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from assistant.cli import main
from assistant.engine.engines import RememberingEngines
from assistant.french import typeset
from assistant.model import Library
from assistant.proof.booklet import Booklet, _pages, fitted, pdf
from assistant.proof.picture import Kind, Picture, painted, svg, together, width_of
from assistant.proof.tree import Tree, trees
from tests.support.drawing import Drawing, whole

PHONE = 358.0  # what a page of 390 leaves
SIZES = ((360.0, 13.0), (515.0, 10.0), (515.0, 7.0))
INCIDENTS = 14


@pytest.fixture(scope="module")
def some(library: Library, drawing: Drawing) -> list[Tree]:
    every = [(ruleset, one.id) for ruleset in library.rulesets for one in library.incidents_of(ruleset)]
    engines = RememberingEngines(library)
    always = [("ema-2016", "retard"), ("wrc-2015", "mur-mal-fait")]
    small = [pair for pair in every if len(engines.engine(*pair).network.rules) < 40]
    return [tree for pair in (*always, *drawing.sample("trees drawn", small, INCIDENTS)) for tree in trees(library, engines, *pair)]


def overlaps(picture: Picture) -> list[object]:
    """Boxes that meet, or leave the paper."""
    over = [
        (one, other)
        for one, other in combinations(picture.boxes, 2)
        if one.x < other.x + other.width and other.x < one.x + one.width
        if one.y < other.y + other.height and other.y < one.y + one.height
    ]
    return [*over, *(box for box in picture.boxes if box.x < 0 or box.x + box.width > picture.width + 0.01 or box.width < 2 * picture.size)]


@pytest.mark.parametrize(("width", "size"), SIZES)
def test_no_box_meets_another_and_words_stay_in_theirs(some: list[Tree], width: float, size: float) -> None:
    for tree in some:
        picture = painted(tree, width, size)
        assert not overlaps(picture), tree.title
        for box in picture.boxes:
            assert all(width_of(line) * size <= box.width for line in box.lines), box
            assert len(box.lines) * size * 1.2 <= box.height
        crossed = [
            (line, box)
            for line in picture.lines
            for box in picture.boxes
            if line.x1 == line.x2 and box.x < line.x1 < box.x + box.width
            if line.y1 < box.y + box.height - 0.1 and box.y + 0.1 < line.y2
        ]
        assert not crossed, tree.title


def test_two_boxes_that_meet_are_found(some: list[Tree]) -> None:
    picture = painted(some[0])
    first, second, *rest = picture.boxes
    assert overlaps(picture._replace(boxes=(first, second._replace(y=first.y), *rest)))


def test_everything_of_the_tree_is_on_the_picture(some: list[Tree]) -> None:
    for tree in some:
        picture = painted(tree)
        shown = " ".join(" ".join(box.lines) for box in picture.boxes)
        squeezed = re.sub(r"\s", "", shown)
        for asked in tree.asked:
            for way in asked.ways:
                for words in (*way.answers, way.outcome):
                    assert re.sub(r"\s", "", typeset(words)).lower() in squeezed.lower(), words
        heads = [box for box in picture.boxes if re.match(r"(Question|Décision) \d+\.", box.lines[0])]
        assert len(heads) == len(tree.asked)
        rare = sum(way.rare for asked in tree.asked for way in asked.ways)
        assert sum(box.kind is Kind.RARE for box in picture.boxes) == rare


def test_a_picture_is_read_aloud(some: list[Tree]) -> None:
    drawn = ElementTree.fromstring(svg(together([painted(tree) for tree in some[:2]])))
    name = "{http://www.w3.org/2000/svg}"
    title, told = drawn.find(f"{name}title"), drawn.find(f"{name}desc")
    assert drawn.get("role") == "img" and title is not None and told is not None
    assert drawn.get("aria-labelledby") == f"{title.get('id')} {told.get('id')}"
    assert (told.text or "").count("Question 1.") == sum(not tree.asked[0].final for tree in some[:2] if tree.asked)
    assert 13.0 * PHONE / 362 > 12, "letters on a phone"


def test_a_page_of_paper_for_most(some: list[Tree]) -> None:
    paper = Booklet("essai")
    for font in paper.fonts.values():
        font.close()  # type: ignore[union-attr]
    pages = []
    for tree in some:
        picture = fitted(tree, paper.epw, paper.room)
        pages.append(_pages(picture, paper.room))
        for start, end in pages[-1]:
            cut = [box for box in picture.boxes if box.y < end < box.y + box.height and box.height < paper.room]
            ends = [box.y + box.height for box in picture.boxes if start <= box.y < end]
            assert not cut and max(ends) - start <= paper.room + 0.01
        starts = [start for start, _ in pages[-1]]
        assert starts == [0.0, *(end for _, end in pages[-1][:-1])] and pages[-1][-1][1] >= picture.boxes[-1].y
    assert not whole() or sum(len(one) == 1 for one in pages) > len(pages) / 2  # of a few drawn, most may be long
    written = pdf(some[:3], "essai")
    assert written.startswith(b"%PDF") and written == pdf(some[:3], "essai")


def test_the_command_writes_pictures_and_booklets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for form, start in (("svg", b"<svg"), ("pdf", b"%PDF")):
        file = tmp_path / form
        command = ["tree", "mur-mal-fait", "--ruleset", "ema-2016", "--format", form, "--output", str(file)]
        assert main(command) == 0 and file.read_bytes().startswith(start)
    assert main(["tree", "--all", "--ruleset", "ema-2016", "--format", "svg"]) != 0
    assert "--format pdf" in capsys.readouterr().err
