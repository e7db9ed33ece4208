"""The tile picker as addresses: every tap is a link to the same page with one tile more, or one less; a script does the same in the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Any, NamedTuple

from assistant.hands.hand import EXCLUDED, FLAGS, Hand, Meld, parse_hand
from assistant.hands.tiles import COPIES, HONOURS, KINDS, HandError, Wind, code, counted, name
from assistant.model.hand_words import Flag
from web.faces import BACK


class Mode(StrEnum):
    """Where the next tile goes."""

    HAND = "main"
    WINNING = "gagnante"
    DISCARDS = "ecarts"
    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    CONCEALED_KONG = "kong-cache"
    PASSED = "passees"
    PASSED_RIICHI = "passees-riichi"
    INDICATORS = "indicateurs"
    URA = "ura"
    KONG_AFTER_RIICHI = "kong-riichi"
    CLAIMED = "reclamee"
    THROWN = "jetee"


Link = Callable[[str, Mode], str]  # (the line of tiles, where the next tile goes) -> address

MODES = {
    Mode.HAND: "Main",
    Mode.WINNING: "Gagnante",
    Mode.DISCARDS: "Ses écarts",
    Mode.CHOW: "Chow",
    Mode.PUNG: "Pung",
    Mode.KONG: "Kong",
    Mode.CONCEALED_KONG: "Kong caché",
    Mode.PASSED: "Laissées passer ce tour",
    Mode.PASSED_RIICHI: "Laissées passer après riichi",
    Mode.INDICATORS: "Indicateurs de dora",
    Mode.URA: "Indicateurs ura",
    Mode.KONG_AFTER_RIICHI: "Kong fait après riichi",
    Mode.CLAIMED: "Tuile réclamée",
    Mode.THROWN: "Jetée après l'appel",
}
FIRST_MODES = 7  # always in sight; the others are folded away
MELDED = (Mode.CHOW, Mode.PUNG, Mode.KONG, Mode.CONCEALED_KONG)
FIELDS = {
    Mode.DISCARDS: "discards",
    Mode.PASSED: "passed",
    Mode.PASSED_RIICHI: "passed_riichi",
    Mode.INDICATORS: "indicators",
    Mode.URA: "ura",
}
NEXT = {
    Mode.HAND: "Touchez les tuiles de sa main.",
    Mode.WINNING: "Touchez la tuile gagnante.",
    Mode.DISCARDS: "Touchez ses écarts.",
    Mode.CHOW: "Touchez la plus petite tuile du chow exposé.",
    Mode.PUNG: "Touchez la tuile du pung exposé.",
    Mode.KONG: "Touchez la tuile du kong exposé.",
    Mode.CONCEALED_KONG: "Touchez la tuile du kong caché.",
    Mode.PASSED: "Touchez les tuiles laissées passer ce tour.",
    Mode.PASSED_RIICHI: "Touchez les tuiles laissées passer depuis son riichi.",
    Mode.INDICATORS: "Touchez les indicateurs de dora.",
    Mode.URA: "Touchez les indicateurs ura.",
    Mode.KONG_AFTER_RIICHI: "Touchez la tuile du kong fait après riichi.",
    Mode.CLAIMED: "Touchez la tuile réclamée, dans un élément exposé.",
    Mode.THROWN: "Touchez la tuile écartée aussitôt après l'appel.",
}
SINGLE = {Mode.KONG_AFTER_RIICHI: "kong", Mode.CLAIMED: "claimed", Mode.THROWN: "thrown"}
WON = {Flag.RON: "Ron, sur un écart", Flag.TSUMO: "Tsumo, sur pioche"}
SINGLE_KEYS = {Mode.KONG_AFTER_RIICHI: "kong", Mode.CLAIMED: "reclamee", Mode.THROWN: "jetee"}
WINDS = (("seat", "siege", "Vent du joueur"), ("prevalent", "dominant", "Vent dominant"))
COUNTED = {
    "flowers": ("fleurs", "Fleurs", 8),
    "counters": ("compteurs", "Compteurs", 20),
    "stakes": ("mises", "Mises", 10),
}
MOST = 30  # tiles in one list of discards
MAY_BE_NONE = ("discards", "passed", "passed_riichi")  # an empty list says that there are none


def hand_of(text: str) -> Hand:
    """The hand so far; nothing at all is a beginning."""
    return parse_hand(text) if text.strip() else Hand()


def changed(hand: Hand, field: str, value: Any) -> Hand:
    """The hand with one thing said otherwise."""
    return hand._replace(**{field: value})


class Tap(NamedTuple):
    """One thing to tap: where it leads (nowhere when it cannot be), what it shows."""

    href: str | None
    label: str
    picture: str | None = None
    chosen: bool = False
    does: str = ""  # the same for a script: what is said, and of what


class Picker:
    """What can be tapped beside a hand."""

    def __init__(self, hand: Hand, mode: str, link: Link):
        self.hand = hand
        self.mode = Mode(mode) if mode in MODES else Mode.HAND
        self.link = link

    def _to(self, hand: Hand, mode: Mode | None = None) -> str | None:
        """The address of a hand, or None when there can be no such hand."""
        text = hand.text()
        try:
            hand_of(text)
        except HandError:
            return None
        return self.link(text, mode or self.mode)

    def tiles(self) -> list[list[Tap]]:
        """The thirty-four tiles in rows; those that cannot be added lead nowhere."""
        rows = [range(0, 9), range(9, 18), range(18, 27), range(HONOURS, KINDS)]
        return [[self._tile(tile) for tile in row] for row in rows]

    def _tile(self, tile: int) -> Tap:
        added = self._added(tile)
        return Tap(self._to(*added) if added else None, name(tile), code(tile))

    def _added(self, tile: int) -> tuple[Hand, Mode] | None:
        hand, mode = self.hand, self.mode
        used = counted(hand.all_concealed)[tile] + hand.melded[tile]
        if mode is Mode.HAND:
            full = len(hand.concealed) + 3 * len(hand.melds) >= 15
            return None if used >= COPIES or full else (hand._replace(concealed=(*hand.concealed, tile)), mode)
        if mode is Mode.WINNING and self.unmarked and tile in hand.concealed:
            index = len(hand.concealed) - 1 - hand.concealed[::-1].index(tile)
            rest = hand.concealed[:index] + hand.concealed[index + 1 :]
            return hand._replace(concealed=rest, winning=tile), Mode.HAND  # it is in the hand already: it is only named
        if mode is Mode.WINNING:
            mine = used - (hand.winning == tile)
            return None if mine >= COPIES else (hand._replace(winning=tile), Mode.HAND)
        if mode in MELDED:
            meld = self._meld(tile)
            return (
                None if meld is None or len(hand.melds) >= 4 else (hand._replace(melds=(*hand.melds, meld)), Mode.HAND)
            )
        if mode in SINGLE:
            return changed(hand, SINGLE[mode], tile), Mode.HAND
        listed = getattr(hand, FIELDS[mode]) or ()
        return None if len(listed) >= MOST else (changed(hand, FIELDS[mode], (*listed, tile)), mode)

    def _meld(self, tile: int) -> Meld | None:
        if self.mode is Mode.CHOW:
            return Meld((tile, tile + 1, tile + 2), True) if tile < HONOURS and tile % 9 < 7 else None
        return Meld((tile,) * (3 if self.mode is Mode.PUNG else 4), self.mode is not Mode.CONCEALED_KONG)

    def shown(self) -> list[Tap]:
        """The tiles in hand; tapping one takes it out."""
        taps: list[Tap] = []
        ordered = sorted(range(len(self.hand.concealed)), key=lambda index: self.hand.concealed[index])
        for index in ordered:
            tile = self.hand.concealed[index]
            rest = self.hand.concealed[:index] + self.hand.concealed[index + 1 :]
            taps.append(Tap(self._to(self.hand._replace(concealed=rest)), f"enlever {name(tile)}", code(tile)))
        return taps

    def melds(self) -> list[tuple[Tap, list[str]]]:
        """The melds; tapping one takes it out."""
        taps: list[tuple[Tap, list[str]]] = []
        for index, meld in enumerate(self.hand.melds):
            rest = self.hand.melds[:index] + self.hand.melds[index + 1 :]
            faces = [code(tile) for tile in meld.tiles]
            if not meld.open:
                faces[0] = faces[3] = BACK
            taps.append((Tap(self._to(self.hand._replace(melds=rest)), f"enlever le {meld.kind}"), faces))
        return taps

    def winning(self) -> Tap | None:
        tile = self.hand.winning
        if tile is None:
            return None
        return Tap(self._to(self.hand._replace(winning=None)), f"enlever la tuile gagnante, {name(tile)}", code(tile))

    def lists(self) -> list[tuple[str, list[Tap]]]:
        """Discards and the other lists; tapping a tile takes it out."""
        lists: list[tuple[str, list[Tap]]] = []
        for mode, field in FIELDS.items():
            tiles = getattr(self.hand, field)
            if tiles:
                lists.append((MODES[mode], [self._without(field, tiles, index) for index in range(len(tiles))]))
        for mode, field in SINGLE.items():
            tile = getattr(self.hand, field)
            if tile is not None:
                tap = Tap(self._to(changed(self.hand, field, None)), f"enlever {name(tile)}", code(tile))
                lists.append((MODES[mode], [tap]))
        return lists

    def _without(self, field: str, tiles: tuple[int, ...], index: int) -> Tap:
        """Takes one tile out of a list; where an empty list would say « none », nothing is said any more."""
        rest = tiles[:index] + tiles[index + 1 :] or (None if field in MAY_BE_NONE else ())
        return Tap(self._to(changed(self.hand, field, rest)), f"enlever {name(tiles[index])}", code(tiles[index]))

    def modes(self) -> tuple[list[Tap], list[Tap]]:
        """Where the next tile goes: the usual places, and the rarer ones."""
        text = self.hand.text()
        taps = [
            Tap(self.link(text, mode), label, chosen=mode == self.mode, does=f"mode:{mode}")
            for mode, label in MODES.items()
        ]
        return taps[:FIRST_MODES], taps[FIRST_MODES:]

    def ways_won(self) -> list[Tap]:
        """Won on a discard or drawn: what is said most often, beside the hand."""
        return [self._flag(flag, label) for flag, label in WON.items()]

    def _flag(self, flag: Flag, label: str) -> Tap:
        chosen = flag in self.hand.flags
        other = self.hand.flags - {flag} if chosen else self.hand.flags | {flag}
        if flag in WON and not chosen:
            other = other - set(WON) | {flag}
        return Tap(self._to(self.hand._replace(flags=other)), label, chosen=chosen, does=f"flag:{flag}")

    @property
    def unmarked(self) -> bool:
        """Whether the hand is whole and the winning tile is not named."""
        return self.hand.size == 14 and self.hand.winning is None and bool(self.hand.concealed)

    @property
    def count(self) -> str:
        """How many tiles there are, and how many there should be; of fourteen, which one is taken for the winning tile."""
        size = self.hand.size
        if self.unmarked:
            return f"14 tuiles ; la gagnante serait {name(self.hand.concealed[-1])}, la dernière touchée"
        return f"{size} {'tuiles' if size > 1 else 'tuile'} sur {14 if self.hand.winning is not None else 13}"

    @property
    def next_tile(self) -> str:
        """Where the next tile goes, in words."""
        return NEXT[self.mode]

    def circumstances(self) -> Iterator[tuple[str, str, list[Tap]]]:
        """What else can be said, each by one tap; of what is counted, its name in the line of tiles."""
        yield "Circonstances", "", [self._flag(flag, label) for flag, label in FLAGS.items() if flag not in WON]
        for field, key, title in WINDS:
            yield title, "", [self._wind(field, key, wind) for wind in Wind]
        for field, (key, title, most) in COUNTED.items():
            count = getattr(self.hand, field)
            ways = [(-1, "−1"), (1, "+1")]
            taps = [self._counted(field, key, step, sign) for step, sign in ways if 0 <= count + step <= most]
            off = [Tap(None, sign, does=f"step:{key}:{step}") for step, sign in ways if not 0 <= count + step <= most]
            yield f"{title} : {count}", key, sorted([*taps, *off], key=lambda tap: tap.label, reverse=True)
        for mode, words in ((Mode.DISCARDS, "Aucun écart"), (Mode.PASSED, "Aucune tuile laissée passer")):
            field = FIELDS[mode]
            if not getattr(self.hand, field):
                said = getattr(self.hand, field) is not None
                hand = changed(self.hand, field, None if said else ())
                yield words, "", [Tap(self._to(hand), "le dire", chosen=said, does=f"none:{mode}")]

    def _counted(self, field: str, key: str, step: int, sign: str) -> Tap:
        hand = changed(self.hand, field, getattr(self.hand, field) + step)
        return Tap(self._to(hand), sign, does=f"step:{key}:{step}")

    def _wind(self, field: str, key: str, wind: Wind) -> Tap:
        chosen = getattr(self.hand, field) == wind
        hand = changed(self.hand, field, None if chosen else wind)
        return Tap(self._to(hand), wind.word.capitalize(), chosen=chosen, does=f"wind:{key}:{wind.word}")

    def known(self, faces: str) -> dict[str, object]:
        """What a script needs to take the taps upon itself; `faces` is where the picture of a tile is, its code written as a star."""
        codes = [code(tile) for tile in range(KINDS)]
        excluded = {flag: {other for pair in EXCLUDED if flag in pair for other in pair} - {flag} for flag in FLAGS}
        return {
            "tiles": codes,
            "names": {code(tile): name(tile) for tile in range(KINDS)},
            "faces": faces,
            "back": BACK,
            "modes": MODES,
            "next": NEXT,
            "flags": list(FLAGS),
            "excluded": {flag: sorted(others) for flag, others in excluded.items()},
            "most": {key: most for key, _, most in COUNTED.values()},
            "nothing": _as_data(Hand()),
            "hand": _as_data(self.hand),
            "mode": self.mode,
        }


def _as_data(hand: Hand) -> dict[str, object]:
    """A hand by the names of the line of tiles."""
    lists = {mode: getattr(hand, field) for mode, field in FIELDS.items()}
    winds = {key: getattr(hand, field) for field, key, _ in WINDS}
    singles = {SINGLE_KEYS[mode]: getattr(hand, field) for mode, field in SINGLE.items()}
    return {
        "concealed": [code(tile) for tile in hand.concealed],
        "melds": [{"tiles": [code(tile) for tile in meld.tiles], "open": meld.open} for meld in hand.melds],
        "winning": None if hand.winning is None else code(hand.winning),
        "lists": {
            mode: [code(tile) for tile in tiles] if tiles or (tiles is not None and FIELDS[mode] in MAY_BE_NONE) else None
            for mode, tiles in lists.items()
        },
        "winds": {key: None if wind is None else wind.word for key, wind in winds.items()},
        "numbers": {key: getattr(hand, field) for field, (key, _, _) in COUNTED.items()},
        "singles": {key: None if tile is None else code(tile) for key, tile in singles.items()},
        "flags": [flag for flag in FLAGS if flag in hand.flags],
    }
