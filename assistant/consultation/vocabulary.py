"""The closed vocabularies of the document: where an answer comes from, how far a case is, what a quotation is for."""

from __future__ import annotations

from enum import StrEnum


class Origin(StrEnum):
    """Where an answer comes from."""

    CONTEXT = "contexte"
    TOLD = "told"
    COMPUTED = "computed"
    ENTAILED = "entailed"
    CONTESTED = "contested"
    DERIVED = "derived"
    ASSUMED = "assumed"
    UNLESS = "unless"
    CHANGED = "changed"


class Status(StrEnum):
    """How far a case is: something is asked, it is ruled, a contested fact leaves several rulings possible, or it is something else."""

    QUESTION = "question"
    RULING = "ruling"
    POSSIBILITIES = "possibilities"
    EXIT = "exit"


class Role(StrEnum):
    """Whether a quotation carries the ruling, the amount, a derived fact, or what follows."""

    DECISION = "decision"
    AMOUNT = "montant"
    DERIVATION = "deduction"
    SEQUEL = "suite"


class Counting(StrEnum):
    """How the numbers of an amount are meant."""

    EXACT = "exact"
    RANGE = "range"
    CHOICES = "choices"
