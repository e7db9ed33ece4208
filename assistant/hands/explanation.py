"""A hand explained under one ruleset: complete or not, what it waits for, furiten, a kong after riichi; each line with its clauses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from assistant.french import enumerate_words, sentence
from assistant.hands.after_riichi import Furiten, KongEffect, furiten, kong_effect
from assistant.hands.hand import Hand, counted_right
from assistant.hands.shape import FORMS, Form, Reading, Structure, readings, waits
from assistant.hands.tiles import HONOURS, SUITS, counted, name
from assistant.model import Library
from assistant.model.hand_words import FuritenState, KongState, Topic
from assistant.model.hands import HandRules

if TYPE_CHECKING:
    from assistant.hands.parts import LinePart

STRUCTURE_WORDS = {
    Structure.STANDARD: "quatre éléments et une paire",
    Structure.PAIRS: "sept paires",
    Structure.THIRTEEN: "une tuile de chaque extrémité et de chaque honneur, l'une en double",
    Structure.KNITTED: "suite serpent, avec le reste de la main",
    Structure.SNAKE: "honneurs isolés et tuiles de trois séquences cousues",
}
FURITEN_TOPICS = {
    FuritenState.NONE: Topic.NOT_FURITEN,
    FuritenState.OWN_DISCARD: Topic.OWN_DISCARD,
    FuritenState.PASSED_TURN: Topic.PASSED_TURN,
    FuritenState.PASSED_RIICHI: Topic.PASSED_RIICHI,
}


class Line(NamedTuple):
    """One statement of an explanation, with the clauses it comes from."""

    text: str
    cites: tuple[str, ...] = ()

    def part(self) -> LinePart:
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
        return [reading.text() for reading in self.readings if reading.kind == Structure.STANDARD]

    @property
    def complete(self) -> bool | None:
        return None if self.hand.winning is None else bool(self.readings)

    def cites(self, topic: Topic) -> tuple[str, ...]:
        return self.rules.cites[topic]

    @cached_property
    def furiten(self) -> Furiten | None:
        """Whether it is furiten; None in a game without furiten, or where nobody told what was let go."""
        if self.form.chinese:
            return None
        told = (self.hand.discards, self.hand.passed, self.hand.passed_riichi)
        if self.waits and all(tiles is None for tiles in told):
            return None
        return furiten(self.hand, self.waits)

    @cached_property
    def kong(self) -> KongEffect | None:
        """What the kong that was told changes; None in a game without riichi."""
        return None if self.form.chinese else kong_effect(self.hand, self.form)

    @property
    def forbidden_kong(self) -> bool:
        """Whether a kong was told that the text forbids: what comes after it has no value of its own."""
        return self.kong is not None and self.kong.allowed is False

    def completeness_line(self) -> Line:
        if not self.readings:
            return self._incomplete_line()
        first = self.readings[0]
        words = f"Complète : {STRUCTURE_WORDS[first.kind]}"
        others = self.reading_texts
        if first.kind == Structure.STANDARD:
            words += f" ({' '.join((others[0], *map(str, self.hand.melds)))})"
            others = others[1:]
        if others:
            words += f" ; se lit aussi {enumerate_words(others, 'ou')}"
        return Line(sentence(words), self.cites(Topic.COMPLETE))

    def _incomplete_line(self) -> Line:
        words = f"Incomplète : avec {name(self.hand.winning or 0)}, aucune lecture n'en fait une main du règlement"
        counts = counted(self.hand.all_concealed)
        if not self.hand.melds and any(readings(counts, 0, Form(False, True))):
            words += " (sept paires demande des paires différentes)"
        return Line(sentence(words), self.cites(Topic.INCOMPLETE))

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
        return Line(sentence(words), self.cites(Topic.WAITS))

    def last_tile_line(self) -> Line:
        """Which tile is taken for the winning one, where nobody said."""
        return Line(f"La dernière tuile écrite, {name(self.hand.winning or 0)}, est prise pour la tuile gagnante.")

    def furiten_line(self, state: Furiten) -> Line:
        hit = tiles_words(state.tiles)
        words = {
            FuritenState.OWN_DISCARD: f"Furiten : {hit} est parmi ses écarts, et la main attend {tiles_words(self.waits)}",
            FuritenState.PASSED_TURN: f"Furiten pour ce tour : il a laissé passer {hit}, et la main attend {tiles_words(self.waits)}",
            FuritenState.PASSED_RIICHI: f"Furiten jusqu'à la fin de la donne : après son riichi il a laissé passer {hit}",
            FuritenState.NONE: "Pas furiten : aucune tuile attendue n'est parmi celles qu'on dit laissées"
            if state.known
            else "Aucune tuile attendue parmi celles qu'on dit laissées ; dites aussi les tuiles passées (passees:- s'il n'y en a pas)",
        }[state.state]
        return Line(sentence(words), self.cites(FURITEN_TOPICS[state.state]))

    def kong_line(self, effect: KongEffect) -> Line:
        tile, before = name(effect.tile), tiles_words(effect.before)
        if effect.state == KongState.SAME:
            words = f"Kong de {tile} permis : l'attente reste {before}, et dans toutes les lectures les trois tuiles sont un pung"
        elif effect.state == KongState.OTHER_WAITS:
            after = tiles_words(effect.after) or "plus rien"
            words = f"Kong de {tile} interdit : l'attente était {before}, elle devient {after}"
        elif effect.state == KongState.OTHER_READING:
            assert effect.reading is not None and effect.completed_by is not None
            words = (
                f"Kong de {tile} interdit : l'attente reste {before}, mais avec {name(effect.completed_by)} la main se lit "
                f"aussi {effect.reading.text()}, où ces trois tuiles ne sont pas un pung"
            )
        elif effect.state == KongState.IMPOSSIBLE_READING:
            assert effect.reading is not None and effect.completed_by is not None
            words = (
                f"Kong de {tile} : l'attente reste {before}, et les trois tuiles ne se lisent autrement que dans "
                f"{effect.reading.text()}, qui attendrait {name(effect.completed_by)}, dont les quatre sont déjà en main ; "
                "le texte ne dit pas si une lecture impossible compte"
            )
        else:
            words = f"Kong de {tile} interdit : la main du riichi avait déjà les quatre, ce n'est pas la tuile piochée"
        return Line(sentence(words), self.cites(Topic.KONG))

    def lines(self) -> list[Line]:
        """What the tiles say before their value."""
        hand, state, effect = self.hand, self.furiten, self.kong
        lines = [self.completeness_line()] if self.complete is not None else []
        lines.append(self.waits_line())
        if self.assumed_winning:
            lines.append(self.last_tile_line())
        if state and (hand.discards or hand.passed or hand.passed_riichi):
            lines.append(self.furiten_line(state))
        if effect:
            lines.append(self.kong_line(effect))
        if self.forbidden_kong and self.complete:
            lines.append(Line("Une victoire après un kong interdit n'est pas comptée ici : jugez d'abord le kong."))
        return lines
