"""The sheet of a whole case: what each event brings is told once, with its seat, and nothing that still counts is told as idle."""

from __future__ import annotations

import pytest

from assistant.consultation.consultant import Consultant
from assistant.model import Library
from tests.consultation.test_events import (
    CALL,
    DRAW,
    EVERY,
    FALSE,
    MCR,
    ON_A_DISCARD,
    ON_A_DRAW,
    RIICHI,
    SAME_TILE,
    SHOWN,
    WRONG_COUNT,
    given,
    ruled,
    slot,
)

TWO_NOTEN = {**DRAW, "nombre_de_noten": "deux", "est_tenpai": "oui"}
KNOCKED = {"incident": "tuiles-d-un-autre-renversees", "donne_jouable": "oui"}
ADVICE = {"incident": "propos-a-table", "propos": "renseigne", "portee_de_l_information": "oui"}


@pytest.mark.parametrize("ruleset", RIICHI)
def test_what_another_event_counts_is_named_with_that_event(consultant: Consultant, ruleset: str) -> None:
    """The dead hand's noten is one of those that the draw settles: said, not owed again, and no line is left empty."""
    _, whole = ruled(
        consultant,
        ruleset,
        {"incident": "riichi-conteste", "reproche_au_riichi": "rien", "riichi_vu_quand": "en-cours", "qui": "ouest"},
        {**WRONG_COUNT, "qui": "ouest", "quand": "apres"},
        {**TWO_NOTEN, "quand": "apres-decision"},
        {"incident": "riichi-sans-attente", "main_montree_a_la_fin": "en-attente", "qui": "ouest", "quand": "apres"},
    )
    assert "Incident 4 (Ouest) : pénalité de noten (voir l'incident 3)." in whole["headline"]
    assert sum("points à la table" in step for step in whole["steps"]) == 1
    assert not whole["idle"], "the stake stays, and the dead hand is why he is noten"


def test_the_stake_of_a_riichi_that_does_not_count_is_returned_though_the_deal_is_over(consultant: Consultant) -> None:
    forgot = {"incident": "riichi-incomplet", "etape_oubliee": "tuile-tournee", "riichi_vu_quand": "en-cours", "qui": "nord"}
    for end in ({**TWO_NOTEN, "quand": "apres-decision"}, {**ON_A_DRAW, "qui": "sud", "quand": "apres-decision"}):
        _, whole = ruled(consultant, "ema-2016", forgot, end)
        assert "Incident 1 : si ce n'est déjà fait : rendez à Nord sa mise de 1 000 points." in whole["steps"]
        assert not [line for line in whole["idle"] if "riichi" in line]


def test_a_warning_is_given_though_the_win_has_ended_the_deal(consultant: Consultant) -> None:
    for ruleset in MCR:
        _, whole = ruled(consultant, ruleset, {**ON_A_DRAW, "qui": "nord"}, {**SHOWN, "qui": "est", "quand": "apres"})
        assert any("avertissez Est" in step for step in whole["steps"]) and not whole["idle"], ruleset


@pytest.mark.parametrize("when", ["apres", "apres-decision"])
def test_the_same_amount_for_two_faults_is_ordered_twice(consultant: Consultant, when: str) -> None:
    call = {**CALL, "qui": "sud"}
    _, whole = ruled(
        consultant,
        "wrc-2015",
        {**SAME_TILE, "qui": "sud"},
        {**call, "quand": "apres-decision"},
        {**call, "quand": when},
    )
    assert sum("Sud perd 20 points" in step for step in whole["steps"]) == 2
    assert whole["payments"] is not None and len(whole["payments"]["rows"]) == 2


@pytest.mark.parametrize("ruleset", MCR)
def test_the_player_to_whom_it_was_done_is_named(consultant: Consultant, ruleset: str) -> None:
    events, whole = ruled(
        consultant, ruleset, {**KNOCKED, "qui": "sud", "a_qui": "nord"}, {**WRONG_COUNT, "qui": "est", "quand": "apres"}
    )
    said = " ".join([*whole["headline"], *whole["steps"], *(amount["text"] for amount in whole["amounts"])])
    assert "à Nord" in said and "le joueur dont" not in said
    assert events[0]["ruling"] and "à Nord" in " ".join(events[0]["ruling"]["steps"])


@pytest.mark.parametrize("ruleset", MCR)
def test_the_table_pays_the_player_to_whom_it_was_done(consultant: Consultant, ruleset: str) -> None:
    _, whole = ruled(
        consultant,
        ruleset,
        {**KNOCKED, "qui": "sud", "a_qui": "nord"},
        {**FALSE, "qui": "est", "quand": "apres"},
    )
    assert whole["payments"] is not None
    assert ("Sud", "Nord") in [(row["payer"], row["payee"]) for row in whole["payments"]["rows"]]
    assert "non dit" not in [net["text"] for net in whole["payments"]["nets"]]


