"""Where a command writes a file: at a place that is named, or to standard output."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from assistant.errors import InputError, refusal


def declare_output(parser: argparse.ArgumentParser) -> None:
    """The option that names the place."""
    parser.add_argument("--output", metavar="FICHIER", help="au lieu de la sortie standard")


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
