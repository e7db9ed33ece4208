"""The command `arbitre`: its frame, its errors in French, its exit codes. What a command can be asked stands in its own file.

Only the files of the commands that are named on the line are imported: a ruling does not wait for what others need.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

from assistant import __version__
from assistant.commands import terminal
from assistant.errors import AuthorError, Hole, InputError
from assistant.store.paths import SUPPLEMENTS

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

COMMANDS = (
    ("ask", "assistant.commands.ask", "répondre à quelques questions et lire la décision"),
    ("search", "assistant.commands.search", "dire avec ses mots ce qui s'est passé, trouver l'incident"),
    ("rule", "assistant.commands.rule", "donner des faits, recevoir la décision ou la question suivante"),
    ("hand", "assistant.commands.hand", "expliquer une main : attente, valeur, furiten, sous chaque règlement"),
    ("show", "assistant.commands.show", "montrer une clause, une règle, un fait, un incident, un cas ou une sanction"),
    ("list", "assistant.commands.list", "les lister, par règlement, paragraphe ou mots"),
    ("new", "assistant.commands.new", "commencer un incident, un cas, une règle ou un supplément"),
    ("verify", "assistant.commands.verify", "prouver les connaissances"),
    ("graph", "assistant.commands.graph", "écrire tous les questionnaires et leurs décisions en un graphe"),
    ("tree", "assistant.commands.tree", "l'arbre des questions d'un incident, en texte ou en schéma Mermaid"),
    ("diff", "assistant.commands.diff", "ce que les connaissances répondent autrement qu'avant"),
    ("silences", "assistant.commands.silences", "tout ce qu'un texte laisse ouvert : silences, contradictions, mots ouverts, choix, renvois"),
    ("compare", "assistant.commands.compare", "comparer les règlements, tout le tableau ou un incident"),
    ("schema", "assistant.commands.schema", "le schéma JSON d'un fichier YAML ou du document de `rule --json`"),
    ("exam", "assistant.commands.exam", "écrire un examen blanc tiré d'une graine, ou son corrigé"),
    ("cards", "assistant.commands.cards", "exporter les fiches d'apprentissage"),
    ("pocket", "web.pocket.command", "écrire l'édition de poche : un seul fichier, à ouvrir sans réseau"),
    ("serve", "web.server", "lancer l'application web"),
)
SHORT = 12  # signs of a version of the knowledge that are shown
ERRORS = (
    (r"the following arguments are required: (.*)", r"il manque : \1"),
    (r"unrecognized arguments: (.*)", r"arguments inconnus : \1"),
    (r"invalid choice: (.*) \(choose from (.*)\)", r"choix inconnu : \1 (choisir parmi \2)"),
    (r"invalid int value: (.*)", r"un nombre entier est attendu, trouvé : \1"),
    (r"expected one argument", r"une valeur est attendue"),
    (r"expected at least one argument", r"au moins une valeur est attendue"),
    (r"ignored explicit argument (.*)", r"cette option ne prend pas de valeur, trouvé : \1"),
    (r"ambiguous option: (.*) could match (.*)", r"\1 peut vouloir dire \2 ; écrivez l'option en entier"),
)  # what argparse says, as a pattern, and the same in French


class Help(argparse.HelpFormatter):
    """The usage line as French writes it."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, "usage : " if prefix is None else prefix)


class Version(argparse.Action):
    """Which program this is, and which knowledge it reads: the first signs of what every document calls `knowledge`."""

    def __init__(self, option_strings: Sequence[str], dest: str, **settings: Any):
        super().__init__(option_strings, dest, nargs=0, **settings)

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        from assistant.store.library import current_version

        print(f"arbitre {__version__} (connaissances {current_version()[:SHORT]})")
        terminal.flush()
        raise SystemExit(0)


class Parser(argparse.ArgumentParser):
    """Help and errors in French, exit status 2."""

    def __init__(self, **settings: Any):
        super().__init__(**settings, formatter_class=Help, add_help=False)
        self._positionals.title = "arguments"
        self.add_argument("-h", "--help", action="help", help="montrer cette aide et s'arrêter")

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Help that cannot be written is told as anything else that cannot be, where argparse would say nothing."""
        if file is None or file is sys.stderr:
            terminal.complain(message.removesuffix("\n"))
        else:
            file.write(message)
            terminal.flush()

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog} : {in_french(message)}\n")


def in_french(message: str) -> str:
    """An error of argparse: the argument it is about, and what is wrong with it."""
    about, said = "", message
    if message.startswith("argument "):
        about, _, said = message.removeprefix("argument ").partition(": ")
    for pattern, french in ERRORS:
        match = re.fullmatch(pattern, said, re.S)
        if match:
            said = match.expand(french)
            break
    return f"{about} : {said}" if about else said


def parsed(words: Sequence[str]) -> argparse.Namespace:
    """What the words of a command line ask for; whatever is wrong with them is told by the command they name."""
    top = Parser(
        prog="arbitre",
        description="L'assistant de l'arbitre de mah-jong : des faits à la décision et à son paragraphe.",
    )
    top.add_argument("--version", action=Version, help="montrer la version, celle des connaissances aussi, et s'arrêter")
    commands = top.add_subparsers(dest="command", required=True, parser_class=Parser, metavar="COMMANDE")
    for name, module, meaning in COMMANDS:
        command = commands.add_parser(name, help=meaning)
        if name in words:
            import_module(module).declare(command)
            command.add_argument(
                "--supplement", action="append", default=[], metavar="FICHIER", help="un supplément à lire en plus (plusieurs fois permis)"
            )
    options, rest = top.parse_known_args(words)
    if rest:
        commands.choices[options.command].error(f"unrecognized arguments: {' '.join(rest)}")
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 when it answered, 1 when a proof fails, 2 when its input is wrong; others say that it could not be said."""
    terminal.prepare()
    try:
        status = _run(sys.argv[1:] if arguments is None else arguments)
        terminal.flush()
        return status
    except SystemExit:  # the help and errors of the grammar
        try:
            terminal.flush()
        except OSError as error:
            return terminal.given_up(error)
        raise
    except OSError as error:
        return terminal.given_up(error)
    except KeyboardInterrupt:
        terminal.complain("\narbitre : interrompu.")
        return 130


def _run(arguments: Sequence[str]) -> int:
    options = parsed(arguments)
    before = os.environ.get(SUPPLEMENTS)
    if options.supplement:
        os.environ[SUPPLEMENTS] = os.pathsep.join([*filter(None, [before]), *options.supplement])
    try:
        return int(options.run(options))
    except InputError as error:
        terminal.complain(f"arbitre : {error}")
        return 2
    except AuthorError as error:
        terminal.complain(f"arbitre : les connaissances ne se chargent pas :\n{error}")
        return 2
    except Hole as error:
        terminal.complain(f"arbitre : les connaissances ont un défaut ici, à signaler avec ces faits : {error}")
        return 1
    finally:
        if options.supplement:
            os.environ.pop(SUPPLEMENTS)
            os.environ.update({SUPPLEMENTS: before} if before else {})


if __name__ == "__main__":
    raise SystemExit(main())
