"""Who pays whom in the whole case, seat by seat, and what each seat has in the end, where more than one payment is due."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from assistant.consultation.events import Judged
from assistant.consultation.naming import is_seated, player_label
from assistant.consultation.win_payments import VALUE, Paid, win_payments
from assistant.decision.events import says_who_pays, wins
from assistant.decision.outcome import Outcome
from assistant.decision.payments import Payment, net_words, nets, payment_words, payments
from assistant.model import Library, Seat
from assistant.model.hand_words import Game

if TYPE_CHECKING:
    from assistant.consultation.settlement import NetPart, PaymentPart, PaymentTablePart
HAND_POINTS = "points pour la main"


def payment_table(
    library: Library, judged: Sequence[Judged], outcomes: Sequence[Outcome], doubted: Collection[int] = ()
) -> PaymentTablePart | None:
    """The table, where two payments or more are due and every one who pays has a seat; else nothing to add up.

    A win that only a reading pays is told in it though one alone pays it: a rule with readings has no step that says who.
    """
    players = [one.event.player for one in judged]
    won = [
        index
        for index, (one, outcome) in enumerate(zip(judged, outcomes, strict=True))
        if one.ended is None and not one.past and wins(library, outcome)
    ]
    paid: list[Payment] = []
    for one, outcome in zip(judged, outcomes, strict=True):
        if outcome.dues and is_seated(one.event.player):
            others = {role: Seat(seat) for role, seat in one.seats.items()}
            owed = payments(library, outcome.dues, Seat(one.event.player), others, one.event.number)
            paid += [each._replace(sure=each.sure and one.event.number not in doubted) for each in owed]
    won = sorted({players[index]: index for index in won}.values())  # a dispute about a win is no second one
    settled = {_winner(one) for one, outcome in zip(judged, outcomes, strict=True) if _is_the_hand(library, one, outcome)}
    won = [index for index in won if players[index] not in settled]
    beside = {_winner(one) for one, outcome in zip(judged, outcomes, strict=True) if outcome.dues and one.of}
    hands = {
        index: win_payments(library, judged[index], bool(outcomes[index].dues) or players[index] in beside)
        for index in won
    }
    gained = [row for index, owed in hands.items() for row in _win(library, judged[index], owed)]
    told = any(judged[index].readings for index in won)
    if len(paid) + len(gained) < (1 if told else 2) or not any(map(is_seated, players)):
        return None
    table = Seat(next(filter(is_seated, players))).table
    return {
        "rows": [*(_row(library, payment) for payment in _gathered(paid)), *gained],
        "nets": [*_of_hands(judged, hands, table), *_nets(library, paid, table)],
        "value": VALUE if paid and won and not _counted(hands) else None,
    }


def _is_the_hand(library: Library, judged: Judged, outcome: Outcome) -> bool:
    """Whether what an event says is owed is the whole hand: where the losers owe nothing beside it."""
    form = library.hands.get(judged.questionnaire.network.ruleset)
    about = judged.of is not None or wins(library, outcome)
    return bool(about and outcome.dues and form and form.game is Game.RIICHI and says_who_pays(library, outcome))


def _winner(judged: Judged) -> str:
    return judged.of.player if judged.of else judged.event.player


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


def _nets(library: Library, paid: Sequence[Payment], table: Iterable[Seat]) -> list[NetPart]:
    """What each seat has of what is owed, as far as it can be told."""
    return [
        {
            "seat": net.seat,
            "label": net.seat.label,
            "unit": library.units[net.unit],
            "moment": library.moments[net.moment].label,
            "text": net_words(net.numbers),
        }
        for net in nets(library, paid, table)
        if net.numbers is not None
    ]


def _counted(hands: Mapping[int, Sequence[Paid]]) -> bool:
    """Whether the tiles say what every winning hand of the case is worth."""
    return all(owed and all(one.points is not None for one in owed) for owed in hands.values())


def _of_hands(judged: Sequence[Judged], hands: Mapping[int, Sequence[Paid]], table: Iterable[Seat]) -> list[NetPart]:
    """What each seat has of the winning hands, where the tiles count them."""
    if not hands or not _counted(hands):
        return []
    sums = dict.fromkeys(table, 0)
    for index, owed in hands.items():
        for one in owed:
            sums[one.payer] -= one.points or 0
            sums[Seat(judged[index].event.player)] += one.points or 0
    return [
        {"seat": seat, "label": seat.label, "unit": HAND_POINTS, "moment": "", "text": net_words((total,))}
        for seat, total in sums.items()
    ]


def _win(library: Library, judged: Judged, owed: Sequence[Paid]) -> list[PaymentPart]:
    """What a win brings: by the seat of everyone who pays it, where that is known."""
    paid = [(_label(library, one.payer), one.text) for one in owed]
    return [
        {
            "event": judged.event.number,
            "payer": payer,
            "payee": player_label(library, judged.event.player),
            "text": text,
            "moment": "",
            "sure": True,
        }
        for payer, text in paid or [("ceux qui paient la main", VALUE)]
    ]


def _label(library: Library, side: str | None) -> str:
    """A seat, a player of the vocabulary, or nobody."""
    if side is None:
        return "personne"
    return Seat(side).label if side in list(Seat) else library.players[side].label
