"""The command `arbitre list`: all entries of a kind by id and title."""

from __future__ import annotations

import argparse

from assistant.commands.output import print_json
from assistant.consultation.catalogue import PLURALS, Kind, listed
from assistant.french import typeset
from assistant.store.library import load


def declare(parser: argparse.ArgumentParser) -> None:
    """What the command can be asked."""
    parser.add_argument("kind", choices=(*PLURALS, *map(str, Kind)), metavar="|".join(PLURALS), help="de quoi")
    parser.add_argument("--json", action="store_true", help="un seul document JSON")
    parser.set_defaults(run=list_entries)


def list_entries(options: argparse.Namespace) -> int:
    """Print all entries of a kind, a line each."""
    rows = listed(load(), PLURALS.get(options.kind) or Kind(options.kind))
    if options.json:
        print_json(rows)
    else:
        width = max((len(row["id"]) for row in rows), default=0)
        print("\n".join(typeset(f"{row['id']:{width}}  {row['title']}") for row in rows))
    return 0
