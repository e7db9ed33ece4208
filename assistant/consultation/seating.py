"""A ruling told of a player who has a name: every sentence of ours says it, quotations stay as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.decision.seats import named

if TYPE_CHECKING:
    from assistant.consultation.document import AmountPart, ChangePart, ReadingPart, RulingPart, SanctionPart


def seated(ruling: RulingPart, who: str) -> RulingPart:
    """The ruling with the words about the player in question said of this one."""
    return {
        **ruling,
        "headline": [named(line, who) for line in ruling["headline"]],
        "decision": named(ruling["decision"], who),
        "sanctions": [_sanction(sanction, who) for sanction in ruling["sanctions"]],
        "amounts": [_amount(amount, who) for amount in ruling["amounts"]],
        "silences": [named(silence, who) for silence in ruling["silences"]],
        "discretion": [{**left, "text": named(left["text"], who)} for left in ruling["discretion"]],
        "readings": [_reading(reading, who) for reading in ruling["readings"]],
        "steps": [named(step, who) for step in ruling["steps"]],
        "warnings": [{**warning, "text": named(warning["text"], who)} for warning in ruling["warnings"]],
        "unless": [_change(change, who) for change in ruling["unless"]],
        "lighter": [_change(change, who) for change in ruling["lighter"]],
        "heavier": [_change(change, who) for change in ruling["heavier"]],
        "unordered": [_change(change, who) for change in ruling["unordered"]],
    }


def _sanction(sanction: SanctionPart, who: str) -> SanctionPart:
    return {**sanction, "on": named(sanction["on"], who), "effect": named(sanction["effect"], who)}


def _amount(amount: AmountPart, who: str) -> AmountPart:
    payer, payee = named(amount["payer"], who), named(amount["payee"], who)
    return {**amount, "payer": payer, "payee": payee, "text": named(amount["text"], who)}


def _reading(reading: ReadingPart, who: str) -> ReadingPart:
    return {
        **reading,
        "text": named(reading["text"], who),
        "silence": named(reading["silence"], who) if reading["silence"] else None,
        "sanctions": [_sanction(sanction, who) for sanction in reading["sanctions"]],
        "amounts": [_amount(amount, who) for amount in reading["amounts"]],
    }


def _change(change: ChangePart, who: str) -> ChangePart:
    decision, words = change["decision"], change["change"]
    return {**change, "decision": decision and named(decision, who), "change": words and named(words, who)}
