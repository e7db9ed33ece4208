"""With the graph at hand a page says what it says without it, Experta runs once per event told, and what it says holds against a wrong graph."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from experta import KnowledgeEngine

from assistant.compare.comparison import pair_row
from assistant.compare.situations import Pairing
from assistant.consultation.consultant import Consultant
from assistant.consultation.foresight import Foreseeing, Foresight, foreseeing, kept
from assistant.engine.engines import Engine, Engines, RememberingEngines
from assistant.errors import Hole, InputError
from assistant.graph.atlas import Atlas
from assistant.graph.chart import Chart
from assistant.model import Case, Library, Value
from assistant.proof.graph import chart_incident, document, keep
from assistant.training.exercises.questions import questions
from assistant.training.exercises.ruled import ruled
from tests.support.drawing import Drawing
from web import create_app
from web.artefacts import GRAPH

CHARTED = (
    ("ema-2016", "mur-mal-fait"),
    ("ema-2016", "retard"),
    ("ema-2016", "element-faux"),
    ("ema-2016", "riichi-conteste"),
    ("ema-2016", "propos-a-table"),
    ("wrc-2015", "retard"),
    ("wrc-2015", "mur-mal-fait"),
    ("wrc-2015", "kong-en-riichi"),
    ("mcr-2006", "figure-contestee"),
    ("mcr-2006", "appel-avec-main-morte"),
    ("mcr-2006", "mauvais-nombre-de-tuiles"),
    ("mcr-2006", "propos-a-table"),
)
MOST = 40  # cases that are asked

Ran = tuple[str, str, frozenset[str]]  # under which ruleset, of which incident, and what is given besides facts: something where a reading is priced


@pytest.fixture(scope="module")
def written(library: Library) -> str:
    """The graph of a few incidents, as it is written."""
    engines = RememberingEngines(library)
    return json.dumps(document(library, {pair: chart_incident(library, engines, *pair) for pair in CHARTED}))


@pytest.fixture(scope="module")
def atlas(written: str) -> Atlas:
    return Atlas(json.loads(written))


@pytest.fixture(scope="module")
def reading(library: Library, atlas: Atlas) -> Consultant:
    return Consultant(library, lambda: atlas)


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[Ran]:
    """Every run of an engine."""
    found: list[Ran] = []
    run = Engine.run

    def counted(self: Engine, facts: Mapping[str, Value], given: frozenset[str] = frozenset()) -> Any:
        found.append((self.network.ruleset, self.network.incident, given))
        return run(self, facts, given)

    monkeypatch.setattr(Engine, "run", counted)
    return found


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> list[Mapping[str, Value]]:
    """The sets of facts that no chart can read: two rare circumstances contested, say."""
    found: list[Mapping[str, Value]] = []
    read = Chart.read

    def noted(self: Chart, known: Mapping[str, Value]) -> Any:
        stop = read(self, known)
        if stop is None:
            found.append(known)
        return stop

    monkeypatch.setattr(Chart, "read", noted)
    return found


def cases_of(library: Library) -> Iterator[tuple[str, Case]]:
    """The cases of which every incident has a graph."""
    charted = set(CHARTED)
    for case in library.cases.values():
        for ruleset in case.expect:
            if all((ruleset, one["incident"]) in charted for one in case.every_facts()):
                yield ruleset, case


def tellings(facts: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A case as it was told, with each answer left out, and with each contested."""
    yield facts
    for name in facts:
        if not name.endswith(("incident", "qui")):
            yield {other: value for other, value in facts.items() if other != name}
            if facts[name] != "non-etabli":
                yield {**facts, name: "non-etabli"}
            yield {**facts, f"{name.rpartition('.')[0]}{'.' if '.' in name else ''}lecture": 2}


def answer(consultant: Consultant, ruleset: str, facts: dict[str, Any]) -> Any:
    try:
        (part,) = consultant.consult([ruleset], facts)["consultations"]
    except (Hole, InputError) as refused:
        return type(refused), str(refused)
    return part


def test_every_door_says_the_same_and_each_event_is_inferred_once(
    library: Library,
    consultant: Consultant,
    reading: Consultant,
    runs: list[Ran],
    unread: list[Mapping[str, Value]],
    drawing: Drawing,
) -> None:
    every = list(cases_of(library))
    several = [pair for pair in every if pair[1].further]
    alone = [pair for pair in every if not pair[1].further]
    cases = several + drawing.sample("cases read in the graph", alone, MOST)
    seen: set[str] = set()
    for ruleset, case in cases:
        for facts in tellings(dict(case.flat_facts())):
            inferred = answer(consultant, ruleset, facts)
            runs.clear()
            unread.clear()
            assert answer(reading, ruleset, facts) == inferred, (ruleset, facts)
            if isinstance(inferred, dict) and not unread:
                seen.add(str(inferred["status"]))
                mine = [one for one in runs if one[0] == ruleset]  # beside a silence texts without a graph are inferred
                if any(one[:2] not in CHARTED for one in mine):
                    continue  # an event is judged as another incident
                plain = sum(not given for _, _, given in mine)
                events = len(inferred["events"])
                # a question that only one way of a dispute asks is inferred in that way, too
                assert plain == events or (inferred["status"] == "question" and plain == events + 1), (ruleset, facts)
    assert seen == {"ruling", "question", "possibilities"}


