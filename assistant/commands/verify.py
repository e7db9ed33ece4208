"""The command `arbitre verify`."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from assistant.authoring.unwritten import unwritten
from assistant.commands.diff import library_of
from assistant.errors import AuthorError, InputError, unknown
from assistant.model import Library, Rule
from assistant.proof.lost import lost, remember
from assistant.proof.prints import Pair, changed, prints, remembered
from assistant.proof.prints import remember as remember_prints
from assistant.proof.prove import COLUMNS, PAIRS, Columns, Proof, counts, keep, pair_counts, prove
from assistant.proof.quotes import comparison_words, quoted_twice, texts_folder, uncited
from assistant.proof.supplement import unlike_base
from assistant.store.library import fingerprint, load
from assistant.store.paths import data_folder, supplement_files
from assistant.training.exercises.looks import LOOKS, UNREFUTED

INTERVAL = 1.0  # seconds between two looks at the files


def declare(parser: argparse.ArgumentParser) -> None:
    """What the command can be asked."""
    parser.add_argument("--ruleset", metavar="R", help="un seul règlement (tous si absent)")
    parser.add_argument("--incident", metavar="I", help="un seul incident (tous si absent)")
    parser.add_argument(
        "--changed",
        nargs="?",
        const="",
        metavar="REF",
        help="seulement les incidents qui ont changé depuis leur dernière preuve sans faute, ou depuis une révision git",
    )
    parser.add_argument("--watch", action="store_true", help="prouver à chaque enregistrement ce qui a changé (Ctrl-C pour finir)")
    parser.add_argument("--no-pairs", action="store_true", help="laisser de côté les paires d'événements, qui prennent le plus de temps")
    parser.add_argument("--lacks", action="store_true", help="lister ce que des cas n'attendent pas encore")
    parser.add_argument("--silences", action="store_true", help="lister les silences")
    parser.add_argument("--interpretations", action="store_true", help="lister les interprétations")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Prove once, or again after every edit."""
    return watch(options) if options.watch else verify(options)


def verify(options: argparse.Namespace) -> int:
    """Prove, print what is wrong and the table of counts; 1 when anything is wrong."""
    library = load()
    ruleset, incident = options.ruleset, options.incident
    if ruleset in library.aside:
        print("\n".join(library.aside[ruleset]))
        print(f"\nRien n'a été prouvé de « {ruleset} » : il est écarté tant que ceci n'est pas corrigé.")
        return 1
    if ruleset is not None and ruleset not in library.rulesets:
        raise InputError(unknown("règlement", ruleset, library.rulesets))
    if incident is not None and incident not in library.incidents:
        raise InputError(unknown("incident", incident, library.incidents))
    chosen = choice(library, options)
    proof = prove(library, ruleset, incident, besides=LOOKS, pairs=not options.no_pairs, graphs=True, only=chosen.only, every_case=chosen.every_case)
    keep(library, proof)
    if proof.whole:
        remember(library)
    aside = [problem for problems in library.aside.values() for problem in problems]
    aside += unwritten((data_folder("knowledge"), data_folder("rules_yaml")), supplement_files())
    for problem in (*aside, *proof.problems):
        print(problem)
    if aside or proof.problems:
        print()
    if proof.walks:
        print(table(COLUMNS, counts(library, proof)))
        if proof.pairs:
            print(table(PAIRS, pair_counts(proof)))
        print(agreed(proof))
    for notice in lost(library, ruleset):
        print(notice)
    for what, found in proof.besides.items():
        for name, clauses in found.items():
            print(f"{name} : {len(clauses)} {what}{' : ' + ', '.join(clauses) if clauses else ''}")
    if options.lacks:
        for lack in proof.lacks:
            print(lack)
    if incident is None and chosen.only is None:
        for notice in _notices(library, ruleset):
            print(notice)
    print(comparison_words(library, texts_folder()))
    if options.silences:
        _list(library, "Silences", ruleset, incident, lambda rule: rule.then.silence)
    if options.interpretations:
        _list(library, "Interprétations", ruleset, incident, lambda rule: rule.interpretation)
    wrong = len(aside) + len(proof.problems) + sum(map(len, proof.besides.get(UNREFUTED, {}).values()))
    if not wrong:
        remember_prints({pair: chosen.prints[pair] for pair in {(walk.ruleset, walk.incident) for walk in proof.walks}})
    print(conclusion(library, proof, wrong, chosen, ruleset, options.no_pairs))
    return 1 if wrong else 0


class Choice(NamedTuple):
    """Which incidents are proved, why these, and the hashes of all."""

    only: list[Pair] | None
    why: str
    prints: dict[Pair, str]
    every_case: bool = False  # of the ruleset, whichever incident they are of


