"""The knowledge itself as data: one entry with what hangs together with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from assistant.consultation.consultant import Consultant
from assistant.errors import InputError, unknown
from assistant.model import Case, Clause, Fact, Incident, Library, Place, Rule

if TYPE_CHECKING:
    from assistant.consultation.document import ConsultationPart

Entry = Clause | Rule | Fact | Incident | Case

FRENCH = {"clause": "clause", "rule": "règle", "fact": "fait", "incident": "incident", "case": "cas"}


def entries(library: Library, kind: str) -> Mapping[str, Entry]:
    """All entries of a kind by id."""
    if kind == "rule":
        return {rule.id: rule for rule in library.rules()}
    known: dict[str, Mapping[str, Entry]] = {
        "clause": library.clauses,
        "fact": library.facts,
        "incident": library.incidents,
        "case": library.cases,
    }
    return known[kind]


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


def entry_document(library: Library, kind: str, name: str) -> dict[str, object]:
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
