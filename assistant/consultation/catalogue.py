"""The knowledge itself as data: one entry with what hangs together with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING

from typing_extensions import TypedDict

from assistant.consultation.consultant import Consultant
from assistant.errors import InputError, unknown
from assistant.french import place
from assistant.model import Case, Clause, Fact, Incident, Library, Place, Rule, Sanction

if TYPE_CHECKING:
    from assistant.consultation.document import ConsultationPart

Entry = Clause | Rule | Fact | Incident | Case | Sanction


class Kind(StrEnum):
    """What there is to be listed and shown."""

    CLAUSE = "clause"
    RULE = "rule"
    FACT = "fact"
    INCIDENT = "incident"
    CASE = "case"
    SANCTION = "sanction"


class Listed(TypedDict):
    """An entry as it stands in a list."""

    id: str
    title: str


FRENCH = dict(zip(Kind, ("clause", "règle", "fait", "incident", "cas", "sanction"), strict=True))
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
        Kind.SANCTION: library.sanctions,
    }
    return known[kind]


def listed(library: Library, kind: Kind, admits: Callable[[Entry], bool] | None = None) -> list[Listed]:
    """The entries of a kind by id and title: all, or those that are wanted."""
    wanted = ((name, entry) for name, entry in entries(library, kind).items() if admits is None or admits(entry))
    return [{"id": name, "title": _title(entry)} for name, entry in wanted]


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
    if isinstance(entry, Sanction):
        return {"given_by": {name: [rule.id for rule in rules] for name, rules in given_by(library, entry).items()}}
    return {"rulings": case_rulings(library, entry)}


def given_by(library: Library, sanction: Sanction) -> dict[str, list[Rule]]:
    """In each ruleset that has a sanction, the rules that give it, in a reading of theirs too."""
    return {
        name: [
            rule
            for rule in library.rulesets[name].rules.values()
            if any(sanction.id in then.sanctions for then in rule.every_then())
        ]
        for name in library.rulesets
        if name in sanction.rulesets
    }


def belongs(library: Library, entry: Entry, ruleset: str) -> bool:
    """Whether an entry is of this ruleset: its text, its rules, what they read, what can happen under it."""
    own = library.rulesets[ruleset]
    if isinstance(entry, Clause):
        return entry.source in library.sources_of(ruleset)
    if isinstance(entry, Rule):
        return entry.ruleset == ruleset
    if isinstance(entry, Fact):
        return any(entry.id in {*rule.reads(), *dict(rule.derives)} for rule in own.rules.values())
    if isinstance(entry, Case):
        return ruleset in entry.expect
    return ruleset in entry.rulesets


def said_of(entry: Entry) -> str:
    """The words by which an entry is found in a list: its id, its title, and what a clause quotes."""
    return " ".join([entry.id, _title(entry), *(entry.quotes if isinstance(entry, Clause) else ())])


def case_rulings(library: Library, case: Case) -> dict[str, ConsultationPart]:
    """What each ruleset where the incident can occur says of a case."""
    consultant = Consultant(library)
    rulesets = library.incidents[case.incident].rulesets
    answers = consultant.consult(rulesets, case.flat_facts(), explain=False)["consultations"]
    return {answer["ruleset"]["id"]: answer for answer in answers}
