"""Who pays whom in the whole case, seat by seat, and what each seat has in the end, where more than one payment is due."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from assistant.consultation.events import Judged
from assistant.consultation.naming import is_seated, player_label
from assistant.decision.events import wins
from assistant.decision.outcome import Outcome
from assistant.decision.payments import Payment, net_words, nets, payment_words, payments
from assistant.model import Library, Seat

if TYPE_CHECKING:
    from assistant.consultation.settlement import PaymentPart, PaymentTablePart

VALUE = "la valeur de la main"


def payment_table(
    library: Library, judged: Sequence[Judged], outcomes: Sequence[Outcome], doubted: Collection[int] = ()
) -> PaymentTablePart | None:
    """The table, where two payments or more are due and every one who pays has a seat; else nothing to add up."""
    players = [one.event.player for one in judged]
    won = [
        index
        for index, (one, outcome) in enumerate(zip(judged, outcomes, strict=True))
        if one.ended is None and wins(library, outcome)
    ]
    paid: list[Payment] = []
    for one, outcome in zip(judged, outcomes, strict=True):
        if outcome.dues and is_seated(one.event.player):
            others = {role: Seat(seat) for role, seat in one.seats.items()}
            owed = payments(library, outcome.dues, Seat(one.event.player), others, one.event.number)
            paid += [each._replace(sure=each.sure and one.event.number not in doubted) for each in owed]
    if len(paid) + len(won) < 2 or not any(map(is_seated, players)):
        return None
    table = Seat(next(filter(is_seated, players))).table
    return {
        "rows": [
            *(_row(library, payment) for payment in _gathered(paid)),
            *(_win(library, judged[index]) for index in won),
        ],
        "nets": [
            {
                "seat": net.seat,
                "label": net.seat.label,
                "unit": library.units[net.unit],
                "moment": library.moments[net.moment].label,
                "text": net_words(net.numbers),
            }
            for net in nets(library, paid, table)
        ],
        "value": VALUE if won else None,
    }


def _gathered(paid: Sequence[Payment]) -> list[Payment]:
    return list(dict.fromkeys(paid))


def _row(library: Library, payment: Payment) -> PaymentPart:
    return {
        "event": payment.event,
        "payer": _label(library, payment.payer),
        "payee": _label(library, payment.payee),
        "text": payment_words(library, payment),
        "moment": library.moments[payment.moment].label,
        "sure": payment.sure,
    }


def _win(library: Library, judged: Judged) -> PaymentPart:
    """What a win brings, which the case does not count."""
    return {
        "event": judged.event.number,
        "payer": "ceux qui paient la main",
        "payee": player_label(library, judged.event.player),
        "text": VALUE,
        "moment": "",
        "sure": True,
    }


def _label(library: Library, side: str | None) -> str:
    """A seat, a player of the vocabulary, or nobody."""
    if side is None:
        return "personne"
    return Seat(side).label if side in list(Seat) else library.players[side].label
