"""Chains that a reader of the texts told before looking at the product: what their sheets said wrongly, left out or said in vain."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.consultation.consultant import Consultant
from assistant.consultation.document import ConsultationPart, RulingPart
from assistant.consultation.text import consultation_text
from tests.consultation.test_events import (
    CALL,
    FALSE,
    MCR,
    ON_A_DISCARD,
    RIICHI,
    SHOWN,
    WRONG_COUNT,
    consult,
    given,
    ruled,
)

WITHDRAWN = {"incident": "appel-retire", "tuiles_montrees": "aucune", "combien_de_fois": 1}
LATE_PUNG = {"incident": "pung-tardif", "element_appele": "pung"}
TOLD_DEAD = {"incident": "main-morte-signalee", "faute_averee": "non", "qui": "nord", "a_qui": "ouest"}


def changes(ruling: RulingPart) -> list[dict[str, Any]]:
    return [dict(change) for side in ("lighter", "heavier", "unordered", "unless") for change in ruling[side]]


def test_a_tile_claimed_and_left_and_a_late_pung_are_one_ladder(consultant: Consultant) -> None:
    """One sentence of the text of 2006 names both faults and one scale for them."""
    events, whole = ruled(
        consultant, "mcr-2006", {**WITHDRAWN, "qui": "sud"}, {**LATE_PUNG, "qui": "sud", "quand": "apres"}
    )
    assert [amount["numbers"] for amount in whole["amounts"]] == [[5]]
    assert ("combien_de_fois", 2) in [(one["fact"], one["value"]) for one in events[1]["answers"]]


def test_two_scales_are_two_warnings_each_noted(consultant: Consultant) -> None:
    """The green book has a paragraph and a scale for each of the two."""
    late = {**LATE_PUNG, "combien_de_fois": 1, "qui": "sud", "quand": "apres"}
    _, whole = ruled(consultant, "mcr-2015", {**WITHDRAWN, "qui": "sud"}, late)
    assert not whole["amounts"]
    assert sum("avertissez Sud" in step for step in whole["steps"]) == 2


@pytest.mark.parametrize("ruleset", MCR)
def test_everyone_who_pays_a_win_is_in_the_table(consultant: Consultant, ruleset: str) -> None:
    win = {**ON_A_DISCARD, "qui": "nord", "a_qui": "est"}
    _, whole = ruled(consultant, ruleset, win, {**SHOWN, "qui": "ouest", "quand": "apres"})
    assert whole["payments"] is not None
    rows = {row["payer"]: (row["payee"], row["text"]) for row in whole["payments"]["rows"]}
    assert rows == {
        "Est": ("Nord", "la valeur de la main plus 8 points"),
        "Sud": ("Nord", "8 points"),
        "Ouest": ("Nord", "8 points"),
    }
    assert any("à Nord" in step and "par Est" in step for step in whole["steps"]), "who pays whom, not « à Est »"


def test_the_tiles_of_the_winner_fill_the_table(consultant: Consultant) -> None:
    pytest.importorskip("MahjongGB")
    win = {**ON_A_DISCARD, "qui": "nord", "a_qui": "est", "tuiles": "123m 456m 789m 123p 5s +5s"}
    _, whole = ruled(consultant, "mcr-2006", win, {**SHOWN, "qui": "ouest", "quand": "apres"})
    assert whole["payments"] is not None and whole["payments"]["value"] is None
    nets = {net["label"]: net["text"] for net in whole["payments"]["nets"]}
    assert nets == {"Est": "−30", "Sud": "−8", "Ouest": "−8", "Nord": "+46"}


@pytest.mark.parametrize("ruleset", MCR)
def test_a_dispute_about_the_payment_is_no_second_win(consultant: Consultant, ruleset: str) -> None:
    win = {**ON_A_DISCARD, "qui": "nord", "a_qui": "est"}
    dispute = {
        "incident": "paiement-conteste",
        "tuile_gagnante": "ecart",
        "qui": "nord",
        "a_qui": "est",
        "quand": "apres",
    }
    _, whole = ruled(consultant, ruleset, win, dispute)
    assert not any("sans effet" in line for line in (*whole["headline"], *whole["idle"]))
    assert whole["payments"] is not None
    paid = [(row["payer"], row["text"]) for row in whole["payments"]["rows"]]
    assert len(paid) == len(set(paid)) == 4 and ("Est", "la valeur de la main") in paid


@pytest.mark.parametrize("ruleset", MCR)
def test_a_win_that_came_too_late_is_owed_nothing(consultant: Consultant, ruleset: str) -> None:
    over = {"incident": "suite-de-la-donne", "quatrieme_donne": "non", "qui": "personne"}
    dispute = {
        "incident": "paiement-conteste",
        "tuile_gagnante": "ecart",
        "qui": "sud",
        "a_qui": "est",
        "quand": "apres",
    }
    _, whole = ruled(consultant, ruleset, over, dispute)
    assert whole["idle"] and not whole["amounts"]


@pytest.mark.parametrize("ruleset", RIICHI)
def test_what_was_ruled_before_is_not_ordered_as_new(consultant: Consultant, ruleset: str) -> None:
    first, second = {**WRONG_COUNT, "qui": "sud"}, {**CALL, "qui": "sud"}
    told = {
        when: list(ruled(consultant, ruleset, first, {**second, "quand": when})[1]["steps"])
        for when in ("apres", "apres-decision")
    }
    dead = "la main de Sud est morte"
    assert [step for step in told["apres"] if dead in step and "déjà fait" not in step]
    assert not [step for step in told["apres-decision"] if dead in step and "déjà fait" not in step]


def test_nothing_is_told_of_a_deal_that_every_reading_ends(consultant: Consultant) -> None:
    """Chombo or noten: either way the deal is over, and the dead hand with it."""
    riichi = {**CALL, "acte_avec_main_morte": "riichi", "qui": "est", "quand": "apres-decision"}
    shown = {
        "incident": "riichi-sans-attente", "fin_de_la_donne": "nulle", "main_montree_a_la_fin": "en-attente",
        "autres_noten": "un", "qui": "est", "quand": "apres",
    }  # fmt: skip
    _, whole = ruled(consultant, "ema-2016", {**WRONG_COUNT, "qui": "est"}, riichi, shown)
    assert len(whole["readings"]) == 2 and not whole["allowed"]
    assert not any("continuer à piocher" in step for step in whole["steps"])
    mixed = [one for one in changes(whole) if one["change"] and one["change"].count("la donne est ") > 1]
    assert not [one for one in mixed if " ; ou : " not in one["change"]], "readings are told apart"


@pytest.mark.parametrize("ruleset", RIICHI)
def test_a_seat_is_not_asked_to_be_another(consultant: Consultant, ruleset: str) -> None:
    """Whoever sits in South is not Est, and what a change leaves as it is is no change."""
    corrected = {"incident": "element-faux", "ecart_fait": "non", "bonnes_tuiles": "oui", "qui": "sud"}
    _, whole = ruled(consultant, ruleset, corrected, {**ON_A_DISCARD, "qui": "sud", "a_qui": "est", "quand": "apres"})
    assert not [one for one in changes(whole) if one["fact"] == "joueur_est"]
    assert not [one for one in whole["unordered"] if one["change"].startswith("Est le reste s'il a gagné")]


@pytest.mark.parametrize("ruleset", RIICHI)
def test_the_winner_is_named_in_what_becomes_of_the_stakes(consultant: Consultant, ruleset: str) -> None:
    false = {**FALSE, "qui": "est", "a_qui": "nord"}
    _, whole = ruled(
        consultant, ruleset, false, {**ON_A_DISCARD, "qui": "sud", "a_qui": "nord", "quand": "en-meme-temps"}
    )
    assert "Donnez les mises de riichi à Sud." in whole["steps"]
    assert not any("gagnant" in step for step in whole["steps"])


def test_the_incident_that_was_told_is_not_offered_instead(consultant: Consultant) -> None:
    win = {**ON_A_DISCARD, "qui": "nord", "quand": "apres"}
    events, _ = ruled(consultant, "ema-2016", {**WRONG_COUNT, "qui": "nord"}, win)
    assert events[1]["judged_as"] is not None
    assert events[1]["incident"]["id"] not in {one["id"] for one in events[1]["neighbours"]}


@pytest.mark.parametrize("ruleset", [*MCR, "wrc-2015"])
def test_among_several_announcers_one_may_have_lost_the_right(consultant: Consultant, ruleset: str) -> None:
    several = {"incident": "plusieurs-gagnants", "qui": "sud", "quand": "apres"}
    part = consult(consultant, ruleset, {**WRONG_COUNT, "qui": "sud"}, several)
    assert part["question"] is not None and part["question"]["fact"] == "plus_proche_valable"


@pytest.mark.parametrize("ruleset", RIICHI)
def test_a_hand_wrongly_called_dead_may_call(consultant: Consultant, ruleset: str) -> None:
    events, whole = ruled(consultant, ruleset, TOLD_DEAD, {**CALL, "qui": "ouest", "quand": "apres"})
    assert ("mort_declaree", "pas-morte") in [(one["fact"], one["value"]) for one in events[1]["answers"]]
    assert not whole["amounts"]


def test_what_a_wrong_word_caused_is_asked(consultant: Consultant) -> None:
    noten = {"incident": "riichi-sans-attente", "fin_de_la_donne": "nulle", "main_montree_a_la_fin": "pas-en-attente"}
    part = consult(consultant, "wrc-2015", TOLD_DEAD, {**noten, "qui": "ouest", "quand": "apres"})
    assert part["question"] is not None and part["question"]["fact"] == "faute_causee"


@pytest.mark.parametrize("ruleset", RIICHI)
def test_a_step_that_says_only_him_says_whose_it_is(consultant: Consultant, ruleset: str) -> None:
    draw = {"incident": "main-morte-a-la-nulle", "autres_noten": "un", "qui": "nord", "quand": "apres-decision"}
    _, whole = ruled(consultant, ruleset, {**WRONG_COUNT, "qui": "nord"}, draw)
    assert "Incident 2 (Nord) : comptez-le parmi les joueurs noten." in whole["steps"]


def test_the_rank_of_a_second_fault_is_not_asked(consultant: Consultant) -> None:
    """The first fault is asked about first, and counts for the second."""
    again = {**LATE_PUNG, "qui": "est", "quand": "apres"}
    part = consult(consultant, "mcr-2015", {**LATE_PUNG, "qui": "est"}, again)
    assert part["question"] is not None and part["question"]["key"] == "combien_de_fois"
    _, whole = ruled(consultant, "mcr-2015", {**LATE_PUNG, "combien_de_fois": 1, "qui": "est"}, again)
    assert [amount["numbers"] for amount in whole["amounts"]] == [[5]]


def test_what_the_referee_chose_is_not_left_to_decide(consultant: Consultant) -> None:
    words = {"incident": "propos-a-table", "propos": "renseigne", "portee_de_l_information": "oui", "qui": "nord"}
    call = {**CALL, "qui": "nord", "quand": "apres-decision"}
    _, whole = ruled(consultant, "ema-2016", {**words, "choix": "main-morte"}, call)
    assert whole["headline"][0] == "Incident 1 (Nord) : votre main est morte."
    assert not whole["discretion"] and not any("décidez" in step for step in whole["steps"])


SPOKE = {"incident": "propos-a-table", "propos": "renseigne", "portee_de_l_information": "oui"}
WRONG_CHOW = {"incident": "element-faux", "tuiles_reprises": "non", "qui": "sud"}


def test_what_the_referee_chose_is_what_is_explained(consultant: Consultant) -> None:
    _, whole = ruled(
        consultant, "ema-2016", {**SPOKE, "qui": "nord", "choix": "main-morte"}, {**CALL, "qui": "sud", "quand": "apres", "mort_declaree": "non"}
    )
    explained = {(sanction["id"], sanction["on"]) for sanction in whole["sanctions"]}
    assert ("main-morte", "Nord") in explained and not any(name == "discretion" for name, _ in explained)


def test_what_the_referee_chose_is_decided_with_one_event_too(consultant: Consultant) -> None:
    """« Ce qui reste permis » takes the rights of a dead hand: the decision says that it is one."""
    _, whole = ruled(consultant, "ema-2016", {**SPOKE, "qui": "nord", "choix": "main-morte"})
    assert whole["headline"][0].startswith("Nord, votre main est morte")
    assert not whole["discretion"] and "Annoncez à la table que la main de Nord est morte." in whole["steps"]
    assert not any("écidez" in step for step in whole["steps"])


def test_points_that_the_referee_chose_are_still_to_be_noted(consultant: Consultant) -> None:
    barred = {
        "incident": "victoire-main-morte", "main_complete": "oui", "huit_points": "oui", "tuile_gagnante": "ecart", "tuiles_montrees": "toutes",
    }
    _, points = ruled(consultant, "mcr-2006", {**barred, "qui": "sud", "choix": "points"})
    _, warned = ruled(consultant, "mcr-2006", {**barred, "qui": "sud", "choix": "avertissement"})
    assert [amount["numbers"] for amount in points["amounts"]] == [[5, 10, 20, 30, 40, 50, 60]]
    assert any("otez les points retenus" in step for step in points["steps"])
    assert not warned["amounts"] and not any("points retenus" in step for step in warned["steps"])


@pytest.mark.parametrize("ruleset", MCR)
@pytest.mark.parametrize(("when", "settled"), [("apres", True), ("apres-decision", False)])
def test_a_false_chow_that_lies_there_is_no_part_of_a_complete_hand(
    consultant: Consultant, ruleset: str, when: str, settled: bool
) -> None:
    """What a referee who has ruled made of it, the text does not say: only then is it asked."""
    win = {**FALSE, "main_complete": "", "en_attente": "non", "qui": "sud", "quand": when}
    part = consult(consultant, ruleset, WRONG_CHOW, {name: value for name, value in win.items() if value})
    told = {one["fact"]: one["value"] for one in part["events"][1]["answers"]}
    assert (told.get("main_complete") == "non") is settled


def test_whether_a_player_barred_from_hu_may_call_is_told_as_unsaid(consultant: Consultant) -> None:
    """The green book lets him call after a wrong count (3.11.6.8), forbids it after a hand stretched out, and is silent elsewhere; what it lets him do, silence does not take."""
    rights = {}
    stretched = {"incident": "main-tendue-vers-le-mur", "main_au_dessus": "oui", "ecart_pris": "oui"}
    for name, first in (("faute", WRONG_CHOW), ("nombre", WRONG_COUNT), ("main", stretched)):
        _, whole = ruled(consultant, "mcr-2015", {**first, "qui": "sud"})
        (sud,) = whole["allowed"]
        rights[name] = {one["right"]: one["allowed"] for one in sud["rights"]}
    assert rights["faute"] == {"gagner": "non", "appeler": "non-dit", "kong-de-sa-main": "non-dit"}
    assert rights["nombre"] == {"gagner": "non", "appeler": "oui", "kong-de-sa-main": "oui"}
    assert rights["main"] == {"gagner": "non", "appeler": "non", "kong-de-sa-main": "non-dit"}
    _, both = ruled(consultant, "mcr-2015", {**WRONG_COUNT, "qui": "sud"}, {**WRONG_CHOW, "quand": "apres-decision"})
    assert [one["allowed"] for one in both["allowed"][0]["rights"] if one["right"] == "appeler"] == ["oui"], "as the call is judged"
    call = {**CALL, "qui": "sud", "quand": "apres-decision"}
    events, _ = ruled(consultant, "mcr-2015", {**WRONG_COUNT, "qui": "sud"}, {**WRONG_CHOW, "quand": "apres-decision"}, call)
    assert "annonce-valable" in given(events[2]["ruling"]) or "appel-valable" in given(events[2]["ruling"])


def test_that_a_punished_call_falls_is_told_as_our_reading(consultant: Consultant) -> None:
    """The text annuls the call of a hand that nobody had declared dead; of the other it says only the points."""
    call = {**CALL, "qui": "ouest", "quand": "apres-annonce-d-un-joueur"}
    _, whole = ruled(consultant, "wrc-2015", {**FALSE, "tuiles_montrees": "aucune", "qui": "ouest"}, call)
    assert whole["interpreted"] and any("ni gardé ni annulé" in warning["text"] for warning in whole["warnings"])


def test_a_hand_dead_by_its_fault_is_not_said_dead_from_now_on(consultant: Consultant) -> None:
    false = {"incident": "element-faux", "ecart_fait": "oui", "qui": "sud"}
    _, whole = ruled(consultant, "ema-2016", false, {**CALL, "qui": "sud", "quand": "apres"})
    assert any("annoncée morte maintenant" in warning["text"] for warning in whole["warnings"])
    assert not any("morte à partir de maintenant" in warning["text"] for warning in whole["warnings"])


def test_nobody_is_told_that_he_goes_unpunished(consultant: Consultant) -> None:
    riichi = {"incident": "riichi-sans-attente", "main_montree_a_la_fin": "pas-en-attente", "qui": "est"}
    end = {"incident": "suite-de-la-donne", "gagnant_de_la_donne": "nulle", "qui": "personne", "quand": "apres"}
    _, whole = ruled(consultant, "wrc-2015", riichi, end)
    assert "vous" not in whole["headline"][1]
    assert "chonbo" in whole["headline"][0]


SEEN_TILE = {"incident": "mur-touche-trop-tot", "combien_de_fois": 1, "tuile_vue": "lui-seul", "qui": "nord"}
TOO_LATE = {"incident": "question-tardive", "jeu_repris": "oui", "qui": "est", "quand": "apres"}
FALSE_SET = {"incident": "element-faux", "ecart_fait": "oui"}
NO_WALL = {"incident": "mur-renverse", "donne_jouable": "non", "qui": "nord"}


def test_readings_that_a_late_complaint_took_are_still_followed_by_the_win_they_decided(consultant: Consultant) -> None:
    """The act had two readings when the win was announced, and none once the question came too late."""
    win = {**ON_A_DISCARD, "qui": "nord", "quand": "apres"}
    told = consult(consultant, "mcr-2006", SEEN_TILE, win, TOO_LATE)
    assert told["tree"] is not None and told["tree"]["key"] == "lecture"
    assert [len(one["labels"]) for one in told["tree"]["answers"]] == [1, 1]
    assert all("trop tard" in one["ruling"]["decision"] for one in told["possibilities"])


@pytest.mark.parametrize("ruleset", MCR)
def test_that_a_question_is_no_longer_allowed_is_said_once(consultant: Consultant, ruleset: str) -> None:
    _, whole = ruled(consultant, ruleset, {**WRONG_COUNT, "qui": "nord"}, TOO_LATE)
    assert sum("question n'est plus permise" in step for step in whole["steps"]) == 1


@pytest.mark.parametrize("ruleset", RIICHI)
def test_a_dead_hand_that_a_player_told_is_announced_once_and_by_its_seat(consultant: Consultant, ruleset: str) -> None:
    told = {"incident": "main-morte-signalee", "faute_averee": "oui", "qui": "nord", "a_qui": "ouest"}
    _, whole = ruled(consultant, ruleset, {**FALSE_SET, "qui": "ouest"}, {**told, "quand": "apres"})
    assert sum("la main d'Ouest est morte" in step for step in whole["steps"]) == 1
    assert not any("cette main" in step for step in whole["steps"])
    (alone, _), _ = ruled(consultant, ruleset, told, {**CALL, "qui": "ouest", "quand": "apres-decision"})
    assert alone["ruling"] is not None and any("la main d'Ouest est morte" in step for step in alone["ruling"]["steps"])


@pytest.mark.parametrize("ruleset", RIICHI)
def test_what_hangs_on_the_end_of_a_deal_that_is_left_open_is_asked_only_then(consultant: Consultant, ruleset: str) -> None:
    empty = {**FALSE, "tuiles_montrees": "aucune", "qui": "est"}
    _, whole = ruled(consultant, ruleset, empty, {**TOO_LATE, "qui": "sud"})
    assert not [step for step in whole["steps"] if "Est, que le texte ne dit pas" in step], "of each end the text says it"
    assert [step for step in whole["steps"] if step.startswith("Si la donne est finie, réglez d'après cette fin")]


def test_a_false_set_is_left_in_place_only_in_a_deal_that_goes_on(consultant: Consultant) -> None:
    win = {**ON_A_DISCARD, "qui": "nord", "quand": "apres-decision"}
    _, whole = ruled(consultant, "wrc-2015", {**FALSE_SET, "qui": "nord"}, win)
    (left,) = [step for step in whole["steps"] if "laissez le groupe invalide" in step]
    assert "si la donne continue" in left


@pytest.mark.parametrize("ruleset", MCR)
def test_a_win_beside_a_broken_wall_is_counted_once(consultant: Consultant, ruleset: str) -> None:
    more = {"mur_pousse_avec": "ses-tuiles"} if ruleset == "mcr-2015" else {}
    win = {**ON_A_DISCARD, "qui": "est", "quand": "en-meme-temps"}
    _, whole = ruled(consultant, ruleset, {**NO_WALL, **more}, win)
    assert sum("compter et payer" in step for step in whole["steps"]) == 1


def test_under_the_reading_that_est_is_noten_the_deal_passes(consultant: Consultant) -> None:
    drawn = {"incident": "main-morte-a-la-nulle", "autres_noten": "deux", "qui": "est", "quand": "apres"}
    _, whole = ruled(consultant, "ema-2016", {**FALSE_SET, "qui": "est"}, drawn)
    noten, counts = whole["readings"]
    assert ("est", "tourne") in [(slot["id"], slot["value"]) for slot in noten["slots"]]
    assert ("est", "si-tenpai") in [(slot["id"], slot["value"]) for slot in counts["slots"]]


def test_what_may_still_be_owed_is_told_in_one_sentence(consultant: Consultant) -> None:
    pushed = {"incident": "tuiles-d-un-autre-renversees", "donne_jouable": "oui", "qui": "est", "a_qui": "sud"}
    ends = {"incident": "fin-du-temps", "signal_entendu": "fin", "etat_au_signal": "en-cours", "qui": "personne", "quand": "apres"}
    _, whole = ruled(consultant, "mcr-2015", pushed, ends)
    owed = [step for step in whole["steps"] if "s'il reste dû : " in step]
    assert owed and all(step.partition("s'il reste dû : ")[2][0].islower() for step in owed)


def test_what_helps_in_a_silence_says_of_which_event(consultant: Consultant) -> None:
    win = {**ON_A_DISCARD, "qui": "est", "quand": "apres"}
    part = consult(consultant, "mcr-2006", {**FALSE_SET, "tuiles_reprises": "non", "qui": "est"}, win)
    told = consultation_text(part)
    assert "ÉTABLIR LE FAIT (INCIDENT 1)" in told and "ÉTABLIR LE FAIT (INCIDENT 2)" in told


TWO_DEAD = ({**WRONG_COUNT, "qui": "sud"}, {**WRONG_COUNT, "qui": "nord", "quand": "apres-decision"})
OVER = {"incident": "suite-de-la-donne", "gagnant_de_la_donne": "nulle", "qui": "personne", "quand": "apres-decision"}


def offered(part: ConsultationPart, fact: str) -> set[object]:
    assert part["question"] is not None and part["question"]["fact"] == fact
    return {answer["value"] for answer in part["question"]["answers"]}


@pytest.mark.parametrize("ruleset", RIICHI)
def test_nobody_is_asked_whether_all_are_tenpai_beside_a_dead_hand(consultant: Consultant, ruleset: str) -> None:
    """« Aucun noten » was offered, taken without a word, and told as another answer."""
    dead = {**WRONG_COUNT, "qui": "nord"}
    assert offered(consult(consultant, ruleset, dead, OVER), "nombre_de_noten") == {"un", "deux", "trois", "quatre"}
    assert offered(consult(consultant, ruleset, *TWO_DEAD, OVER), "nombre_de_noten") == {"deux", "trois", "quatre"}
    shown = {"incident": "tenpai-conteste", "attente_montree": "rien", "en_riichi": "non", "qui": "sud", "quand": "apres-decision"}
    assert "aucun" not in offered(consult(consultant, ruleset, dead, shown), "autres_noten")
    assert "aucun" in offered(consult(consultant, ruleset, dead, {**shown, "qui": "nord"}), "autres_noten"), "his own is no other's"
    _, whole = ruled(consultant, ruleset, dead, {**OVER, "nombre_de_noten": "deux", "est_tenpai": "oui"})
    assert not [one for one in changes(whole) if one["fact"] == "nombre_de_noten" and one["value"] == "aucun"]
    contested = consult(consultant, ruleset, dead, {**OVER, "nombre_de_noten": "non-etabli", "est_tenpai": "oui"})
    assert "tous tenpai" not in consultation_text(contested).replace("\n", " ") and len(contested["possibilities"]) == 4


@pytest.mark.parametrize("ruleset", RIICHI)
def test_an_answer_that_another_event_makes_impossible_stands_and_is_told(consultant: Consultant, ruleset: str) -> None:
    events, _ = ruled(consultant, ruleset, {**WRONG_COUNT, "qui": "nord"}, {**OVER, "nombre_de_noten": "aucun"})
    (over,) = events[1]["overruled"]
    assert over["fact"] == "nombre_de_noten" and "incident 1" in over["why"]


def test_what_the_text_leaves_open_of_an_undeclared_dead_hand_stays_offered(consultant: Consultant) -> None:
    """EMA: noten once it was announced; WRC: by the act."""
    dead, over = {**WRONG_COUNT, "qui": "nord"}, {**OVER, "quand": "apres"}
    assert "aucun" in offered(consult(consultant, "ema-2016", dead, over), "nombre_de_noten")
    assert "aucun" not in offered(consult(consultant, "wrc-2015", dead, over), "nombre_de_noten")


@pytest.mark.parametrize("ruleset", RIICHI)
def test_est_whose_hand_is_dead_is_not_offered_as_tenpai_nor_as_winner(consultant: Consultant, ruleset: str) -> None:
    dead = {**WRONG_COUNT, "qui": "est"}
    quiet = {**OVER, "nombre_de_noten": "deux", "quand": "apres"}
    assert offered(consult(consultant, ruleset, dead, quiet), "est_tenpai") == {"main-morte-non-declaree", "non"}
    ends = {"incident": "suite-de-la-donne", "qui": "personne", "quand": "apres-decision"}
    assert "est" not in offered(consult(consultant, ruleset, dead, ends), "gagnant_de_la_donne")
    told = {"incident": "main-morte-signalee", "faute_averee": "oui", "qui": "nord", "a_qui": "est"}
    events, _ = ruled(consultant, ruleset, told, {**OVER, "nombre_de_noten": "deux"})
    assert ("est_tenpai", "main-morte", "entailed") in [(one["fact"], one["value"], one["origin"]) for one in events[1]["answers"]]


def test_a_good_win_that_a_nearer_player_takes_is_not_told_to_be_none(consultant: Consultant) -> None:
    """« La victoire que l'autre annonce ne vaut pas » was told of it."""
    both = {**ON_A_DISCARD, "qui": "sud", "a_qui": "est"}, {**ON_A_DISCARD, "qui": "nord", "a_qui": "est", "quand": "en-meme-temps"}
    part = consult(consultant, "wrc-2015", *both)
    assert "ne vaut pas" not in str([one["why"] for event in part["events"] for one in event["answers"]])
    false = {**both[1], "main_complete": "non", "en_attente": "oui"}
    assert "ne vaut pas" in str(consult(consultant, "wrc-2015", both[0], false)["events"])


