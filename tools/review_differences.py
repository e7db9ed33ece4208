"""The rows of the comparison that were read against the texts. `python -m tools.review_differences [--accept]`

How they were read. EMA against WRC and MCR 2006 against 2015: each row, beside the clauses of both sides. EMA and WRC against the
two MCR: every distinct decision of every ruleset in every incident beside the clauses it cites and the facts that lead to it (about
200 a ruleset), then every distinct pair of decisions that was called lighter or heavier, every pair called the same whose words
differ. Not read one by one: the rows of two games that differ from a read row only in the number of a penalty ladder; nor all of those
that changed only in the words of their condition, where the pairs of decisions were compared with the read ones by program.
"""

from __future__ import annotations

import csv
import io
import sys
from pathlib import Path

from assistant.compare.comparison import Comparison, kept_or_made
from assistant.decision.gravity import Difference
from assistant.model import Library
from assistant.store.library import load

FILE = Path(__file__).resolve().parent.parent / "tests" / "data" / "reviewed_differences.csv"
HEAD = ("rulesets", "incident", "kind", "first", "second", "when")


def rows(library: Library, comparison: Comparison) -> list[tuple[str, ...]]:
    """Every reported difference, one line each."""
    found: list[tuple[str, ...]] = []
    for pair, incidents in comparison.rows.items():
        for row in incidents.values():
            for group in row.groups:
                when = " || ".join(
                    "; ".join(f"{name}={'|'.join(map(str, values))}" for name, values in alternative)
                    for alternative in group.when
                )
                if group.kind != Difference.SAME:
                    found.append(("/".join(pair), row.incident, group.kind, *group.shorts, when))
    return sorted(set(found))


def as_text(lines: list[tuple[str, ...]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([HEAD, *lines])
    return out.getvalue()


def reviewed() -> list[tuple[str, ...]]:
    with FILE.open(encoding="utf-8", newline="") as file:
        return [tuple(line) for line in csv.reader(file)][1:]


def changes(library: Library, comparison: Comparison) -> list[str]:
    """What appeared and what went since the last review."""
    now, before = set(rows(library, comparison)), set(reviewed())
    return [f"new: {line}" for line in sorted(now - before)] + [f"gone: {line}" for line in sorted(before - now)]


if __name__ == "__main__":
    known = load()
    made = kept_or_made(known, lambda text: print(text, file=sys.stderr))
    if "--accept" in sys.argv:
        FILE.write_text(as_text(rows(known, made)), encoding="utf-8")
    elif FILE.exists():
        print("\n".join(changes(known, made)) or "nothing to review")
