"""Changes every rule in one place at a time and replays the cases: which changes does nobody notice? `python -m tools.mutate`

Prints a table by part, the survivors, and ends with status 1 where fewer than ninety-eight in a hundred changes were caught. A change that
no walk of an incident can tell from the rule as it is counts apart.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from assistant.proof.mutation import Told, every_change, try_rules
from assistant.proof.workers import at_work
from assistant.store.library import load

ENOUGH = 0.98
CHUNK = 12  # rules for one worker at a time


def main(arguments: Iterable[str] | None = None) -> int:
    """Try every change, or those of one ruleset or family; the survivors of each family go to a folder if one is named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ruleset", help="only this one")
    parser.add_argument("--family", help="only the rules of this one")
    parser.add_argument("--out", type=Path, help="a folder for the survivors, one file per family")
    options = parser.parse_args(None if arguments is None else list(arguments))
    start = time.perf_counter()
    library = load()
    changes = [
        (ruleset, rule)
        for ruleset, rule in dict.fromkeys((ruleset, rule) for ruleset, rule, _ in every_change(library))
        if options.ruleset in (None, ruleset) and options.family in (None, rule.split(".")[1])
    ]
    chunks: list[tuple[str, tuple[tuple[str, None], ...]]] = []
    for ruleset, group in groupby(changes, key=lambda change: change[0]):
        rules = [rule for _, rule in group]
        chunks += [
            (ruleset, tuple((rule, None) for rule in rules[at : at + CHUNK])) for at in range(0, len(rules), CHUNK)
        ]
    with at_work(library, min(os.cpu_count() or 1, 4)) as spread:
        told = [one for batch in spread(try_rules, chunks) for one in batch]
    print(report(told))
    print(f"{time.perf_counter() - start:.0f} s")
    if options.out:
        write(told, options.out)
    return 0 if share(told) >= ENOUGH else 1


def share(told: Iterable[Told]) -> float:
    """How many of the changes that change anything were caught."""
    fates = Counter(one.fate for one in told)
    real = fates["caught"] + fates["survived"]
    return fates["caught"] / real if real else 1.0


def report(told: list[Told]) -> str:
    """A line for each part, then the survivors."""
    lines = [f"{'part':<12}{'changes':>9}{'caught':>9}{'survived':>10}{'equal':>8}"]
    for part in dict.fromkeys(one.part for one in told):
        fates = Counter(one.fate for one in told if one.part == part)
        lines.append(
            f"{part:<12}{sum(fates.values()):>9}{fates['caught']:>9}{fates['survived']:>10}{fates['equal']:>8}"
        )
    lines.append(f"{len(told)} changes, {share(told):.1%} of those that change anything are caught")
    return "\n".join([*(one.words for one in told if one.fate == "survived"), "", *lines])


def write(told: list[Told], folder: Path) -> None:
    """The survivors of each family in a file of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    for family in sorted({one.family for one in told}):
        survived = [one.words for one in told if one.family == family and one.fate == "survived"]
        (folder / f"mutants-{family}.txt").write_text("\n".join(survived) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
