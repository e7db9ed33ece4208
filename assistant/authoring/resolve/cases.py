"""Cases and their variants, as plain objects."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from assistant.authoring.files import Files, Written
from assistant.authoring.names import Names
from assistant.authoring.schema import cases as schema
from assistant.errors import listing, nearest
from assistant.model import (
    INCIDENT,
    Case,
    Expected,
    ExpectedDue,
    ExpectedEvent,
    ExpectedReading,
    Fact,
    Further,
    Scope,
    Telling,
    Value,
    either,
    told_to,
    value_problem,
)


def build_cases(files: Files, names: Names, facts: Mapping[str, Fact]) -> dict[str, Case]:
    """Every case, each variant as a case of its own named `case.variant`."""
    names.unique(files.cases)
    linked = {fact for link in files.links for fact in link.entry.settles}
    shared = {fact.id for fact in facts.values() if fact.scope is not Scope.FAULT}
    cases: dict[str, Case] = {}
    for written in files.cases:
        entry = written.entry
        _check_facts(written, names, facts, entry.facts, "facts")
        for index, further in enumerate(entry.then):
            _check_facts(written, names, facts, further.facts, "then", index, "facts")
        told = _story(written, names, entry.story, entry.facts, entry.id, "story")
        family = (
            names.incidents[str(entry.facts[INCIDENT])].stem
            if entry.facts.get(INCIDENT) in names.incidents
            else written.stem
        )
        elsewhere = linked if entry.then else set[str]()
        unsaid = [_unsaid(further.facts, names, facts, elsewhere) for further in entry.then]
        of_the_table = {name: value for one in unsaid for name, value in one.items() if name in shared}
        base = Case(
            entry.id,
            family,
            entry.title,
            told,
            {**_unsaid(entry.facts, names, facts, elsewhere), **of_the_table, **entry.facts},
            resolve_expected(written, names, entry.expect, len(entry.then) + 1, "expect"),
            entry.level,
            None,
            entry.dispute,
            written.place,
            tuple(
                Further(
                    _telling(further, further.by, further.when),
                    {**{name: value for name, value in usual.items() if name not in shared}, **further.facts},
                )
                for further, usual in zip(entry.then, unsaid, strict=True)
            ),
            _telling(entry),
        )
        cases[base.id] = base
        for index, variant in enumerate(entry.variants):
            case = _variant(written, names, facts, base, variant, index)
            if case.id in cases:
                message = f"cet identifiant est déjà pris : {cases[case.id].place}"
                names.problems.append(written.problem(f"{base.id}.variants.{variant.id}", message, "variants", index))
            cases[case.id] = case
    return cases


def _telling(entry: schema.Told, by: str | None = None, when: str | None = None) -> Telling:
    return Telling(by, entry.who, entry.to_whom, when, entry.reading, entry.choice)


def _unsaid(
    told: Mapping[str, Value], names: Names, facts: Mapping[str, Fact], elsewhere: Collection[str]
) -> dict[str, Value]:
    """The rare circumstances that an event's incident asks for: a story that does not tell one, nor another event, has it as usual."""
    incident = told.get(INCIDENT)
    asked = names.incidents[str(incident)].entry.answers if incident in names.incidents else ()
    usual = {name: facts[name].usual for name in asked if name in facts and name not in elsewhere}
    return {name: value for name, value in usual.items() if value is not None}


def _story(
    written: Written[schema.Case], names: Names, story: schema.Story, facts: Mapping[str, Value], case: str, *path: Any
) -> tuple[tuple[str | None, str], ...]:
    """The sentences with the fact that each tells, which must be one of the case's."""
    told = tuple(_sentence(sentence) for sentence in story)
    for index, (name, _) in enumerate(told):
        if name is not None and name not in facts:
            message = f"cette phrase raconte « {name} », qui n'est pas parmi les faits du cas"
            names.problems.append(written.problem(f"{case}.story", message, *path, index))
        _check_words(written, names, case, told[index][1], *path, index)
    return told


