"""Graph and engine agree, and a graph that does not is found out: a changed leaf, a lost branch, a wrong interval, a dropped link."""

from __future__ import annotations

import json
from typing import Any

import pytest

from assistant.consultation.questionnaire import Questionnaire
from assistant.engine.engines import RememberingEngines
from assistant.graph.parts import GraphDocument, IncidentPart
from assistant.model import Library
from assistant.proof.agreement import Witness, agree_on_cases, prove_incident
from assistant.proof.graph import chart_of, document
from assistant.proof.survey import surveyed
from tests.support.drawing import Drawing

INCIDENTS = (
    ("ema-2016", "mur-mal-fait"),
    ("ema-2016", "retard"),
    ("mcr-2015", "appel-apres-la-pioche"),
    ("wrc-2015", "kong-en-riichi"),
    ("mcr-2006", "figure-contestee"),
)


class Sample:
    """The graph of one incident as it is written, and the runs that it was made of."""

    def __init__(self, library: Library, ruleset: str, incident: str):
        self.library = library
        self.questionnaire = Questionnaire(library, RememberingEngines(library).engine(ruleset, incident))
        part, self.surveyors = surveyed(library, self.questionnaire)
        self.written = json.dumps(part)
        self.ruleset = ruleset

    def part(self) -> Any:
        return json.loads(self.written)

    def problems(self, part: IncidentPart) -> list[str]:
        witness = Witness(self.library, self.questionnaire, chart_of(self.library, self.ruleset, part))
        witness.follow(self.surveyors)
        return witness.agreement.problems


MOST = 8  # of each kind that are falsified in an incident

SAMPLES: dict[tuple[str, str], Sample] = {}


@pytest.fixture(params=INCIDENTS, ids=lambda pair: "/".join(pair))
def sample(request: pytest.FixtureRequest, library: Library) -> Sample:
    if request.param not in SAMPLES:
        SAMPLES[request.param] = Sample(library, *request.param)
    return SAMPLES[request.param]


def test_what_was_written_agrees(sample: Sample) -> None:
    assert sample.problems(sample.part()) == []


def test_every_branch_that_is_lost_or_leads_elsewhere_is_found_out(sample: Sample, drawing: Drawing) -> None:
    nodes = sample.part()["nodes"]
    branches = [(number, index) for number, node in enumerate(nodes) for index in range(1, len(node))]
    for number, index in drawing.sample("branches falsified", branches, MOST):
        part = sample.part()
        part["stops"].append({})
        part["nodes"][number][index] = -len(part["stops"])
        assert sample.problems(part), (number, index)
        taken = next(end for end in (-1, -2) if end != nodes[number][index])
        part["nodes"][number][index] = taken
        beneath = set(ends(part, nodes[number][index]))
        assert sample.problems(part) or beneath == {taken}, (number, index)


def ends(part: IncidentPart, number: int) -> list[int]:
    """The stops below a node."""
    if number < 0:
        return [number]
    return [end for below in part["nodes"][number][1:] for end in ends(part, below)]


def test_every_changed_stop_is_found_out(sample: Sample, drawing: Drawing) -> None:
    for number, stop in drawing.sample("stops falsified", list(enumerate(sample.part()["stops"])), MOST):
        part = sample.part()
        if "ruling" in stop:
            rulings = len(part["rulings"])
            part["rulings"].append([*part["rulings"][stop["ruling"]], 0])  # one more rule stands
            changed: dict[str, Any] = {"ruling": rulings}
        else:
            changed = {"ask": stop.get("ask", 0), "needs": []}  # the question is the same, what it waits for is not
        part["stops"][number] = changed
        assert sample.problems(part), stop


def test_every_changed_decision_and_amount_is_found_out(sample: Sample, drawing: Drawing) -> None:
    for number in drawing.sample("decisions falsified", range(len(sample.part()["decisions"])), MOST):
        part = sample.part()
        given = part["decisions"][number]
        given["sanctions"] = [*given.get("sanctions", []), ["joueur", "inventee"]]
        assert sample.problems(part), given
    for number in drawing.sample("amounts falsified", range(len(sample.part()["amounts"])), MOST):
        part = sample.part()
        part["amounts"][number]["unit"] = "haricots"
        assert sample.problems(part), part["amounts"][number]


