"""Requests from many clients at once do not mix cases: every answer of the production server is the engine's own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest

from assistant.consultation.consultant import Consultant
from assistant.model import Library
from tests.support.serving import Serving, serving
from tests.support.wording import plain

CLIENTS = 32
EACH = 10


class Asked:
    """One consultation under one ruleset, as an address of a page of data."""

    def __init__(self, ruleset: str, facts: dict[str, Any]):
        self.ruleset = ruleset
        self.facts = {name: str(value) for name, value in facts.items()}
        self.path = "/cas.json?" + urlencode({"reglement": ruleset, **self.facts})


@pytest.fixture(scope="module")
def server(own_cache: Path, library: Library) -> Iterator[Serving]:
    with serving(own_cache) as started:
        yield started


def consultations(library: Library) -> list[Asked]:
    """Whole cases under each of their rulesets, half-told ones, and bare incidents: what follows differs in each."""
    found: list[Asked] = []
    for case in library.cases.values():
        for ruleset in case.expect:
            facts = dict(case.flat_facts())
            found.append(Asked(ruleset, facts))
            if len(facts) > 3 and not case.further:
                found.append(Asked(ruleset, dict(list(facts.items())[:-1])))
    found += [
        Asked(ruleset, {"incident": incident.id})
        for incident in library.incidents.values()
        for ruleset in incident.rulesets
    ]
    return Random(7).sample(found, min(len(found), CLIENTS * EACH // 2))


def ask(port: int, mine: list[Asked], page: bool) -> list[tuple[int, bytes]]:
    connection = HTTPConnection("127.0.0.1", port, timeout=120)
    told: list[tuple[int, bytes]] = []
    for one in mine:
        connection.request("GET", one.path.replace("/cas.json?", "/cas?") if page else one.path)
        answer = connection.getresponse()
        told.append((answer.status, answer.read()))
    connection.close()
    return told


def test_thirty_two_clients_get_their_own_answers(server: Serving, library: Library, consultant: Consultant) -> None:
    asked = consultations(library)
    assert {one.ruleset for one in asked} == set(library.rulesets) and len({one.path for one in asked}) > 150
    shares = [Random(client).sample(asked, EACH) for client in range(CLIENTS)]
    with ThreadPoolExecutor(CLIENTS) as clients:
        answers = list(clients.map(lambda mine: ask(server.port, mine, page=False), shares))
    expected = {
        one.path: json.loads(json.dumps(consultant.consult([one.ruleset], one.facts)))
        for one in {one.path: one for mine in shares for one in mine}.values()
    }
    compared = 0
    for mine, told in zip(shares, answers, strict=True):
        for one, (status, body) in zip(mine, told, strict=True):
            assert status == 200, one.path
            assert json.loads(body) == expected[one.path], one.path
            compared += 1
    assert compared == CLIENTS * EACH


def test_pages_are_not_mixed_either(server: Serving, library: Library, consultant: Consultant) -> None:
    """The pages themselves, kept ones among them: each shows its own incident and decision."""
    asked = [one for one in consultations(library) if not any(name[0].isdigit() for name in one.facts)][: 4 * CLIENTS]
    shares = [asked[client::CLIENTS] * 2 for client in range(CLIENTS)]
    with ThreadPoolExecutor(CLIENTS) as clients:
        answers = list(clients.map(lambda mine: ask(server.port, mine, page=True), shares))
    for mine, told in zip(shares, answers, strict=True):
        for one, (status, body) in zip(mine, told, strict=True):
            (document,) = consultant.consult([one.ruleset], one.facts)["consultations"]
            text = typed(body.decode())
            assert status == 200 and typed(document["events"][0]["incident"]["title"]) in text
            assert typed(document["ruleset"]["edition"]) in text
            if document["status"] == "ruling":
                assert typed(" ".join(document["ruling"]["headline"])) in text, one.path
            elif document["status"] == "question":
                assert typed(document["question"]["question"]) in text, one.path


def typed(text: str) -> str:
    """Whatever the page's typography and escapes."""
    return plain(unescape(text))
