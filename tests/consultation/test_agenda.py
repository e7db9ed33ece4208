"""The atlas of silences holds everything that the knowledge leaves open, each where the engine meets it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from html import unescape

import jsonschema
import pytest
from flask import Flask

from assistant.cli import main
from assistant.commands.schema import schemas
from assistant.consultation.agenda import REMARKS, agenda, counted, kept, kept_or_made, of_ruleset
from assistant.consultation.agenda_document import AgendaPart, Kind, OpeningPart
from assistant.consultation.cases import each
from assistant.consultation.consultant import Consultant
from assistant.engine.engines import Engines
from assistant.model import Library
from tests.support.wording import plain

RULESETS = ("ema-2016", "wrc-2015", "mcr-2006", "mcr-2015")


@cache
def _atlas(consultant: Consultant, ruleset: str) -> AgendaPart:
    (part,) = agenda(consultant.library, consultant.engines, [ruleset])["atlases"]
    return part


def _openings(part: AgendaPart) -> Iterator[OpeningPart]:
    return (opening for family in part["families"] for opening in family["openings"])


@pytest.mark.walk
@pytest.mark.drawn(4)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_nothing_that_is_left_open_is_missing(consultant: Consultant, library: Library, ruleset: str) -> None:
    every = list(_openings(_atlas(consultant, ruleset)))
    texts = {(one["kind"], one["text"]) for one in every}
    readings = {tuple(reading["text"] for reading in one["readings"]) for one in every}
    own = library.rulesets[ruleset]
    for rule in own.rules.values():
        assert rule.then.silence is None or (Kind.SILENCE, rule.then.silence) in texts
        assert tuple(reading.text for reading in rule.then.readings) in readings
        choices = [one for one in every if one["kind"] == Kind.DISCRETION and rule.id in one["rules"]]
        assert bool(choices) == (rule.then.decides is not None)
    for clause in library.clauses.values():
        if clause.source == own.source:
            assert all((REMARKS[warn.kind], warn.text) in texts for warn in clause.warnings if warn.kind in REMARKS)
    assert sum(_atlas(consultant, ruleset)["counts"].values()) == len(every)


@pytest.mark.walk
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_case_beside_it_meets_it(consultant: Consultant, library: Library, ruleset: str) -> None:
    """A rule's own opening names a case in which the engine lets one of its rules stand, in the family of that case."""
    part = _atlas(consultant, ruleset)
    others = [name for name in library.rulesets if name != ruleset]
    met = 0
    for family in part["families"]:
        for opening in family["openings"]:
            case = opening["case"]
            if case is None:
                assert not opening["elsewhere"]
                continue
            assert library.incidents[case["incident"]].family == family["id"]
            assert case["incident"] in {one["id"] for one in opening["incidents"]}
            assert [other["ruleset"] for other in opening["elsewhere"]] == others
            if opening["kind"] in (Kind.CONTRADICTION, Kind.DISCRETION):
                (judged,) = each(library, consultant.engines, library.cases[case["id"]], ruleset)
                assert set(opening["rules"]) & set(judged.position.state.run.standing)
                met += 1
    assert met > 20


@pytest.mark.walk
def test_a_silence_of_a_rule_is_the_silence_of_its_case(consultant: Consultant, library: Library) -> None:
    rules = library.rulesets["ema-2016"].rules
    for opening in _openings(_atlas(consultant, "ema-2016")):
        if opening["text"] in {rules[name].then.silence for name in opening["rules"]} and opening["case"]:
            (judged,) = each(library, consultant.engines, library.cases[opening["case"]["id"]], "ema-2016")
            outcome = judged.position.state.outcome
            assert outcome is not None and opening["text"] in outcome.silences


@pytest.mark.walk
def test_a_rule_that_falls_silent_is_found(library: Library) -> None:
    """Nothing is listed by name: another silence, and a remark on a clause, are in the atlas at once."""
    own = library.rulesets["ema-2016"]
    rule = next(one for one in own.rules.values() if one.is_ruling and not one.then.silence)
    silent = rule._replace(then=rule.then._replace(silence="Le texte ne dit rien de cela, pour voir."))
    changed = library._replace(
        rulesets={**library.rulesets, own.id: own._replace(rules={**own.rules, rule.id: silent})}
    )
    (part,) = agenda(changed, Engines(changed), [own.id])["atlases"]
    (opening,) = [one for one in _openings(part) if one["text"].endswith("pour voir.")]
    assert opening["kind"] == Kind.SILENCE and opening["rules"] == [rule.id] and opening["case"]


@pytest.mark.walk
def test_the_command_prints_every_opening_and_its_data_fits_the_schema(
    consultant: Consultant, capsys: pytest.CaptureFixture[str]
) -> None:
    part = _atlas(consultant, "wrc-2015")
    assert main(["silences", "--ruleset", "wrc-2015"]) == 0
    told = plain(capsys.readouterr().out)
    assert counted(part["families"]) in told.splitlines()[0]
    assert all(plain(opening["text"]) in told for opening in _openings(part))
    assert main(["silences", "--ruleset", "wrc-2015", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["atlases"] == [part]
    schema = schemas()["silences"]
    jsonschema.validators.validator_for(schema)(schema).validate(document)


def test_an_unknown_ruleset_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["silences", "--ruleset", "ema-2017"]) == 2
    assert "Vouliez-vous dire « ema-2016 » ?" in plain(capsys.readouterr().err)


@pytest.mark.walk
def test_the_page_has_every_opening_and_its_case_opens(app: Flask, consultant: Consultant) -> None:
    client, part = app.test_client(), _atlas(consultant, "mcr-2006")
    assert "/silences" in client.get("/textes").get_data(as_text=True)
    assert "/silences/mcr-2006" in client.get("/silences").get_data(as_text=True)
    page = plain(unescape(client.get("/silences/mcr-2006").get_data(as_text=True)))
    assert page.count('class="opening"') == sum(part["counts"].values())
    assert client.get("/silences/mcr-2006.json").get_json()["atlases"] == [part]
    assert client.get("/silences/rien").status_code == 404
    start = page.index("/cas?")
    assert client.get(page[start : page.index('"', start)].replace("&amp;", "&")).status_code == 200


@pytest.mark.walk
def test_what_is_kept_is_what_is_made_for_each(library: Library, engines: Engines) -> None:
    """The pages read the atlas of their ruleset off one that was made beside: it is the one they would make."""
    every = kept_or_made(library)
    assert kept(library) == every and [one["ruleset"] for one in every["atlases"]] == list(library.rulesets)
    ruleset = list(library.rulesets)[-1]
    assert of_ruleset(every, ruleset) == agenda(library, engines, [ruleset])
