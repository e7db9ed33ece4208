"""The command `arbitre search`: from anybody's words to the incident of a ruleset."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from assistant.french import typeset
from assistant.model import Ruleset
from assistant.search.answer import OFFERED, answer, query_of
from assistant.search.finder import Finder
from assistant.store.library import load

if TYPE_CHECKING:
    from assistant.search.document import SearchDocument


def declare(parser: argparse.ArgumentParser) -> None:
    """What the command can be asked."""
    parser.add_argument("words", nargs="+", metavar="MOTS", help="ce qui s'est passé, en toutes langues de la table")
    parser.add_argument("--ruleset", metavar="R", help="le règlement joué ; sans lui, chacun répond")
    parser.add_argument("--json", action="store_true", help="un seul document JSON")
    parser.set_defaults(run=search)


def search(options: argparse.Namespace) -> int:
    """Print what each ruleset asked for calls it."""
    library = load()
    finder = Finder(library, lasting=True)
    query = query_of(" ".join(options.words))
    rulesets = [options.ruleset] if options.ruleset is not None else list(library.rulesets)
    documents = [answer(finder, query, ruleset).document for ruleset in rulesets]
    if options.json:
        print(json.dumps(documents[0] if options.ruleset is not None else documents, ensure_ascii=False, indent=2))
    else:
        print("\n\n".join(typeset(_text(library.rulesets[name], document)) for name, document in zip(rulesets, documents, strict=True)))
    return 0


def _text(ruleset: Ruleset, document: SearchDocument) -> str:
    results = document["results"][:OFFERED]
    if not results:
        return f"{ruleset.title} : rien de connu pour « {document['query']} » ; dites-le avec d'autres mots."
    head = "je crois que c'est" if document["sure"] else "c'est peut-être"
    lines = [f"{ruleset.title} : {head}"]
    for result in results:
        lines.append(f"  {result['title']} ({result['incident']})")
        if not document["sure"] or result is results[0]:
            lines.append(f"    {result['help']}")
        if result["silent"]:
            lines.append("    Le texte se tait là-dessus.")
    return "\n".join(lines)
