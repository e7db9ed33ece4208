"""A consultation as plain text, for the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.consultation.vocabulary import Origin
from assistant.decision import headings
from assistant.french import lower_first, named, place, typeset, upper_first
from assistant.model import WarnKind

if TYPE_CHECKING:
    from assistant.consultation.document import (
        ChangePart,
        CitationPart,
        ConsultationPart,
        EventPart,
        KnownPart,
        OpenPart,
        QuestionPart,
        ReadingPart,
        RulingPart,
        Side,
    )

WIDTH = 96
ORIGINS = {
    Origin.DERIVED: f" ({headings.DERIVED})",
    Origin.ENTAILED: f" ({headings.ENTAILED})",
    Origin.ASSUMED: f" ({headings.ASSUMED})",
}


def wrapped(text: str, first: str = "", rest: str | None = None, own: bool = True) -> Iterator[str]:
    """Lines of at most WIDTH; our own words are typeset, quotes are left as they are."""
    rest = " " * len(first) if rest is None else rest
    words = typeset(text) if own else text
    yield from textwrap.wrap(
        " ".join(words.split(" ")),
        WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [first.rstrip()]


def _section(title: str) -> Iterator[str]:
    yield ""
    yield typeset(title.upper())


def consultation_text(document: ConsultationPart) -> str:
    """One ruleset's answer."""
    return "\n".join(_consultation(document))


def _consultation(document: ConsultationPart) -> Iterator[str]:
    ruleset = document["ruleset"]
    context = ", ".join(answer["label"].lower() for answer in document["context"])
    yield typeset(f"{ruleset['title']}, {ruleset['edition']} ({context})")
    yield "=" * WIDTH
    for event in document["events"]:
        yield from _event(event)
        if event["ruling"] and not document["ruling"]:
            for line in event["ruling"]["headline"]:
                yield from wrapped(line, "  → ")
    if document["question"]:
        yield from _question(document["question"], document["open"])
    elif document["ruling"]:
        yield from _ruling(document["ruling"])
    else:
        yield from _possibilities(document)


def _event(event: EventPart) -> Iterator[str]:
    """What is known of one event."""
    title = event["incident"]["title"]
    yield typeset(f"{event['label']} : {title}" if event["label"] else title)
    for answer in event["answers"]:
        yield from wrapped(f"{answer['title']} : {answer['label']}{_origin(answer)}", "  · ")
    yield from _hand(event)
    if event["ignored"]:
        yield from wrapped(f"Sans effet ici : {', '.join(event['ignored'])}", "  · ")


def _origin(answer: KnownPart) -> str:
    """Where an answer comes from that nobody told."""
    if answer["origin"] == Origin.COMPUTED:
        return f" ({headings.BY_TILES} : {lower_first(answer['why'] or '').rstrip('.')})"
    return ORIGINS.get(answer["origin"], "")


def _hand(event: EventPart) -> Iterator[str]:
    """The tiles of an event, and where the referee overruled them."""
    hand = event["hand"]
    if hand:
        yield from wrapped(f"Tuiles : {hand['text']}", "  · ")
        if hand["wrong_count"]:
            yield from wrapped(f"{hand['wrong_count']} tuiles : voir aussi l'incident {hand['offers']}", "  · ")
    for answer in event["answers"]:
        if answer["note"]:
            yield from wrapped(f"{answer['title']} : {answer['note']}", "  · ")
    for over in event["overruled"]:
        said, computed = f"vous dites « {over['said']} »", f"les tuiles disent « {over['computed']} »"
        yield from wrapped(f"{headings.AGAINST_TILES} : {over['title']} : {said}, {computed} ({over['why']})", "  ! ")


def _question(question: QuestionPart, rulings: list[OpenPart]) -> Iterator[str]:
    yield from _section(headings.NEXT_QUESTION)
    yield from wrapped(f"{question['question']} ({question['key']})")
    if question["help"]:
        yield from wrapped(question["help"], "  ")
    if question["number"]:
        bounds = question["number"]
        yield from wrapped(f"un nombre de {bounds['min']} à {bounds['max']} ({bounds['unit']})", "  - ")
    for answer in [*question["answers"], question["not_established"]]:
        yield from wrapped(f"{answer['label']} ({question['key']}={answer['value']})", "  - ")
    yield from _section(headings.OPEN_RULINGS)
    for ruling in rulings:
        waits = f" ; attend : {', '.join(ruling['waits_for'])}" if ruling["waits_for"] else ""
        yield from wrapped(f"{ruling['title']}{waits}", "  · ")


