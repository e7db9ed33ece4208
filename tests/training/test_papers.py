"""Exam papers, keys and cards."""

from __future__ import annotations

import csv
import io
import re
import sqlite3
import subprocess
import sys
import zipfile
from collections import Counter
from html import unescape
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from assistant.cli import main
from assistant.commands.output import write
from assistant.engine.engines import Engines
from assistant.errors import InputError
from assistant.french import place
from assistant.model import Library
from assistant.training.book import Book
from assistant.training.exam import LENGTHS, drawn_from, mark, paper, shares
from assistant.training.exercises.syllabus import Task
from assistant.training.papers.as_html import html
from assistant.training.papers.as_pdf import FONTS, pdf
from assistant.training.papers.content import cited
from assistant.training.papers.flashcards import as_anki, as_csv, flashcards
from tests.conftest import ROOT

pytestmark = pytest.mark.walk  # every paper is made of exercises of the whole library


@pytest.mark.parametrize("count", LENGTHS)
def test_a_paper_has_fixed_shares_and_tells_no_story_twice(library: Library, book: Book, count: int) -> None:
    """A family with fewer exercises than its share gives all it has, and others fill in."""
    for ruleset in (None, *library.rulesets):
        made = drawn_from(library, book, 3, count, ruleset)
        wanted = shares(library, ruleset, count)
        assert len(made.questions) == count == sum(wanted.values())
        there = [task for task in book.playable() if ruleset in (None, task.ruleset)]
        enough = all(sum(task.family == family for task in there) >= share for family, share in wanted.items())
        for family, share in wanted.items():
            mine = [question.task for question in made.questions if question.task.family == family]
            assert len(mine) >= min(share, sum(task.family == family for task in there))
            assert len(mine) == share or not enough
            told = {task.base for task in there if task.family == family}
            assert len({task.base for task in mine}) == min(len(mine), len(told))
        assert len({question.task.id for question in made.questions}) == count
        assert ruleset is None or {question.task.ruleset for question in made.questions} == {ruleset}
        assert len({question.stage.part for question in made.questions}) >= 3


def test_the_same_seed_gives_the_same_bytes_elsewhere_and_another_seed_another_paper(
    library: Library, engines: Engines
) -> None:
    made = paper(library, engines, 42)
    here = html(library, made)
    command = [sys.executable, "-m", "assistant", "exam", "--seed", "42"]
    done = subprocess.run(command, cwd=ROOT, env={**_environment(), "PYTHONHASHSEED": "1"}, capture_output=True, check=True)
    assert done.stdout == here.encode()
    assert html(library, paper(library, engines, 43)) != here
    assert pdf(library, made) == pdf(library, paper(library, Engines(library), 42))


def _environment() -> dict[str, str]:
    import os

    return {**os.environ, "PYTHONPATH": str(ROOT)}


def test_the_paper_keeps_its_answers_to_itself_and_the_key_quotes_the_text(library: Library, engines: Engines) -> None:
    made = paper(library, engines, 5, 40)
    sheet, key = html(library, made), html(library, made, key=True)
    for question in made.questions:
        wrong = next(option for option in question.stage.options if not option.right)
        assert wrong.why.split(",")[0].split(":")[0][:40] not in sheet
        for clause in question.clauses:
            quote = " ".join(library.clauses[clause].quotes[0].split())
            assert quote.replace("&", "&amp;") in key


@pytest.mark.parametrize("key", [False, True])
def test_what_a_story_says_is_never_taken_for_html(library: Library, engines: Engines, key: bool) -> None:
    made = paper(library, engines, 5)
    first = made.questions[0]
    option = first.stage.options[0]._replace(label="<b>A & B</b>", why="<i>non</i>")
    stage = first.stage._replace(story=("<script>",), options=(option, *first.stage.options[1:]))
    sheet = html(library, made._replace(questions=(first._replace(title="<h1>", stage=stage),)), key)
    assert "&lt;script&gt;" in sheet and "&lt;h1&gt;" in sheet and "&lt;b&gt;A &amp; B&lt;/b&gt;" in sheet
    assert not re.search(r"<script>|<h2>1\. <h1>|<b>A|<i>non", sheet)


def test_a_paper_asks_every_incident_before_one_comes_back(library: Library, book: Book) -> None:
    """And no story is told under two rulesets while another is left."""
    for ruleset, count, seed in ((None, 20, 1), (None, 40, 2), ("ema-2016", 20, 3), ("mcr-2006", 40, 4)):
        made = drawn_from(library, book, seed, count, ruleset)
        known = [task for task in book.playable() if ruleset in (None, task.ruleset)]
        for family in shares(library, ruleset, count):
            mine = [question for question in made.questions if question.task.family == family]
            asked = Counter(library.cases[question.task.case].incident for question in mine)
            there = {
                library.cases[task.case].incident
                for task in known
                if task.family == family and not library.cases[task.case].further
            }
            assert len(asked) >= min(len(mine), len(there)), (ruleset, seed, family, asked)
            cases = {question.task.case for question in mine}
            assert len(cases) == min(len(mine), len({task.case for task in known if task.family == family}))


def test_the_key_can_be_read_alone(library: Library, engines: Engines, tmp_path: Path) -> None:
    """Every question with its story, what is asked and every answer, in HTML and in PDF."""
    made = paper(library, engines, 5)
    key = unescape(html(library, made, key=True))
    (tmp_path / "key.pdf").write_bytes(pdf(library, made, key=True))
    try:
        done = subprocess.run(["pdftotext", str(tmp_path / "key.pdf"), "-"], capture_output=True, check=True)
        printed = done.stdout.decode()
    except FileNotFoundError:
        printed = ""

    def bare(text: str) -> str:
        return re.sub(r"\W+", "", text)  # lines and pages break anywhere

    printed = bare(re.sub(r"Examen blanc n° 5, corrigé · page \d+", "", printed))
    for question in made.questions:
        asked = [*question.stage.story, question.stage.question, *(option.label for option in question.stage.options)]
        for text in asked:
            assert bare(text) in bare(key), text
            assert not printed or bare(text) in printed, text