@pytest.mark.parametrize("ruleset", RIICHI)
def test_the_other_winner_is_named(consultant: Consultant, ruleset: str) -> None:
    wall = {"incident": "mur-renverse", "donne_jouable": "non", "recidive": "non", "qui": "est"}
    win = {**ON_A_DISCARD, "qui": "nord", "a_qui": "ouest", "quand": "en-meme-temps"}
    _, whole = ruled(consultant, ruleset, wall, win)
    assert any("faites payer toute la main à Nord par Ouest" in step for step in whole["steps"])
    assert sum("compter et payer la main" in step for step in whole["steps"]) == 1, "asked once, of the winner's event"
    assert "Donnez les mises de riichi à Nord." in whole["steps"]
    assert not [line for line in (*whole["headline"], *whole["steps"]) if "l'autre joueur" in line]


def test_the_discarder_is_named(consultant: Consultant) -> None:
    win = {**ON_A_DISCARD, "qui": "nord", "a_qui": "ouest"}
    _, whole = ruled(consultant, "ema-2016", win, {**SHOWN, "qui": "sud", "quand": "apres"})
    assert any("faites payer toute la main à Nord par Ouest" in step for step in whole["steps"])


def test_a_reading_that_pays_the_win_knows_who_won(consultant: Consultant) -> None:
    wall = {"incident": "mur-renverse", "donne_jouable": "non", "recidive": "non", "qui": "est"}
    for seat, rotation in (("nord", "tourne"), ("est", "reste")):
        win = {**ON_A_DISCARD, "qui": seat, "quand": "apres", "lecture": "1"}
        _, whole = ruled(consultant, "wrc-2015", {**wall, "qui": "sud"}, win)
        assert slot(whole, "donne") == "gagnee" and slot(whole, "est") == rotation


@pytest.mark.parametrize(
    ("seat", "context", "numbers"),
    [("sud", "tournoi", {(20000,)}), ("sud", "amical", {(4000,), (2000,)}), ("est", "amical", {(4000,)})],
)
def test_a_chombo_within_a_reading_says_what_it_costs(
    consultant: Consultant, seat: str, context: str, numbers: set[tuple[int, ...]]
) -> None:
    told = (
        {**SAME_TILE, "qui": seat, "contexte": context},
        {
            **CALL,
            "qui": seat,
            "quand": "apres-annonce-d-un-joueur",
        },
    )
    _, whole = ruled(consultant, "ema-2016", *told)
    chombo = next(one for one in whole["readings"] if {part["id"] for part in one["sanctions"]} == {"chombo"})
    assert {tuple(amount["numbers"] or ()) for amount in chombo["amounts"]} == numbers
    _, followed = ruled(consultant, "ema-2016", told[0], {**told[1], "lecture": "1"})
    assert {tuple(amount["numbers"] or ()) for amount in followed["amounts"]} == numbers


@pytest.mark.parametrize("ruleset", RIICHI)
def test_of_an_earlier_deal_nothing_is_left_to_do_but_what_is_owed(consultant: Consultant, ruleset: str) -> None:
    _, whole = ruled(
        consultant, ruleset, {**ADVICE, "qui": "nord"}, {**ADVICE, "qui": "nord", "quand": "donne-precedente"}
    )
    assert not [step for step in whole["steps"] if step.startswith("Incident 1")]
    assert sum(": décidez : " in step for step in whole["steps"]) == 1, "the second is still to be decided"
    _, owed = ruled(
        consultant, ruleset, {**FALSE, "qui": "nord"}, {**SAME_TILE, "qui": "nord", "quand": "donne-precedente"}
    )
    (lost,) = [step for step in owed["steps"] if step.startswith("Incident 1")]
    assert lost.startswith("Incident 1 : Nord perd")


@pytest.mark.parametrize("ruleset", EVERY)
def test_no_step_sends_to_an_incident_that_the_case_has(consultant: Consultant, ruleset: str) -> None:
    _, whole = ruled(consultant, ruleset, {**FALSE, "qui": "ouest"}, {**SHOWN, "qui": "nord", "quand": "apres"})
    assert not [step for step in whole["steps"] if "Une victoire est annoncée" in step]


@pytest.mark.parametrize("ruleset", MCR)
def test_a_win_before_the_signal_is_paid_once(consultant: Consultant, ruleset: str) -> None:
    signal = {"incident": "fin-du-temps", "signal_entendu": "fin", "qui": "personne", "quand": "apres", "lecture": "1"}
    _, whole = ruled(consultant, ruleset, {**ON_A_DRAW, "qui": "ouest"}, signal)
    assert "victoire-payee" in given(whole)
    assert sum("compter et payer la main" in step for step in whole["steps"]) == 1
    assert whole["payments"] is not None, "three pay"
    rows = [(row["payer"], row["payee"], row["text"]) for row in whole["payments"]["rows"]]
    assert rows == [(who, "Ouest", "la valeur de la main plus 8 points") for who in ("Est", "Sud", "Nord")]
    assert whole["payments"]["value"] is None, "nothing is added up, so nothing is left out of a sum"


