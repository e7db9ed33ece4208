"""What an answer says of the end of a deal, no decision may contradict."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assistant.consultation.questionnaire import Questionnaire
from assistant.decision.sense import contrary, excluded
from assistant.engine.engines import Engines
from assistant.model import Library
from assistant.proof.mutation import every_end

SEEN_AFTER = [
    ("donne_finie", None),  # a fault that is seen only when the deal is over, wherever it can be told
    ("victoire_d_un_autre", "tenpai-avant-la-fin"),
]


def contradicted(library: Library, ruleset: str, incident: str, fact: str) -> Iterator[str]:
    """The ends of an incident, all else being as usual, that say of the deal what an answer to the fact excludes."""
    questionnaire = Questionnaire(library, Engines(library).engine(ruleset, incident))
    usual = questionnaire.network.usual()
    for context in library.contexts(set(questionnaire.network.facts)):
        for told, _ in every_end(questionnaire, context):
            if any(value != usual.get(name, value) for name, value in told.items()):
                continue
            for answer in library.facts[fact].values:
                facts = {**told, fact: answer.id}
                if not answer.excludes or contrary(library, facts):
                    continue
                outcome = questionnaire.judge(facts).outcome
                if outcome is not None and excluded(library, {fact: answer.id}, outcome):
                    yield f"{ruleset}, {incident}: {facts}"


@pytest.mark.parametrize(("fact", "only"), SEEN_AFTER, ids=lambda value: value or "partout")
def test_what_is_seen_after_the_deal_does_not_go_on(library: Library, fact: str, only: str | None) -> None:
    looked_at = [
        (ruleset, incident.id)
        for ruleset in library.rulesets
        for incident in library.incidents_of(ruleset)
        if only in (None, incident.id) and fact in Engines(library).engine(ruleset, incident.id).network.facts
    ]
    assert looked_at
    assert [wrong for ruleset, incident in looked_at for wrong in contradicted(library, ruleset, incident, fact)] == []
