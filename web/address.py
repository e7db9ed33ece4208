"""The table's settings (ruleset, context), the address of a case, and how an old address is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import Request, abort

from assistant.consultation.intake import BY, OTHER_PLAYER, PREFIXED, SAME_PLAYER, is_hand
from assistant.consultation.questionnaire import NOT_ESTABLISHED
from assistant.hands.hand import LONGEST as LONGEST_HAND
from assistant.model import INCIDENT, Library, value_problem

RULESET = "reglement"
COOKIE = "table"
MOST_PARAMETERS = 60
LONGEST = 120


class Table(NamedTuple):
    """What a table plays under: the ruleset, and tournament or friendly."""

    ruleset: str
    context: dict[str, str]

    def parameters(self) -> dict[str, str]:
        return {RULESET: self.ruleset, **self.context}

    def cookie(self) -> str:
        return ".".join([self.ruleset, *self.context.values()])


def table_of(library: Library, request: Request) -> Table:
    """The settings in the address, else those remembered, else the first ones; nothing unknown gets through."""
    remembered = request.cookies.get(COOKIE, "").split(".")
    ruleset = request.args.get(RULESET) or remembered[0]
    if ruleset not in library.rulesets:
        ruleset = next(iter(library.rulesets))
    context: dict[str, str] = {}
    for index, fact in enumerate(library.context_facts(), 1):
        values = [value.id for value in fact.values]
        wanted = request.args.get(fact.id) or (remembered[index] if index < len(remembered) else "")
        context[fact.id] = wanted if wanted in values else values[0]
    return Table(ruleset, context)


class CaseAddress(NamedTuple):
    """A case as its address tells it, and what in the address is no longer understood."""

    table: Table
    facts: dict[str, str]
    dropped: list[str]

    def link(self, path: str = "/cas", without: tuple[str, ...] = (), **more: Any) -> str:
        """The address of this case with some answers changed."""
        kept = {name: value for name, value in self.facts.items() if name not in without}
        return case_link(self.table, {**kept, **more}, path)


def case_link(table: Table, facts: Mapping[str, Any], path: str = "/cas") -> str:
    """The address of a case: its table first, then the facts in the order they were said."""
    return f"{path}?{urlencode({**table.parameters(), **facts})}"


def read_case(library: Library, request: Request) -> CaseAddress:
    """Read an address; answers of older knowledge are dropped and named, an unknown ruleset or incident is refused."""
    if len(request.query_string) > 6000 or len(request.args) > MOST_PARAMETERS:
        abort(414)
    if request.args.get(RULESET) not in library.rulesets:
        abort(400, "reglement")
    table = table_of(library, request)
    facts: dict[str, str] = {}
    dropped: list[str] = []
    for name, value in request.args.items():
        if name == RULESET or name in table.context or name.startswith("_"):
            continue
        if _understood(library, request.args, name, value):
            facts[name] = value
        else:
            dropped.append(f"{name[:LONGEST]} = {value[:LONGEST]}")
    incidents = {name: value for name, value in facts.items() if name.rpartition(".")[2] == INCIDENT}
    if INCIDENT not in incidents:
        abort(404 if INCIDENT in request.args else 400, "incident")
    _drop_orphans(facts, dropped, incidents)
    for name, incident in incidents.items():
        if name in facts and table.ruleset not in library.incidents[incident].rulesets:
            abort(404, "ailleurs")
    return CaseAddress(table, facts, dropped)


def _understood(library: Library, said: Mapping[str, str], name: str, value: str) -> bool:
    match = PREFIXED.fullmatch(name)
    plain = match[2] if match else name
    here = library.incidents.get(said.get(f"{match[1]}.{INCIDENT}" if match else INCIDENT, ""))
    if plain == INCIDENT:
        return value in library.incidents
    if match and plain == BY:
        return value in (SAME_PLAYER, OTHER_PLAYER)
    if is_hand(library, plain):  # read strictly later, where what is wrong can be mended
        return 0 < len(value) <= LONGEST_HAND
    fact = library.facts.get(plain)
    if fact is None:
        return False
    if value == NOT_ESTABLISHED:
        return fact.scope != "contexte"
    typed: str | int = (
        int(value) if fact.is_number and value.isascii() and value.isdigit() and len(value) < 9 else value
    )
    return value_problem(here.asks(fact) if here else fact, typed) is None


def _drop_orphans(facts: dict[str, str], dropped: list[str], incidents: Mapping[str, str]) -> None:
    """Answers of a further incident whose incident is not there say nothing."""
    numbers = {int(match[1]) for name in incidents if (match := PREFIXED.fullmatch(name))}
    reachable = {1}
    while max(reachable) + 1 in numbers:
        reachable.add(max(reachable) + 1)
    for name in list(facts):
        match = PREFIXED.fullmatch(name)
        if match and int(match[1]) not in reachable:
            dropped.append(f"{name} = {facts.pop(name)}")
