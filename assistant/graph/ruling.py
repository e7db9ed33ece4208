"""A ruling as data: what it gives with amounts still to be counted, and the rules that stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from assistant.decision.outcome import Outcome, due
from assistant.graph.plain import plain, restored
from assistant.model import Amount, Decides, Reading, Rule, Test, Then, Value

if TYPE_CHECKING:
    from assistant.graph.parts import AsidePart, DecisionPart, GivenPart, IncidentPart, ReadingPart, RulePart


class Role(IntEnum):
    """What a rule that stands does for a ruling."""

    NOTHING = 0  # but take another rule's place
    RULES = 1
    GIVES = 2  # something besides
    DERIVES = 3


def role_of(rule: Rule) -> Role:
    """What a rule does."""
    if rule.is_derivation:
        return Role.DERIVES
    if not rule.gives_something:
        return Role.NOTHING
    return Role.RULES if rule.is_ruling else Role.GIVES


class Ruling(NamedTuple):
    """What stands at the end of a reading."""

    standing: tuple[str, ...]
    amounts: frozenset[Amount]
    bare: Outcome  # the outcome but for its dues
    derived: Mapping[str, Value]
    overridden: Mapping[str, tuple[str, ...]]
    waits: tuple[tuple[Test, ...], ...] = ()  # sentences of the sheet that ask for what nobody knows yet

    def outcome(self, known: Mapping[str, Value]) -> Outcome:
        """The decision, its amounts counted."""
        if not self.amounts:
            return self.bare
        return self.bare._replace(dues=frozenset(due(amount, known) for amount in self.amounts))


class Tables:
    """What the rulings of an incident share, each thing once: amounts and texts by their numbers, and the numbers of rules and clauses."""

    def __init__(self, rules: Mapping[str, int], clauses: Mapping[str, int]):
        self.rules = rules
        self.clauses = clauses
        self.amounts: dict[Amount, int] = {}
        self.texts: dict[str, int] = {}

    def text(self, text: str) -> int:
        return self.texts.setdefault(text, len(self.texts))

    def decision(self, ruling: Ruling) -> DecisionPart:
        """What is decided, as it is written."""
        outcome = ruling.bare
        part: DecisionPart = {}
        if outcome.sanctions:
            part["sanctions"] = [list(pair) for pair in sorted(outcome.sanctions)]
        self._give(part, ruling.amounts, outcome.slots, sorted(outcome.silences), sorted(outcome.decides))
        if outcome.readings:
            part["readings"] = [self._reading(reading) for reading in outcome.readings]
        if ruling.waits:
            part["waits"] = [[plain(test) for test in tests] for tests in ruling.waits]
        return part

    def _reading(self, reading: Reading) -> ReadingPart:
        then = reading.then
        cites = [self.clauses[clause] for clause in reading.cites]
        part: ReadingPart = {"text": self.text(reading.text), "player": then.player, "cites": cites}
        if then.sanctions:
            part["sanctions"] = [[then.player, sanction] for sanction in sorted(then.sanctions)]
        silences, decides = [then.silence] if then.silence else [], [then.decides] if then.decides else []
        self._give(part, then.amounts, then.slots, silences, decides)
        return part

    def _give(
        self,
        part: GivenPart,
        amounts: Iterable[Amount],
        slots: Iterable[tuple[str, str]],
        silences: Iterable[str],
        decides: Iterable[Decides],
    ) -> None:
        if amounts:
            numbers = (self.amounts.setdefault(amount, len(self.amounts)) for amount in sorted(amounts, key=repr))
            part["amounts"] = sorted(numbers)
        if slots:
            part["slots"] = [list(pair) for pair in slots]
        if silences:
            part["silences"] = [self.text(silence) for silence in silences]
        if decides:
            part["decides"] = [(one.who, self.text(one.text)) for one in decides]

    def aside(self, ruling: Ruling) -> AsidePart:
        """What holds beside a ruling, as it is written."""
        part: AsidePart = {"cites": [self.clauses[clause] for clause in ruling.bare.cites]}
        if ruling.derived:
            part["derived"] = dict(ruling.derived)
        if ruling.overridden:
            pairs = ruling.overridden.items()
            part["overridden"] = [[self.rules[name], *(self.rules[other] for other in by)] for name, by in pairs]
        return part


class Opened:
    """The rulings of an incident, made of what was written."""

    def __init__(self, part: IncidentPart, rules: Sequence[RulePart], clauses: Sequence[str]):
        self.part = part
        self.rules = rules
        self.clauses = clauses

    def ruling(self, number: int) -> Ruling:
        """A ruling by its number."""
        decided, beside, *numbers = self.part["rulings"][number]
        decision, aside = self.part["decisions"][decided], self.part["asides"][beside]
        standing = [self.rules[rule] for rule in numbers]
        giving = [rule for rule in standing if rule["role"] in (Role.RULES, Role.GIVES)]
        outcome = Outcome(
            frozenset((player, sanction) for player, sanction in decision.get("sanctions", ())),
            slots=_slots(decision),
            silences=frozenset(self._silences(decision)),
            decides=frozenset(self._decides(decision)),
            readings=tuple(map(self._reading, decision.get("readings", ()))),
            cites=self._cites(aside["cites"]),
            rules=tuple(rule["id"] for rule in giving),
            forbids=tuple(rule["forbids"] for rule in giving if "forbids" in rule),
        )
        named = [[self.rules[rule]["id"] for rule in rules] for rules in aside.get("overridden", ())]
        return Ruling(
            tuple(rule["id"] for rule in standing),
            self._amounts(decision),
            outcome,
            aside.get("derived", {}),
            {name: tuple(by) for name, *by in named},
            tuple(tuple(restored(Test, test) for test in tests) for tests in decision.get("waits", ())),
        )

    def _reading(self, part: ReadingPart) -> Reading:
        then = Then(
            frozenset(sanction for _, sanction in part.get("sanctions", ())),
            part["player"],
            self._amounts(part),
            _slots(part),
            next(iter(self._decides(part)), None),
            next(iter(self._silences(part)), None),
        )
        return Reading(self.part["texts"][part["text"]], then, self._cites(part["cites"]))

    def _cites(self, numbers: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.clauses[number] for number in numbers)

    def _amounts(self, part: GivenPart) -> frozenset[Amount]:
        return frozenset(self.amounts[number] for number in part.get("amounts", ()))

    @cached_property
    def amounts(self) -> list[Amount]:
        """The amounts by their numbers."""
        return [restored(Amount, amount) for amount in self.part["amounts"]]

    def _silences(self, part: GivenPart) -> list[str]:
        return [self.part["texts"][number] for number in part.get("silences", ())]

    def _decides(self, part: GivenPart) -> list[Decides]:
        return [Decides(who, self.part["texts"][number]) for who, number in part.get("decides", ())]


def _slots(part: GivenPart) -> tuple[tuple[str, str], ...]:
    return tuple((slot, value) for slot, value in part.get("slots", ()))
