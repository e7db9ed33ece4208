"""The command `arbitre compare`: the table of differences, or one incident unfolded, as text, JSON, CSV or Markdown."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from assistant.commands.output import print_json_text
from assistant.compare.comparison import Comparison, compare_all, kept, kept_or_made
from assistant.compare.documents import overview, pair_document, surprises_document
from assistant.compare.surprises import surprises
from assistant.compare.tables import Form, overview_text, pairs_text, situations_text, surprises_text
from assistant.decision import headings
from assistant.errors import InputError, unknown
from assistant.model import Library, Value
from assistant.proof.supplement import supplement_lines
from assistant.store.library import load

if TYPE_CHECKING:
    from assistant.compare.parts import PairPart


def declare(parser: argparse.ArgumentParser) -> None:
    """What the command can be asked."""
    parser.add_argument("incident", nargs="?", metavar="INCIDENT", help="un seul incident, déplié (tous si absent)")
    parser.add_argument("--ruleset", action="append", default=[], metavar="R", help="règlement (plusieurs fois permis)")
    parser.add_argument("--family", metavar="F", help="une seule famille")
    parser.add_argument("--differ", action="store_true", help=headings.WHERE_THEY_DIFFER)
    parser.add_argument(
        "--gravest", action="store_true", help="ce qui surprendra, le plus grave d'abord (deux --ruleset)"
    )
    parser.add_argument(
        "--situations",
        action="store_true",
        help="une ligne par situation et par paire, avec ce sur quoi chaque décision repose",
    )
    parser.add_argument("--format", choices=list(map(str, Form)), default=str(Form.TEXT), help="text si absent")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the comparison that is asked for."""
    return compare(
        options.incident,
        options.ruleset,
        options.family,
        options.differ,
        Form(options.format),
        options.gravest,
        options.situations,
    )


def compare(
    incident: str | None,
    rulesets: Sequence[str],
    family: str | None,
    differing: bool,
    form: Form,
    gravest: bool = False,
    situations: bool = False,
) -> int:
    """Print the comparison."""
    library = load()
    for ruleset in rulesets:
        if ruleset not in library.rulesets:
            raise InputError(library.no_ruleset(ruleset))
    if family is not None and family not in library.families:
        raise InputError(unknown("famille", family, library.families))
    if incident is not None and incident not in library.incidents:
        raise InputError(unknown("incident", incident, library.incidents))
    chosen = list(dict.fromkeys(rulesets)) or list(library.rulesets)
    comparison = _made(library, chosen)
    if gravest:
        if len(chosen) != 2 or incident is not None:
            raise InputError(
                "--gravest veut deux --ruleset, celui qu'on connaît puis celui qu'on joue, et pas d'incident."
            )
        context: dict[str, Value] = {fact.id: fact.values[0].id for fact in library.context_facts()}
        gravest_first = surprises(library, comparison, chosen[0], chosen[1], context)
        shorts = {name: library.rulesets[name].short for name in chosen}
        _print(surprises_text(surprises_document(library, gravest_first, chosen[0], chosen[1], context), form, shorts), form)
        return 0
    if situations:
        _print(situations_text(_every_pair(library, comparison, chosen, incident, family, differing), form), form)
        return 0
    if incident is None:
        if form is Form.TEXT:
            for line in supplement_lines(library, chosen):
                print(f"{line}\n")
        _print(overview_text(overview(library, comparison, chosen, family, differing), form), form)
        return 0
    _print(pairs_text(_every_pair(library, comparison, chosen, incident, family, False), form), form)
    return 0


def _made(library: Library, rulesets: list[str]) -> Comparison:
    """The kept comparison; else that of the rulesets asked for, which is kept where it is that of all."""

    def progress(text: str) -> None:
        print(text, file=sys.stderr)

    if set(rulesets) == set(library.rulesets):
        return kept_or_made(library, progress)
    return kept(library) or compare_all(library, progress, rulesets)


def _every_pair(
    library: Library,
    comparison: Comparison,
    rulesets: list[str],
    incident: str | None,
    family: str | None,
    differing: bool,
) -> list[PairPart]:
    """Every incident asked for under every two of the rulesets that both have it."""
    wanted = [incident] if incident else [one.id for one in library.incidents.values() if family in (None, one.family)]
    rows = [row for one in wanted for row in comparison.pairs(rulesets, one) if row.differs or not differing]
    if not rows:
        what = f"« {incident} » ne se compare pas" if incident else "Rien ne se compare"
        raise InputError(f"{what} entre {', '.join(rulesets)} : il faut deux règlements où l'incident se produit.")
    return [pair_document(library, row) for row in rows]


def _print(text: str, form: Form) -> None:
    if form is Form.JSON:
        print_json_text(text)
    else:
        print(text, end="")