def _possibilities(document: ConsultationPart) -> Iterator[str]:
    yield from _section(headings.POSSIBILITIES)
    for index, group in enumerate(document["possibilities"], 1):
        ways = " ; ou ".join(
            ", ".join(f"{answer['title']} : {answer['label']}" for answer in way) for way in group["when"]
        )
        yield ""
        yield from wrapped(f"Si {ways}", f"{index}. ")
        yield from wrapped(group["ruling"]["decision"], "   → ")
        for quote in [one for one in group["ruling"]["citations"] if one["open"]]:
            yield from _citation(quote, "   ")
    if document["disputed"]:
        yield from _section(headings.WHO_SETTLES)
        yield from _citation(document["disputed"], "")


def _citation(citation: CitationPart, indent: str) -> Iterator[str]:
    for quote in citation["quotes"]:
        yield from wrapped(f"«\u00a0{_unbroken(quote)}\u00a0»", indent, indent, own=False)
    where = place(citation["section"], citation["heading"])
    yield from wrapped(f"— {where} ({citation['source']})", indent + "  ", indent + "    ")


def _unbroken(quote: str) -> str:
    """A quote on one line, its guillemets and section signs kept with what they belong to; only spaces change."""
    folded = " ".join(quote.split())
    return folded.replace(" »", "\u00a0»").replace("« ", "«\u00a0").replace("§ ", "§\u00a0")


def _sources(citations: list[CitationPart]) -> Iterator[str]:
    """Which texts are quoted, under which licence."""
    for title, edition, licence in dict.fromkeys((one["title"], one["edition"], one["licence"]) for one in citations):
        yield from wrapped(f"Cité de : {title}, {edition} ({licence})", "  ")


def _ruling(ruling: RulingPart) -> Iterator[str]:
    yield from _section(headings.DECISION)
    for line in ruling["headline"]:
        yield from wrapped(line)
    for silence in ruling["silences"]:
        yield from wrapped(silence, f"  {headings.SILENT} : ", "  ")
    if ruling["dispute_does_not_matter"]:
        yield from wrapped(headings.NO_MATTER)
    for index, reading in enumerate(ruling["readings"], 1):
        yield from wrapped(reading["text"], f"  ({index}) ")
        for line in reading_lines(reading):
            yield from wrapped(line, "      · ")
    yield from _section(headings.STEPS)
    for index, step in enumerate(ruling["steps"], 1):
        yield from wrapped(step, f"  {index}. ")
    if ruling["sanctions"]:
        yield from _section(headings.EFFECT)
        for sanction in ruling["sanctions"]:
            on = f" ({sanction['on']})" if sanction["on"] else ""
            yield from wrapped(f"{upper_first(sanction['name'])}{on} : {sanction['effect']}", "  · ")
    yield from _section(headings.TEXT)
    for citation in ruling["citations"]:
        yield from _citation(citation, "  ")
    yield from _sources(ruling["citations"])
    yield from _section(headings.WARNINGS)
    for warning in ruling["warnings"]:
        if warning["kind"] == WarnKind.SILENCE:
            continue  # said with the decision
        yield from wrapped(f"{headings.WARNING_NAMES[warning['kind']]} : {warning['text']}", "  ! ")
    yield from _changes(ruling)
    yield from _section(headings.HOW)
    for rule in ruling["how"]:
        because = ", ".join(f"{fact['title']} : {fact['label']}" for fact in rule["because"])
        yield from wrapped(f"{rule['title']}{f' (parce que {because})' if because else ''} [{rule['rule']}]", "  · ")


def reading_lines(reading: ReadingPart) -> list[str]:
    """What one reading decides: sanctions, amounts, the deal, and what it leaves unsaid."""
    lines = [upper_first(sanction["name"]) for sanction in reading["sanctions"]]
    lines += [amount["text"] for amount in reading["amounts"]]
    lines += [upper_first(named(slot["title"], slot["label"])) for slot in reading["slots"]]
    return [*lines, *([f"{headings.SILENT} : {reading['silence']}"] if reading["silence"] else [])]


CHANGES: tuple[tuple[Side, str], ...] = (
    ("lighter", headings.LIGHTER),
    ("heavier", headings.HEAVIER),
    ("unordered", headings.UNORDERED),
    ("would_ask", headings.WOULD_ASK),
)


def _changes(ruling: RulingPart) -> Iterator[str]:
    yield from _change_lines(headings.UNLESS, ruling["unless"])
    for side, title in CHANGES:
        yield from _change_lines(title, ruling[side])


def _change_lines(title: str, changes: list[ChangePart]) -> Iterator[str]:
    if changes:
        yield from _section(title)
    for change in changes:
        because = f" ({change['because']})" if change["because"] else ""
        yield from wrapped(f"{change['title']} : {change['label']} → {follows(change)}{because}", "  · ")


def follows(change: ChangePart) -> str:
    """What an answer would lead to: what would be otherwise, or the question that would come."""
    asks = f"il faudrait demander : {change['asks']}" if change["asks"] else headings.SEVERAL_POSSIBILITIES
    return change["change"] or change["decision"] or asks
