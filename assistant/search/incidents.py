"""What incidents and clauses are found by."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from assistant.model import Incident, Library
from assistant.search.glossary import Glossary
from assistant.search.index import Field, Index

INCIDENT_FIELDS = {
    "words": Field(weight=1.4, length=0.3, passage=2.8),
    "title": Field(weight=2.4, length=0.2, passage=1.4),
    "help": Field(weight=0.65, length=0.4, passage=0.3),
    "story": Field(weight=0.6, length=0.45, passage=0.6),  # told under the ruleset played
    "elsewhere": Field(weight=0.4, length=0.65, passage=0.8),  # told under another only
    "answers": Field(weight=0.2, length=0.5, passage=0.0),
    "sanctions": Field(weight=0.05, length=0.8, passage=0.0),
}
CLAUSE_FIELDS = {
    "section": Field(weight=3.0, length=0.0, passage=0.5),
    "heading": Field(weight=2.0, length=0.3, passage=0.5),
    "quote": Field(weight=1.0, length=0.6, passage=0.5),
}


def incident_index(library: Library, glossary: Glossary, ruleset: str | None = None) -> Index:
    """The incidents of a ruleset (of all without one), by their words and by the stories of their cases."""
    incidents = library.incidents_of(ruleset) if ruleset else tuple(library.incidents.values())
    stories = _stories(library, ruleset)
    answers = _answers(library, ruleset)
    sanctions = _sanctions(library, ruleset)
    return Index(
        glossary,
        INCIDENT_FIELDS,
        {incident.id: _told(incident, stories, answers, sanctions) for incident in incidents},
    )


def _told(
    incident: Incident,
    stories: Mapping[tuple[str, str], Sequence[str]],
    answers: Mapping[str, Sequence[str]],
    sanctions: Mapping[str, Sequence[str]],
) -> dict[str, Sequence[str]]:
    return {
        "words": incident.words,
        "title": [incident.title],
        "help": [incident.help],
        "story": stories.get((incident.id, "story"), ()),
        "elsewhere": stories.get((incident.id, "elsewhere"), ()),
        "answers": answers.get(incident.id, ()),
        "sanctions": sanctions.get(incident.id, ()),
    }


def _stories(library: Library, ruleset: str | None) -> dict[tuple[str, str], list[str]]:
    """The titles and sentences of the cases of each incident, each once: where the ruleset played decides them, and elsewhere."""
    told: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    for case in library.cases.values():
        if case.further:
            continue
        field = "story" if ruleset is None or ruleset in case.expect else "elsewhere"
        sentences = told[case.incident, field]
        if not case.varies:
            sentences[case.title] = None
        rulesets = library.rulesets if ruleset is None or ruleset not in case.expect else [ruleset]
        for name in rulesets:
            sentences.update((sentence, None) for _, sentence in case.told(library.rulesets[name].names))
    for (incident, field), sentences in told.items():
        if field == "elsewhere":
            for sentence in told.get((incident, "story"), {}):
                sentences.pop(sentence, None)
    return {key: list(sentences) for key, sentences in told.items()}


def _answers(library: Library, ruleset: str | None) -> dict[str, list[str]]:
    """What may be answered to the questions of each incident."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for rule in library.rules():
        if rule.incidents and (ruleset is None or rule.ruleset == ruleset):
            for incident in rule.incidents:
                for name in rule.reads():
                    fact = library.facts.get(name)
                    if fact is not None:
                        for value in fact.values:
                            found[incident][value.label] = None
    return {incident: list(labels) for incident, labels in found.items()}


def _sanctions(library: Library, ruleset: str | None) -> dict[str, list[str]]:
    """What each incident can lead to, in the words of the rulesets: people search « chombo » too."""
    found: dict[str, set[str]] = defaultdict(set)
    for rule in library.rules():
        if rule.incidents and (ruleset is None or rule.ruleset == ruleset):
            for incident in rule.incidents:
                found[incident].update(rule.then.sanctions)
    return {
        incident: [
            text
            for name in sorted(names)
            for text in (
                library.sanctions[name].title,
                *(naming.name for naming in library.sanctions[name].rulesets.values()),
            )
        ]
        for incident, names in found.items()
    }


def clause_index(library: Library, glossary: Glossary) -> Index:
    """Clauses by their heading, quote and section."""
    return Index(
        glossary,
        CLAUSE_FIELDS,
        {
            clause.id: {"section": [clause.section], "heading": [clause.heading], "quote": clause.quotes}
            for clause in library.clauses.values()
        },
    )
