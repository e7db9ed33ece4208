"""A case in a few words, for whoever is not looking at its page: what was decided, under which text, on which paragraphs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.consultation.lines import tree_heading
from assistant.french import enumerate_words, lower_first, section_name

if TYPE_CHECKING:
    from assistant.consultation.document import ConsultationPart

MOST_SECTIONS = 3  # named in a few words; the page quotes all


def settings_words(document: ConsultationPart) -> str:
    """« EMA, édition 2016, tournoi »."""
    ruleset = document["ruleset"]
    return ", ".join(
        [ruleset["short"], ruleset["edition"], *(lower_first(one["label"]) for one in document["context"])]
    )


def title_words(document: ConsultationPart) -> str:
    """What happened."""
    return " ; ".join(event["incident"]["title"] for event in document["events"])


def says(document: ConsultationPart) -> str:
    """The decision as it is read aloud, or what it waits for."""
    if document["ruling"]:
        return " ".join(document["ruling"]["headline"])
    if document["question"]:
        return f"À répondre encore : {lower_first(document['question']['question'])}"
    if document["exit"]:
        return document["exit"]["text"]
    assert document["tree"] is not None
    return f"{tree_heading(document['tree'])}."


def sections(document: ConsultationPart) -> str:
    """The paragraphs that decide, those shown first first."""
    ruling = document["ruling"]
    quoted = sorted(ruling["citations"], key=lambda one: not one["open"]) if ruling else []
    names = list(dict.fromkeys(section_name(one["section"]) for one in quoted))
    return enumerate_words(names[:MOST_SECTIONS])


def in_few_words(document: ConsultationPart) -> str:
    """« EMA, édition 2016, tournoi. Une victoire est annoncée et contestée : chombo… (§ 3.4.6). »"""
    places = sections(document)
    start = f"{settings_words(document)}. {title_words(document)} : {lower_first(says(document))}"
    return f"{start.rstrip('.')} ({places})." if places else start
