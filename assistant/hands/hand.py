"""A hand as the referee tells it: tiles, melds, winning tile, discards and circumstances; as one line of text, and checked.

    2233344456m 678p +3m ecarts:6m ron riichi siege:sud dominant:est compteurs:1

`(234m)` is an exposed meld, `[1111z]` a concealed kong, `+3m` the winning tile; `(567p) reclamee:7p jetee:4p` tells a call and what
was discarded after it. The same line is what an address carries.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Any, NamedTuple

from assistant.errors import unknown
from assistant.hands.tiles import (
    COPIES,
    HONOURS,
    HandError,
    Mistake,
    Wind,
    code,
    counted,
    name,
    notation,
    parse_tiles,
    plain,
    settled,
)
from assistant.model.hand_words import Flag

LONGEST = 400
MOST_TILES = 24

FLAGS = {
    Flag.TSUMO: "sur pioche",
    Flag.RON: "sur un écart",
    Flag.RIICHI: "riichi",
    Flag.DOUBLE_RIICHI: "double riichi",
    Flag.NO_RIICHI: "sans riichi",
    Flag.IPPATSU: "premier tour après le riichi",
    Flag.AFTER_KONG: "tuile de remplacement d'un kong",
    Flag.ROBBED_KONG: "kong volé",
    Flag.LAST_TILE: "dernière tuile du mur, ou dernier écart",
    Flag.FIRST_TURN: "tout premier tour, sans interruption",
    Flag.LAST_OF_ITS_KIND: "dernière tuile de sa sorte",
    Flag.NO_WAIT: "compté sans ce qui dépend de l'attente",
}
FLAG_WORDS = {
    **{flag.value: flag for flag in Flag},
    "pioche": Flag.TSUMO,
    "ecart": Flag.RON,
    "haitei": Flag.LAST_TILE,
    "houtei": Flag.LAST_TILE,
    "rinshan": Flag.AFTER_KONG,
    "chankan": Flag.ROBBED_KONG,
    "daburu": Flag.DOUBLE_RIICHI,
}
DECLARED_RIICHI = frozenset((Flag.RIICHI, Flag.DOUBLE_RIICHI))
WIND_WORDS = {
    word: wind
    for wind, words in zip(Wind, (("e",), ("s",), ("o", "w"), ("n",)), strict=True)
    for word in (wind.word, code(wind.tile), *words)
}
TILE_KEYS = ("ecarts", "passees", "passees-riichi", "indicateurs", "ura")
NUMBER_KEYS = {"fleurs": 8, "compteurs": 50, "mises": 40}
WIND_KEYS = ("siege", "dominant")
EXCLUDED = (
    (Flag.TSUMO, Flag.RON), (Flag.TSUMO, Flag.ROBBED_KONG), (Flag.RON, Flag.AFTER_KONG), (Flag.RIICHI, Flag.NO_RIICHI),
    (Flag.DOUBLE_RIICHI, Flag.NO_RIICHI), (Flag.RIICHI, Flag.FIRST_TURN), (Flag.DOUBLE_RIICHI, Flag.FIRST_TURN),
    (Flag.AFTER_KONG, Flag.FIRST_TURN), (Flag.ROBBED_KONG, Flag.FIRST_TURN), (Flag.ROBBED_KONG, Flag.LAST_TILE),
    (Flag.RIICHI, Flag.DOUBLE_RIICHI),
)  # fmt: skip


class MeldKind(StrEnum):
    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    CONCEALED_KONG = "kong caché"


class Meld(NamedTuple):
    """A set laid on the table: a chow, a pung, a kong; a concealed kong is not open."""

    tiles: tuple[int, ...]
    open: bool

    @property
    def is_kong(self) -> bool:
        return len(self.tiles) == 4

    @property
    def is_chow(self) -> bool:
        return self.tiles[0] != self.tiles[-1]

    @property
    def kind(self) -> MeldKind:
        if self.is_chow:
            return MeldKind.CHOW
        if not self.is_kong:
            return MeldKind.PUNG
        return MeldKind.KONG if self.open else MeldKind.CONCEALED_KONG

    def __str__(self) -> str:
        return f"({notation(self.tiles)})" if self.open else f"[{notation(self.tiles)}]"


class Hand(NamedTuple):
    """Everything said of a hand; None where nothing was said."""

    concealed: tuple[int, ...] = ()
    melds: tuple[Meld, ...] = ()
    winning: int | None = None
    discards: tuple[int, ...] | None = None
    passed: tuple[int, ...] | None = None
    passed_riichi: tuple[int, ...] | None = None
    indicators: tuple[int, ...] = ()
    ura: tuple[int, ...] = ()
    flowers: int = 0
    seat: Wind | None = None
    prevalent: Wind | None = None
    counters: int = 0
    stakes: int = 0
    kong: int | None = None  # the tile of a concealed kong made after riichi, not yet laid out here
    claimed: int | None = None  # the tile that completed an exposed meld
    thrown: int | None = None  # what was discarded right after that call
    flags: frozenset[Flag] = frozenset()

    @property
    def size(self) -> int:
        """How many tiles it has, a kong counted for three and the winning tile included."""
        return len(self.concealed) + 3 * len(self.melds) + (self.winning is not None)

    @property
    def right_count(self) -> bool:
        return self.size == (14 if self.winning is not None else 13) or (self.winning is None and self.size == 14)

    @property
    def only_a_call(self) -> bool:
        """Whether it tells a call alone, and not a whole hand."""
        return self.claimed is not None and self.size < 13

    @property
    def all_concealed(self) -> tuple[int, ...]:
        """The tiles in hand with the winning tile, as the fourteenth."""
        return self.concealed if self.winning is None else (*self.concealed, self.winning)

    @property
    def counts(self) -> list[int]:
        return counted(self.concealed)

    @property
    def melded(self) -> list[int]:
        return counted(tile for meld in self.melds for tile in meld.tiles)

    @property
    def every(self) -> list[int]:
        """How many copies of each tile it has, melds and winning tile included."""
        return [one + other for one, other in zip(counted(self.all_concealed), self.melded, strict=True)]

    @property
    def is_open(self) -> bool:
        return any(meld.open for meld in self.melds)

    @property
    def drawn(self) -> bool | None:
        """Whether it was won on a draw; None when that was not said."""
        if self.flags & {Flag.TSUMO, Flag.AFTER_KONG}:
            return True
        return False if self.flags & {Flag.RON, Flag.ROBBED_KONG} else None

    @property
    def riichi(self) -> bool | None:
        """Whether riichi was declared; None when a concealed hand does not say."""
        if self.flags & DECLARED_RIICHI:
            return True
        return False if self.is_open or Flag.NO_RIICHI in self.flags else None

    def text(self) -> str:
        """The line that says all this."""
        return " ".join(_parts(self))


def _parts(hand: Hand) -> Iterator[str]:
    if hand.winning is None and hand.size == 14 and hand.concealed:  # the last tile written counts as the winning one
        yield notation(hand.concealed[:-1])
        yield code(hand.concealed[-1])
    elif hand.concealed:
        yield notation(hand.concealed)
    yield from map(str, hand.melds)
    if hand.winning is not None:
        yield f"+{code(hand.winning)}"
    for key, tiles in zip(TILE_KEYS, (hand.discards, hand.passed, hand.passed_riichi), strict=False):
        if tiles is not None:
            yield f"{key}:{''.join(code(tile) for tile in tiles) or '-'}"
    for key, tiles in (("indicateurs", hand.indicators), ("ura", hand.ura)):
        if tiles:
            yield f"{key}:{''.join(code(tile) for tile in tiles)}"
    for key, wind in (("siege", hand.seat), ("dominant", hand.prevalent)):
        if wind is not None:
            yield f"{key}:{wind.word}"
    for key, number in (("fleurs", hand.flowers), ("compteurs", hand.counters), ("mises", hand.stakes)):
        if number:
            yield f"{key}:{number}"
    for key, tile in (("kong", hand.kong), ("reclamee", hand.claimed), ("jetee", hand.thrown)):
        if tile is not None:
            yield f"{key}:{code(tile)}"
    yield from (flag for flag in FLAGS if flag in hand.flags)


BRACKETS = re.compile(r"\(([^()\[\]]*)\)|\[([^()\[\]]*)\]")
KEYED = re.compile(r"(?<![\w-])([A-Za-zÀ-ÿ-]+)\s*[:=]\s*(\S*)")
ADDED = re.compile(r"\+\s*([0-9]\s*[A-Za-z]+|[A-Za-zÀ-ÿ]+)")


def parse_hand(text: str) -> Hand:
    """The hand in a line of text, with nothing impossible in it but perhaps a wrong number of tiles."""
    if len(text) > LONGEST:
        raise HandError(Mistake.TOO_LONG, f"Plus de {LONGEST} signes pour une main : c'est trop.")
    text = settled(text)
    melds: list[Meld] = []

    def meld(match: re.Match[str]) -> str:
        melds.append(_meld(match[1] if match[1] is not None else match[2], match[1] is not None))
        return " "

    values: dict[str, str] = {}

    def keyed(match: re.Match[str]) -> str:
        key = plain(match[1])
        if key in values:
            raise HandError(Mistake.CONTRADICTION, f"« {key} » est dit deux fois.")
        values[key] = match[2]
        return " "

    rest = KEYED.sub(keyed, BRACKETS.sub(meld, text))
    added = [match[1] for match in ADDED.finditer(rest)]
    rest = ADDED.sub(" ", rest)
    if len(added) > 1:
        raise HandError(Mistake.CONTRADICTION, "Il y a deux tuiles gagnantes : une seule suit le signe +.")
    words = rest.split()
    flags = frozenset(FLAG_WORDS[plain(word)] for word in words if plain(word) in FLAG_WORDS)
    tiles = " ".join(word for word in words if plain(word) not in FLAG_WORDS)
    hand = Hand(tuple(parse_tiles(tiles)), tuple(melds), flags=flags)
    if added:
        hand = hand._replace(winning=_one(added[0]))
    return _checked(_with_values(hand, values))


def _one(text: str) -> int:
    tiles = parse_tiles(text)
    if len(tiles) != 1:
        raise HandError(Mistake.CONTRADICTION, f"« {text[:40]} » : une seule tuile est attendue.")
    return tiles[0]


def _kong(text: str) -> int:
    """The tile of a kong, told once or as its four tiles."""
    tiles = parse_tiles(text)
    if len(tiles) not in (1, COPIES) or len(set(tiles)) != 1:
        raise HandError(
            Mistake.NO_KONG, f"« {text[:40]} » : un kong se dit par sa tuile (kong:3s) ou par ses quatre (kong:3333s)."
        )
    return tiles[0]


def _meld(text: str, exposed: bool) -> Meld:
    tiles = tuple(sorted(parse_tiles(text)))
    same = len(set(tiles)) == 1
    chow = (
        len(tiles) == 3
        and tiles[2] < HONOURS
        and tiles[0] // 9 == tiles[2] // 9
        and tiles == tuple(range(tiles[0], tiles[0] + 3))
    )
    if exposed and ((same and len(tiles) in (3, 4)) or chow):
        return Meld(tiles, True)
    if not exposed and same and len(tiles) == 4:
        return Meld(tiles, False)
    wanted = "un chow, un pung ou un kong" if exposed else "un kong caché, quatre tuiles pareilles"
    raise HandError(Mistake.NO_MELD, f"« {text.strip()[:40]} » n'est pas {wanted}.")


ONE_TILE = ("kong", "reclamee", "jetee")
FIELDS = {"ecarts": "discards", "passees": "passed", "passees-riichi": "passed_riichi", "indicateurs": "indicators"}
FIELDS |= {"ura": "ura", "fleurs": "flowers", "compteurs": "counters", "mises": "stakes", "siege": "seat"}
FIELDS |= {"dominant": "prevalent", "kong": "kong", "reclamee": "claimed", "jetee": "thrown"}


def _with(hand: Hand, key: str, value: Any) -> Hand:
    return hand._replace(**{FIELDS[key]: value})


def _with_values(hand: Hand, values: dict[str, str]) -> Hand:
    for key, value in values.items():
        if key in TILE_KEYS:
            hand = _with(hand, key, tuple(parse_tiles("" if value in ("-", "") else value)))
        elif key in NUMBER_KEYS:
            if not (value.isascii() and value.isdigit() and len(value) < 4 and int(value) <= NUMBER_KEYS[key]):
                raise HandError(Mistake.UNKNOWN_WORD, f"{key} : un nombre de 0 à {NUMBER_KEYS[key]} est attendu.")
            hand = _with(hand, key, int(value))
        elif key in WIND_KEYS:
            if plain(value) not in WIND_WORDS:
                raise HandError(Mistake.UNKNOWN_WORD, f"{key} : est, sud, ouest ou nord.")
            hand = _with(hand, key, WIND_WORDS[plain(value)])
        elif key == "kong":
            hand = _with(hand, key, _kong(value))
        elif key in ONE_TILE:
            hand = _with(hand, key, _one(value))
        elif key == "gagnante":
            hand = _designated(hand, _one(value))
        else:
            known = ", ".join((*TILE_KEYS, *NUMBER_KEYS, *WIND_KEYS, *ONE_TILE, "gagnante"))
            raise HandError(Mistake.UNKNOWN_WORD, f"« {key} » n'est pas connu. Connus : {known}.")
    return hand


def _designated(hand: Hand, tile: int) -> Hand:
    """One of the tiles already written is the winning one."""
    if hand.winning is not None:
        raise HandError(Mistake.CONTRADICTION, "La tuile gagnante est dite deux fois.")
    if tile not in hand.concealed:
        raise HandError(Mistake.WINNING_ABSENT, f"La tuile gagnante, {name(tile)}, n'est pas parmi les tuiles.")
    kept = list(hand.concealed)
    kept.remove(tile)
    return hand._replace(concealed=tuple(kept), winning=tile)


def _checked(hand: Hand) -> Hand:
    """The same hand, or what is impossible about it."""
    if not hand.all_concealed and not hand.melds:
        raise HandError(Mistake.NO_TILES, "Aucune tuile : écrivez la main, par exemple 2233344456m 678p.")
    if len(hand.all_concealed) + sum(len(meld.tiles) for meld in hand.melds) > MOST_TILES or len(hand.melds) > 4:
        raise HandError(Mistake.TOO_LONG, "Il y a beaucoup trop de tuiles pour une main.")
    counts = hand.every
    for tile, count in enumerate(counts):
        if count > COPIES:
            raise HandError(Mistake.FIFTH_TILE, f"{count} fois {name(tile)} : le jeu n'en a que quatre.")
    seen = counted([*(hand.discards or ()), *hand.indicators, *hand.ura])
    for tile, count in enumerate(counts):
        if count + seen[tile] > COPIES:
            raise HandError(
                Mistake.FIFTH_TILE,
                f"{count + seen[tile]} fois {name(tile)}, écarts et indicateurs compris : le jeu n'en a que quatre.",
            )
    for first, second in EXCLUDED:
        if first in hand.flags and second in hand.flags:
            raise HandError(Mistake.CONTRADICTION, f"« {FLAGS[first]} » et « {FLAGS[second]} » ne vont pas ensemble.")
    if hand.is_open and hand.flags & DECLARED_RIICHI:
        raise HandError(Mistake.CONTRADICTION, "Riichi ne se déclare pas avec un élément exposé.")
    if Flag.IPPATSU in hand.flags and not hand.flags & DECLARED_RIICHI:
        raise HandError(Mistake.CONTRADICTION, "Ippatsu suppose un riichi.")
    if hand.claimed is not None and not any(meld.open and hand.claimed in meld.tiles for meld in hand.melds):
        raise HandError(Mistake.NO_MELD, f"{name(hand.claimed).capitalize()} n'est dans aucun élément exposé.")
    if hand.thrown is not None and hand.claimed is None:
        raise HandError(Mistake.CONTRADICTION, "La tuile jetée après un appel demande la tuile réclamée (reclamee:7p).")
    if Flag.FIRST_TURN in hand.flags and hand.melds:
        raise HandError(Mistake.CONTRADICTION, "Au tout premier tour rien n'est encore exposé.")
    return hand


def counted_right(hand: Hand) -> Hand:
    """The same hand, or the error that says how many tiles it has."""
    if hand.right_count:
        return hand
    wanted = "14 avec la tuile gagnante" if hand.winning is not None else "13, ou 14 avec la tuile gagnante"
    raise HandError(
        Mistake.WRONG_COUNT,
        f"{hand.size} tuiles au lieu de {wanted} (un kong compte pour trois, les fleurs ne comptent pas).",
    )


def also_told(hand: Hand, words: Iterable[str]) -> Hand:
    """The hand with circumstances that somebody else tells; they beat its own."""
    for word in words:
        key, sign, value = word.partition(":")
        if sign:
            hand = _with_values(hand, {key: value})
        else:
            flag = _flag(word)
            against = {other for pair in EXCLUDED if flag in pair for other in pair} - {flag}
            hand = hand._replace(flags=(hand.flags - against) | {flag})
    if hand.is_open:
        hand = hand._replace(flags=hand.flags - DECLARED_RIICHI - {Flag.IPPATSU})
    return hand


def _flag(word: str) -> Flag:
    if word not in FLAGS:
        raise HandError(Mistake.UNKNOWN_WORD, unknown("circonstance", word, FLAGS))
    return Flag(word)
