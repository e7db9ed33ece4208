"""A hand explained under one ruleset: complete or not, what it waits for, what it is worth, each line with its clause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from assistant.french import enumerate_words, number, sentence
from assistant.hands.after_riichi import (
    NONE,
    OTHER_READING,
    OTHER_TILE,
    OTHER_WAITS,
    SAME,
    Furiten,
    KongEffect,
    furiten,
    kong_effect,
)
from assistant.hands.hand import WIND_NAMES, Hand, counted_right
from assistant.hands.shape import PAIRS, SNAKE, STANDARD, THIRTEEN, Form, Reading, readings, waits
from assistant.hands.tiles import HONOURS, SUITS, code, counted, name
from assistant.model import Library
from assistant.model.hands import HandRules

FORMS = {"riichi": Form(False, False), "mcr": Form(True, True)}
KIND_WORDS = {
    STANDARD: "quatre éléments et une paire",
    PAIRS: "sept paires",
    THIRTEEN: "une tuile de chaque extrémité et de chaque honneur, l'une en double",
    SNAKE: "honneurs isolés et tuiles de trois séquences cousues",
}


class Line(NamedTuple):
    """One statement of an explanation, with the clauses it comes from."""

    text: str
    cites: tuple[str, ...] = ()

    def document(self) -> dict[str, Any]:
        return {"text": self.text, "cites": list(self.cites)}


def tiles_words(tiles: Sequence[int]) -> str:
    """2-3-4-6-7m, 4p et Est."""
    groups: list[str] = []
    for suit in range(3):
        mine = [tile for tile in tiles if tile < HONOURS and tile // 9 == suit]
        if mine:
            groups.append("-".join(str(tile % 9 + 1) for tile in mine) + SUITS[suit])
    groups.extend(name(tile) for tile in tiles if tile >= HONOURS)
    return enumerate_words(groups)


class Analysis:
    """Everything the tiles say under one ruleset; values are computed when they are asked for."""

    def __init__(self, library: Library, ruleset: str, hand: Hand):
        self.library = library
        self.ruleset = ruleset
        self.rules: HandRules = library.hands[ruleset]
        self.form = FORMS[self.rules.game]
        self.assumed_winning = hand.winning is None and hand.size == 14
        counted_right(hand)
        if self.assumed_winning:
            hand = hand._replace(concealed=hand.concealed[:-1], winning=hand.concealed[-1])
        self.hand = hand
        self.waits, self.fifth = waits(hand.counts, hand.melded, len(hand.melds), self.form)
        self.readings: list[Reading] = (
            readings(counted(hand.all_concealed), len(hand.melds), self.form) if hand.winning is not None else []
        )

    @cached_property
    def reading_texts(self) -> list[str]:
        """The readings as sets and a pair."""
        return [one.text() for one in self.readings if one.kind == STANDARD]

    @property
    def complete(self) -> bool | None:
        return None if self.hand.winning is None else bool(self.readings)

    def cites(self, topic: str) -> tuple[str, ...]:
        return self.rules.cites.get(topic, ())

    def furiten(self) -> Furiten | None:
        if self.form.chinese or (
            self.hand.discards is None and self.hand.passed is None and self.hand.passed_riichi is None
        ):
            return None if self.form.chinese or self.waits else Furiten(NONE, (), True)
        return furiten(self.hand, self.waits)

    def kong(self) -> KongEffect | None:
        return None if self.form.chinese else kong_effect(self.hand, self.form)

    def completeness_line(self) -> Line:
        if self.readings:
            first = self.readings[0]
            kind = KIND_WORDS.get(first.kind, "suite serpent, avec le reste de la main")
            others = self.reading_texts[1:] if first.kind == STANDARD else self.reading_texts
            shown = self.reading_texts[0] if first.kind == STANDARD else ""
            melds = " ".join(map(str, self.hand.melds))
            words = f"Complète : {kind}" + (f" ({' '.join(part for part in (shown, melds) if part)})" if shown else "")
            if others:
                words += f" ; se lit aussi {enumerate_words(others, 'ou')}"
            return Line(sentence(words), self.cites("complete"))
        words = f"Incomplète : avec {name(self.hand.winning or 0)}, aucune lecture n'en fait une main du règlement"
        counts = counted(self.hand.all_concealed)
        if not self.hand.melds and any(readings(counts, 0, Form(False, True))):
            words += " (sept paires demande des paires différentes)"
        return Line(sentence(words), self.cites("incomplete"))

    def waits_line(self) -> Line:
        if self.waits:
            words = f"Attend {tiles_words(self.waits)}"
            if self.fifth:
                words += f" ({tiles_words(self.fifth)} compléterait aussi, mais les quatre sont déjà en main)"
        elif self.fifth:
            words = (
                f"N'attend que {tiles_words(self.fifth)}, dont les quatre sont déjà en main : ce n'est pas une attente"
            )
        else:
            words = "N'est pas en attente"
        return Line(sentence(words), self.cites("waits"))

    def furiten_line(self, found: Furiten) -> Line:
        hit = tiles_words(found.tiles)
        words = {
            "own_discard": f"Furiten : {hit} est parmi ses écarts, et la main attend {tiles_words(self.waits)}",
            "passed_turn": f"Furiten pour ce tour : il a laissé passer {hit}, et la main attend {tiles_words(self.waits)}",
            "passed_riichi": f"Furiten jusqu'à la fin de la donne : après son riichi il a laissé passer {hit}",
            NONE: "Pas furiten : aucune tuile attendue n'est parmi celles qu'on dit laissées"
            if found.known
            else "Aucune tuile attendue parmi celles qu'on dit laissées ; dites aussi les tuiles passées (passees:- s'il n'y en a pas)",
        }[found.state]
        return Line(sentence(words), self.cites("not_furiten" if found.state == NONE else found.state))

    def kong_line(self, found: KongEffect) -> Line:
        tile, before = name(found.tile), tiles_words(found.before)
        if found.state == SAME:
            words = f"Kong de {tile} permis : l'attente reste {before}, et dans toutes les lectures les trois tuiles sont un pung"
        elif found.state == OTHER_WAITS:
            after = tiles_words(found.after) or "plus rien"
            words = f"Kong de {tile} interdit : l'attente était {before}, elle devient {after}"
        elif found.state == OTHER_READING:
            assert found.reading is not None and found.completed_by is not None
            words = (
                f"Kong de {tile} interdit : l'attente reste {before}, mais avec {name(found.completed_by)} la main se lit "
                f"aussi {found.reading.text()}, où ces trois tuiles ne sont pas un pung"
            )
        else:
            words = f"Kong de {tile} interdit : la main du riichi avait déjà les quatre, ce n'est pas la tuile piochée"
        return Line(sentence(words), self.cites("kong"))

    def document(self) -> dict[str, Any]:
        """The whole explanation."""
        from assistant.hands.value_lines import worth

        hand, found, effect = self.hand, self.furiten(), self.kong()
        lines = [self.completeness_line()] if self.complete is not None else []
        lines.append(self.waits_line())
        if self.assumed_winning:
            lines.append(
                Line(f"La dernière tuile écrite, {name(hand.winning or 0)}, est prise pour la tuile gagnante.")
            )
        lines += [self.furiten_line(found)] if found and (hand.discards or hand.passed or hand.passed_riichi) else []
        lines += [self.kong_line(effect)] if effect else []
        value = worth(self)
        return {
            "ruleset": self.ruleset,
            "title": self.library.rulesets[self.ruleset].title,
            "edition": self.library.rulesets[self.ruleset].edition,
            "game": self.rules.game,
            "complete": self.complete,
            "waits": [code(tile) for tile in self.waits],
            "fifth": [code(tile) for tile in self.fifth],
            "shanten": value["shanten"],
            "readings": self.reading_texts,
            "furiten": None if found is None else {"state": found.state, "tiles": [code(tile) for tile in found.tiles]},
            "kong": None if effect is None else _kong(effect),
            "missing": value["missing"],
            "lines": [line.document() for line in lines],
            "values": value["values"],
            "citations": self._citations([line.document() for line in lines], value["values"]),
        }

    def _citations(self, lines: list[dict[str, Any]], values: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Every clause that a line comes from, quoted once, in the order of the lines."""
        every = [*lines, *(line for value in values for line in value["lines"])]
        cited = dict.fromkeys(clause for line in every for clause in line["cites"])
        clauses = self.library.clauses
        return [
            {
                "id": one,
                "section": clauses[one].section,
                "heading": clauses[one].heading,
                "quotes": list(clauses[one].quotes),
            }
            for one in cited
        ]


