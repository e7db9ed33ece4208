"""« Autre chose » leads out of an incident: no ruling, no silence, no dead end; and every incident names its neighbours."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest

from assistant.consultation.consultant import Consultant
from assistant.consultation.questionnaire import Questionnaire
from assistant.consultation.text import consultation_text
from assistant.decision import headings
from assistant.engine.engines import Engines
from assistant.model import Library
from assistant.proof.trial import try_case
from assistant.proof.walk import walk_incident
from tests.support.make import CASES, FACTS, INCIDENTS, RULES, Base
from tests.support.wording import plain
from web import create_app

OUT = {"incident": "victoire", "complete": "non", "annonce": "tsumo", "tuiles": "autre-chose"}
GENERAL = """
- id: alpha.essai.autre
  title: Tout autre geste
  if: {incident: victoire, valable: non, tuiles: autre-chose}
  then: {sanction: avertissement, donne: continue}
  cites: texte-a/1.2/non-montree
"""


def with_exit(root: Path) -> Base:
    """The small base with « autre chose » among what was shown."""
    shown = "    - {id: toutes, label: Tout}\n"
    base = Base(root).replace(FACTS, shown, shown + "    - {id: autre-chose, label: Autre chose, exit: true}\n")
    return base.replace(
        INCIDENTS, "title: Une victoire contestée\n", "title: Une victoire contestée\n  neighbours: [retard]\n"
    )


@pytest.fixture(scope="module")
def exit_base(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return with_exit(tmp_path_factory.mktemp("exit")).library()


def test_an_exit_is_no_ruling_and_no_silence_but_says_where_to_go(exit_base: Library) -> None:
    (answer,) = Consultant(exit_base).consult(["alpha"], OUT)["consultations"]
    assert answer["status"] == "exit" and answer["ruling"] is None and not answer["possibilities"]
    left = answer["exit"]
    assert left is not None and left["title"] == "Tuiles montrées" and left["label"] == "Autre chose"
    assert [near["id"] for near in left["neighbours"]] == ["retard"]
    told = plain(consultation_text(answer))
    assert plain(headings.EXIT) in " ".join(told.split()) and "(incident=retard)" in told
    assert "aucun incident de l'assistant ne décrit cela" in " ".join(told.split())
    assert "Texte muet" not in told and "À FAIRE" not in told


def test_the_question_offers_it_marked_and_says_no_ruling_of_it(exit_base: Library) -> None:
    facts = {name: value for name, value in OUT.items() if name != "tuiles"}
    (answer,) = Consultant(exit_base).consult(["alpha"], facts)["consultations"]
    asked = answer["question"]
    assert asked is not None and [one["value"] for one in asked["answers"] if one["exit"]] == ["autre-chose"]
    assert all(way["value"] != "autre-chose" for way in asked["why"])
    assert answer["events"][0]["neighbours"][0]["title"] == "Un joueur en retard"


def test_a_contested_fact_has_no_possibility_that_leads_out(exit_base: Library) -> None:
    (answer,) = Consultant(exit_base).consult(["alpha"], {**OUT, "tuiles": "non-etabli"})["consultations"]
    values = {part["value"] for one in answer["possibilities"] for way in one["when"] for part in way}
    assert answer["status"] == "possibilities" and "autre-chose" not in values


def test_an_exit_beside_another_incident_keeps_what_that_one_decides(exit_base: Library) -> None:
    facts = {**OUT, "2.incident": "retard", "2.minutes": "0", "2.par": "autre", "2.quand": "apres", "2.rappels": "0"}
    (answer,) = Consultant(exit_base).consult(["alpha"], facts)["consultations"]
    assert answer["status"] == "exit" and answer["exit"] is not None and answer["exit"]["event"] == 1
    second = answer["events"][1]["ruling"]
    assert answer["events"][0]["ruling"] is None and second is not None
    assert plain(second["headline"][0]) in plain(consultation_text(answer))


def test_a_rule_may_decide_it_where_the_text_has_a_general_clause(tmp_path: Path) -> None:
    library = with_exit(tmp_path).append(RULES, GENERAL).library()
    (answer,) = Consultant(library).consult(["alpha"], OUT)["consultations"]
    assert answer["status"] == "ruling" and answer["exit"] is None and answer["ruling"] is not None
    assert answer["ruling"]["citations"][0]["id"] == "texte-a/1.2/non-montree"
    (walk, *_) = walk_incident(library, Engines(library), "alpha", "victoire")
    assert not walk.problems and walk.exits == 1  # where the win is good: the general clause is about false ones


def test_the_proof_counts_exits_apart(exit_base: Library, made: Library) -> None:
    for ruleset in ("alpha", "beta"):
        before = walk_incident(made, Engines(made), ruleset, "victoire")
        after = walk_incident(exit_base, Engines(exit_base), ruleset, "victoire")
        assert [walk.problems for walk in after] == [walk.problems for walk in before]
        assert [walk.paths() for walk in after] == [walk.paths() for walk in before]
        assert all(walk.exits for walk in after) and not any(walk.exits for walk in before)


def test_a_rule_that_does_not_name_the_exit_does_not_decide_it(exit_base: Library) -> None:
    won = {"incident": "victoire", "complete": "oui", "annonce": "tsumo"}
    (answer,) = Consultant(exit_base).consult(["alpha"], won)["consultations"]
    assert answer["status"] == "ruling"
    (answer,) = Consultant(exit_base).consult(["alpha"], {**won, "tuiles": "autre-chose"})["consultations"]
    assert answer["status"] == "exit"


def test_every_exit_that_the_walk_counts_leads_out(exit_base: Library) -> None:
    engines = Engines(exit_base)
    for ruleset in ("alpha", "beta"):
        questionnaire = Questionnaire(exit_base, engines.engine(ruleset, "victoire"))
        told = {(name, value) for name, values in questionnaire.exits.items() for value in values}
        assert told == {("tuiles", "autre-chose")}
        state = questionnaire.judge({"contexte": "tournoi", **dict(told)})
        assert state.final and state.outcome is not None and state.outcome.exit


def test_an_exit_decides_no_case(tmp_path: Path) -> None:
    base = with_exit(tmp_path)
    case = """
