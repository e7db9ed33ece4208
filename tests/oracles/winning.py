"""Random winning hands of MCR: of every structure, in narrow bands of tiles so that rare figures come up, with melds and kongs."""

from __future__ import annotations

import random

from assistant.hands.hand import Hand, Meld
from assistant.hands.mcr.count import FORM, Circumstances
from assistant.hands.mcr.fans import Fan
from assistant.hands.shape import Structure, readings
from assistant.hands.tiles import Wind, counted
from tests.oracles.figures import ENDS, GREENS, KNITTED, SYMMETRIC, TERMINALS, Piece, Shown
from tests.oracles.fitting import waited

Set = tuple[int, ...]
KINDS = {
    Structure.STANDARD: "",
    Structure.PAIRS: "pairs",
    Structure.THIRTEEN: "orphans",
    Structure.SNAKE: "snake",
    Structure.KNITTED: "knitted",
}
BANDS = [*[range(9)] * 4, (0, 8), (6, 7, 8), (3, 4, 5), (0, 1, 2), (5, 6, 7, 8), (0, 1, 2, 3), range(1, 8), (1, 3, 5, 7), (0, 1, 2, 6, 7, 8), (2, 3, 4, 5, 6)]  # fmt: skip
SUITS = [(0,), (1,), (2,), (0, 1), (1, 2), *[(0, 1, 2)] * 3]
HONOURS = [(), (), range(27, 34), range(27, 31), range(31, 34), (32,), (31,)]


def _tiles(rng: random.Random) -> list[int]:
    """The tiles to build from: a band of numbers in some suits with some honours, or one of the famous sets."""
    famous = rng.random()
    others = [rng.randrange(34) for _ in range(4)]
    for limit, tiles in ((0.04, GREENS), (0.08, SYMMETRIC), (0.13, range(27, 34)), (0.16, [27, 28, 29, 30, *others]), (0.2, [31, 32, 33, *others]), (0.23, ENDS), (0.27, TERMINALS)):  # fmt: skip
        if famous < limit:
            return sorted(set(tiles))
    suits, band = rng.choice(SUITS), rng.choice(BANDS)
    return sorted({*(suit * 9 + number for suit in suits for number in band), *rng.choice(HONOURS)})


def _related(rng: random.Random, chows: list[Set]) -> list[Set]:
    """Chows in a relation: the same, shifted in one suit, or across the suits."""
    first = rng.choice(chows)[0]
    step, suits = rng.choice((0, 1, 2, 3)), rng.sample(range(3), 3)
    count = rng.choice((2, 3, 4))
    mixed = rng.random() < 0.4
    starts = [
        (suits[index] * 9 + first % 9 if mixed else first) + step * index
        for index in range(min(count, 3 if mixed else 4))
    ]
    sound = all(
        start // 9 == (suits[index] if mixed else first // 9) and start % 9 < 7 for index, start in enumerate(starts)
    )
    return [(start, start + 1, start + 2) for start in starts] if sound else []


def _sets(rng: random.Random, tiles: list[int]) -> tuple[list[Set], int]:
    """Four sets and a pair."""
    chows = [(t, t + 1, t + 2) for t in tiles if t < 27 and t % 9 < 7 and {t + 1, t + 2} <= set(tiles)]
    kind, few = rng.random(), rng.random()
    sets = [
        rng.choice(chows)
        if chows and (kind < 0.45 or (kind < 0.75 and rng.random() < 0.6))
        else (rng.choice(tiles),) * 3
        for _ in range(4)
    ]
    pair = rng.choice(tiles)
    if chows and few < 0.35:
        sets = [*_related(rng, chows), *sets][:4]
    elif few < 0.42:  # two dragons
        one, other = rng.sample(range(3), 2)
        ends = [(one, 0), (one, 6), *([(one, 0), (one, 6)] if rng.random() < 0.5 else [(other, 0), (other, 6)])]
        sets = [tuple(suit * 9 + start + step for step in range(3)) for suit, start in ends]
        pair = (one if ends[2][0] == one else 3 - one - other) * 9 + 4
    elif few < 0.5:
        low = rng.randrange(3) * 9 + rng.randrange(6)
        sets = [(low + step,) * 3 for step in range(4)]
    elif few < 0.56:
        number, step = rng.randrange(7), rng.choice((0, 1))
        sets[:3] = [(suit * 9 + number + step * suit,) * 3 for suit in range(3)]
    elif few < 0.6:  # three pungs of winds or dragons, the fourth set anything
        sets[:3] = [(tile,) * 3 for tile in rng.choice(([27, 28, 29], [28, 29, 30], [31, 32, 33]))]
        start = rng.randrange(3) * 9 + rng.randrange(7)
        sets[3] = rng.choice(((start, start + 1, start + 2), (start,) * 3))
        sets = [(tile,) * 3 for tile in range(27, 31)] if rng.random() < 0.2 else sets
        pair = rng.randrange(34)
    elif few < 0.64:  # a five in every set
        pair = rng.randrange(3) * 9 + 4
        fives = [suit * 9 + 4 for suit in (0, 1, 2)]
        sets = [
            rng.choice(((t, t, t), (t, t + 1, t + 2), (t - 1, t, t + 1), (t - 2, t - 1, t)))
            for t in rng.choices(fives, k=4)
        ]
    return sets, pair


