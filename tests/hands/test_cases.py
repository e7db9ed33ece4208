"""Disputes that turn on tiles, settled from the tiles: the same ruling as with the facts told, and no question the tiles answer."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.commands.ask import Dialogue
from assistant.consultation.consultant import Consultant
from assistant.consultation.questionnaire import NOT_ESTABLISHED
from assistant.errors import InputError
from assistant.hands.facts import Tiles
from assistant.hands.mcr import count as mcr
from assistant.model import Library
from tests.consultation.test_disputes import TOLD

DISPUTES = {
    "rc-002": "2233344456m 678p +3m ecarts:6m ron riichi siege:sud dominant:sud compteurs:1",
    "rc-023": "234678m 457p 66s 23s siege:est riichi",
    "rc-026": "19m 19p 19s 1234567z +4z ecarts:9s1z7z ron",
    "rc-029": "2224555m 678p 345s riichi kong:2m siege:sud",
    "rc-032": "1112345688s [9999s] +4s tsumo riichi kong:9s",
    "rc-047": "234567m 567p 5678s +8s ron sans-riichi ecarts:- passees:- siege:sud",
    "rc-065": "123456m 345p 67s 99s +8s tsumo",
    "rc-068": "23s 567s 345m 456p 99p +4s ron",
    "rc-080": "(567p) reclamee:7p jetee:4p",
    "rc-092": "567m 999p 78s 44s (234m) +9s ron indicateurs:8p",
    "rc-095": "1133m 5577p 9999s 2z +2z tsumo siege:sud",
}


def ruled(consultant: Consultant, ruleset: str, facts: dict[str, Any]) -> dict[str, Any]:
    (document,) = consultant.consult([ruleset], facts)["consultations"]
    return document


def outcome(document: dict[str, Any]) -> Any:
    assert document["status"] == "ruling", document["question"]
    ruling = document["ruling"]
    return ruling["decision"], [one["id"] for one in ruling["citations"]]


def asked(consultant: Consultant, ruleset: str, facts: dict[str, Any], answers: dict[str, str]) -> list[str]:
    """The questions of a case, answered from these answers."""
    found: list[str] = []
    facts = dict(facts)
    while (document := ruled(consultant, ruleset, facts))["status"] == "question":
        name = document["question"]["fact"]
        found.append(name)
        facts[name] = answers[name]
    return found


@pytest.mark.parametrize("dispute", DISPUTES)
def test_a_dispute_is_settled_from_its_tiles(library: Library, consultant: Consultant, dispute: str) -> None:
    """Only the incident and the tiles are entered; what is still asked is nothing that tiles can tell."""
    cases = [case for case in library.cases.values() if case.dispute == dispute and not case.varies]
    assert cases
    from_tiles = {fact.id for fact in library.facts.values() if fact.computed}
    for case in cases:
        for ruleset in case.expect:
            if library.hands[ruleset].game == "mcr" and not mcr.available():
                continue
            told = case.flat_facts()
            entered = {"incident": case.incident, "tuiles": DISPUTES[dispute]}
            questions = asked(consultant, ruleset, entered, told)
            assert not from_tiles & set(questions), (ruleset, questions)
            facts = {**entered, **{name: told[name] for name in questions}}
            document = ruled(consultant, ruleset, facts)
            assert outcome(document) == outcome(ruled(consultant, ruleset, told))
            assert document["events"][-1]["overruled"] == []
            computed = [one for one in document["events"][-1]["answers"] if one["origin"] == "computed"]
            assert computed, ruleset
            assert all(one["why"] for one in computed)


def test_no_dispute_of_tiles_is_left_out() -> None:
    assert {one["id"] for one in TOLD if "tuiles" in one["tags"]} == set(DISPUTES)


def test_the_questionnaire_skips_what_the_tiles_answer(consultant: Consultant) -> None:
    for ruleset in ("ema-2016", "wrc-2015"):
        facts = {"incident": "victoire-annoncee", "tuiles": DISPUTES["rc-002"]}
        answers = {"tuiles_montrees": "toutes"}
        assert asked(consultant, ruleset, facts, answers) == list(answers)


def test_done_when(consultant: Consultant) -> None:
    """« 2233344456m 678p », a 6m among the discards, ron on 3m, the hand shown."""
    facts = {
        "incident": "victoire-annoncee",
        "tuiles": "2233344456m 678p +3m ecarts:6m ron",
        "tuiles_montrees": "toutes",
    }
    for ruleset, sections in (("ema-2016", {"3.4.5", "3.4.6"}), ("wrc-2015", {"5.7.5", "7.1", "7.2"})):
        document = ruled(consultant, ruleset, facts)
        furiten = next(one for one in document["events"][-1]["answers"] if one["fact"] == "furiten")
        assert furiten["origin"] == "computed"
        assert furiten["why"] == "Furiten : 6m est parmi ses écarts, et la main attend 2-3-4-6-7m."
        assert [one["id"] for one in document["ruling"]["sanctions"]] == ["chombo"]
        assert sections <= {one["section"].split()[0] for one in document["ruling"]["citations"]}
        assert all(one["quotes"] for one in document["ruling"]["citations"])


def test_the_referee_beats_the_tiles_and_the_sheet_says_so(consultant: Consultant) -> None:
    facts = {
        "incident": "victoire-annoncee",
        "tuiles": DISPUTES["rc-002"],
        "tuiles_montrees": "toutes",
        "furiten": "non",
    }
    document = ruled(consultant, "ema-2016", facts)
    (one,) = document["events"][-1]["overruled"]
    assert (one["fact"], one["said"]) == ("furiten", "Non")
    assert "6m" in one["why"]
    assert [sanction["id"] for sanction in document["ruling"]["sanctions"]] != ["chombo"]
    contested = ruled(consultant, "ema-2016", {**facts, "furiten": NOT_ESTABLISHED})
    assert contested["events"][-1]["overruled"][0]["said"] == "Non établi"
    assert contested["status"] == "possibilities"


def test_the_tiles_beat_nothing_that_the_referee_said_of_circumstances(consultant: Consultant) -> None:
    """A hand that has a yaku only on a draw: the answer about the winning tile decides, not the line of tiles."""
    facts = {
        "incident": "victoire-annoncee",
        "tuiles": "567m 999p 234m 78s 44s +9s sans-riichi",
        "tuiles_montrees": "toutes",
    }
    drawn = ruled(consultant, "ema-2016", {**facts, "tuile_gagnante": "pioche"})
    assert {"yaku": "oui"}.items() <= {one["fact"]: one["value"] for one in drawn["events"][-1]["answers"]}.items()
    given = ruled(consultant, "ema-2016", {**facts, "tuile_gagnante": "ecart", "furiten": "non"})
    assert {"yaku": "non"}.items() <= {one["fact"]: one["value"] for one in given["events"][-1]["answers"]}.items()


def test_what_nobody_said_is_not_assumed(library: Library) -> None:
    closed = Tiles(library, "ema-2016", "567m 999p 234m 78s 44s +9s", {}).facts()
    assert "yaku" not in closed  # it may have been riichi
    assert "furiten" not in closed  # no discards were told
    assert "furiten" not in Tiles(library, "ema-2016", "567m 999p 234m 78s 44s +9s ecarts:1m", {}).facts()  # nor passes
    assert (
        Tiles(library, "ema-2016", "567m 999p 234m 78s 44s +9s ecarts:1m passees:-", {}).facts()["furiten"].value
        == "non"
    )
    thirteen = Tiles(library, "ema-2016", "567m 999p 234m 78s 44s", {}).facts()
    assert "main_complete" not in thirteen
    assert thirteen["en_attente"].value == "oui"


def test_a_wrong_count_is_an_answer_and_an_offer(library: Library, consultant: Consultant) -> None:
    assert library.tiles is not None
    facts = {"incident": "victoire-annoncee", "tuiles": "567m 999p 78s 44s +9s", "tuiles_montrees": "toutes"}
    document = ruled(consultant, "ema-2016", facts)
    assert document["events"][-1]["hand"]["wrong_count"] == 11
    assert document["events"][-1]["hand"]["offers"] == library.tiles.wrong_count
    assert {"main_complete": "mauvais-nombre"}.items() <= {
        one["fact"]: one["value"] for one in document["events"][-1]["answers"]
    }.items()


def test_tiles_of_a_second_incident(consultant: Consultant) -> None:
    facts = {
        "incident": "tuiles-montrees", "2.incident": "victoire-annoncee", "2.par": "autre", "2.tuiles": DISPUTES["rc-002"],
        "2.tuiles_montrees": "toutes",
    }  # fmt: skip
    document = ruled(consultant, "ema-2016", facts)
    while document["status"] == "question" and document["events"][-1]["number"] == 1:
        facts[document["question"]["key"]] = document["question"]["answers"][0]["value"]
        document = ruled(consultant, "ema-2016", facts)
    assert document["events"][-1]["number"] == 2
    assert document["events"][-1]["hand"]["concealed"]
    assert any(one["key"] == "2.furiten" and one["origin"] == "computed" for one in document["events"][-1]["answers"])


@pytest.mark.parametrize("text", ["11111m", "(135m)", "1m" * 300, "14 fois 1m", "9z", "\x00", "💥"])
def test_bad_tiles_are_refused(consultant: Consultant, text: str) -> None:
    with pytest.raises(InputError):
        ruled(consultant, "mcr-2006", {"incident": "victoire-annoncee", "tuiles": text})


def test_tiles_in_the_dialogue(consultant: Consultant, capsys: pytest.CaptureFixture[str]) -> None:
    """A question that tiles can answer takes « t » and a line; tiles that make no hand are told and asked again."""
    said = iter(["t", "11111m", "t", DISPUTES["rc-002"]])
    dialogue = Dialogue(consultant, lambda _: next(said))
    dialogue.ruleset = "ema-2016"
    dialogue.facts = {"contexte": "tournoi", "incident": "victoire-annoncee", "tuiles_montrees": "toutes"}
    for _ in range(2):
        document = ruled(consultant, "ema-2016", dialogue.facts)
        assert document["question"]["tiles"] == "tuiles"
        dialogue.question(document, document["question"])
    assert "le jeu n'en a que quatre" in capsys.readouterr().out
    assert ruled(consultant, "ema-2016", dialogue.facts)["status"] == "ruling"
