"""A hand explained under some rulesets, as one document; and what makes no hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from assistant.errors import InputError
from assistant.french import number
from assistant.hands.explanation import Analysis, tiles_words
from assistant.hands.hand import FLAGS, Hand, counted_right
from assistant.hands.tiles import HandError, Mistake, code, name
from assistant.hands.value_lines import missing, shanten, wins
from assistant.model import Library, WarnKind

if TYPE_CHECKING:
    from assistant.hands.after_riichi import Furiten, KongEffect
    from assistant.hands.parts import (
        AnalysisPart,
        ChineseWinPart,
        ClausePart,
        FuritenPart,
        HandDocument,
        KongPart,
        LinePart,
        RefusalDocument,
        RiichiWinPart,
        TilesPart,
    )

FORMAT = "arbitre-main/1"
OF_THE_WORDS = (WarnKind.MISPRINT, WarnKind.TRANSLATION, WarnKind.CONTRADICTION)  # what the words say amiss


def explained(library: Library, hand: Hand, rulesets: Iterable[str] = ()) -> HandDocument:
    """The document of a hand under some rulesets, or under all that count hands."""
    names = list(rulesets) or list(library.rulesets)
    for ruleset in names:
        if ruleset not in library.rulesets:
            raise InputError(library.no_ruleset(ruleset))
    counted_right(hand)
    analyses = [analysed(library, ruleset, hand) for ruleset in names if ruleset in library.hands]
    return {"format": FORMAT, "knowledge": library.version, "hand": tiles_part(hand), "analyses": analyses}


def refusal(library: Library, error: HandError) -> RefusalDocument:
    """What is wrong with tiles that make no hand, as data."""
    offered = library.tiles.wrong_count if library.tiles and error.code == Mistake.WRONG_COUNT else None
    return {
        "format": FORMAT,
        "error": error.code,
        "message": str(error),
        "choices": [{"label": label, "tiles": text} for label, text in error.choices],
        "offers": offered,
    }


def analysed(library: Library, ruleset: str, hand: Hand) -> AnalysisPart:
    """The whole explanation of a hand under one ruleset."""
    analysis = Analysis(library, ruleset, hand)
    lines, values = [line.part() for line in analysis.lines()], wins(analysis)
    return {
        "ruleset": ruleset,
        "title": library.rulesets[ruleset].title,
        "edition": library.rulesets[ruleset].edition,
        "game": analysis.rules.game,
        "complete": analysis.complete,
        "waits": _codes(analysis.waits),
        "fifth": _codes(analysis.fifth),
        "shanten": shanten(analysis),
        "readings": analysis.reading_texts,
        "furiten": analysis.furiten and _furiten(analysis.furiten),
        "kong": analysis.kong and _kong(analysis.kong),
        "missing": missing(analysis),
        "lines": lines,
        "values": values,
        "citations": _citations(library, lines, values),
    }


def _codes(tiles: Iterable[int]) -> list[str]:
    return [code(tile) for tile in tiles]


def _furiten(furiten: Furiten) -> FuritenPart:
    return {"state": furiten.state, "tiles": _codes(furiten.tiles)}


def _kong(effect: KongEffect) -> KongPart:
    return {
        "state": effect.state,
        "allowed": effect.allowed,
        "tile": code(effect.tile),
        "before": _codes(effect.before),
        "after": _codes(effect.after),
        "reading": effect.reading.text() if effect.reading else None,
    }


def _citations(
    library: Library, lines: Iterable[LinePart], values: list[RiichiWinPart] | list[ChineseWinPart]
) -> list[ClausePart]:
    """Every clause that a line comes from, quoted once, in the order of the lines."""
    every = [*lines, *(line for value in values for line in value["lines"])]
    clauses = [library.clauses[cited] for cited in dict.fromkeys(cited for line in every for cited in line["cites"])]
    return [
        {
            "id": clause.id,
            "section": clause.section,
            "heading": clause.heading,
            "quotes": list(clause.quotes),
            "warnings": [{"kind": one.kind, "text": one.text} for one in clause.warnings if one.kind in OF_THE_WORDS],
        }
        for clause in clauses
    ]


def tiles_part(hand: Hand) -> TilesPart:
    """The tiles themselves, for a picture or a line of text."""
    return {
        "text": hand.text(),
        "concealed": _codes(sorted(hand.concealed)),
        "melds": [{"kind": meld.kind, "open": meld.open, "tiles": _codes(meld.tiles)} for meld in hand.melds],
        "winning": None if hand.winning is None else code(hand.winning),
        "discards": None if hand.discards is None else _codes(hand.discards),
        "said": list(_said(hand)),
    }


def _said(hand: Hand) -> Iterator[str]:
    """The circumstances in words."""
    yield from (words for flag, words in FLAGS.items() if flag in hand.flags)
    for words, wind in (("vent du joueur", hand.seat), ("vent dominant", hand.prevalent)):
        if wind is not None:
            yield f"{words} : {wind.word}"
    for words, tiles in (
        ("laissées passer", hand.passed),
        ("laissées passer après le riichi", hand.passed_riichi),
        ("indicateurs", hand.indicators),
        ("indicateurs ura", hand.ura),
    ):
        if tiles:
            yield f"{words} : {tiles_words(tiles)}"
    for words, count in (("fleurs", hand.flowers), ("compteurs", hand.counters), ("mises", hand.stakes)):
        if count:
            yield f"{words} : {number(count)}"
    for words, tile in (
        ("kong caché après riichi", hand.kong),
        ("réclamée", hand.claimed),
        ("jetée après l'appel", hand.thrown),
    ):
        if tile is not None:
            yield f"{words} : {name(tile)}"
