"""The commands `arbitre show` and `arbitre list`: the knowledge itself, as data or as text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from assistant.errors import InputError, unknown
from assistant.french import place, typeset
from assistant.model import Case, Library, Place
from assistant.store.library import load

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
        document["cited_by"] = [rule.id for rule in library.rules() if name in citations(rule)]
    elif kind == "fact":
        document["read_by"] = [rule.id for rule in library.rules() if name in set(rule.reads())]
        document["derived_by"] = [rule.id for rule in library.rules() if name in dict(rule.derives)]
    elif kind == "incident":
        document["rules"] = [rule.id for rule in library.rules() if rule.incidents and name in rule.incidents]
        document["cases"] = [case.id for case in library.cases.values() if case.incident == name]
    elif kind == "rule":
        document["clauses"] = [plain(library.clauses[clause]) for clause in citations(known[name])]
    elif kind == "case":
        document["rulings"] = case_rulings(library, known[name])
    return document


def citations(rule: Any) -> list[str]:
    """All clauses a rule cites, those of its readings included."""
    return list(dict.fromkeys([*rule.cites, *(clause for reading in rule.given.readings for clause in reading.cites)]))


def case_rulings(library: Library, case: Case) -> dict[str, Any]:
    """What each ruleset where the incident can occur says of a case."""
    from assistant.consultation.consultant import Consultant

    consultant = Consultant(library)
    rulesets = library.incidents[case.incident].rulesets
    answers = consultant.consult(rulesets, case.flat_facts(), explain=False)["consultations"]
    return {answer["ruleset"]["id"]: answer for answer in answers}


def show(kind: str, name: str, as_json: bool) -> int:
    """Print one entry."""
    library = load()
    document = entry_document(library, kind, name)
    if as_json:
        print(json.dumps(document, ensure_ascii=False, indent=2))
    elif kind == "case":
        print(_case_text(library, library.cases[name], document))
    else:
        print("\n".join(_lines(document, 0)))
    return 0


def _case_text(library: Library, case: Case, document: dict[str, Any]) -> str:
    from assistant.consultation.text import consultation_text

    head = [f"{case.title} ({case.id}, niveau {case.level})", *(sentence for _, sentence in case.story)]
    rulings = [consultation_text(answer) for answer in document["rulings"].values()]
    return "\n\n".join([typeset("\n".join(head)), *rulings])


def _lines(value: Any, depth: int) -> list[str]:
    indent = "  " * depth
    if isinstance(value, dict):
        lines: list[str] = []
        for key, item in value.items():
            if item in (None, [], {}, ""):
                continue
            if isinstance(item, (dict, list)):
                lines += [f"{indent}{key} :", *_lines(item, depth + 1)]
            else:
                lines.append(f"{indent}{key} : {item}")
        return lines
    if isinstance(value, list):
        lines = []
        for item in value:
            inner = _lines(item, depth + 1) if isinstance(item, (dict, list)) else [f"{indent}  {item}"]
            lines += [f"{indent}- {inner[0].strip()}", *inner[1:]] if inner else []
        return lines
    return [f"{indent}{value}"]


def list_kind(kinds: str, as_json: bool) -> int:
    """Print all entries of a kind, a line each."""
    library = load()
    kind = kinds.removesuffix("s")
    rows = [{"id": name, "title": _title(kind, entry)} for name, entry in entries(library, kind).items()]
    if as_json:
        print(json.dumps(rows, ensure_ascii=False, indent=2))
    else:
        width = max((len(row["id"]) for row in rows), default=0)
        print("\n".join(typeset(f"{row['id']:{width}}  {row['title']}") for row in rows))
    return 0


def _title(kind: str, entry: Any) -> str:
    if kind == "clause":
        return place(entry.section, entry.heading)
    if kind == "fact":
        return entry.question or f"{entry.title} (déduit)"
    return str(entry.title)
