"""The knowledge itself as data: one entry with what hangs together with it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING

from typing_extensions import TypedDict

from assistant.consultation.consultant import Consultant
from assistant.errors import InputError, unknown
from assistant.french import place
from assistant.model import Case, Clause, Fact, Incident, Library, Place, Rule

if TYPE_CHECKING:
    from assistant.consultation.document import ConsultationPart

Entry = Clause | Rule | Fact | Incident | Case


class Kind(StrEnum):
    """What there is to be listed and shown."""

    CLAUSE = "clause"
    RULE = "rule"
    FACT = "fact"
    INCIDENT = "incident"
    CASE = "case"


class Listed(TypedDict):
    """An entry as it stands in a list."""

    id: str
    title: str


FRENCH = dict(zip(Kind, ("clause", "règle", "fait", "incident", "cas"), strict=True))
PLURALS = {f"{kind}s": kind for kind in Kind}


def entries(library: Library, kind: Kind) -> Mapping[str, Entry]:
    """All entries of a kind by id."""
    if kind is Kind.RULE:
        return {rule.id: rule for rule in library.rules()}
    known: dict[Kind, Mapping[str, Entry]] = {
        Kind.CLAUSE: library.clauses,
        Kind.FACT: library.facts,
        Kind.INCIDENT: library.incidents,
        Kind.CASE: library.cases,
    }
    return known[kind]


def listed(library: Library, kind: Kind) -> list[Listed]:
    """All entries of a kind by id and title."""
    return [{"id": name, "title": _title(entry)} for name, entry in entries(library, kind).items()]


def _title(entry: Entry) -> str:
    """A clause by its place, a fact by its question."""
    if isinstance(entry, Clause):
        return place(entry.section, entry.heading)
    if isinstance(entry, Fact):
        return entry.question or (f"{entry.title} (déduit)" if entry.derived else entry.title)
    return entry.title


def plain(value: object) -> object:
    """Part of an entry as plain data: sets sorted, places as text."""
    if isinstance(value, Place):
        return str(value)
    if _field_names(value):
        return fields(value)
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted((plain(item) for item in value), key=str)
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def fields(value: object) -> dict[str, object]:
    """An entry as plain data, field by field."""
    return {name: plain(getattr(value, name)) for name in _field_names(value)}


def _field_names(value: object) -> tuple[str, ...]:
    return tuple(getattr(value, "_fields", None) or getattr(value, "__dataclass_fields__", None) or ())


def entry_document(library: Library, kind: Kind, name: str) -> dict[str, object]:
    """One entry with what hangs together with it."""
    known = entries(library, kind)
    if name not in known:
        raise InputError(unknown(FRENCH[kind], name, known))
    return {"kind": kind, **fields(known[name]), **_together(library, known[name])}


def _together(library: Library, entry: Entry) -> dict[str, object]:
    """What hangs together with an entry: the rules that read it, the cases that show it, the clauses it cites."""
    rules, name = library.rules(), entry.id
    if isinstance(entry, Clause):
        return {"cited_by": [rule.id for rule in rules if name in rule.citations()]}
    if isinstance(entry, Fact):
        return {
            "read_by": [rule.id for rule in rules if name in set(rule.reads())],
            "derived_by": [rule.id for rule in rules if name in dict(rule.derives)],
        }
    if isinstance(entry, Incident):
        return {
            "rules": [rule.id for rule in rules if rule.incidents and name in rule.incidents],
            "cases": [case.id for case in library.cases.values() if case.incident == name],
        }
    if isinstance(entry, Rule):
        return {"clauses": [plain(library.clauses[clause]) for clause in entry.citations()]}
    return {"rulings": case_rulings(library, entry)}


def case_rulings(library: Library, case: Case) -> dict[str, ConsultationPart]:
    """What each ruleset where the incident can occur says of a case."""
    consultant = Consultant(library)
    rulesets = library.incidents[case.incident].rulesets
    answers = consultant.consult(rulesets, case.flat_facts(), explain=False)["consultations"]
    return {answer["ruleset"]["id"]: answer for answer in answers}