@pytest.mark.parametrize("ruleset", ["wrc-2015", *MCR])
def test_the_win_of_the_nearest_is_counted_and_paid_by_his_event_alone(consultant: Consultant, ruleset: str) -> None:
    both = {**ON_A_DISCARD, "qui": "sud", "a_qui": "est"}, {**ON_A_DISCARD, "qui": "nord", "a_qui": "est", "quand": "en-meme-temps"}
    _, whole = ruled(consultant, ruleset, *both)
    assert sum("compter et payer" in step for step in whole["steps"]) == 1


def test_two_answers_that_cannot_both_be_true_are_told(consultant: Consultant) -> None:
    """A stake missed when he won, his riichi questioned at the exhausted wall: both were taken without a word."""
    riichi = {"incident": "riichi-incomplet", "etape_oubliee": "mise", "mise_oubliee_vue": "il-gagne", "qui": "sud"}
    for other, told in (("nulle", 1), ("il-gagne", 0)):
        events, _ = ruled(consultant, "ema-2016", {**riichi, "riichi_vu_quand": other})
        assert [over["by"] for over in events[0]["overruled"]] == ["reponse"] * told
    kong = {"incident": "faux-kong-cache", "ecart_fait": "non", "fin_de_la_donne": "nulle", "qui": "sud"}
    part = consult(consultant, "wrc-2015", kong)
    assert [over["fact"] for over in part["events"][0]["overruled"]] == ["ecart_fait"]
    assert "ne vont pas ensemble" in consultation_text(part)


