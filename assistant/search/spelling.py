"""The known words that someone may have meant who wrote another: those that sound alike, then those that are spelt nearly so."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

NEAR = 0.74
SHORTEST = 4
LETTERS = 2  # by which words that sound alike may differ in length
HEARD = 0.5  # how sure a word is that sounds alike
SEEN = 0.45  # and one that is only spelt nearly so, times its likeness
SOUNDS = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"ph", "f"), (r"eaux?$|eau|aux?$|au", "o"), (r"qu|ck|k", "c"), (r"ç|sc(?=[eiy])|c(?=[eiy])|ss|z", "s"),
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
    """The words of an index."""

    def __init__(self, words: Iterable[str]):
        self.words = sorted({word for word in words if word.isalpha()})
        self.alike: dict[str, list[str]] = defaultdict(list)
        for word in self.words:
            self.alike[sound(word)].append(word)

    def meant(self, word: str, most: int = 3) -> list[tuple[str, float]]:
        """Known words for an unknown folded one, each with how sure that is, best first."""
        heard = [one for one in self.alike.get(sound(word), []) if abs(len(one) - len(word)) <= LETTERS]
        if len(word) < SHORTEST or not word.isalpha():
            return [(one, HEARD) for one in heard[:most]]
        near = process.extract(
            word, self.words, scorer=DamerauLevenshtein.normalized_similarity, score_cutoff=NEAR, limit=most
        )
        found = dict.fromkeys(heard[:most], HEARD)
        for one, likeness, _ in near:
            found.setdefault(one, SEEN * float(likeness))
        return sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))[:most]
