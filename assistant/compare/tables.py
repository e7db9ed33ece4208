"""The documents of the comparison laid out: JSON, CSV, Markdown, text."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from assistant.compare.documents import percent
from assistant.decision import headings
from assistant.french import typeset

if TYPE_CHECKING:
    from assistant.compare.parts import OverviewPart, PairPart, RowPart, SituationPart, SurprisesPart


class Form(StrEnum):
    """How a comparison is laid out."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"
    MARKDOWN = "markdown"


def overview_text(document: OverviewPart, form: Form) -> str:
    """All incidents, one column per ruleset headed by its id."""
    if form == Form.JSON:
        return _json(document)
    rulesets = document["rulesets"]
    lines = [
        [
            row["title"],
            row["incident"],
            "oui" if row["differs"] else "non",
            *(_cell(row, ruleset) for ruleset in rulesets),
        ]
        for row in document["rows"]
    ]
    return _laid_out(["incident", "id", "diffère", *rulesets], lines, form)


def _cell(row: RowPart, ruleset: str) -> str:
    return " / ".join(line.short for line in row["outcomes"].get(ruleset, [])) or "—"


def surprises_text(document: SurprisesPart, form: Form) -> str:
    """The gravest differences first."""
    if form == Form.JSON:
        return _json(document)
    lines = [
        [surprise["title"], surprise["kind_words"], _when(surprise), surprise["sentence"]]
        for surprise in document["surprises"]
    ]
    return _laid_out(["incident", "différence", "quand", "ce qui change"], lines, form)


def pairs_text(documents: Sequence[PairPart], form: Form) -> str:
    """One incident, unfolded by pair into the facts that part the rulings."""
    if form == Form.JSON:
        return _json(documents)
    lines = [
        [
            headings.KINDS[situation["kind"]],
            percent(situation["share"]),
            _when(situation),
            *(f"{ruling['ruleset']} : {ruling['decision']}" for ruling in situation["rulings"]),
        ]
        for document in documents
        for situation in document["situations"]
    ]
    return _laid_out(["différence", "part", "quand", "premier", "second"], lines, form)


def _when(situation: SituationPart) -> str:
    """The facts that always hold of these situations, then the cases of which one does."""
    always, *cases = (
        " ; ".join(f"{fact['title']} : {' ou '.join(fact['labels'])}" for fact in facts)
        for facts in (situation["when"], *situation["cases"])
    )
    return " ; et : ".join(text for text in (always, " ; ou bien : ".join(cases)) if text) or headings.ALWAYS


def _json(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _laid_out(head: list[str], lines: list[list[str]], form: Form) -> str:
    if form == Form.CSV:
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerows([head, *lines])
        return out.getvalue()
    if form == Form.MARKDOWN:
        cells = [[cell.replace("|", "\\|") for cell in line] for line in [head, ["---"] * len(head), *lines]]
        return "\n".join(f"| {' | '.join(line)} |" for line in cells) + "\n"
    blocks = [
        "\n".join(typeset(f"  {title} : {cell}") for title, cell in zip(head, line, strict=True)) for line in lines
    ]
    return "\n\n".join(blocks) + "\n"
