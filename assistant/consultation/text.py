"""A consultation as plain text, for the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

from assistant.french import lower_first, named, place, typeset, upper_first

WIDTH = 96


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
    yield title.upper()


def consultation_text(document: dict[str, Any]) -> str:
    """One ruleset's answer."""
    return "\n".join(_consultation(document))


def _consultation(document: dict[str, Any]) -> Iterator[str]:
    if document["events"]:
        yield from _several(document)
        return
    ruleset = document["ruleset"]
    context = ", ".join(answer["label"].lower() for answer in document["context"])
    yield typeset(f"{ruleset['title']}, {ruleset['edition']} ({context})")
    yield "=" * WIDTH
    yield typeset(document["incident"]["title"])
    for answer in document["answers"]:
        origin = {
            "derived": " (déduit)",
            "computed": f" (d'après les tuiles : {lower_first(answer.get('why') or '').rstrip('.')})",
            "entailed": " (suite de l'incident précédent)",
            "assumed": " (supposé)",
            "contested": "",
        }.get(answer["origin"], "")
        yield from wrapped(f"{answer['title']} : {answer['label']}{origin}", "  · ")
    yield from _hand(document)
    if document["ignored"]:
        yield from wrapped(f"Sans effet ici : {', '.join(document['ignored'])}", "  · ")
    if document["status"] == "question":
        yield from _question(document)
    elif document["status"] == "ruling":
        yield from _ruling(document["ruling"])
    else:
        yield from _possibilities(document)


def _hand(document: dict[str, Any]) -> Iterator[str]:
    """The tiles of the case, and where the referee overruled them."""
    hand = document["hand"]
    if hand:
        yield from wrapped(f"Tuiles : {hand['text']}", "  · ")
        if hand["wrong_count"]:
            yield from wrapped(f"{hand['wrong_count']} tuiles : voir aussi l'incident {hand['offers']}", "  · ")
    for answer in document["answers"]:
        if answer.get("note"):
            yield from wrapped(f"{answer['title']} : {answer['note']}", "  · ")
    for one in document["overruled"]:
        words = f"{one['title']} : vous dites « {one['said']} », les tuiles disent « {one['computed']} » ({one['why']})"
        yield from wrapped(f"Contre les tuiles : {words}", "  ! ")


def _several(document: dict[str, Any]) -> Iterator[str]:
    """Each incident of a case, then the sheet that combines them."""
    for event in document["events"]:
        who = "" if event["number"] == 1 else (", même joueur" if event["by"] == "meme" else ", autre joueur")
        yield typeset(f"INCIDENT {event['number']}{who}")
        yield from _consultation({**event, "events": []})
        yield ""
    combined = document["combined"]
    if combined is None:
        return
    yield "=" * WIDTH
    yield from _section("Le cas entier")
    for line in combined["headline"]:
        yield from wrapped(line, "  · ")
    yield from _section("À faire maintenant")
    for index, step in enumerate(combined["steps"], 1):
        yield from wrapped(step, f"  {index}. ")


def _question(document: dict[str, Any]) -> Iterator[str]:
    question = document["question"]
    yield from _section("Question suivante")
    yield from wrapped(f"{question['question']} ({question['key']})")
    if question["help"]:
        yield from wrapped(question["help"], "  ")
    if question["number"]:
        bounds = question["number"]
        yield from wrapped(f"un nombre de {bounds['min']} à {bounds['max']} ({bounds['unit']})", "  - ")
    for answer in [*question["answers"], question["not_established"]]:
        yield from wrapped(f"{answer['label']} ({question['key']}={answer['value']})", "  - ")
    yield from _section("Décisions encore possibles")
    for one in document["open"]:
        waits = f" ; attend : {', '.join(one['waits_for'])}" if one["waits_for"] else ""
        yield from wrapped(f"{one['title']}{waits}", "  · ")


def _possibilities(document: dict[str, Any]) -> Iterator[str]:
    yield from _section("Le fait contesté décide : une décision par possibilité")
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
        yield from _section("Qui tranche")
        yield from _citation(document["disputed"], "")


def _citation(citation: dict[str, Any], indent: str) -> Iterator[str]:
    for quote in citation["quotes"]:
        yield from wrapped(f"«\u00a0{_unbroken(quote)}\u00a0»", indent, indent, own=False)
    where = place(citation["section"], citation["heading"])
    yield from wrapped(f"— {where} ({citation['source']})", indent + "  ", indent + "    ")


