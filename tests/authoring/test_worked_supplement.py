"""The worked supplement of `examples/`, followed: it loads, every case holds, and what it changes is what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.engine.engines import RememberingEngines
from assistant.model import Case, Library
from assistant.proof.prove import judge_cases, prove
from assistant.proof.supplement import changed_words, changes_of, unlike_base
from assistant.store.library import read_library
from assistant.training.exercises.exercise import exercise
from tests.conftest import ROOT
from tests.support.drawing import whole

FILE = ROOT / "examples" / "precisions-d-un-tournoi.yaml"
NAME = FILE.stem
pytestmark = pytest.mark.walk


@pytest.fixture(scope="module")
def known() -> Library:
    return read_library(ROOT / "knowledge", ROOT / "rules_yaml", "exemple", [FILE])


@pytest.fixture(scope="module")
def engines(known: Library) -> RememberingEngines:
    return RememberingEngines(known)


def test_five_precisions_settle_what_was_open(known: Library) -> None:
    own = [rule for rule in known.rulesets[NAME].rules.values() if not known.taken_over(rule)]
    base = known.rulesets[known.rulesets[NAME].base or ""]
    before = [base.rules[base.id + rule.id[len(NAME) :]].then for rule in own]
    assert len(own) == 5
    assert all(then.silence or then.readings or then.decides for then in before)
    assert sum(bool(then.readings) for then in before) == 2 and sum(then.decides is not None for then in before) == 1


def test_all_cases_of_the_base_are_replayed(known: Library, engines: RememberingEngines) -> None:
    count, problems, _ = judge_cases(known, engines, NAME, None)
    assert problems == []
    base = known.rulesets[NAME].base
    assert count == sum(base in case.expect for case in known.cases.values())


def test_the_incidents_it_touches_are_proved(known: Library) -> None:
    touched = unlike_base(known, NAME)
    assert len(touched) == 5
    folder: Path = ROOT / "knowledge"
    assert prove(known, NAME, workers=1, folders=(folder, None), only=touched).problems == []


def test_what_it_changes_is_counted(known: Library) -> None:
    told = changed_words(known, NAME, changes_of(known, NAME))
    assert "5 règles changées, 10 situations" in told and "(5 incidents)" in told


def test_exercises_are_drawn_on_what_it_changes(known: Library) -> None:
    """Among the cases of the incidents that it changes: all exercises of all rulesets are counted for one, which takes minutes.

    Among so few, one of them lacks answers that it could call wrong.
    """
    own = {clause for clause in known.clauses if clause.startswith(f"{NAME}/")}
    told = {name: case for name, case in known.cases.items() if own & set(expected(case))}
    changed = {case.incident for case in told.values()}
    near = {name: case for name, case in known.cases.items() if case.incident in changed and not case.further}
    few = known if whole() else known._replace(version=f"{known.version[:-4]}-few", cases=near)
    made = [exercise(few, RememberingEngines(few), case, NAME) for case in told.values() if case.id in few.cases]
    cited = {clause for one in made if one is not None for clause in one.clauses}
    assert own & cited >= {f"{NAME}/1/suivant-a-joue", f"{NAME}/1/autre-mot"}
    assert not whole() or f"{NAME}/2/joueur-saute" in cited


def expected(case: Case) -> tuple[str, ...]:
    """The deciding clause that a case expects under the supplement."""
    return case.expect[NAME].cites[:1] if NAME in case.expect else ()
