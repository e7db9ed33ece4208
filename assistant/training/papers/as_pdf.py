"""An exam paper and its key as PDF, made in Python alone with fonts of our own: no browser, no system library."""

from __future__ import annotations

from datetime import UTC, datetime

from fpdf import FPDF

from assistant.french import place, typeset
from assistant.model import Library
from assistant.store.paths import PACKAGE
from assistant.training.exam import LETTERS, Paper, Question
from assistant.training.papers.content import cited, rules, sources, title

FONTS = PACKAGE / "fonts"
LINE = 5.0  # millimetres
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)  # a paper has no date: the same seed gives the same file


class Sheet(FPDF):
    """A page with our fonts and a foot."""

    def __init__(self, name: str):
        super().__init__(format="A4")
        self.name = name
        self.set_creation_date(EPOCH)
        self.set_title(name)
        self.set_lang("fr")
        self.add_font("text", "", FONTS / "DejaVuSans.ttf")
        self.add_font("text", "B", FONTS / "DejaVuSans-Bold.ttf")
        self.add_font("kanji", "", FONTS / "ArbitreKanji.ttf")
        self.add_font("kanji", "B", FONTS / "ArbitreKanji.ttf")
        self.set_fallback_fonts(["kanji"])
        self.set_margins(18, 16)
        self.set_auto_page_break(True, 18)
        self.add_page()

    def footer(self) -> None:
        self.set_y(-12)
        self.set_font("text", "", 8)
        self.cell(0, 5, f"{self.name} · page {self.page_no()}", align="C")

    def line_of(self, text: str, size: float = 10, bold: bool = False, indent: float = 0, own: bool = True) -> None:
        """One paragraph."""
        self.set_font("text", "B" if bold else "", size)
        self.set_x(self.l_margin + indent)
        shown = typeset(text) if own else text
        self.multi_cell(self.epw - indent, LINE * size / 10, shown, align="L", new_x="LMARGIN", new_y="NEXT")


def pdf(library: Library, paper: Paper, key: bool = False) -> bytes:
    """The paper, or its key."""
    sheet = Sheet(title(paper, key))
    sheet.line_of(title(paper, key), 16, bold=True)
    sheet.ln(2)
    sheet.line_of(rules(paper))
    if not key:
        sheet.ln(2)
        sheet.line_of("Nom : ……………………………………………………   Date : …………………………")
    for question in paper.questions:
        _question(library, sheet, question, key)
    sheet.ln(4)
    for source in sources(library, paper):
        sheet.line_of(source, 8)
    sheet.line_of(f"Connaissances {paper.knowledge[:16]}.", 8)
    return bytes(sheet.output())


def _question(library: Library, sheet: Sheet, question: Question, key: bool) -> None:
    stage = question.stage
    sheet.ln(4)
    if sheet.will_page_break(45):
        sheet.add_page()
    sheet.line_of(f"{question.number}. {question.title}", 11, bold=True)
    sheet.line_of(question.context, 8.5)
    sheet.line_of(" ".join(stage.story))
    sheet.ln(1)
    sheet.line_of(stage.question, bold=True)
    if key:
        _answer(library, sheet, question)
        return
    for index, option in enumerate(stage.options):
        sheet.line_of(f"☐ {LETTERS[index]}   {option.label}", indent=4, own=not stage.verbatim)


def _answer(library: Library, sheet: Sheet, question: Question) -> None:
    """The right answer with what it rests on, and why each of the others is wrong."""
    right, own = question.stage.right, not question.stage.verbatim
    sheet.line_of("Réponse juste :", 9)
    sheet.line_of(f"{question.letter(right)}. {right.label}", bold=True, indent=3, own=own)
    for clause in cited(library, question):
        for quote in clause.quotes:
            sheet.line_of(f"« {' '.join(quote.split())} »", 9.5, indent=6, own=False)
        sheet.line_of(place(clause.section, clause.heading, sign=True), 8.5, indent=6, own=False)
    if right.more:
        sheet.line_of(right.more, 8.5, indent=6)
    sheet.line_of("Les autres réponses :", 9)
    for option in question.stage.options:
        if not option.right:
            sheet.line_of(f"{question.letter(option)}. {option.label}", 9, indent=3, own=own)
            sheet.line_of(option.why, 8.5, indent=8)
