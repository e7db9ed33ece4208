"""What all standing rules give together: sanctions per player with their amounts, and one value for each slot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from assistant.engine.engines import Run
from assistant.errors import Conflict
from assistant.model import Amount, Beyond, Decides, Library, Reading, Rule, Then, Value

Slots = tuple[tuple[str, str], ...]  # each slot that the outcome speaks of, with its value


class Due(NamedTuple):
    """An amount with its number worked out: a number, a range, a choice, or None where the text stops counting."""

    amount: Amount
    numbers: tuple[int, ...] | None

    @property
    def key(self) -> tuple[str, str, str]:
        return (self.amount.sanction, self.amount.payer, self.amount.payee)


class Outcome(NamedTuple):
    """The decision; two outcomes are equal when they say the same word for word, whatever they cite (`sameness` is wider)."""

    sanctions: frozenset[tuple[str, str]] = frozenset()  # (player, sanction)
    dues: frozenset[Due] = frozenset()
    slots: Slots = ()
    silences: frozenset[str] = frozenset()
    decides: frozenset[Decides] = frozenset()
    readings: tuple[Reading, ...] = ()
    cites: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    forbids: tuple[str, ...] = ()  # of a silence, the clauses that forbid what was done
    exit: bool = False  # what was told is something else than this incident: nothing is decided, and nothing is unsaid

    def decided(self) -> tuple[object, ...]:
        """All that is said, citations aside."""
        return (*self[:6], self.exit)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outcome) and self.decided() == other.decided()

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.decided())

    def sanction_ids(self) -> frozenset[str]:
        return frozenset(sanction for _, sanction in self.sanctions)

    def slot(self, name: str) -> str | None:
        return dict(self.slots).get(name)


def due(amount: Amount, known: Mapping[str, Value]) -> Due:
    """The amount in numbers, counted where the text counts."""
    if amount.value is not None:
        return Due(amount, (amount.value,))
    if amount.range is not None or amount.choices is not None:
        return Due(amount, amount.range or amount.choices)
    assert amount.counts is not None
    count = known[amount.counts]
    assert isinstance(count, int)
    if amount.each is not None:
        total = count * amount.each
        return Due(amount, (min(total, amount.most) if amount.most is not None else total,))
    assert amount.steps is not None and amount.first is not None
    index = count - amount.first
    assert index >= 0, "the checks see to it that a rule does not count below its first step"
    if index >= len(amount.steps):
        return Due(amount, None if amount.beyond == Beyond.UNSAID else (amount.steps[-1],))
    return Due(amount, (amount.steps[index],))


def spread(amount: Amount, low: int, high: int) -> tuple[int, ...] | None:
    """The amounts between two counts: one number where they agree, else the least and the most."""
    assert amount.counts is not None
    ends = [due(amount, {amount.counts: count}).numbers for count in (low, high)]
    if ends[0] is None or ends[1] is None:
        return None
    return tuple(sorted({*ends[0], *ends[1]}))


def standing_ruling(rules: Iterable[Rule]) -> Then | None:
    """What the one ruling among these gives; two that differ are a conflict."""
    ruling: Rule | None = None
    for rule in rules:
        if not rule.is_ruling:
            continue
        if ruling is not None and rule.then != ruling.then:
            raise Conflict(
                f"deux décisions tiennent à la fois : {ruling.id} ({ruling.place}) et {rule.id} ({rule.place}) ; "
                "départagez-les par « overrides », « adds » ou une condition plus étroite",
                (ruling.id, rule.id),
            )
        ruling = ruling or rule
    return ruling.then if ruling else None


def outcome_of(library: Library, run: Run) -> Outcome | None:
    """The outcome of the rules that stand, or None where no ruling stands."""
    rules = [run.network.rules[rule_id] for rule_id in run.standing if not run.network.rules[rule_id].is_derivation]
    if standing_ruling(rules) is None:
        return None
    giving = [rule for rule in rules if rule.gives_something]
    sanctions = {(rule.then.player, sanction) for rule in giving for sanction in rule.then.sanctions}
    readings = _readings(giving)
    if len(sanctions) > 1 or readings:
        sanctions = {pair for pair in sanctions if not library.sanctions[pair[1]].vanishes}
    given = {sanction for _, sanction in sanctions}
    return Outcome(
        frozenset(sanctions),
        _dues(giving, run, given),
        _slots(library, giving, run.network.ruleset),
        frozenset(rule.then.silence for rule in giving if rule.then.silence),
        frozenset(rule.then.decides for rule in giving if rule.then.decides),
        readings,
        _cites(giving, run, sanctions),
        tuple(rule.id for rule in giving),
        tuple(rule.forbids for rule in giving if rule.forbids is not None),
    )


def _dues(rules: list[Rule], run: Run, sanctions: set[str]) -> frozenset[Due]:
    """The amounts; one rule may give alternatives, two rules may not differ."""
    found: dict[tuple[str, str, str], tuple[frozenset[Due], Rule]] = {}
    for rule in rules:
        mine: dict[tuple[str, str, str], set[Due]] = {}
        for amount in rule.then.amounts:
            one = due(amount, run.known)
            mine.setdefault(one.key, set()).add(one)
        for key, dues in mine.items():
            other = found.setdefault(key, (frozenset(dues), rule))
            if other[0] != dues:
                raise Conflict(
                    f"deux montants pour « {key[0]} » : {other[1].id} ({other[1].place}) et {rule.id} ({rule.place})",
                    (other[1].id, rule.id),
                )
    return frozenset(one for dues, _ in found.values() for one in dues if one.amount.sanction in sanctions)


def _slots(library: Library, rules: list[Rule], ruleset: str) -> tuple[tuple[str, str], ...]:
    found: dict[str, tuple[str, Rule]] = {}
    for rule in rules:
        for slot, value in rule.then.slots:
            other = found.setdefault(slot, (value, rule))
            if other[0] != value:
                raise Conflict(
                    f"deux valeurs pour « {slot} » : « {other[0]} » par {other[1].id} ({other[1].place}) et « {value} » par "
                    f"{rule.id} ({rule.place})",
                    (other[1].id, rule.id),
                )
    values = {slot: value for slot, (value, _) in found.items()}
    return tuple(
        (slot, values[slot])
        for slot in library.rulesets[ruleset].slots
        if slot in values and not pointless(library, slot, values)
    )


def pointless(library: Library, slot: str, values: Mapping[str, str]) -> bool:
    """Whether another slot's value makes this one without object (the deal goes on: nothing happens to the dealer)."""
    return any(values.get(other) in excluded for other, excluded in library.slots[slot].unless.items())


