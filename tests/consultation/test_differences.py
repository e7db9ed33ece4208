"""Where the rulesets differ, row by row: told by cases of ours under the rulesets concerned, or by the clauses that carry it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from typing import Any

import pytest

from assistant.engine.engines import Engines
from assistant.model import Library, Reading
from tests.conftest import ROOT
from tests.support.rulings import Ruled, rule
from tests.support.written import written

TABLES = written(ROOT / "tests" / "data" / "differences.yaml")
ROWS = [(table["table"], row) for table in TABLES for row in table["rows"]]
NAMES = [f"{table}-{row['row']}" for table, row in ROWS]
COLLECTED = ROOT.parent / "shared" / "differences.md"  # where the rows were collected
ROW_KEYS = {"row", "about", "same", "clauses", "cases"}
OUTCOME_KEYS = {
    "sanction", "includes", "players", "amounts", "unit", "moment", "one_of", "silence", "cites", "interpreted",
    "donne", "est", "compteurs", "mises",
}  # fmt: skip
NOT_DECIDED = {"amounts", "unit", "moment", "cites", "interpreted"}  # may differ where the outcome is called the same


def as_set(value: str | list[str] | None) -> set[str]:
    return {value} if isinstance(value, str) else set(value or ())


def told(library: Library, engines: Engines, case: str, ruleset: str, wanted: dict[str, Any]) -> dict[str, Any]:
    """The outcome of a case in the very keys that a row uses for it."""
    ruled = rule(library, engines, library.cases[case], ruleset)
    outcome = ruled.outcome
    found: dict[str, Any] = {}
    if "includes" in wanted:
        found["includes"] = as_set(wanted["includes"]) & ruled.ids()
    else:
        found["sanction"] = set(outcome.sanction_ids())
    if "players" in wanted:
        found["players"] = {sanction: player for player, sanction in outcome.sanctions if sanction in wanted["players"]}
    found["amounts"] = sorted(number for due in outcome.dues for number in due.numbers or ())
    found["silence"] = bool(outcome.silences)
    found["one_of"] = [reading_told(reading, alternative) for reading, alternative in readings(ruled, wanted)]
    if "unit" in wanted:
        found["unit"] = {due.amount.unit for due in outcome.dues}
    if "moment" in wanted:
        found["moment"] = {due.amount.moment for due in outcome.dues}
    if "cites" in wanted:
        found["cites"] = as_set(wanted["cites"]) & ruled.cites
    if "interpreted" in wanted:
        found["interpreted"] = any(library.rulesets[ruleset].rules[name].interpretation for name in outcome.rules)
    return {**found, **{slot: value for slot, value in outcome.slots if slot in wanted}}


def readings(ruled: Ruled, wanted: dict[str, Any]) -> Iterator[tuple[Reading, dict[str, Any]]]:
    alternatives = wanted.get("one_of", [])
    assert len(alternatives) == len(ruled.outcome.readings), f"{len(ruled.outcome.readings)} readings"
    yield from zip(ruled.outcome.readings, alternatives, strict=True)


def reading_told(reading: Reading, wanted: dict[str, Any]) -> dict[str, Any]:
    numbers = [
        number
        for amount in reading.then.amounts
        for number in ((amount.value,) if amount.value is not None else amount.range or amount.choices or ())
    ]
    return {
        "sanction": set(reading.then.sanctions),
        "amounts": sorted(numbers),
        "silence": reading.then.silence is not None,
        **{slot: value for slot, value in reading.then.slots if slot in wanted},
    }


def plain(wanted: dict[str, Any]) -> dict[str, Any]:
    """A row's outcome with what it leaves unsaid: no sanction, no amounts, no silence, one reading."""
    full: dict[str, Any] = {"amounts": [], "silence": False, "one_of": [], **wanted}
    if "includes" not in wanted:
        full["sanction"] = as_set(wanted.get("sanction"))
    for key in ("includes", "cites", "unit", "moment"):
        if key in wanted:
            full[key] = as_set(wanted[key])
    full["one_of"] = [
        {"amounts": [], "silence": False, **reading, "sanction": as_set(reading.get("sanction"))}
        for reading in full["one_of"]
    ]
    return full


