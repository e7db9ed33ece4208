"""What an edit changes as a page to be printed: the counts first, then every change with all its situations, before and after."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from itertools import groupby

from assistant.french import typeset, upper_first
from assistant.model import Library
from assistant.proof.difference import Change, Kind, situation_words

STYLE = """
body { max-width: 46rem; margin: 1rem auto; padding: 0 .8rem; font: 16px/1.45 sans-serif; color: #1b1b1b; background: #fff; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; border-bottom: 1px solid; } h3 { font-size: 1rem; margin-bottom: .2rem; }
table { border-collapse: collapse; } th, td { padding: .15rem .8rem .15rem 0; text-align: left; vertical-align: top; }
dl { margin: .2rem 0; } dt { font-weight: bold; } dd { margin: 0 0 .3rem 1rem; } section { break-inside: avoid; } small { color: #444; }
@media print { body { max-width: none; margin: 0; font-size: 10pt; } @page { size: A4; margin: 16mm; } }
"""


def page(before: Library, after: Library, changes: list[Change], names: dict[Kind, str], counts: dict[Kind, int], since: str) -> str:
    """The whole page, in one file."""
    title = "Ce que les modifications changent"
    parts = [
        '<!doctype html>\n<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title><style>{STYLE}</style></head><body><h1>{title}</h1>",
        f"<p>{_told(f'Depuis {since} : connaissances {before.version[:12]}, puis {after.version[:12]}.')}</p>",
    ]
    if not changes:
        parts.append("<p>Rien n’a changé : mêmes questions, mêmes décisions, mêmes montants, mêmes citations, mêmes mots.</p>")
    else:
        rows = "".join(
            f"<tr><th scope=row>{_told(upper_first(names[kind]))}</th><td>{counts[kind]}</td></tr>" for kind in Kind if counts.get(kind)
        )
        parts.append(f"<table><caption>Situations changées</caption>{rows}</table>")
    for (ruleset, incident), group in groupby(changes, lambda change: (change.ruleset, change.incident)):
        library = after if ruleset in after.rulesets else before
        known = after if incident in after.incidents else before
        named = library.rulesets[ruleset].title if ruleset in library.rulesets else ruleset
        of = f" — {known.incidents[incident].title}" if incident in known.incidents else ""
        parts.append(f"<h2>{_told(named + of)}</h2>")
        parts += [_change(known, change, names) for change in group]
    return "\n".join([*parts, "</body></html>\n"])


def _change(library: Library, change: Change, names: dict[Kind, str]) -> str:
    situations = "".join(f"<li>{_told(upper_first(situation_words(library, dict(facts))))}</li>" for facts in change.situations)
    return (
        f"<section><h3>{_told(upper_first(names[change.kind]))}</h3>"
        f"<dl><dt>Avant</dt><dd>{_told(change.before or 'rien')}</dd><dt>Après</dt><dd>{_told(change.after or 'rien')}</dd></dl>"
        f"{f'<ul>{situations}</ul>' if situations else ''}{_causes(change.causes)}</section>"
    )


def _causes(causes: Iterable[tuple[str, str]]) -> str:
    told = " ; ".join(f"{escape(name)} ({escape(place)})" for name, place in causes)
    return f"<p><small>Édité : {told}</small></p>" if told else ""


def _told(words: str) -> str:
    return escape(typeset(words))