@pytest.mark.parametrize("ruleset", [*RIICHI, *MCR])
def test_a_deal_that_went_on_after_the_ruling_was_not_over(consultant: Consultant, ruleset: str) -> None:
    """« Sauf si la donne était déjà finie » was told of a fault that the referee had ruled on, a call having followed."""
    false = {"incident": "element-faux", "ecart_fait": "oui", "tuiles_reprises": "non", "qui": "sud"}
    for when, told in (("apres-decision", 0), ("apres", 1)):
        _, whole = ruled(consultant, ruleset, false, {**CALL, "qui": "sud", "quand": when, "raison_de_la_privation": "autre"})
        assert any(change["fact"] == "donne_finie" for change in whole["unless"]) == bool(told)


@pytest.mark.parametrize("ruleset", RIICHI)
def test_a_hand_that_was_told_dead_is_not_offered_as_sound(consultant: Consultant, ruleset: str) -> None:
    noten = {"incident": "riichi-sans-attente", "fin_de_la_donne": "nulle", "main_montree_a_la_fin": "en-attente", "qui": "nord"}
    noten |= {"autres_noten": "deux"}
    part = consult(consultant, ruleset, {**WRONG_COUNT, "qui": "nord"}, {**noten, "quand": "apres-decision"})
    assert offered(part, "main_morte_apres_riichi") == {"oui", "avant"}


