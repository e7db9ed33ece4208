"""The API keeps what its OpenAPI description promises, whatever it is asked; and no address at all makes the server stumble."""

from __future__ import annotations

import json
from string import ascii_lowercase
from urllib.parse import quote, urlencode

import pytest
import schemathesis
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)

from assistant.compare.comparison import Comparison
from assistant.model import Library
from tests.support.drawing import examples

BOUNDED = settings(max_examples=examples(40), derandomize=True, database=None, phases=[Phase.explicit, Phase.generate])
PLAIN = {"Accept-Encoding": "identity"}  # in process nobody unpacks
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture(scope="module")
def described(app: Flask, comparison: Comparison) -> schemathesis.BaseSchema:
    """The description, the comparison at hand so that it is answered, not put off."""
    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)


def test_the_api_answers_as_described(described: schemathesis.BaseSchema) -> None:
    labels = []
    for found in described.get_all_operations():
        operation = found.ok()
        labels.append(operation.label)
        wrong = [GenerationMode.NEGATIVE] if operation.method == "post" else []  # nothing to get wrong in the others
        for mode in [GenerationMode.POSITIVE, *wrong]:

            @BOUNDED
            @given(case=operation.as_strategy(generation_mode=mode))
            def answers_as_described(case: schemathesis.Case) -> None:
                case.call_and_validate(checks=CHECKS, headers=PLAIN)

            answers_as_described()
    assert len(labels) >= 12 and "POST /api/v1/consult" in labels


def test_a_doubled_slash_is_an_address_like_any_other(client: FlaskClient) -> None:
    answer = client.get("/api/v1/clauses//progression", headers=PLAIN)
    assert answer.status_code == 404 and answer.is_json


def test_the_examples_of_the_description_are_good(client: FlaskClient) -> None:
    description = client.get("/api/v1/openapi.json").get_json()
    consult = description["paths"]["/api/v1/consult"]["post"]["requestBody"]["content"]["application/json"]["example"]
    assert client.post("/api/v1/consult", json=consult).status_code == 200
    for path, operations in description["paths"].items():
        for parameter in operations.get("get", {}).get("parameters", []):
            if "example" in parameter:
                link = path.replace(f"{{{parameter['name']}}}", quote(parameter["example"]))
                asked = {parameter["name"]: parameter["example"]} if parameter["in"] == "query" else {}
                assert client.get(link, query_string=asked).status_code == 200, link


def consultations(library: Library) -> st.SearchStrategy[dict[str, object]]:
    """Consultations of known names with values of every sort: nearly right, which random text never is."""
    facts = sorted(library.facts)
    values = sorted({value.id for fact in library.facts.values() for value in fact.values})
    names = st.sampled_from([*facts, "incident", "2.incident", "2.par", "3.incident"]) | st.sampled_from(facts).map(
        "2.{}".format
    )
    said = st.sampled_from([*values, *library.incidents, "non-etabli", "meme", "autre"]) | st.integers(-5, 10**12)
    first = st.fixed_dictionaries({"incident": st.sampled_from(sorted(library.incidents))})
    more = st.dictionaries(names, said, max_size=5)
    return st.fixed_dictionaries(
        {
            "rulesets": st.lists(st.sampled_from(sorted(library.rulesets)), min_size=1, max_size=3),
            "facts": st.builds(lambda one, other: {**other, **one}, first, more),
        }
    )


def test_consultations_that_are_nearly_right(
    client: FlaskClient, library: Library, described: schemathesis.BaseSchema
) -> None:
    operation = described["/api/v1/consult"]["POST"]
    statuses: set[int] = set()

    @settings(BOUNDED, max_examples=examples(150))
    @given(asked=consultations(library))
    def answered(asked: dict[str, object]) -> None:
        answer = operation.Case(body=asked, media_type="application/json").call_and_validate(
            checks=CHECKS, headers=PLAIN
        )
        statuses.add(answer.status_code)

    answered()
    assert statuses >= {200, 400}


def addresses(library: Library) -> st.SearchStrategy[str]:
    """Addresses of pages: real ones, bent ones, and noise."""
    noise = st.text(max_size=12)
    sources, rulesets = sorted(library.sources), sorted(library.rulesets)
    sections = sorted({clause.id.split("/")[1] for clause in library.clauses.values()})
    facts = sorted(library.facts)
    names = st.sampled_from(
        ["reglement", "contexte", "incident", "2.incident", "2.par", "9.incident", "_change", "_fait", "_par", "q", "zone", "r", "famille", "genre", "diff", "jeu", *facts]
    )  # fmt: skip
    values = st.one_of(
        st.sampled_from([*rulesets, *library.incidents, *facts, "tournoi", "amical", "non-etabli", "oui", "non", "2", "-1", "99999999999"]),
        noise,
        st.text(alphabet=ascii_lowercase + "%&=.;/\x00ÿ", max_size=30),
    )  # fmt: skip
    paths = st.one_of(
        st.sampled_from(
            ["/", "/cas", "/cas.json", "/cas/changer", "/cas/ajouter", "/cas/partager", "/cas/qr.svg", "/index.json", "/textes", "/textes.json",
             "/bareme", "/silences", "/verification", "/comparer", "/comparer.json", "/comparer.csv", "/comparer/cas", "/comparer/cas.json", "/comparer/accord", "/comparer/surprises", "/sw.js", "/aide"]
        ),
        st.builds("/textes/{}/{}".format, st.sampled_from(sources) | noise.map(quote), st.sampled_from(sections) | noise.map(quote)),
        st.builds("/bareme/{}".format, st.sampled_from(rulesets) | noise.map(quote)),
        st.builds("/silences/{}".format, st.sampled_from(rulesets) | noise.map(quote)),
        st.builds("/comparer/{}".format, st.sampled_from(sorted(library.incidents)) | noise.map(quote)),
        noise.map(lambda text: "/" + quote(text)),
    )  # fmt: skip
    known = st.fixed_dictionaries(
        {"reglement": st.sampled_from(rulesets), "incident": st.sampled_from(sorted(library.incidents))}
    )
    query = st.builds(
        lambda one, more: [*one.items(), *more], known | st.just({}), st.lists(st.tuples(names, values), max_size=6)
    )
    return st.builds(lambda path, parameters: f"{path}?{urlencode(parameters)}", paths, query)


@pytest.mark.walk
def test_no_address_makes_the_server_stumble(client: FlaskClient, library: Library) -> None:
    statuses: set[int] = set()

    @settings(BOUNDED, max_examples=examples(600))
    @example(address="/cas?reglement=inconnu", cookie="")
    @given(address=addresses(library), cookie=st.text(alphabet=ascii_lowercase + ".-0123456789", max_size=20))
    def answered(address: str, cookie: str) -> None:
        with client.get(address, headers={"Cookie": f"table={cookie}"}) as answer:
            statuses.add(answer.status_code)
            assert answer.status_code < 500 or (answer.status_code == 503 and "/comparer." in address), address
            if answer.mimetype == "text/html":
                assert "<h1" in answer.get_data(as_text=True)
            if answer.mimetype == "application/json":
                json.loads(answer.data)

    answered()
    assert statuses >= {200, 400, 404}
