"""Cases of several incidents: the same ruling by both doors, and what one sanction entails known to the next incident."""

from __future__ import annotations

import pytest

from assistant.consultation.cases import each
from assistant.consultation.consultant import Consultant
from assistant.consultation.sheet import sheet
from assistant.engine.engines import Engines
from assistant.errors import Hole
from assistant.model import INCIDENT, Case, Library
from assistant.proof.trial import several
from assistant.store.library import load

SEVERAL = [(case, ruleset) for case in load().cases.values() if case.further for ruleset in case.expect]
NAMES = [f"{case.id}-{ruleset}" for case, ruleset in SEVERAL]


def test_there_are_enough_of_one_player_and_of_two() -> None:
    cases = {case.id: case for case, _ in SEVERAL}
    assert len(cases) >= 20
    by = [by for case in cases.values() for by, _ in case.further]
    assert by.count("meme") >= 8 and by.count("autre") >= 7
    assert len({ruleset for _, ruleset in SEVERAL}) == 4


@pytest.mark.parametrize(("case", "ruleset"), SEVERAL, ids=NAMES)
def test_a_referee_gets_what_the_proof_saw(
    library: Library, engines: Engines, consultant: Consultant, case: Case, ruleset: str
) -> None:
    outcome, _ = several(library, engines, case, ruleset)
    (document,) = consultant.consult([ruleset], case.flat_facts())["consultations"]
    sheet = document["ruling"]
    assert sheet is not None, document["question"]
    slots = {slot["id"]: slot["value"] for slot in sheet["slots"]}
    unsaid = {slot: value for slot, value in outcome.slots if slot not in slots}
    assert {**slots, **unsaid} == dict(outcome.slots)
    assert all(library.slots[slot].values[value].idle for slot, value in unsaid.items()), "only what is without object"
    told = {sanction["id"] for sanction in sheet["sanctions"]}
    assert outcome.sanction_ids() <= told
    assert all(library.sanctions[sanction].vanishes for sanction in told - outcome.sanction_ids())
    numbers = sorted(number for amount in sheet["amounts"] for number in amount["numbers"] or ())
    assert numbers == sorted(number for due in outcome.dues for number in due.numbers or ())
    assert {one["id"] for one in sheet["citations"]} >= set(outcome.cites)


def test_both_doors_judge_every_case_of_several_incidents_alike(
    library: Library, engines: Engines, consultant: Consultant
) -> None:
    """Wherever its incidents occur, whatever it expects: event by event the same ruling, or both wait for the same one."""
    settled = waiting = 0
    for case in (case for case in library.cases.values() if case.further):
        incidents = [case.incident, *(str(facts[INCIDENT]) for _, facts in case.further)]
        for ruleset in library.rulesets:
            if any(ruleset not in library.incidents[incident].rulesets for incident in incidents):
                continue
            (document,) = consultant.consult([ruleset], case.flat_facts(), explain=False)["consultations"]
            if document["question"]:
                with pytest.raises(Hole, match=f"« {document['question']['fact']} »"):
                    each(library, engines, case, ruleset)
                waiting += 1
                continue
            ends = each(library, engines, case, ruleset)
            assert [event["by"] for event in document["events"]] == [by for by, _ in ends]
            for event, (_, state) in zip(document["events"], ends, strict=True):
                told = sheet(library, state)
                assert {key: event["ruling"][key] for key in told} == told, (case.id, ruleset)
            settled += 1
    assert settled >= len(SEVERAL) and waiting > 0


ENTAILED = [
    ("main-morte-puis-ron", "ema-2016", "mort_declaree"),
    ("main-morte-puis-pung", "wrc-2015", "declaree_par"),
    ("tuile-de-trop-en-riichi-puis-nulle", "ema-2016", "main_morte_apres_riichi"),
    ("riichi-ouvert-puis-nulle", "wrc-2015", "en_riichi"),
    ("victoire-puis-main-d-un-perdant", "mcr-2015", "victoire_annoncee_valable"),
    ("main-tendue-puis-pung", "mcr-2015", "raison_de_la_privation"),
    ("faux-hu-et-fin-du-temps", "mcr-2006", "penalite_dans_la_donne"),
    ("triche-puis-remplacant", "ema-2016", "raison_de_l_absence"),
    ("gong-puis-chonbo", "wrc-2015", "derniere_main"),
    ("noten-riichi-et-main-morte", "wrc-2015", "chombo_a_la_nulle"),
]


@pytest.mark.parametrize(("name", "ruleset", "fact"), ENTAILED)
def test_what_a_sanction_entails_is_not_asked_again(
    library: Library, consultant: Consultant, name: str, ruleset: str, fact: str
) -> None:
    case = library.cases[name]
    assert all(fact not in told for _, told in case.further), "the case itself tells it"
    (document,) = consultant.consult([ruleset], case.flat_facts(), explain=False)["consultations"]
    answers = {answer["fact"]: answer["origin"] for answer in document["events"][-1]["answers"]}
    assert answers[fact] == "entailed"


def test_every_entailed_fact_is_shown_by_a_case(library: Library) -> None:
    entailed = {fact for sanction in library.sanctions.values() for fact in sanction.entails}
    assert entailed == {fact for _, _, fact in ENTAILED}
