"""Writes into the README what it must show: a real transcript and the counts of the proof. `python -m tools.refresh_readme`"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from collections.abc import Mapping, Sequence

from assistant.cli import main
from assistant.proof.prove import COLUMNS, counts, prove
from assistant.store.library import load
from tests.conftest import ROOT


def count_table(rows: Sequence[Mapping[str, object]]) -> str:
    """The counts as a Markdown table."""
    lines = ["| " + " | ".join(title for _, title in COLUMNS) + " |", "| --- |" + " ---: |" * (len(COLUMNS) - 1)]
    lines += ["| " + " | ".join(str(row[key]) for key, _ in COLUMNS) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def refreshed(text: str, transcript: str | None, table: str) -> str:
    """The README with these two parts in place."""
    if transcript is not None:
        text = re.sub(
            r"(<!-- transcript: .*? -->\n```\n).*?(```\n)", lambda m: m[1] + transcript + m[2], text, flags=re.S
        )
    return re.sub(r"(<!-- counts -->\n).*?(<!-- end of counts -->)", lambda m: m[1] + table + m[2], text, flags=re.S)


def transcript_of(text: str) -> str:
    found = re.search(r"<!-- transcript: (.*?) -->", text)
    assert found
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        main(shlex.split(found[1])[1:])
    return out.getvalue()


if __name__ == "__main__":
    path = ROOT / "README.md"
    content = path.read_text(encoding="utf-8")
    library = load()
    path.write_text(
        refreshed(content, transcript_of(content), count_table(counts(library, prove(library)))), encoding="utf-8"
    )
