"""The value of an MCR hand: its fans, its points, and what the principles of counting left out.

PyMahjongGB counts. It checks nothing that it is given, so only tiles that `hand` has checked come here; and where it counts
otherwise than a text, the ruleset's own remarks say so and the count is put right. It is an optional extra.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from assistant.hand import Hand, Meld
from assistant.handrules import HandRules
from assistant.shape import STANDARD, Form, readings, waits
from assistant.tiles import HONOURS, WHITE, counted

try:
    from MahjongGB import MahjongFanCalculator, MahjongShanten
except ImportError:  # it comes as source only: without a C++ compiler it is not there
    MahjongFanCalculator = MahjongShanten = None

FORM = Form(chinese=True, identical_pairs=True)
MISSING = (
    "Le compte des figures MCR demande PyMahjongGB, absent ici : installez un compilateur C++, puis "
    "pip install 'arbitre[mcr]' (ou make). Sans lui, la structure et l'attente sont dites, pas les points."
)
MINIMUM = 8
FORFEIT = 8

FANS = (
    "Big Four Winds", "Big Three Dragons", "All Green", "Nine Gates", "Four Kongs", "Seven Shifted Pairs", "Thirteen Orphans",
    "All Terminals", "Little Four Winds", "Little Three Dragons", "All Honors", "Four Concealed Pungs", "Pure Terminal Chows",
    "Quadruple Chow", "Four Pure Shifted Pungs", "Four Pure Shifted Chows", "Three Kongs", "All Terminals and Honors",
    "Seven Pairs", "Greater Honors and Knitted Tiles", "All Even Pungs", "Full Flush", "Pure Triple Chow",
    "Pure Shifted Pungs", "Upper Tiles", "Middle Tiles", "Lower Tiles", "Pure Straight", "Three-Suited Terminal Chows",
    "Pure Shifted Chows", "All Five", "Triple Pung", "Three Concealed Pungs", "Lesser Honors and Knitted Tiles",
    "Knitted Straight", "Upper Four", "Lower Four", "Big Three Winds", "Mixed Straight", "Reversible Tiles",
    "Mixed Triple Chow", "Mixed Shifted Pungs", "Chicken Hand", "Last Tile Draw", "Last Tile Claim",
    "Out with Replacement Tile", "Robbing The Kong", "Two Concealed Kongs", "All Pungs", "Half Flush", "Mixed Shifted Chows",
    "All Types", "Melded Hand", "Two Dragons Pungs", "Outside Hand", "Fully Concealed Hand", "Two Melded Kongs", "Last Tile",
    "Dragon Pung", "Prevalent Wind", "Seat Wind", "Concealed Hand", "All Chows", "Tile Hog", "Double Pung",
    "Two Concealed Pungs", "Concealed Kong", "All Simples", "Pure Double Chow", "Mixed Double Chow", "Short Straight",
    "Two Terminal Chows", "Pung of Terminals or Honors", "Melded Kong", "One Voided Suit", "No Honors", "Edge Wait",
    "Closed Wait", "Single Wait", "Self-Drawn", "Flower Tiles",
)  # fmt: skip
NUMBERS = {english: number for number, english in enumerate(FANS, 1)}
MIXED_KONGS = "Concealed Kong and Melded Kong"  # the texts have it under number 57
FLOWER = 81

CONCEALED_BY_NATURE = (4, 6, 7, 12, 19, 20, 34)
CONCEALED_KONGS = {1: 67, 2: 48, 3: 33, 4: 12}


class Circumstances(NamedTuple):
    drawn: bool
    seat: int
    prevalent: int


class Fan(NamedTuple):
    number: int
    times: int
    points: int  # for one


class Removed(NamedTuple):
    """A figure that is there but does not count, by which principle, and beside what."""

    number: int
    principle: str
    because: int | None


class ChineseValue(NamedTuple):
    fans: tuple[Fan, ...]
    points: int  # without flowers
    flowers: int
    removed: tuple[Removed, ...]
    notes: tuple[str, ...]

    @property
    def enough(self) -> bool:
        return self.points >= MINIMUM


def available() -> bool:
    return MahjongFanCalculator is not None


def library_tile(tile: int) -> str:
    """A tile as the library writes it."""
    if tile >= WHITE:
        return f"J{3 - (tile - WHITE)}"
    return f"F{tile - HONOURS + 1}" if tile >= HONOURS else f"{'WBT'[tile // 9]}{tile % 9 + 1}"


def _pack(meld: Meld) -> tuple[str, str, int]:
    if meld.is_chow:
        return ("CHI", library_tile(meld.tiles[1]), 1)
    return ("GANG" if meld.is_kong else "PENG", library_tile(meld.tiles[0]), 1 if meld.open else 0)


def shanten(hand: Hand) -> int | None:
    """How many tiles are missing before the hand waits; None where the library is missing or cannot say."""
    if not available() or len(hand.concealed) % 3 != 1:
        return None
    packs = tuple(_pack(meld) for meld in hand.melds)
    return int(MahjongShanten(pack=packs, hand=tuple(map(library_tile, hand.concealed))))


def value(hand: Hand, rules: HandRules, won: Circumstances) -> ChineseValue | None:
    """The fans of a checked hand of fourteen tiles; None when it is not complete."""
    assert hand.winning is not None and hand.right_count
    if not readings(counted(hand.all_concealed), len(hand.melds), FORM):
        return None
    flags = hand.flags
    found = MahjongFanCalculator(
        tuple(_pack(meld) for meld in hand.melds),
        tuple(map(library_tile, hand.concealed)),
        library_tile(hand.winning),
        0,
        won.drawn,
        "derniere-existante" in flags,
        bool(flags & {"apres-kong", "kong-vole"}),
        "derniere-tuile" in flags,
        won.seat,
        won.prevalent,
        True,
    )
    fans: dict[int, Fan] = {}
    notes: list[str] = []
    for points, times, _, english in found:
        if english == MIXED_KONGS:
            fans[57] = Fan(57, 1, 6)
            notes.append("kong-cache-et-kong-expose")
        else:
            fans[NUMBERS[english]] = Fan(NUMBERS[english], int(times), int(points))
    removed = _corrected(hand, rules, won, fans, notes)
    removed += _left_out(hand, rules, fans)
    if _fifth_copy(hand, fans) and FIFTH in rules.remarks:
        notes.append(FIFTH)
    ordered = tuple(sorted(fans.values()))
    total = sum(fan.times * fan.points for fan in ordered)
    return ChineseValue(ordered, total, hand.flowers, tuple(dict.fromkeys(removed)), tuple(notes))


FIFTH = "attente-sur-une-cinquieme"
SINGLE_WAITS = (77, 78, 79)


def _fifth_copy(hand: Hand, fans: Mapping[int, Fan]) -> bool:
    """Whether only a fifth copy keeps the wait from being a single one: the library counts it as waited for."""
    melded = hand.melded
    if (
        any(number in fans for number in (*SINGLE_WAITS, 5, 6, 7, 19, 53))
        or max(map(sum, zip(hand.counts, melded, strict=True))) < 4
    ):
        return False
    real, fifth = waits(hand.counts, melded, len(hand.melds), FORM)
    if len(real) != 1 or not fifth:
        return False
    for reading in readings(counted(hand.all_concealed), len(hand.melds), FORM):
        if reading.pair == hand.winning:
            return True
        for first, middle, last in (one for one in reading.sets if one[0] != one[1]):
            edge = (first % 9 == 0 and last == hand.winning) or (last % 9 == 8 and first == hand.winning)
            if middle == hand.winning or edge:
                return True
    return False


def _corrected(
    hand: Hand, rules: HandRules, won: Circumstances, fans: dict[int, Fan], notes: list[str]
) -> list[Removed]:
    """Put right what the library counts otherwise than this ruleset's text; the remarks say which corrections apply."""
    removed: list[Removed] = []

    def applies(name: str) -> bool:
        if name not in rules.remarks:
            return False
        notes.append(name)
        return True

    def add(number: int) -> None:
        figure = rules.figures[str(number)]
        fans[number] = Fan(number, 1, figure.points or 0)

    def drop(number: int, because: int) -> None:
        del fans[number]
        removed.append(Removed(number, "texte", because))

    concealed_kongs = sum(meld.is_kong and not meld.open for meld in hand.melds)
    kongs = next((number for number in (5, 17) if number in fans), None)
    if kongs and concealed_kongs and CONCEALED_KONGS[concealed_kongs] not in fans and applies("kongs-caches-en-plus"):
        add(CONCEALED_KONGS[concealed_kongs])
        for included in (66, 67) if concealed_kongs > 1 else ():
            if included in fans:
                drop(included, CONCEALED_KONGS[concealed_kongs])
    by_nature = next((number for number in CONCEALED_BY_NATURE if number in fans), None)
    if by_nature and won.drawn and not hand.is_open and 56 not in fans and applies("tout-cache-tire-en-plus"):
        add(56)
        fans.pop(80, None)
    counts = counted(hand.all_concealed)
    honours = sum(counts[HONOURS:]) + sum(hand.melded[HONOURS:])
    if 3 in fans and honours and 50 not in fans and applies("main-verte-et-semi-pure"):
        add(50)
    if 19 in fans and 64 in fans:
        small = next((number for number in (3, 8) if number in fans), None)
        if small and applies("six-tuiles-differentes"):
            drop(64, small)
        elif max(counts[HONOURS:]) == 4 and applies("quatre-identiques-d-une-famille"):
            quadruples = sum(count == 4 for count in counts[:HONOURS])
            if quadruples:
                fans[64] = fans[64]._replace(times=quadruples)
            else:
                drop(64, 19)
    if 19 in fans and 52 in fans and applies("tout-type-en-cinq-elements"):
        drop(52, 19)
    if 4 in fans and 73 in fans and applies("neuf-portes-sans-pung"):
        drop(73, 4)
    if 57 in fans and fans[57].points == 6 and "kong-cache-et-kong-expose" not in rules.remarks:
        notes.remove("kong-cache-et-kong-expose")
    return removed


