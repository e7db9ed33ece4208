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


def told(consultant: Consultant, ruleset: str, chance: Random) -> dict[str, object]:
    """What happened, who did it and when."""
    incidents = [incident.id for incident in consultant.library.incidents_of(ruleset)]
    facts: dict[str, object] = {}
    for number in range(1, chance.choice((2, 2, 3)) + 1):
        prefix = "" if number == 1 else f"{number}."
        facts[f"{prefix}incident"] = chance.choice(incidents)
        facts[f"{prefix}qui"] = chance.choice(list(WINDS)).value
        if number > 1:
            facts[f"{prefix}quand"] = chance.choice(list(When)).value
    return facts


def answered(consultant: Consultant, ruleset: str, facts: dict[str, object], chance: Random) -> ConsultationPart | None:
    """The case with every question answered by chance; None where an answer is refused, or it leads out of an incident."""
    for _ in range(MOST_QUESTIONS):
        try:
            (part,) = consultant.consult([ruleset], facts, explain=False)["consultations"]
        except InputError:
            return None
        question = part["question"]
        if question is None:
            return part
        number = question["number"]
        answers = [answer["value"] for answer in question["answers"]]
        facts[question["key"]] = chance.choice(answers) if number is None else number["min"]
    return None


def bears(part: ConsultationPart) -> bool:
    """Whether a case is ruled, and one event of it bears on another."""
    ruling = part["ruling"]
    if ruling is None:
        return False
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
        ruleset = rulesets[kept % len(rulesets)]
        case = answered(consultant, ruleset, told(consultant, ruleset, chance), chance)
        if case is not None and bears(case):
            kept += 1
            print(f"### {kept}\n{consultation_text(case)}\n")
    print(f"{kept} cases of {tried} drawn with seed {seed}")


if __name__ == "__main__":
    main()