def test_what_lies_beside_a_silence_is_not_what_another_event_settles(consultant: Consultant) -> None:
    """The lightest decision « si la main n'était pas morte » stood beside the event that had made it dead."""
    riichi = {**CALL, "acte_avec_main_morte": "riichi", "qui": "sud", "quand": "apres-decision"}
    events, _ = ruled(consultant, "wrc-2015", {**WRONG_COUNT, "qui": "sud"}, riichi)
    assert events[1]["ruling"] is not None and events[1]["ruling"]["silence_help"]
    assert "mort_declaree" not in str(events[1]["ruling"]["silence_help"])


def test_a_chombo_that_ends_the_wall_is_explained_once(consultant: Consultant) -> None:
    ends = {**OVER, "gagnant_de_la_donne": "chombo-et-nulle", "quand": "apres"}
    _, whole = ruled(consultant, "wrc-2015", {**FALSE, "qui": "sud"}, ends)
    assert [sanction["on"] for sanction in whole["sanctions"]] == ["Sud"]


def test_the_second_call_of_a_dead_hand_is_undone_like_the_first(consultant: Consultant) -> None:
    """The gesture was done for the first; and it was asked again whether the hand was dead."""
    kong = {**CALL, "acte_avec_main_morte": "kong-de-sa-main", "qui": "sud"}
    first = {**kong, "mort_declaree": "oui", "declaree_par": "arbitre"}
    events, whole = ruled(consultant, "wrc-2015", first, {**kong, "quand": "apres-decision"})
    assert [one["value"] for one in events[1]["answers"] if one["fact"] == "mort_declaree"] == ["oui"]
    undone = [step for step in whole["steps"] if "faites reprendre" in step]
    assert len(undone) == 2 and "si ce n'est déjà fait" in undone[0] and undone[1].startswith("Incident 2")
    dead = {**WRONG_COUNT, "qui": "sud"}
    _, again = ruled(consultant, "wrc-2015", dead, {**dead, "quand": "apres-decision"})
    assert sum("est morte" in step for step in again["steps"]) == 1, "a right is lost once"


