"""Clauses as plain objects, each in its text, under the heading that stands before it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from assistant.authoring.files import Files, Written
from assistant.authoring.names import Names, as_list
from assistant.authoring.resolve.conditions import resolve_warnings
from assistant.authoring.schema.knowledge import Heading
from assistant.model import Clause, Fact


def build_clauses(files: Files, names: Names, facts: Mapping[str, Fact]) -> dict[str, Clause]:
    """Every clause by its id, with the section and the heading under which it stands."""
    return {
        clause.id: clause
        for _, text in groupby(files.texts, key=lambda written: written.document.file)
        for clause in _of_one_text(list(text), names, facts)
    }


def _of_one_text(text: list[Written[Any]], names: Names, facts: Mapping[str, Fact]) -> list[Clause]:
    clauses: list[Clause] = []
    section = heading = None
    for index, written in enumerate(text):
        entry = written.entry
        if not isinstance(entry, Heading):
            clauses.append(_clause(written, section, heading, names, facts))
            continue
        section, heading = entry.section or section, entry.heading
        if section is None:
            message = "ce titre ne dit pas de quelle section il est : ajoutez « section: … »"
            names.problems.append(written.problem("heading", message, "heading"))
        if index + 1 == len(text) or isinstance(text[index + 1].entry, Heading):
            message = f"aucune clause sous le titre « {heading} » : écrivez-en une, ou retirez-le"
            names.problems.append(written.problem("heading", message, "heading"))
    return clauses


def _clause(
    written: Written[Any], section: str | None, heading: str | None, names: Names, facts: Mapping[str, Fact]
) -> Clause:
    entry = written.entry
    source, named, _ = entry.id.split("/")
    names.expect(written, "id", "texte source", source, names.sources, "id")
    if source != written.stem:
        message = f"cette clause est du texte « {source} » : sa place est dans clauses/{source}.yaml"
        names.problems.append(written.problem(entry.id, message))
    if heading is None:
        message = "cette clause n'est sous aucun titre : écrivez avant elle « - section: … » et « heading: … »"
        names.problems.append(written.problem(entry.id, message))
    if section is not None and section[0].isdigit() and named != section.replace(" ", ""):
        message = f"l'identifiant dit la section « {named} », la clause est sous la section « {section} »"
        names.problems.append(written.problem(entry.id, message))
    return Clause(
        entry.id,
        source,
        section or "",
        heading or "",
        tuple(as_list(entry.quote)),
        resolve_warnings(written, entry.warnings, names, facts),
        written.place,
        entry.joined,
    )
