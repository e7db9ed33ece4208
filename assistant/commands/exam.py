"""The command `arbitre exam`: a mock exam for a seminar, or its key."""

from __future__ import annotations

import argparse
from enum import StrEnum

from assistant.commands.output import declare_output, write
from assistant.consultation.foresight import foreseeing
from assistant.store.library import load
from assistant.training.exam import LENGTHS, USUAL_LENGTH, paper


class Format(StrEnum):
    """What an exam can be written as."""

    HTML = "html"
    PDF = "pdf"


def declare(parser: argparse.ArgumentParser) -> None:
    """What the command can be asked."""
    parser.add_argument("--seed", type=int, required=True, metavar="N", help="la même graine donne le même examen")
    parser.add_argument(
        "--questions",
        type=int,
        default=USUAL_LENGTH,
        metavar="|".join(map(str, LENGTHS)),
        help=f"combien de questions ({USUAL_LENGTH} si absent)",
    )
    parser.add_argument("--ruleset", metavar="R", help="un seul règlement (tous si absent)")
    parser.add_argument("--format", choices=list(map(str, Format)), default=Format.HTML, help="html si absent")
    parser.add_argument("--key", action="store_true", help="le corrigé au lieu du sujet")
    declare_output(parser)
    parser.set_defaults(run=exam)


def exam(options: argparse.Namespace) -> int:
    """Write an exam paper or its key."""
    library = load()
    made = paper(library, foreseeing(library), options.seed, options.questions, options.ruleset)
    if options.format == Format.PDF:
        from assistant.training.papers.as_pdf import pdf

        return write(pdf(library, made, options.key), options.output)
    from assistant.training.papers.as_html import html

    return write(html(library, made, options.key).encode(), options.output)
