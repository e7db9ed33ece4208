"""Beside a silence stands what helps to decide, never the decision: near cases, other texts, how to establish the fact."""

from __future__ import annotations

from html import unescape

import pytest
from flask import Flask

from assistant.consultation import silences
from assistant.consultation.consultant import Consultant
from assistant.consultation.lines import nearest_words
from assistant.consultation.text import consultation_text
from assistant.decision import headings
from assistant.decision.gravity import weight
from assistant.decision.outcome import Outcome
from assistant.model import Library
from tests.support.drawing import Drawing
from tests.support.wording import plain

SILENT = {"incident": "score-faux", "moment_de_l_erreur": "main-defaite"}


def test_near_cases_are_decided_by_the_same_text_as_told(consultant: Consultant, library: Library) -> None:
    (answer,) = consultant.consult(["ema-2016"], SILENT)["consultations"]
    assert answer["ruling"] is not None and answer["ruling"]["silences"]
    (beside,) = answer["ruling"]["silence_help"]
    assert beside["nearest"]
    for near in beside["nearest"]:
        assert near["sections"] and all(clause.startswith("ema-2016/") for clause in near["cites"])
        changed = {**SILENT, **{one["key"]: str(one["value"]) for one in near["when"]}}
        (other,) = consultant.consult(["ema-2016"], changed)["consultations"]
        assert other["ruling"] is not None and other["ruling"]["headline"] == [near["decision"]]
        assert not other["ruling"]["silences"]


def test_the_other_texts_are_told_with_their_section_and_without_authority(consultant: Consultant) -> None:
    (answer,) = consultant.consult(["ema-2016"], SILENT)["consultations"]
    assert answer["ruling"] is not None
    (beside,) = answer["ruling"]["silence_help"]
    assert [other["ruleset"] for other in beside["elsewhere"]] == ["wrc-2015", "mcr-2006", "mcr-2015"]
    for other in beside["elsewhere"]:
        assert other["says"] and bool(other["sections"]) == other["decides"]
        assert all(clause.startswith(f"{other['ruleset']}/") for clause in other["cites"])
        if other["decides"]:
            (there,) = consultant.consult([other["ruleset"]], SILENT)["consultations"]
            assert there["ruling"] is not None and there["ruling"]["headline"] == [other["says"]]
    assert "sans autorité" in plain(consultation_text(answer)).lower()


def test_terminal_and_page_show_all_of_it(consultant: Consultant, app: Flask) -> None:
    (answer,) = consultant.consult(["ema-2016"], SILENT)["consultations"]
    told = plain(consultation_text(answer))
    page = plain(
        unescape(app.test_client().get("/cas", query_string={"reglement": "ema-2016", **SILENT}).get_data(as_text=True))
    )
    for title in (headings.NEAREST, headings.OTHER_TEXTS, headings.ESTABLISH):
        assert plain(title).upper() in told and f"<summary>{plain(title)}</summary>" in page


def test_where_the_text_speaks_nothing_is_looked_for(consultant: Consultant) -> None:
    facts = {"incident": "score-faux", "moment_de_l_erreur": "pendant-le-compte"}
    (answer,) = consultant.consult(["ema-2016"], facts)["consultations"]
    assert answer["ruling"] is not None and answer["ruling"]["silence_help"] == []


def test_every_incident_says_how_to_establish_what_happened(library: Library) -> None:
    assert all(library.establishing(incident) for incident in library.incidents)


def test_lightest_and_heaviest_count_what_is_paid_too(consultant: Consultant) -> None:
    """Two decisions of one sanction are not one: the 20 points of a false Hu weigh more than its 10."""
    facts = {"incident": "victoire-annoncee", "tuile_gagnante": "pioche", "tuiles_montrees": "toutes", "main_complete": "non"}
    assert "20 points" in nearest(consultant, "mcr-2015", facts)["heaviest"]
    late = {"incident": "retard", "minutes_de_retard": 10, "minute_commencee": "oui", "place_a_l_arrivee": "libre"}
    beside = nearest(consultant, "mcr-2015", late)
    assert "10 points" in beside["lightest"] and "20 points" in beside["heaviest"]


def test_what_cannot_be_put_in_order_is_an_example(consultant: Consultant) -> None:
    """« Le seul » was said of one of several; a near case lighter than what is decided was « le plus lourd »."""
    left = {"incident": "tuile-appelee-non-prise", "depuis_l_appel": "premier-a-ecarte"}
    assert list(nearest(consultant, "mcr-2015", left)) == ["example"]
    shown = nearest(consultant, "mcr-2006", {"incident": "tuiles-montrees", "donne_jouable": "non"})
    assert "heaviest" not in shown and "écarter" in shown["example"]


