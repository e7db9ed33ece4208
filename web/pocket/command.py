"""The command `arbitre pocket`: every questionnaire with its sheets as one file, to be opened without any network."""

from __future__ import annotations

import argparse
import sys
import zlib
from pathlib import Path

from assistant.errors import InputError, refusal
from assistant.store.library import load
from web.pocket.edition import edition

KILO = 1000


def declare(parser: argparse.ArgumentParser) -> None:
    """What the command can be asked."""
    parser.add_argument("--output", metavar="FICHIER", required=True, help="où écrire le fichier, par exemple arbitre.html")
    parser.add_argument(
        "--ruleset", metavar="R", action="append", default=[], help="un règlement (plusieurs fois permis ; tous si absent)"
    )
    parser.set_defaults(run=pocket)


def pocket(options: argparse.Namespace) -> int:
    """Write the file, and say how large it is."""
    if not Path(options.output).absolute().parent.is_dir():  # told before some minutes of work
        raise InputError(f"impossible d'écrire {options.output} : le dossier n'existe pas")
    file = edition(load(), options.ruleset, lambda text: print(text, file=sys.stderr))
    try:
        Path(options.output).write_bytes(file)
    except OSError as error:
        raise InputError(f"impossible d'écrire {options.output} : {refusal(error)}") from error
    print(f"{options.output} : {len(file) // KILO} ko, {len(zlib.compress(file, 9)) // KILO} ko comprimés.")
    return 0
