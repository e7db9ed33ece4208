"""The comparison: made from the engine over all paths, true to what the engine says, reviewed row by row."""

from __future__ import annotations

import csv
import io
import json
from itertools import combinations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from assistant.cli import main
from assistant.compare.comparison import Comparison, family_shares, kept, words_apart
from assistant.consultation.questionnaire import Questionnaire
from assistant.decision.gravity import Difference
from assistant.decision.words import decision_line
from assistant.engine.engines import Engines
from assistant.model import Library
from tests.conftest import ROOT
from tests.support.written import written
from tools.review_differences import changes


def test_every_shared_incident_of_every_pair_is_compared(library: Library, comparison: Comparison) -> None:
    for (first, second), rows in comparison.rows.items():
        shared = {one.id for one in library.incidents.values() if first in one.rulesets and second in one.rulesets}
        assert set(rows) == shared
        for row in rows.values():
            assert sum(row.shares().values()) == pytest.approx(1)


def test_each_group_is_what_the_engine_decides_of_its_example(library: Library, comparison: Comparison) -> None:
    engines = Engines(library)
    for pair, rows in comparison.rows.items():
        for row in rows.values():
            for group in row.groups:
                for index, ruleset in enumerate(pair):
                    questionnaire = Questionnaire(library, engines.engine(ruleset, row.incident))
                    context = {fact.id: fact.values[0].id for fact in library.context_facts()}
                    state = questionnaire.judge({**context, **dict(group.example)})
                    assert state.final and state.outcome is not None
                    assert decision_line(library, ruleset, state.outcome) == group.decisions[index]


def test_family_shares_add_up(library: Library, comparison: Comparison) -> None:
    for pair in comparison.rows:
        for shares in family_shares(library, comparison, pair).values():
            assert set(shares) == set(Difference) and sum(shares.values()) == pytest.approx(1)


def test_no_difference_is_reported_that_was_not_reviewed(library: Library, comparison: Comparison) -> None:
    found = changes(library, comparison)
    assert not found, (
        "\n".join(found[:30]) + "\nread them against the texts, then: python -m tools.review_differences --accept"
    )


def test_what_a_referee_expects_to_differ_does(comparison: Comparison) -> None:
    row = comparison.row("ema-2016", "wrc-2015", "plusieurs-gagnants")
    assert row and row.differs
    row = comparison.row("ema-2016", "wrc-2015", "riichi-incomplet")
    assert row and {group.kind for group in row.groups} >= {"plus-leger", "egal"}


def reported_rows() -> list[tuple[str, str, dict[str, dict[str, object]]]]:
    tables = written(ROOT / "tests" / "data" / "differences.yaml")
    return [
        (row["about"], case, outcomes)
        for table in tables
        for row in table["rows"]
        if not row.get("same")
        for case, outcomes in row.get("cases", {}).items()
    ]


def decided(outcome: dict[str, object]) -> dict[str, object]:
    """What the table says was decided, citations and ranking aside."""
    return {
        key: value
        for key, value in outcome.items()
        if key in ("sanction", "players", "amounts", "donne", "silence", "one_of")
    }


def test_every_known_difference_told_as_an_incident_is_reported(library: Library, comparison: Comparison) -> None:
    checked = 0
    for about, case, outcomes in reported_rows():
        incident = library.cases[case].incident
        rare = [
            name
            for name, value in library.cases[case].facts.items()
            if name in library.facts and library.facts[name].usual not in (None, value)
        ]
        if rare or library.cases[case].further:
            continue  # a rare circumstance or a second incident: compared case by case, as tests/consultation/test_differences.py does
        for first, second in combinations([name for name in library.rulesets if name in outcomes], 2):
            row = comparison.row(first, second, incident)
            if decided(outcomes[first]) != decided(outcomes[second]) and row is not None:
                assert row.differs, (about, case, first, second)
                checked += 1
    assert checked > 60


def test_it_is_kept(library: Library, comparison: Comparison) -> None:
    found = kept(library)
    assert found is not None and found.version == comparison.version


def test_words_that_mean_two_things_are_told(library: Library) -> None:
    assert [
        word for word, _, _ in words_apart(library, ("ema-2016", "wrc-2015"), ["Le donneur paie.", "Une main morte"])
    ] == ["donneur", "main morte"]
    assert not words_apart(library, ("ema-2016", "wrc-2015"), ["Le bâtonnet est posé."])


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["compare", *arguments]) == 0
    return capsys.readouterr().out


def test_the_command_prints_the_whole_table_with_a_column_per_ruleset(
    library: Library, comparison: Comparison, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = list(csv.reader(io.StringIO(run(capsys, "--format", "csv"))))
    assert rows[0][3:] == list(library.rulesets) and len(rows) == 1 + len(library.incidents)
    assert run(capsys, "--format", "markdown").startswith("| incident | id | diffère | ema-2016 |")
    assert json.loads(run(capsys, "--format", "json"))["rulesets"] == list(library.rulesets)
    assert "incident :" in run(capsys).replace("\u00a0", " ")


def test_one_incident_unfolds_by_pair(comparison: Comparison, capsys: pytest.CaptureFixture[str]) -> None:
    (document,) = json.loads(
        run(capsys, "riichi-incomplet", "--ruleset", "ema-2016", "--ruleset", "wrc-2015", "--format", "json")
    )
    assert document["situations"][0]["when"] and len(document["situations"][0]["rulings"]) == 2
    assert "%" in run(capsys, "riichi-incomplet", "--format", "markdown")


@pytest.mark.parametrize(
    "arguments", [["zzz"], ["--ruleset", "zzz"], ["--family", "zzz"], ["riichi-incomplet", "--ruleset", "ema-2016"]]
)
def test_bad_input_is_told(comparison: Comparison, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", *arguments]) == 2
    assert capsys.readouterr().err.startswith("arbitre :")


@pytest.fixture(scope="module")
def client(app: Flask, comparison: Comparison) -> FlaskClient:
    return app.test_client()


@pytest.mark.parametrize("path", ["/comparer", "/comparer?jeu=riichi&diff=1", "/comparer?jeu=mcr", "/comparer?famille=riichi&genre=plus-leger",
                                  "/comparer?r=ema-2016&r=mcr-2015", "/comparer/riichi-incomplet", "/comparer/victoire-annoncee?r=mcr-2006&r=mcr-2015",
                                  "/comparer/accord", "/comparer/accord?r=mcr-2006&r=mcr-2015", "/comparer.json", "/comparer.csv", "/api/v1/compare", "/api/v1/compare/riichi-incomplet",
                                  "/comparer/cas?reglement=ema-2016&incident=victoire-annoncee"])  # fmt: skip
def test_pages_open(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 200


def test_one_case_under_all_rulesets_says_what_differs(client: FlaskClient) -> None:
    page = client.get("/comparer/cas?reglement=ema-2016&incident=riichi-incomplet&etape_oubliee=mot&riichi_vu_quand=en-cours").get_data(
        as_text=True
    )
    assert "EMA" in page and "WRC" in page and "§ 5.4" in page and "7.2" in page and "main morte" in page


def test_mcr_editions_carry_the_caution_about_translation(client: FlaskClient) -> None:
    page = client.get("/comparer/victoire-annoncee?r=mcr-2006&r=mcr-2015").get_data(as_text=True)
    assert "traduction" in page and "<mark>" in page
    assert "qu’une différence" not in client.get("/comparer/victoire-annoncee?r=ema-2016&r=wrc-2015").get_data(
        as_text=True
    )


def test_unknown_things_are_404(client: FlaskClient) -> None:
    assert client.get("/comparer/zzz").status_code == 404