def nearest(consultant: Consultant, ruleset: str, facts: dict[str, str | int]) -> dict[str, str]:
    """The near cases beside the one silence of a ruling: the last of each side."""
    (answer,) = consultant.consult([ruleset], facts)["consultations"]
    assert answer["ruling"] is not None
    (beside,) = answer["ruling"]["silence_help"]
    return {near["side"]: near["decision"] for near in beside["nearest"]}


@pytest.mark.walk
def test_lightest_and_heaviest_are_in_order_and_the_search_is_bounded(
    library: Library, consultant: Consultant, drawing: Drawing, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[silences.Near] = []
    seen = silences.near_cases
    monkeypatch.setattr(silences, "near_cases", lambda *told: found.extend(near := seen(*told)) or near)
    silent = [
        (case, ruleset)
        for case in library.cases.values()
        for ruleset, expected in case.expect.items()
        if expected.silence and not case.further
    ]
    helped = 0
    for case, ruleset in drawing.sample("silent cases", silent, 40):
        found.clear()
        (answer,) = consultant.consult([ruleset], case.flat_facts())["consultations"]
        if answer["ruling"] is None or not answer["ruling"]["silence_help"]:
            continue
        assert len(found) <= silences.MOST_RUNS
        assert all(weight(library, near.outcome) is not None for near in found)
        (beside,) = answer["ruling"]["silence_help"]
        assert bool(beside["nearest"]) == bool(found)
        helped += bool(beside["nearest"])
    assert helped


def test_what_would_have_to_be_otherwise_is_said_and_not_listed(consultant: Consultant, library: Library) -> None:
    """« s'il a montré toute sa main », not « si tuiles montrées : toute sa main »; every answer to a question is a clause."""
    (answer,) = consultant.consult(["ema-2016"], SILENT)["consultations"]
    assert answer["ruling"] is not None
    (beside,) = answer["ruling"]["silence_help"]
    assert all(line.partition(", ")[2].startswith(("si ", "s'")) for line in map(nearest_words, beside["nearest"]))
    mute = [f"{fact.id}={value.id}" for fact in library.facts.values() for value in fact.values if fact.clause(value.id) is None]
    assert not mute
    for step in answer["ruling"]["how"]:
        assert all(reason["title"] not in reason["said"] for reason in step["because"]), step


@pytest.mark.parametrize(
    ("heavier", "ends"),
    [
        ({"a": "b", "b": ""}, ("a", "b")),
        ({"a": "b", "b": "c", "c": "", "d": "c"}, ("a", "c")),  # what c costs more than a nobody tells directly
        ({"a": "", "b": ""}, None),
        ({"a": "b", "b": "a"}, None),
        ({"a": "b", "b": "c", "c": "b"}, None),
        ({}, None),
    ],
)
def test_the_ends_are_found_in_whatever_number_of_steps(heavier: dict[str, str], ends: tuple[str, str] | None) -> None:
    assert silences.ends_of(heavier) == ends


def test_a_chain_of_which_no_two_ends_can_be_compared_has_its_help(consultant: Consultant) -> None:
    """Tenpai granted, the noten penalty, chombo with what the referee adds: the last is told heavier than the second alone."""
    facts = {
        "incident": "tenpai-conteste",
        "contexte": "tournoi",
        "attente_montree": "rien",
        "en_riichi": "non",
        "autres_noten": "trois",
        "geste_delibere": "oui",
    }
    (answer,) = consultant.consult(["ema-2016"], facts)["consultations"]
    assert answer["ruling"] is not None
    (beside,) = answer["ruling"]["silence_help"]
    assert [near["side"] for near in beside["nearest"]] == ["lightest", "heaviest"]


def test_two_rare_circumstances_beside_a_silence_are_no_failure(consultant: Consultant) -> None:
    """Of what could be decided nothing was at once above the lightest and below nothing: the sheet failed."""
    left = {"incident": "tenpai-conteste", "attente_montree": "rien", "en_riichi": "non", "autres_noten": "trois"}
    shown = nearest(consultant, "ema-2016", {**left, "derniere_main": "oui", "geste_delibere": "oui"})
    assert shown and set(shown) <= {"lightest", "heaviest", "example"}


def test_the_heaviest_is_reached_step_by_step_where_far_apart_nothing_is_put_in_order() -> None:
    light, middle, heavy = (Outcome(silences=frozenset({name})) for name in "abc")
    assert silences.ends_of({light: [middle], middle: [heavy], heavy: []}) == (light, heavy)
    assert silences.ends_of({light: [middle, heavy], middle: [heavy], heavy: []}) == (light, heavy)
    assert silences.ends_of({light: [], middle: []}) is None
    assert silences.ends_of({light: [middle], middle: [heavy], heavy: [light]}) is None
