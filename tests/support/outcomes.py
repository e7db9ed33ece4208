"""Outcomes written out: one sanction for one player, an amount where numbers are given, and what becomes of the deal."""

from __future__ import annotations

from assistant.decision.outcome import Due, Outcome
from assistant.model import Amount

PAIR = ("ema-2016", "wrc-2015")


def outcome(
    sanction: str,
    *numbers: int,
    player: str = "joueur",
    unit: str = "points-de-table",
    donne: str = "continue",
    **more: object,
) -> Outcome:
    amount = Amount(sanction, unit, "joueur", "personne", "immediat", value=numbers[0] if numbers else None)
    dues = frozenset({Due(amount, numbers)}) if numbers else frozenset()
    return Outcome(frozenset({(player, sanction)}), dues, (("donne", donne),))._replace(**more)  # type: ignore[arg-type]
