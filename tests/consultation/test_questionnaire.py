"""Which question comes, what is assumed, what a dispute leaves open, what a change of mind drops; and several incidents at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.consultation.consultant import Consultant
from assistant.errors import InputError
from assistant.model import Library, Value
from tests.support.court import Court, consult, questions, small_court
from tests.support.make import Base


@pytest.fixture(scope="module")
def consultant(made: Library) -> Consultant:
    return Consultant(made)


# --- rare circumstances -----------------------------------------------------------------------------------------------------------


def test_rare_circumstances_are_assumed_shown_and_one_tap_away(consultant: Consultant) -> None:
    facts = {"complete": "non", "tuiles": "toutes"}
    document = consult(consultant, "victoire", **facts)
    assert document["status"] == "ruling"
    assert {
        answer["fact"]: answer["value"] for answer in document["events"][0]["answers"] if answer["origin"] == "assumed"
    } == {
        "autre_victoire": "non",
        "expres": "non",
    }
    unless = {one["fact"]: one for one in document["ruling"]["unless"]}
    assert set(unless) == {"autre_victoire", "expres"}
    assert unless["autre_victoire"]["value"] == "oui"
    other = consult(consultant, "victoire", **facts, autre_victoire="oui")
    assert unless["autre_victoire"]["decision"] == other["ruling"]["decision"]
    assert [one["id"] for one in other["ruling"]["sanctions"]] == ["aucune"]


def test_a_circumstance_that_changes_nothing_is_not_shown(consultant: Consultant) -> None:
    document = consult(consultant, "victoire", complete="non", tuiles="aucune")
    assert [one["fact"] for one in document["ruling"]["unless"]] == ["expres"]
    assert [answer["fact"] for answer in document["events"][0]["answers"] if answer["origin"] == "assumed"] == [
        "expres"
    ]


def test_what_is_usual_is_never_asked(made: Library) -> None:
    asked = questions(Court(made, incident="victoire"))
    assert asked
    assert {name for name, _ in asked} == {"annonce", "furiten", "complete", "tuiles"}


INCIDENTS = "knowledge/incidents/essai.yaml"
WHERE = "  words: [faux ron, chombo]\n"


def here(tmp_path: Path, options: str) -> Library:
    """The base with options of its incident."""
    return Base(tmp_path).replace(INCIDENTS, WHERE, WHERE + options).library()


def test_an_incident_may_ask_for_a_rare_circumstance_and_asks_it_last(tmp_path: Path) -> None:
    made = here(tmp_path, "  answers: {autre_victoire: [oui, non]}\n")
    court = Court(made, incident="victoire")
    assert court.question(contexte="tournoi", complete="non", tuiles="toutes") == "autre_victoire"
    asked = questions(court)
    assert all({"complete", "tuiles"} & set(known) for name, known in asked if name == "autre_victoire")
    document = consult(Consultant(made), "victoire", complete="non", tuiles="toutes", autre_victoire="non")
    assert [one["fact"] for one in document["ruling"]["unless"]] == ["expres"]


def test_a_case_that_does_not_tell_what_is_asked_has_it_as_usual(tmp_path: Path) -> None:
    made = here(tmp_path, "  answers: {autre_victoire: [oui, non]}\n")
    told = {case.facts["autre_victoire"] for case in made.cases.values() if case.incident == "victoire"}
    assert "non" in told
    assert all("autre_victoire" not in case.facts for case in made.cases.values() if case.incident == "retard")


def test_an_incident_may_offer_fewer_answers(made: Library, tmp_path: Path) -> None:
    fewer = made.incidents["victoire"]._replace(answers={"tuiles": ("aucune", "toutes")})
    consultant = Consultant(made._replace(incidents={**made.incidents, "victoire": fewer}))
    question = consult(consultant, "victoire", complete="non")["question"]
    assert [answer["value"] for answer in question["answers"]] == ["aucune", "toutes"]
    with pytest.raises(InputError, match="quelques-unes"):
        consult(consultant, "victoire", complete="non", tuiles="quelques-unes")
    base = Base(tmp_path).replace(INCIDENTS, WHERE, WHERE + "  answers: {tuiles: [aucune, toutes]}\n")
    assert all(
        "« quelques-unes »" in problem.message for problem in base.problems()
    )  # a case tells an answer not offered


def test_an_incident_may_put_a_question_first(made: Library, tmp_path: Path) -> None:
    usually = Court(made, incident="victoire").question()
    other = next(name for name, _ in questions(Court(made, incident="victoire")) if name not in (usually, "furiten"))
    assert Court(here(tmp_path, f"  first: [{other}]\n"), incident="victoire").question() == other


# --- questions --------------------------------------------------------------------------------------------------------------------


def test_a_question_is_asked_only_where_it_makes_sense(made: Library, example: Court) -> None:
    for court in (Court(made, incident="victoire"), example):
        asked = questions(court)
        assert any(name == "furiten" for name, _ in asked)
        assert all(known.get("annonce") == "ron" for name, known in asked if name == "furiten")


def test_what_makes_no_sense_yet_waits_for_what_would_tell(made: Library) -> None:
    """The case needs to know whether the tile was discarded before; but first, what was announced."""
    court = Court(made, incident="victoire")
    state = court.questionnaire.judge({"contexte": "tournoi", "complete": "oui", "tuiles": "toutes"})
    assert state.needs == {"annonce", "furiten"}
    assert [fact.id for fact in court.questionnaire.candidates(state)] == ["annonce"]
    assert court.question(complete="oui", tuiles="toutes") == "annonce"


def test_nothing_is_asked_twice_and_no_answer_is_without_effect(made: Library, example: Court) -> None:
    for court in (
        Court(made, incident="victoire"),
        Court(made, incident="retard"),
        Court(made, "beta", "victoire"),
        example,
    ):
        for name, known in questions(court):
            assert name not in known
            assert name in court.questionnaire.judge(known).needs


def test_the_question_that_leaves_fewest_rulings_comes_first(tmp_path: Path) -> None:
    one = small_court(tmp_path, {"petit": "a b", "grand": "u v w"}, {
        "u": "if: {incident: essai, grand: u}\n  then: {sanction: avertissement, donne: continue}",
        "v": "if: {incident: essai, grand: v}\n  then: {sanction: main-morte, donne: continue}",
        "w-a": "if: {incident: essai, grand: w, petit: a}\n  then: {sanction: aucune, donne: continue}",
        "w-b": "if: {incident: essai, grand: w, petit: b}\n  then: {sanction: victoire-payee, donne: continue}",
    })  # fmt: skip
    state = one.judge()
    possible = one.questionnaire.possible_rulings(state.run)
    scores = {
        name: one.questionnaire.score(state.run, possible, one.network.facts[name]) for name in ("petit", "grand")
    }
    assert scores == {"petit": 3.0, "grand": pytest.approx(4 / 3)}
    assert one.question() == "grand"
    assert one.question(grand="u") is None
    assert one.question(grand="w") == "petit"


def test_among_equals_the_fact_written_first_is_asked(tmp_path: Path) -> None:
    rules = {f"r{a}{b}": f"if: {{incident: essai, un: {a}, deux: {b}}}\n  then: {{sanction: {sanction}, donne: continue}}" for a, b, sanction in (
        ("a", "c", "aucune"), ("a", "d", "avertissement"), ("b", "c", "main-morte"), ("b", "d", "victoire-payee"))}  # fmt: skip
    assert small_court(tmp_path / "1", {"un": "a b", "deux": "c d"}, rules).question() == "un"
    assert small_court(tmp_path / "2", {"deux": "c d", "un": "a b"}, rules).question() == "deux"


def test_why_this_question(consultant: Consultant) -> None:
    document = consult(consultant, "victoire", complete="non")
    assert document["status"] == "question"
    assert document["question"]["fact"] == "tuiles"
    why = {one["value"]: one["leaves"] for one in document["question"]["why"]}
    assert why == {
        "aucune": ["Fausse victoire non montrée"],
        "quelques-unes": ["Fausse victoire montrée en partie"],
        "toutes": ["Fausse victoire montrée"],
    }
    open_rules = {one["rule"]: one["waits_for"] for one in document["open"]}
    assert open_rules["alpha.essai.vide"] == ["Tuiles montrées"]
    assert "alpha.essai.bonne" not in open_rules


# --- not established --------------------------------------------------------------------------------------------------------------


def test_a_dispute_that_matters_gives_each_ruling_and_who_settles_it(consultant: Consultant) -> None:
    document = consult(consultant, "victoire", complete="non", tuiles="non-etabli")
    assert document["status"] == "possibilities"
    found = {
        tuple(answer["value"] for way in group["when"] for answer in way): [
            one["id"] for one in group["ruling"]["sanctions"]
        ]
        for group in document["possibilities"]
    }
    assert found == {("aucune",): ["main-morte"], ("quelques-unes",): [], ("toutes",): ["chombo"]}
    assert document["disputed"]["id"] == "texte-a/3.1/conteste"
    assert {answer["fact"]: answer["value"] for answer in document["events"][0]["answers"]}["tuiles"] == "non-etabli"


def test_a_dispute_that_does_not_matter(consultant: Consultant) -> None:
    """Excused or not: after three reminders the excuse no longer counts."""
    document = consult(consultant, "retard", minutes=5, excuse="non-etabli", rappels=3)
    assert document["status"] == "ruling"
    assert document["ruling"]["dispute_does_not_matter"] is True
    assert {one["id"] for one in document["ruling"]["sanctions"]} == {"points", "malus"}
    certain = consult(consultant, "retard", minutes=5, excuse="non", rappels=3)
    assert certain["ruling"]["dispute_does_not_matter"] is False
    assert certain["ruling"]["decision"] == document["ruling"]["decision"]


def test_what_some_possibility_needs_is_still_asked(made: Library) -> None:
    court = Court(made, incident="victoire")
    assert court.question("annonce", complete="oui", contexte="tournoi") in ("furiten", "tuiles")
    assert court.question("annonce", complete="oui", contexte="tournoi", tuiles="toutes") == "furiten"
    assert court.question("annonce", complete="oui", contexte="tournoi", furiten="oui") == "tuiles"
    assert court.question("complete", annonce="tsumo", contexte="tournoi") == "tuiles"
    assert court.question("complete", annonce="tsumo", contexte="tournoi", tuiles="aucune") is None


def test_two_disputed_facts(made: Library) -> None:
    position = Court(made, incident="victoire").position("complete", "tuiles", annonce="tsumo", contexte="tournoi")
    found = {group.outcome.sanction_ids() or "silence": len(group.when) for group in position.possibilities}
    assert found == {
        frozenset({"victoire-payee"}): 1,
        frozenset({"main-morte"}): 1,
        "silence": 1,
        frozenset({"chombo"}): 1,
    }


def test_a_disputed_rare_circumstance_is_not_assumed(consultant: Consultant) -> None:
    document = consult(consultant, "victoire", complete="non", tuiles="toutes", autre_victoire="non-etabli")
    assert document["status"] == "possibilities"
    found = {
        group["when"][0][0]["value"]: [one["id"] for one in group["ruling"]["sanctions"]]
        for group in document["possibilities"]
    }
    assert found == {"oui": ["aucune"], "non": ["chombo"]}


def test_a_disputed_number_is_told_by_intervals(consultant: Consultant) -> None:
    document = consult(consultant, "retard", minutes="non-etabli", excuse="non", rappels=0)
    labels = [answer["label"] for group in document["possibilities"] for way in group["when"] for answer in way]
    assert len(labels) == 3
    assert "1 à 9" in labels[1]
    assert "10 à 60" in labels[2]


# --- changing one's mind ----------------------------------------------------------------------------------------------------------


def test_answers_that_no_longer_matter_are_dropped(made: Library, consultant: Consultant) -> None:
    facts = {"incident": "victoire", "annonce": "tsumo", "furiten": "oui", "complete": "non", "tuiles": "toutes"}
    assert consultant.forget(["alpha"], facts, "annonce") == ["furiten"]
    assert consultant.forget(["alpha"], {**facts, "complete": "oui"}, "complete") == ["furiten", "tuiles"]
    questionnaire = Court(made, incident="victoire").questionnaire
    assert questionnaire.dropped({"annonce": "ron", "furiten": "oui", "tuiles": "toutes"}, "annonce") == []
    assert questionnaire.dropped({"annonce": "tsumo", "furiten": "oui", "tuiles": "toutes"}, "annonce") == ["furiten"]


def test_answers_that_still_matter_are_kept(consultant: Consultant) -> None:
    facts = {
        "incident": "victoire",
        "annonce": "ron",
        "furiten": "oui",
        "complete": "oui",
        "tuiles": "aucune",
        "autre_victoire": "oui",
        "expres": "oui",
    }
    gone = consultant.forget(["alpha"], facts, "tuiles")
    assert "autre_victoire" in gone  # there is no chombo left for it to remove
    assert not {"annonce", "furiten", "tuiles", "expres"} & set(gone)


def test_the_changed_answer_itself_is_kept(consultant: Consultant) -> None:
    facts = {"incident": "victoire", "complete": "non", "tuiles": "toutes", "annonce": "ron"}
    assert "annonce" not in consultant.forget(["alpha"], facts, "annonce")


def test_an_answer_is_dropped_only_where_no_ruleset_needs_it(consultant: Consultant) -> None:
    facts = {"incident": "victoire", "annonce": "ron", "furiten": "oui", "complete": "oui", "tuiles": "toutes"}
    assert consultant.forget(["beta"], facts, "complete") == ["annonce", "furiten", "tuiles"]
    assert "tuiles" not in consultant.forget(["alpha", "beta"], facts, "complete")


def test_a_dispute_that_no_longer_matters_is_dropped_too(consultant: Consultant) -> None:
    facts = {"incident": "victoire", "annonce": "tsumo", "furiten": "non-etabli", "complete": "non", "tuiles": "toutes"}
    assert consultant.forget(["alpha"], facts, "annonce") == ["furiten"]


def test_an_answer_that_a_dispute_needs_is_kept(consultant: Consultant) -> None:
    facts = {"incident": "victoire", "annonce": "tsumo", "complete": "non-etabli", "tuiles": "toutes"}
    assert consultant.forget(["alpha"], facts, "annonce") == []


def test_a_fact_that_the_incident_does_not_read_is_ignored_and_said_so(consultant: Consultant) -> None:
    document = consult(consultant, "victoire", complete="non", tuiles="aucune", minutes=3)
    assert document["events"][0]["ignored"] == ["minutes"]
    assert document["status"] == "ruling"


# --- why not ----------------------------------------------------------------------------------------------------------------------


def test_each_single_answer_that_would_make_it_lighter_or_heavier(consultant: Consultant) -> None:
    ruling = consult(consultant, "victoire", annonce="tsumo", complete="non", tuiles="aucune")["ruling"]
    assert [(one["fact"], one["value"]) for one in ruling["lighter"]] == [("complete", "oui")]
    assert [(one["fact"], one["value"]) for one in ruling["heavier"]] == [("tuiles", "toutes")]
    assert [(one["fact"], one["value"]) for one in ruling["unordered"]] == [("tuiles", "quelques-unes")]
    assert ruling["would_ask"] == []


def test_a_change_after_which_something_would_be_asked(consultant: Consultant) -> None:
    ruling = consult(consultant, "victoire", annonce="tsumo", complete="oui")["ruling"]
    asks = {(one["fact"], one["value"]): one["asks"] for one in ruling["would_ask"]}
    assert asks == {("annonce", "ron"): "L'avait-il déjà écartée ?", ("complete", "non"): "Qu'a-t-il montré ?"}


# --- several incidents ------------------------------------------------------------------------------------------------------------

FIRST = {"incident": "victoire", "complete": "non", "tuiles": "aucune"}  # a dead hand, the deal goes on


def several(consultant: Consultant, **second: Value) -> dict:
    (document,) = consultant.consult(["alpha"], {**FIRST, **{f"2.{name}": value for name, value in second.items()}})[
        "consultations"
    ]
    return document


def test_all_sanctions_of_several_incidents_stand(consultant: Consultant) -> None:
    document = several(consultant, incident="retard", minutes=4, excuse="non", rappels=0)
    assert [event["incident"]["id"] for event in document["events"]] == ["victoire", "retard"]
    assert [[one["id"] for one in event["ruling"]["sanctions"]] for event in document["events"]] == [
        ["main-morte"],
        ["points"],
    ]
    combined = document["ruling"]
    assert {one["id"]: one["value"] for one in combined["slots"]} == {"donne": "continue"}
    assert {one["id"] for one in combined["citations"]} == {
        "texte-a/1.1/victoire",
        "texte-a/1.2/non-montree",
        "texte-a/2.1/retard",
    }


def test_one_incident_gives_the_deal_its_value(consultant: Consultant) -> None:
    """The order of ruleset.yaml decides, whichever came first, and East goes with it."""
    document = several(consultant, incident="victoire", par="autre", complete="non", tuiles="toutes")
    assert {one["id"]: one["value"] for one in document["ruling"]["slots"]} == {
        "donne": "redistribuee",
        "est": "reste",
    }


def test_the_next_incident_is_asked_for_when_the_first_is_settled(consultant: Consultant) -> None:
    document = several(consultant, incident="retard")
    assert document["status"] == "question"
    assert document["question"]["fact"] == "minutes"
    assert document["question"]["key"] == "2.minutes"
    assert document["ruling"] is None


LINK = """
- id: alpha.liens.mort-excuse
  title: sa main est morte
  settles: {excuse: oui}
  of: retard
  from: {by: meme, status: main-morte}
  cites: texte-a/2.2/excuse
