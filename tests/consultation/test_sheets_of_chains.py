"""Sheets of chains told from the texts alone: what they told twice, of nobody, or of a tile that it cannot be."""

from __future__ import annotations

import pytest

from assistant.consultation.consultant import Consultant
from tests.consultation.test_events import (
    CALL,
    DRAW,
    FALSE,
    MCR,
    ON_A_DISCARD,
    ON_A_DRAW,
    WRONG_COUNT,
    given,
    ruled,
    slot,
)
from tests.consultation.test_told_chains import changes

FALSE_SET = {"incident": "element-faux", "ecart_fait": "oui"}
AT_THE_DRAW = {"incident": "main-morte-a-la-nulle"}
MIXED = {"incident": "tuiles-melangees-au-compte"}


def test_est_is_named_though_the_verb_sounds_like_him(consultant: Consultant) -> None:
    """« Si ce n'est déjà fait » names nobody."""
    misread = {**FALSE, "en_attente": "oui", "qui": "est"}
    _, whole = ruled(consultant, "mcr-2015", misread, {**ON_A_DRAW, "qui": "est", "quand": "apres-decision"})
    (step,) = [step for step in whole["steps"] if "ne lui imposez pas" in step]
    assert step.startswith("Incident 1 (Est) : si ce n'est déjà fait : ne lui imposez pas")


def test_a_hand_is_told_dead_once(consultant: Consultant) -> None:
    _, whole = ruled(
        consultant, "wrc-2015", {**WRONG_COUNT, "qui": "sud"}, {**CALL, "qui": "sud", "quand": "apres"}
    )
    assert whole["headline"][:2] == ["Incident 1 (Sud) : votre main est morte.", "Incident 2 (Sud) : l'appel est annulé."]


def test_two_hands_are_told_dead_each(consultant: Consultant) -> None:
    count = {**WRONG_COUNT, "qui": "sud"}
    _, whole = ruled(consultant, "wrc-2015", count, {**FALSE_SET, "qui": "est", "quand": "apres"})
    assert sum("votre main est morte" in line for line in whole["headline"]) == 2


@pytest.mark.parametrize("ruleset", MCR)
def test_one_hu_is_refused_once(consultant: Consultant, ruleset: str) -> None:
    win = {**ON_A_DRAW, "qui": "est"}
    events, whole = ruled(consultant, ruleset, win, {**MIXED, "qui": "est", "quand": "apres"})
    assert all("victoire-refusee" in given(event["ruling"]) for event in events)
    assert sum("le Hu est refusé" in line for line in whole["headline"]) == 1


@pytest.mark.parametrize("ruleset", MCR)
def test_nobody_is_closer_to_a_tile_that_was_drawn(consultant: Consultant, ruleset: str) -> None:
    """A Hu refused for a fault of its count was told good where another, of whatever tile, says Hu too."""
    win = {**ON_A_DRAW, "qui": "est"}
    _, whole = ruled(consultant, ruleset, win, {**MIXED, "qui": "est", "quand": "apres"})
    assert not [change for change in changes(whole) if change["fact"] == "hu_d_un_autre"]
    claimed, nearer = {**ON_A_DISCARD, "qui": "est", "a_qui": "nord"}, {"hu_d_un_autre": "plus-proche-bon"}
    _, whole = ruled(consultant, ruleset, {**claimed, **nearer}, {**MIXED, "qui": "est", "quand": "apres"})
    assert "victoire-payee" not in given(whole) and slot(whole, "donne") == "gagnee"


def test_a_hu_questioned_too_late_stays_though_another_claimed_the_discard_before(consultant: Consultant) -> None:
    """Two rulings stood at once."""
    late = {**ON_A_DRAW, "qui": "ouest", "hu_sur_la_defausse_d_avant": "oui", "contestation": "tard"}
    _, whole = ruled(consultant, "mcr-2015", late)
    assert given(whole) == {"victoire-payee"} and slot(whole, "donne") == "gagnee"


def test_what_would_change_the_whole_table_is_told_once(consultant: Consultant) -> None:
    _, whole = ruled(
        consultant,
        "ema-2016",
        {**FALSE_SET, "qui": "ouest"},
        {**AT_THE_DRAW, "qui": "ouest", "quand": "apres-decision"},
        {**DRAW, "nombre_de_noten": "deux", "est_tenpai": "oui", "quand": "apres"},
    )
    assert [change["fact"] for change in whole["unless"]].count("derniere_main") == 1


def test_a_stake_is_ordered_back_once(consultant: Consultant) -> None:
    forgot = {"incident": "riichi-incomplet", "etape_oubliee": "tuile-tournee", "riichi_vu_quand": "en-cours", "qui": "sud"}
    _, whole = ruled(consultant, "ema-2016", forgot, {**ON_A_DISCARD, "qui": "est", "a_qui": "sud", "quand": "apres"})
    assert sum("rendez" in step.lower() for step in whole["steps"]) == 1
    assert any(step.startswith("Donnez les mises de riichi à Est, sauf celle") for step in whole["steps"])
