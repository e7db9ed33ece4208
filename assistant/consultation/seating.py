"""A ruling told of a player who has a name: every sentence of ours says it, quotations stay as they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from assistant.consultation.events import Judged
from assistant.consultation.naming import has_a_name, player_label
from assistant.decision.seats import named, roles
from assistant.model import Library

if TYPE_CHECKING:
    from assistant.consultation.document import AmountPart, ChangePart, ReadingPart, RulingPart, SanctionPart


Say = Callable[[str], str]


def sayer(library: Library, judged: Judged) -> Say:
    """How sentences about an event name its players: the one in question, and the others whom the case tells."""
    player = judged.event.player
    who = player_label(library, player) if has_a_name(player) else None
    others = roles(library, {role: player_label(library, seat) for role, seat in judged.seats.items()})
    return lambda text: named(text, who, others)


def seated(ruling: RulingPart, say: Say) -> RulingPart:
    """The ruling with the words about the players said of those of the case."""
    return {
        **ruling,
        "headline": [say(line) for line in ruling["headline"]],
        "decision": say(ruling["decision"]),
        "sanctions": [_sanction(sanction, say) for sanction in ruling["sanctions"]],
        "amounts": [_amount(amount, say) for amount in ruling["amounts"]],
        "silences": [say(silence) for silence in ruling["silences"]],
        "discretion": [{**left, "text": say(left["text"])} for left in ruling["discretion"]],
        "readings": [_reading(reading, say) for reading in ruling["readings"]],
        "steps": [say(step) for step in ruling["steps"]],
        "warnings": [{**warning, "text": say(warning["text"])} for warning in ruling["warnings"]],
        "unless": [_change(change, say) for change in ruling["unless"]],
        "lighter": [_change(change, say) for change in ruling["lighter"]],
        "heavier": [_change(change, say) for change in ruling["heavier"]],
        "unordered": [_change(change, say) for change in ruling["unordered"]],
    }


def _sanction(sanction: SanctionPart, say: Say) -> SanctionPart:
    return {**sanction, "on": say(sanction["on"]), "effect": say(sanction["effect"])}


def _amount(amount: AmountPart, say: Say) -> AmountPart:
    payer, payee = say(amount["payer"]), say(amount["payee"])
    return {**amount, "payer": payer, "payee": payee, "text": say(amount["text"])}


def _reading(reading: ReadingPart, say: Say) -> ReadingPart:
    return {
        **reading,
        "text": say(reading["text"]),
        "discretion": [{**left, "text": say(left["text"])} for left in reading["discretion"]],
        "silence": say(reading["silence"]) if reading["silence"] else None,
        "sanctions": [_sanction(sanction, say) for sanction in reading["sanctions"]],
        "amounts": [_amount(amount, say) for amount in reading["amounts"]],
    }


def _change(change: ChangePart, say: Say) -> ChangePart:
    decision, words = change["decision"], change["change"]
    return {**change, "decision": decision and say(decision), "change": words and say(words)}
