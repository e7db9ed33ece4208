"""What is printed and served of the comparison as JSON fits the published schema, and the schema does not fit just anything."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from flask import Flask
from flask.testing import FlaskClient

from assistant.cli import main
from assistant.commands.schema import schemas
from assistant.compare.comparison import Comparison

PRINTED = {
    "OverviewPart": ["--format", "json"],
    "SurprisesPart": ["--gravest", "--ruleset", "ema-2016", "--ruleset", "wrc-2015", "--format", "json"],
    "PairPart": ["riichi-incomplet", "--format", "json"],
}
SERVED = {
    "/comparer.json": "OverviewPart",
    "/comparer.json?jeu=mcr&genre=silence&famille=victoire": "OverviewPart",
    "/api/v1/compare?r=ema-2016&r=mcr-2015": "OverviewPart",
    "/api/v1/compare/riichi-incomplet": "PairPart",
    "/comparer/riichi-incomplet.json": "IncidentPairPart",
    "/comparer/surprises.json?r=wrc-2015&r=ema-2016&contexte=amical": "SurprisesPart",
    "/comparer/accord.json": "AgreementPart",
    "/comparer/cas.json?reglement=ema-2016&incident=riichi-incomplet&etape_oubliee=mot": "CasePart",
    "/comparer/cas.json?reglement=ema-2016&incident=riichi-incomplet": "CasePart",
}


@pytest.fixture(scope="module")
def client(app: Flask, comparison: Comparison) -> FlaskClient:
    return app.test_client()


def check(document: Any, part: str) -> None:
    """A document by the whole schema, and by the part that describes it."""
    schema = schemas()["comparison"]
    jsonschema.validate(document, schema)
    own = {"$defs": schema["$defs"], "$ref": f"#/$defs/{part}"}
    for one in document if isinstance(document, list) else [document]:
        jsonschema.validate(one, own)


@pytest.mark.parametrize(("part", "arguments"), PRINTED.items(), ids=PRINTED.keys())
def test_what_is_printed_fits(
    client: FlaskClient, part: str, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", *arguments]) == 0
    check(json.loads(capsys.readouterr().out), part)


@pytest.mark.parametrize(("address", "part"), SERVED.items(), ids=SERVED.keys())
def test_what_is_served_fits(client: FlaskClient, address: str, part: str) -> None:
    check(client.get(address).get_json(), part)


def test_a_misspelt_or_missing_key_does_not_fit(client: FlaskClient) -> None:
    document = client.get("/comparer/riichi-incomplet.json").get_json()
    situation = document["situations"][0]
    for wrong in (
        {**situation, "kinds": "egal"},
        {**situation, "kind": "pareil"},
        {key: value for key, value in situation.items() if key != "share"},
    ):
        with pytest.raises(jsonschema.ValidationError):
            check({**document, "situations": [wrong]}, "IncidentPairPart")
