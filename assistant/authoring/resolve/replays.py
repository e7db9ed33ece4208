"""The cases of a base put to what is built on it: each expects what the base decides, or what the edition says of it."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

from assistant.authoring.files import Written
from assistant.authoring.names import Names
from assistant.authoring.resolve.cases import resolve_expected
from assistant.model import Case, Expected, ExpectedEvent, ExpectedReading


def replayed(cases: Mapping[str, Case], names: Names, decided: Mapping[str, Set[str]]) -> dict[str, Case]:
    """The cases, with what each must get in every edition that replays its base's."""
    expecting = dict(cases)
    editions = [name for name, written in names.rulesets.items() if written.entry.replays]
    for edition in sorted(editions, key=lambda name: len(names.bases_of(name))):
        written = names.rulesets[edition]
        base = written.entry.base
        if base not in names.rulesets:
            continue
        anew = _said_anew(written, names, expecting, base)
        for case in list(expecting.values()):
            own = base in case.expect and edition not in case.expect and case.id not in written.entry.leave
            if own and case.incident in decided.get(edition, ()):
                taken = anew.get(case.id) or _cited_here(case.expect[base], edition, names)
                expecting[case.id] = case._replace(expect={**case.expect, edition: taken})
    return expecting


def _said_anew(written: Written[Any], names: Names, cases: Mapping[str, Case], base: str) -> dict[str, Expected]:
    """What the edition expects of its base's cases, every name resolved."""
    edition = written.entry.id
    known = [case.id for case in cases.values() if base in case.expect]
    for key, said in (("expect", list(written.entry.expect)), ("leave", written.entry.leave)):
        for index, name in enumerate(said):
            path = (key, name) if key == "expect" else (key, index)
            names.expect(written, key, f"cas de {base}", name, known, *path)
    for name in written.entry.leave:
        if name in written.entry.expect:
            message = f"« {name} » est aussi sous « expect » : retirez-le de l'un des deux"
            names.problems.append(written.problem("leave", message, "leave"))
    return {
        name: resolve_expected(written, names, {edition: said}, 1 + len(cases[name].further), "expect", name)[edition]
        for name, said in written.entry.expect.items()
        if name in cases
    }


def _cited_here(expected: Expected, edition: str, names: Names) -> Expected:
    """What the base's case expects, its clauses as the edition cites them."""

    def cites(clauses: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(names.taken_over(clause, edition) for clause in clauses)

    def reading(one: ExpectedReading) -> ExpectedReading:
        return one._replace(cites=cites(one.cites))

    def event(one: ExpectedEvent) -> ExpectedEvent:
        return one._replace(cites=cites(one.cites), readings=tuple(map(reading, one.readings)))

    return expected._replace(
        cites=cites(expected.cites),
        readings=tuple(map(reading, expected.readings)),
        events=tuple(map(event, expected.events)),
    )
