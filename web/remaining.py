"""How many questions may still come, read off the proof, which has walked every path of every questionnaire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from assistant.proof.walk import Walk
from web.artefacts import PROOF
from web.context import desk

if TYPE_CHECKING:
    from assistant.consultation.document import ConsultationPart


class Remaining(NamedTuple):
    """The fewest and the most questions, the one that is asked among them."""

    fewest: int
    most: int


def remaining(document: ConsultationPart, facts: Mapping[str, str]) -> Remaining | None:
    """What may still be asked of a case of one event; None where no walk goes the way that was taken."""
    if document["question"] is None or len(document["events"]) != 1 or document["events"][0]["hand"]:
        return None
    library = desk().library
    proof = PROOF.read(library)
    if proof is None:
        return None
    context = {one["fact"]: one["value"] for one in document["context"]}
    event = document["events"][0]
    incident = (event["judged_as"] or event["incident"])["id"]
    for walk in proof.walks:
        if (walk.ruleset, walk.incident) == (document["ruleset"]["id"], incident) and all(
            context.get(name) == value for name, value in walk.context
        ):
            place = _reached(walk, facts)
            return _counts(walk)[place] if place is not None else None
    return None


def _reached(walk: Walk, facts: Mapping[str, str]) -> int | None:
    """Where these answers lead; None where one of them is not on the way, or is contested."""
    number, heard = walk.root, 0
    answers = {name: value for name, value in facts.items() if name in desk().library.facts}
    while 0 <= number < len(walk.nodes):
        node = walk.nodes[number]
        if node.question is None or node.question not in answers:
            return number if node.question is not None and heard == len(answers) else None
        said = desk().library.facts[node.question].read(answers[node.question])
        starts = [value for value, _ in node.children if isinstance(value, int) and isinstance(said, int) and value <= said]
        chosen = max(starts) if starts else said
        number = dict(node.children).get(chosen, -1)
        heard += 1
    return None


def _counts(walk: Walk) -> list[Remaining]:
    """Of every node; those that it leads to come before it."""
    counts: list[Remaining] = []
    for node in walk.nodes:
        below = [counts[number] for _, number in node.children]
        fewest, most = min((one.fewest for one in below), default=0), max((one.most for one in below), default=0)
        counts.append(Remaining(1 + fewest, 1 + most) if below else Remaining(0, 0))
    return counts