def choice(library: Library, options: argparse.Namespace) -> Choice:
    """What is to be proved: all that is asked for, or of it what changed."""
    now = prints(library)
    mine = {
        pair: print_
        for pair, print_ in now.items()
        if options.ruleset in (None, pair[0]) and options.incident in (None, pair[1])
    }
    if options.changed is None:
        supplement = options.ruleset is not None and library.rulesets[options.ruleset].supplements and options.incident is None
        if not supplement:
            return Choice(None, "", now)
        touched = unlike_base(library, options.ruleset)
        base = library.rulesets[options.ruleset].base
        return Choice(touched, f"les autres y sont décidés comme dans {base}, et se prouvent avec lui : arbitre verify --ruleset {base}", now, True)
    if options.changed == "":
        return Choice(changed(mine, remembered()), "les autres n'ont pas changé depuis leur dernière preuve sans faute", now)
    before = prints(library_of(options.changed))
    return Choice(changed(mine, before), f"les autres sont comme dans {options.changed}", now)


def conclusion(library: Library, proof: Proof, wrong: int, chosen: Choice, ruleset: str | None, no_pairs: bool) -> str:
    """What was proved and what was not, in the end."""
    walked = dict.fromkeys((walk.ruleset, walk.incident) for walk in proof.walks)
    rulesets = [ruleset] if ruleset is not None else list(library.rulesets)
    every = [(name, incident.id) for name in rulesets for incident in library.incidents_of(name)]
    lines = [f"{wrong} problème(s), {proof.seconds:.1f} s." if wrong else ""]
    told = f"{len(walked)} incident(s) de {', '.join(dict.fromkeys(name for name, _ in walked))}, {sum(proof.cases.values())} cas"
    told = told if walked else "rien n'était à prouver"
    if proof.whole and not wrong:
        lines = [f"Tout est prouvé, {proof.seconds:.1f} s."] if proof.pairs else [f"Tout est prouvé sauf les paires d'événements, {proof.seconds:.1f} s."]
    elif not wrong:
        lines = [f"Prouvé sans faute : {told}, {proof.seconds:.1f} s."]
    if proof.whole and proof.pairs:
        return lines[0]
    left = len(every) - len(walked)
    where = f" de {ruleset}" if ruleset is not None else " de tous les règlements"
    why = f" ({chosen.why})" if chosen.why else ""
    unproved = [f"{left} incident(s){where} sur {len(every)}{why}"] if left else []
    unproved += ["les autres règlements"] if ruleset is not None else []
    unproved += [] if proof.pairs else ["les paires d'événements" + (" (--no-pairs)" if no_pairs else " (elles se prouvent par règlement entier)")]
    unproved += [] if proof.whole else ["ce que seul l'ensemble montre : faits que rien ne lit, ordre des clauses, exercices" if chosen.only is not None or len(walked) < 2 else "ce que seul l'ensemble montre : faits que rien ne lit, ordre des clauses"]
    return "\n".join([*lines, f"Non prouvé ici : {' ; '.join(unproved)}."])


def watch(options: argparse.Namespace) -> int:
    """Prove what changed each time a file is saved, until interrupted."""
    before, status = "", 0
    options.changed = options.changed if options.changed is not None else ""
    while True:
        try:
            now = _state()
            if now != before:
                before = now
                print(f"— {time.strftime('%H:%M:%S')} —")
                try:
                    status = verify(options)
                except (AuthorError, InputError) as error:
                    print(f"Les connaissances ne se chargent pas :\n{error}")
                    status = 1
                print("En attente d'un enregistrement (Ctrl-C pour finir)…", flush=True)
            time.sleep(INTERVAL)
        except KeyboardInterrupt:
            print()
            return status


def _state() -> str:
    """What tells a save from the one before; a file that an editor is just writing anew may be missing for a moment."""
    try:
        return fingerprint(data_folder("knowledge"), data_folder("rules_yaml"), supplement_files())
    except (AuthorError, InputError) as error:
        return str(error)


def _notices(library: Library, ruleset: str | None) -> Iterator[str]:
    """What is odd about the clauses, though nothing is wrong: a quote under two ids, a clause that nothing cites."""
    sources = list(library.sources) if ruleset is None else list(library.sources_of(ruleset))
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


def _list(
    library: Library, title: str, ruleset: str | None, incident: str | None, text_of: Callable[[Rule], str | None]
) -> None:
    print(f"\n{title}")
    for rule in library.rules():
        text = text_of(rule)
        here = incident is None or rule.incidents is None or incident in rule.incidents
        if text and here and ruleset in (None, rule.ruleset):
            print(f"  {rule.id} ({rule.place})\n    {text}")