def missing_slots(library: Library, ruleset: str, slots: Iterable[tuple[str, str]]) -> list[str]:
    """The slots that an outcome leaves without a word."""
    values = dict(slots)
    return [
        slot for slot in library.rulesets[ruleset].slots if slot not in values and not pointless(library, slot, values)
    ]


def _readings(rules: list[Rule]) -> tuple[Reading, ...]:
    """The readings of the one rule that has any; a sheet cannot tell those of two."""
    telling = [rule for rule in rules if rule.then.readings]
    for rule in telling[1:]:
        if rule.then.readings != telling[0].then.readings:
            raise Conflict(
                f"deux règles donnent chacune leurs lectures : {telling[0].id} ({telling[0].place}) et {rule.id} ({rule.place}) ; "
                "que l'une des deux cède, ou dise ce que le texte tait",
                (telling[0].id, rule.id),
            )
    return telling[0].then.readings if telling else ()


def _cites(rules: list[Rule], run: Run, sanctions: set[tuple[str, str]]) -> tuple[str, ...]:
    """The clauses of what stands: of the ruling first, then of what was derived for it, then of consequences.

    What is added to a ruling of which no sanction stands decides, and comes before it.
    """
    derivers = [run.network.rules[rule_id] for rule_id in run.standing if run.network.rules[rule_id].is_derivation]
    rulings = [rule for rule in rules if rule.is_ruling]
    rest = [rule for rule in rules if not rule.is_ruling]
    first: list[Rule] = []
    if not any(_stands(rule, sanctions) for rule in rulings):
        first = [rule for rule in rest if rule.adds and _stands(rule, sanctions)]
    return tuple(dict.fromkeys(clause for rule in [*first, *rulings, *derivers, *rest] for clause in rule.cites))


def _stands(rule: Rule, sanctions: set[tuple[str, str]]) -> bool:
    """Whether a rule gives readings, or a sanction that no other made vanish."""
    return bool(rule.then.readings) or any(
        (rule.then.player, sanction) in sanctions for sanction in rule.then.sanctions
    )
