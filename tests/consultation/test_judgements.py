"""A judgement is asked as one, with the measure of the ruleset played; help speaks the words of that ruleset."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest
from flask import Flask

from assistant.commands.ask import Dialogue
from assistant.consultation.consultant import Consultant
from assistant.consultation.questionnaire import NOT_ESTABLISHED, UNJUDGED, UNSETTLED
from assistant.consultation.text import consultation_text
from assistant.decision import headings
from assistant.model import Library
from tests.support.make import FACTS, Base
from tests.support.wording import plain

PLAYABLE = "donne_jouable"


def asked_of(consultant: Consultant, ruleset: str) -> dict[str, str]:
    """A case of this ruleset whose next question is whether the deal can go on."""
    for case in consultant.library.cases.values():
        if ruleset in case.expect and PLAYABLE in case.facts and not case.further:
            facts = {name: str(value) for name, value in case.flat_facts().items() if name != PLAYABLE}
            (answer,) = consultant.consult([ruleset], facts, explain=False)["consultations"]
            if answer["question"] and answer["question"]["fact"] == PLAYABLE:
                return facts
    raise AssertionError("no case asks it last")


@pytest.mark.parametrize("ruleset", ["ema-2016", "wrc-2015", "mcr-2006", "mcr-2015"])
def test_the_measure_is_that_of_the_ruleset_played(consultant: Consultant, ruleset: str) -> None:
    facts = asked_of(consultant, ruleset)
    (answer,) = consultant.consult([ruleset], facts)["consultations"]
    asked = answer["question"]
    assert asked is not None and asked["judgement"] is not None
    sources = {one["source"] for one in asked["judgement"]["citations"]}
    assert sources == ({"ema-2016"} if ruleset == "ema-2016" else set())
    told = " ".join(plain(consultation_text(answer)).split())
    assert plain(headings.JUDGEMENT) in told
    assert (headings.YARDSTICK in told) == bool(sources) and (headings.NO_YARDSTICK in told) != bool(sources)
    assert asked["not_established"] is not None and asked["not_established"]["label"] == UNJUDGED.label
    assert str(UNSETTLED.help) not in told


def test_a_judgement_not_made_yet_shows_what_each_would_give(consultant: Consultant, app: Flask) -> None:
    facts = {**asked_of(consultant, "ema-2016"), PLAYABLE: NOT_ESTABLISHED}
    (answer,) = consultant.consult(["ema-2016"], facts)["consultations"]
    assert answer["status"] == "possibilities" and answer["tree"] is not None and answer["tree"]["judgement"]
    told = plain(consultation_text(answer))
    assert headings.JUDGEMENTS.upper() in told and headings.JUDGE_FIRST in told and UNJUDGED.label in told
    page = plain(
        unescape(app.test_client().get("/cas", query_string={"reglement": "ema-2016", **facts}).get_data(as_text=True))
    )
    assert headings.JUDGE_FIRST in page and headings.POSSIBILITIES not in page


def test_the_pages_ask_it_as_a_judgement(consultant: Consultant, app: Flask) -> None:
    facts = asked_of(consultant, "ema-2016")
    client = app.test_client()
    page = plain(unescape(client.get("/cas", query_string={"reglement": "ema-2016", **facts}).get_data(as_text=True)))
    again = client.get(
        "/cas/changer", query_string={"reglement": "ema-2016", **facts, PLAYABLE: "oui", "_fait": PLAYABLE}
    )
    for told in (page, plain(unescape(again.get_data(as_text=True)))):
        assert plain(headings.JUDGEMENT) in told and "une grande partie du mur" in told
        assert UNJUDGED.label in told and str(UNSETTLED.help) not in told


def test_ask_says_it_too(consultant: Consultant, capsys: pytest.CaptureFixture[str]) -> None:
    facts = asked_of(consultant, "ema-2016")
    dialogue = Dialogue(consultant, lambda _: "1")
    dialogue.ruleset, dialogue.facts = "ema-2016", dict(facts)
    (answer,) = consultant.consult(["ema-2016"], facts)["consultations"]
    assert answer["question"] is not None
    dialogue.question(answer, answer["question"])
    told = plain(capsys.readouterr().out)
    assert plain(headings.JUDGEMENT) in " ".join(told.split()) and UNJUDGED.label in told
    assert dialogue.facts[PLAYABLE] == "oui"


def test_help_speaks_the_words_of_the_ruleset(tmp_path: Path) -> None:
    question = "  question: Sa main est-elle complète ?\n"
    base = Base(tmp_path).replace(FACTS, question, question + "  help: Partout.\n  help_in: {alpha: Chez Alpha.}\n")
    library: Library = base.library()
    fact = library.facts["complete"]
    games = {name: ruleset.game for name, ruleset in library.rulesets.items()}
    assert [fact.helps(name, games[name]) for name in ("alpha", "beta")] == ["Chez Alpha.", "Partout."]
    assert fact._replace(help_in={games["beta"]: "Au jeu."}).helps("beta", games["beta"]) == "Au jeu."
