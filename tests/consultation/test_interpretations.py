"""An interpretation is marked in every door, and what is possible is told whole: two possibilities never read the same."""

from __future__ import annotations

import pytest
from flask import Flask

from assistant.consultation.consultant import Consultant
from assistant.consultation.questionnaire import NOT_ESTABLISHED, Deadlock
from assistant.consultation.text import consultation_text
from assistant.decision import headings
from assistant.errors import InputError
from assistant.model import Library, WarnKind
from tests.support.drawing import Drawing
from tests.support.wording import plain

OURS = headings.WARNING_NAMES[WarnKind.INTERPRETATION]
DEAD_WALL = {"incident": "appel-non-permis", "empechement": "autre-place", "ecart_fait": "non"}


def text(consultant: Consultant, ruleset: str, facts: dict[str, str]) -> str:
    return plain(consultation_text(consultant.consult([ruleset], facts)["consultations"][0]))


def test_a_decision_that_rests_on_our_interpretation_says_so_beside_it(consultant: Consultant) -> None:
    (answer,) = consultant.consult(["ema-2016"], DEAD_WALL)["consultations"]
    ruling = answer["ruling"]
    assert ruling is not None and ruling["interpreted"]
    assert any(step["interpretation"] for step in ruling["how"])
    told = text(consultant, "ema-2016", DEAD_WALL)
    decision = told[told.index("DÉCISION") : told.index("À FAIRE")]
    assert f"({headings.INTERPRETED} : {headings.SEE_WARNINGS})" in decision
    assert f"! {OURS} :" in told


def test_a_decision_that_the_text_says_is_not_marked(consultant: Consultant) -> None:
    facts = {
        "incident": "appel-retire",
        "tuiles_montrees": "aucune",
        "correction_immediate": "oui",
        "combien_de_fois": "1",
        "recidive": "non",
    }
    (answer,) = consultant.consult(["ema-2016"], facts)["consultations"]
    assert answer["ruling"] is not None and not answer["ruling"]["interpreted"]
    assert headings.SEE_WARNINGS not in text(consultant, "ema-2016", facts)


def test_the_page_marks_it_beside_the_decision(app: Flask) -> None:
    address = "/cas?reglement=ema-2016&" + "&".join(f"{name}={value}" for name, value in DEAD_WALL.items())
    page = plain(app.test_client().get(address).get_data(as_text=True))
    assert f"{headings.INTERPRETED[0].upper()}{headings.INTERPRETED[1:]} : {headings.SEE_WARNINGS}." in page


def test_what_would_change_the_ruling_is_named_so_that_it_can_be_given(consultant: Consultant) -> None:
    facts = {"incident": "appel-retire", "tuiles_montrees": "aucune", "recidive": "non"}
    (answer,) = consultant.consult(["wrc-2015"], facts)["consultations"]
    assert answer["ruling"] is not None and answer["ruling"]["unless"]
    told = text(consultant, "wrc-2015", facts)
    below = " ".join(told[told.index(headings.UNLESS.upper()) :].split())
    for change in answer["ruling"]["unless"]:
        assert f"({change['key']}={change['value']})" in below
        consultant.consult(["wrc-2015"], {**facts, change["key"]: change["value"]})


def contested(library: Library, consultant: Consultant) -> list[tuple[str, dict[str, str]]]:
    """Of every incident of every ruleset the first question, contested."""
    found: list[tuple[str, dict[str, str]]] = []
    for ruleset in library.rulesets:
        for incident in library.incidents_of(ruleset):
            try:
                (answer,) = consultant.consult([ruleset], {"incident": incident.id}, explain=False)["consultations"]
            except (InputError, Deadlock):
                continue
            if answer["question"] and answer["question"]["not_established"]:
                found.append((ruleset, {"incident": incident.id, answer["question"]["key"]: NOT_ESTABLISHED}))
    return found


def to_the_end(consultant: Consultant, ruleset: str, facts: dict[str, str]) -> dict[str, str]:
    """The same case with every further question contested too."""
    told = dict(facts)
    for _ in range(4):
        (answer,) = consultant.consult([ruleset], told, explain=False)["consultations"]
        asked = answer["question"]
        if asked is None:
            break
        if len(told) < 4:
            told[asked["key"]] = NOT_ESTABLISHED
        else:
            told[asked["key"]] = str(asked["number"]["min"] if asked["number"] else asked["answers"][0]["value"])
    return told


@pytest.mark.walk
def test_possibilities_keep_all_and_never_read_the_same(
    library: Library, consultant: Consultant, drawing: Drawing
) -> None:
    seen = 0
    for ruleset, first in drawing.sample("contested first questions", contested(library, consultant), 40):
        facts = to_the_end(consultant, ruleset, first)
        (answer,) = consultant.consult([ruleset], facts, explain=False)["consultations"]
        groups = answer["possibilities"]
        aloud = [" ".join([group["ruling"]["decision"], *group["apart"]]) for group in groups]
        assert len(set(aloud)) == len(aloud), (ruleset, facts, aloud)
        told = " ".join(plain(consultation_text(answer)).split())
        for group in groups:
            seen += 1
            ruling = group["ruling"]
            for line in [*ruling["steps"], *(one["effect"] for one in ruling["sanctions"])]:
                assert " ".join(plain(line).split()) in told, (ruleset, facts, line)
            for warning in ruling["warnings"]:
                if warning["matters"] and warning["kind"] != WarnKind.SILENCE:
                    assert " ".join(plain(warning["text"]).split()) in told, (ruleset, facts, warning)
    assert seen
