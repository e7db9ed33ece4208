"""The commands `arbitre show` and `arbitre list`: the knowledge itself, as data or as text."""

from __future__ import annotations

import json
from typing import Any

from assistant.consultation.catalogue import entries, entry_document
from assistant.french import place, typeset
from assistant.model import Case, Library
from assistant.store.library import load


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
