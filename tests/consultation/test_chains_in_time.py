"""What an event is worth once others of the case have come to what they are: heard as it stood then, won before, ended since."""

from __future__ import annotations

import pytest

from assistant.consultation.consultant import Consultant
from assistant.consultation.document import RulingPart
from tests.consultation.test_events import FALSE, MCR, ON_A_DISCARD, ON_A_DRAW, RIICHI, SHOWN, WRONG_COUNT, ruled

WALL = {
    "incident": "mur-renverse", "donne_jouable": "non", "recidive": "non", "geste_delibere": "non", "mur_pousse_avec": "ses-tuiles",
}  # fmt: skip
SEEN_TILE = {"incident": "mur-touche-trop-tot", "tuile_vue": "lui-seul", "combien_de_fois": 1}
FORBIDDEN_KONG = {"incident": "kong-en-riichi", "effet_du_kong": "attente"}
TOLD_DEAD = {"incident": "main-morte-signalee", "faute_averee": "oui", "qui": "nord", "a_qui": "sud"}


def sanctions(ruling: RulingPart) -> list[str]:
    return [sanction["id"] for sanction in ruling["sanctions"]]


def aloud(ruling: RulingPart, number: int) -> str:
    return next(line for line in ruling["headline"] if line.startswith(f"Incident {number}"))


@pytest.mark.parametrize("ruleset", MCR)
@pytest.mark.parametrize(("who", "paid"), [("sud", False), ("ouest", True)])
def test_a_right_lost_by_what_another_event_settled_bars_the_next_win(
    consultant: Consultant, ruleset: str, who: str, paid: bool
) -> None:
    """Whether the hand was shown after a good Hu is known from the first event; the third hears what came of it."""
    _, whole = ruled(
        consultant,
        ruleset,
        {**FALSE, "qui": "est", "en_attente": "non"},
        {**SHOWN, "qui": "sud", "quand": "apres"},
        {**ON_A_DRAW, "qui": who, "quand": "apres-decision"},
    )
    assert ("victoire-payee" in sanctions(whole)) is paid
    assert ("victoire-refusee" in sanctions(whole)) is not paid


@pytest.mark.parametrize("ruleset", [*RIICHI, *MCR])
def test_the_wall_pushed_after_a_good_win_is_touched_after_the_deal(consultant: Consultant, ruleset: str) -> None:
    """The same act by either door: no chombo, no 30 points, for a deal that is won."""
    win = {**ON_A_DRAW, "qui": "est"}
    _, pushed = ruled(consultant, ruleset, win, {**WALL, "qui": "nord", "quand": "apres"})
    touched = {"incident": "mur-touche-apres-la-donne", "points_payes": "non", "recidive": "non", "geste_delibere": "non"}
    _, direct = ruled(consultant, ruleset, win, {**touched, "qui": "nord", "quand": "apres"})
    assert (pushed["headline"], pushed["steps"], pushed["silences"]) == (direct["headline"], direct["steps"], direct["silences"])
    assert not pushed["amounts"] and "victoire-payee" in sanctions(pushed)


@pytest.mark.parametrize("ruleset", RIICHI)
@pytest.mark.parametrize(("when", "silent"), [("apres", True), ("en-meme-temps", False)])
def test_a_false_win_after_a_good_one_costs_no_redeal(
    consultant: Consultant, ruleset: str, when: str, silent: bool
) -> None:
    win = {**ON_A_DISCARD, "qui": "est", "a_qui": "ouest"}
    events, whole = ruled(consultant, ruleset, win, {**FALSE, "qui": "nord", "a_qui": "ouest", "quand": when})
    assert not whole["amounts"] and "chombo" not in sanctions(whole)
    assert bool(whole["silences"]) is silent
    settled = {one["fact"]: one["value"] for one in events[1]["answers"]}
    assert settled["donne_deja_gagnee" if silent else "victoire_d_un_autre"] == "oui"


def test_the_win_on_a_riichi_tile_is_paid_though_told_after_it(consultant: Consultant) -> None:
    claimed = {"incident": "ecart-du-riichi-reclame", "sort_de_la_tuile_tournee": "gagnee", "qui": "nord"}
    win = {**ON_A_DISCARD, "qui": "est", "a_qui": "nord"}
    _, after = ruled(consultant, "ema-2016", claimed, {**win, "quand": "apres"})
    _, before = ruled(consultant, "ema-2016", win, {**claimed, "quand": "apres"})
    assert sorted(sanctions(after)) == sorted(sanctions(before)) == ["riichi-annule", "victoire-payee"]
    assert not after["idle"]


def test_two_false_wins_of_one_moment_know_of_each_other(consultant: Consultant) -> None:
    first, second = {**FALSE, "qui": "est"}, {**FALSE, "qui": "nord", "quand": "en-meme-temps"}
    events, whole = ruled(consultant, "ema-2016", first, second)
    for event in events:
        answer = next(one for one in event["answers"] if one["fact"] == "victoire_d_un_autre")
        assert answer["value"] == "non"
        assert answer["origin"] != "assumed", "told with the other event, not supposed"
    assert [amount["numbers"] for amount in whole["amounts"]] == [[20000], [20000]]


