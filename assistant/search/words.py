"""Words as people type them: accents, plurals, endings and idle words do not matter, and words that mean the same are one."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

WORD = re.compile(r"[a-z0-9]+")
HYPHENATED = re.compile(r"\w+-\w+")
ENDINGS = ("issement", "issant", "ement", "eraient", "erait", "aient", "ees", "ant", "ait", "ent", "ons", "ez", "er", "ir", "ee", "es",
           "it", "is", "e", "s", "x")  # fmt: skip
IDLE = frozenset(
    WORD.findall("""
    a ah ai alors as au aux avec avait avoir c ca ce cela celle celui ces cet cette chez d dans de des dit dire du elle elles en est
    et etait ete etre eu fait faire font il ils j je l la le les leur leurs lui m ma mais me mes mon n ne ni nous on ont ou par pas
    plus pour pourtant qu quand que quel quelle qui quoi s sa sans se ses si son sont sur t ta te tes ton tout tous toute toutes tres
    tu un une venait vient y joueur joueuse joueurs
    """)
)
EAST = re.compile(r"\bEst\b|(?<=\best )est\b|(?<=\b[dl]['’])est\b|(?<=être )est\b")  # the seat, not the verb
SAME = {
    "chi": "chow", "chii": "chow", "pon": "pung", "peng": "pung", "kan": "kong", "gang": "kong", "reach": "riichi", "richi": "riichi", "ouvreur": "ventest",
    "deal": "ventest", "donneur": "ventest", "defauss": "ecart", "jet": "ecart", "rejet": "ecart", "devoil": "montr", "revel": "montr",
    "pri": "prend", "pris": "prend", "prendr": "prend", "pren": "prend", "prenn": "prend", "repr": "reprend", "repri": "reprend",
    "repris": "reprend", "reprendr": "reprend", "pay": "pai", "portabl": "telephon", "smartphon": "telephon",
}  # fmt: skip


def fold(text: str) -> str:
    """Lower case, without accents."""
    decomposed = unicodedata.normalize("NFD", text.lower().replace("œ", "oe").replace("æ", "ae"))
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


def stem(word: str) -> str:
    """The word without the endings of plurals and verbs; at least three letters stay."""
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def stems(text: str) -> list[str]:
    """The stems of a text in order, without the words that say nothing; words that mean the same have one stem."""
    words = WORD.findall(fold(EAST.sub(" ventest ", text)))
    told = [word for word in words if word not in IDLE]
    return [SAME.get(short, short) for short in map(stem, told or words)]


def spaced(text: str) -> str:
    """All words, the idle ones too, each between spaces."""
    return f" {' '.join(WORD.findall(fold(text)))} "


def joined(text: str) -> list[str]:
    """Neighbouring words as one, for those who write « mah jong », « kui kae » or « no ten »."""
    return [stem(first + second) for first, second in pairwise(WORD.findall(fold(text)))]


def hyphenated(text: str) -> list[str]:
    """The words of a text that a hyphen joins, as one each, for those who write them so."""
    return [both for word in HYPHENATED.findall(text) for both in joined(word)]
