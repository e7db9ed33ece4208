"""Who pays whom, seat by seat, and what each seat has in the end: never two units or two moments in one sum."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import prod
from typing import NamedTuple

from assistant.decision.outcome import Due
from assistant.decision.words import singular, sorted_dues
from assistant.french import enumerate_words, number
from assistant.model import DEFAULT_PLAYER, Among, Library, Seat

HOW_MANY: Mapping[Among | None, int] = {Among.OTHERS: 3, Among.OTHERS_BUT_EAST: 2}
Numbers = tuple[int, ...] | None


class Payment(NamedTuple):
    """What one pays another, or loses to nobody (None).

    Both are a `Seat` where it is known, else a player of the vocabulary. The numbers are those of the due: one, the choices,
    the two ends where it lies between them, or None where the text does not say; an unsure one may come to nothing,
    and one between players whose seats are not known may have to be made several times.
    """

    payer: str | None
    payee: str | None
    numbers: Numbers
    unit: str
    moment: str
    event: int = 1
    sure: bool = True
    between: bool = False
    times: int = 1


class Net(NamedTuple):
    """What a seat has in one unit at one moment: one number, the least and the most, or None where it cannot be told."""

    seat: Seat
    unit: str
    moment: str
    numbers: Numbers


def pays(library: Library, due: Due, who: Seat, others: Mapping[str, Seat] = {}, event: int = 1) -> tuple[Payment, ...]:
    """One payment for each pair of seats; `who` is judged, `others` says where other players of the vocabulary sit."""
    amount = due.amount
    seated = {**others, **({DEFAULT_PLAYER: who} if who.table else {})}
    payers = _seats(library, amount.payer, amount.payee, who, seated)
    payees = _seats(library, amount.payee, amount.payer, who, seated)
    sure = not library.sanctions[amount.sanction].discretion
    between = due.numbers is not None and len(due.numbers) == 2 and amount.choices is None
    return tuple(
        Payment(
            payer, payee, due.numbers, amount.unit, amount.moment, event, sure, between, _times(library, payer, payee)
        )
        for payer in payers
        for payee in payees
        if payer != payee
    )


def payments(
    library: Library, dues: Iterable[Due], who: Seat, others: Mapping[str, Seat] = {}, event: int = 1
) -> list[Payment]:
    """All payments of one event; alternatives between the same two are one payment, or unsure where their units differ."""
    every: dict[tuple[str, ...], dict[tuple[str | None, ...], Payment]] = {}
    for due in sorted_dues(dues):
        for payment in pays(library, due, who, others, event):
            mine = every.setdefault((*due.key, str(payment.payer), str(payment.payee)), {})
            kind = (payment.unit, payment.moment)
            mine[kind] = _either(mine[kind], payment) if kind in mine else payment
    return [
        payment._replace(sure=payment.sure and len(mine) == 1) for mine in every.values() for payment in mine.values()
    ]


def nets(library: Library, paid: Iterable[Payment], table: Iterable[Seat]) -> list[Net]:
    """What each seat has of all payments together, for each unit and moment in which something is paid."""
    by_kind: dict[tuple[str, str], list[Payment]] = {}
    for payment in paid:
        by_kind.setdefault((payment.unit, payment.moment), []).append(payment)
    seats = tuple(table)
    return [Net(seat, *kind, _net(library, seat, some)) for kind, some in by_kind.items() for seat in seats]


def _net(library: Library, seat: Seat, paid: Iterable[Payment]) -> Numbers:
    """The sum for one seat; None as soon as a number, or who the other is, is not known and could touch it."""
    least = most = 0
    for payment in paid:
        mine = [payment.payer == seat, payment.payee == seat]
        if not any(mine):
            if _perhaps(library, payment):
                return None
            continue
        if payment.numbers is None:
            return None
        low = payment.times * min(payment.numbers) if payment.sure else 0
        high = payment.times * max(payment.numbers)
        least, most = (least - high, most - low) if mine[0] else (least + low, most + high)
    return (least,) if least == most else (least, most)


def _perhaps(library: Library, payment: Payment) -> bool:
    """Whether one of the two could be any seat, nobody having said who it is."""
    sides = _unseated(payment.payer, payment.payee)
    return any(library.players[side].among is not Among.NOWHERE for side in sides)


def _unseated(*sides: str | None) -> list[str]:
    """Those of whom only the word of the vocabulary is known; Est is such a word where the players go by letters."""
    return [side for side in sides if side is not None and not isinstance(side, Seat)]


def _times(library: Library, *sides: str | None) -> int:
    """How many pairs one payment stands for: those whose seats are not known are told once."""
    return prod(HOW_MANY.get(library.players[side].among, 1) for side in _unseated(*sides))


def _seats(library: Library, player: str, other: str, who: Seat, seated: Mapping[str, Seat]) -> tuple[str | None, ...]:
    """Where a player of the vocabulary sits, or all the seats it means, seen from the one at the other end."""
    if library.players[player].nobody:
        return (None,)
    if player in seated:
        return (seated[player],)
    among = library.players[player].among
    east = _east(library, who, seated)
    if among is Among.EAST:
        return (east or player,)
    from_seat = _one(library, other, who, seated)
    if among not in (Among.OTHERS, Among.OTHERS_BUT_EAST) or from_seat is None:
        return (player,)
    if among is Among.OTHERS:
        return Seat(from_seat).others
    return tuple(seat for seat in Seat(from_seat).others if seat != east) if east else (player,)


def _one(library: Library, player: str, who: Seat, seated: Mapping[str, Seat]) -> str | None:
    """The one seat of a player, where it is known."""
    if library.players[player].among is Among.EAST:
        return _east(library, who, seated)
    return seated.get(player)


def _east(library: Library, who: Seat, seated: Mapping[str, Seat]) -> str | None:
    """Who is Est: known by the name of the seat, else where somebody said so."""
    told = [seat for player, seat in seated.items() if library.players[player].among is Among.EAST]
    return next(iter(told), Seat.EAST if Seat.EAST in who.table else None)


def _either(one: Payment, other: Payment) -> Payment:
    """Two alternatives as one payment: either's numbers, only the ends where one lies between two, none where one is unsaid."""
    if one.numbers is None or other.numbers is None:
        return one._replace(numbers=None, between=False)
    numbers = tuple(sorted({*one.numbers, *other.numbers}))
    between = one.between or other.between
    return one._replace(numbers=(numbers[0], numbers[-1]) if between else numbers, between=between)


def payment_words(library: Library, payment: Payment) -> str:
    """How much of what: « 4 000 points à la table », « de 5 à 60 points de la partie »."""
    unit = library.units[payment.unit]
    if payment.numbers is None:
        return f"des {unit} en nombre non dit"
    if payment.between:
        return f"de {number(payment.numbers[0])} à {number(payment.numbers[1])} {unit}"
    return f"{enumerate_words(map(number, payment.numbers), 'ou')} {singular(unit, payment.numbers)}"


def net_words(numbers: Numbers) -> str:
    """« +30 », « −10 », « de −60 à −5 », « non dit »."""
    if numbers is None:
        return "non dit"
    signed = [f"+{number(value)}" if value > 0 else number(value) for value in numbers]
    return signed[0] if len(signed) == 1 else f"de {signed[0]} à {signed[1]}"