def outcomes(row: dict[str, Any]) -> Iterator[tuple[str, dict[str, dict[str, Any]]]]:
    """Each case of a row with what it expects in each ruleset."""
    for case, expected in row.get("cases", {}).items():
        yield case, {name: wanted for name, wanted in expected.items() if name != "absent"}


@pytest.mark.drawn(200)
@pytest.mark.parametrize(("table", "row"), ROWS, ids=NAMES)
def test_a_row_is_accounted_for(library: Library, engines: Engines, table: str, row: dict[str, Any]) -> None:
    assert set(row) <= ROW_KEYS, f"unknown keys: {set(row) - ROW_KEYS}"
    assert row.get("cases") or row.get("clauses"), f"{row['about']}: neither a case nor a clause"
    for ruleset, clauses in row.get("clauses", {}).items():
        for clause in clauses:
            assert clause in library.clauses, clause
            assert library.clauses[clause].source == library.rulesets[ruleset].source
    for case, expected in outcomes(row):
        assert case in library.cases, case
        for ruleset, wanted in expected.items():
            assert set(wanted) <= OUTCOME_KEYS, f"unknown keys: {set(wanted) - OUTCOME_KEYS}"
            assert told(library, engines, case, ruleset, wanted) == plain(wanted), f"{row['about']}: {case}, {ruleset}"
        for ruleset in row["cases"][case].get("absent", []):
            assert ruleset not in library.incidents[library.cases[case].incident].rulesets


@pytest.mark.drawn(200)
@pytest.mark.parametrize(("table", "row"), ROWS, ids=NAMES)
def test_a_row_shows_a_difference_or_says_that_there_is_none(table: str, row: dict[str, Any]) -> None:
    if not row.get("cases"):
        assert len(row["clauses"]) > 1 and not row.get("same")
        return
    decided = [
        [{key: value for key, value in wanted.items() if key not in NOT_DECIDED} for wanted in expected.values()]
        for _, expected in outcomes(row)
    ]
    if row.get("same"):
        assert all(one == together[0] for together in decided for one in together), row["about"]
    else:
        absent = any(expected.get("absent") for expected in row["cases"].values())
        differ = any(one != next(iter(expected.values())) for _, expected in outcomes(row) for one in expected.values())
        assert differ or absent, f"{row['about']}: the outcomes agree; say same: true if they should"


def digest(words: str) -> str:
    return hashlib.sha256(" ".join(words.split()).encode()).hexdigest()[:8]


def collected_rows() -> Iterator[tuple[str, str]]:
    """The rows as they were collected: table rows, list items, and the statements of two plain sections."""
    section, lines = "", COLLECTED.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        if heading := re.match(r"#+ ([0-9.]+)? ?", line):
            section = heading[1] or "riichi"
        elif line.startswith("|"):
            following = lines[number + 1] if number + 1 < len(lines) else ""
            if not re.match(r"\|[-: |]+$", following) and not re.match(r"\|[-: |]+$", line):
                yield section, digest(line.strip().strip("|").split("|")[0])
        elif line.startswith("- "):
            yield section, digest(line[2:])
        elif line and section in ("2.3", "2.4"):
            yield from ((section, digest(statement)) for statement in line.split(";"))


def test_the_rows_are_all_there() -> None:
    assert len(ROWS) == len({(table, row["row"], row["about"]) for table, row in ROWS}) == 168


@pytest.mark.skipif(not COLLECTED.is_file(), reason=f"our rows were NOT compared with those collected: no {COLLECTED}")
def test_no_row_is_forgotten_and_none_is_made_up() -> None:
    assert sorted((table, row["row"]) for table, row in ROWS) == sorted(collected_rows())
