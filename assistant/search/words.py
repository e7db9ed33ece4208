"""Words as people type them: letters are folded, endings cut; Chinese and Japanese signs stand in runs of their own."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise

import snowballstemmer

SIGNS = "\u3005\u3040-\u30ff\u3400-\u9fff"  # kana, kanji, hanzi
TOKEN = re.compile(rf"[a-z0-9]+|[{SIGNS}]+")
SIGN = re.compile(f"[{SIGNS}]")
WORD = re.compile(rf"\d+(?:\.\d+)+|[^\W_{SIGNS}]+|[{SIGNS}]+")
ELIDED = re.compile(r"\b(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)['’ʼ]", re.IGNORECASE)
EAST = re.compile(r"\bEst\b|(?<=\best )est\b|(?<=\b[dl]['’])est\b|(?<=être )est\b")  # the seat, not the verb
SEAT = "ventest"
GLUED = re.compile(r"(?:qu|[cdjlmnsty])(?=[aeiouyh]..)")  # an elided word that lost its apostrophe, folded
LONG = re.compile(r"([aeiou])\1|(?<=o)u")  # the long vowels of rōmaji, written or not
DICE = re.compile(r"\bdés?\b(?! que)", re.IGNORECASE)  # not the article
THROWN = "desajouer"
IDLE = frozenset(
    TOKEN.findall("""
    a ah ai aie alors di dis truc machin chose as au aux avec avait avaient avoir ayant c ca ce cela celle celui ces cet cette chez d dans de des dit dire disent disait du elle elles
    en es est et etait etaient ete etre etant eu euh fait faire font il ils j je l la le les leur leurs lui m ma mais me mes moi mon n ne ni nous on ont
    ou par pour pourtant qu quand que quel quelle quelles quels qui quoi s sa se ses si soit son sont sur t ta te tes toi ton tu un une venait vient va vont
    y joueur joueuse joueurs donc car comme ainsi aussi bien peut peuvent est-ce voila oui
    the an and of to is was were are be been he she his her him they their them it its this that at by for who what which does did do has have had i my we
    you your s t re player players in but with from only still as if there so just can could would also a
    wo ga wa ni mo ha na da desu shita suru ta itta to no
    """)
)
ELIDED_IDLE = frozenset(  # idle words of two that lost their apostrophe: « cest », « dun », « quil »
    first + second
    for firsts, seconds in (
        (("c",), ("est", "etait")), (("d",), ("un", "une")), (("j",), ("ai", "avais", "etais")), (("n", "s", "m"), ("est", "etait")),
        (("n", "m", "y", "l"), ("a", "avait")), (("s",), ("il", "ils")), (("qu",), ("il", "ils", "elle", "on", "un", "une", "en", "est")),
    )
    for first in firsts
    for second in seconds
)  # fmt: skip
QUIET = "="  # before the stem of an idle word: « son » is no « sonnerie »
_stemmer = snowballstemmer.stemmer("french")
_english = snowballstemmer.stemmer("english")


@lru_cache(maxsize=20000)
def fold(text: str) -> str:
    """Lower case, without accents; kana and Chinese signs stay whole."""
    lower = unicodedata.normalize("NFKC", text).lower().replace("œ", "oe").replace("æ", "ae")
    if lower.isascii():
        return lower
    return "".join(sign if SIGN.match(sign) else _bare(sign) for sign in lower)


@cache
def _bare(sign: str) -> str:
    return "".join(part for part in unicodedata.normalize("NFD", sign) if not unicodedata.combining(part))


@lru_cache(maxsize=20000)  # words of queries come and go
def stem(word: str) -> str:
    """The word without its ending, folded. Words of signs, numbers and the shortest have none."""
    if len(word) < 4 or SIGN.match(word):
        return fold(word)
    return fold(str(_stemmer.stemWord(word.lower()))) or fold(word)


@lru_cache(maxsize=20000)
def root(folded: str) -> str:
    """A folded English word without its ending."""
    return str(_english.stemWord(folded))


@lru_cache(maxsize=256)  # a query is read more than once
def surfaces(text: str) -> tuple[str, ...]:
    """The words of a text in order, as they are written; the seat of East is no verb, dice are no article."""
    plain = DICE.sub(THROWN, EAST.sub(f" {SEAT} ", unicodedata.normalize("NFKC", text)))
    return tuple(WORD.findall(ELIDED.sub(" ", plain)))


def quiet(one: str) -> bool:
    """Whether a stem is one of an idle word."""
    return one.startswith(QUIET)


def idle(word: str) -> bool:
    """Whether a folded word says nothing by itself."""
    return word in IDLE or word in ELIDED_IDLE


def unglued(folded: str) -> str:
    """The word without an elided one before it that lost its apostrophe, as in « lenvers »; as it is where there is none."""
    return GLUED.sub("", folded, count=1) if GLUED.match(folded) else folded


@lru_cache(maxsize=20000)
def shortened(folded: str) -> str:
    """A foreign word with its long vowels short, as some write rōmaji."""
    return LONG.sub(lambda match: match.group(1) or "", folded)


def joined(words: Sequence[str]) -> list[str]:
    """Neighbouring words as one, for those who write « mah jong », « kui kae » or « no ten »."""
    return [first + second for first, second in pairwise(words)]
