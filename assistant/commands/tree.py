"""The command `arbitre tree`: the questions of an incident with where each answer leads, as text, picture, booklet or Mermaid flowchart."""

from __future__ import annotations

import argparse

from assistant.commands.output import declare_output, write
from assistant.engine.engines import Engines
from assistant.errors import InputError, unknown
from assistant.proof.picture import painted, svg, together
from assistant.proof.tree import Form, mermaid, text, trees
from assistant.store.library import load

WRITERS = {Form.TEXT: text, Form.MERMAID: mermaid}


def declare(parser: argparse.ArgumentParser) -> None:
    """What the command can be asked."""
    parser.add_argument("incident", nargs="?", metavar="INCIDENT", help="l'incident (ou --all)")
    parser.add_argument("--all", action="store_true", help="tous les incidents du règlement")
    parser.add_argument("--ruleset", metavar="R", required=True, help="règlement")
    parser.add_argument("--format", choices=list(map(str, Form)), default=str(Form.TEXT), help="text si absent")
    declare_output(parser)
    parser.set_defaults(run=tree)


def tree(options: argparse.Namespace) -> int:
    """Write the trees that are asked for."""
    library = load()
    if options.ruleset not in library.rulesets:
        raise InputError(library.no_ruleset(options.ruleset))
    known = [incident.id for incident in library.incidents_of(options.ruleset)]
    if (options.incident is None) != options.all:
        raise InputError("nommez un incident, ou demandez-les tous par --all.")
    if options.incident is not None and options.incident not in known:
        raise InputError(unknown("incident", options.incident, known))
    if options.all and options.format == Form.SVG:
        raise InputError("un SVG est d'un seul incident : nommez-le, ou demandez --all --format pdf.")
    engines, form = Engines(library), Form(options.format)
    wanted = known if options.all else [options.incident]
    drawn = [one for incident in wanted for one in trees(library, engines, options.ruleset, incident)]
    if form is Form.PDF:
        from assistant.proof.booklet import pdf

        title = library.rulesets[options.ruleset].title
        return write(
            pdf(drawn, f"Les questions, incident par incident : {title}" if options.all else title), options.output
        )
    if form is Form.SVG:
        return write(svg(together([painted(one) for one in drawn])).encode() + b"\n", options.output)
    return write("\n\n".join([*map(WRITERS[form], drawn)]).encode() + b"\n", options.output)
