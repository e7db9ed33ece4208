"""What was proved: the counts, where the texts are silent, where we read them. The proof is made beside, never in a request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NotRequired, TypedDict

from assistant.model import Rule
from assistant.proof.lost import lost
from assistant.proof.prove import COLUMNS, counts
from web.artefacts import PROOF
from web.context import desk
from web.page import Pages, Shown

pages = Pages(__name__)


class Unsaid(TypedDict):
    """A rule whose text is ours: what it says of a silence, or how it reads the paragraph."""

    rule: str
    title: str
    text: str


class Proved(TypedDict):
    """The figures of the proof of this knowledge, once there is one."""

    proved: bool
    knowledge: str
    rows: list[Mapping[str, object]]
    problems: list[str]
    lost: list[str]
    made: NotRequired[str]
    seconds: NotRequired[float]
    quotes_checked: NotRequired[bool]
    silences: list[Unsaid]
    interpretations: list[Unsaid]


@pages.page("/verification", twin="/verification.json")
def verification() -> Shown[Proved]:
    """The proof's counts, of which knowledge and when."""
    library = desk().library
    rules = list(library.rules())
    figures: Proved = {
        "proved": False,
        "knowledge": library.version,
        "rows": [],
        "problems": [],
        "lost": lost(library),
        "silences": [_unsaid(rule, rule.then.silence) for rule in rules if rule.then.silence],
        "interpretations": [_unsaid(rule, rule.interpretation) for rule in rules if rule.interpretation],
    }
    proof = PROOF.at_hand(library)
    if proof is not None:
        figures["proved"] = True
        figures["made"] = proof.made
        figures["seconds"] = round(proof.seconds, 1)
        figures["quotes_checked"] = proof.quotes_checked
        figures["problems"] = proof.problems
        figures["rows"] = counts(library, proof)
    return Shown("verification/verification.html", figures, columns=COLUMNS)


def _unsaid(rule: Rule, text: str) -> Unsaid:
    return {"rule": rule.id, "title": rule.title, "text": text}
