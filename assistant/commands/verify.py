"""The command `arbitre verify`."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence

from assistant.errors import InputError, unknown
from assistant.model import Library, Rule
from assistant.proof.lost import lost, remember
from assistant.proof.prove import COLUMNS, PAIRS, Columns, Proof, counts, keep, pair_counts, prove
from assistant.proof.quotes import comparison_words, quoted_twice, texts_folder, uncited
from assistant.store.library import load
from assistant.training.exercises.looks import LOOKS, UNREFUTED


def declare(parser: argparse.ArgumentParser) -> None:
    """What the command can be asked."""
    parser.add_argument("--ruleset", metavar="R", help="un seul règlement (tous si absent)")
    parser.add_argument("--incident", metavar="I", help="un seul incident (tous si absent)")
    parser.add_argument("--no-pairs", action="store_true", help="laisser de côté les paires d'événements, qui prennent le plus de temps")
    parser.add_argument("--lacks", action="store_true", help="lister ce que des cas n'attendent pas encore")
    parser.add_argument("--silences", action="store_true", help="lister les silences")
    parser.add_argument("--interpretations", action="store_true", help="lister les interprétations")
    parser.set_defaults(run=verify)


def verify(options: argparse.Namespace) -> int:
    """Prove, print what is wrong and the table of counts; 1 when anything is wrong."""
    library = load()
    ruleset, incident = options.ruleset, options.incident
    if ruleset is not None and ruleset not in library.rulesets:
        raise InputError(unknown("règlement", ruleset, library.rulesets))
    if incident is not None and incident not in library.incidents:
        raise InputError(unknown("incident", incident, library.incidents))
    proof = prove(library, ruleset, incident, besides=LOOKS, pairs=not options.no_pairs, graphs=True)
    keep(library, proof)
    if proof.whole:
        remember(library)
    for problem in proof.problems:
        print(problem)
    if proof.problems:
        print()
    print(table(COLUMNS, counts(library, proof)))
    if proof.pairs:
        print(table(PAIRS, pair_counts(proof)))
    else:
        print("Paires d'événements non prouvées.")
    print(agreed(proof))
    for notice in lost(library, ruleset):
        print(notice)
    for what, found in proof.besides.items():
        for name, clauses in found.items():
            print(f"{name} : {len(clauses)} {what}{' : ' + ', '.join(clauses) if clauses else ''}")
    if options.lacks:
        for lack in proof.lacks:
            print(lack)
    if incident is None:
        for notice in _notices(library, ruleset):
            print(notice)
    print(comparison_words(library, texts_folder()))
    if options.silences:
        _list(library, "Silences", ruleset, lambda rule: rule.then.silence)
    if options.interpretations:
        _list(library, "Interprétations", ruleset, lambda rule: rule.interpretation)
    wrong = len(proof.problems) + sum(map(len, proof.besides.get(UNREFUTED, {}).values()))
    print(f"{wrong} problème(s), {proof.seconds:.1f} s." if wrong else f"Tout est prouvé, {proof.seconds:.1f} s.")
    return 1 if wrong else 0


def _notices(library: Library, ruleset: str | None) -> Iterator[str]:
    """What is odd about the clauses, though nothing is wrong: a quote under two ids, a clause that nothing cites."""
    sources = list(library.sources) if ruleset is None else [library.rulesets[ruleset].source]
    yield from quoted_twice(library, texts_folder(), sources)
    for source in sources:
        names = [clause.id for clause in uncited(library) if clause.source == source]
        if names:
            yield f"{source} : {len(names)} clause(s) que rien ne cite : {', '.join(names)}"


def agreed(proof: Proof) -> str:
    """How far graph and engine were compared."""
    found = proof.agreement
    told = f"{found.nodes} nœuds, {found.positions} positions, {found.situations} situations et {found.cases} cas comparés"
    left = [f"{ruleset} {incident}" for ruleset, incident in proof.uncharted]
    beside = f" ; trop grands pour en être : {', '.join(left)}" if left else ""
    agree = "désaccord entre graphe et moteur" if found.problems else "graphe et moteur s'accordent partout"
    return f"Graphe : {told}, {agree}{beside}."


def table(columns: Columns, counted: Sequence[Mapping[str, object]]) -> str:
    """The counts, one line per ruleset."""
    rows = [[title for _, title in columns], *([str(row[key]) for key, _ in columns] for row in counted)]
    widths = [max(len(row[index]) for row in rows) for index in range(len(columns))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if index == 0 else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )


def _list(library: Library, title: str, ruleset: str | None, text_of: Callable[[Rule], str | None]) -> None:
    print(f"\n{title}")
    for rule in library.rules():
        text = text_of(rule)
        if text and ruleset in (None, rule.ruleset):
            print(f"  {rule.id} ({rule.place})\n    {text}")
