"""Cards to learn by: the story in front, the ruling and its paragraph behind; as an Anki deck or as CSV."""

from __future__ import annotations

import csv
import hashlib
import io
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from assistant.decision import headings
from assistant.decision.words import decision_line
from assistant.engine.engines import Engines
from assistant.french import lower_first, place, sentence, typeset
from assistant.model import Case, Library
from assistant.training.exercises.exercise import heading
from assistant.training.exercises.several_incidents import chain
from assistant.training.exercises.syllabus import Task
from assistant.training.exercises.what_if import told
from assistant.training.exercises.words import deal_words
from assistant.training.papers.rendering import rendered, verbatim

COLUMNS = ("identifiant", "reglement", "famille", "niveau", "recto", "verso", "paragraphes")


class Flashcard(NamedTuple):
    task: Task
    ruleset: str
    family: str
    title: str
    story: str
    decision: str
    quotes: tuple[tuple[str, str], ...]  # (words, where)


def flashcards(library: Library, engines: Engines, wanted: Iterable[Task]) -> Iterator[Flashcard]:
    """One card per exercise."""
    for task in wanted:
        case = library.cases[task.case]
        decision = _decision(library, engines, case, task.ruleset)
        if decision is None:
            continue
        ruleset = library.rulesets[task.ruleset]
        clauses = [library.clauses[name] for name in task.clauses[:3]]
        yield Flashcard(
            task,
            f"{ruleset.title}, {ruleset.edition}",
            library.families[task.family].title,
            typeset(heading(library, case)),
            typeset(" ".join(text for _, text in case.told(ruleset.names))),
            typeset(decision),
            tuple(
                (" ".join(" […] ".join(clause.quotes).split()), place(clause.section, clause.heading))
                for clause in clauses
            ),
        )


def _decision(library: Library, engines: Engines, case: Case, ruleset: str) -> str | None:
    """The decision in one line, incident after incident."""
    if not case.further:
        mine = told(library, engines, case, ruleset)
        return decision_line(library, ruleset, mine.given.outcome) if mine is not None else None
    several = chain(library, engines, case, ruleset)
    if several is None:
        return None
    lines = [decision_line(library, ruleset, outcome._replace(slots=())) for outcome in several.outcomes]
    parts = [f"Incident {number} : {lower_first(line)}" for number, line in enumerate(lines, 1)]
    return " ".join([*parts, sentence(deal_words(library, several.slots))])


def as_csv(cards: Iterable[Flashcard]) -> str:
    """A table that any spreadsheet or card program reads."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for card in cards:
        back = f"{card.decision} — " + " ".join(f"« {words} » ({where})" for words, where in card.quotes)
        sections = " ; ".join(where for _, where in card.quotes)
        writer.writerow(
            [card.task.id, card.ruleset, card.family, card.task.level, f"{card.title}. {card.story}", back, sections]
        )
    return out.getvalue()


def number(text: str) -> int:
    """The same number for the same text, as Anki wants them."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") % (1 << 30) + (1 << 30)


def as_anki(cards: Iterable[Flashcard]) -> bytes:
    """An Anki package, one deck per ruleset; ids depend on names alone, so that a later export updates the cards."""
    import genanki

    model = genanki.Model(
        number("arbitre/modele"),
        "Arbitre",
        fields=[
            {"name": name} for name in ("Identifiant", "Règlement", "Titre", "Histoire", headings.DECISION, "Texte")
        ],
        templates=[
            {"name": headings.DECISION, "qfmt": rendered("card/front.html"), "afmt": rendered("card/back.html")},
        ],
        css=rendered("card/card.css"),
    )
    decks: dict[str, genanki.Deck] = {}
    for card in cards:
        deck = decks.setdefault(
            card.task.ruleset, genanki.Deck(number(f"arbitre/{card.task.ruleset}"), f"Arbitre::{card.ruleset}")
        )
        fields = [card.task.id, card.ruleset, card.title, card.story, card.decision]
        deck.add_note(
            genanki.Note(
                model=model,
                fields=[*map(verbatim, fields), rendered("card/quotes.html", quotes=card.quotes)],
                guid=genanki.guid_for("arbitre", card.task.id),
                tags=[card.task.family, f"niveau-{card.task.level}"],
            )
        )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "arbitre.apkg"
        genanki.Package(list(decks.values())).write_to_file(path, timestamp=0)
        return path.read_bytes()