def _kong(effect: KongEffect) -> dict[str, Any]:
    return {
        "state": effect.state,
        "allowed": effect.state not in (OTHER_READING, OTHER_TILE, OTHER_WAITS),
        "tile": code(effect.tile),
        "before": [code(tile) for tile in effect.before],
        "after": [code(tile) for tile in effect.after],
        "reading": effect.reading.text() if effect.reading else None,
    }


def hand_document(hand: Hand) -> dict[str, Any]:
    """The tiles themselves, for a picture or a line of text."""
    return {
        "text": hand.text(),
        "concealed": [code(tile) for tile in sorted(hand.concealed)],
        "melds": [
            {"kind": meld.kind, "open": meld.open, "tiles": [code(tile) for tile in meld.tiles]} for meld in hand.melds
        ],
        "winning": None if hand.winning is None else code(hand.winning),
        "discards": None if hand.discards is None else [code(tile) for tile in hand.discards],
        "said": list(_said(hand)),
    }


def _said(hand: Hand) -> Iterator[str]:
    """The circumstances in words."""
    from assistant.hands.hand import FLAGS

    yield from (words for flag, words in FLAGS.items() if flag in hand.flags)
    if hand.seat is not None:
        yield f"vent du joueur : {WIND_NAMES[hand.seat]}"
    if hand.prevalent is not None:
        yield f"vent dominant : {WIND_NAMES[hand.prevalent]}"
    for words, tiles in (("laissées passer", hand.passed), ("laissées passer après le riichi", hand.passed_riichi)):
        if tiles:
            yield f"{words} : {tiles_words(tiles)}"
    for words, tiles in (("indicateurs", hand.indicators), ("indicateurs ura", hand.ura)):
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
