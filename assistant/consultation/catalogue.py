"""The knowledge itself as data: one entry with what hangs together with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.consultation.consultant import Consultant
from assistant.errors import InputError, unknown
from assistant.model import Case, Library, Place

FRENCH = {"clause": "clause", "rule": "règle", "fact": "fait", "incident": "incident", "case": "cas"}


def entries(library: Library, kind: str) -> Mapping[str, Any]:
    """All entries of a kind by id."""
    if kind == "rule":
        return {rule.id: rule for rule in library.rules()}
    return {"clause": library.clauses, "fact": library.facts, "incident": library.incidents, "case": library.cases}[
        kind
    ]


def plain(value: Any) -> Any:
    """An entry as plain data: sets sorted, places as text."""
    if isinstance(value, Place):
        return str(value)
    names = getattr(value, "_fields", None) or getattr(value, "__dataclass_fields__", None)
    if names:
        return {name: plain(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted((plain(item) for item in value), key=str)
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def entry_document(library: Library, kind: str, name: str) -> dict[str, Any]:
    """One entry with what hangs together with it."""
    known = entries(library, kind)
    if name not in known:
        raise InputError(unknown(FRENCH[kind], name, known))
    document: dict[str, Any] = {"kind": kind, **plain(known[name])}
    if kind == "clause":
        document["cited_by"] = [rule.id for rule in library.rules() if name in rule.citations()]
    elif kind == "fact":
        document["read_by"] = [rule.id for rule in library.rules() if name in set(rule.reads())]
        document["derived_by"] = [rule.id for rule in library.rules() if name in dict(rule.derives)]
    elif kind == "incident":
        document["rules"] = [rule.id for rule in library.rules() if rule.incidents and name in rule.incidents]
        document["cases"] = [case.id for case in library.cases.values() if case.incident == name]
    elif kind == "rule":
        document["clauses"] = [plain(library.clauses[clause]) for clause in known[name].citations()]
    elif kind == "case":
        document["rulings"] = case_rulings(library, known[name])
    return document


def case_rulings(library: Library, case: Case) -> dict[str, Any]:
    """What each ruleset where the incident can occur says of a case."""
    consultant = Consultant(library)
    rulesets = library.incidents[case.incident].rulesets
    answers = consultant.consult(rulesets, case.flat_facts(), explain=False)["consultations"]
    return {answer["ruleset"]["id"]: answer for answer in answers}
