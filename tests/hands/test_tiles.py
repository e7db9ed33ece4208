"""Tiles as people write them, and what is said of tiles that make no hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.hands.hand import FLAGS, Hand, Meld, counted_right, parse_hand
from assistant.hands.tiles import GREEN, RED, HandError, Wind, name, notation, parse_tiles
from tests.support.drawing import examples


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("123m 45p 6z", "123m 45p 6z"),
        ("123m45p6z", "123m 45p 6z"),
        ("123B 456Ca 789C", "456m 789p 123s"),  # with Ca, C is cercle
        ("123B 456C 789D", "456m 789p 123s"),  # with D for dots, C is the characters
        ("123b 456p", "456p 123s"),
        ("EE SSS O N", "1122234z"),
        ("Dr Dv Db", "567z"),
        ("3 de bambou, 4 cercles, 5 de caractère", "5m 4p 3s"),
        ("dragon rouge dragon vert, vent d'est", "167z"),
        ("Est, Sud, ouest et nord", "1234z"),
        ("1 bambou 1 bambou 9 bambous", "119s"),
    ],
)
def test_the_notations_in_use(text: str, tiles: str) -> None:
    assert notation(parse_tiles(text)) == tiles


def test_red_is_red_and_green_is_green() -> None:
    assert parse_tiles("DrDv") == [RED, GREEN]
    assert [name(tile) for tile in parse_tiles("5z 6z 7z")] == ["dragon blanc", "dragon vert", "dragon rouge"]


def test_an_ambiguous_letter_is_asked() -> None:
    with pytest.raises(HandError) as caught:
        parse_hand("123C 456B 789B 11B 23C ecarts:4C")
    assert caught.value.code == "lettre-ambigue"
    choices = dict(caught.value.choices)
    assert parse_hand(choices["C = caractère"]).text() == "12233m 11456789s ecarts:4m"
    assert parse_hand(choices["C = cercle"]).text() == "12233p 11456789s ecarts:4p"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("11111m", "cinquieme-tuile"),
        ("111m (111m)", "cinquieme-tuile"),
        ("1111m +1m", "cinquieme-tuile"),
        ("111m ecarts:1m1m", "cinquieme-tuile"),
        ("111m indicateurs:1m ura:1m", "cinquieme-tuile"),
        ("(135m) 123p", "groupe-impossible"),
        ("(12m) 123p", "groupe-impossible"),
        ("(789m1p) 123p", "groupe-impossible"),
        ("(123z) 123p", "groupe-impossible"),
        ("(891m) 11p", "groupe-impossible"),
        ("[111m] 123p", "groupe-impossible"),
        ("123m 0p", "cinq-rouge"),
        ("8z", "tuile-inconnue"),
        ("123", "tuile-inconnue"),
        ("123m bonjour", "tuile-inconnue"),
        ("BB 123m", "tuile-inconnue"),
        ("", "sans-tuiles"),
        ("riichi", "sans-tuiles"),
        ("123m truc:4", "mot-inconnu"),
        ("123m fleurs:9", "mot-inconnu"),
        ("123m siege:5", "mot-inconnu"),
        ("123m ron tsumo", "contradiction"),
        ("123m +1p +2p", "contradiction"),
        ("(123m) 11p riichi", "contradiction"),
        ("123m ippatsu", "contradiction"),
        ("123m ecarts:1p ecarts:2p", "contradiction"),
        ("123m gagnante:4p", "gagnante-absente"),
        ("1m " * 200, "trop-long"),
        ("123456789m 123456789p 123456789s", "trop-long"),
    ],
)
def test_what_is_impossible_has_a_name(text: str, code: str) -> None:
    with pytest.raises(HandError) as caught:
        parse_hand(text)
    assert caught.value.code == code
    assert str(caught.value).endswith((".", "?"))


@pytest.mark.parametrize(
    "text", ["12m", "123456789m 12345p 1s", "123m (456p) [1111z] 1p +2p", "123456789m 1234p1s +1s"]
)
def test_a_wrong_count_is_a_hand_that_is_counted_wrong(text: str) -> None:
    hand = parse_hand(text)
    assert not hand.right_count
    with pytest.raises(HandError, match="tuiles au lieu de") as caught:
        counted_right(hand)
    assert caught.value.code == "mauvais-nombre"


def test_everything_that_can_be_said() -> None:
    text = (
        "567m 99p 78s (234m) [1111z] +9s ecarts:6m2z passees:- passees-riichi:3m indicateurs:8p siege:sud dominant:est fleurs:2 "
        "compteurs:1 mises:2 tsumo"
    )
    hand = parse_hand(text)
    assert hand.text() == text
    assert hand.melds == (Meld((1, 2, 3), True), Meld((27,) * 4, False))
    assert (hand.size, hand.seat, hand.prevalent, hand.passed) == (14, 1, 0, ())
    assert hand.is_open
    assert hand.drawn is True


def test_the_winning_tile_may_be_one_of_those_written() -> None:
    assert parse_hand("123m 11p gagnante:1p") == parse_hand("123m 1p +1p")


tiles = st.lists(st.integers(0, 33), min_size=1, max_size=14).filter(lambda some: max(map(some.count, some)) <= 4)


@given(tiles, st.sets(st.sampled_from(sorted(set(FLAGS) - {"ippatsu"})), max_size=1), st.data())
def test_text_and_hand_are_the_same(some: list[int], flags: set[str], data: st.DataObject) -> None:
    others = st.sampled_from([tile for tile in range(34) if tile not in some])
    discards = data.draw(st.none() | st.lists(others, max_size=5, unique=True).map(tuple))
    hand = Hand(
        tuple(some), discards=discards, seat=data.draw(st.none() | st.sampled_from(Wind)), flags=frozenset(flags)
    )
    again = parse_hand(hand.text())
    assert again.text() == hand.text()
    assert sorted(again.concealed) == sorted(hand.concealed)
    assert again._replace(concealed=()) == hand._replace(concealed=())


@settings(max_examples=examples(400))
@given(st.text(alphabet="0123456789mpszbcdeonrvMPSBC +:()[],-écart", max_size=60) | st.text(max_size=30))
def test_any_text_is_a_hand_or_a_named_error(text: str) -> None:
    try:
        hand = parse_hand(text)
    except HandError:
        return
    assert parse_hand(hand.text()).text() == hand.text()
