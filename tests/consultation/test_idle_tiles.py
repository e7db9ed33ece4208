"""Tiles that an incident cannot use are refused with a word; they are offered where they could answer; a kong is told either way."""

from __future__ import annotations

from html import unescape

import pytest
from flask import Flask

from assistant.consultation.consultant import Consultant
from assistant.hands.document import explained
from assistant.hands.hand import parse_hand
from assistant.hands.tiles import HandError, Mistake
from assistant.model import Library
from tests.support.wording import plain

TILES = "123m 4588p 333345s"


@pytest.mark.parametrize(
    ("incident", "tiles", "word"),
    [
        ("riichi-repris", TILES, "ne se décide pas aux tuiles"),
        ("kong-en-riichi", f"{TILES} +7p", "effet du kong en riichi"),
    ],
)
def test_tiles_without_use_are_refused(
    consultant: Consultant, app: Flask, incident: str, tiles: str, word: str
) -> None:
    with pytest.raises(HandError, match=word) as refused:
        consultant.consult(["ema-2016"], {"incident": incident, "tuiles": tiles})
    assert refused.value.code is Mistake.UNUSED
    answer = app.test_client().get(
        "/cas", query_string={"reglement": "ema-2016", "incident": incident, "tuiles": tiles}
    )
    assert word in plain(unescape(answer.get_data(as_text=True)))


def test_tiles_of_one_ruleset_are_not_refused_beside_another(consultant: Consultant) -> None:
    told = {"incident": "victoire-annoncee", "tuiles": "2233344456m 678p +3m ecarts:6m ron"}
    document = consultant.consult(["ema-2016", "mcr-2006"], told)
    assert [one["events"][0]["hand"] is not None for one in document["consultations"]] == [True, True]


def test_tiles_of_a_wrong_number_are_told_on_the_sheet(consultant: Consultant) -> None:
    (answer,) = consultant.consult(["ema-2016"], {"incident": "riichi-repris", "tuiles": "123m 45p"})["consultations"]
    hand = answer["events"][0]["hand"]
    assert hand is not None and hand["wrong_count"] == 5


def test_entering_tiles_is_offered_before_the_question_that_they_answer(consultant: Consultant) -> None:
    (answer,) = consultant.consult(["ema-2016"], {"incident": "kong-en-riichi"})["consultations"]
    asked = answer["question"]
    assert asked is not None and asked["fact"] != "effet_du_kong" and asked["tiles"] == "tuiles"
    told = {"incident": "kong-en-riichi", "tuiles": f"{TILES} kong:3s"}
    (answer,) = consultant.consult(["ema-2016"], told)["consultations"]
    assert answer["question"] is None or answer["question"]["tiles"] is None


def test_a_kong_is_told_by_its_tile_or_by_all_four() -> None:
    assert parse_hand(f"{TILES} kong:3333s") == parse_hand(f"{TILES} kong:3s")
    for wrong in ("kong:33s", "kong:3334s"):
        with pytest.raises(HandError, match="un kong se dit par sa tuile"):
            parse_hand(f"{TILES} {wrong}")


def test_no_win_is_paid_after_a_forbidden_kong(library: Library) -> None:
    forbidden = explained(library, parse_hand(f"{TILES} +3p kong:3s tsumo riichi"), ["ema-2016"])["analyses"][0]
    assert forbidden["kong"] is not None and not forbidden["kong"]["allowed"]
    assert forbidden["values"] == [] and any("n'est pas comptée" in line["text"] for line in forbidden["lines"])
    without = explained(library, parse_hand(f"{TILES} +3p tsumo riichi"), ["ema-2016"])["analyses"][0]
    assert without["values"]