@pytest.mark.parametrize("ruleset", RIICHI)
def test_nothing_lets_a_deal_go_on_that_another_event_ended(consultant: Consultant, ruleset: str) -> None:
    """« Pas de sanction ; la donne continue » was offered beside the win of the same moment."""
    wall = {"incident": "mur-renverse", "donne_jouable": "non", "recidive": "non", "qui": "nord"}
    win = {**ON_A_DISCARD, "qui": "est", "a_qui": "sud", "quand": "en-meme-temps"}
    _, whole = ruled(consultant, ruleset, wall, win)
    mine = [one for one in changes(whole) if not one["key"].startswith("2.")]
    assert not [one for one in mine if "continue" in str(one["change"])]
    assert ("donne_jouable", "oui") not in [(one["fact"], one["value"]) for one in mine], "he goes unpunished either way"


@pytest.mark.parametrize("ruleset", RIICHI)
def test_who_adds_the_robbed_tile_is_named_and_pays_the_counters(consultant: Consultant, ruleset: str) -> None:
    shown = {**SHOWN, "qui": "ouest", "quand": "apres"}
    _, whole = ruled(consultant, ruleset, {**ON_A_DISCARD, "tuile_gagnante": "kong-ajoute", "qui": "sud", "a_qui": "nord"}, shown)
    (paid,) = [step for step in whole["steps"] if "faites payer toute la main" in step]
    assert "à Sud par Nord" in paid and "300 points" in paid


