"""The ruling of a whole case: of one event its own; of several all they decide, on one sheet of the same shape."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, cast

from assistant.consultation.allowed import allowed
from assistant.consultation.deal import IF_IT_COUNTS, doubted, slot_parts, slot_steps_of_several
from assistant.consultation.events import Judged, outcomes_of
from assistant.consultation.naming import player_label
from assistant.consultation.payment_table import payment_table
from assistant.consultation.seating import Say
from assistant.consultation.shares import IF_IT_GOES_ON, NOT_YET, Share, shares_of
from assistant.consultation.sheet import OF_EACH, once
from assistant.decision.events import combined_slots, ended, said_slots
from assistant.decision.outcome import Slots
from assistant.decision.seats import named, roles
from assistant.decision.words import decision_line, headline
from assistant.french import lower_first, of_whom, sentence, upper_first
from assistant.model import WINDS, Library, WarnKind

if TYPE_CHECKING:
    from assistant.consultation.document import ChangePart, CitationPart, RulingPart, SanctionPart, WarningPart

NAMES_A_SEAT = re.compile(rf"\b({'|'.join(seat.label for seat in WINDS)})\b")
PAYS = re.compile(r"(faites payer|dites qui paie)\b")
COUNTS = re.compile(r"faites compter et payer\b")
READINGS = "Les lectures de ce cas ne disent pas la même chose de la donne : elle suit celle que vous choisissez."


def whole(library: Library, judged: Sequence[Judged], rulings: Sequence[RulingPart]) -> RulingPart:
    """The ruling of a case whose events all have theirs."""
    return of_shares(library, judged, shares_of(library, judged, rulings))


def of_shares(library: Library, judged: Sequence[Judged], shares: Sequence[Share]) -> RulingPart:
    """The ruling of a case, of what each of its events brings."""
    ruleset = judged[0].questionnaire.network.ruleset
    slots = combined_slots(library, ruleset, outcomes_of(judged))
    over = ended(library, ruleset, outcomes_of(judged))
    if len(shares) == 1:
        ruling = shares[0].alone_on_its_sheet()
    else:
        ruling = _together(library, ruleset, shares, slots, over)
    doubted = frozenset(share.judged.event.number for share in shares if share.doubted)
    ruling["payments"] = payment_table(library, judged, [share.outcome for share in shares], doubted)
    ruling["allowed"] = allowed(library, judged, over)
    return ruling


def _together(library: Library, ruleset: str, shares: Sequence[Share], slots: Slots, over: bool) -> RulingPart:
    """What several events decide, told once."""
    deal = library.slots[slots[0][0]].values[slots[0][1]].label if slots else ""
    decisions = [lower_first(share.line(decision_line(library, ruleset, share.alone)).rstrip(".")) for share in shares]
    aloud = [share.line(headline(library, ruleset, share.alone, spoken=not share.spares_nobody())) for share in shares]
    doubts = doubted(library, slots, [said_slots(share.outcome) for share in shares if not share.judged.past])
    steps = _steps(shares, slots, over, bool(doubts))
    say = _of_all(library, shares)
    return {
        **_joined([share.ruling for share in shares]),
        "headline": [*aloud, *([sentence(deal)] if deal else [])],
        "decision": sentence(" ; ".join([*decisions, *([deal] if deal else [])])),
        "interpreted": any(share.ruling["interpreted"] for share in shares),
        "sanctions": _sanctions(library, shares),
        "amounts": [share.amount(amount) for share in shares for amount in share.ruling["amounts"]],
        "slots": slot_parts(library, slots),
        "silences": silences(shares),
        "silence_help": [beside for share in shares for beside in share.ruling["silence_help"]],
        "discretion": [
            {"who": left["who"], "text": share.said(left["text"])}
            for share in shares
            for left in share.ruling["discretion"]
        ],
        "readings": [share.reading(reading) for share in shares for reading in share.ruling["readings"]],
        "steps": list(dict.fromkeys(sentence(step) for step in [*steps, *map(say, slot_steps_of_several(library, slots, doubts))])),
        "idle": [line for share in shares for line in share.idle(slots)],
        "citations": _citations(shares),
        "warnings": _warnings(shares, slots),
        "unless": _unless(shares),
        "lighter": [share.change(change) for share in shares for change in share.ruling["lighter"]],
        "heavier": [share.change(change) for share in shares for change in share.ruling["heavier"]],
        "unordered": [share.change(change) for share in shares for change in share.ruling["unordered"]],
        "would_ask": [share.change(change) for share in shares for change in share.ruling["would_ask"]],
    }


def silences(shares: Iterable[Share]) -> list[str]:
    """What the text leaves unsaid of each of several events."""
    return [share.said(silence) for share in shares for silence in share.ruling["silences"]]


def _joined(rulings: Sequence[RulingPart]) -> RulingPart:
    """Every part of several rulings together, where the whole case has no word of its own for it."""
    return cast("RulingPart", {key: _all([dict(ruling)[key] for ruling in rulings]) for key in rulings[0]})


def _all(parts: Sequence[object]) -> object:
    """What several sheets say in one place: all lines, each once; true where one is; else what the first says."""
    if all(isinstance(part, list) for part in parts):
        every: list[object] = []
        for line in chain.from_iterable(cast("Sequence[list[object]]", parts)):
            every += [line] if line not in every else []
        return every
    if all(isinstance(part, bool) for part in parts):
        return any(parts)
    return next((part for part in parts if part is not None), None)


def _of_all(library: Library, shares: Sequence[Share]) -> Say:
    """How sentences about the deal name the players whom every event of it knows."""
    seats = [share.judged.seats.items() for share in shares if not share.judged.past]
    known = dict.fromkeys(seats[0]) if seats else {}
    same = {role: player_label(library, seat) for role, seat in known if all((role, seat) in other for other in seats)}
    return lambda text: named(text, None, roles(library, same))


def _steps(shares: Sequence[Share], slots: Slots, over: bool, doubted_end: bool = False) -> list[str]:
    """What to do because of each event: gestures that another already asks of the same player once, what is owed or left to decide every time."""
    own = _paid_once(shares, [share.gestures(slots, over) for share in shares])
    if doubted_end:
        own = [
            [_if_it_counts(step) for step in mine] if slots[0] in share.outcome.slots else mine
            for share, mine in zip(shares, own, strict=True)
        ]
    told_of = {(share.who, _bare(step)) for share, mine in zip(shares, own, strict=True) for step in mine}
    every = [
        [*mine, *(step for step in share.counted(slots) if (share.who, _bare(step)) not in told_of)]
        for share, mine in zip(shares, own, strict=True)
    ]
    of_whom_else = {
        f"{_bare(step)} {of_whom(share.who)}": share for share, mine in zip(shares, every, strict=True) for step in mine
    }
    asked: dict[tuple[str, str], bool] = {}  # and whether the referee had ruled on what asked it, so that it is done
    steps: list[str] = []
    for share, mine in zip(shares, every, strict=True):
        each = share.each_time()
        fresh = share.of_this_act() if not share.done else set()
        told = [_bare_of_doubt(step) for other in shares if share.yields_to(other) for step in every[shares.index(other)]]
        for step in mine:
            bare = _bare_of_doubt(step)
            key = ("" if NAMES_A_SEAT.search(bare) else share.who, bare)
            before = key in asked and not (step in fresh and asked[key])  # an act of which the last one's gestures are done wants its own
            again = (before or bare in told) and upper_first(bare) not in OF_EACH and step not in each
            steps += [step] if not again and of_whom_else.get(_bare(step), share) is share else []
            asked[key] = asked.get(key, True) and share.done
        steps += share.owed()
    return steps


def _paid_once(shares: Sequence[Share], steps: Sequence[list[str]]) -> list[list[str]]:
    """The steps of each event, in which one alone says who pays a win: a dispute about just that, else the first that says it.

    That the win of another is to be counted and paid is said by the event that tells this win.
    """
    said: dict[object, int] = {}
    for index, share in sorted(enumerate(shares), key=lambda one: one[1].judged.of is None):
        if share.win is not None and any(map(_pays, steps[index])):
            said.setdefault(share.win, index)
    won = [any(other.win and other.judged.past == share.judged.past for other in shares) for share in shares]
    return [
        [
            step
            for step in mine
            if (said.get(share.win, index) == index or not _pays(step))
            and not (share.win is None and won[index] and COUNTS.match(_bare_of_doubt(step)))
        ]
        for index, (share, mine) in enumerate(zip(shares, steps, strict=True))
    ]


def _if_it_counts(step: str) -> str:
    event, _, words = step.partition(" : ")
    return f"{event} : {lower_first(IF_IT_COUNTS)}{words}"


def _pays(step: str) -> bool:
    return PAYS.match(_bare_of_doubt(step)) is not None


def _bare(step: str) -> str:
    """A step without the number of its event."""
    return step.partition(" : ")[2].rstrip(".")


def _bare_of_doubt(step: str) -> str:
    """A step without the number of its event, nor that it may be done already."""
    words = step.partition(" : ")[2]
    return words.removeprefix(lower_first(NOT_YET)).removeprefix(lower_first(IF_IT_GOES_ON))


def _sanctions(library: Library, shares: Iterable[Share]) -> list[SanctionPart]:
    """Every sanction, the same for the same player once; « aucune » beside another says nothing."""
    every: list[SanctionPart] = []
    for share in shares:
        idle = share.judged.ended is not None  # a win that came too late is no win to be paid
        mine = [
            share.sanction(sanction)
            for sanction in share.ruling["sanctions"]
            if not (idle and library.sanctions[sanction["id"]].wins) and sanction["id"] not in share.elsewhere
        ]
        every += [sanction for sanction in mine if sanction not in every]
    weighty = [sanction for sanction in every if not library.sanctions[sanction["id"]].vanishes]
    return weighty or every


def _unless(shares: Iterable[Share]) -> list[ChangePart]:
    """What each circumstance that was assumed would change; of the whole table, the same told of several events once."""
    every: dict[tuple[str, ...], ChangePart] = {}
    for share in shares:
        for change in share.ruling["unless"]:
            said = tuple(str(change[part]) for part in ("key", "value", "change", "asks"))
            every.setdefault(said, share.change(change))
    return list(every.values())


def _citations(shares: Iterable[Share]) -> list[CitationPart]:
    """Each clause once, the open ones first."""
    cited: dict[str, CitationPart] = {}
    for share in shares:
        for citation in share.ruling["citations"]:
            if citation["id"] not in cited or citation["open"]:
                cited[citation["id"]] = citation
    return sorted(cited.values(), key=lambda citation: not citation["open"])


def _warnings(shares: Iterable[Share], slots: Slots) -> list[WarningPart]:
    warnings = [warning for share in shares for warning in share.ruling["warnings"] if warning["text"] not in share.unheeded(slots)]
    if not slots:
        warnings.insert(0, {"kind": WarnKind.READINGS, "text": READINGS, "matters": True})
    return once(warnings)