def a_hand(rng: random.Random) -> tuple[Hand, Circumstances]:
    """A complete hand and how it was won."""
    while True:
        kind, tiles = rng.random(), _tiles(rng)
        sets: list[Set] = []
        loose: list[int] = []
        if kind < 0.08:
            low = rng.randrange(3) * 9 + rng.randrange(3)
            some = list(range(low, low + 7)) if rng.random() < 0.2 else rng.choices(tiles, k=7)
            loose = some * 2
        elif kind < 0.1:
            loose = [*ENDS, rng.choice(sorted(ENDS))]
        elif kind < 0.14:
            honours = rng.sample(range(27, 34), rng.randint(5, 7))
            loose = [*honours, *rng.sample(rng.choice(KNITTED), 14 - len(honours))]
        elif kind < 0.145:
            low = rng.randrange(3) * 9
            loose = [low + number for number in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, rng.randrange(9))]
        else:
            sets, pair = _sets(rng, tiles)
            loose = [pair, pair]
            if kind < 0.2:
                sets, loose = sets[:1], [pair, pair, *rng.choice(KNITTED)]
        every = [*loose, *(tile for one in sets for tile in one)]
        if max(map(every.count, every)) <= 4:
            return _won(rng, sets, loose, every)


def _won(rng: random.Random, sets: list[Set], loose: list[int], every: list[int]) -> tuple[Hand, Circumstances]:
    melds: list[Meld] = []
    concealed = list(loose)
    often, kongs = rng.choice((0, 0, 0.3, 0.6, 1)), rng.choice((0.1, 0.6))
    for one in sets:
        if one[0] == one[1] and every.count(one[0]) == 3 and rng.random() < kongs:
            melds.append(Meld((one[0],) * 4, rng.random() < 0.5))
        elif rng.random() < often:
            melds.append(Meld(one, True))
        else:
            concealed.extend(one)
    winning = (
        concealed[-1] if len(every) == 14 and not sets and loose[0] == loose[1] == loose[2] else rng.choice(concealed)
    )
    concealed.remove(winning)
    hand = Hand(tuple(sorted(concealed)), tuple(melds), winning)
    return hand, Circumstances(rng.random() < 0.5, Wind(rng.randrange(4)), Wind(rng.randrange(4)))


def seen(hand: Hand, won: Circumstances) -> list[Shown]:
    """Every way to look at the hand: its readings, and in each the set that the winning tile completed."""
    waits = waited(hand.counts, hand.melded, len(hand.melds), True)
    exposed = sum(meld.open for meld in hand.melds)
    melds = [Piece(meld.tiles, meld.open) for meld in hand.melds]
    gates = not hand.melds and any(hand.counts[low : low + 9] == [3, 1, 1, 1, 1, 1, 1, 1, 3] for low in (0, 9, 18))
    last = sum(meld.tiles.count(hand.winning or 0) for meld in hand.melds if meld.open) == 3
    found: list[Shown] = []
    for reading in readings(counted(hand.all_concealed), len(hand.melds), FORM):
        kind = KINDS[reading.kind]
        if reading.pair is None:
            single = Fan.SINGLE_WAIT if len(waits) == 1 and kind != "snake" else None
            tiles = tuple(sorted(hand.all_concealed))
            found.append(Shown((), None, tiles, kind, exposed, won.drawn, single, won.seat, won.prevalent))
            continue
        left = list(hand.all_concealed)
        for tile in (*(tile for one in reading.sets for tile in one), reading.pair, reading.pair):
            left.remove(tile)
        for single, place in _completed(reading.sets, reading.pair, left, hand.winning or 0):
            pieces = [Piece(one, index == place and not won.drawn) for index, one in enumerate(reading.sets)]
            wait = single if len(waits) == 1 else None
            found.append(
                Shown(
                    (*pieces, *melds),
                    reading.pair,
                    tuple(left),
                    kind,
                    exposed,
                    won.drawn,
                    wait,
                    won.seat,
                    won.prevalent,
                    gates,
                    last,
                )
            )
    return found


def _completed(sets: tuple[Set, ...], pair: int, left: list[int], winning: int) -> set[tuple[Fan | None, int | None]]:
    """The figure of the wait and the pung completed, for each place of the winning tile."""
    ways: set[tuple[Fan | None, int | None]] = {(Fan.SINGLE_WAIT, None)} if pair == winning else set()
    for index, one in enumerate(sets):
        if winning in one and one[0] == one[1]:
            ways.add((None, index))
        elif winning in one:
            edge = (one[0] % 9 == 0 and winning == one[2]) or (one[2] % 9 == 8 and winning == one[0])
            ways.add((Fan.CLOSED_WAIT if winning == one[1] else Fan.EDGE_WAIT if edge else None, None))
    return ways | ({(None, None)} if winning in left else set())
