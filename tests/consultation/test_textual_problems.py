"""What is wrong in the French texts and can change a ruling is shown to the referee on that ruling."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from typing import Any

import pytest

from assistant.consultation.consultant import Consultant
from assistant.model import Library
from tests.conftest import ROOT
from tests.support.wording import plain
from tests.support.written import written

SECTIONS = written(ROOT / "tests" / "data" / "textual_problems.yaml")
PROBLEMS = [(str(section["section"]), problem) for section in SECTIONS for problem in section["problems"]]
NAMES = [f"{section}-{problem['problem']}" for section, problem in PROBLEMS]
COLLECTED = ROOT.parent / "shared" / "textual-problems.md"  # where the problems were collected
KEYS = {"problem", "about", "shows", "no_effect", "clauses"}
SHOWN_KEYS = {"case", "ruleset", "kind", "says"}


def simple(text: str) -> str:
    return " ".join(plain(text).split()).lower()


def remarks(consultant: Consultant, library: Library, case: str, ruleset: str) -> Iterator[tuple[str, str]]:
    """All that the sheet of a case says beside its decision, with the kind of each remark."""
    (document,) = consultant.consult([ruleset], library.cases[case].flat_facts(), explain=False)["consultations"]
    for sheet in [*(event["ruling"] for event in document["events"]), document["ruling"]]:
        assert sheet is not None, f"{case} has no single ruling in {ruleset}"
        yield from ((warning["kind"], warning["text"]) for warning in sheet["warnings"])
        if sheet["readings"]:
            yield "lectures", " ".join(sheet["headline"])
        for reading in sheet["readings"]:
            yield "lecture", reading["text"]
            if reading["silence"]:
                yield "silence", reading["silence"]


@pytest.mark.drawn(160)
@pytest.mark.parametrize(("section", "problem"), PROBLEMS, ids=NAMES)
def test_a_problem_is_shown_where_it_matters(
    library: Library, consultant: Consultant, section: str, problem: dict[str, Any]
) -> None:
    assert set(problem) <= KEYS, f"unknown keys: {set(problem) - KEYS}"
    assert ("shows" in problem) != ("no_effect" in problem), f"{problem['about']}: shown, or without effect?"
    for clause in problem.get("clauses", ()):
        assert library.clauses[clause].warnings, f"{clause} carries no warning"
    for shown in problem.get("shows", ()):
        assert set(shown) == SHOWN_KEYS, f"{problem['about']}: {set(shown) ^ SHOWN_KEYS}"
        found = list(remarks(consultant, library, shown["case"], shown["ruleset"]))
        assert any(kind == shown["kind"] and simple(shown["says"]) in simple(text) for kind, text in found), (
            f"{problem['about']}: {shown['case']} in {shown['ruleset']} does not say {shown['says']!r} ({shown['kind']})"
        )


def test_a_warning_speaks_plainly(library: Library) -> None:
    """Whole French sentences, neither a title nor a paragraph."""
    warnings = [(clause.place, warning.text) for clause in library.clauses.values() for warning in clause.warnings] + [
        (rule.place, warning.text) for rule in library.rules() for warning in rule.warnings
    ]
    for place, text in warnings:
        assert text[0].isupper() or text[0] in "«0123456789", f"{place}: {text}"
        assert text.endswith((".", "»")), f"{place}: {text}"
        assert len(text.split()) <= 75, f"{place}: {text}"


def digest(row: str) -> str:
    return hashlib.sha256(" ".join(row.split()).encode()).hexdigest()[:8]


def collected_rows() -> Iterator[tuple[str, str]]:
    """The problems as they were collected: table rows and list items."""
    section, lines = "", COLLECTED.read_text(encoding="utf-8").splitlines()
    rule = re.compile(r"\|[-: |]+$")
    for number, line in enumerate(lines):
        if heading := re.match(r"#+ ([0-9][0-9a-z.]*)?", line):
            section = heading[1] or ""
        elif line.startswith("|"):
            following = lines[number + 1] if number + 1 < len(lines) else ""
            if not rule.match(following) and not rule.match(line):
                yield section, digest(line)
        elif line.startswith("- "):
            yield section, digest(line[2:])


def test_the_problems_are_all_there() -> None:
    assert len(PROBLEMS) == len({(section, str(problem["problem"])) for section, problem in PROBLEMS}) == 126


@pytest.mark.skipif(
    not COLLECTED.is_file(), reason=f"our problems were NOT compared with those collected: no {COLLECTED}"
)
def test_no_problem_is_forgotten_and_none_is_made_up() -> None:
    assert sorted((section, str(problem["problem"])) for section, problem in PROBLEMS) == sorted(collected_rows())
