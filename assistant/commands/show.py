"""The command `arbitre show`: one entry of the knowledge with what hangs together with it, as data or as text."""

from __future__ import annotations

import argparse

from assistant.commands.output import print_json
from assistant.consultation.catalogue import Kind, case_rulings, entry_document
from assistant.french import typeset
from assistant.model import Case, Library
from assistant.store.library import load


def declare(parser: argparse.ArgumentParser) -> None:
    """What the command can be asked."""
    parser.add_argument("kind", choices=tuple(map(str, Kind)), metavar="|".join(Kind), help="de quoi")
    parser.add_argument("id", metavar="ID", help="lequel ; `arbitre list` les nomme")
    parser.add_argument("--json", action="store_true", help="un seul document JSON")
    parser.set_defaults(run=show)


def show(options: argparse.Namespace) -> int:
    """Print one entry."""
    library = load()
    kind, name = Kind(options.kind), options.id
    if kind is Kind.CASE and name in library.cases and not options.json:
        print(_case_text(library, library.cases[name]))
        return 0
    document = entry_document(library, kind, name)
    if options.json:
        print_json(document)
    else:
        print("\n".join(_lines(document, 0)))
    return 0


def _case_text(library: Library, case: Case) -> str:
    from assistant.consultation.text import consultation_text

    told = case.told(library.rulesets[next(iter(case.expect))].names)
    head = [f"{case.title} ({case.id}, niveau {case.level})", *(sentence for _, sentence in told)]
    rulings = [consultation_text(answer) for answer in case_rulings(library, case).values()]
    return "\n\n".join([typeset("\n".join(head)), *rulings])


def _lines(value: object, depth: int) -> list[str]:
    indent = "  " * depth
    if isinstance(value, dict):
        lines: list[str] = []
        for key, item in value.items():
            if item in (None, [], {}, ""):
                continue
            if isinstance(item, (dict, list)):
                lines += [f"{indent}{key} :", *_lines(item, depth + 1)]
            else:
                lines.append(f"{indent}{key} : {item}")
        return lines
    if isinstance(value, list):
        lines = []
        for item in value:
            inner = _lines(item, depth + 1) if isinstance(item, (dict, list)) else [f"{indent}  {item}"]
            lines += [f"{indent}- {inner[0].strip()}", *inner[1:]] if inner else []
        return lines
    return [f"{indent}{value}"]
