"""Hands whose value the texts tell: the ten examples of EMA 4.3, the counting examples of MCR 2006, exclusions, corrections."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.hands.document import analysed
from assistant.hands.facts import Tiles
from assistant.hands.hand import parse_hand
from assistant.hands.mcr import count as mcr
from assistant.hands.mcr.fans import Fan
from assistant.model import Library

needs_mcr = pytest.mark.skipif(not mcr.available(), reason="PyMahjongGB is not installed")


def values(library: Library, text: str, ruleset: str = "ema-2016") -> list[dict[str, Any]]:
    return [dict(one) for one in analysed(library, ruleset, parse_hand(text))["values"]]


def value(library: Library, text: str, ruleset: str = "ema-2016") -> dict[str, Any]:
    (found,) = values(library, text, ruleset)
    return found


# The pictures of 4.3 are not in the text: these hands are what its words describe.
EXAMPLES = [
    (1, "123456s 234p 55m 78s +9s tsumo riichi", {"riichi": 1, "tsumo": 1, "pinfu": 1, "ittsu": 2}, 5, None, 12000, 8000),
    (2, "123456s 234p 55m 78s +9s ron riichi", {"riichi": 1, "pinfu": 1, "ittsu": 2}, 4, 30, 11600, 7700),
    (3, "123456s 55m 78s (234p) +9s ron indicateurs:6s", {"ittsu": 1}, 2, 30, 2900, 2000),
    (4, "222m 444p 666s 55p 88s +8s tsumo", {"suuankou": 13}, 13, None, 48000, 32000),
    (5, "222m 444p 666s 55p 88s +8s ron indicateurs:3p", {"sanankou": 2, "toitoi": 2, "tanyao": 1}, 8, None, 24000, 16000),
    (
        6, "224466m 335588p 4s +4s tsumo riichi ippatsu",
        {"riichi": 1, "ippatsu": 1, "tsumo": 1, "tanyao": 1, "chiitoitsu": 2}, 6, None, 18000, 12000,
    ),
    (7, "2244m 335588p 77z 4s +4s ron sans-riichi", {"chiitoitsu": 2}, 2, 25, 2400, 1600),
    (8, "223344m 667788p 7z +7z tsumo", {"ryanpeiko": 3, "tsumo": 1}, 4, 30, 11700, 7900),
    (10, "1235678889p 333z +7p tsumo siege:sud dominant:est", {"honitsu": 3, "tsumo": 1}, 4, 40, None, 8000),
]  # fmt: skip


@pytest.mark.parametrize(
    ("number", "text", "yaku", "han", "fu", "east", "other"), EXAMPLES, ids=lambda one: str(one)[:12]
)
def test_the_examples_of_ema_4_3(
    library: Library,
    number: int,
    text: str,
    yaku: dict[str, int],
    han: int,
    fu: int | None,
    east: int | None,
    other: int,
) -> None:
    for seat, points in (("est", east), ("sud", other)):
        if points is None:
            continue
        line = text if "siege" in text else f"{text} siege:{seat}"
        found = value(library, line)
        assert {one["id"]: one["han"] for one in found["yaku"]} == yaku
        assert (found["han"], found["points"]) == (han, points)
        assert fu is None or found["fu"] == fu


def test_example_9(library: Library) -> None:
    found = value(library, "(111z) 123789999s 3z +3z ron indicateurs:6s siege:est dominant:est")
    yaku = {"honitsu": 2, "yakuhai_place": 1, "yakuhai_round": 1, "chantai": 1}
    assert {one["id"]: one["han"] for one in found["yaku"]} == yaku
    assert (found["han"], found["points"]) == (6, 18000)


def test_the_minipoints_line_by_line(library: Library) -> None:
    found = value(library, "1235678889p 333z +7p tsumo siege:sud dominant:est")
    told = [line["text"] for line in found["lines"] if "minipoint" in line["text"]]
    assert told[0] == "Victoire sur pioche, ou main exposée : 20 minipoints."
    assert "Pung caché de terminales ou d'honneurs : 8 minipoints." in told
    assert "32 minipoints arrondis à 40." in told
    assert all(line["cites"] for line in found["lines"][:-1])


def test_four_han_thirty_is_rounded_up_only_in_wrc(library: Library) -> None:
    text = "123456s 234p 55m 78s +9s ron riichi siege:"
    assert value(library, text + "sud", "wrc-2015")["points"] == 8000
    assert value(library, text + "est", "wrc-2015")["points"] == 12000
    told = value(library, text + "sud", "wrc-2015")["lines"]
    assert any("wrc-2015/6.1/presque-mangan" in line["cites"] for line in told)


@pytest.mark.parametrize("ruleset", ["ema-2016", "wrc-2015"])
def test_what_the_library_does_not_do_by_itself(library: Library, ruleset: str) -> None:
    # yakuman do not add up: Big Three Dragons, All Honours and Four Concealed Pungs are paid once
    found = value(library, "555666777z 111z 2z +2z tsumo siege:sud", ruleset)
    assert len(found["yaku"]) >= 2
    assert (found["han"], found["points"]) == (13, 32000)
    # a wait on the pair, thirteen waits: never two yakuman
    assert value(library, "19m 19p 19s 1234567z +1m ron siege:sud", ruleset)["points"] == 32000
    assert value(library, "222m 444p 666s 888s 5p +5p ron siege:sud", ruleset)["points"] == 32000
    # the Blessing of Man stands alone
    found = value(library, "123m 345p 678s 11m 45m +6m ron premier-tour siege:sud indicateurs:1m", ruleset)
    assert [one["id"] for one in found["yaku"]] == ["renhou"]
    assert (found["han"], found["points"]) == (5, 8000)
    # unless the hand pays more without it
    found = value(library, "1112345678999m +5m ron premier-tour siege:sud", ruleset)
    assert found["points"] == 32000
    # thirteen han without yakuman: sanbaiman
    text = "223344m 556677m 8m +8m tsumo riichi ippatsu siege:sud indicateurs:1m2m"
    found = value(library, text, ruleset)
    assert found["han"] >= 13
    assert (found["points"], found["level"]) == (24000, "sanbaiman")


def test_the_pair_of_the_double_wind(library: Library) -> None:
    for ruleset in ("ema-2016", "wrc-2015"):
        found = value(library, "11z 234m 567m 345p 67s +8s ron riichi siege:est dominant:est", ruleset)
        assert any("4 minipoints" in line["text"] for line in found["lines"])
        assert found["fu"] == 40


def test_counters_and_stakes(library: Library) -> None:
    found = value(library, "123456s 234p 55m 78s +9s tsumo riichi siege:sud compteurs:2 mises:3")
    assert found["payments"] == [{"payer": "Est", "points": 4200}, {"payer": "chacun des deux autres", "points": 2200}]
    assert found["points"] == 8600 + 3000


def test_no_yaku_whatever_the_dora(library: Library) -> None:
    found = value(library, "567m 999p 78s 44s (234m) +9s ron indicateurs:8p siege:sud")
    assert (found["valid"], found["points"], found["yaku"]) == (False, 0, [])


def test_open_tanyao_and_no_declared_circumstance(library: Library) -> None:
    assert value(library, "567m 888p 67s 44s (234m) +8s ron siege:sud")["yaku"][0]["id"] == "tanyao"
    found = value(library, "567m 888p 234m 67s 44s +8s ron riichi derniere-tuile siege:sud")
    assert found["without_circumstances"] == ["Tout Ordinaire"]


def test_every_open_circumstance_is_valued(library: Library) -> None:
    assert [one["when"] for one in values(library, "567m 888p 234m 67s 44s +8s")] == [
        "sur un écart, par un joueur qui n'est pas Est",
        "sur un écart, par Est",
        "sur pioche, par un joueur qui n'est pas Est",
        "sur pioche, par Est",
    ]


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("2233344456m 678p ecarts:6m", "own_discard"),
        ("2233344456m 678p ecarts:1m9p", "none"),
        ("2233344456m 678p ecarts:- passees:7m", "passed_turn"),
        ("2233344456m 678p riichi ecarts:- passees-riichi:2m", "passed_riichi"),
        ("19m 19p 19s 1234567z ecarts:9s1z7z", "own_discard"),
    ],
)
def test_furiten(library: Library, text: str, state: str) -> None:
    for ruleset in ("ema-2016", "wrc-2015"):
        found = analysed(library, ruleset, parse_hand(text))
        assert found["furiten"]["state"] == state
    assert analysed(library, "mcr-2006", parse_hand(text))["furiten"] is None


@pytest.mark.parametrize(
    ("text", "state", "reading"),
    [
        ("2224555m 678p 345s riichi kong:2m", "reading", "22m 234m 555m 678p 345s"),
        ("1112345688999s riichi kong:9s", "same", None),
        ("1112345688s [9999s] riichi kong:9s", "same", None),
        ("111222333m 45p 99s riichi kong:2m", "reading", "123m 123m 123m 345p 99s"),
        ("2223m 567p 345s 777z riichi kong:2m", "waits", None),
        ("2223m 567p 345s 777z riichi kong:7z", "same", None),
        ("1111m 23m 567p 345s 9s riichi kong:1m", "other_tile", None),
        ("1333p 456m 789s [2222p] riichi kong:3p", "impossible_reading", "456m 123p 33p 789s"),
        ("222m 468p 135s 1357z riichi kong:2m", None, None),
    ],
)
def test_kong_after_riichi(library: Library, text: str, state: str | None, reading: str | None) -> None:
    for ruleset in ("ema-2016", "wrc-2015"):
        found = analysed(library, ruleset, parse_hand(text))["kong"]
        if state is None:
            assert found is None  # the hand did not wait: another fault
            continue
        assert (found["state"], found["reading"]) == (state, reading)
        assert found["allowed"] == {"same": True, "impossible_reading": None}.get(state, False)


def fans(library: Library, text: str, ruleset: str) -> dict[int, int]:
    """Number of the fan: how many times it counts."""
    return {one["number"]: one["times"] for one in value(library, text, ruleset)["fans"]}


@needs_mcr
class TestChinese:
    """Chapter 九 of 2006, and what the two texts say apart."""

    def test_non_identique(self, library: Library) -> None:
        for ruleset in ("mcr-2006", "mcr-2015"):
            text = "(333s) (444p) (555m) 666s 1z +1z ron"
            assert fans(library, text, ruleset)[42] == 1
            assert 49 in fans(library, text, ruleset)
            removed = value(library, text, ruleset)["removed"]
            assert {"number": 42, "principle": "non-identique"}.items() <= {**removed[-1], "name": ""}.items()

    def test_comptage_unique(self, library: Library) -> None:
        found = fans(library, "(123m) (456s) (789p) 456p 7s +7s ron", "mcr-2006")
        assert found[39] == 1
        assert found[63] == 1
        assert (70 in found) != (71 in found)

    def test_comptage_unique_of_four_chows(self, library: Library) -> None:
        found = fans(library, "(234s) (567s) (234p) 567p 9p +9p ron", "mcr-2006")
        assert found.get(70, 0) + found.get(71, 0) == 3
        assert (found[63], found[75]) == (1, 1)

    def test_kongs_of_the_third_example(self, library: Library) -> None:
        found = fans(library, "(2222s) [5555p] [4444s] 777s 2z +2z tsumo", "mcr-2006")
        assert {17, 33, 48, 49, 75} <= set(found)
        assert not {57, 66, 67, 74} & set(found)

    def test_inclusion(self, library: Library) -> None:
        assert 64 not in fans(library, "(234s) (234s) (234s) 234s 9p +9p ron", "mcr-2006")  # n° 14 includes it
        assert 50 not in fans(library, "(111z) (222z) (333z) 444z 7z +7z ron", "mcr-2006")
        assert 50 in fans(library, "(111z) (222z) (333z) 444z 5m +5m ron", "mcr-2006")
        assert 75 in fans(library, "(555z) (666z) (777z) 234m 9p +9p ron", "mcr-2006")

    @pytest.mark.parametrize(
        ("melds", "number", "extra"),
        [
            ("(2222s) (5555p) [4444s]", 17, 67),
            ("(2222s) [5555p] [4444s]", 17, 48),
            ("[2222s] [5555p] [4444s]", 17, 33),
            ("(2222s) (5555p) [4444s] (7777m)", 5, 67),
            ("[2222s] [5555p] [4444s] [7777m]", 5, 12),
        ],
    )
    def test_concealed_kongs_count_beside_three_or_four(
        self, library: Library, melds: str, number: int, extra: int
    ) -> None:
        rest = "9m +9m" if number == 5 else "678m 9m +9m"
        for ruleset in ("mcr-2006", "mcr-2015"):
            found = fans(library, f"{melds} {rest} ron", ruleset)
            assert {number, extra} <= set(found)
            assert not {57, 74} & set(found)

    def test_one_kong_of_each_sort_is_six(self, library: Library) -> None:
        for ruleset, clause in (
            ("mcr-2006", "mcr-2006/combinaisons/deux-kongs-exposes"),
            ("mcr-2015", "mcr-2015/3.8.1/deux-kongs-exposes"),
        ):
            found = value(library, "(2222p) [5555m] 1234599s +6s ron", ruleset)
            assert [one["points"] for one in found["fans"] if one["number"] == 57] == [6]
            assert any(clause in line["cites"] for line in found["lines"])

    def test_concealed_by_nature_with_tout_cache_tire(self, library: Library) -> None:
        for ruleset in ("mcr-2006", "mcr-2015"):
            assert fans(library, "1133m 5577p 9999s 2z +2z tsumo", ruleset) == {19: 1, 56: 1, 64: 1}
            assert fans(library, "19m 19p 19s 1234567z +4z tsumo", ruleset) == {7: 1, 56: 1}
            assert fans(library, "147m 258p 369s 1234z +5z tsumo", ruleset).keys() >= {34, 56}
            assert fans(library, "1133m 5577p 1199s 2z +2z ron", ruleset) == {19: 1}

    def test_where_the_two_texts_differ(self, library: Library) -> None:
        green = "223344s 666s 88s 66z +6z ron"
        for ruleset in ("mcr-2006", "mcr-2015"):  # by n° 3 in 2006; in 2015 because it is not inevitable
            assert 50 in fans(library, green, ruleset)
        types = "11m 33p 55s 1122z 66z 7z +7z ron"
        assert 52 in fans(library, types, "mcr-2006")
        assert 52 not in fans(library, types, "mcr-2015")
        honours = "1111z 1133m 5577p 9s +9s ron"
        assert 64 not in fans(library, honours, "mcr-2006")
        assert 64 in fans(library, honours, "mcr-2015")
        for ruleset in ("mcr-2006", "mcr-2015"):
            assert 64 not in fans(library, "1199m 1199p 1199s 1s +1s ron", ruleset)
        gates = "1112345678999m +5m tsumo"
        assert 73 not in fans(library, gates, "mcr-2006")
        assert 56 in fans(library, gates, "mcr-2006")

    def test_two_concealed_kongs_are_eight(self, library: Library) -> None:
        """The library gives them six."""
        for ruleset in ("mcr-2006", "mcr-2015"):
            found = value(library, "[2222p] [5555m] 1234599s +6s ron", ruleset)
            assert [one["points"] for one in found["fans"] if one["number"] == 48] == [8]

    def test_three_concealed_kongs_in_four_concealed_pungs(self, library: Library) -> None:
        """Trois pungs cachés is not added to Quatre pungs cachés, which contain them."""
        for ruleset in ("mcr-2006", "mcr-2015"):
            found = fans(library, "[2222s] [5555p] [4444s] 777m 9m +9m ron", ruleset)
            assert {12, 17} <= set(found)
            assert not {33, 48, 67} & set(found)

    def test_a_pung_that_the_discard_completes_leaves_eight_points_open(self, library: Library) -> None:
        """2015 can be read either way; in 2006 such a pung claimed a tile."""
        hand = "222m 66p 55z (456s) (111z) +6p ron siege:sud dominant:sud"
        assert value(library, hand, "mcr-2006")["points"] == value(library, hand, "mcr-2015")["points"] == 7
        assert Tiles(library, "mcr-2006", hand, {}).facts()["huit_points"].value == "non"
        assert "huit_points" not in Tiles(library, "mcr-2015", hand, {}).facts()
        told = [line["text"] for line in value(library, hand, "mcr-2015")["lines"]]
        assert any(text.startswith("Deux lectures : le pung achevé par la défausse") for text in told)

    def test_the_other_concealed_pung_may_be_of_any_tile(self, library: Library) -> None:
        for tile in "12":
            hand = f"{tile * 3}m 66p 55z (456s) (111z) +6p ron siege:sud dominant:sud"
            told = [line["text"] for line in value(library, hand, "mcr-2015")["lines"]]
            assert any(text.startswith("Deux lectures : le pung achevé par la défausse") for text in told), tile

    def test_flowers_do_not_make_eight(self, library: Library) -> None:
        found = value(library, "123m 456m 345p 67s 99s +8s tsumo fleurs:3", "mcr-2006")
        assert (found["points"], found["with_flowers"], found["valid"]) == (7, 10, False)

    def test_a_fifth_copy_leaves_the_single_wait_open(self, library: Library) -> None:
        for ruleset in ("mcr-2006", "mcr-2015"):
            found = value(library, "122334m 4446666s +5s ron", ruleset)
            assert not {77, 78, 79} & {one["number"] for one in found["fans"]}
            assert any("dont les quatre sont déjà en main" in line["text"] for line in found["lines"])

    def test_payments(self, library: Library) -> None:
        found = value(library, "234567m 567p 5678s +8s ron", "mcr-2015")
        assert found["points"] == 15
        assert [one["points"] for one in found["payments"]] == [23, 8]
        found = value(library, "1133m 5577p 9999s 2z +2z tsumo fleurs:1", "mcr-2006")
        assert [one["points"] for one in found["payments"]] == [39]

    def test_eighty_one_figures_with_their_names(self, library: Library) -> None:
        for ruleset, first in (("mcr-2006", "Quatre grands vents"), ("mcr-2015", "4 Grands Vents")):
            figures = library.hands[ruleset].figures
            assert list(figures) == [str(fan) for fan in Fan] == [str(number) for number in range(1, 82)]
            assert figures["1"].name == first
