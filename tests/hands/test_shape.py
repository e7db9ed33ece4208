"""Completeness and waits against an independent judge, on twenty thousand random hands and on generated ones."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.hands.hand import Hand, Meld, parse_hand
from assistant.hands.shape import FORMS, Form, readings, standard_readings, waits
from assistant.hands.tiles import counted
from assistant.model.hand_words import Game
from tests.oracles.fitting import ORPHANS, RUNS, fits, waited
from tests.support.drawing import examples

HANDS = examples(24_000)
RIICHI, MCR = FORMS[Game.RIICHI], FORMS[Game.MCR]


def a_set(rng: random.Random) -> list[int]:
    if rng.random() < 0.65:
        start = rng.randrange(3) * 9 + rng.randrange(7)
        return [start, start + 1, start + 2]
    return [rng.randrange(34)] * 3


def a_complete_hand(rng: random.Random, chinese: bool) -> tuple[list[int], list[list[int]]]:
    """Fourteen tiles that fit, and the sets among them that may be melded."""
    while True:
        kind = rng.random()
        sets: list[list[int]] = []
        if kind < 0.06:
            some = rng.choices(range(34), k=7) if chinese else rng.sample(range(34), 7)
            tiles = [tile for tile in some for _ in range(2)]
        elif kind < 0.1:
            tiles = [*ORPHANS, rng.choice(ORPHANS)]
        elif kind < 0.16 and chinese:
            run = rng.choice(RUNS)
            honours = rng.sample(range(27, 34), rng.randint(5, 7))
            tiles = [*honours, *rng.sample(run, 14 - len(honours))]
        else:
            sets = [a_set(rng) for _ in range(4)]
            pair = rng.randrange(34)
            if kind < 0.24 and chinese:
                sets = sets[:1]
                tiles = [*rng.choice(RUNS), *sets[0], pair, pair]
            else:
                if rng.random() < 0.3:  # close together: many readings
                    low = rng.randrange(3) * 9
                    sets = [[low + tile % 9 if one[0] < 27 else tile for tile in one] for one in sets]
                tiles = [*(tile for one in sets for tile in one), pair, pair]
        if max(map(tiles.count, tiles)) <= 4:
            return tiles, sets


def some_hands(chinese: bool, seed: int, number: int) -> list[tuple[list[int], list[list[int]]]]:
    """Thirteen tiles each (melds counted for three): two in five one tile from complete, one in ten beside it, the rest at random."""
    rng = random.Random(seed)
    found = []
    for index in range(number):
        melds: list[list[int]] = []
        if index % 5 < 3:
            tiles, sets = a_complete_hand(rng, chinese)
            if sets and rng.random() < 0.4:
                melds = sets[: rng.randint(1, len(sets))]
                for meld in melds:
                    for tile in meld:
                        tiles.remove(tile)
            tiles.remove(rng.choice(tiles))
            if index % 10 == 0:  # one tile further away
                tiles.remove(rng.choice(tiles))
                every = [*tiles, *(tile for meld in melds for tile in meld)]
                tiles.append(rng.choice([tile for tile in range(34) if every.count(tile) < 4]))
        else:
            suits = rng.choice(((0, 34), (0, 34), (0, 9), (9, 27)))
            deck = [tile for tile in range(*suits) for _ in range(4)]
            tiles = rng.sample(deck, 13)
        found.append((tiles, melds))
    return found


@pytest.mark.walk
@pytest.mark.parametrize("chinese", [False, True])
def test_waits_agree_with_the_independent_judge(chinese: bool) -> None:
    form = MCR if chinese else RIICHI
    waiting = judged = 0
    for index, (tiles, melds) in enumerate(some_hands(chinese, 6, HANDS // 2)):
        counts, melded = counted(tiles), counted(tile for meld in melds for tile in meld)
        ours, _ = waits(counts, melded, len(melds), form)
        theirs = waited(counts, melded, len(melds), chinese)
        assert ours == theirs, (sorted(tiles), melds)
        waiting += bool(ours)
        judged += 1
        for tile in range(34) if index % 8 == 0 else ():  # the waits complete it, and nothing else does
            if counts[tile] + melded[tile] < 4:
                counts[tile] += 1
                assert bool(readings(counts, len(melds), form)) == (tile in ours)
                counts[tile] -= 1
    assert judged == HANDS // 2 >= examples(10_000)  # of each game: twenty thousand and more in all
    assert waiting >= judged / 3, waiting


@settings(max_examples=examples(150))
@given(st.randoms(use_true_random=False), st.booleans())
def test_the_order_of_tiles_says_nothing(rng: random.Random, chinese: bool) -> None:
    tiles, _ = a_complete_hand(rng, chinese)
    other = tiles[:]
    rng.shuffle(other)
    form = MCR if chinese else RIICHI
    assert readings(counted(tiles), 0, form) == readings(counted(other), 0, form)


@settings(max_examples=examples(100))
@given(st.randoms(use_true_random=False))
def test_a_set_more_leaves_a_reading_more(rng: random.Random) -> None:
    """Whatever fits still fits with a set added, and that reading is among the readings."""
    tiles, sets = a_complete_hand(rng, False)
    if not sets:
        return
    counts = counted(tiles)
    more = a_set(rng)
    after = [count + more.count(tile) for tile, count in enumerate(counts)]
    if max(after) > 4:
        return
    wanted = {(tuple(sorted([*one.sets, tuple(more)])), one.pair) for one in standard_readings(counts)}
    assert wanted <= {(tuple(sorted(one.sets)), one.pair) for one in standard_readings(after)}


@settings(max_examples=examples(100))
@given(st.randoms(use_true_random=False))
def test_melding_a_set_keeps_the_hand_complete(rng: random.Random) -> None:
    tiles, sets = a_complete_hand(rng, False)
    for number in range(len(sets) + 1):
        rest = tiles[:]
        for one in sets[:number]:
            for tile in one:
                rest.remove(tile)
        assert readings(counted(rest), number, RIICHI)
        assert fits(counted(rest), number, False)


def test_a_fifth_copy_is_no_wait() -> None:
    hand = parse_hand("1111m 234p 567p 789s")
    assert waits(hand.counts, hand.melded, 0, RIICHI) == ([], [0])
    hand = parse_hand("3m (333m) 123p 456p 789p")
    assert waits(hand.counts, hand.melded, 1, RIICHI) == ([], [2])


def test_four_of_a_kind_are_two_pairs_only_where_the_text_lets_them() -> None:
    counts = counted(parse_hand("1133m 5577p 9999s 22z").concealed)
    assert not readings(counts, 0, RIICHI)
    assert readings(counts, 0, MCR)
    assert not readings(counts, 0, Form(chinese=True, identical_pairs=False))


def test_kongs_count_for_three() -> None:
    hand = Hand((0,), tuple(Meld((tile,) * 4, False) for tile in (1, 9, 20, 33)))
    assert hand.right_count
    assert waits(hand.counts, hand.melded, 4, RIICHI)[0] == [0]
