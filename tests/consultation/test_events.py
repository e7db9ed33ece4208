"""What went wrong with cases of several events, each told once more: who, when, statuses and links make it right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from assistant.consultation.consultant import Consultant
from assistant.consultation.text import consultation_text

if TYPE_CHECKING:
    from assistant.consultation.document import ConsultationPart, EventPart, RulingPart

RIICHI, MCR = ("ema-2016", "wrc-2015"), ("mcr-2006", "mcr-2015")
EVERY = (*RIICHI, *MCR)
GOOD = {"main_complete": "oui", "yaku": "oui", "huit_points": "oui", "tuiles_montrees": "toutes"}
ON_A_DISCARD = {"incident": "victoire-annoncee", "tuile_gagnante": "ecart", "furiten": "non", **GOOD}
ON_A_DRAW = {"incident": "victoire-annoncee", "tuile_gagnante": "pioche", **GOOD}
FALSE = {
    "incident": "victoire-annoncee",
    "tuile_gagnante": "ecart",
    "main_complete": "non",
    "en_attente": "non",
    "tuiles_montrees": "toutes",
}
WRONG_COUNT = {
    "incident": "mauvais-nombre-de-tuiles",
    "moment_decouverte": "pendant-la-donne",
    "compte_des_tuiles": "faux",
}
SAME_TILE = {"incident": "appel-de-substitution", "tuile_rejetee": "identique"}
CALL = {"incident": "appel-avec-main-morte", "acte_avec_main_morte": "appel"}
SHOWN = {"incident": "main-montree-apres-victoire-d-un-autre", "tuiles_montrees": "toutes"}
DRAW = {"incident": "suite-de-la-donne", "gagnant_de_la_donne": "nulle", "qui": "personne"}


def told(*events: dict[str, Any]) -> dict[str, object]:
    """Events as a user tells them."""
    return {
        (name if number == 1 else f"{number}.{name}"): value
        for number, event in enumerate(events, 1)
        for name, value in event.items()
    }


def consult(consultant: Consultant, ruleset: str, *events: dict[str, Any]) -> ConsultationPart:
    (part,) = consultant.consult([ruleset], told(*events))["consultations"]
    return part


def ruled(consultant: Consultant, ruleset: str, *events: dict[str, Any]) -> tuple[list[EventPart], RulingPart]:
    """Every event, and the whole case."""
    part = consult(consultant, ruleset, *events)
    assert part["ruling"] is not None, part["question"]
    return part["events"], part["ruling"]


def given(ruling: RulingPart | None) -> set[str]:
    """The sanctions of a ruling, those of its readings too."""
    assert ruling is not None
    readings = {sanction["id"] for reading in ruling["readings"] for sanction in reading["sanctions"]}
    return {sanction["id"] for sanction in ruling["sanctions"]} | readings


def slot(ruling: RulingPart, name: str) -> str | None:
    return next((one["value"] for one in ruling["slots"] if one["id"] == name), None)


def answer(event: EventPart, fact: str) -> tuple[object, str] | None:
    return next(((one["value"], one["origin"]) for one in event["answers"] if one["fact"] == fact), None)


# « main morte » handed on « déclarée morte par l'arbitre » although nobody had ruled


@pytest.mark.parametrize("ruleset", RIICHI)
def test_a_dead_hand_that_nobody_declared_makes_a_call_no_chombo(consultant: Consultant, ruleset: str) -> None:
    call = {**CALL, "qui": "nord"}
    before, _ = ruled(consultant, ruleset, {**WRONG_COUNT, "qui": "nord"}, {**call, "quand": "apres"})
    after, _ = ruled(consultant, ruleset, {**WRONG_COUNT, "qui": "nord"}, {**call, "quand": "apres-decision"})
    assert "appel-annule" in given(before[1]["ruling"]) and not given(before[1]["ruling"]) & {"chombo", "points"}
    assert given(after[1]["ruling"]) & {"chombo", "points"}
    assert answer(before[1], "mort_declaree") == ("non", "entailed")


@pytest.mark.parametrize("ruleset", RIICHI)
def test_a_dead_hand_that_nobody_declared_makes_a_win_that_is_not_shown_no_chombo(
    consultant: Consultant, ruleset: str
) -> None:
    win = {**ON_A_DISCARD, "tuiles_montrees": "aucune", "qui": "sud", "quand": "apres"}
    events, ruling = ruled(consultant, ruleset, {**SAME_TILE, "qui": "sud"}, win)
    assert not given(ruling) & {"chombo", "victoire-payee"} and slot(ruling, "donne") == "continue"
    assert answer(events[1], "mort_declaree") in (None, ("non", "entailed"))


# A lost right to Hu, or a dead hand, did not reach « une victoire est annoncée »


@pytest.mark.parametrize("ruleset", MCR)
@pytest.mark.parametrize("when", ["apres", "apres-decision", "apres-annonce-d-un-joueur"])
def test_a_lost_right_to_hu_reaches_a_win_that_is_announced(consultant: Consultant, ruleset: str, when: str) -> None:
    events, ruling = ruled(
        consultant, ruleset, {**WRONG_COUNT, "qui": "nord"}, {**ON_A_DRAW, "qui": "nord", "quand": when}
    )
    judged = events[1]["judged_as"]
    assert judged and judged["id"] == "victoire-main-morte" and "incident 1" in str(events[1]["turned_by"])
    assert "victoire-payee" not in given(ruling) and slot(ruling, "donne") == "continue"


@pytest.mark.parametrize("ruleset", RIICHI)
def test_a_dead_hand_reaches_a_win_that_is_announced(consultant: Consultant, ruleset: str) -> None:
    events, ruling = ruled(
        consultant, ruleset, {**SAME_TILE, "qui": "sud"}, {**ON_A_DISCARD, "qui": "sud", "quand": "apres-decision"}
    )
    assert events[1]["judged_as"] and "victoire-payee" not in given(ruling)


@pytest.mark.parametrize("ruleset", EVERY)
def test_another_player_s_win_is_his_own(consultant: Consultant, ruleset: str) -> None:
    events, ruling = ruled(
        consultant, ruleset, {**WRONG_COUNT, "qui": "nord"}, {**ON_A_DISCARD, "qui": "sud", "quand": "apres-decision"}
    )
    assert events[1]["judged_as"] is None and "victoire-payee" in given(ruling)
    assert slot(ruling, "donne") == "gagnee"


@pytest.mark.parametrize("ruleset", RIICHI)
def test_a_declared_dead_est_is_not_tenpai_at_the_draw(consultant: Consultant, ruleset: str) -> None:
    shows = {"incident": "tenpai-conteste", "autres_noten": "un", "qui": "est", "quand": "apres-decision"}
    events, ruling = ruled(consultant, ruleset, {**SAME_TILE, "qui": "est"}, shows)
    assert answer(events[1], "attente_montree") == ("main-morte", "entailed")
    assert "penalite-noten" in given(ruling) and slot(ruling, "est") == "tourne"
    other = consult(consultant, ruleset, {**SAME_TILE, "qui": "ouest"}, shows)
    assert other["question"] and other["question"]["fact"] == "attente_montree", "nothing is said of Est's hand"


# A false win and a good one at the same moment: a chombo and a paid win


AT_ONCE = {"quand": "en-meme-temps"}


@pytest.mark.parametrize("ruleset", RIICHI)
@pytest.mark.parametrize("false_first", [True, False])
def test_a_false_win_and_a_good_one_at_once_are_no_chombo_and_one_paid_win(
    consultant: Consultant, ruleset: str, false_first: bool
) -> None:
    bad, good = {**FALSE, "qui": "est"}, {**ON_A_DISCARD, "qui": "sud"}
    first, second = (bad, good) if false_first else (good, bad)
    events, ruling = ruled(consultant, ruleset, first, {**second, **AT_ONCE})
    by_seat = {event["who"]: event for event in events}
    assert "chombo" not in given(ruling) and slot(ruling, "donne") == "gagnee"
    assert answer(by_seat["est"], "victoire_d_un_autre") == ("oui", "entailed")
    assert "victoire-payee" in given(by_seat["sud"]["ruling"])


@pytest.mark.parametrize("ruleset", RIICHI)
def test_the_good_winner_s_sheet_does_not_say_that_another_had_won(consultant: Consultant, ruleset: str) -> None:
    events, _ = ruled(consultant, ruleset, {**FALSE, "qui": "est"}, {**ON_A_DISCARD, "qui": "sud", **AT_ONCE})
    said = answer(events[1], "victoire_d_un_autre")
    assert said is None or said[0] == "non"


def test_a_good_win_at_the_same_moment_counts_within_a_reading_too(consultant: Consultant) -> None:
    """One reading of the dead hand's win is a chonbo: the other's win cancels it there."""
    _, ruling = ruled(
        consultant,
        "wrc-2015",
        {**SAME_TILE, "qui": "ouest"},
        {**ON_A_DISCARD, "qui": "ouest", "quand": "apres-decision"},
        {**ON_A_DISCARD, "qui": "est", **AT_ONCE},
    )
    assert "chombo" not in given(ruling) and slot(ruling, "donne") == "gagnee"


@pytest.mark.parametrize(("ruleset", "signal"), [("ema-2016", "quinze-minutes"), ("wrc-2015", "fin")])
def test_a_good_win_at_the_same_moment_counts_in_the_last_deal_too(
    consultant: Consultant, ruleset: str, signal: str
) -> None:
    gong = {"incident": "fin-du-temps", "qui": "personne", "signal_entendu": signal, "etat_au_signal": "en-cours"}
    _, ruling = ruled(
        consultant,
        ruleset,
        gong,
        {**FALSE, "qui": "sud", "quand": "apres"},
        {**ON_A_DISCARD, "qui": "est", **AT_ONCE},
    )
    assert "chombo" not in given(ruling) and slot(ruling, "donne") == "gagnee"


@pytest.mark.parametrize("ruleset", RIICHI)
def test_a_win_at_another_moment_cancels_nothing(consultant: Consultant, ruleset: str) -> None:
    events, _ = ruled(
        consultant, ruleset, {**FALSE, "qui": "est"}, {**ON_A_DISCARD, "qui": "sud", "quand": "donne-precedente"}
    )
    assert "chombo" in given(events[0]["ruling"])


# « La victoire annoncée était-elle bonne ? » was asked although the first event had answered it


@pytest.mark.parametrize("ruleset", EVERY)
@pytest.mark.parametrize(("first", "good"), [(ON_A_DISCARD, "oui"), (FALSE, "non")])
def test_whether_the_win_was_good_is_not_asked_and_a_contrary_answer_is_told(
    consultant: Consultant, ruleset: str, first: dict[str, str], good: str
) -> None:
    shown = {**SHOWN, "qui": "nord", "quand": "apres"}
    events, _ = ruled(consultant, ruleset, {**first, "qui": "ouest"}, shown)
    assert answer(events[1], "victoire_annoncee_valable") == (good, "entailed")
    contrary = {**shown, "victoire_annoncee_valable": "non" if good == "oui" else "oui"}
    (overruled,) = ruled(consultant, ruleset, {**first, "qui": "ouest"}, contrary)[0][1]["overruled"]
    assert overruled["fact"] == "victoire_annoncee_valable" and overruled["by"] == "evenement"


# « Non établi » in the first event dropped the second without a word


@pytest.mark.parametrize("ruleset", EVERY)
def test_what_is_not_established_in_the_first_event_drops_nothing(consultant: Consultant, ruleset: str) -> None:
    contested = {**FALSE, "tuiles_montrees": "non-etabli", "qui": "sud"}
    part = consult(consultant, ruleset, contested, {**SHOWN, "qui": "est", "quand": "apres"})
    assert [event["who"] for event in part["events"]] == ["sud", "est"]
    assert part["question"] is None and len(part["possibilities"]) > 1
    assert part["tree"] is not None and part["tree"]["key"] == "tuiles_montrees"
    for possibility in part["possibilities"]:
        told_of = " ".join(possibility["ruling"]["headline"])
        assert "Incident 1" in told_of and "Incident 2" in told_of


# The whole case lost parts of its events, and kept steps that make no sense any more


@pytest.mark.parametrize("ruleset", EVERY)
def test_the_whole_case_keeps_what_each_event_says(consultant: Consultant, ruleset: str) -> None:
    case = ({**WRONG_COUNT, "qui": "nord"}, {**ON_A_DRAW, "qui": "nord", "quand": "apres-decision"})
    events, whole = ruled(consultant, ruleset, *case)
    for kept in ("silences", "readings", "unless", "lighter", "heavier", "unordered", "would_ask"):
        assert len(whole[kept]) == sum(len(event["ruling"][kept]) for event in events if event["ruling"]), kept  # type: ignore[literal-required]
    assert len({change["key"] for change in whole["unless"]}) == len(whole["unless"])
    titles = [title for title, kept in (("SAUF SI", "unless"), ("POURQUOI PAS", "lighter")) if whole[kept]]  # type: ignore[literal-required]
    text = consultation_text(consult(consultant, ruleset, *case))
    assert [title for title in titles if title not in text] == []
    assert ("(supposé)" in text) == any(one["origin"] == "assumed" for event in events for one in event["answers"])


def test_the_whole_case_keeps_an_event_s_own_steps(consultant: Consultant) -> None:
    _, whole = ruled(
        consultant,
        "mcr-2006",
        {**FALSE, "qui": "ouest"},
        {**SHOWN, "qui": "nord", "quand": "apres"},
    )
    for number, seat in ((1, "Ouest"), (2, "Nord")):
        step = f"Incident {number} : laissez visibles les tuiles montrées ; {seat} les écarte avant toute autre."
        assert step in whole["steps"]


@pytest.mark.parametrize("ruleset", RIICHI)
def test_no_deal_goes_on_above_a_redeal(consultant: Consultant, ruleset: str) -> None:
    _, whole = ruled(consultant, ruleset, {**WRONG_COUNT, "qui": "ouest"}, {**FALSE, "qui": "est", "quand": "apres"})
    assert slot(whole, "donne") == "redistribuee"
    said = [*whole["headline"], *whole["steps"]]
    assert not [line for line in said if "continue" in line.casefold()], said
    assert any("ouest" in line.casefold() for line in whole["idle"]), whole["idle"]


@pytest.mark.parametrize("ruleset", RIICHI)
def test_the_noten_is_paid_once(consultant: Consultant, ruleset: str) -> None:
    """Est, dead, asks what he owes, and the table settles the draw: one payment."""
    _, whole = ruled(
        consultant,
        ruleset,
        {"incident": "pioche-en-trop", "ecart_fait": "oui", "qui": "est"},
        {"incident": "main-morte-a-la-nulle", "qui": "est", "quand": "apres-decision"},
        {**DRAW, "quand": "apres", "nombre_de_noten": "deux"},
    )
    assert sum("points à la table" in step for step in whole["steps"]) == 1, whole["steps"]


@pytest.mark.parametrize("ruleset", EVERY)
def test_facts_that_nobody_gave_are_not_idle(consultant: Consultant, ruleset: str) -> None:
    events, _ = ruled(consultant, ruleset, {**FALSE, "qui": "ouest"}, {**SHOWN, "qui": "nord", "quand": "apres"})
    assert not [name for event in events for name in event["ignored"] if name not in told({**FALSE}, {**SHOWN})]
    assert not [name for name in events[1]["ignored"] if not name.startswith("2.")]


# Players were « le joueur » and « l'autre joueur », and a third could not be told from a second


@pytest.mark.parametrize("ruleset", EVERY)
def test_the_seats_are_named(consultant: Consultant, ruleset: str) -> None:
    _, whole = ruled(consultant, ruleset, {**FALSE, "qui": "est"}, {**FALSE, "qui": "sud", **AT_ONCE})
    said = " ".join([*whole["headline"], *whole["steps"]])
    assert "Est" in said and "Sud" in said
    assert "le joueur" not in said and "l'autre joueur" not in said


@pytest.mark.parametrize("ruleset", EVERY)
def test_a_second_and_a_third_player_are_told_apart(consultant: Consultant, ruleset: str) -> None:
    """Nord's dead hand reaches Nord's win, not Sud's nor Ouest's."""
    wins = [{**ON_A_DRAW, "qui": seat, "quand": "apres-decision"} for seat in ("sud", "nord", "ouest")]
    for win in wins:
        events, _ = ruled(
            consultant, ruleset, {**WRONG_COUNT, "qui": "nord"}, {**CALL, "qui": "nord", "quand": "apres"}, win
        )
        assert (events[2]["judged_as"] is not None) == (win["qui"] == "nord")
    by_letters = [{**FALSE, "qui": "a"}, {**FALSE, "qui": "b", **AT_ONCE}, {**ON_A_DISCARD, "qui": "c", **AT_ONCE}]
    part = consult(consultant, ruleset, *by_letters)
    assert [event["label"] for event in part["events"]] == ["Incident 1 (A)", "Incident 2 (B)", "Incident 3 (C)"]


# Questions of right had no answer where nothing was announced


@pytest.mark.parametrize("ruleset", EVERY)
def test_whether_he_may_still_win_is_answered_where_nothing_was_announced(consultant: Consultant, ruleset: str) -> None:
    recounted = {**WRONG_COUNT, "compte_des_tuiles": "juste", "qui": "est", "quand": "apres-decision"}
    _, whole = ruled(consultant, ruleset, {**WRONG_COUNT, "qui": "est"}, recounted)
    (est,) = [one for one in whole["allowed"] if one["who"] == "est"]
    rights = {right["right"]: right for right in est["rights"]}
    assert rights["gagner"]["allowed"] == "non" and rights["gagner"]["event"] == 1 and rights["gagner"]["cites"]
    assert rights.get("appeler", {"allowed": "oui"})["allowed"] == ("non" if ruleset in RIICHI else "oui")
