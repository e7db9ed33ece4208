"""What was proved: the counts, where the texts are silent, where we read them. The proof is made beside, never in a request."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from typing import NotRequired, TypedDict

from assistant.model import Library, Rule
from assistant.proof.prove import COLUMNS, Proof, counts, kept
from web.context import AtHand, desk
from web.page import Pages, Shown

pages = Pages(__name__)

_proofs = AtHand(kept)


def proof_at_hand(library: Library) -> Proof | None:
    """The proof of exactly this knowledge, once it is there."""
    return _proofs.of(library)


def prove_in_background(library: Library) -> subprocess.Popen[bytes] | None:
    """Start the proof in a process of its own, unless it is at hand; whoever starts it ends it."""
    if proof_at_hand(library) is not None:
        return None
    return subprocess.Popen(
        [sys.executable, "-m", "assistant", "verify"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=_step_back if hasattr(os, "nice") else None,
    )


def _step_back() -> None:
    """Those who wait for a page go first."""
    os.nice(10)


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
        "silences": [_unsaid(rule, rule.then.silence) for rule in rules if rule.then.silence],
        "interpretations": [_unsaid(rule, rule.interpretation) for rule in rules if rule.interpretation],
    }
    proof = proof_at_hand(library)
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
