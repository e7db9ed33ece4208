"""Rules changed in one place: every part of an outcome, every condition, every deciding citation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple

from assistant.model import Amount, Fact, Library, Rule, Test, Then, Value

ADDED = "Le texte ne dit rien d'autre de ce cas."  # a silence that no rule has


class Part(Enum):
    """What of a rule is changed."""

    SANCTION = "sanction"
    PLAYER = "player"
    NUMBER = "number"
    UNIT = "unit"
    PAYER = "payer"
    PAYEE = "payee"
    MOMENT = "moment"
    SLOT = "slot"
    SILENCE = "silence"
    DECIDES = "decides"
    READING = "reading"
    DEDUCED = "deduced"
    CONDITION = "condition"
    CITATION = "citation"


class Mutant(NamedTuple):
    """A rule with one thing changed, in words."""

    original: Rule
    changed: Rule
    part: Part
    words: str

    @property
    def decides_alike(self) -> bool:
        """Whether the rules that stand are the same as before: only what one of them says is another."""
        return self.part not in (Part.SANCTION, Part.CONDITION, Part.DEDUCED, Part.READING)

    def __str__(self) -> str:
        return f"{self.original.place} : {self.original.id} : {self.part.value} : {self.words}"


def mutants(library: Library, rule: Rule) -> Iterator[Mutant]:
    """All that one rule can be changed into; a word without another is left alone."""
    return (mutant for mutant in _every(library, rule) if not _same(mutant.changed, rule))


def _same(one: Rule, other: Rule) -> bool:
    """Whether two rules say the same, citations of readings included."""
    readings = [[reading.cites for reading in rule.then.readings] for rule in (one, other)]
    return one == other and readings[0] == readings[1]


def _every(library: Library, rule: Rule) -> Iterator[Mutant]:
    for then, part, words in _thens(library, rule.ruleset, rule.then):
        yield Mutant(rule, rule._replace(then=then), part, words)
    yield from _readings(library, rule)
    for index, (name, value) in enumerate(rule.derives):
        other = _other(value, [known.id for known in library.facts[name].values])
        derives = (*rule.derives[:index], (name, other), *rule.derives[index + 1 :])
        yield Mutant(rule, rule._replace(derives=derives), Part.DEDUCED, f"{name}: {value} -> {other}")
    yield from _conditions(library, rule)
    for cites, words in _citations(library, rule.cites):
        yield Mutant(rule, rule._replace(cites=cites), Part.CITATION, words)


def _other(word: Any, words: Iterable[Any]) -> Any:
    """The word that comes after this one, in a circle."""
    every = list(words)
    if word not in every:
        return every[0]
    return every[(every.index(word) + 1) % len(every)]


def _named(library: Library, ruleset: str, sanction: str) -> list[str]:
    """The sanctions that could be taken for one: those of the ruleset of the same kind."""
    kind = library.sanctions[sanction]
    return [
        other.id
        for other in library.sanctions.values()
        if ruleset in other.rulesets and other.amount == kind.amount and other.discretion == kind.discretion
    ]


def _thens(library: Library, ruleset: str, then: Then) -> Iterator[tuple[Then, Part, str]]:
    """What is given, with one part changed."""
    for sanction in sorted(then.sanctions):
        rest = then.sanctions - {sanction}
        alike = [name for name in _named(library, ruleset, sanction) if name not in rest]
        every = [name for name in library.sanctions if ruleset in library.sanctions[name].rulesets and name not in rest]
        other = _other(sanction, alike if len(alike) > 1 else every)
        amounts = frozenset(one._replace(sanction=other) if one.sanction == sanction else one for one in then.amounts)
        yield then._replace(sanctions=rest | {other}, amounts=amounts), Part.SANCTION, f"{sanction} -> {other}"
        if rest:
            kept = frozenset(one for one in then.amounts if one.sanction != sanction)
            yield then._replace(sanctions=rest, amounts=kept), Part.SANCTION, f"without {sanction}"
    if then.sanctions:
        other = _other(then.player, library.players)
        yield then._replace(player=other), Part.PLAYER, f"{then.player} -> {other}"
    for amount in sorted(then.amounts, key=str):
        for changed, part, words in _amounts(library, amount):
            yield then._replace(amounts=then.amounts - {amount} | {changed}), part, words
    for index, (slot, value) in enumerate(then.slots):
        other = _other(value, library.slots[slot].values)
        slots = (*then.slots[:index], (slot, other), *then.slots[index + 1 :])
        yield then._replace(slots=slots), Part.SLOT, f"{slot}: {value} -> {other}"
    if then.silence is None and (then.sanctions or then.slots):
        yield then._replace(silence=ADDED), Part.SILENCE, "a silence more"
    elif then.silence is not None and (then.sanctions or then.slots or then.decides):
        yield then._replace(silence=None), Part.SILENCE, "no silence"
    if then.decides:
        who = _other(then.decides.who, library.players)
        yield then._replace(decides=then.decides._replace(who=who)), Part.DECIDES, f"{then.decides.who} -> {who}"
        text = _fewer(then.decides.text)
        yield then._replace(decides=then.decides._replace(text=text)), Part.DECIDES, f"« {text} »"


def _fewer(text: str) -> str:
    """A choice with its last option left out."""
    cut = max(text.rfind(" ou "), text.rfind(" ; "))
    return text[:cut] if cut > 0 else "Comme il l'entend."


def _amounts(library: Library, amount: Amount) -> Iterator[tuple[Amount, Part, str]]:
    """An amount with one thing changed."""
    for field, part, known in (
        ("unit", Part.UNIT, library.units),
        ("payer", Part.PAYER, library.players),
        ("payee", Part.PAYEE, library.players),
        ("moment", Part.MOMENT, library.moments),
    ):
        word = getattr(amount, field)
        other = _other(word, known)
        yield amount._replace(**{field: other}), part, f"{amount.sanction}: {word} -> {other}"
    for field in ("value", "each", "most"):
        number = getattr(amount, field)
        if number is not None:
            yield amount._replace(**{field: number + 1}), Part.NUMBER, f"{field}: {number} -> {number + 1}"
    for field in ("range", "choices", "steps"):
        numbers: Sequence[int] = getattr(amount, field) or ()
        for index, number in enumerate(numbers):
            changed: Any = tuple(each + (position == index) for position, each in enumerate(numbers))
            yield amount._replace(**{field: changed}), Part.NUMBER, f"{field}: {number} -> {number + 1}"


def _readings(library: Library, rule: Rule) -> Iterator[Mutant]:
    """One reading left out, or with one part or its deciding citation changed."""
    readings = rule.then.readings
    for index, reading in enumerate(readings):

        def with_one(*other: Any, at: int = index) -> Rule:
            kept = (*readings[:at], *other, *readings[at + 1 :])
            return rule._replace(then=rule.then._replace(readings=kept))

        where = f"reading {index + 1}"
        yield Mutant(rule, with_one(), Part.READING, f"without {where}")
        for then, part, words in _thens(library, rule.ruleset, reading.then):
            kind = Part.READING if part is Part.SANCTION else part
            yield Mutant(rule, with_one(reading._replace(then=then)), kind, f"{where}: {words}")
        for cites, words in _citations(library, reading.cites):
            yield Mutant(rule, with_one(reading._replace(cites=cites)), Part.CITATION, f"{where}: {words}")


def _citations(library: Library, cites: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Another clause of the same text in the place of the deciding one, or the next one before it."""
    if not cites:
        return
    source = library.clauses[cites[0]].source
    others = [
        clause.id for clause in library.clauses.values() if clause.source == source and clause.id not in cites[1:]
    ]
    other = _other(cites[0], others)
    yield (other, *cites[1:]), f"{cites[0]} -> {other}"
    if len(cites) > 1:
        yield (cites[1], cites[0], *cites[2:]), f"{cites[1]} before {cites[0]}"


