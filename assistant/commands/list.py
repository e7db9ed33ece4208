"""The command `arbitre list`: all entries of a kind by id and title."""

from __future__ import annotations

import argparse
from typing import Any

from assistant.commands.output import print_json
from assistant.consultation.catalogue import FRENCH, entries
from assistant.french import place, typeset
from assistant.store.library import load

PLURALS = {f"{kind}s": kind for kind in FRENCH}


def declare(parser: argparse.ArgumentParser) -> None:
    """What the command can be asked."""
    parser.add_argument("kind", choices=(*PLURALS, *FRENCH), metavar="|".join(PLURALS), help="de quoi")
    parser.add_argument("--json", action="store_true", help="un seul document JSON")
    parser.set_defaults(run=list_entries)


def list_entries(options: argparse.Namespace) -> int:
    """Print all entries of a kind, a line each."""
    kind = PLURALS.get(options.kind, options.kind)
    rows = [{"id": name, "title": _title(kind, entry)} for name, entry in entries(load(), kind).items()]
    if options.json:
        print_json(rows)
    else:
        width = max((len(row["id"]) for row in rows), default=0)
        print("\n".join(typeset(f"{row['id']:{width}}  {row['title']}") for row in rows))
    return 0


def _title(kind: str, entry: Any) -> str:
    if kind == "clause":
        return place(entry.section, entry.heading)
    if kind == "fact":
        return entry.question or f"{entry.title} (déduit)"
    return str(entry.title)
