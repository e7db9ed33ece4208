"""The tiles: their numbers, their names, and the notations in which people write them.

A tile is a number from 0 to 33: characters, circles, bamboos (nine each), then the winds and the dragons (white, green, red).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from enum import IntEnum, StrEnum

from assistant.errors import InputError

KINDS = 34
COPIES = 4
SUITS = "mps"
HONOURS = 27
EAST, SOUTH, WEST, NORTH, WHITE, GREEN, RED = range(27, 34)
WINDS = (EAST, SOUTH, WEST, NORTH)
TERMINALS = (0, 8, 9, 17, 18, 26)
ORPHANS = (*TERMINALS, *range(HONOURS, KINDS))
SUIT_NAMES = ("caractère", "cercle", "bambou")
HONOUR_NAMES = ("Est", "Sud", "Ouest", "Nord", "dragon blanc", "dragon vert", "dragon rouge")


class Wind(IntEnum):
    """A player's wind or the prevalent one, in the order of play."""

    EAST = 0
    SOUTH = 1
    WEST = 2
    NORTH = 3

    @property
    def tile(self) -> int:
        return WINDS[self]

    @property
    def word(self) -> str:
        return HONOUR_NAMES[self].lower()


class Mistake(StrEnum):
    """Why tiles make no hand."""

    UNKNOWN_TILE = "tuile-inconnue"
    AMBIGUOUS_LETTER = "lettre-ambigue"
    RED_FIVE = "cinq-rouge"
    FIFTH_TILE = "cinquieme-tuile"
    NO_MELD = "groupe-impossible"
    WRONG_COUNT = "mauvais-nombre"
    TOO_LONG = "trop-long"
    UNKNOWN_WORD = "mot-inconnu"
    CONTRADICTION = "contradiction"
    WINNING_ABSENT = "gagnante-absente"
    NO_TILES = "sans-tuiles"
    NO_KONG = "kong-impossible"
    UNUSED = "sans-usage"


class HandError(InputError):
    """Tiles that make no hand: a code for programs, a sentence for people, and the readings to choose from."""

    def __init__(self, code: Mistake, message: str, choices: Sequence[tuple[str, str]] = ()):
        self.code = code
        self.choices = tuple(choices)  # (label, the text to take instead)
        super().__init__(message)


def code(tile: int) -> str:
    """A tile in the shortest notation: 3m, 6z."""
    return f"{tile - HONOURS + 1}z" if tile >= HONOURS else f"{tile % 9 + 1}{SUITS[tile // 9]}"


CODES = tuple(code(tile) for tile in range(KINDS))


def name(tile: int) -> str:
    """A tile in French: 3 de caractère, dragon rouge."""
    return HONOUR_NAMES[tile - HONOURS] if tile >= HONOURS else f"{tile % 9 + 1} de {SUIT_NAMES[tile // 9]}"


def notation(tiles: Iterable[int], between: str = " ") -> str:
    """Several tiles, sorted, suits gathered: 2233344456m 678p."""
    groups: dict[str, str] = {}
    for tile in sorted(tiles):
        short = CODES[tile]
        groups[short[1]] = groups.get(short[1], "") + short[0]
    return between.join(digits + suit for suit, digits in groups.items())


def counted(tiles: Iterable[int]) -> list[int]:
    """How many copies there are of each of the 34 tiles."""
    counts = [0] * KINDS
    for tile in tiles:
        counts[tile] += 1
    return counts


SUIT_WORDS = {
    **dict.fromkeys(("m", "k", "ca", "car", "man", "wan", "caractere", "caracteres", "crak"), 0),
    **dict.fromkeys(("p", "d", "ce", "cer", "pin", "rond", "ronds", "cercle", "cercles", "dot", "dots"), 1),
    **dict.fromkeys(("s", "b", "bam", "sou", "bambou", "bambous"), 2),
}
HONOUR_WORDS = {
    "est": EAST, "sud": SOUTH, "ouest": WEST, "nord": NORTH, "blanc": WHITE, "vert": GREEN, "rouge": RED,
    "dr": RED, "dv": GREEN, "db": WHITE, "bl": WHITE,
}  # fmt: skip
HONOUR_LETTERS = {"e": EAST, "s": SOUTH, "o": WEST, "w": WEST, "n": NORTH, "r": RED, "v": GREEN}
SKIPPED = {"de", "d", "du", "des", "vent", "vents", "dragon", "dragons", "et", "le", "la", "les", "un", "une"}
RUN = re.compile(r"([0-9]+)([a-z]+)")
LETTER_C = re.compile(r"(?<=[0-9])[cC](?![a-zA-Zéèàç])")
LETTER_D = re.compile(r"[0-9][dD](?![a-zA-Z])")
LETTERS_CA = re.compile(r"[0-9][cC][aA]")


