"""What was seen is enough: under a status the natural incident is judged as what it is then, and what another event makes likely is asked."""

from __future__ import annotations

import pytest

from assistant.consultation.consultant import Consultant
from tests.consultation.test_events import (
    EVERY,
    FALSE,
    MCR,
    ON_A_DISCARD,
    RIICHI,
    WRONG_COUNT,
    answer,
    consult,
    given,
    ruled,
    slot,
)

DEAD = {**WRONG_COUNT, "qui": "nord"}
DIRECT_CALL = {"incident": "appel-avec-main-morte", "acte_avec_main_morte": "appel"}
DIRECT_RIICHI = {"incident": "appel-avec-main-morte", "acte_avec_main_morte": "riichi"}
DIRECT_WIN = {"incident": "victoire-main-morte", "tuile_gagnante": "ecart", "tuiles_montrees": "toutes"}
DOORS = [
    ({"incident": "mauvais-mot-d-appel", "mot_d_appel": "autre-terme", "appel_compris": "oui"}, DIRECT_CALL),
    ({"incident": "appel-mal-execute", "geste_de_travers": "prend-avant-de-montrer"}, DIRECT_CALL),
    ({"incident": "appel-non-permis", "empechement": "autre-place", "ecart_fait": "oui"}, DIRECT_CALL),
    ({"incident": "element-faux", "ecart_fait": "oui", "bonnes_tuiles": "non"}, DIRECT_CALL),
    ({"incident": "riichi-incomplet", "etape_oubliee": "mise"}, DIRECT_RIICHI),
    ({"incident": "riichi-conteste", "reproche_au_riichi": "furiten"}, DIRECT_RIICHI),
    ({"incident": "riichi-repris", "ecart_fait": "oui"}, DIRECT_RIICHI),
    ({"incident": "victoire-tardive", "suivant_a": "pioche-vue", "tuiles_montrees": "toutes"}, DIRECT_WIN),
    ({**ON_A_DISCARD}, DIRECT_WIN),
]


@pytest.mark.parametrize("ruleset", RIICHI)
@pytest.mark.parametrize("when", ["apres", "apres-annonce-d-un-joueur", "apres-decision"])
@pytest.mark.parametrize(("natural", "direct"), DOORS, ids=[natural["incident"] for natural, _ in DOORS])
def test_whichever_door_is_taken_the_ruling_is_the_same(
    consultant: Consultant, ruleset: str, when: str, natural: dict[str, str], direct: dict[str, str]
) -> None:
    said = {"qui": "nord", "quand": when}
    seen, whole = ruled(consultant, ruleset, DEAD, {**natural, **said})
    told, wanted = ruled(consultant, ruleset, DEAD, {**direct, **said})
    judged = seen[1]["judged_as"]
    assert judged and judged["id"] == direct["incident"] and told[1]["judged_as"] is None
    assert (whole["headline"], whole["steps"], whole["slots"]) == (wanted["headline"], wanted["steps"], wanted["slots"])
    assert not given(whole) & {"riichi-valable", "appel-valable", "victoire-payee"}


@pytest.mark.parametrize("ruleset", RIICHI)
@pytest.mark.parametrize(("natural", "direct"), DOORS, ids=[natural["incident"] for natural, _ in DOORS])
def test_another_player_s_act_is_judged_as_it_was_told(
    consultant: Consultant, ruleset: str, natural: dict[str, str], direct: dict[str, str]
) -> None:
    part = consult(consultant, ruleset, DEAD, {**natural, "qui": "sud", "quand": "apres-decision"})
    assert part["events"][1]["judged_as"] is None


def test_an_act_turns_only_where_what_was_told_of_it_says_so(consultant: Consultant) -> None:
    """A word forgotten cancels the riichi by a clause of its own in EMA; in WRC it is a riichi like any other."""
    for step, turned in (("mot", {"wrc-2015"}), ("mise", {"ema-2016", "wrc-2015"})):
        act = {
            "incident": "riichi-incomplet",
            "etape_oubliee": step,
            "riichi_vu_quand": "en-cours",
            "qui": "nord",
            "quand": "apres-decision",
        }
        judged = {name: ruled(consultant, name, DEAD, act)[0][1]["judged_as"] for name in RIICHI}
        assert {name for name, one in judged.items() if one} == turned
    part = consult(
        consultant, "ema-2016", DEAD, {"incident": "riichi-incomplet", "qui": "nord", "quand": "apres-decision"}
    )
    assert part["question"] and part["question"]["fact"] == "etape_oubliee", (
        "until it is told, the act itself is asked of"
    )


