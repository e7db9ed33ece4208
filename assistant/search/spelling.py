"""The known words that someone may have meant who wrote another: those that sound alike, then those that are spelt nearly so."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from math import log

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

NEAR = 0.6  # how like another a word must be spelt to be looked at
LIKELY = 0.7  # how like, spelt and heard, to be meant
LOOKED_AT = 12
SHORTEST = 3
MOST = 3  # words that one may be meant for
REMEMBERED = 2000  # misspelt words whose meaning is kept
LETTERS = 2  # by which words that sound alike may differ in length
COMMON = 0.03  # what it counts that a word is common
SURE = 0.9  # how sure the likeliest word is, times its likeness
OTHERS = 0.5  # and those that are nearly as likely
BESIDE = 0.08  # by which they may be less likely
SOUNDS = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"ph", "f"), (r"sch|ch|sh", "C"), (r"mpt", "nt"), (r"m(?=[pb])", "n"), (r"eaux?$|eau|aux?$|au", "o"), (r"qu|ck|k", "c"),
        (r"ç|sc(?=[eiy])|c(?=[eiy])|ss|z", "s"), (r"oua", "oi"),
        (r"g(?=[eiy])", "j"), (r"gn|ni(?=[aeo])", "n"), (r"ain|ein|in(?![aeiouy])", "un"), (r"(?:en|em|am|an)(?![aeiouy])", "an"),
        (r"ai|ei|er$|ez$|et$|ee?s?$", "e"), (r"y", "i"), (r"h", ""), (r"(.)\1+", r"\1"), (r"(?<=..)[estdxp]+$", ""),
    )
)  # fmt: skip


def sound(word: str) -> str:
    """How a folded word sounds in French, roughly: words written by ear come out alike."""
    for pattern, replacement in SOUNDS:
        word = pattern.sub(replacement, word)
    return word


class Spelling:
    """The words that are known, and how often each is said."""

    def __init__(self, words: Mapping[str, int]):
        self.words = {word: COMMON * log(1 + count) for word, count in words.items() if word.isalpha()}
        self._listed = list(self.words)
        self.sounds = {word: sound(word) for word in self.words}
        self.alike: dict[str, list[str]] = defaultdict(list)
        for word, heard in self.sounds.items():
            self.alike[heard].append(word)
        self._meant: dict[str, list[tuple[str, float]]] = {}

    def meant(self, word: str) -> list[tuple[str, float]]:
        """Known words for an unknown folded one, each with how sure that is, best first: what is said often is likelier meant."""
        if word not in self._meant:
            if len(self._meant) >= REMEMBERED:
                self._meant.clear()
            self._meant[word] = self._likeliest(word)
        return self._meant[word]

    def _likeliest(self, word: str) -> list[tuple[str, float]]:
        heard = sound(word)
        found = {one for one in self.alike.get(heard, ()) if abs(len(one) - len(word)) <= LETTERS}
        if len(word) >= SHORTEST and word.isalpha():
            near = process.extract(
                word, self._listed, scorer=DamerauLevenshtein.normalized_similarity, score_cutoff=NEAR, limit=LOOKED_AT
            )
            found.update(one for one, _, _ in near)
        like = {one: (_like(word, one) + _like(heard, self.sounds[one])) / 2 for one in found}
        ranked = sorted(
            ((like[one] + self.words[one], one) for one in found if like[one] >= LIKELY), key=lambda pair: (-pair[0], pair[1])
        )[:MOST]
        return [
            (one, like[one] * (OTHERS if place else SURE))
            for place, (rank, one) in enumerate(ranked)
            if rank >= ranked[0][0] - BESIDE
        ]


def _like(one: str, other: str) -> float:
    return float(DamerauLevenshtein.normalized_similarity(one, other))