def plain(text: str) -> str:
    """Without accents and capitals."""
    split = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in split if not unicodedata.combining(letter)).lower()


def settled(text: str) -> str:
    """The letter C replaced where the other letters settle it; where they do not, the referee is asked."""
    if not LETTER_C.search(text):
        return text
    if LETTER_D.search(text):  # bamboos, characters, dots
        return LETTER_C.sub("m", text)
    if LETTERS_CA.search(text):  # bambous, cercles, caractères
        return LETTER_C.sub("p", text)
    raise HandError(
        Mistake.AMBIGUOUS_LETTER,
        "La lettre C peut dire caractère ou cercle : laquelle ? Écrivez « m » (ou « Ca ») pour caractère, « p » pour cercle.",
        [("C = caractère", LETTER_C.sub("m", text)), ("C = cercle", LETTER_C.sub("p", text))],
    )


def parse_tiles(text: str) -> list[int]:
    """The tiles of a text, in the order written: `123m 45p 6z`, `123B 456Ca`, « 3 de bambou », « dragon rouge », EE."""
    words = re.findall(r"[0-9a-z]+|[^0-9a-z\s,;.'’\-·_]+", plain(settled(text)))
    tiles: list[int] = []
    waiting: str | None = None  # digits whose suit is still to come
    for index, word in enumerate(words):
        if waiting is not None:
            if word in ("de", "des", "d"):
                if word == "d" and (index + 1 == len(words) or words[index + 1] not in SUIT_WORDS):
                    tiles.extend(_numbered(waiting, "d"))
                    waiting = None
                continue
            if word in SUIT_WORDS or word == "z":
                tiles.extend(_numbered(waiting, word))
                waiting = None
                continue
            raise _unknown(waiting, "il manque la famille")
        if word.isdigit():
            waiting = word
        elif word not in SKIPPED:
            tiles.extend(_word(word))
    if waiting is not None:
        raise _unknown(waiting, "il manque la famille")
    return tiles


def _word(word: str) -> list[int]:
    if word in HONOUR_WORDS or word.removesuffix("s") in HONOUR_WORDS:
        return [HONOUR_WORDS[word if word in HONOUR_WORDS else word.removesuffix("s")]]
    if re.fullmatch(r"(d[rvb])+", word):
        return [HONOUR_WORDS[pair] for pair in re.findall("..", word)]
    if word[0].isdigit():
        runs = RUN.findall(word)
        if "".join(digits + suit for digits, suit in runs) == word:
            return [tile for digits, suit in runs for tile in _numbered(digits, suit)]
    if all(letter in HONOUR_LETTERS for letter in word):
        return [HONOUR_LETTERS[letter] for letter in word]
    if set(word) == {"b"} or set(word) == {"d"} or set(word) == {"c"}:
        raise _unknown(
            word, "sans chiffre cette lettre ne dit pas quelle tuile ; dragons : Db blanc, Dv vert, Dr rouge"
        )
    raise _unknown(word)


def _numbered(digits: str, suit: str) -> list[int]:
    if "0" in digits:
        raise HandError(Mistake.RED_FIVE, "Le 0 note un cinq rouge : aucun de ces règlements n'en a. Écrivez 5.")
    if suit == "z":
        if set(digits) & set("89"):
            raise _unknown(f"{digits}z", "les honneurs vont de 1z à 7z")
        return [HONOURS + int(digit) - 1 for digit in digits]
    if suit not in SUIT_WORDS:
        raise _unknown(digits + suit, "familles : m caractères, p cercles, s ou B bambous, z honneurs")
    return [SUIT_WORDS[suit] * 9 + int(digit) - 1 for digit in digits]


def _unknown(word: str, why: str = "") -> HandError:
    reason = f" ({why})" if why else ""
    return HandError(
        Mistake.UNKNOWN_TILE,
        f"« {word[:40]} » ne se lit pas comme une tuile{reason}. Écrivez par exemple 123m 45p 678s 11z, "
        "ou « 3 de bambou, dragon rouge ».",
    )