def _left_out(hand: Hand, rules: HandRules, fans: Mapping[int, Fan]) -> list[Removed]:
    """Figures that the hand has and that the principles of counting leave out."""
    removed: list[Removed] = []
    included: set[int] = set()
    for number in sorted(fans):
        for other in rules.figures[str(number)].includes:
            if int(other) not in fans and int(other) not in included:
                included.add(int(other))
                removed.append(Removed(int(other), "inclusion", number))
    reading = next(
        (one for one in readings(counted(hand.all_concealed), len(hand.melds), FORM) if one.kind == STANDARD), None
    )
    if reading is None:
        return removed
    sets = [*reading.sets, *(meld.tiles[:3] for meld in hand.melds)]
    for number, times in _relations(sets).items():
        counted_times = fans[number].times if number in fans else 0
        if times > counted_times and number not in included:
            principle = "non-identique" if number in SAME_FIGURE else "comptage-unique"
            if principle == "comptage-unique" or counted_times:
                removed.append(Removed(number, principle, None))
    return removed


SAME_FIGURE = (30, 42, 51)


def _relations(sets: Sequence[tuple[int, ...]]) -> dict[int, int]:
    """How often each figure of two or three sets occurs, elements shared or not."""
    found: dict[int, int] = {}

    def note(number: int) -> None:
        found[number] = found.get(number, 0) + 1

    chows = [one for one in sets if one[0] != one[1]]
    pungs = [one for one in sets if one[0] == one[1] and one[0] < HONOURS]
    for first, second in combinations(sorted(chows), 2):
        same_suit, gap = first[0] // 9 == second[0] // 9, abs(first[0] % 9 - second[0] % 9)
        if same_suit:
            if gap in (0, 3):
                note(69 if gap == 0 else 71)
            elif gap == 6:
                note(72)
        elif gap == 0:
            note(70)
    for three in combinations(sorted(chows), 3):
        _shifted(three, 51, 30, note)
    for three in combinations(sorted(pungs), 3):
        _shifted(three, 42, None, note)
    return found


def _shifted(three: Iterable[tuple[int, ...]], mixed: int, pure: int | None, note: object) -> None:
    starts = [one[0] for one in three]
    suits, numbers = {start // 9 for start in starts}, sorted(start % 9 for start in starts)
    steps = {numbers[1] - numbers[0], numbers[2] - numbers[1]}
    assert callable(note)
    if len(suits) == 3 and steps == {1}:
        note(mixed)
    elif len(suits) == 1 and pure is not None and steps in ({1}, {2}):
        note(pure)


def payments(points: int, drawn: bool) -> tuple[tuple[str, int], ...]:
    """Who pays what, flowers included in the points."""
    if drawn:
        return (("chacun des trois autres", FORFEIT + points),)
    return (("celui qui a écarté la tuile", FORFEIT + points), ("chacun des deux autres", FORFEIT))
