"""A sheet that does not hold together is found: every check has a bad example, and finds nothing in a clean base."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from assistant.cli import main
from assistant.consultation.cases import case_facts
from assistant.consultation.questionnaire import Questionnaire
from assistant.consultation.sheet import CHOOSE, DECIDE, DECIDE_THE_REST
from assistant.engine.engines import Engines
from assistant.french import sentence
from assistant.model import Library
from assistant.proof.coherence.final import Final, Part
from assistant.proof.coherence.lint import Finding
from assistant.proof.coherence.sheets import LINTS
from assistant.proof.prove import incoherences, prove
from tests.conftest import ROOT
from tests.support.drawing import Drawing
from tests.support.make import SLOTS, Base
from tests.support.written import written

BAD: list[dict[str, Any]] = written(ROOT / "tests" / "data" / "incoherent.yaml")


GOOD: list[dict[str, Any]] = written(ROOT / "tests" / "data" / "coherent.yaml")


def found(base: Base) -> list[Finding]:
    """What is found, all of which the proof tells among its problems."""
    proof = prove(base.library(), workers=1)
    findings = incoherences(proof)
    assert set(map(str, findings)) <= set(proof.problems)
    return findings


def test_a_clean_base_is_coherent(tmp_path: Path) -> None:
    assert [str(finding) for finding in found(Base(tmp_path))] == []


@pytest.mark.parametrize("bad", BAD, ids=[f"{number}-{bad['check']}" for number, bad in enumerate(BAD)])
def test_a_sheet_that_does_not_hold_together_is_found(tmp_path: Path, bad: dict[str, Any]) -> None:
    base = Base(tmp_path)
    for old, new in bad["change"]:
        base.replace(bad["file"], old, new)
    findings = found(base)
    assert {finding.check for finding in findings} == {bad["check"]}, "\n".join(map(str, findings))
    told = [str(finding) for finding in findings]
    if bad["at"]:
        place = f"{bad['file']}:{base.line(bad['file'], bad['at'])}"
        assert all(line.startswith(f"{place} : ") for line in told), told
    else:
        assert {finding.broken.owner for finding in findings} == {bad["rules"]}
    for words in bad["says"]:
        assert any(words in line for line in told), (words, told)


@pytest.mark.parametrize("good", GOOD, ids=[good["why"] for good in GOOD])
def test_what_only_looks_alike_is_not_found(tmp_path: Path, good: dict[str, Any]) -> None:
    assert found(changed(Base(tmp_path / "good"), good["change"])) == []
    findings = found(changed(Base(tmp_path / "bad"), good["unlike"]))
    assert {finding.check for finding in findings} == {good["check"]}, "\n".join(map(str, findings))


def changed(base: Base, changes: list[list[str]]) -> Base:
    for file, old, new in changes:
        base.replace(file, old, new)
    return base


def test_verify_fails_on_a_sheet_that_does_not_hold_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    base = Base(tmp_path)
    base.replace(SLOTS, "step: Gardez Est.", "step: Est reste Est.")
    base.write()
    monkeypatch.setenv("ARBITRE_DATA", str(tmp_path))
    monkeypatch.setenv("ARBITRE_CACHE", str(tmp_path / "cache"))
    assert main(["verify", "--ruleset", "alpha", "--incident", "victoire", "--no-pairs"]) == 1
    told = capsys.readouterr().out
    assert f"{SLOTS}:{base.line(SLOTS, '- id: est')} : [dit-quoi-faire] " in told
    assert "Tout est prouvé" not in told


def test_every_check_has_a_bad_example() -> None:
    assert {bad["check"] for bad in BAD} == {lint.name for lint in LINTS}


def test_every_step_of_a_sheet_is_looked_at(library: Library, engines: Engines, drawing: Drawing) -> None:
    """What the checks take for the sentences of a sheet is all that it tells to do."""
    alone = [case for case in library.cases.values() if not case.further]
    for case in drawing.sample("cases whose steps are looked at", alone, 60):
        for ruleset in case.expect:
            questionnaire = Questionnaire(library, engines.engine(ruleset, case.incident))
            state = questionnaire.judge(case_facts(library, case))
            if state.outcome is None or state.outcome.exit or not state.final:
                continue
            final = Final(library, state, {})
            spoken = {sentence(one.text) for one in final.of(Part.STEP, Part.DEAL, Part.DUE)}
            assert set(final.steps) - {CHOOSE, DECIDE, DECIDE_THE_REST} <= spoken
            assert all(one.place.file for one in final.spoken)
