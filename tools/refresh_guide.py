"""Writes into the guide for authors the table of all keys, made from the published schemas. `python -m tools.refresh_guide`"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from assistant.authoring.files import (
    FILES,
    FOLDERS,
    OF_A_RULESET,
    OPTIONAL_FOLDERS,
    OPTIONAL_VOCABULARIES,
    VOCABULARIES,
)
from assistant.commands.schema import schemas

GUIDE = Path(__file__).resolve().parent.parent / "docs" / "ecrire-une-regle.md"
KEYS = re.compile(r"(<!-- keys -->\n).*?(<!-- end of keys -->)", re.S)
ANY = "…"  # stands for a name that the author chooses: a fact, a ruleset, a slot
Schema = Mapping[str, Any]
# What a file holds as another kind of file does: its keys are told there.
TOLD_ELSEWHERE = {
    "supplement": ("Clause", "Heading", "Rule", "Fact", "Naming", "Common", "Sets", "Link", "Expected", "Case"),
    "ruleset": ("Expected",),
}


class Key(NamedTuple):
    """One key of one kind of file."""

    kind: str
    path: tuple[str, ...]
    required: bool
    description: str


def keys() -> list[Key]:
    """Every key of every kind of YAML file; the keys of a shape that comes twice in a file are told once."""
    published = schemas()
    return [
        key
        for kind in FILES
        for key in _keys(kind, published[kind], published[kind].get("$defs", {}), (), set(TOLD_ELSEWHERE.get(kind, ())))
    ]


def _keys(kind: str, node: Schema, shapes: Schema, path: tuple[str, ...], told: set[str]) -> Iterator[Key]:
    if "$ref" in node:
        name = node["$ref"].rpartition("/")[2]
        if name not in told:
            told.add(name)
            yield from _keys(kind, shapes[name], shapes, path, told)
        return
    for choice in node.get("anyOf", ()):
        yield from _keys(kind, choice, shapes, path, told)
    for name, inner in node.get("properties", {}).items():
        here = (*path, name)
        yield Key(kind, here, name in node.get("required", ()), inner.get("description", ""))
        yield from _keys(kind, inner, shapes, here, told)
    if isinstance(items := node.get("items"), dict):
        yield from _keys(kind, items, shapes, path, told)
    for inner in (node.get("additionalProperties"), *node.get("patternProperties", {}).values()):
        if isinstance(inner, dict):
            if "description" in inner:
                yield Key(kind, (*path, ANY), False, inner["description"])
            yield from _keys(kind, inner, shapes, (*path, ANY), told)


def place(kind: str) -> str:
    """The files of a kind."""
    if kind in OF_A_RULESET.values():
        (name,) = (name for name, one in OF_A_RULESET.items() if one == kind)
        return f"rules_yaml/*/{name}.yaml"
    if kind == "rules":
        return "rules_yaml/*/*.yaml"
    if kind == "supplement":
        return "un supplément"
    vocabulary = kind in VOCABULARIES or kind in OPTIONAL_VOCABULARIES
    folder = (
        f"{kind}/*" if kind in FOLDERS or kind in OPTIONAL_FOLDERS else f"vocabularies/{kind}" if vocabulary else kind
    )
    return f"knowledge/{folder}.yaml"


def key_table() -> str:
    """The keys as a Markdown table, those that must be there in bold."""
    lines = ["| fichier | clé | ce qu'elle dit |", "| --- | --- | --- |"]
    before = ""
    for key in keys():
        file = "" if key.kind == before else f"`{place(key.kind)}`"
        name = f"`{'.'.join(key.path)}`"
        lines.append(f"| {file} | {f'**{name}**' if key.required else name} | {key.description} |")
        before = key.kind
    return "\n".join(lines) + "\n"


def refreshed(text: str) -> str:
    """The guide with the table in place."""
    if KEYS.search(text) is None:
        raise SystemExit(f"{GUIDE}: the marks around the table of keys are gone")
    return KEYS.sub(lambda part: part[1] + key_table() + part[2], text)


if __name__ == "__main__":
    GUIDE.write_text(refreshed(GUIDE.read_text(encoding="utf-8")), encoding="utf-8")
