"""Clauses as plain objects, each in the text and the section that its id names."""

from __future__ import annotations

from assistant.authoring.files import Files, Written
from assistant.authoring.names import Names, as_list, warns
from assistant.authoring.schema import knowledge as schema
from assistant.model import Clause


def build_clauses(files: Files, names: Names) -> dict[str, Clause]:
    """Every clause by its id."""
    return {written.entry.id: _clause(written, names) for written in files.clauses}


def _clause(written: Written[schema.Clause], names: Names) -> Clause:
    entry = written.entry
    source, section, _ = entry.id.split("/")
    names.expect(written, "id", "texte source", source, names.sources, "id")
    if source != written.stem:
        names.problems.append(
            written.problem(
                entry.id, f"cette clause est du texte « {source} » : sa place est dans clauses/{source}.yaml"
            )
        )
    if entry.section[0].isdigit() and section != entry.section.replace(" ", ""):
        names.problems.append(
            written.problem(
                entry.id, f"l'identifiant dit la section « {section} », la clé section dit « {entry.section} »"
            )
        )
    return Clause(
        entry.id,
        source,
        entry.section,
        entry.heading,
        tuple(as_list(entry.quote)),
        warns(entry.warnings),
        written.place,
    )
