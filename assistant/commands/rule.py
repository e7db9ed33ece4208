"""The command `arbitre rule`."""

from __future__ import annotations

import argparse
from pathlib import Path

from assistant.commands.output import print_json
from assistant.consultation.consultant import Consultant
from assistant.consultation.intake import TILES
from assistant.consultation.text import consultation_text
from assistant.errors import InputError
from assistant.store.library import load


def declare(parser: argparse.ArgumentParser) -> None:
    """What the command can be asked."""
    parser.add_argument(
        "--ruleset", action="append", default=[], metavar="R", help="règlement (plusieurs fois permis ; tous si absent)"
    )
    parser.add_argument(
        "--fact",
        action="append",
        default=[],
        metavar="FAIT=VALEUR",
        help="un fait, par exemple incident=victoire-annoncee",
    )
    parser.add_argument(
        "--tiles",
        metavar="TUILES",
        help="la main du joueur, par exemple '2233344456m 678p +3m ecarts:6m' ; les signes : `arbitre hand --help`",
    )
    parser.add_argument("--facts", metavar="FICHIER", help="un fichier YAML de faits")
    parser.add_argument("--json", action="store_true", help="un seul document JSON")
    parser.set_defaults(run=rule)


def rule(options: argparse.Namespace) -> int:
    """Print the ruling or the next question, for one or several rulesets."""
    facts = facts_of(options.fact, options.facts)
    if options.tiles:
        facts[TILES] = options.tiles
    document = Consultant(load()).consult(options.ruleset, facts)
    if options.json:
        print_json(document)
    else:
        print("\n\n".join(consultation_text(one) for one in document["consultations"]))
    return 0


def facts_of(pairs: list[str], file: str | None) -> dict[str, object]:
    """The facts of a file, then those of the command line."""
    facts: dict[str, object] = dict(_facts_in(Path(file))) if file else {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign or not name or not value:
            raise InputError(f"« {pair} » n'est pas de la forme FAIT=VALEUR, par exemple tuiles_montrees=aucune.")
        if name in facts and file is None:
            raise InputError(f"« {name} » est donné deux fois.")
        facts[name] = value
    return facts


def _facts_in(path: Path) -> dict[str, object]:
    from assistant.authoring.yamlfile import read_yaml
    from assistant.errors import AuthorError

    if not path.is_file():
        raise InputError(f"Fichier de faits introuvable : {path}")
    try:
        data = read_yaml(path, str(path)).data
    except AuthorError as error:
        raise InputError(str(error)) from error
    if not isinstance(data, dict) or not all(isinstance(value, (str, int)) for value in data.values()):
        raise InputError(f"{path} : attendu un fait par ligne, « fait: valeur ».")
    return data
