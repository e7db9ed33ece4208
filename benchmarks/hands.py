"""`python -m benchmarks.hands`: a full analysis of a hand with its explanation against the bare library calls for the same answers.

The bare calls: the value, the shanten, and the waits (is it complete with each of the 34 tiles of which fewer than four are held);
of MCR the fans, the shanten and the waits likewise. First that both give the same, then how long each takes, turn by turn.
"""

from __future__ import annotations

import random
from statistics import median
from time import perf_counter
from typing import Any

from mahjong.agari import Agari
from mahjong.hand_calculating.divider import HandDivider
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.shanten import Shanten

from assistant.hands import riichi
from assistant.hands.document import analysed
from assistant.hands.hand import Hand, Meld
from assistant.hands.mcr import count as mcr
from assistant.hands.shape import _suit
from assistant.hands.tiles import Wind, code, counted
from assistant.model import Library
from assistant.model.hand_words import Flag
from assistant.store.library import load

try:
    from MahjongGB import MahjongFanCalculator, MahjongShanten
except ImportError:  # then MCR is left out
    MahjongFanCalculator = MahjongShanten = None

HANDS, TURNS, AIM = 200, 9, 2.0


def a_hand(rng: random.Random) -> Hand:
    """A complete hand, now and then with melds, everything about it said."""
    while True:
        sets: list[list[int]] = []
        for _ in range(4):
            if rng.random() < 0.6:
                start = rng.randrange(3) * 9 + rng.randrange(7)
                sets.append([start, start + 1, start + 2])
            else:
                sets.append([rng.randrange(34)] * 3)
        pair = rng.randrange(34)
        every = [tile for one in sets for tile in one] + [pair] * 2
        if max(map(every.count, every)) <= 4:
            break
    melds = tuple(Meld(tuple(one), True) for one in sets[: rng.choice((0, 0, 0, 1, 2))])
    tiles = [tile for one in sets[len(melds) :] for tile in one] + [pair] * 2
    winning = rng.choice(tiles)
    tiles.remove(winning)
    flags = {Flag.TSUMO if rng.random() < 0.5 else Flag.RON, *(() if melds else (Flag.RIICHI,))}
    return Hand(tuple(sorted(tiles)), melds, winning, seat=Wind.SOUTH, prevalent=Wind.EAST, flags=frozenset(flags))


def bare_riichi(library: Library, hand: Hand) -> tuple[int, int, list[int]]:
    """The library's own answers, with nothing around them."""
    assert hand.winning is not None
    table = riichi.Table136()
    melds = [riichi._meld(meld.tiles, meld.open, table) for meld in hand.melds]
    tiles = [tile for meld in melds for tile in meld.tiles]
    tiles += [table.take(tile) for tile in hand.concealed]
    tiles.append(table.take(hand.winning))
    won = riichi.Won(bool(hand.drawn), hand.seat, hand.prevalent, bool(hand.riichi))
    config = riichi._config(hand, library.hands["ema-2016"], won)
    result = HandCalculator.estimate_hand_value(tiles, tiles[-1], melds, [], config)
    counts = hand.counts
    whole = counted(hand.all_concealed)
    shanten = Shanten.calculate_shanten(whole, use_chiitoitsu=not melds, use_kokushi=not melds)
    waits = []
    all_counts = [one + other for one, other in zip(counts, hand.melded, strict=True)]
    sets = [list(meld.tiles) for meld in hand.melds]
    for tile in range(34):
        if all_counts[tile] < 4:
            all_counts[tile] += 1
            if Agari.is_agari(all_counts, sets):
                waits.append(tile)
            all_counts[tile] -= 1
    return (result.cost["total"] if result.cost else 0), shanten, waits


def bare_chinese(library: Library, hand: Hand) -> tuple[int, int | None, list[int]]:
    """The fans, the shanten, and the waits as the tiles with which the library finds fans."""
    assert hand.winning is not None
    packs = tuple(mcr._pack(meld) for meld in hand.melds)
    tiles = tuple(map(mcr.library_tile, hand.concealed))
    fans = MahjongFanCalculator(
        packs, tiles, mcr.library_tile(hand.winning), 0, bool(hand.drawn), False, False, False, 1, 0, True
    )
    missing = MahjongShanten(
        pack=packs, hand=tiles
    )  # it knows thirteen tiles only: 0 waits, and this hand is complete
    held = [one + other for one, other in zip(hand.counts, hand.melded, strict=True)]
    waits = []
    for tile in range(34):
        if held[tile] < 4:
            name = mcr.library_tile(tile)
            try:
                MahjongFanCalculator(packs, tiles, name, 0, False, False, False, False, 1, 0)
            except Exception:
                continue
            waits.append(tile)
    return sum(one[0] * one[1] for one in fans), missing - 1, waits


def compare(library: Library, ruleset: str, bare: Any, hands: list[Hand]) -> float:
    """The ratio of the medians, after the answers were found the same."""
    for hand in hands:
        value, shanten, waits = bare(library, hand)
        found = analysed(library, ruleset, hand)
        (one,) = found["values"]
        assert (found["waits"], found["shanten"]) == ([code(tile) for tile in waits], shanten), hand.text()
        assert one["points"] >= value or ruleset != "ema-2016", (hand.text(), one["points"], value)
    times: dict[str, list[float]] = {"bare": [], "ours": []}
    for _ in range(TURNS):
        for name, run in (
            ("bare", lambda hand: bare(library, hand)),
            ("ours", lambda hand: analysed(library, ruleset, hand)),
        ):
            spent = 0.0
            for hand in hands:
                _suit.cache_clear()  # nothing remembered from any hand before, neither here nor in the library
                HandDivider._divide_hand_impl.cache_clear()
                start = perf_counter()
                run(hand)
                spent += perf_counter() - start
            times[name].append(spent)
    bare_time, our_time = median(times["bare"]) / len(hands), median(times["ours"]) / len(hands)
    ratio = our_time / bare_time
    verdict = "met" if ratio <= AIM else "NOT met"
    print(f"{ruleset}: bare {bare_time * 1e6:.0f} µs, ours with explanation {our_time * 1e6:.0f} µs; ratio {ratio:.2f} (at most {AIM:g}: {verdict})")  # fmt: skip
    return ratio


def main() -> None:
    """Compare riichi, and MCR where its library is installed."""
    library = load()
    hands = [a_hand(random.Random(seed)) for seed in range(HANDS)]
    compare(library, "ema-2016", bare_riichi, hands)
    if mcr.available():
        compare(library, "mcr-2006", bare_chinese, hands)
    else:
        print("MCR left out: PyMahjongGB is not installed")


if __name__ == "__main__":
    main()
