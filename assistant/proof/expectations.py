"""In what a case of several events is not what it expects, event by event and seat by seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from assistant.consultation.events import Judged
from assistant.consultation.naming import is_seated
from assistant.consultation.seating import sayer
from assistant.consultation.sheet import acts
from assistant.decision.outcome import Outcome
from assistant.decision.payments import Payment, payments
from assistant.french import sentence
from assistant.model import ExpectedDue, ExpectedEvent, ExpectedReading, Library, Seat

EACH_OTHER, NOBODY = "chaque-autre", "personne"
Paid = tuple[tuple[int, ...] | None, str, str, str]  # the numbers, the unit, who pays, who receives


def event_differences(
    library: Library, ends: Sequence[Judged], outcomes: Sequence[Outcome], expected: Sequence[ExpectedEvent]
) -> list[str]:
    """What each event got that it should not, or did not get."""
    return [
        f"événement {judged.event.number} : {problem}"
        for judged, outcome, wanted in zip(ends, outcomes, expected, strict=False)
        for problem in _differences(library, judged, outcome, wanted)
    ]


def _differences(library: Library, judged: Judged, outcome: Outcome, wanted: ExpectedEvent) -> Iterator[str]:
    if wanted.sanctions is not None and outcome.sanction_ids() != wanted.sanctions:
        yield f"sanction attendue {words(wanted.sanctions)}, obtenue {words(outcome.sanction_ids())}"
    if wanted.silence is not None and bool(outcome.silences) != wanted.silence:
        yield "un silence était attendu" if wanted.silence else f"silence inattendu : {words(outcome.silences)}"
    yield from reading_differences(outcome, wanted.readings)
    cites = {*outcome.cites, *(clause for reading in outcome.readings for clause in reading.cites)}
    yield from (f"la clause {clause} n'est pas citée" for clause in wanted.cites if clause not in cites)
    if wanted.dues is not None:
        yield from _unpaid(library, judged, outcome, wanted.dues)
    told = {_said(library, step, judged) for step in acts(library, judged.position.state.run, outcome)}
    yield from (f"le geste « {step} » n'est pas dit" for step in wanted.steps if sentence(step) not in told)
    for fact, value in wanted.settles:
        settled = judged.settled.get(fact)
        if settled is None or settled.value != value:
            yield f"« {fact} » devait être réglé à « {value} », obtenu {settled.value if settled else 'rien'}"


def _said(library: Library, step: str, judged: Judged) -> str:
    return sentence(sayer(library, judged)(step))


def _unpaid(library: Library, judged: Judged, outcome: Outcome, wanted: Sequence[ExpectedDue]) -> Iterator[str]:
    """What is owed seat by seat, against what should be."""
    player = judged.event.player
    if not is_seated(player):
        yield "« dues » se compare siège par siège : dites « who »"
        return
    others = {role: Seat(seat) for role, seat in judged.seats.items()}
    got = Counter(map(_paid, payments(library, outcome.dues, Seat(player), others)))
    due = Counter(paid for one in wanted for paid in _expected(one))
    for paid in due - got:
        yield f"dette attendue : {_debt(paid)}"
    for paid in got - due:
        yield f"dette inattendue : {_debt(paid)}"


def _paid(payment: Payment) -> Paid:
    return payment.numbers, payment.unit, payment.payer or NOBODY, payment.payee or NOBODY


def _expected(due: ExpectedDue) -> Iterator[Paid]:
    """One debt for each pair of seats."""
    if due.payee == EACH_OTHER:
        yield from ((due.numbers, due.unit, due.payer, other) for other in Seat(due.payer).others)
    elif due.payer == EACH_OTHER:
        yield from ((due.numbers, due.unit, other, due.payee) for other in Seat(due.payee).others)
    else:
        yield due.numbers, due.unit, due.payer, due.payee


def _debt(paid: Paid) -> str:
    numbers, unit, payer, payee = paid
    return f"{payer} → {payee} : {', '.join(map(str, numbers or ('nombre non dit',)))} ({unit})"


def reading_differences(outcome: Outcome, wanted: Sequence[ExpectedReading]) -> Iterator[str]:
    """The readings that are missing or too many, and what each says otherwise, in their order."""
    if wanted and len(wanted) != len(outcome.readings):
        yield f"{len(wanted)} lectures attendues, {len(outcome.readings)} obtenues"
        return
    for number, (expected, reading) in enumerate(zip(wanted, outcome.readings, strict=False), 1):
        then = reading.then
        if expected.sanctions is not None and expected.sanctions != then.sanctions:
            yield f"lecture {number} : sanction attendue {words(expected.sanctions)}, obtenue {words(then.sanctions)}"
        for clause in expected.cites:
            if clause not in reading.cites:
                yield f"lecture {number} : la clause {clause} n'est pas citée"
        for slot, value in expected.slots:
            if (slot, value) not in then.slots:
                yield f"lecture {number} : « {slot} » attendu « {value} », obtenu « {dict(then.slots).get(slot, 'rien')} »"
        if expected.silence is not None and expected.silence != bool(then.silence):
            yield f"lecture {number} : {'un silence était attendu' if expected.silence else 'silence inattendu'}"


def words(names: Iterable[str]) -> str:
    """Names in a message."""
    return ", ".join(sorted(names)) or "rien"