- id: sortie
  title: Autre chose
  story:
    - Il a fait autre chose.
  facts: {incident: victoire, annonce: tsumo, complete: non, tuiles: autre-chose}
  expect:
    alpha: {silence: true}
  level: 1
"""
    library = base.append(CASES, case).library()
    verdict, _ = try_case(library, Engines(library), library.cases["sortie"], "alpha")
    assert any("une sortie ne décide aucun cas" in problem for problem in verdict.problems)


def test_the_page_shows_search_neighbours_and_that_none_may_fit(exit_base: Library) -> None:
    client = create_app(exit_base).test_client()
    address = "/cas?reglement=alpha&" + "&".join(f"{name}={value}" for name, value in OUT.items())
    page = plain(unescape(client.get(address).get_data(as_text=True)))
    assert plain(headings.EXIT) in page and 'type="search"' in page and "Un joueur en retard" in page
    assert "incident=retard" in page and "tuiles=autre-chose&incident=retard" not in page
    assert "aucun incident de l'assistant ne décrit cela" in page
    asked = plain(unescape(client.get("/cas?reglement=alpha&incident=victoire").get_data(as_text=True)))
    assert plain(headings.NEIGHBOURS) in asked and "Un joueur en retard" in asked


def test_every_incident_has_a_neighbour_in_every_ruleset_that_has_it(library: Library) -> None:
    lonely = [
        (incident.id, ruleset)
        for incident in library.incidents.values()
        for ruleset in incident.rulesets
        if not any(ruleset in library.incidents[near].rulesets for near in incident.neighbours)
    ]
    assert not lonely
