"""Writes into the README what it must show: a real transcript and the counts of the proof. `python -m tools.refresh_readme`"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

from assistant.cli import main
from assistant.proof.prove import COLUMNS, PAIRS, Columns, counts, pair_counts, prove
from assistant.store.library import load

README = Path(__file__).resolve().parent.parent / "README.md"
TRANSCRIPT = re.compile(r"(<!-- transcript: (.*?) -->\n```\n).*?(```\n)", re.S)
OF_PAIRS = re.compile(r"(<!-- pairs -->\n).*?(<!-- end of pairs -->)", re.S)
COUNTS = re.compile(r"(<!-- counts -->\n).*?(<!-- end of counts -->)", re.S)


def count_table(rows: Sequence[Mapping[str, object]], columns: Columns = COLUMNS) -> str:
    """The counts as a Markdown table."""
    lines = ["| " + " | ".join(title for _, title in columns) + " |", "| --- |" + " ---: |" * (len(columns) - 1)]
    lines += ["| " + " | ".join(str(row[key]) for key, _ in columns) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def refreshed(text: str, transcript: str | None, table: str, pairs: str | None = None) -> str:
    """The README with these parts in place."""
    if transcript is not None:
        text = TRANSCRIPT.sub(lambda part: part[1] + transcript + part[3], text)
    if pairs is not None:
        text = OF_PAIRS.sub(lambda part: part[1] + pairs + part[2], text)
    return COUNTS.sub(lambda part: part[1] + table + part[2], text)


def transcript_of(text: str) -> str:
    """What the command that the README names prints."""
    part = TRANSCRIPT.search(text)
    if part is None or COUNTS.search(text) is None or OF_PAIRS.search(text) is None:
        raise SystemExit(f"{README}: the marks around the transcript or the counts are gone")
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        status = main(shlex.split(part[2])[1:])
    if status:
        raise SystemExit(f"{README}: the command of the transcript fails: {part[2]}")
    return out.getvalue()


def refresh() -> None:
    """Write all parts."""
    text = README.read_text(encoding="utf-8")
    library = load()
    proof = prove(library, pairs=True)
    table, pairs = count_table(counts(library, proof)), count_table(pair_counts(proof), PAIRS)
    README.write_text(refreshed(text, transcript_of(text), table, pairs), encoding="utf-8")


if __name__ == "__main__":
    refresh()
