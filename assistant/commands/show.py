"""The command `arbitre show`: one entry of the knowledge with what hangs together with it, as data or as text."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from assistant.commands.output import print_json
from assistant.consultation.catalogue import Kind, case_rulings, entry_document, given_by
from assistant.consultation.sentences import words
from assistant.decision import headings
from assistant.french import typeset, upper_first
from assistant.model import Case, Library, Nature, Sanction, Sentence
from assistant.store.library import load

NATURES = {Nature.SANCTION: "sanction", Nature.DECISION: "décision"}


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
    if kind is Kind.SANCTION and name in library.sanctions and not options.json:
        print(typeset("\n".join(_sanction_lines(library, library.sanctions[name]))))
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


def _sanction_lines(library: Library, sanction: Sanction) -> Iterator[str]:
    """What a sanction is in each ruleset: its name, its effect, what the referee then does, the rules that give it."""
    yield f"{sanction.title} ({sanction.id}, {NATURES[sanction.nature]})"
    for ruleset in library.rulesets.values():
        naming = sanction.rulesets.get(ruleset.id)
        if naming is None:
            yield f"\n{ruleset.title}, {ruleset.edition} : ce règlement ne la connaît pas."
            continue
        yield f"\n{ruleset.title}, {ruleset.edition} : {naming.name}"
        for heading, sentences in ((headings.EFFECT, naming.effects), (headings.STEPS, naming.steps)):
            if sentences:
                yield f"  {heading}"
                yield from (f"    {_said(library, one)}" for one in sentences)
        rules = given_by(library, sanction)[ruleset.id]
        yield f"  Règles qui la donnent : {len(rules) or 'aucune'}"
        for rule in rules:
            reading = "" if sanction.id in rule.then.sanctions else ", selon une lecture"
            yield f"    {upper_first(rule.title)} ({rule.id}{reading})"


def _said(library: Library, sentence: Sentence) -> str:
    """A sentence with where it bears, as far as it does not say so itself."""
    if sentence.unsure:
        return sentence.unsure
    where = [library.incidents[name].title for name in sorted(sentence.bears.incidents or ())]
    conditions = [words(library, test) for test in sentence.bears.tests]
    told = [
        *([f"pour : {', '.join(where)}"] if where else []),
        *([f"seulement si {' et '.join(conditions)}"] if conditions else []),
    ]
    return f"{sentence.text} ({' ; '.join(told)})" if told else sentence.text


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
