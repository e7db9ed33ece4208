"""What is left to a referee: every option is said aloud, alternatives are one step, and what is unsaid is to be decided."""

from __future__ import annotations

from html import unescape

import pytest
from flask import Flask

from assistant.consultation.consultant import Consultant
from assistant.consultation.document import RulingPart
from assistant.consultation.text import consultation_text
from tests.support.wording import plain


def ruled(consultant: Consultant, ruleset: str, **facts: str) -> RulingPart:
    (answer,) = consultant.consult([ruleset], dict(facts))["consultations"]
    assert answer["ruling"] is not None
    return answer["ruling"]


@pytest.mark.parametrize("ruleset", ["mcr-2006", "mcr-2015"])
def test_the_headline_of_a_discretion_names_the_warning_too(consultant: Consultant, ruleset: str) -> None:
    slow = ruled(consultant, ruleset, incident="rythme-de-jeu", rythme="lent-souvent", deja_averti="oui")
    assert "avertissement" in slow["headline"][0] and "5" in slow["headline"][0] and "60" in slow["headline"][0]


def test_two_ranges_are_one_step_with_both_and_melt_into_none(consultant: Consultant) -> None:
    slow = ruled(
        consultant, "ema-2016", incident="rythme-de-jeu", rythme="lent-souvent", debutant="non", deja_averti="non"
    )
    points = [step for step in slow["steps"] if step.startswith("Notez les points retenus")]
    assert len(points) == 1 and "8 000 ou 12 000, ou de 12 000 à 48 000" in points[0].replace("\u202f", " ")
    assert not any("8 000 à 48 000" in line.replace("\u202f", " ") for line in (*slow["headline"], *slow["steps"]))


@pytest.mark.parametrize("ruleset", ["mcr-2006", "mcr-2015"])
def test_what_is_paid_is_ordered_once_its_amount_is_decided(consultant: Consultant, ruleset: str) -> None:
    spilt = ruled(consultant, ruleset, incident="tuiles-d-un-autre-renversees", donne_jouable="oui")
    starts = [step.split(" ")[0:2] for step in spilt["steps"]]
    assert starts.index(["Décidez", ":"]) < starts.index(["Faites", "payer"])
    assert not any(step.startswith("Le joueur en cause paie") for step in spilt["steps"])


def test_a_partial_silence_is_a_step_to_decide_and_note(consultant: Consultant) -> None:
    left = ruled(
        consultant, "mcr-2015", incident="joueur-absent", moment_de_l_absence="avant", raison_de_l_absence="maladie"
    )
    assert left["silences"] and left["sanctions"]
    assert any("décidez-en et notez" in step for step in left["steps"])


def test_a_reading_that_leaves_a_choice_names_all_of_it_before_it_is_followed(consultant: Consultant, app: Flask) -> None:
    """« À l'appréciation de l'arbitre », and its options only once the reading was followed."""
    facts = {"incident": "kong-defendu", "moment_du_kong": "tour-d-appel"}
    (answer,) = consultant.consult(["mcr-2006"], facts)["consultations"]
    page = app.test_client().get("/cas", query_string={"reglement": "mcr-2006", **facts}).get_data(as_text=True)
    assert answer["ruling"] is not None
    for told in (consultation_text(answer), unescape(page)):
        said = " ".join(plain(told).split())
        assert "L'arbitre choisit : selon la gravité, un avertissement ou 5, 10, 20, 30, 40, 50 ou 60 points" in said
        assert "ou être interdit de compétitions" in said


@pytest.mark.parametrize("ruleset", ["mcr-2006", "mcr-2015"])
@pytest.mark.parametrize("tile", ["ecart", "pioche", "kong-ajoute"])
def test_nothing_is_paid_before_the_hand_is_counted(consultant: Consultant, ruleset: str, tile: str) -> None:
    """The order to pay stood first, and « faites compter et payer la main » after it."""
    won = ruled(
        consultant,
        ruleset,
        incident="victoire-annoncee",
        tuile_gagnante=tile,
        main_complete="oui",
        huit_points="oui",
        tuiles_montrees="toutes",
    )
    paid = ruled(consultant, ruleset, incident="paiement-conteste", tuile_gagnante=tile)
    for ruling in (won, paid):
        told = [step for step in ruling["steps"] if "payer" in step]
        assert told and "compter" in told[0] and sum("la main" in step for step in told) == 1
        assert "Dites qui paie" in ruling["steps"][0]