def test_calls_turn_in_mcr_only_where_they_are_forbidden(consultant: Consultant) -> None:
    reached = {"incident": "main-tendue-vers-le-mur", "main_au_dessus": "oui", "ecart_pris": "oui", "qui": "nord"}
    call = {
        "incident": "appel-mal-execute",
        "geste_de_travers": "prend-avant-de-montrer",
        "deja_averti": "non",
        "qui": "nord",
        "quand": "apres",
    }
    barred, _ = ruled(consultant, "mcr-2015", reached, call)
    assert barred[1]["judged_as"] and "appel-annule" in given(barred[1]["ruling"])
    for ruleset in MCR:
        events, _ = ruled(consultant, ruleset, DEAD, call)
        assert events[1]["judged_as"] is None, "who lost the Hu still calls"


# Whose tile it was, and who sits closer


@pytest.mark.parametrize("ruleset", ["wrc-2015", *MCR])
def test_whose_tile_it_was_is_asked_where_only_one_can_win(consultant: Consultant, ruleset: str) -> None:
    wins = {**ON_A_DISCARD, "qui": "sud"}, {**ON_A_DISCARD, "qui": "ouest", "quand": "en-meme-temps"}
    part = consult(consultant, ruleset, *wins)
    assert part["question"] and part["question"]["key"] == "a_qui"
    assert [one["value"] for one in part["question"]["answers"]] == ["est", "nord"], "who claims it did not discard it"
    for discarder, winner in (("est", "sud"), ("nord", "sud")):
        events, whole = ruled(consultant, ruleset, {**wins[0], "a_qui": discarder}, wins[1])
        paid = [event["who"] for event in events if "victoire-payee" in given(event["ruling"])]
        assert paid == [winner] and slot(whole, "donne") == "gagnee"


def test_whose_tile_it_was_is_not_asked_where_both_win(consultant: Consultant) -> None:
    wins = {**ON_A_DISCARD, "qui": "sud"}, {**ON_A_DISCARD, "qui": "ouest", "quand": "en-meme-temps"}
    events, _ = ruled(consultant, "ema-2016", *wins)
    assert all("victoire-payee" in given(event["ruling"]) for event in events)


@pytest.mark.parametrize(
    ("ruleset", "fact"), [("wrc-2015", "autre_gagnant"), *((name, "hu_d_un_autre") for name in MCR)]
)
def test_who_is_closer_is_asked_where_nobody_has_a_seat(consultant: Consultant, ruleset: str, fact: str) -> None:
    part = consult(
        consultant, ruleset, {**ON_A_DISCARD, "qui": "a"}, {**ON_A_DISCARD, "qui": "b", "quand": "en-meme-temps"}
    )
    assert part["question"] and part["question"]["fact"] == fact


# One fault caused by another


def test_whether_one_fault_caused_the_other_is_asked_where_the_text_excuses_it(consultant: Consultant) -> None:
    wall = {"incident": "mur-renverse", "donne_jouable": "non", "recidive": "non", "qui": "sud", "quand": "apres"}
    part = consult(consultant, "wrc-2015", {**FALSE, "qui": "est"}, wall)
    assert part["question"] and part["question"]["key"] == "2.faute_causee"
    _, caused = ruled(consultant, "wrc-2015", {**FALSE, "qui": "est"}, {**wall, "faute_causee": "oui"})
    _, alone = ruled(consultant, "wrc-2015", {**FALSE, "qui": "est"}, {**wall, "faute_causee": "non"})
    assert "discretion" in given(caused) and "discretion" not in given(alone)
    events, _ = ruled(consultant, "ema-2016", {**FALSE, "qui": "est"}, wall)
    assert answer(events[1], "faute_causee") is None, "no sentence of EMA excuses it"


def test_a_hand_wrongly_called_dead_may_be_the_cause_of_what_its_player_then_does(consultant: Consultant) -> None:
    misled = {"incident": "main-morte-signalee", "faute_averee": "non", "qui": "ouest", "a_qui": "sud"}
    furiten = {**ON_A_DISCARD, "furiten": "passee-ce-tour", "quand": "apres-annonce-d-un-joueur"}
    asked = consult(consultant, "wrc-2015", misled, {**furiten, "qui": "sud"})["question"]
    assert asked is not None and asked["key"] == "2.faute_causee", "not every fault after it comes from it"
    _, whole = ruled(consultant, "wrc-2015", misled, {**furiten, "qui": "sud", "faute_causee": "oui"})
    assert "discretion" in given(whole)
    _, alone = ruled(consultant, "wrc-2015", misled, {**furiten, "qui": "sud", "faute_causee": "non"})
    assert "chombo" in given(alone)
    _, other = ruled(consultant, "wrc-2015", misled, {**furiten, "qui": "nord"})
    assert "chombo" in given(other), "it was not said to him"
    _, ema = ruled(consultant, "ema-2016", misled, {**furiten, "qui": "sud"})
    assert "chombo" in given(ema)


# Riichi and dead hand: which came first