@pytest.mark.parametrize("ruleset", RIICHI)
def test_a_kong_judged_with_the_win_is_not_said_to_go_free(consultant: Consultant, ruleset: str) -> None:
    _, whole = ruled(
        consultant, ruleset, {**FORBIDDEN_KONG, "qui": "est"}, {**ON_A_DRAW, "qui": "est", "quand": "apres"}
    )
    assert "jugé avec la victoire" in aloud(whole, 1)
    assert len(whole["amounts"]) == 1


@pytest.mark.parametrize("ruleset", RIICHI)
@pytest.mark.parametrize("said", ["oui", "non"])
def test_a_hand_rightly_told_dead_does_not_win(consultant: Consultant, ruleset: str, said: str) -> None:
    told = {**TOLD_DEAD, "faute_averee": said}
    _, whole = ruled(consultant, ruleset, told, {**ON_A_DRAW, "qui": "sud", "quand": "apres-decision"})
    assert ("victoire-payee" in sanctions(whole)) is (said == "non")


def test_readings_that_have_no_effect_any_more_are_not_to_be_chosen(consultant: Consultant) -> None:
    _, whole = ruled(consultant, "mcr-2006", {**SEEN_TILE, "qui": "ouest"}, {**ON_A_DRAW, "qui": "nord", "quand": "apres"})
    assert not whole["readings"] and not any("choisissez la lecture" in step for step in whole["steps"])
    assert "n'a plus d'effet" in aloud(whole, 1)
    _, goes_on = ruled(consultant, "mcr-2006", {**SEEN_TILE, "qui": "ouest"}, {**FALSE, "qui": "nord", "quand": "apres"})
    assert len(goes_on["readings"]) == 2


def test_aucune_beside_a_sanction_says_nothing_under_a_reading_either(consultant: Consultant) -> None:
    seen = {**SEEN_TILE, "qui": "ouest", "lecture": "2"}
    _, whole = ruled(consultant, "mcr-2006", seen, {**FALSE, "qui": "nord", "quand": "apres"})
    assert "avertissement" in aloud(whole, 1) and "pas pénalisé" not in aloud(whole, 1)


def test_play_goes_on_only_if_it_does(consultant: Consultant) -> None:
    """What becomes of a deal that the wall stopped is not said: nobody is told to go on with it."""
    _, whole = ruled(
        consultant, "mcr-2006", {**WRONG_COUNT, "qui": "nord"}, {**WALL, "qui": "sud", "quand": "apres-decision"}
    )
    told = [step for step in whole["steps"] if "qu'il continue de jouer" in step]
    assert told and all("si la donne continue" in step for step in told)


def test_the_one_whose_tiles_fell_is_not_called_by_the_name_of_who_pushed_them(consultant: Consultant) -> None:
    pushed = {"incident": "tuiles-d-un-autre-renversees", "donne_jouable": "oui", "qui": "ouest", "a_qui": "nord"}
    _, whole = ruled(consultant, "mcr-2015", pushed, {**FALSE, "qui": "est", "quand": "apres", "en_attente": "non"})
    assert not any("Ouest offensé" in warning["text"] for warning in whole["warnings"])


def test_each_of_two_winners_is_paid_by_name(consultant: Consultant) -> None:
    win = {**ON_A_DISCARD, "a_qui": "nord"}
    _, whole = ruled(consultant, "ema-2016", {**win, "qui": "est"}, {**win, "qui": "ouest", "quand": "en-meme-temps"})
    paid = [step for step in whole["steps"] if "faites payer toute la main" in step]
    assert ["à Est" in paid[0], "à Ouest" in paid[1]] == [True, True]


@pytest.mark.parametrize("ruleset", ["wrc-2015"])
def test_a_win_that_came_too_late_is_not_said_to_be_paid(consultant: Consultant, ruleset: str) -> None:
    _, whole = ruled(
        consultant, ruleset, {**FALSE, "qui": "est"}, {**ON_A_DRAW, "qui": "sud", "quand": "apres"}
    )
    assert "victoire-payee" not in sanctions(whole)


def test_the_hand_won_in_an_earlier_deal_is_not_in_the_table_of_this_one(consultant: Consultant) -> None:
    later = {**WALL, "qui": "nord", "quand": "donne-precedente"}
    _, whole = ruled(consultant, "mcr-2006", {**ON_A_DRAW, "qui": "est"}, later)
    rows = whole["payments"]["rows"] if whole["payments"] else []
    assert rows and {row["payer"] for row in rows} == {"Nord"}


@pytest.mark.parametrize("ruleset", MCR)
def test_what_the_fall_of_tiles_does_to_a_deal_that_is_won_is_not_left_open(consultant: Consultant, ruleset: str) -> None:
    pushed = {"incident": "tuiles-d-un-autre-renversees", "qui": "nord", "a_qui": "sud", "quand": "apres", "geste_delibere": "non"}
    _, whole = ruled(consultant, ruleset, {**ON_A_DRAW, "qui": "est"}, pushed)
    assert not whole["silences"] and not whole["readings"]


def test_a_dead_hand_is_announced_though_the_referee_has_yet_to_decide_on_the_deal(consultant: Consultant) -> None:
    empty = {**FALSE, "tuiles_montrees": "aucune", "qui": "nord", "a_qui": "est"}
    called = {"incident": "appels-concurrents", "annonces_en_presence": "victoire-et-element", "qui": "sud"}
    _, whole = ruled(consultant, "ema-2016", empty, {**called, "quand": "en-meme-temps"})
    assert any("si la donne continue : annoncez à la table que la main de Nord est morte" in step for step in whole["steps"])
