"""Where an answer to a question comes from: the right one, or the mistake that a wrong one is."""

from __future__ import annotations

from enum import StrEnum


class Origin(StrEnum):
    """Of a wrong answer: where it would be right, or what was overlooked."""

    RIGHT = "right"
    FACT = "fact"  # one fact of the story otherwise
    RULESET = "ruleset"  # another ruleset
    SITUATION = "situation"  # a neighbouring situation, or something that the story has told already
    CONFUSION = "confusion"  # another incident
    USUAL = "usual"  # drawn from the repertoire of the ruleset
    SILENCE = "silence"  # taken for unsaid
    FORGOTTEN = "oubli"  # something was left out
