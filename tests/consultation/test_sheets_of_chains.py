"""Sheets of chains told from the texts alone: what they told twice, of nobody, or of a tile that it cannot be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from assistant.consultation.consultant import Consultant
from tests.consultation.test_events import (
    CALL,
    DRAW,
    EVERY,
    FALSE,
    MCR,
    ON_A_DISCARD,
    ON_A_DRAW,
    RIICHI,
    WRONG_COUNT,
    consult,
    given,
    ruled,
    slot,
)
from tests.consultation.test_told_chains import changes

if TYPE_CHECKING:
    from assistant.consultation.document import RulingPart

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


def test_who_pays_a_win_that_only_a_reading_pays_is_told(consultant: Consultant) -> None:
    false = {**ON_A_DISCARD, "yaku": "non", "qui": "ouest", "a_qui": "est"}
    part = consult(consultant, "wrc-2015", false, {**ON_A_DISCARD, "qui": "sud", "a_qui": "est", "quand": "apres"})
    paid = [one["ruling"]["payments"] for one in part["possibilities"]]
    assert [[(row["payer"], row["payee"]) for row in table["rows"]] for table in paid if table] == [[("Est", "Sud")]]


@pytest.mark.parametrize(
    "before",
    [
        {"incident": "riichi-incomplet", "etape_oubliee": "mise", "mise_oubliee_vue": "il-gagne"},
        {"incident": "indicateur-de-kong", "erreur_d_indicateur": "de-trop", "moment_de_l_indicateur": "au-compte"},
    ],
    ids=str,
)
@pytest.mark.parametrize("ruleset", RIICHI)
def test_a_win_told_after_what_its_count_showed_is_that_win(
    consultant: Consultant, ruleset: str, before: dict[str, str]
) -> None:
    """It was idle, its deal being over."""
    _, whole = ruled(consultant, ruleset, {**before, "qui": "sud"}, {**ON_A_DRAW, "qui": "sud", "quand": "apres"})
    assert "victoire-payee" in given(whole) and not whole["idle"] and slot(whole, "est") == "tourne"


def test_a_win_of_which_another_took_the_tile_ends_the_deal_for_him(consultant: Consultant) -> None:
    refused = {**ON_A_DISCARD, "qui": "sud", "hu_d_un_autre": "plus-proche-bon"}
    _, whole = ruled(consultant, "mcr-2006", refused, {**ON_A_DRAW, "qui": "sud", "quand": "apres"})
    assert "victoire-payee" not in given(whole) and whole["idle"]


@pytest.mark.parametrize("ruleset", RIICHI)
def test_the_chombo_that_ends_the_wall_is_owed_by_him_who_made_it(consultant: Consultant, ruleset: str) -> None:
    """It was owed twice: by him, and by « le joueur en cause »."""
    for end in ("chombo", "chombo-et-nulle"):
        ends = {**DRAW, "gagnant_de_la_donne": end, "quand": "apres"}
        _, whole = ruled(consultant, ruleset, {**FALSE, "qui": "est"}, ends)
        assert len(whole["amounts"]) == 1 and not [step for step in whole["steps"] if "joueur en cause" in step]
        assert "(voir l'incident 1)" in whole["headline"][1]


def test_a_referee_left_with_points_is_asked_of_no_dead_hand(consultant: Consultant) -> None:
    """The text leaves so many points to her: whether she chose a dead hand parts nothing; where it names one, it does."""
    win = {**ON_A_DISCARD, "qui": "sud", "a_qui": "est", "quand": "apres-decision"}
    shouts = {"incident": "perturbation", "trouble": "tapage", "trouble_voulu": "oui", "derangement": "leger", "recidive": "non"}
    assert "victoire-payee" in given(ruled(consultant, "ema-2016", {**shouts, "qui": "sud"}, win)[1])
    tells = {"incident": "propos-a-table", "propos": "renseigne", "portee_de_l_information": "oui", "qui": "sud"}
    assert len(consult(consultant, "ema-2016", tells, win)["possibilities"]) == 2


@pytest.mark.parametrize("ruleset", RIICHI)
def test_a_win_beside_a_call_is_paid_by_one_step(consultant: Consultant, ruleset: str) -> None:
    calls = {"incident": "appels-concurrents", "annonces_en_presence": "victoire-et-element", "qui": "est"}
    _, whole = ruled(
        consultant, ruleset, {**ON_A_DISCARD, "qui": "sud", "a_qui": "nord"}, {**calls, "quand": "en-meme-temps"}
    )
    assert sum("compter et payer" in step for step in whole["steps"]) == 1


def test_nothing_is_added_up_for_seats_of_which_it_cannot_be_told(consultant: Consultant) -> None:
    shown = {"incident": "tenpai-conteste", "autres_noten": "deux", "attente_montree": "rien", "en_riichi": "non"}
    _, whole = ruled(
        consultant, "ema-2016", {**shown, "qui": "ouest"}, {**shown, "qui": "sud", "quand": "en-meme-temps"}
    )
    assert whole["payments"] and whole["payments"]["rows"] and not whole["payments"]["nets"]


@pytest.mark.parametrize("ruleset", MCR)
def test_nothing_is_forbidden_in_a_deal_that_has_ended(consultant: Consultant, ruleset: str) -> None:
    ends = {"incident": "suite-de-la-donne", "quatrieme_donne": "non", "qui": "personne", "quand": "apres"}
    _, whole = ruled(consultant, ruleset, {**WRONG_COUNT, "qui": "nord"}, ends)
    assert not whole["allowed"] and whole["idle"]


@pytest.mark.parametrize("ruleset", MCR)
def test_a_nearer_hu_that_is_refused_for_its_tile_leaves_the_other_unsaid(consultant: Consultant, ruleset: str) -> None:
    left = {"incident": "tuile-gagnante-non-prise", "qui": "sud", "a_qui": "nord"}
    win = {**ON_A_DISCARD, "qui": "ouest", "a_qui": "nord", "quand": "en-meme-temps"}
    events, whole = ruled(consultant, ruleset, left, win)
    assert "victoire-payee" not in given(whole) and events[1]["ruling"]["silences"]
    _, farther = ruled(consultant, ruleset, {**left, "a_qui": "ouest", "qui": "est"}, {**win, "a_qui": "ouest", "qui": "nord"})
    assert "victoire-payee" in given(farther)


def test_each_winner_in_riichi_takes_his_own_stake_back_by_one_step(consultant: Consultant) -> None:
    """« Un gagnant en riichi reprend d'abord sa mise » stood twice, above « toutes les mises au plus proche »."""
    both = {**ON_A_DISCARD, "qui": "est", "a_qui": "ouest"}, {**ON_A_DISCARD, "qui": "sud", "a_qui": "ouest", "quand": "en-meme-temps"}
    _, whole = ruled(consultant, "ema-2016", *both)
    assert sum("mise" in step for step in whole["steps"]) == 1


