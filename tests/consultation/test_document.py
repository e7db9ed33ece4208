"""The document and its published schema: every key of every kind of answer is described, and nothing else is there."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from assistant.commands.schema import schemas
from assistant.consultation.consultant import FORMAT, Consultant
from assistant.consultation.questionnaire import NOT_ESTABLISHED
from assistant.decision.statuses import CHOICE
from assistant.model import Library, Scope, WarnKind
from tests.conftest import ROOT
from tests.support.drawing import Drawing

Form = jsonschema.protocols.Validator


@pytest.fixture(scope="module")
def form() -> Form:
    schema = schemas()["consultation"]
    return jsonschema.validators.validator_for(schema)(schema)


def tellings(library: Library, drawing: Drawing) -> Iterator[tuple[str, dict[str, object]]]:
    """Cases of one incident and of several, whole, with the last answer missing, and with it contested."""
    alone = [case for case in library.cases.values() if not case.further]
    further = [case for case in library.cases.values() if case.further]
    for case in [*drawing.sample("cases of one event", alone, 40), *drawing.sample("cases of several", further, 40)]:
        ruleset = next(iter(case.expect))
        facts: dict[str, object] = dict(case.flat_facts())
        yield ruleset, facts
        known = [name for name in facts if name.split(".")[-1] in library.facts]
        last = [name for name in known if library.facts[name.split(".")[-1]].scope != Scope.CONTEXT][-1:]
        for name in last:
            yield ruleset, {other: value for other, value in facts.items() if other != name}
            yield ruleset, {**facts, name: NOT_ESTABLISHED}
    for tiles in ("2233344456m 678p +3m ecarts:6m ron", "567m 999p 78s 44s +9s"):
        told = {"incident": "victoire-annoncee", "tuiles": tiles, "tuiles_montrees": "toutes", "main_complete": "oui"}
        yield "ema-2016", {**told}


@pytest.mark.walk
def test_every_kind_of_answer_fits_the_published_schema(
    library: Library, consultant: Consultant, form: Form, drawing: Drawing
) -> None:
    seen: Counter[tuple[str, bool]] = Counter()
    for ruleset, facts in tellings(library, drawing):
        document = consultant.consult([ruleset], facts)
        form.validate(document)
        (answer,) = document["consultations"]
        seen[answer["status"], len(answer["events"]) > 1] += 1
    kinds = {(status, several) for status in ("question", "ruling", "possibilities") for several in (False, True)}
    assert set(seen) == kinds, seen


def test_a_key_too_many_too_few_or_misspelt_does_not_fit(consultant: Consultant, form: Form) -> None:
    document = consultant.consult(["ema-2016"], {"incident": "victoire-annoncee"})
    (answer,) = document["consultations"]
    event = answer["events"][0]
    for bent in (
        {**event, "incidents": event["incident"]},
        {key: value for key, value in event.items() if key != "label"},
        {**event, "by": "personne"},
    ):
        wrong = {**document, "consultations": [{**answer, "events": [bent]}]}
        assert not form.is_valid(wrong), bent
    assert form.is_valid(document)


def objects(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        for part in schema.values():
            yield from objects(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from objects(part)


def test_nothing_undescribed_is_allowed_anywhere() -> None:
    schema = schemas()["consultation"]
    every = list(objects(schema))
    assert len(every) >= 25
    for one in every:
        assert one["additionalProperties"] is False, one["title"]
        assert set(one["required"]) == set(one["properties"]), one["title"]
    assert schema["properties"]["format"]["const"] == FORMAT


def test_of_one_incident_the_ruling_of_the_case_is_its_own(
    library: Library, consultant: Consultant, drawing: Drawing
) -> None:
    """The case of one event is the case of several with one: same parts, and the whole is the event's own ruling."""
    alone = several = 0
    for ruleset, facts in tellings(library, drawing):
        (answer,) = consultant.consult([ruleset], facts, explain=False)["consultations"]
        rulings = [event["ruling"] for event in answer["events"]]
        if answer["ruling"] is None:
            assert rulings[-1] is None
        elif len(rulings) == 1:
            assert answer["ruling"] == rulings[0]
            assert bool(answer["events"][0]["label"]) == ("qui" in facts)
            alone += 1
        else:
            assert all(ruling is not None and set(ruling) == set(answer["ruling"]) for ruling in rulings)
            assert len(answer["ruling"]["headline"]) >= len(rulings)
            several += 1
    assert alone > 0 and several > 0


def test_nothing_that_an_incident_decides_is_lost_on_the_sheet_of_the_whole(
    library: Library, consultant: Consultant, drawing: Drawing
) -> None:
    examined = 0
    several = [case for case in library.cases.values() if case.further]
    for case in drawing.sample("sheets of several", several, 240):
        for ruleset in case.expect:
            (answer,) = consultant.consult([ruleset], case.flat_facts(), explain=False)["consultations"]
            whole = answer["ruling"]
            assert whole is not None
            for number, event in enumerate(answer["events"], 1):
                own = event["ruling"]
                assert own is not None
                told = {sanction["id"] for sanction in whole["sanctions"]}
                lost = [library.sanctions[one["id"]] for one in own["sanctions"] if one["id"] not in told]
                chosen = f"{f'{number}.' if number > 1 else ''}{CHOICE}" in case.flat_facts()
                assert all(sanction.vanishes or (chosen and sanction.discretion) for sanction in lost)
                due = Counter((amount["sanction"], str(amount["numbers"])) for amount in own["amounts"])
                assert due <= Counter((amount["sanction"], str(amount["numbers"])) for amount in whole["amounts"])
                for silence in own["silences"]:
                    assert any(silence[1:] in other for other in whole["silences"])
                for reading in own["readings"]:
                    told_as = [*(other["text"] for other in whole["readings"]), *whole["idle"]]  # idle: the deal is over
                    assert any(reading["text"][1:] in text for text in told_as)
                assert {quote["id"] for quote in own["citations"]} <= {quote["id"] for quote in whole["citations"]}
                told_of = {one["text"] for one in whole["warnings"]}
                dropped = [warning for warning in own["warnings"] if warning["text"] not in told_of]
                # how we read what becomes of the deal is said where that is what becomes of it
                assert all(warning["kind"] == WarnKind.INTERPRETATION for warning in dropped)
                assert not dropped or own["slots"] != whole["slots"]
                assert all(step in whole["how"] for step in own["how"])
            examined += 1
    assert examined > 30


def test_a_ruling_needs_none_of_the_heavy_libraries() -> None:
    """The types of the document are for checking only: a referee in a hurry does not wait for pydantic, jinja2 or flask."""
    script = (
        "import sys; from assistant.cli import main; "
        "main(['rule', '--ruleset', 'ema-2016', '--fact', 'incident=victoire-annoncee']); "
        "sys.exit(' '.join({'pydantic', 'jinja2', 'flask'} & set(sys.modules)) or 0)"
    )
    for _ in range(2):  # the first run may have to read the knowledge, which does need one of them
        ran = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
