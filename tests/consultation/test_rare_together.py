"""Several rare circumstances at once: whatever is told, one decision stands and none contradicts it."""

from __future__ import annotations

from random import Random

import pytest

from assistant.consultation.foresight import questionnaire_of
from assistant.consultation.questionnaire import Questionnaire
from assistant.engine.engines import Engines
from assistant.errors import Conflict
from assistant.model import INCIDENT, Library, Value
from tests.support.drawing import examples, seed

MOST_RARE = 4


def told(questionnaire: Questionnaire, known: dict[str, Value], random: Random) -> dict[str, Value]:
    """A case with some rare circumstances, and any answers to the questions that follow."""
    rare = [name for name in questionnaire.branches if questionnaire.network.facts[name].usual is not None]
    for name in random.sample(rare, min(random.randint(1, MOST_RARE), len(rare))):
        known[name] = random.choice(questionnaire.branches[name])
    while (asked := questionnaire.next_question(questionnaire.judge(known, frozenset()))) is not None:
        known[asked.id] = random.choice(questionnaire.branches[asked.id])
    return known


@pytest.mark.walk
def test_rare_circumstances_together_leave_one_decision(library: Library) -> None:
    random, engines, tried = Random(seed()), Engines(library), 0
    for ruleset in library.rulesets:
        for incident in library.incidents_of(ruleset):
            questionnaire = questionnaire_of(library, engines, ruleset, incident.id)
            contexts = list(library.contexts(set(questionnaire.network.facts)))
            for _ in range(examples(2)):
                known: dict[str, Value] = {INCIDENT: incident.id, **random.choice(contexts)}
                try:
                    told(questionnaire, known, random)
                except Conflict as error:
                    pytest.fail(f"{ruleset}, {known} : {error}")
                tried += 1
    assert tried > 300
