"""Draws cases of two or three events to be read against the texts: who, when and every answer by chance. `python -m tools.draw_chains SEED [COUNT]`

A case is kept only where one event bears on another: a fact settled, another incident judged, something without effect or counted elsewhere.
"""

from __future__ import annotations

import sys
from random import Random

from assistant.consultation.consultant import Consultant
from assistant.consultation.document import ConsultationPart
from assistant.consultation.text import consultation_text
from assistant.consultation.vocabulary import Origin
from assistant.errors import InputError
from assistant.model import WINDS, When
from assistant.store.library import load

MOST_QUESTIONS = 30


def drawn(consultant: Consultant, ruleset: str, chance: Random) -> ConsultationPart | None:
    """One case under one ruleset, answered to its end; None where it comes to none, or no event bears on another."""
    incidents = [incident.id for incident in consultant.library.incidents_of(ruleset)]
    facts: dict[str, object] = {}
    for number in range(1, chance.choice((2, 2, 3)) + 1):
        prefix = "" if number == 1 else f"{number}."
        facts[f"{prefix}incident"] = chance.choice(incidents)
        facts[f"{prefix}qui"] = chance.choice(list(WINDS)).value
        if number > 1:
            facts[f"{prefix}quand"] = chance.choice(list(When)).value
    return _answered(consultant, ruleset, facts, chance)


def _answered(
    consultant: Consultant, ruleset: str, facts: dict[str, object], chance: Random
) -> ConsultationPart | None:
    for _ in range(MOST_QUESTIONS):
        try:
            (part,) = consultant.consult([ruleset], facts, explain=False)["consultations"]
        except InputError:
            return None
        question = part["question"]
        if question is None:
            return part if part["ruling"] is not None and _bears(part) else None
        number = question["number"]
        answers = [answer["value"] for answer in question["answers"]]
        facts[question["key"]] = chance.choice(answers) if number is None else number["min"]
    return None


def _bears(part: ConsultationPart) -> bool:
    ruling = part["ruling"]
    assert ruling is not None
    answers = [answer for event in part["events"] for answer in event["answers"]]
    linked = any(answer["origin"] == Origin.ENTAILED and "incident" in (answer["why"] or "") for answer in answers)
    return linked or any(event["turned_by"] for event in part["events"]) or bool(ruling["idle"])


def main() -> None:
    """Print so many cases, a ruleset after the other."""
    seed, count = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 30
    consultant, chance = Consultant(load()), Random(seed)
    rulesets = list(consultant.library.rulesets)
    tried = kept = 0
    while kept < count:
        tried += 1
        case = drawn(consultant, rulesets[kept % len(rulesets)], chance)
        if case is not None:
            kept += 1
            print(f"### {kept}\n{consultation_text(case)}\n")
    print(f"{kept} cases of {tried} drawn with seed {seed}")


if __name__ == "__main__":
    main()
