"""The comparison as documents and as tables: JSON, CSV, Markdown, text."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

from assistant.compare.comparison import Comparison, Group, PairRow, outcomes_by_ruleset
from assistant.compare.conditions import Alternative, shared
from assistant.compare.surprises import Surprise
from assistant.decision.gravity import Difference
from assistant.french import lower_first, typeset
from assistant.model import Library, Value

KIND_NAMES = {
    Difference.SAME: "pareil",
    Difference.LIGHTER: "plus léger",
    Difference.HEAVIER: "plus lourd",
    Difference.UNORDERED: "autre chose",
    Difference.SILENCE: "l'un se tait",
}


def kind_words(kind: Difference, second: str) -> str:
    """How the second ruleset compares with the first, naming it."""
    return f"{KIND_NAMES[kind]} en {second}" if kind.weighs else KIND_NAMES[kind]


def table(
    library: Library,
    comparison: Comparison,
    rulesets: Sequence[str],
    family: str | None = None,
    differing: bool = False,
) -> list[dict[str, Any]]:
    """One row per incident: what each ruleset can decide, and whether any two of them differ."""
    rows: list[dict[str, Any]] = []
    for incident in library.incidents.values():
        present = [ruleset for ruleset in rulesets if ruleset in incident.rulesets]
        if not present or (family is not None and incident.family != family):
            continue
        pairs = [
            row
            for (first, second), found in comparison.rows.items()
            if first in present and second in present and (row := found.get(incident.id)) is not None
        ]
        if differing and not any(row.differs for row in pairs):
            continue
        rows.append(
            {
                "incident": incident.id,
                "family": incident.family,
                "title": incident.title,
                "differs": any(row.differs for row in pairs),
                "shares": {"/".join(row.rulesets): row.shares() for row in pairs},
                "outcomes": outcomes_by_ruleset(comparison, incident.id, present),
            }
        )
    return rows


def group_document(
    library: Library, group: Group, rulesets: Sequence[str], asked_by: Mapping[str, Sequence[str]] = {}
) -> dict[str, Any]:
    """One kind of situation of an incident under two rulesets, in words."""
    always, cases = shared(group.when)

    def told(alternative: Alternative) -> list[dict[str, Any]]:
        return [
            {
                "fact": name,
                "title": library.facts[name].title,
                "labels": [library.facts[name].label(value) for value in values],
                "asked_by": list(asked_by.get(name, rulesets)),
            }
            for name, values in alternative
        ]

    return {
        "kind": group.kind,
        "share": round(group.share, 4),
        "when": told(always),
        "cases": [told(case) for case in cases],
        "rulings": [
            {
                "ruleset": ruleset,
                "short": group.shorts[index],
                "decision": group.decisions[index],
                "deal": group.slots[index],
                "because": group.because[index],
                "cites": list(group.cites[index]),
            }
            for index, ruleset in enumerate(rulesets)
        ],
        "apart": [{"of": of, "first": first, "second": second} for of, first, second in group.apart],
        "example": dict(group.example),
    }


def pair_document(library: Library, row: PairRow) -> dict[str, Any]:
    """One incident under two rulesets."""
    groups = sorted(row.groups, key=lambda group: (group.kind == Difference.SAME, -group.share))
    return {
        "incident": row.incident,
        "title": library.incidents[row.incident].title,
        "rulesets": list(row.rulesets),
        "shares": row.shares(),
        "situations": [group_document(library, group, row.rulesets, dict(row.asked_by)) for group in groups],
    }


def surprises_document(
    library: Library, found: Sequence[Surprise], known: str, played: str, context: Mapping[str, Value]
) -> dict[str, Any]:
    """What will surprise who knows one ruleset and plays the other, each difference in one sentence."""
    return {
        "known": known,
        "played": played,
        "context": dict(context),
        "surprises": [
            {
                "incident": one.incident,
                "title": library.incidents[one.incident].title,
                "distance": one.distance,
                "kind_words": kind_words(one.group.kind, library.rulesets[played].short),
                "sentence": surprise_sentence(library, one.group, (known, played)),
                "others": one.others,
                **group_document(library, one.group, (known, played), dict(one.row.asked_by)),
            }
            for one in found
        ],
    }


def surprise_sentence(library: Library, group: Group, rulesets: tuple[str, str]) -> str:
    """Both decisions, each with its reason and the sections that carry it."""
    parts = []
    for index, ruleset in enumerate(rulesets):
        sections = list(dict.fromkeys(library.clauses[name].section for name in group.cites[index][:2]))
        reason = f", {lower_first(group.because[index])}" if group.because[index] else ""
        where = " et ".join(f"§ {section}" if section[:1].isnumeric() else section for section in sections)
        parts.append(f"{library.rulesets[ruleset].short} : {lower_first(group.shorts[index])}{reason} ({where})")
    return " ; ".join(parts) + "."


def _cell(row: dict[str, Any], ruleset: str) -> str:
    return " / ".join(short for short, *_ in row["outcomes"].get(ruleset, [])) or "—"


def table_text(library: Library, rows: list[dict[str, Any]], rulesets: Sequence[str], form: str) -> str:
    """The whole table, one column per ruleset headed by its id."""
    if form == "json":
        return json.dumps({"rulesets": list(rulesets), "rows": rows}, ensure_ascii=False, indent=2) + "\n"
    lines = [
        [
            row["title"],
            row["incident"],
            "oui" if row["differs"] else "non",
            *(_cell(row, ruleset) for ruleset in rulesets),
        ]
        for row in rows
    ]
    return _laid_out(["incident", "id", "diffère", *rulesets], lines, form)


def surprises_text(document: dict[str, Any], form: str) -> str:
    """The gravest differences first."""
    if form == "json":
        return json.dumps(document, ensure_ascii=False, indent=2) + "\n"
    lines = [[one["title"], one["kind_words"], _when(one), one["sentence"]] for one in document["surprises"]]
    return _laid_out(["incident", "différence", "quand", "ce qui change"], lines, form)


def _when(one: dict[str, Any]) -> str:
    """The facts that always hold of these situations, then the cases of which one does."""
    always, *cases = (
        " ; ".join(f"{fact['title']} : {' ou '.join(fact['labels'])}" for fact in facts)
        for facts in (one["when"], *one["cases"])
    )
    return " ; et : ".join(text for text in (always, " ; ou bien : ".join(cases)) if text) or "toujours"


def pairs_text(documents: list[dict[str, Any]], form: str) -> str:
    """One incident, unfolded by pair into the facts that part the rulings."""
    if form == "json":
        return json.dumps(documents, ensure_ascii=False, indent=2) + "\n"
    lines = [
        [
            KIND_NAMES[one["kind"]],
            f"{100 * one['share']:.0f} %",
            _when(one),
            *(f"{ruling['ruleset']} : {ruling['decision']}" for ruling in one["rulings"]),
        ]
        for document in documents
        for one in document["situations"]
    ]
    return _laid_out(["différence", "part", "quand", "premier", "second"], lines, form)


def _laid_out(head: list[str], lines: list[list[str]], form: str) -> str:
    if form == "csv":
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerows([head, *lines])
        return out.getvalue()
    if form == "markdown":
        cells = [[cell.replace("|", "\\|") for cell in line] for line in [head, ["---"] * len(head), *lines]]
        return "\n".join(f"| {' | '.join(line)} |" for line in cells) + "\n"
    blocks = [
        "\n".join(typeset(f"  {title} : {cell}") for title, cell in zip(head, line, strict=True)) for line in lines
    ]
    return "\n\n".join(blocks) + "\n"
