"""The command `arbitre`: what it can be asked, and who answers. Heavy modules are imported only by the answer that needs them."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from assistant import __version__
from assistant.errors import AuthorError, Hole, InputError

KINDS = ("clause", "rule", "fact", "incident", "case")


class Parser(argparse.ArgumentParser):
    """Errors in French, exit status 2."""

    def error(self, message: str) -> None:  # type: ignore[override]
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog} : {_french(message)}\n")


def _french(message: str) -> str:
    for english, french in (
        ("the following arguments are required", "il manque"),
        ("invalid choice", "choix inconnu"),
        ("unrecognized arguments", "arguments inconnus"),
        ("expected one argument", "une valeur est attendue"),
        ("invalid int value", "un nombre entier est attendu, trouvé"),
        ("choose from", "choisir parmi"),
        ("argument ", ""),
    ):
        message = message.replace(english, french)
    return message.replace(": ", " : ")


def parser() -> argparse.ArgumentParser:
    """The grammar of the command."""
    top = Parser(
        prog="arbitre",
        description="L'assistant de l'arbitre de mah-jong : des faits à la décision et à son paragraphe.",
    )
    top.add_argument("--version", action="version", version=f"arbitre {__version__}")
    commands = top.add_subparsers(dest="command", required=True, parser_class=Parser, metavar="COMMANDE")
    commands.add_parser("ask", help="répondre à quelques questions et lire la décision")
    rule = commands.add_parser("rule", help="donner des faits, recevoir la décision ou la question suivante")
    rule.add_argument(
        "--ruleset", action="append", default=[], metavar="R", help="règlement (plusieurs fois permis ; tous si absent)"
    )
    rule.add_argument(
        "--fact",
        action="append",
        default=[],
        metavar="FAIT=VALEUR",
        help="un fait, par exemple incident=victoire-annoncee",
    )
    rule.add_argument(
        "--tiles", metavar="TUILES", help="la main du joueur, par exemple '2233344456m 678p +3m ecarts:6m'"
    )
    rule.add_argument("--facts", metavar="FICHIER", help="un fichier YAML de faits")
    rule.add_argument("--json", action="store_true", help="un seul document JSON")
    _hand(commands)
    for name, text in (
        ("show", "montrer une clause, une règle, un fait, un incident ou un cas"),
        ("list", "les lister"),
    ):
        command = commands.add_parser(name, help=text)
        command.add_argument(
            "kind",
            choices=KINDS if name == "show" else [*(f"{kind}s" for kind in KINDS), *KINDS],
            metavar="|".join(KINDS if name == "show" else [f"{kind}s" for kind in KINDS]),
        )
        if name == "show":
            command.add_argument("id", metavar="ID")
        command.add_argument("--json", action="store_true")
    verify = commands.add_parser("verify", help="prouver les connaissances")
    verify.add_argument("--ruleset", metavar="R")
    verify.add_argument("--incident", metavar="I")
    verify.add_argument("--silences", action="store_true", help="lister les silences")
    verify.add_argument("--interpretations", action="store_true", help="lister les interprétations")
    compare = commands.add_parser("compare", help="comparer les règlements, tout le tableau ou un incident")
    compare.add_argument("incident", nargs="?", metavar="INCIDENT")
    compare.add_argument(
        "--ruleset", action="append", default=[], metavar="R", help="règlement (plusieurs fois permis)"
    )
    compare.add_argument("--family", metavar="F", help="une seule famille")
    compare.add_argument("--differ", action="store_true", help="seulement là où ils diffèrent")
    compare.add_argument(
        "--gravest", action="store_true", help="ce qui surprendra, le plus grave d'abord (deux --ruleset)"
    )
    compare.add_argument("--format", choices=("text", "json", "csv", "markdown"), default="text")
    schema = commands.add_parser("schema", help="le schéma JSON d'un fichier YAML ou du document de `rule --json`")
    schema.add_argument("name", metavar="NOM", nargs="?")
    exam = commands.add_parser("exam", help="écrire un examen blanc tiré d'une graine, ou son corrigé")
    exam.add_argument("--seed", type=int, required=True, metavar="N", help="la même graine donne le même examen")
    exam.add_argument("--questions", type=int, default=20, metavar="20|40")
    exam.add_argument("--ruleset", metavar="R", help="un seul règlement (tous si absent)")
    exam.add_argument("--format", choices=("html", "pdf"), default="html")
    exam.add_argument("--key", action="store_true", help="le corrigé au lieu du sujet")
    cards = commands.add_parser("cards", help="exporter les fiches d'apprentissage")
    cards.add_argument("--ruleset", metavar="R", help="un seul règlement (tous si absent)")
    cards.add_argument("--format", choices=("anki", "csv"), default="csv")
    for command in (exam, cards):
        command.add_argument("--output", metavar="FICHIER", help="au lieu de la sortie standard")
    serve = commands.add_parser("serve", help="lancer l'application web")
    serve.add_argument("--host", default="127.0.0.1")
    serve.add_argument("--port", type=int, default=8000)
    serve.add_argument(
        "--trusted-proxy",
        metavar="ADRESSE",
        help="croire les en-têtes X-Forwarded-* du mandataire à cette adresse (sinon de personne)",
    )
    return top


def _hand(commands: argparse._SubParsersAction[Parser]) -> None:
    hand = commands.add_parser("hand", help="expliquer une main : attente, valeur, furiten, sous chaque règlement")
    hand.add_argument("tiles", nargs="+", metavar="TUILES", help="par exemple '2233344456m 678p' '+3m' 'ecarts:6m'")
    hand.add_argument("--ruleset", action="append", default=[], metavar="R", help="règlement (tous si absent)")
    for name, meaning in (
        ("--win", "la tuile gagnante"),
        ("--discards", "ses écarts"),
        ("--passed", "tuiles laissées passer ce tour"),
        ("--passed-after-riichi", "tuiles laissées passer depuis son riichi"),
        ("--indicators", "indicateurs de dora"),
        ("--ura", "indicateurs ura"),
        ("--kong", "kong caché fait après riichi"),
    ):
        hand.add_argument(name, metavar="TUILES", help=meaning)
    hand.add_argument("--seat", metavar="VENT", help="vent du joueur : est, sud, ouest, nord")
    hand.add_argument("--round", metavar="VENT", help="vent dominant")
    for name, meaning in (("--flowers", "fleurs"), ("--counters", "compteurs"), ("--stakes", "mises de riichi")):
        hand.add_argument(name, type=int, metavar="N", help=meaning)
    for name, meaning in (("--ron", "sur un écart"), ("--tsumo", "sur pioche"), ("--riichi", "riichi déclaré")):
        hand.add_argument(name, action="store_true", help=meaning)
    hand.add_argument("--json", action="store_true", help="un seul document JSON")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 when it answered, 1 when a proof fails, 2 when its input is wrong."""
    options = parser().parse_args(arguments)
    try:
        return _run(options)
    except InputError as error:
        print(f"arbitre : {error}", file=sys.stderr)
        return 2
    except AuthorError as error:
        print(f"arbitre : les connaissances ne se chargent pas :\n{error}", file=sys.stderr)
        return 2
    except Hole as error:
        print(f"arbitre : les connaissances ont un défaut ici, à signaler avec ces faits : {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("\narbitre : interrompu.", file=sys.stderr)
        return 130


def _run(options: argparse.Namespace) -> int:
    if options.command == "rule":
        from assistant.commands.rule import rule

        return rule(options)
    if options.command == "hand":
        from assistant.commands.hand import hand

        return hand(options)
    if options.command == "ask":
        from assistant.commands.ask import ask

        return ask()
    if options.command in ("show", "list"):
        from assistant.commands.show import list_kind, show

        return (
            show(options.kind, options.id, options.json)
            if options.command == "show"
            else list_kind(options.kind, options.json)
        )
    if options.command == "verify":
        from assistant.commands.verify import verify

        return verify(options.ruleset, options.incident, options.silences, options.interpretations)
    if options.command == "compare":
        from assistant.commands.compare import compare

        return compare(
            options.incident, options.ruleset, options.family, options.differ, options.format, options.gravest
        )
    if options.command == "schema":
        from assistant.commands.schema import print_schema

        return print_schema(options.name)
    if options.command in ("exam", "cards"):
        from assistant.commands import papers as seminar

        return seminar.exam(options) if options.command == "exam" else seminar.cards(options)
    from web.server import serve

    return serve(options.host, options.port, trusted_proxy=options.trusted_proxy)
