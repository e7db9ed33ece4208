"""Where a command writes a file: at a place that is named, or to standard output; and how data is printed."""

from __future__ import annotations

import argparse
import errno
import json
import sys
from pathlib import Path

from assistant.commands.terminal import can_be_written
from assistant.errors import InputError, refusal


def declare_output(parser: argparse.ArgumentParser) -> None:
    """The option that names the place."""
    parser.add_argument("--output", type=_place, metavar="FICHIER", help="au lieu de la sortie standard")


def _place(output: str) -> str:
    """A place where a file can be: told before anything is made for it, which can take minutes."""
    path = Path(output)
    wrong = errno.EISDIR if path.is_dir() else 0 if path.parent.is_dir() else errno.ENOENT
    if wrong:
        raise argparse.ArgumentTypeError(f"impossible d'écrire {output} : {refusal(OSError(wrong, ''))}")
    return output


def print_json(document: object) -> None:
    """A document on standard output."""
    print_json_text(json.dumps(document, ensure_ascii=False, indent=2) + "\n")


def print_json_text(text: str) -> None:
    """The same, already written; signs that the encoding of the output lacks are escaped, so that nothing is lost."""
    if not can_be_written(text):
        text = json.dumps(json.loads(text), ensure_ascii=True, indent=2) + "\n"
    print(text, end="")


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
