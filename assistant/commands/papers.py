"""The commands `arbitre exam` and `arbitre cards`: papers and cards for a seminar."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from assistant.engine.engines import Engines
from assistant.errors import InputError, refusal, unknown
from assistant.store.library import load


def exam(options: argparse.Namespace) -> int:
    """Write an exam paper or its key."""
    from assistant.training.exam import paper

    library = load()
    made = paper(library, Engines(library), options.seed, options.questions, options.ruleset)
    if options.format == "pdf":
        from assistant.training.papers.as_pdf import pdf

        return write(pdf(library, made, options.key), options.output)
    from assistant.training.papers.as_html import html

    return write(html(library, made, options.key).encode(), options.output)


def cards(options: argparse.Namespace) -> int:
    """Write the cards."""
    from assistant.training.exercises.syllabus import Wish, units
    from assistant.training.papers.flashcards import as_anki, as_csv, flashcards

    library = load()
    if options.ruleset is not None and options.ruleset not in library.rulesets:
        raise InputError(unknown("règlement", options.ruleset, library.rulesets))
    wanted = [unit for unit in units(library) if Wish(ruleset=options.ruleset).admits(unit)]
    made = flashcards(library, Engines(library), wanted)
    return write(as_anki(made) if options.format == "anki" else as_csv(made).encode(), options.output)


def write(content: bytes, output: str | None) -> int:
    """To a file, or to standard output."""
    if output is None:
        if sys.stdout.isatty() and b"\0" in content:
            raise InputError(
                "ce fichier n'est pas du texte : dites où l'écrire, par exemple --output cartes.apkg ou --output examen.pdf"
            )
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return 0
    try:
        Path(output).write_bytes(content)
    except OSError as error:
        raise InputError(f"impossible d'écrire {output} : {refusal(error)}") from error
    return 0
