"""Prints, in French, the rulings that changed since a commit, for the notes of a release. `python -m tools.release_notes REF`"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from assistant import __version__
from assistant.commands.diff import NAMES, library_of
from assistant.errors import InputError
from assistant.model import Library
from assistant.proof.difference import Change, Difference, Kind, situation_words
from assistant.store.library import load

RULINGS = (Kind.DECISION, Kind.AMOUNT)
INCIDENTS = (Kind.NEW, Kind.GONE)


def notes(ref: str, before: Library, after: Library, changes: Sequence[Change]) -> Iterator[str]:
    """The changed rulings of each ruleset, then how much else changed."""
    yield f"# Arbitre {__version__} : décisions changées depuis {ref}\n"
    rulings = [change for change in changes if change.kind in (*RULINGS, *INCIDENTS)]
    if not rulings:
        yield "Aucune décision n'a changé.\n"
    for name in dict.fromkeys(change.ruleset for change in rulings):
        ruleset = after.rulesets.get(name) or before.rulesets[name]
        yield f"## {ruleset.title}, {ruleset.edition}\n"
        yield from (_line(before, after, change) for change in rulings if change.ruleset == name)
        yield ""
    others = [kind for kind in Kind if kind not in (*RULINGS, *INCIDENTS)]
    counts = {kind: sum(change.kind is kind for change in changes) for kind in others}
    told = ", ".join(f"{NAMES[kind]} : {count}" for kind, count in counts.items() if count)
    if told:
        yield f"Sans changer de décision — {told}."


def _line(before: Library, after: Library, change: Change) -> str:
    library = after if change.incident in after.incidents else before
    title = library.incidents[change.incident].title
    if change.kind in INCIDENTS:
        return f"- **{title}** : {NAMES[change.kind]}."
    more = len(change.situations) - 1
    others = f" (et {more} situation(s) voisine(s))" if more > 0 else ""
    when = situation_words(library, dict(change.situations[0])) if change.situations else ""
    return f"- **{title}** — {when}{others}. Avant : {change.before or 'rien'} Après : {change.after or 'rien'}"


def main(arguments: Sequence[str]) -> int:
    """Print the notes; 2 where the commit is unknown."""
    if len(arguments) != 1:
        print("usage : python -m tools.release_notes REF (make release-notes REF=v0.1.0)", file=sys.stderr)
        return 2
    try:
        before, after = library_of(arguments[0]), load()
    except InputError as error:
        print(f"release_notes : {error}", file=sys.stderr)
        return 2
    for line in notes(arguments[0], before, after, Difference(before, after).changes()):
        print(line)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