def test_a_silence_on_what_is_forbidden_keeps_its_clause(library: Library) -> None:
    """What the rules forbid stands beside them, not in the graph of the incident."""
    rule = next(one for one in library.rules() if one.forbids is not None and one.incidents)
    sample = Sample(library, rule.ruleset, min(rule.incidents or ()))
    assert not sample.problems(sample.part())
    ruleset = library.rulesets[rule.ruleset]
    silent = {name: one._replace(forbids=None) for name, one in ruleset.rules.items()}
    rulesets = {**library.rulesets, ruleset.id: ruleset._replace(rules=silent)}
    sample.library = library._replace(rulesets=rulesets)
    assert sample.problems(sample.part())


def test_every_wrong_interval_and_condition_is_found_out(sample: Sample) -> None:
    for number, fact in enumerate(sample.part()["facts"]):
        for index in range(1, len(fact["values"]) if "number" in fact else 0):
            part = sample.part()
            part["facts"][number]["values"][index] += 1
            assert sample.problems(part), fact
        for key in ("conditions", "usual", "exits", "number", "context"):
            if key in fact:
                part = sample.part()
                del part["facts"][number][key]
                assert sample.problems(part), (fact, key)


def test_the_samples_have_all_that_is_falsified(library: Library) -> None:
    parts = [SAMPLES.setdefault(pair, Sample(library, *pair)).part() for pair in INCIDENTS]
    facts = [fact for part in parts for fact in part["facts"]]
    assert any("number" in fact for fact in facts) and any("usual" in fact for fact in facts)
    assert any("conditions" in fact for fact in facts) and any(part["amounts"] for part in parts)


def test_whole_sets_of_facts_find_out_a_wrong_chart_by_themselves(library: Library) -> None:
    """Without the survey: states, changed answers and disputes are inferred anew."""
    mine = SAMPLES.setdefault(INCIDENTS[0], Sample(library, *INCIDENTS[0]))
    part = mine.part()
    for stop in part["stops"]:
        if "ruling" in stop:
            stop["ruling"] = (stop["ruling"] + 1) % len(part["rulings"])
    witness = Witness(library, mine.questionnaire, chart_of(library, mine.ruleset, part))
    witness.draw({"contexte": "tournoi"})
    assert witness.agreement.problems


def test_an_incident_is_proved_with_its_counts(library: Library) -> None:
    walked = prove_incident(library, RememberingEngines(library), "ema-2016", "mur-mal-fait")
    assert walked.agreement.problems == [] and walked.part is not None
    assert walked.agreement.nodes == len(walked.part["nodes"]) > 0
    assert walked.agreement.positions > 0 and walked.agreement.situations > walked.walks[0].states


@pytest.mark.walk
def test_a_dropped_link_is_found_out_twice(library: Library, drawing: Drawing) -> None:
    """It is missing beside the rules, and a case of several events comes to something else; no chart is needed for that."""
    chains = {name: case for name, case in library.cases.items() if case.further and "ema-2016" in case.expect}
    small = library._replace(cases=chains)
    written = json.dumps(document(library, {}))
    whole: GraphDocument = json.loads(written)
    engines = RememberingEngines(small)
    honest = agree_on_cases(small, engines, "ema-2016", whole, None)
    assert honest.problems == [] and honest.cases == len(chains)
    links = whole["rulesets"]["ema-2016"]["links"]
    read = {name for case in chains.values() for event in case.expect["ema-2016"].events for name, _ in event.settles}
    seen = 0
    for index in drawing.sample("links dropped", list(range(len(links))), 6):
        falsified: GraphDocument = json.loads(written)
        del falsified["rulesets"]["ema-2016"]["links"][index]
        found = agree_on_cases(small, engines, "ema-2016", falsified, None).problems
        assert any("mêmes liens" in problem for problem in found)
        seen += len(found) > 1
    assert seen or not read
