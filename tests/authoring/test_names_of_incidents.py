"""A sentence that sends the reader to another incident calls it by its title, as the pages do."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assistant.model import Library

SENT = re.compile(r"(?:[Pp]renez|[Jj]ugez[^«.]*?\()\s*« ([^»]+) »")


def sent_to(library: Library) -> Iterator[tuple[str, str]]:
    """Where a reader is sent to something else, and by which name."""
    for incident in library.incidents.values():
        yield from ((incident.id, name) for name in SENT.findall(_spaced(incident.help or "")))
    for fact in library.facts.values():
        for text in (fact.help or "", *dict(fact.help_in).values()):
            yield from ((fact.id, name) for name in SENT.findall(_spaced(text)))
    for ruleset in library.rulesets.values():
        for rule in ruleset.rules.values():
            yield from ((rule.id, name) for step in rule.steps for name in SENT.findall(_spaced(step.text)))


def _spaced(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def test_incidents_are_called_by_their_titles(library: Library) -> None:
    titles = {_spaced(incident.title) for incident in library.incidents.values()}
    sent = list(sent_to(library))
    assert len(sent) > 20
    assert [(place, name) for place, name in sent if name not in titles] == []
