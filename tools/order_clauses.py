"""Puts the clauses of each text in the order in which the text has them, and says where nothing is left out between two.

`ARBITRE_TEXTES=… python -m tools.order_clauses`. Every clause keeps its own lines, a comment before it included; headings are repeated where
another section came between.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import NamedTuple

from assistant.model import Clause
from assistant.proof.quotes import texts_folder, texts_in
from assistant.proof.reading_order import reading
from assistant.store.library import load

FOLDER = Path(__file__).resolve().parent.parent / "knowledge" / "clauses"
ENTRY = re.compile(r"(?m)^(?=- )")
COMMENT = re.compile(r"\s*((?:#[^\n]*\n\s*)*)$")  # at the end of an entry: it is about the next one
KEY = re.compile(r"(?m)^(?:- |  )(section|heading): (.*(?:\n    .*)*)$")
NAME = re.compile(r"(?m)^- id: *(\S+)")
JOINED = "  joined: true\n"


class File(NamedTuple):
    """The lines of a file of clauses: what comes before all, each clause, and how its section and heading are written."""

    start: str
    clauses: dict[str, str]
    titles: dict[str, tuple[str, str]]


def read(text: str) -> File:
    start, *entries = ENTRY.split(text)
    clauses: dict[str, str] = {}
    titles: dict[str, tuple[str, str]] = {}
    section = heading = ""
    about = ""
    for entry in entries:
        name, after = NAME.match(entry), COMMENT.search(entry)
        assert after is not None
        if name:
            clauses[name[1]] = about + entry[: after.start()].replace(f"\n{JOINED.rstrip()}", "") + "\n"
            titles[name[1]] = section, heading
        else:
            told = dict(KEY.findall(entry))
            section, heading = told.get("section", section), told["heading"]
        about = after[1]
    return File(start, clauses, titles)


def written(file: File, order: list[tuple[Clause, bool]]) -> str:
    parts = [file.start]
    before = ("", "")
    for clause, joined in order:
        section, heading = file.titles[clause.id]
        if clause.section != before[0]:
            parts.append(f"{'' if len(parts) == 1 else chr(10)}- section: {section}\n  heading: {heading}\n")
        elif clause.heading != before[1]:
            parts.append(f"- heading: {heading}\n")
        before = clause.section, clause.heading
        entry = file.clauses[clause.id]
        parts.append(_marked(entry) if joined else entry)
    return "".join(parts)


def _marked(entry: str) -> str:
    """The entry with `joined` after its quotation."""
    lines = entry.splitlines(keepends=True)
    keys = [index for index, line in enumerate(lines) if re.match(r"  \w", line)]
    quote = next(index for index in keys if lines[index].startswith("  quote"))
    after = next((index for index in keys if index > quote), len(lines))
    return "".join([*lines[:after], JOINED, *lines[after:]])


def main() -> int:
    folder = texts_folder()
    if folder is None:
        print("ARBITRE_TEXTES must name the folder of the texts.", file=sys.stderr)
        return 1
    library = load()
    for source, text in texts_in(library, folder):
        path = FOLDER / f"{source}.yaml"
        if not path.is_file():
            continue
        clauses = [clause for clause in library.clauses.values() if clause.source == source]
        order: list[tuple[Clause, bool]] = [(one.clause, one.joined) for one in reading(text, clauses)]
        if len(order) < len(clauses):
            print(f"{path.name}: quotations that are not in the text; mend them first (arbitre verify).", file=sys.stderr)
            return 1
        path.write_text(written(read(path.read_text(encoding="utf-8")), order), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
