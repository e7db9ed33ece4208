"""Where an answer to a question comes from: the right one, or the mistake that a wrong one is."""

from __future__ import annotations

from enum import StrEnum


class Origin(StrEnum):
    """Of a wrong answer: where it would be right, or what was overlooked."""

    RIGHT = "right"
    FACT = "fact"  # one fact of the story otherwise
    SITUATION = "situation"  # two facts otherwise
    MOMENT = "moment"  # an event of several at another moment
    ALONE = "alone"  # an event of several judged as if it were the only one
    RULESET = "ruleset"  # another ruleset of the same game
    CLAUSE = "clause"  # usual elsewhere, and excluded by the clause that decides here
    FORGOTTEN = "oubli"  # something was left out
    TOLD = "told"  # of a question: the story has answered it
    IDLE = "idle"  # of a question: no answer changes anything here
