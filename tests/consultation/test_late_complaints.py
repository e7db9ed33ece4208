"""A fault of play told once play has resumed is not judged in MCR: both texts forbid the question."""

from __future__ import annotations

import pytest

from assistant.consultation.cases import case_facts
from assistant.consultation.questionnaire import Questionnaire
from assistant.decision.outcome import Outcome
from assistant.engine.engines import Engines
from assistant.model import Case, Library, Nature
from tests.support.artefacts import library_at_hand

NO_FAULT_OF_PLAY = {
    "des-hors-du-temps", "feuille-non-signee", "fin-du-temps", "joueur-absent", "retard",  # hours
    "decision-contestee", "recours-tranche",  # an appeal has its own time
    "manquement-aux-usages", "perturbation", "score-mal-dit", "spectateur", "telephone-ou-appareil", "tenue-ou-presence", "triche",  # conduct: a referee sees to it
    "appels-concurrents", "plusieurs-gagnants",  # who has the tile, not a fault
    "figure-contestee", "mur-mal-fait", "score-faux",  # these have a time of their own
    "mauvais-mot-d-appel",  # the call stands anyway
}  # fmt: skip
FAULTS = [
    (case, ruleset)
    for case in library_at_hand().cases.values()
    for ruleset in ("mcr-2006", "mcr-2015")
    if ruleset in case.expect and not case.further and case.incident not in NO_FAULT_OF_PLAY
]


def punishes(library: Library, outcome: Outcome) -> set[str]:
    """The sanctions proper, of any reading too, that are more than a call or a win refused."""
    given = outcome.sanction_ids().union(*(reading.then.sanctions for reading in outcome.readings))
    return {sanction for sanction in given if library.sanctions[sanction].nature == Nature.SANCTION}


@pytest.mark.drawn(800)
@pytest.mark.parametrize(("case", "ruleset"), FAULTS, ids=[f"{case.id}-{ruleset}" for case, ruleset in FAULTS])
def test_a_fault_told_too_late_is_not_punished(library: Library, engines: Engines, case: Case, ruleset: str) -> None:
    questionnaire = Questionnaire(library, engines.engine(ruleset, case.incident))
    state = questionnaire.judge({**case_facts(library, case), "contestation": "tard"})
    assert state.outcome is not None
    assert not punishes(library, state.outcome), state.outcome.rules


def test_in_time_it_is(library: Library, engines: Engines) -> None:
    """The test above would pass if nothing were ever punished."""
    punished = 0
    for case, ruleset in FAULTS:
        state = Questionnaire(library, engines.engine(ruleset, case.incident)).judge(case_facts(library, case))
        punished += bool(state.outcome and punishes(library, state.outcome))
    assert punished > len(FAULTS) // 3