def _check_words(written: Written[schema.Case], names: Names, case: str, text: str, *path: Any) -> None:
    """Words for one game or ruleset: « {riichi=pon|mcr=pung} » names what there is, and every brace is closed."""
    games = {ruleset.entry.game for ruleset in names.rulesets.values()}
    for choices in either(text):
        for name in choices:
            names.expect(written, "story", "règlement ou jeu", name, [*names.rulesets, *names.gone, *sorted(games)], *path)
    if {"{", "}"} & set(told_to(text, ())):
        message = "une accolade n'est pas fermée ; les mots propres à un jeu s'écrivent « {riichi=pon|mcr=pung} »"
        names.problems.append(written.problem(f"{case}.story", message, *path))


def _sentence(sentence: str | dict[str, str]) -> tuple[str | None, str]:
    if isinstance(sentence, str):
        return (None, sentence)
    ((name, text),) = sentence.items()
    return (name, text)


def _variant(
    written: Written[schema.Case],
    names: Names,
    facts: Mapping[str, Fact],
    base: Case,
    variant: schema.Variant,
    index: int,
) -> Case:
    ((name, value),) = variant.change.items()
    _check_facts(written, names, facts, variant.change, "variants", index, "change")
    if base.facts.get(name) == value:
        names.problems.append(
            written.problem(
                f"{base.id}.{variant.id}", f"« {name} » vaut déjà « {value} » dans le cas de départ", "variants", index
            )
        )
    story = _retold(written, names, base, variant, index)
    line = written.document.line((*written.path, "variants", index))
    place = type(written.place)(written.place.file, line)
    return Case(
        f"{base.id}.{variant.id}",
        base.family,
        base.title,
        story,
        {**base.facts, name: value},
        resolve_expected(written, names, variant.expect, len(base.further) + 1, "variants", index, "expect"),
        base.level,
        base.id,
        None,
        place,
        base.further,
        base.telling,
    )


def _retold(
    written: Written[schema.Case], names: Names, base: Case, variant: schema.Variant, index: int
) -> tuple[tuple[str | None, str], ...]:
    """The story of a variant: the base's with one sentence changed or added, or told anew."""
    (changed,) = variant.change
    case = f"{base.id}.{variant.id}"
    if (variant.tells is None) == (variant.story is None):
        message = "une variante donne « tells » (une phrase) ou « story » (toute l'histoire), l'un des deux"
        names.problems.append(written.problem(case, message, "variants", index))
        return base.story
    if variant.story is not None:
        facts = {**base.facts, **variant.change}
        story = _story(written, names, variant.story, facts, case, "variants", index, "story")
        if changed not in dict(story):
            message = f"aucune phrase de « story » ne raconte « {changed} », le fait qui change"
            names.problems.append(written.problem(f"{case}.story", message, "variants", index, "story"))
        return story
    tells = variant.tells or ""
    _check_words(written, names, case, tells, "variants", index, "tells")
    told = tuple((name, tells if name == changed else text) for name, text in base.story)
    return told if changed in dict(told) else (*told, (changed, tells))


def _check_facts(
    written: Written[schema.Case], names: Names, facts: Mapping[str, Fact], said: Mapping[str, Value], *path: Any
) -> None:
    identifier = written.entry.id
    if path[-1] == "facts" and INCIDENT not in said:
        names.problems.append(
            written.problem(f"{identifier}.facts", "un cas nomme son incident : « incident: … »", *path)
        )
    for name, value in said.items():
        if name == INCIDENT:
            names.expect(written, "facts.incident", "incident", str(value), names.incidents, *path, name)
        elif names.expect(written, "facts", "fait", name, [*names.facts, INCIDENT], *path, name):
            fact = facts[name]
            problem = value_problem(fact, value)
            if problem:
                names.problems.append(written.problem(f"{identifier}.facts.{name}", problem, *path, name))
            elif fact.derived:
                names.problems.append(
                    written.problem(
                        f"{identifier}.facts.{name}",
                        "ce fait est déduit par des règles ; un cas ne donne que ce qui a été vu",
                        *path,
                        name,
                    )
                )


