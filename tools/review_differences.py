"""The rows of the comparison that were read against the texts. `python -m tools.review_differences [--accept]`

How they were read. EMA against WRC and MCR 2006 against 2015: each row, beside the clauses of both sides. EMA and WRC against the
two MCR: every distinct decision of every ruleset in every incident beside the clauses it cites and the facts that lead to it (about
200 a ruleset), then every distinct pair of decisions that was called lighter or heavier, every pair called the same whose words
differ. Not read one by one: the rows of two games that differ from a read row only in the number of a penalty ladder; nor all of those
that changed only in the words of their condition, where the pairs of decisions were compared with the read ones by program.

A row holds identifiers and numbers alone, so that rewording a sentence leaves the review as it is: sanctions with the player each falls
on, amounts with unit, payer, payee and moment, what becomes of the deal, silence, who decides, readings, the clauses cited; and when.
"""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterable
from pathlib import Path

from assistant.compare.comparison import Comparison, Group, PairRow, kept_or_made
from assistant.consultation.questionnaire import Questionnaire
from assistant.decision.gravity import Difference
from assistant.decision.outcome import Outcome
from assistant.engine.engines import Engines
from assistant.model import Amount, Library, Reading
from assistant.store.library import load

FILE = Path(__file__).resolve().parent.parent / "tests" / "data" / "reviewed_differences.csv"
HEAD = ("rulesets", "incident", "kind", "first", "second", "when")


def rows(library: Library, comparison: Comparison) -> list[tuple[str, ...]]:
    """Every reported difference, one line each."""
    engines = Engines(library)
    reported = {
        described(library, engines, row, group)
        for incidents in comparison.rows.values()
        for row in incidents.values()
        for group in row.groups
        if group.kind != Difference.SAME
    }
    return sorted(reported)


def described(library: Library, engines: Engines, row: PairRow, group: Group) -> tuple[str, ...]:
    """One difference by identifiers and numbers: what each ruleset decides of its example, and when it holds."""
    context = {fact.id: fact.values[0].id for fact in library.context_facts()}
    decisions = []
    for ruleset in row.rulesets:
        questionnaire = Questionnaire(library, engines.engine(ruleset, row.incident))
        outcome = questionnaire.judge({**context, **dict(group.example)}).outcome
        assert outcome is not None, (row.incident, ruleset, group.example)
        decisions.append(decided(outcome))
    when = " || ".join(
        "; ".join(f"{name}={'|'.join(map(str, values))}" for name, values in alternative) for alternative in group.when
    )
    return ("/".join(row.rulesets), row.incident, group.kind, *decisions, when)


def decided(outcome: Outcome) -> str:
    """A decision without a word of French prose."""
    return "; ".join(
        [
            *sorted(f"{sanction}@{player}" for player, sanction in outcome.sanctions),
            *sorted(_amount(one.amount, one.numbers, "unsaid") for one in outcome.dues),
            *_slots(outcome.slots),
            *(["silence"] if outcome.silences else []),
            *sorted({f"decides@{one.who}" for one in outcome.decides}),
            *(f"reading ({_reading(reading)})" for reading in outcome.readings),
            *([f"cites {' '.join(outcome.cites)}"] if outcome.cites else []),
        ]
    )


def _reading(reading: Reading) -> str:
    then = reading.then
    return "; ".join(
        [
            *(f"{sanction}@{then.player}" for sanction in sorted(then.sanctions)),
            *sorted(_amount(amount, _written(amount), str(amount.counts)) for amount in then.amounts),
            *_slots(then.slots),
            *(["silence"] if then.silence else []),
            *([f"decides@{then.decides.who}"] if then.decides else []),
            f"cites {' '.join(reading.cites)}",
        ]
    )


def _written(amount: Amount) -> tuple[int, ...] | None:
    """The numbers of an amount as its rule writes them; None where a fact is counted."""
    return (amount.value,) if amount.value is not None else amount.range or amount.choices


def _amount(amount: Amount, numbers: tuple[int, ...] | None, otherwise: str) -> str:
    number = "/".join(map(str, numbers)) if numbers else otherwise
    return f"{amount.sanction}={number} {amount.unit} {amount.payer}>{amount.payee} {amount.moment}"


def _slots(slots: Iterable[tuple[str, str]]) -> list[str]:
    return [f"{slot}={value}" for slot, value in slots]


def as_text(lines: list[tuple[str, ...]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([HEAD, *lines])
    return out.getvalue()


def reviewed() -> list[tuple[str, ...]]:
    with FILE.open(encoding="utf-8", newline="") as file:
        return [tuple(line) for line in csv.reader(file)][1:]


def changes(library: Library, comparison: Comparison) -> list[str]:
    """What appeared and what went since the last review."""
    now, before = set(rows(library, comparison)), set(reviewed())
    return [f"new: {line}" for line in sorted(now - before)] + [f"gone: {line}" for line in sorted(before - now)]


if __name__ == "__main__":
    known = load()
    made = kept_or_made(known, lambda text: print(text, file=sys.stderr))
    if "--accept" in sys.argv:
        FILE.write_text(as_text(rows(known, made)), encoding="utf-8")
    elif FILE.exists():
        print("\n".join(changes(known, made)) or "nothing to review")
