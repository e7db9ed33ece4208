"""The figures of MCR against the two texts: names, numbers and points, what includes what, and the whole count of thousands of hands."""

from __future__ import annotations

import random
import re

import pytest

from assistant.hands.hand import Hand
from assistant.hands.mcr import count as mcr
from assistant.hands.mcr.fans import Fan
from assistant.hands.tiles import Wind
from assistant.model import Library
from assistant.model.hand_words import ChineseRemark
from assistant.proof.quotes import plain, texts_folder
from tests.oracles.figures import figures, points
from tests.oracles.winning import a_hand, seen
from tests.support.drawing import examples

EDITIONS = ("mcr-2006", "mcr-2015")
HANDS = 3_000
OF_SETS = {
    Fan.ALL_PUNGS,
    Fan.OUTSIDE_HAND,
    Fan.DOUBLE_PUNG,
    Fan.PUNG_OF_TERMINALS_OR_HONORS,
}  # shown by sets only: inclusion is judged among hands of four sets and a pair
NEVER_RANDOM = {
    Fan.CHICKEN_HAND, Fan.LAST_TILE_DRAW, Fan.LAST_TILE_CLAIM, Fan.OUT_WITH_REPLACEMENT_TILE, Fan.ROBBING_THE_KONG, Fan.FLOWER_TILES,
}  # circumstances, and the hand worth nothing  # fmt: skip
LAST_EXISTING = Fan.LAST_TILE  # a circumstance too, seen here only where the three others are one's own melds
OPEN = ChineseRemark.FIFTH_COPY

needs_mcr = pytest.mark.skipif(not mcr.available(), reason="PyMahjongGB is not installed")
needs_texts = pytest.mark.skipif(
    texts_folder() is None, reason="the figures were NOT compared with the texts: ARBITRE_TEXTES names none"
)


def tables(library: Library, edition: str) -> tuple[dict[Fan, set[Fan]], dict[Fan, set[Fan]], dict[Fan, int]]:
    """What each figure includes, what it leaves out in all, and its points, as the YAML says."""
    written = {Fan(int(number)): figure for number, figure in library.hands[edition].figures.items()}
    includes = {fan: {Fan(int(other)) for other in figure.includes} for fan, figure in written.items()}
    leaves_out = {fan: {Fan(int(other)) for other in figure.leaves_out} for fan, figure in written.items()}
    return includes, leaves_out, {fan: figure.points or 0 for fan, figure in written.items()}


def some_hands(seed: int, number: int) -> list[tuple[Hand, mcr.Circumstances]]:
    rng = random.Random(seed)
    return [a_hand(rng) for _ in range(number)]


@pytest.mark.walk
@pytest.mark.parametrize("edition", EDITIONS)
def test_what_includes_what_is_what_no_hand_separates(library: Library, edition: str) -> None:
    """« La combinaison A est incluse dans la combinaison B si on ne peut pas réaliser B sans avoir A. »"""
    includes, leaves_out, _ = tables(library, edition)
    always: dict[Fan, set[Fan]] = {}
    among_sets: dict[Fan, set[Fan]] = {}
    for hand, won in some_hands(7, 4 * HANDS):
        for shown in seen(hand, won):
            found = figures(shown, edition)
            for number in found:
                always[number] = always.get(number, found) & found
                if not shown.kind:
                    among_sets[number] = among_sets.get(number, found) & found
    assert set(Fan) - set(always) == NEVER_RANDOM
    for number, together in always.items():
        if number == LAST_EXISTING:
            continue
        inevitable = together - {number} | (among_sets.get(number, set()) & OF_SETS - {number})
        assert includes[number] <= inevitable, number
        assert inevitable <= leaves_out[number], number


@needs_mcr
@pytest.mark.walk
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_count_is_that_of_the_text(library: Library, edition: str) -> None:
    """Every hand is worth what its best reading shows by the definitions, less what the principles leave out."""
    _, leaves_out, worth = tables(library, edition)
    doubtful = 0
    counted: set[Fan] = set()
    for hand, won in some_hands(9, examples(HANDS)):
        found = mcr.value(hand, library.hands[edition], won)
        assert found is not None
        by_text = max(points(shown, edition, leaves_out, worth) for shown in seen(hand, won))
        counted |= {counts.fan for counts in found.fans}
        if OPEN in found.notes:
            doubtful += 1
            assert by_text - found.points in (0, 1), hand.text()
        else:
            assert found.points == by_text, (hand.text(), won, found.fans)
    assert doubtful < examples(HANDS) / 100
    assert len(counted) > 60


@needs_texts
def test_names_numbers_and_points_of_2006(library: Library) -> None:
    folder = texts_folder()
    assert folder is not None
    text = (folder / "mcr-2006.txt").read_text(encoding="utf-8")
    text = text[text.index("\n八 Liste") : text.index("\n九 Principes")]
    told: dict[int, tuple[str, int]] = {}
    worth = 0
    for line in text.splitlines():
        if heading := re.match(r"Combinaisons? à (\d+) points?", line):
            worth = int(heading[1])
        elif item := re.match(r"- (\d+) \**([^*:]+?)\**\s*:", line):
            told[int(item[1])] = (item[2].strip(), worth)
    ours = {int(number): (one.name, one.points) for number, one in library.hands["mcr-2006"].figures.items()}
    assert told == ours


@needs_texts
def test_names_numbers_and_points_of_2015(library: Library) -> None:
    folder = texts_folder()
    assert folder is not None
    text = plain((folder / "mcr-2015.txt").read_text(encoding="utf-8"))
    rest = text[text.index("3.8.1 Les 81 figures « fan » : Pts.") : text.index("3.9.1 Comment valoriser")]
    ladder = iter((88, 64, 48, 32, 24, 16, 12, 8, 6, 4, 2, 1))
    worth, following = 0, next(ladder)
    for number, figure in library.hands["mcr-2015"].figures.items():
        before, name, rest = rest.partition(f"{number} {figure.name} ")
        assert name, figure
        if before.split()[-1:] == [str(following)]:
            worth, following = following, next(ladder, 0)
        assert figure.points == worth, figure


def test_every_figure_and_every_exclusion_has_its_clause(library: Library) -> None:
    for rules in library.hands.values():
        for figure in rules.figures.values():
            assert figure.clause in library.clauses
            assert all(clause in library.clauses for clause in figure.excludes.values())
        for clauses in rules.cites.values():
            assert clauses
            assert all(clause in library.clauses for clause in clauses)


@needs_mcr
@pytest.mark.parametrize("edition", EDITIONS)
def test_seven_pairs_are_taken_where_the_text_counts_them_higher(library: Library, edition: str) -> None:
    """The library prefers four chows here, because it counts seven pairs without Tout caché tiré."""
    hand = Hand((12, 12, 13, 13, 14, 14, 21, 21, 22, 22, 22, 23, 23), (), 22)
    found = mcr.value(hand, library.hands[edition], mcr.Circumstances(True, Wind.EAST, Wind.EAST))
    assert found is not None
    assert {Fan.SEVEN_PAIRS, Fan.MIDDLE_TILES, Fan.FULLY_CONCEALED_HAND} <= {counts.fan for counts in found.fans}
    assert found.points == 55
