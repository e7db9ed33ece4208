"""The tile picker as addresses: every tap is a link to the same page with one tile more, or one less."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from assistant.hands.hand import FLAGS, WIND_NAMES, Hand, Meld, parse_hand
from assistant.hands.tiles import COPIES, HONOURS, KINDS, HandError, code, counted, name

Link = Callable[[str, str], str]  # (the line of tiles, where the next tile goes) -> address

MODES = {
    "main": "Main",
    "gagnante": "Gagnante",
    "ecarts": "Ses écarts",
    "chow": "Chow",
    "pung": "Pung",
    "kong": "Kong",
    "kong-cache": "Kong caché",
    "passees": "Laissées passer ce tour",
    "passees-riichi": "Laissées passer après riichi",
    "indicateurs": "Indicateurs de dora",
    "ura": "Indicateurs ura",
    "kong-riichi": "Kong fait après riichi",
    "reclamee": "Tuile réclamée",
    "jetee": "Jetée après l'appel",
}
FIRST_MODES = 7  # always in sight; the others are folded away
IN_HAND = ("main", "gagnante", "chow", "pung", "kong", "kong-cache")
FIELDS = {
    "ecarts": "discards",
    "passees": "passed",
    "passees-riichi": "passed_riichi",
    "indicateurs": "indicators",
    "ura": "ura",
}
NEXT = {
    "main": "Touchez les tuiles de sa main.",
    "gagnante": "Touchez la tuile gagnante.",
    "ecarts": "Touchez ses écarts.",
    "chow": "Touchez la plus petite tuile du chow exposé.",
    "pung": "Touchez la tuile du pung exposé.",
    "kong": "Touchez la tuile du kong exposé.",
    "kong-cache": "Touchez la tuile du kong caché.",
    "passees": "Touchez les tuiles laissées passer ce tour.",
    "passees-riichi": "Touchez les tuiles laissées passer depuis son riichi.",
    "indicateurs": "Touchez les indicateurs de dora.",
    "ura": "Touchez les indicateurs ura.",
    "kong-riichi": "Touchez la tuile du kong fait après riichi.",
    "reclamee": "Touchez la tuile réclamée, dans un élément exposé.",
    "jetee": "Touchez la tuile écartée aussitôt après l'appel.",
}
SINGLE = {"kong-riichi": "kong", "reclamee": "claimed", "jetee": "thrown"}
WON = frozenset(("ron", "tsumo"))
COUNTED = {"flowers": ("Fleurs", 8), "counters": ("Compteurs", 20), "stakes": ("Mises", 10)}
MOST = 30  # tiles in one list of discards


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


class Picker:
    """What can be tapped beside a hand."""

    def __init__(self, hand: Hand, mode: str, link: Link):
        self.hand = hand
        self.mode = mode if mode in MODES else "main"
        self.link = link

    def _to(self, hand: Hand, mode: str | None = None) -> str | None:
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

    def _added(self, tile: int) -> tuple[Hand, str] | None:
        hand, mode = self.hand, self.mode
        used = counted(hand.all_concealed)[tile] + hand.melded[tile]
        if mode == "main":
            full = len(hand.concealed) + 3 * len(hand.melds) >= 15
            return None if used >= COPIES or full else (hand._replace(concealed=(*hand.concealed, tile)), mode)
        if mode == "gagnante" and self.unmarked and tile in hand.concealed:
            index = len(hand.concealed) - 1 - hand.concealed[::-1].index(tile)
            rest = hand.concealed[:index] + hand.concealed[index + 1 :]
            return hand._replace(concealed=rest, winning=tile), "main"  # it is in the hand already: it is only named
        if mode == "gagnante":
            mine = used - (hand.winning == tile)
            return None if mine >= COPIES else (hand._replace(winning=tile), "main")
        if mode in IN_HAND:
            meld = self._meld(tile)
            return None if meld is None or len(hand.melds) >= 4 else (hand._replace(melds=(*hand.melds, meld)), "main")
        if mode in SINGLE:
            return changed(hand, SINGLE[mode], tile), "main"
        listed = getattr(hand, FIELDS[mode]) or ()
        return None if len(listed) >= MOST else (changed(hand, FIELDS[mode], (*listed, tile)), mode)

    def _meld(self, tile: int) -> Meld | None:
        if self.mode == "chow":
            return Meld((tile, tile + 1, tile + 2), True) if tile < HONOURS and tile % 9 < 7 else None
        return Meld((tile,) * (3 if self.mode == "pung" else 4), self.mode != "kong-cache")

    def shown(self) -> list[Tap]:
        """The tiles in hand; tapping one takes it out."""
        found: list[Tap] = []
        ordered = sorted(range(len(self.hand.concealed)), key=lambda index: self.hand.concealed[index])
        for index in ordered:
            tile = self.hand.concealed[index]
            rest = self.hand.concealed[:index] + self.hand.concealed[index + 1 :]
            found.append(Tap(self._to(self.hand._replace(concealed=rest)), f"enlever {name(tile)}", code(tile)))
        return found

    def melds(self) -> list[tuple[Tap, list[str]]]:
        """The melds; tapping one takes it out."""
        found = []
        for index, meld in enumerate(self.hand.melds):
            rest = self.hand.melds[:index] + self.hand.melds[index + 1 :]
            faces = [code(tile) for tile in meld.tiles]
            if not meld.open:
                faces[0] = faces[3] = "dos"
            found.append((Tap(self._to(self.hand._replace(melds=rest)), f"enlever le {meld.kind}"), faces))
        return found

    def winning(self) -> Tap | None:
        tile = self.hand.winning
        if tile is None:
            return None
        return Tap(self._to(self.hand._replace(winning=None)), f"enlever la tuile gagnante, {name(tile)}", code(tile))

    def lists(self) -> list[tuple[str, list[Tap]]]:
        """Discards and the other lists; tapping a tile takes it out."""
        found: list[tuple[str, list[Tap]]] = []
        for mode, field in FIELDS.items():
            listed = getattr(self.hand, field)
            if listed:
                taps = []
                for index, tile in enumerate(listed):
                    rest = listed[:index] + listed[index + 1 :] or (
                        None if field in ("discards", "passed", "passed_riichi") else ()
                    )
                    taps.append(Tap(self._to(changed(self.hand, field, rest)), f"enlever {name(tile)}", code(tile)))
                found.append((MODES[mode], taps))
        for mode, field in SINGLE.items():
            tile = getattr(self.hand, field)
            if tile is not None:
                tap = Tap(self._to(changed(self.hand, field, None)), f"enlever {name(tile)}", code(tile))
                found.append((MODES[mode], [tap]))
        return found

    def modes(self) -> tuple[list[Tap], list[Tap]]:
        """Where the next tile goes: the usual places, and the rarer ones."""
        text = self.hand.text()
        taps = [Tap(self.link(text, mode), label, chosen=mode == self.mode) for mode, label in MODES.items()]
        return taps[:FIRST_MODES], taps[FIRST_MODES:]

    def ways_won(self) -> list[Tap]:
        """Won on a discard or drawn: what is said most often, beside the hand."""
        return [
            self._flag(flag, label) for flag, label in (("ron", "Ron, sur un écart"), ("tsumo", "Tsumo, sur pioche"))
        ]

    def _flag(self, flag: str, label: str) -> Tap:
        chosen = flag in self.hand.flags
        other = self.hand.flags - {flag} if chosen else self.hand.flags | {flag}
        if flag in WON and not chosen:
            other = other - WON | {flag}
        return Tap(self._to(self.hand._replace(flags=other)), label, chosen=chosen)

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

    def circumstances(self) -> Iterator[tuple[str, list[Tap]]]:
        """What else can be said, each by one tap."""
        yield "Circonstances", [self._flag(flag, label) for flag, label in FLAGS.items() if flag not in WON]
        for field, title in (("seat", "Vent du joueur"), ("prevalent", "Vent dominant")):
            yield title, [self._wind(field, wind) for wind in range(4)]
        for field, (title, most) in COUNTED.items():
            count = getattr(self.hand, field)
            ways = [(count - 1, "−1"), (count + 1, "+1")]
            taps = [Tap(self._to(changed(self.hand, field, n)) if 0 <= n <= most else None, sign) for n, sign in ways]
            yield f"{title} : {count}", taps
        for field, words in (("discards", "Aucun écart"), ("passed", "Aucune tuile laissée passer")):
            if getattr(self.hand, field) is None:
                yield words, [Tap(self._to(changed(self.hand, field, ())), "le dire")]

    def _wind(self, field: str, wind: int) -> Tap:
        chosen = getattr(self.hand, field) == wind
        hand = changed(self.hand, field, None if chosen else wind)
        return Tap(self._to(hand), WIND_NAMES[wind].capitalize(), chosen=chosen)
