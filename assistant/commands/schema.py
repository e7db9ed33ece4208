"""The JSON Schemas of the YAML files, for editors, and of what is printed as JSON, for those who read it."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from assistant.authoring.files import FILES
from assistant.authoring.schema.publication import json_schema
from assistant.commands.output import print_json_text
from assistant.compare.parts import ComparisonDocument
from assistant.consultation.agenda_document import AgendaDocument
from assistant.consultation.document import ConsultationDocument
from assistant.errors import InputError, unknown
from assistant.graph.parts import GraphDocument
from assistant.hands.parts import HandAnswer

DOCUMENTS = {
    "consultation": ConsultationDocument,
    "comparison": ComparisonDocument,
    "graph": GraphDocument,
    "hand": HandAnswer,
    "silences": AgendaDocument,
}


def declare(parser: argparse.ArgumentParser) -> None:
    """What the command can be asked."""
    parser.add_argument("name", metavar="NOM", nargs="?", help="le nom d'un schéma (leur liste si absent)")
    parser.set_defaults(run=lambda options: print_schema(options.name))


def schemas() -> dict[str, dict[str, Any]]:
    """Every published schema by name."""
    found: dict[str, dict[str, Any]] = {}
    for name, shape in {**FILES, **DOCUMENTS}.items():
        found[name] = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": f"arbitre/{name}.schema.json",
            **json_schema(shape),
        }
    return found


def schema_text(content: dict[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def print_schema(name: str | None) -> int:
    """Print one schema, or the names of all."""
    known = schemas()
    if name is None:
        print("\n".join(sorted(known)))
        return 0
    if name not in known:
        raise InputError(unknown("schéma", name, known))
    print_json_text(schema_text(known[name]))
    return 0


def write_schemas(folder: Path) -> None:
    """Write every schema as a file."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in schemas().items():
        (folder / f"{name}.schema.json").write_text(schema_text(content), encoding="utf-8")


if __name__ == "__main__":
    write_schemas(Path(sys.argv[1]))
