"""What kind of statement a decision is: the words of the text, our reading of them, their silence, or what they leave to somebody.

Where several would do, the first of these is said: a silence decides nothing; a reading of ours is ours, whatever it gives; a discretion
has several outcomes; only what is none of these is the text's own word.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from assistant.decision import headings
from assistant.decision.gravity import Difference
from assistant.decision.sameness import wholly_silent
from assistant.decision.state import State
from assistant.french import lower_first, sentence
from assistant.model import Decides, Library, Rule


class Basis(StrEnum):
    """What a decision rests on."""

    TEXT = "texte"
    READING = "lecture"
    SILENCE = "silence"
    FORBIDDEN = "silence-sur-interdit"
    DISCRETION = "discretion"


class Ground(NamedTuple):
    """What one ruleset's decision rests on."""

    basis: Basis
    outcomes: tuple[str, ...] = ()  # every one that the text leaves possible: its readings, what somebody may choose
    understood: tuple[
        str, ...
    ] = ()  # what we had to understand beyond the text, of the decision or of what follows from it
    forbidden_by: tuple[str, ...] = ()  # the clauses that forbid what was done
    chosen: bool = False  # whether somebody chooses, whatever else it rests on


NAMES = {
    Basis.TEXT: lower_first(headings.TEXT),
    Basis.READING: "notre lecture",
    Basis.SILENCE: lower_first(headings.SILENT),
    Basis.FORBIDDEN: "défendu, sans sanction dite",
    Basis.DISCRETION: "au choix de l'arbitre",
}


def ground(library: Library, state: State) -> Ground:
    """What the decision of a final state rests on."""
    outcome = state.outcome
    assert outcome is not None
    read = [rule for rule in _deciding(state) if rule.interpretation]
    understood = tuple(dict.fromkeys(rule.interpretation for rule in read if rule.interpretation))
    choices = tuple(_choice(library, one) for one in sorted(outcome.decides, key=str))
    readings = tuple(sentence(reading.text) for reading in outcome.readings)
    left = bool(choices) or any(library.sanctions[one].discretion for one in outcome.sanction_ids())
    if wholly_silent(outcome):
        basis = Basis.FORBIDDEN if outcome.forbids else Basis.SILENCE
    elif readings or any(not rule.is_consequence for rule in read):
        basis = Basis.READING
    else:
        basis = Basis.DISCRETION if left else Basis.TEXT
    return Ground(basis, (*readings, *choices), understood, outcome.forbids, left)


def _choice(library: Library, decides: Decides) -> str:
    """What somebody may choose, and who, where it is not the referee at the table."""
    chooser = library.players[decides.who]
    return sentence(decides.text if chooser.addressed else f"{chooser.label} : {decides.text}")


def _deciding(state: State) -> Iterator[Rule]:
    """The rules that give the decision, and those by which the facts that these read were derived."""
    assert state.outcome is not None
    rules = state.run.network.rules
    found = [rules[name] for name in state.outcome.rules]
    derivations = [rules[name] for name in state.run.standing if rules[name].is_derivation]
    read = {name for rule in found for name in rule.reads()}
    yield from found
    while True:
        used = [rule for rule in derivations if any(name in read for name, _ in rule.derives)]
        if not used:
            return
        yield from used
        derivations = [rule for rule in derivations if rule not in used]
        read = {name for rule in used for name in rule.reads()}


def difference_words(kind: Difference, grounds: tuple[Ground, Ground], second: str) -> str:
    """How the second decision stands to the first, and what that statement rests on."""
    bases = {one.basis for one in grounds}
    if kind == Difference.SAME and bases <= {Basis.SILENCE}:
        return headings.BOTH_SILENT
    if kind == Difference.SAME and bases <= {Basis.FORBIDDEN}:
        return headings.BOTH_FORBID
    if bases == {Basis.SILENCE, Basis.FORBIDDEN}:
        return headings.ONE_FORBIDS
    if kind == Difference.SILENCE and Basis.FORBIDDEN in bases:
        return headings.FORBIDDEN_BY_ONE
    if kind == Difference.SILENCE and Basis.SILENCE not in bases:
        return headings.PARTLY_SILENT
    if kind == Difference.SAME and all(one.chosen for one in grounds):
        return f"{headings.BOTH_CHOOSE}, {headings.AS_WE_READ}" if Basis.READING in bases else headings.BOTH_CHOOSE
    words = f"{headings.KINDS[kind]} en {second}" if kind.weighs else headings.KINDS[kind]
    if Basis.READING in bases:
        return f"{words}, {headings.AS_WE_READ}"
    return f"{words}, {headings.AS_ONE_CHOOSES}" if kind.weighs and Basis.DISCRETION in bases else words