def test_it_is_asked_whether_the_hand_was_dead_before_a_riichi_that_nobody_told(consultant: Consultant) -> None:
    draw = {
        "incident": "riichi-sans-attente",
        "fin_de_la_donne": "nulle",
        "main_montree_a_la_fin": "en-attente",
        "autres_noten": "un",
        "qui": "nord",
    }
    riichi = {"incident": "riichi-conteste", "reproche_au_riichi": "rien", "riichi_vu_quand": "en-cours", "qui": "nord"}
    for ruleset in RIICHI:
        part = consult(consultant, ruleset, DEAD, {**draw, "quand": "apres-decision"})
        assert part["question"] and part["question"]["fact"] == "main_morte_apres_riichi"
        orders = {
            "oui": (riichi, {**DEAD, "quand": "apres"}, {**draw, "quand": "apres-decision"}),
            "avant": (DEAD, {**riichi, "quand": "apres-decision"}, {**draw, "quand": "apres"}),
        }
        for since, events in orders.items():
            judged = consult(consultant, ruleset, *events)["events"]
            assert answer(judged[2], "main_morte_apres_riichi") == (since, "entailed"), (ruleset, since)


def test_the_moment_of_a_dead_hand_is_measured_to_the_riichi_not_to_the_draw(consultant: Consultant) -> None:
    """Nobody had said it when he declared riichi; that the referee said it before the draw makes it no earlier."""
    riichi = {"incident": "riichi-conteste", "reproche_au_riichi": "rien", "riichi_vu_quand": "en-cours", "qui": "nord", "quand": "apres"}
    shown = {"main_montree_a_la_fin": "en-attente", "autres_noten": "un"}
    draw = {"incident": "riichi-sans-attente", "fin_de_la_donne": "nulle", **shown}
    events, whole = ruled(consultant, "ema-2016", DEAD, riichi, {**draw, "qui": "nord", "quand": "apres-decision"})
    assert answer(events[2], "main_morte_apres_riichi") == ("oui", "entailed")
    assert "chombo" not in given(whole) and "penalite-noten" in given(whole)


# A win that its own count makes void, and what is owed in a deal that the time stops


@pytest.mark.parametrize("ruleset", MCR)
def test_a_hu_that_the_count_makes_void_is_not_paid_whenever_it_is_told(consultant: Consultant, ruleset: str) -> None:
    win = {**ON_A_DISCARD, "qui": "nord", "a_qui": "sud"}
    shown = {"incident": "main-montree-apres-victoire-d-un-autre", "tuiles_montrees": "toutes", "qui": "est"}
    mixed = {"incident": "tuiles-melangees-au-compte", "qui": "nord", "quand": "apres"}
    events, whole = ruled(consultant, ruleset, win, {**shown, "quand": "apres"}, mixed)
    assert "victoire-payee" not in given(whole) and slot(whole, "donne") == "continue"
    assert answer(events[1], "victoire_annoncee_valable") == ("main-bonne", "entailed")
    _, others = ruled(consultant, ruleset, win, {**mixed, "qui": "ouest"})
    assert "victoire-payee" in given(others), "another's tiles mixed do not undo it"


SIGNAL = {"incident": "fin-du-temps", "signal_entendu": "fin", "etat_au_signal": "en-cours", "qui": "personne"}


@pytest.mark.parametrize("ruleset", MCR)
def test_what_is_owed_in_a_deal_that_the_time_stops_is_in_doubt(consultant: Consultant, ruleset: str) -> None:
    _, whole = ruled(consultant, ruleset, {**FALSE, "qui": "est"}, {**SIGNAL, "quand": "apres-decision"})
    (owed,) = [step for step in whole["steps"] if "Est paie" in step]
    assert owed.startswith("Incident 1 : s'il reste dû : ")
    assert whole["payments"] and not any(row["sure"] for row in whole["payments"]["rows"])


@pytest.mark.parametrize(("reading", "owed"), [("1", 0), ("2", 1)])
def test_a_reading_that_is_followed_settles_what_is_owed(consultant: Consultant, reading: str, owed: int) -> None:
    signal = {**SIGNAL, "quand": "apres-decision", "lecture": reading}
    _, whole = ruled(consultant, "mcr-2015", {**FALSE, "qui": "est"}, signal)
    assert sum("Est paie" in step for step in whole["steps"]) == owed
    assert (whole["payments"] is not None) == bool(owed)
    assert any("ne l'est plus" in line for line in whole["idle"]) == (not owed)


@pytest.mark.parametrize("ruleset", EVERY)
def test_a_rare_circumstance_that_nothing_makes_likely_is_assumed(consultant: Consultant, ruleset: str) -> None:
    events, _ = ruled(consultant, ruleset, {**ON_A_DISCARD, "qui": "sud"}, {**DEAD, "qui": "ouest", "quand": "apres"})
    assert all(event["ruling"] for event in events)
