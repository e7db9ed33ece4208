"""Cases of several events drawn by the seed of the run: every one comes to a question, a ruling or its possibilities, whatever is answered."""

from __future__ import annotations

from random import Random

import pytest

from assistant.consultation.consultant import Consultant
from assistant.consultation.document import ConsultationPart
from tests.support.drawing import examples, seed
from tools.draw_chains import answered, told

RULESETS = ("ema-2016", "wrc-2015", "mcr-2006", "mcr-2015")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_drawn_case_is_ruled_whole(consultant: Consultant, ruleset: str) -> None:
    chance = Random(seed())
    ruled: list[ConsultationPart] = []
    for _ in range(examples(12)):
        part = answered(consultant, ruleset, told(consultant, ruleset, chance), chance)
        ruled += [part] if part is not None and part["ruling"] is not None else []
    assert ruled, "nothing drawn was ruled"
    for part in ruled:
        ruling = part["ruling"]
        assert ruling is not None and ruling["headline"] and len(part["events"]) > 1
        own = [event["ruling"] for event in part["events"]]
        assert None not in own, "an event was dropped"
        silences = [silence for one in own if one is not None for silence in one["silences"]]
        assert len(ruling["silences"]) == len(silences)


def test_what_only_one_way_asks_is_asked_of_the_incident_that_it_makes(consultant: Consultant) -> None:
    """Under one reading of the first event the second is judged as another incident, which asks what the one told does not know."""
    withdrawn = {"incident": "victoire-annoncee", "tuiles_montrees": "aucune", "main_complete": "mauvais-nombre"}
    late = {"2.incident": "victoire-tardive", "2.qui": "est", "2.quand": "apres"}
    facts: dict[str, object] = {**withdrawn, "qui": "est", **late}
    (part,) = consultant.consult(["mcr-2015"], facts)["consultations"]
    asked = part["question"]
    assert asked is not None and asked["key"] == "2.main_complete", asked
    assert "main_complete" not in consultant.questionnaire("mcr-2015", "victoire-tardive").network.facts
    assert answered(consultant, "mcr-2015", facts, Random(1)) is not None