@pytest.mark.parametrize(("ruleset", "facts"), [("mcr-2006", {}), ("mcr-2015", {"main_au_dessus": "oui"})])
def test_a_hu_on_a_tile_to_which_he_has_lost_the_right_is_refused(
    consultant: Consultant, ruleset: str, facts: dict[str, str]
) -> None:
    """The call did not count, and the Hu on the same tile was paid."""
    reached = {"incident": "main-tendue-vers-le-mur", "ecart_pris": "non", **facts, "qui": "nord"}
    _, whole = ruled(consultant, ruleset, reached, {**ON_A_DISCARD, "qui": "nord", "a_qui": "ouest", "quand": "en-meme-temps"})
    assert "victoire-payee" not in given(whole) and slot(whole, "donne") == "continue"
    _, later = ruled(consultant, ruleset, reached, {**ON_A_DISCARD, "qui": "nord", "a_qui": "ouest", "quand": "apres"})
    assert "victoire-payee" in given(later), "on another tile nothing forbids it"


def test_empty_calls_of_two_deals_are_counted_by_both_readings(consultant: Consultant) -> None:
    """As when they are told of one event: the scale may start anew with each deal, or not."""
    first = {"incident": "appel-retire", "tuiles_montrees": "aucune", "qui": "nord"}
    events, _ = ruled(
        consultant,
        "mcr-2015",
        {**first, "combien_de_fois": 1},
        {**first, "quand": "donne-precedente"},
        {**first, "quand": "apres"},
    )
    assert [given(event["ruling"]) for event in events] == [{"avertissement"}, {"avertissement", "points"}, {"points"}]
    assert ("autres_fois", "partagees") in [(one["fact"], one["value"]) for one in events[2]["answers"]]


@pytest.mark.parametrize("ruleset", RIICHI)
def test_a_hand_told_dead_is_counted_noten_at_the_draw(consultant: Consultant, ruleset: str) -> None:
    """Only that the deal had ended was told of it; whether a hand that nobody told dead is noten EMA leaves open, WRC does not."""
    ends = {**DRAW, "nombre_de_noten": "trois", "est_tenpai": "oui"}
    for when, counted in (("apres-decision", 1), ("apres", 0 if ruleset == "ema-2016" else 1)):
        _, whole = ruled(consultant, ruleset, {**WRONG_COUNT, "qui": "nord"}, {**ends, "quand": when})
        assert sum(step == "Incident 1 (Nord) : comptez-le parmi les joueurs noten." for step in whole["steps"]) == counted


DISPUTED = {"incident": "paiement-conteste"}
YAKUMAN = {
    "incident": "responsabilite-de-paiement",
    "figure_du_gagnant": "grands",
    "elements_du_gagnant": "tous-exposes",
    "donneur_de_la_victoire": "un-autre",
    "gagnant_est": "non",
}


def orders_to_pay(whole: RulingPart) -> set[str]:
    """The events whose steps say who pays the hand."""
    said = [step.partition(" : ") for step in whole["steps"]]
    return {event for event, _, words in said if words.startswith(("faites payer", "dites qui paie"))}