def resolve_expected(
    written: Written[Any], names: Names, expect: Mapping[str, schema.Expected], told: int, *path: Any
) -> dict[str, Expected]:
    """What a case of so many events must get in each ruleset, every name resolved."""
    result: dict[str, Expected] = {}
    for ruleset, expected in expect.items():
        names.expect(written, "expect", "règlement", ruleset, names.rulesets, *path, ruleset)
        readings = _readings(written, names, expected.one_of, *path, ruleset)
        _known_sanctions(written, names, expected.sanction, ruleset, *path)
        result[ruleset] = Expected(
            _ids(expected.sanction),
            tuple(sorted(expected.amounts)) if expected.amounts is not None else None,
            expected.silence,
            readings,
            _cited(written, names, expected.cites, *path, ruleset),
            _slots(written, names, expected.model_extra, *path, ruleset),
            expected.note,
            tuple(_event(written, names, event, ruleset, *path) for event in expected.events),
        )
        if expected.events and len(expected.events) != told:
            message = f"le cas a {told} événements, « events » en attend {len(expected.events)}"
            names.problems.append(written.problem(f"{written.entry.id}.expect", message, *path, ruleset))
    return result


def _event(
    written: Written[Any], names: Names, event: schema.ExpectedEvent, ruleset: str, *path: Any
) -> ExpectedEvent:
    """What one event of a case must get."""
    _known_sanctions(written, names, event.sanction, ruleset, *path)
    for fact in event.settles:
        names.expect(written, "expect.events.settles", "fait", fact, names.facts, *path, ruleset)
    for due in event.dues or []:
        names.expect(written, "expect.events.dues", "unité", due.unit, names.units, *path, ruleset)
    return ExpectedEvent(
        _ids(event.sanction),
        event.silence,
        _readings(written, names, event.one_of, *path, ruleset),
        _cited(written, names, event.cites, *path, ruleset),
        tuple(ExpectedDue(_numbers(due.value), due.unit, due.payer, due.payee) for due in event.dues)
        if event.dues is not None
        else None,
        tuple(event.steps),
        tuple(event.settles.items()),
    )


def _numbers(value: int | list[int]) -> tuple[int, ...]:
    return (value,) if isinstance(value, int) else tuple(value)


def _readings(
    written: Written[Any], names: Names, one_of: list[schema.ExpectedReading] | None, *path: Any
) -> tuple[ExpectedReading, ...]:
    for reading in one_of or []:
        _known_sanctions(written, names, reading.sanction, path[-1], *path[:-1])
    return tuple(
        ExpectedReading(
            _ids(reading.sanction),
            _cited(written, names, reading.cites, *path),
            _slots(written, names, reading.model_extra, *path),
            reading.silence,
        )
        for reading in one_of or []
    )


def _known_sanctions(
    written: Written[Any], names: Names, said: str | list[str] | None, ruleset: str, *path: Any
) -> None:
    for sanction in _ids(said) or ():
        names.expect(written, f"expect.{ruleset}.sanction", "sanction", sanction, names.sanctions, *path, ruleset)


def _ids(value: str | list[str] | None) -> frozenset[str] | None:
    return None if value is None else frozenset([value] if isinstance(value, str) else value)


def _cited(written: Written[Any], names: Names, value: str | list[str] | None, *path: Any) -> tuple[str, ...]:
    clauses = tuple([value] if isinstance(value, str) else value or ())
    for clause in clauses:
        names.expect(written, "expect.cites", "clause", clause, names.clauses, *path)
    return clauses


def _slots(
    written: Written[Any], names: Names, extra: Mapping[str, object] | None, *path: Any
) -> tuple[tuple[str, str], ...]:
    for slot, value in (extra or {}).items():
        if slot in names.slots:
            names.expect(written, f"expect.{slot}", "valeur", str(value), names.slots[slot], *path, slot)
            continue
        allowed = sorted([*names.slots, *schema.Expected.model_fields])
        message = f"clé inconnue « {slot} ».{nearest(slot, allowed)} Clés permises : {listing(allowed, 30)}."
        names.problems.append(written.problem(f"{written.entry.id}.expect", message, *path, slot))
    return tuple(sorted((slot, str(value)) for slot, value in (extra or {}).items()))