def _conditions(library: Library, rule: Rule) -> Iterator[Mutant]:
    """A condition left out, one of its values or bounds changed; those that only let a fact make sense are not the author's."""
    needed = {test for name in rule.reads() for test in library.facts[name].only_if}
    for index, test in enumerate(rule.tests):
        if test in needed:
            continue
        rest = (*rule.tests[:index], *rule.tests[index + 1 :])
        yield Mutant(rule, rule._replace(tests=rest), Part.CONDITION, f"without {test.fact}")
        for changed, words in _tests(library.facts, test):
            tests = (*rule.tests[:index], changed, *rule.tests[index + 1 :])
            yield Mutant(rule, rule._replace(tests=tests), Part.CONDITION, f"{test.fact}: {words}")
    for incident in sorted(rule.incidents or ()) if len(rule.incidents or ()) > 1 else ():
        incidents = (rule.incidents or frozenset()) - {incident}
        yield Mutant(rule, rule._replace(incidents=incidents), Part.CONDITION, f"not in {incident}")


def _tests(facts: Mapping[str, Fact], test: Test) -> Iterator[tuple[Test, str]]:
    if test.values is not None:
        known: list[Value] = [value.id for value in facts[test.fact].values if not value.exit]
        for value in sorted(test.values, key=str):
            rest = test.values - {value}
            others = [one for one in known if one not in test.values] if known else [int(value) + 1]
            if others:
                other = others[0]
                yield test._replace(values=rest | {other}), f"{value} -> {other}"
            if rest:
                yield test._replace(values=rest), f"not {value}"
    for field in ("low", "high"):
        bound = getattr(test, field)
        if bound is not None:
            for step in (-1, 1):
                yield test._replace(**{field: bound + step}), f"{field}: {bound} -> {bound + step}"