@pytest.mark.parametrize("ruleset", EVERY)
def test_one_win_is_paid_by_the_steps_of_one_event(consultant: Consultant, ruleset: str) -> None:
    """The win and the dispute about who pays it each ordered the whole payment."""
    for tile, how in (("pioche", ON_A_DRAW), ("ecart", {**ON_A_DISCARD, "a_qui": "nord"})):
        dispute = {**DISPUTED, "tuile_gagnante": tile, "qui": "sud", "quand": "apres"}
        _, whole = ruled(consultant, ruleset, {**how, "qui": "sud"}, dispute)
        assert orders_to_pay(whole) == {"Incident 2"}
        _, alone = ruled(consultant, ruleset, {**how, "qui": "sud"}, {**FALSE_SET, "tuiles_reprises": "non", "qui": "est", "quand": "apres"})
        assert orders_to_pay(alone) == {"Incident 1"}


@pytest.mark.parametrize("ruleset", EVERY)
@pytest.mark.parametrize("when", ["apres", "apres-decision"])
def test_who_pays_is_asked_by_another_than_the_winner(consultant: Consultant, ruleset: str, when: str) -> None:
    """His dispute was « sans effet », a win that had come too late; of a ruling that was said, a win of the next deal."""
    dispute = {**DISPUTED, "tuile_gagnante": "ecart", "qui": "nord", "quand": when}
    events, whole = ruled(consultant, ruleset, {**ON_A_DISCARD, "qui": "sud", "a_qui": "nord"}, dispute)
    assert not whole["idle"] and slot(whole, "donne") == "gagnee" and slot(whole, "est") in ("tourne", None)
    assert "paie-celui-qui-donne" in given(events[1]["ruling"]) and "victoire-payee" not in given(events[1]["ruling"])
    assert "Nord paie" in whole["headline"][1] and orders_to_pay(whole) == {"Incident 2"}
    rows = whole["payments"]["rows"] if whole["payments"] else []
    assert sum("8 points" in row["text"] for row in rows) == (3 if ruleset in MCR else 0)


@pytest.mark.parametrize("who", ["ouest", "sud"])
def test_a_yakuman_that_two_players_pay_is_not_paid_whole_besides(consultant: Consultant, who: str) -> None:
    win = {**ON_A_DISCARD, "qui": "sud", "a_qui": "nord"}
    target = {"a_qui": "nord"} if who == "sud" else {}
    _, whole = ruled(consultant, "wrc-2015", win, {**YAKUMAN, **target, "qui": who, "quand": "apres"})
    assert not whole["idle"] and not [step for step in whole["steps"] if "toute la main" in step]
    assert whole["payments"] and whole["payments"]["value"] is None
    rows = whole["payments"]["rows"]
    assert len(rows) == 2 and rows[0]["payer"] == "Nord" and all(row["text"].startswith("16") for row in rows)


@pytest.mark.parametrize("ruleset", MCR)
def test_what_hangs_on_a_deal_that_may_be_played_again_is_ordered_in_case(consultant: Consultant, ruleset: str) -> None:
    """The winds turned beside « rien ne dit si un tour ainsi arrêté est rejoué »."""
    ends = {"incident": "suite-de-la-donne", "quatrieme_donne": "non", "qui": "personne", "quand": "apres"}
    broken = {"incident": "tuiles-d-un-autre-renversees", "donne_jouable": "non", "qui": "nord", "a_qui": "sud"}
    _, whole = ruled(consultant, ruleset, broken, ends)
    turns = [step for step in whole["steps"] if "aites tourner" in step or "aites passer" in step]
    assert turns and all("i la donne n'est pas à rejouer : " in step for step in turns)
    _, played = ruled(consultant, ruleset, {**broken, "donne_jouable": "oui"}, ends)
    assert not [step for step in played["steps"] if "à rejouer" in step]


def test_a_hu_that_a_later_fault_leaves_open_is_not_told_good(consultant: Consultant) -> None:
    """« Le Hu est valable » stood beside « décidez si le Hu compte »."""
    win, mixed = {**ON_A_DRAW, "qui": "est"}, {"incident": "tuile-gagnante-melangee", "quand": "apres"}
    _, whole = ruled(consultant, "mcr-2015", win, {**mixed, "qui": "est"})
    assert "victoire-payee" not in given(whole) and slot(whole, "donne") == "non-dit" and not orders_to_pay(whole)
    _, older = ruled(consultant, "mcr-2006", win, {**mixed, "qui": "est"})
    assert "victoire-payee" in given(older) and slot(older, "donne") == "gagnee"


@pytest.mark.parametrize("ruleset", RIICHI)
def test_what_another_event_settles_is_no_other_answer(consultant: Consultant, ruleset: str) -> None:
    """« Pourquoi pas » offered other counts of noten than the end of the deal told, and Est tenpai with a hand told dead."""
    ends = {**DRAW, "nombre_de_noten": "deux", "quand": "apres-decision"}
    events, whole = ruled(consultant, ruleset, {**WRONG_COUNT, "qui": "est"}, ends)
    settled = {one["key"] for event in events for one in event["answers"] if one["origin"] == "entailed"}
    assert "2.est_tenpai" in settled
    sides = (whole["lighter"], whole["heavier"], whole["unordered"], whole["would_ask"])
    assert not settled & {change["key"] for side in sides for change in side}
