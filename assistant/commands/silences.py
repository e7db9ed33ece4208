"""The command `arbitre silences`: all that a text leaves open, by family, with where it is met and what the other texts say."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.commands.output import print_json
from assistant.consultation.agenda import NAMES, NO_CASE, agenda, counted, precising
from assistant.consultation.lines import other_text_words
from assistant.decision import headings
from assistant.engine.engines import Engines
from assistant.errors import InputError
from assistant.french import sentence, typeset
from assistant.model import Library
from assistant.store.library import load

if TYPE_CHECKING:
    from assistant.consultation.agenda_document import AgendaPart, OpeningPart


def declare(parser: argparse.ArgumentParser) -> None:
    """What the command can be asked."""
    parser.add_argument("--ruleset", metavar="R", help="un seul règlement (tous si absent)")
    parser.add_argument("--json", action="store_true", help="un seul document JSON")
    parser.set_defaults(run=silences)


def silences(options: argparse.Namespace) -> int:
    """Print the atlas."""
    library = load()
    if options.ruleset is not None and options.ruleset not in library.rulesets:
        raise InputError(library.no_ruleset(options.ruleset))
    rulesets = list(library.rulesets) if options.ruleset is None else [options.ruleset]
    document = agenda(library, Engines(library), rulesets)
    if options.json:
        print_json(document)
    else:
        print("\n\n".join("\n".join(map(typeset, _lines(library, part))) for part in document["atlases"]))
    return 0


def _lines(library: Library, part: AgendaPart) -> Iterator[str]:
    yield f"{part['title']}, {part['edition']} : {counted(part['families'])}."
    for family in part["families"]:
        yield f"\n{family['title']} ({len(family['openings'])})"
        for opening in family["openings"]:
            yield ""
            yield from (f"  {line}" for line in _opening(library, part["ruleset"], opening))


def _opening(library: Library, ruleset: str, opening: OpeningPart) -> Iterator[str]:
    yield f"{NAMES[opening['kind']][0]} · {opening['title']}"
    if opening["text"]:
        yield f"  {opening['text']}"
    for number, reading in enumerate(opening["readings"], 1):
        yield f"  {headings.READING} {number} : {reading['text']}"
    if opening["forbidden"]:
        yield f"  {sentence(headings.FORBIDDEN)}"
    if opening["clauses"]:
        yield f"  Cherché : {' ; '.join(dict.fromkeys(one['place'] for one in opening['clauses']))}"
    if opening["incidents"]:
        yield f"  Incident : {' ; '.join(one['title'] for one in opening['incidents'])}"
    yield from (f"  Préciser : {command}" for command in precising(library, ruleset, opening))
    case = opening["case"]
    if case is None:
        yield f"  {NO_CASE}"
        return
    yield f"  Cas : {case['title']} ({case['id']}). {case['decision']}"
    yield from (f"    {other_text_words(other)}" for other in opening["elsewhere"])