@pytest.mark.parametrize("ruleset", RIICHI)
def test_what_is_told_of_the_table_is_idle_for_no_event(consultant: Consultant, ruleset: str) -> None:
    """Who won the deal is told once, without a number; the first event does not read it, another does."""
    told = {**SAME_TILE, "qui": "nord", "gagnant_de_la_donne": "nulle", "nombre_de_noten": "deux"}
    draw = {"incident": DRAW["incident"], "qui": "personne", "quand": "apres", "est_tenpai": "oui"}
    events, _ = ruled(consultant, ruleset, told, draw)
    assert [event["ignored"] for event in events] == [[], []]


@pytest.mark.parametrize("ruleset", MCR)
def test_the_clause_that_took_a_right_is_that_of_the_act(consultant: Consultant, ruleset: str) -> None:
    clauses = []
    for first, second in ((FALSE, SHOWN), (WRONG_COUNT, FALSE)):
        _, whole = ruled(consultant, ruleset, {**first, "qui": "ouest"}, {**second, "qui": "nord", "quand": "apres"})
        (ouest,) = [one for one in whole["allowed"] if one["who"] == "ouest"]
        clauses.append(next(right["cites"][0] for right in ouest["rights"] if right["right"] == "gagner"))
    assert clauses[0] != clauses[1]


# What a draw of chains, read against the texts, has found


def test_a_win_without_effect_is_in_no_table_of_payments(consultant: Consultant) -> None:
    late = {"incident": "main-morte-a-la-nulle", "mort_declaree": "oui", "autres_noten": "deux", "qui": "nord"}
    _, whole = ruled(consultant, "ema-2016", late, {**ON_A_DRAW, "qui": "ouest", "quand": "apres"})
    assert any("la victoire est sans effet" in line for line in whole["idle"])
    assert not whole["payments"] or whole["payments"]["value"] is None


@pytest.mark.parametrize("ruleset", MCR)
def test_of_several_winners_none_is_taken_for_the_one_who_is_told(consultant: Consultant, ruleset: str) -> None:
    """The closest announcer wins: nobody said that it is the player of the event."""
    several = {"incident": "plusieurs-gagnants", "qui": "nord"}
    late = {
        "incident": "retard",
        "minutes_de_retard": "5",
        "place_a_l_arrivee": "libre",
        "qui": "nord",
        "quand": "apres",
    }
    _, whole = ruled(consultant, ruleset, several, late)
    rows = whole["payments"]["rows"] if whole["payments"] else []
    assert not [row for row in rows if row["payee"] == "Nord"]


def test_every_silence_is_decided_though_one_player_has_two(consultant: Consultant) -> None:
    some = {**FALSE, "tuiles_montrees": "quelques-unes", "qui": "nord"}
    changed = {"incident": "main-changee-en-riichi", "fin_de_la_donne": "un-autre-gagne", "qui": "nord", "quand": "apres"}
    _, whole = ruled(consultant, "ema-2016", some, changed)
    silent = [line.partition(" : ")[0] for line in whole["silences"]]
    decided = [step.partition(" : ")[0] for step in whole["steps"] if "décidez et notez" in step]
    assert len(silent) == 2 and decided == silent


@pytest.mark.parametrize("ruleset", EVERY)
@pytest.mark.parametrize("incident", ["paiement-conteste", "tsumo-tardif", "yaku-conteste", "figure-contestee"])
def test_no_door_pays_a_win_of_a_hand_that_had_no_right_to_it(
    consultant: Consultant, library: Library, ruleset: str, incident: str
) -> None:
    """Whichever quarrel is told, who had lost the right to win is not paid."""
    if ruleset not in library.incidents[incident].rulesets:
        return
    facts = {
        "tuile_gagnante": "pioche",
        "main_complete": "oui",
        "huit_points": "oui",
        "tuiles_montrees": "toutes",
        "yaku": "oui",
    }
    win = {"incident": incident, **facts, "qui": "nord", "quand": "apres-decision"}
    events, whole = ruled(consultant, ruleset, {**WRONG_COUNT, "qui": "nord"}, win)
    assert events[1]["judged_as"] and "victoire-payee" not in given(whole)


def test_a_right_hangs_on_a_choice_only_where_the_choice_names_what_takes_it(library: Library) -> None:
    slow = {"incident": "rythme-de-jeu", "rythme": "lent-souvent", "debutant": "non", "deja_averti": "non"}
    for facts, named in ((slow, False), (ADVICE, True)):
        (one,) = Consultant(library).consult(["ema-2016"], facts)["consultations"]
        ruling = one["ruling"]
        assert ruling is not None and ruling["discretion"], one["question"]
        assert any("main morte" in left["text"] for left in ruling["discretion"]) == named
        assert bool(ruling["allowed"]) == named