def _unbroken(quote: str) -> str:
    """A quote on one line, its guillemets and section signs kept with what they belong to; only spaces change."""
    folded = " ".join(quote.split())
    return folded.replace(" »", "\u00a0»").replace("« ", "«\u00a0").replace("§ ", "§\u00a0")


def _sources(citations: list[dict[str, Any]]) -> Iterator[str]:
    """Which texts are quoted, under which licence."""
    for title, edition, licence in dict.fromkeys((one["title"], one["edition"], one["licence"]) for one in citations):
        yield from wrapped(f"Cité de : {title}, {edition} ({licence})", "  ")


def _ruling(ruling: dict[str, Any]) -> Iterator[str]:
    yield from _section("Décision")
    yield from wrapped(ruling["headline"])
    for silence in ruling["silences"]:
        yield from wrapped(silence, "  Texte muet : ", "  ")
    if ruling.get("dispute_does_not_matter"):
        yield from wrapped("Le fait non établi ne change rien : toutes les possibilités donnent cette décision.")
    for index, reading in enumerate(ruling["readings"], 1):
        yield from wrapped(reading["text"], f"  ({index}) ")
        for line in reading_lines(reading):
            yield from wrapped(line, "      · ")
    yield from _section("À faire maintenant")
    for index, step in enumerate(ruling["steps"], 1):
        yield from wrapped(step, f"  {index}. ")
    if ruling["sanctions"]:
        yield from _section("Effet")
        for sanction in ruling["sanctions"]:
            on = f" ({sanction['on']})" if sanction["on"] else ""
            yield from wrapped(f"{upper_first(sanction['name'])}{on} : {sanction['effect']}", "  · ")
    yield from _section("Le texte")
    for citation in ruling["citations"]:
        yield from _citation(citation, "  ")
    yield from _sources(ruling["citations"])
    yield from _section("Avertissements")
    for warning in ruling["warnings"]:
        if warning["kind"] == "silence":
            continue  # said with the decision
        yield from wrapped(f"{WARNING_NAMES.get(warning['kind'], warning['kind'])} : {warning['text']}", "  ! ")
    yield from _changes(ruling)
    yield from _section("Comment")
    for step in ruling["how"]:
        because = ", ".join(f"{fact['title']} : {fact['label']}" for fact in step["because"])
        yield from wrapped(f"{step['title']}{f' (parce que {because})' if because else ''} [{step['rule']}]", "  · ")


def reading_lines(reading: dict[str, Any]) -> list[str]:
    """What one reading decides: sanctions, amounts, the deal, and what it leaves unsaid."""
    lines = [upper_first(sanction["name"]) for sanction in reading["sanctions"]]
    lines += [amount["text"] for amount in reading["amounts"]]
    lines += [upper_first(named(slot["title"], slot["label"])) for slot in reading["slots"]]
    return [*lines, *([f"Texte muet : {reading['silence']}"] if reading["silence"] else [])]


WARNING_NAMES = {
    "coquille": "Coquille du texte",
    "renvoi": "Renvoi erroné du texte",
    "traduction": "Traduction",
    "contradiction": "Contradiction du texte",
    "ambiguite": "Ambiguïté du texte",
    "lacune": "Lacune du texte",
    "interpretation": "Notre interprétation",
    "silence": "Silence du texte",
    "lectures": "Plusieurs lectures",
    "edition": "Édition",
    "langue": "Langue qui fait foi",
}


def _changes(ruling: dict[str, Any]) -> Iterator[str]:
    if ruling.get("unless"):
        yield from _section("Sauf si")
        for one in ruling["unless"]:
            yield from wrapped(f"{one['title']} : {one['label']} → {_follows(one)}", "  · ")
    for key, title in (
        ("lighter", "Pourquoi pas plus léger"),
        ("heavier", "Pourquoi pas plus lourd"),
        ("unordered", "Autre chose"),
        ("would_ask", "Ce qui ferait demander autre chose"),
    ):
        if ruling.get(key):
            yield from _section(title)
            for one in ruling[key]:
                yield from wrapped(
                    f"{one['title']} : {one['label']} → {_follows(one)}{' (' + one['because'] + ')' if one.get('because') else ''}",
                    "  · ",
                )


def _follows(one: dict[str, Any]) -> str:
    return (
        one["change"]
        or one["decision"]
        or (f"il faudrait demander : {one['asks']}" if one["asks"] else "plusieurs possibilités")
    )
