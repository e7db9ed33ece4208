"""Sentences that name the seats: what the rulings say of « le joueur » said of Nord, Est or A."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from assistant.french import elides, of_whom, to_whom, upper_first
from assistant.model import DEFAULT_PLAYER, Library

QUOTED = re.compile(r"(«[^»]*»)")  # verbatim, or the title of an incident
JUDGED = ("le joueur en cause", "le joueur fautif", "le joueur disqualifié", "le joueur", "ce joueur", "le fautif")
ANOTHER = (
    "qui", "dont", "à qui", "à sa", "à droite", "à gauche", "de droite", "de gauche", "de la partie",
    "de substitution", "suivant", "précédent", "le plus proche", "responsable", "remplacé", "en retard", "tenpai", "noten",
    "furiten", "gagnant", "victorieux", "offensé", "lésé", "désigné", "nommé", "payeur", "assis", "ayant", "réalisant", "juste",
)  # fmt: skip


def named(text: str, who: str | None, others: Mapping[str, str] = {}) -> str:
    """Words about the player judged as words about this one, if any, and about the others whose words are given (see `roles`).

    Quotations stay as they are, and so does whoever is another: « le joueur suivant », « le joueur qui… », « un joueur ».
    """
    return _named(text, who, tuple(others.items())) if who or others else text


@lru_cache(maxsize=10000)
def _named(text: str, who: str | None, others: tuple[tuple[str, str], ...]) -> str:
    names = {words.lower(): name for words, name in others} | (dict.fromkeys(JUDGED, who) if who else {})
    pattern = _pattern(tuple(sorted(names, key=lambda words: (-len(words), words))))
    parts = QUOTED.split(text)
    parts[::2] = [pattern.sub(lambda match: _said(match, names), part) for part in parts[::2]]
    return "".join(parts)


def roles(library: Library, seated: Mapping[str, str]) -> dict[str, str]:
    """The words that sentences have for these players of the vocabulary, each with the name to be said instead.

    The player judged is left to `named`, and a wind stays a wind: who is Est is never told by another name.
    """
    return {
        words: name
        for player, name in seated.items()
        if player != DEFAULT_PLAYER
        for words in (library.players[player].label, *library.players[player].words)
        if words[0].islower()
    }


@lru_cache(maxsize=64)
def _pattern(every: tuple[str, ...]) -> re.Pattern[str]:
    """Any of these words, the longest first, with the preposition or the « que » that melts with them."""
    nouns = [noun for words in every for article, _, noun in [words.partition(" ")] if article in ("le", "les")]
    melted = rf"|(?P<melted>du|au|des|aux) (?P<noun>(?>{_any(nouns)}))" if nouns else "|(?P<melted>(?!))(?P<noun>)"
    return re.compile(
        rf"(?P<que>\b\w*que )?\b(?:(?P<before>de |d'|à )?(?<!\best )(?<!\bcomme )(?P<words>(?>{_any(every)}))"
        rf"{melted})\b(?! (?:{_any(ANOTHER)})\b)",
        re.IGNORECASE,
    )


def _any(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, words))


def _said(match: re.Match[str], names: Mapping[str, str]) -> str:
    """The name in place of the words, with the preposition or the « que » it wants, and the capital they had."""
    before, melted = (match["before"] or "").lower(), (match["melted"] or "").lower()
    article = "les" if melted in ("des", "aux") else "le"
    name = names[f"{article} {match['noun']}".lower() if melted else match["words"].lower()]
    if melted in ("du", "des") or before.startswith("d"):
        said = of_whom(name)
    else:
        said = to_whom(name) if melted or before else name
    if match["que"]:
        said = f"{match['que'][:-2]}'{said}" if elides(said) else f"{match['que']}{said}"
    return upper_first(said) if match[0][0].isupper() else said