def test_what_the_graph_lacks_is_inferred(library: Library, consultant: Consultant, reading: Consultant) -> None:
    case = next(one for one in library.cases.values() if "ema-2016" in one.expect and ("ema-2016", one.incident) not in CHARTED)
    facts = dict(case.flat_facts())
    assert answer(reading, "ema-2016", facts) == answer(consultant, "ema-2016", facts)


def test_with_a_run_that_does_nothing_no_page_gives_a_ruling(
    library: Library, atlas: Atlas, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much of it stands in the graph."""
    monkeypatch.setattr(GRAPH, "read", lambda _: atlas)
    client = create_app(library).test_client()
    pairs = list(cases_of(library))[::5]
    before = [page_of(client, ruleset, case) for ruleset, case in pairs]
    assert before.count("ruling") > len(before) * 0.8
    monkeypatch.setattr(KnowledgeEngine, "run", lambda self, steps=0: None)
    client = create_app(library).test_client()
    assert {page_of(client, ruleset, case) for ruleset, case in pairs}.isdisjoint({"ruling", "possibilities"})


def page_of(client: Any, ruleset: str, case: Case) -> str:
    """What the page says of a case, held against its data."""
    query = {"reglement": ruleset, "contexte": "tournoi", **case.flat_facts()}
    page = client.get("/cas", query_string=query).get_data(as_text=True)
    data = client.get("/cas.json", query_string=query)
    if data.status_code != 200:
        assert 'class="decision"' not in page
        return str(data.status_code)
    status = data.get_json()["consultations"][0]["status"]
    return str(status)


def falsified(written: str, incident: str) -> dict[str, Any]:
    """The graph with the rulings of one incident of EMA exchanged."""
    wrong: dict[str, Any] = json.loads(written)
    part = wrong["rulesets"]["ema-2016"]["incidents"][incident]
    for stop in part["stops"]:
        if "ruling" in stop:
            stop["ruling"] = (stop["ruling"] + 1) % len(part["rulings"])
    return wrong


def test_a_wrong_graph_is_told_in_the_log_and_the_engine_wins(
    library: Library, consultant: Consultant, written: str, caplog: pytest.LogCaptureFixture
) -> None:
    wrong = Atlas(falsified(written, "retard"))  # type: ignore[arg-type]
    misled = Consultant(library, lambda: wrong)
    cases = [case for ruleset, case in cases_of(library) if (ruleset, case.incident) == ("ema-2016", "retard")]
    assert cases
    for case in cases:
        caplog.clear()
        facts = dict(case.flat_facts())
        assert answer(misled, "ema-2016", facts) == answer(consultant, "ema-2016", facts)
        (record,) = [one for one in caplog.records if one.name == "arbitre"]
        assert record.levelno == logging.ERROR and "ema-2016, retard" in record.getMessage()


def test_a_graph_that_lost_its_questions_is_told_too(
    library: Library, consultant: Consultant, written: str, caplog: pytest.LogCaptureFixture
) -> None:
    wrong = json.loads(written)
    part = wrong["rulesets"]["ema-2016"]["incidents"]["retard"]
    part["stops"] = [{**stop, "needs": stop["needs"][:1]} if "ask" in stop else stop for stop in part["stops"]]
    asked = {"incident": "retard"}
    misled = Consultant(library, lambda: Atlas(wrong))
    assert answer(misled, "ema-2016", asked) == answer(consultant, "ema-2016", asked)
    assert [one.levelno for one in caplog.records if one.name == "arbitre"] == [logging.ERROR]


def test_comparison_and_exercises_are_the_same_read_or_inferred(
    library: Library, atlas: Atlas, runs: list[Ran], drawing: Drawing
) -> None:
    inferring = Engines(library)
    reading = Foreseeing(Engines(library), atlas)
    for incident in ("retard", "mur-mal-fait"):
        pair = ("ema-2016", "wrc-2015")
        expected = pair_row(library, inferring, pair, incident)
        runs.clear()
        assert pair_row(library, reading, pair, incident) == expected and not runs
    chosen = [(ruleset, case) for ruleset, case in cases_of(library)]
    for ruleset, case in drawing.sample("exercises read in the graph", chosen, 12):
        read, inferred = (ruled(library, engines, case, ruleset) for engines in (reading, inferring))
        assert (read is None) == (inferred is None)
        if read is not None and inferred is not None:
            assert questions(library, reading, read) == questions(library, inferring, inferred)


def test_the_comparison_reads_where_it_can(library: Library, atlas: Atlas) -> None:
    context = {fact.id: fact.values[0].id for fact in library.context_facts()}
    pairing = Pairing(library, Foreseeing(Engines(library), atlas), ("ema-2016", "mcr-2006"), "retard", context)
    assert [isinstance(one, Foresight) for one in pairing.questionnaires] == [True, False]


def test_a_kept_graph_is_found_again(made: Library, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARBITRE_CACHE", str(tmp_path))
    assert kept(made) is None and not isinstance(foreseeing(made), Foreseeing)
    pairs = [(name, one.id) for name in made.rulesets for one in made.incidents_of(name)]
    keep(made, document(made, {pair: chart_incident(made, Engines(made), *pair) for pair in pairs}))
    found = foreseeing(made)
    assert isinstance(found, Foreseeing) and all(found.atlas.chart(*pair) for pair in pairs)
    assert kept(made._replace(version="another")) is None
