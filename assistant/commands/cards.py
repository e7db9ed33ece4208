"""The command `arbitre cards`: cards to learn by, for Anki or a spreadsheet."""

from __future__ import annotations

import argparse
from enum import StrEnum

from assistant.commands.output import declare_output, write
from assistant.consultation.foresight import foreseeing
from assistant.errors import InputError
from assistant.store.library import load
from assistant.training.exercises.syllabus import Wish, tasks
from assistant.training.papers.flashcards import as_anki, as_csv, flashcards


class Format(StrEnum):
    """What cards can be written as."""

    ANKI = "anki"
    CSV = "csv"


def declare(parser: argparse.ArgumentParser) -> None:
    """What the command can be asked."""
    parser.add_argument("--ruleset", metavar="R", help="un seul règlement (tous si absent)")
    parser.add_argument("--format", choices=list(map(str, Format)), default=Format.CSV, help="csv si absent")
    declare_output(parser)
    parser.set_defaults(run=cards)


def cards(options: argparse.Namespace) -> int:
    """Write the cards."""
    library = load()
    if options.ruleset is not None and options.ruleset not in library.rulesets:
        raise InputError(library.no_ruleset(options.ruleset))
    wanted = [task for task in tasks(library) if Wish(ruleset=options.ruleset).admits(task)]
    made = flashcards(library, foreseeing(library), wanted)
    return write(as_anki(made) if options.format == Format.ANKI else as_csv(made).encode(), options.output)
