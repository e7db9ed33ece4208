"""What is known, as plain immutable objects: no file, no engine, no words."""

from assistant.model.cases import By, Case, Expected, ExpectedReading
from assistant.model.decisions import (
    DEFAULT_PLAYER,
    UNSAID,
    Amount,
    Beyond,
    Decides,
    Gravity,
    Moment,
    Naming,
    Nature,
    Player,
    Reading,
    Sanction,
    Slot,
    SlotValue,
    Then,
)
from assistant.model.facts import INCIDENT, SANCTION, Fact, FactValue, Scope, Test, Value, value_problem
from assistant.model.library import Family, Incident, Library
from assistant.model.rules import Rule, Ruleset
from assistant.model.texts import Clause, Place, Source, Warn, WarnKind

__all__ = [
    "DEFAULT_PLAYER",
    "INCIDENT",
    "SANCTION",
    "UNSAID",
    "Amount",
    "Beyond",
    "By",
    "Case",
    "Clause",
    "Decides",
    "Expected",
    "ExpectedReading",
    "Fact",
    "FactValue",
    "Family",
    "Gravity",
    "Incident",
    "Library",
    "Moment",
    "Naming",
    "Nature",
    "Place",
    "Player",
    "Reading",
    "Rule",
    "Ruleset",
    "Sanction",
    "Scope",
    "Slot",
    "SlotValue",
    "Source",
    "Test",
    "Then",
    "Value",
    "Warn",
    "WarnKind",
    "value_problem",
]
