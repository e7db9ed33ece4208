"""The documents of the comparison laid out: JSON, CSV (also as a French Excel opens it), Markdown, text."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, cast

from assistant.compare.basis import NAMES
from assistant.compare.documents import percent
from assistant.decision import headings
from assistant.french import typeset

if TYPE_CHECKING:
    from assistant.compare.parts import (
        OverviewPart,
        PairPart,
        PointPart,
        RowPart,
        SituationPart,
        SurprisePart,
        SurprisesPart,
    )


BOM = "\ufeff"  # by which a French Excel knows that the file is UTF-8


class Form(StrEnum):
    """How a comparison is laid out."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"
    EXCEL = "csv-excel"
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


def surprises_text(document: SurprisesPart, form: Form, shorts: Mapping[str, str]) -> str:
    """What weighs most first, the points that no incident decides among the incidents; `shorts` names the rulesets."""
    if form == Form.JSON:
        return _json(document)
    lines = [_changing(one, shorts) for one in ranked(document)]
    return _laid_out(["incident", "différence", "quand", "ce qui change"], lines, form)


def _changing(one: SurprisePart | PointPart, shorts: Mapping[str, str]) -> list[str]:
    if "point" in one:
        return [one["title"], headings.POINT, headings.ALWAYS, point_words(cast("PointPart", one), shorts)]
    return [one["title"], one["kind_words"], _when(one), one["sentence"]]


def ranked(document: SurprisesPart) -> list[SurprisePart | PointPart]:
    """Incidents and points together: what a text names itself first, then what weighs most."""
    every: list[SurprisePart | PointPart] = [*document["surprises"], *document["points"]]
    return sorted(every, key=lambda one: (not one["named_by"], -one["score"]))


def point_words(point: PointPart, shorts: Mapping[str, str]) -> str:
    """What each text says of a point."""
    return " ; ".join(f"{shorts[said['ruleset']]} : {said['text'] or headings.NOT_SPOKEN_OF}" for said in point["says"])


def situations_text(documents: Sequence[PairPart], form: Form) -> str:
    """One line per situation and pair, with what each decision rests on."""
    if form == Form.JSON:
        return _json(documents)
    lines = [
        [
            document["incident"],
            document["title"],
            *document["rulesets"],
            str(situation["kind"]),
            f"{situation['share']:.4f}",
            _when(situation),
            *(
                cell
                for ruling in situation["rulings"]
                for cell in (
                    ruling["decision"],
                    str(ruling["basis"]),
                    " / ".join(ruling["outcomes"]),
                    " ".join(ruling["cites"]),
                )
            ),
            " ; ".join(
                [
                    *(f"{one['of']} : {one['first']} / {one['second']}" for one in situation["apart"]),
                    *filter(None, [situation["scale"]]),
                ]
            ),
        ]
        for document in documents
        for situation in document["situations"]
    ]
    sides = [f"{what} {index}" for index in (1, 2) for what in ("décision", "repose sur", "possibles", "clauses")]
    head = ["id", "incident", "premier", "second", "différence", "part", "quand", *sides, "en quoi"]
    return _laid_out(head, lines, form)


def pairs_text(documents: Sequence[PairPart], form: Form) -> str:
    """One incident, unfolded by pair into the facts that part the rulings."""
    if form == Form.JSON:
        return _json(documents)
    lines = [
        [
            situation["kind_words"],
            percent(situation["share"]),
            _when(situation),
            *(
                f"{ruling['ruleset']} : {ruling['decision']} [{NAMES[ruling['basis']]}]"
                for ruling in situation["rulings"]
            ),
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
    if form in (Form.CSV, Form.EXCEL):
        out = io.StringIO()
        if form == Form.EXCEL:
            out.write(BOM)
        writer = csv.writer(out, lineterminator="\n", delimiter=";" if form == Form.EXCEL else ",")
        writer.writerows([head, *lines])
        return out.getvalue()
    if form == Form.MARKDOWN:
        cells = [[cell.replace("|", "\\|") for cell in line] for line in [head, ["---"] * len(head), *lines]]
        return "\n".join(f"| {' | '.join(line)} |" for line in cells) + "\n"
    blocks = [
        "\n".join(typeset(f"  {title} : {cell}") for title, cell in zip(head, line, strict=True)) for line in lines
    ]
    return "\n\n".join(blocks) + "\n"