def test_a_player_whose_riichi_is_void_made_no_kong_in_riichi(consultant: Consultant) -> None:
    void = {"incident": "riichi-conteste", "reproche_au_riichi": "main-ouverte", "riichi_vu_quand": "en-cours", "qui": "ouest"}
    _, whole = ruled(consultant, "wrc-2015", void, {**ON_A_DISCARD, "qui": "ouest", "a_qui": "sud", "quand": "apres"})
    told = {(one["fact"], one["value"]) for one in changes(whole)}
    assert ("kong_interdit_apres_riichi", "oui") not in told and ("furiten", "passee-apres-riichi") not in told


@pytest.mark.parametrize("ruleset", MCR)
def test_a_hu_that_the_text_leaves_open_is_neither_good_nor_refused_for_him_who_shows(consultant: Consultant, ruleset: str) -> None:
    """He was judged as if it had been refused."""
    false = {**ON_A_DISCARD, "huit_points": "non", "qui": "est", "a_qui": "nord"}
    farther = {**ON_A_DISCARD, "qui": "sud", "a_qui": "nord", "quand": "en-meme-temps"}
    part = consult(consultant, ruleset, false, farther, {**SHOWN, "qui": "ouest", "quand": "apres"})
    assert offered(part, "victoire_annoncee_valable") >= {"oui", "non"}
    alone, _ = ruled(consultant, ruleset, false, {**SHOWN, "qui": "ouest", "quand": "apres"})
    assert ("victoire_annoncee_valable", "non") in [(one["fact"], one["value"]) for one in alone[1]["answers"]]


@pytest.mark.parametrize("ruleset", MCR)
def test_how_a_tile_was_shown_is_known_from_the_event_that_showed_it(consultant: Consultant, ruleset: str) -> None:
    kept = {"incident": "defausse-obligatoire-oubliee", "usage_de_la_tuile_montree": "gardee", "deja_averti": "non", "qui": "nord"}
    own = {"incident": "tuiles-montrees", "donne_jouable": "oui", "tuiles_montrees": "quelques-unes", "qui": "nord"}
    other = {"incident": "tuiles-d-un-autre-renversees", "donne_jouable": "oui", "qui": "ouest", "a_qui": "nord"}
    for first, how, readings in ((own, "par-erreur", 0), (other, "un-autre", 2)):
        events, _ = ruled(consultant, ruleset, first, {**kept, "quand": "apres"})
        assert ("origine_de_la_tuile_montree", how) in [(one["fact"], one["value"]) for one in events[1]["answers"]]
        assert events[1]["ruling"] is not None and len(events[1]["ruling"]["readings"]) == readings