def test_marking(library: Library, engines: Engines) -> None:
    made = paper(library, engines, 9)
    right = {question.number: question.stage.right.id for question in made.questions}
    assert mark(made, right).passed and mark(made, right).right == 20 and not mark(made, right).mistakes
    some = {number: choice for number, choice in right.items() if number <= made.pass_mark}
    assert mark(made, some).passed
    del some[1]
    result = mark(made, some)
    assert not result.passed and result.right == made.pass_mark - 1
    assert result.mistakes[0] == (made.questions[0], None)


def test_a_wrong_length_or_ruleset_is_refused(
    library: Library, engines: Engines, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(InputError):
        paper(library, engines, 1, 30)
    assert main(["exam", "--seed", "1", "--ruleset", "rien"]) == 2
    assert "règlement inconnu" in capsys.readouterr().err
    with pytest.raises(SystemExit) as refused:
        main(["exam", "--seed", "1", "--output", "/nulle/part.html"])
    assert refused.value.code == 2 and "le dossier n'existe pas" in capsys.readouterr().err


def test_a_terminal_is_spared_what_is_not_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    with pytest.raises(InputError, match="--output"):
        write(b"PK\0\0", None)


def test_the_fonts_have_every_sign_of_the_texts(library: Library, engines: Engines) -> None:
    known = {sign for path in FONTS.glob("*.ttf") for sign in TTFont(path).getBestCmap()}
    bold = set(TTFont(FONTS / "DejaVuSans-Bold.ttf").getBestCmap()) | set(
        TTFont(FONTS / "ArbitreKanji.ttf").getBestCmap()
    )

    def signs(value: object) -> set[str]:
        if isinstance(value, str):
            return set(value)
        if isinstance(value, dict):
            return signs(list(value.keys())) | signs(list(value.values()))
        if isinstance(value, (tuple, list, frozenset, set)):
            return {sign for part in value for sign in signs(part)}
        return set()

    unsearched = {name: one._replace(words=()) for name, one in library.incidents.items()}
    unnamed = {
        name: hands._replace(figures={key: figure._replace(original="") for key, figure in hands.figures.items()})
        for name, hands in library.hands.items()
    }
    printed = library._replace(synonyms=(), incidents=unsearched, hands=unnamed)  # what is only searched for is on no paper
    used = signs(tuple(printed)) | set(html(library, paper(library, engines, 1), key=True)) | {"☐", "…"}
    missing = {sign for sign in used if ord(sign) not in known or ord(sign) not in bold}
    assert missing <= {"\n"}


def test_the_pdf_shows_the_signs_of_the_texts(library: Library, engines: Engines, tmp_path: Path) -> None:
    """A source numbers its chapters in Chinese; the text must come back out of the file."""
    papers = (paper(library, engines, seed, ruleset="mcr-2006") for seed in range(1, 30))
    made = next(
        one
        for one in papers
        if any("十" in clause.section for each in one.questions for clause in cited(library, each))
    )
    content = pdf(library, made, key=True)
    assert content.startswith(b"%PDF-")
    (tmp_path / "paper.pdf").write_bytes(content)
    try:
        done = subprocess.run(["pdftotext", str(tmp_path / "paper.pdf"), "-"], capture_output=True, check=True)
    except FileNotFoundError:
        pytest.skip("pdftotext is not installed")
    text = done.stdout.decode()
    assert "(十)" in text and "ch. 10" in text.replace("\u00a0", " ")


def test_cards_as_csv(library: Library, syllabus: tuple[Task, ...], engines: Engines) -> None:
    wanted = syllabus[::50]
    rows = list(csv.DictReader(io.StringIO(as_csv(flashcards(library, engines, wanted)))))
    assert [row["identifiant"] for row in rows] == [task.id for task in wanted]
    for row, task in zip(rows, wanted, strict=True):
        assert library.cases[task.case].story[0][1].split()[0] in row["recto"]
        assert " ".join(library.clauses[task.clauses[0]].quotes[0].split()) in row["verso"]
        first = library.clauses[task.clauses[0]]
        assert row["paragraphes"].startswith(place(first.section, first.heading))


def test_cards_as_an_anki_deck_with_lasting_ids(
    library: Library, syllabus: tuple[Task, ...], engines: Engines, tmp_path: Path
) -> None:
    wanted = syllabus[::50]
    seen = []
    for turn in range(2):
        content = as_anki(flashcards(library, engines, wanted))
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            (tmp_path / f"{turn}.anki2").write_bytes(archive.read("collection.anki2"))
        with sqlite3.connect(tmp_path / f"{turn}.anki2") as database:
            seen.append(database.execute("select guid, mid, flds from notes order by guid").fetchall())
        database.close()
    assert seen[0] == seen[1] and len(seen[0]) == len(wanted)


def test_the_commands_write_files(tmp_path: Path) -> None:
    for name, arguments in {
        "a.html": ["exam", "--seed", "7"],
        "b.pdf": ["exam", "--seed", "7", "--format", "pdf", "--key"],
        "c.csv": ["cards", "--format", "csv", "--ruleset", "mcr-2006"],
    }.items():
        assert main([*arguments, "--output", str(tmp_path / name)]) == 0
        assert (tmp_path / name).stat().st_size > 5000
