"""The command `arbitre list`: the entries of a kind by id and title, all of them or those that are wanted."""

from __future__ import annotations

import argparse

from assistant.commands.output import print_json
from assistant.consultation.catalogue import PLURALS, Entry, Kind, belongs, listed, said_of
from assistant.errors import InputError, unknown
from assistant.french import section_name, typeset
from assistant.model import Clause, Library
from assistant.search.words import fold
from assistant.store.library import load


def declare(parser: argparse.ArgumentParser) -> None:
    """What the command can be asked."""
    parser.add_argument("kind", choices=(*PLURALS, *map(str, Kind)), metavar="|".join(PLURALS), help="de quoi")
    parser.add_argument("--ruleset", metavar="R", help="d'un seul règlement (tous si absent)")
    parser.add_argument("--section", metavar="N", help="des clauses : d'un paragraphe et de ceux qu'il contient, par exemple 5.3")
    parser.add_argument("--search", metavar="MOTS", help="où tous ces mots se lisent, sans accents ni majuscules")
    parser.add_argument("--json", action="store_true", help="un seul document JSON")
    parser.set_defaults(run=list_entries)


def list_entries(options: argparse.Namespace) -> int:
    """Print the entries of a kind, a line each."""
    library, kind = load(), PLURALS.get(options.kind) or Kind(options.kind)
    _check(library, kind, options)
    words = [] if options.search is None else fold(options.search).split()

    def admits(entry: Entry) -> bool:
        if options.ruleset is not None and not belongs(library, entry, options.ruleset):
            return False
        if options.section is not None and not (isinstance(entry, Clause) and _within(entry, options.section)):
            return False
        said = fold(said_of(entry)) if words else ""
        return all(word in said for word in words)

    rows = listed(library, kind, admits)
    if kind is Kind.SANCTION and options.ruleset is not None:  # as that text calls it: chonbo, chombo
        rows = [{**row, "title": library.sanctions[row["id"]].rulesets[options.ruleset].name} for row in rows]
    if options.json:
        print_json(rows)
    elif rows:
        width = max(len(row["id"]) for row in rows)
        print("\n".join(typeset(f"{row['id']:{width}}  {row['title']}") for row in rows))
    else:
        print(typeset("Rien n'est trouvé : dites moins de mots, ou un autre règlement."))
    return 0


def _check(library: Library, kind: Kind, options: argparse.Namespace) -> None:
    """Refuse what cannot be looked for."""
    if options.ruleset is not None and options.ruleset not in library.rulesets:
        raise InputError(library.no_ruleset(options.ruleset))
    if options.search is not None and not options.search.strip():
        raise InputError("--search : aucun mot n'est donné ; par exemple --search riichi.")
    if options.section is None:
        return
    if kind is not Kind.CLAUSE:
        raise InputError("--section : seules les clauses ont un paragraphe ; écrivez « list clauses », ou ôtez --section.")
    own = [one for one in library.clauses.values() if options.ruleset is None or belongs(library, one, options.ruleset)]
    if not any(_within(one, options.section) for one in own):
        where = f" de {options.ruleset}" if options.ruleset is not None else ""
        raise InputError(unknown(f"paragraphe{where}", options.section, {one.section for one in own}))


def _within(clause: Clause, section: str) -> bool:
    """Whether a clause stands in a section, by its number, its name or how it is cited, or in one that it contains."""
    wanted = fold(section).strip().removeprefix("§").strip().rstrip(".")
    names = (fold(name).removeprefix("§").strip() for name in (clause.section, section_name(clause.section)))
    return bool(wanted) and any(name == wanted or name.startswith((f"{wanted}.", f"{wanted},", f"{wanted} ")) for name in names)
