"""The command `arbitre graph`: every questionnaire with its rulings as one document, or how large it is."""

from __future__ import annotations

import argparse
import json
import sys
import zlib
from typing import TYPE_CHECKING

from assistant.commands.output import declare_output, write
from assistant.errors import InputError
from assistant.model import Library
from assistant.proof.graph import kept_or_made
from assistant.store.library import load

if TYPE_CHECKING:
    from assistant.graph.parts import GraphDocument

KILO = 1000


def declare(parser: argparse.ArgumentParser) -> None:
    """What the command can be asked."""
    parser.add_argument("--ruleset", metavar="R", help="un seul règlement (tous si absent)")
    parser.add_argument("--json", action="store_true", help="le graphe entier, au format de `arbitre schema graph`")
    declare_output(parser)
    parser.set_defaults(run=graph)


def graph(options: argparse.Namespace) -> int:
    """Write the graph, or print its counts."""
    library = load()
    if options.ruleset is not None and options.ruleset not in library.rulesets:
        raise InputError(library.no_ruleset(options.ruleset))
    found = kept_or_made(library, lambda text: print(text, file=sys.stderr)).document
    text = written(found, options.ruleset)
    if options.json or options.output is not None:
        return write(text, options.output)
    print(counted(library, found, options.ruleset))
    print(f"{len(text) // KILO} ko en JSON, {len(zlib.compress(text, 9)) // KILO} ko comprimés.")
    return 0


def written(found: GraphDocument, ruleset: str | None = None) -> bytes:
    """The graph as it is written, of one ruleset or of all."""
    rulesets = {
        name: {**part, "incidents": dict(part["incidents"])}
        for name, part in found["rulesets"].items()
        if ruleset in (None, name)
    }
    return json.dumps({**found, "rulesets": rulesets}, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def counted(library: Library, found: GraphDocument, ruleset: str | None = None) -> str:
    """One line per ruleset."""
    lines: list[str] = []
    for name, part in found["rulesets"].items():
        if ruleset in (None, name):
            incidents = list(part["incidents"].values())
            nodes, rulings = (sum(len(one[key]) for one in incidents) for key in ("nodes", "rulings"))
            links = len(part["links"])
            lines.append(f"{name} : {len(incidents)} incidents, {nodes} nœuds, {rulings} décisions, {links} liens")
            missing = [one.id for one in library.incidents_of(name) if one.id not in part["incidents"]]
            lines += [f"  trop grand pour en être : {incident}" for incident in missing]
    return "\n".join(lines)