"""


def test_a_status_of_the_player_settles_a_fact_of_his_next_act(tmp_path: Path) -> None:
    consultant = Consultant(Base(tmp_path).append("rules_yaml/alpha/liens.yaml", LINK).library())
    same = several(consultant, incident="retard", par="meme", quand="apres", minutes=4, rappels=0)
    assert [[one["id"] for one in event["ruling"]["sanctions"]] for event in same["events"]] == [
        ["main-morte"],
        ["aucune"],
    ]
    other = several(consultant, incident="retard", par="autre", quand="apres", minutes=4, rappels=0)
    assert other["status"] == "question"
    assert other["question"]["fact"] == "excuse"
    said = several(consultant, incident="retard", par="meme", quand="apres", minutes=4, rappels=0, excuse="non")
    assert [one["id"] for one in said["events"][1]["ruling"]["sanctions"]] == ["points"]
    (over,) = said["events"][1]["overruled"]
    assert (over["fact"], over["said"], over["computed"], over["by"]) == ("excuse", "Non", "Oui", "evenement")


def test_who_and_when_are_asked_where_they_change_the_ruling_only(tmp_path: Path) -> None:
    consultant = Consultant(Base(tmp_path).append("rules_yaml/alpha/liens.yaml", LINK).library())
    asked = several(consultant, incident="retard", minutes=4)["question"]
    assert asked["key"] == "2.par" and [one["value"] for one in asked["answers"]] == ["meme", "autre"]
    asked = several(consultant, incident="retard", par="meme", minutes=4)["question"]
    assert asked["key"] == "2.quand", "the dead hand ends with its deal"
    assert several(consultant, incident="retard", par="autre", minutes=4)["question"]["key"] == "2.excuse"
    assert several(consultant, incident="retard", minutes=0)["status"] == "ruling", "nobody waits for it"


def test_a_seat_settles_what_only_it_can_tell(consultant: Consultant) -> None:
    document = several(consultant, incident="retard", qui="est", minutes=4, rappels=0)
    assert [one["id"] for one in document["events"][1]["ruling"]["sanctions"]] == ["aucune"]
    assert several(consultant, incident="retard", qui="sud", minutes=4, rappels=0)["question"]["fact"] == "excuse"


def test_readings_are_not_passed_over_when_incidents_combine(consultant: Consultant) -> None:
    """One reading of the second incident redeals: the sheet may not say that the deal simply goes on."""
    document = several(consultant, incident="retard", minutes=30)
    combined = document["ruling"]
    values = {one["id"]: one["value"] for one in combined["slots"]}
    assert values.get("donne") != "continue"
