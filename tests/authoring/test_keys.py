"""Every key of the YAML is described, in French, for editors and for the guide; what is said of documents is French too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import pytest
from flask import Flask

from assistant.authoring.files import FILES
from assistant.commands.schema import DOCUMENTS, schemas
from tools.refresh_guide import GUIDE, TOLD_ELSEWHERE, keys, refreshed

ENGLISH = re.compile(r"\b(the|of|and|is|are|which|this|that|with|when|where|whose|what|whether|for|none|it|by)\b", re.I)
LOGIC = (
    "overrides", "adds", "only_if", "decides", "choices", "ladder", "per", "scope", "nature", "vanishes", "belies",
    "base", "drop", "combine", "usual", "otherwise", "silence", "one_of", "covers", "unless", "counts_as", "implied_by",
)  # fmt: skip


published = cache(schemas)


def properties(node: Any, path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every property of a schema, however deep."""
    if isinstance(node, dict):
        for name, inner in node.get("properties", {}).items():
            yield f"{path}.{name}", inner
        for key, inner in node.items():
            yield from properties(inner, f"{path}.{key}")
    elif isinstance(node, list):
        for inner in node:
            yield from properties(inner, path)


@pytest.mark.parametrize("kind", FILES)
def test_every_key_is_described_in_french(kind: str) -> None:
    described = dict(properties(published()[kind], kind))
    assert described
    assert_french((name, inner.get("description", "")) for name, inner in described.items())


def told(node: Any, path: str) -> Iterator[tuple[str, str]]:
    """Every description in a schema, however deep."""
    inside = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, inner in inside:
        if key == "description" and isinstance(inner, str):
            yield path, inner
        yield from told(inner, f"{path}.{key}")


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_what_is_said_of_documents_is_french(kind: str) -> None:
    descriptions = list(told(published()[kind], kind))
    assert len(descriptions) > 10
    assert_french(descriptions)


def test_what_the_api_says_of_itself_is_french(app: Flask) -> None:
    descriptions = list(told(app.test_client().get("/api/v1/openapi.json").get_json(), "api"))
    assert len(descriptions) > 15
    assert_french(descriptions)


def assert_french(descriptions: Iterable[tuple[str, str]]) -> None:
    for name, text in descriptions:
        assert len(text) > 8 and text[-1] in ".…", f"{name}: {text!r}"
        assert not ENGLISH.search(text), f"{name}: {text!r}"


@pytest.mark.parametrize("kind", [*FILES, *DOCUMENTS])
def test_no_docstring_is_published(kind: str) -> None:
    shapes = [published()[kind], *published()[kind].get("$defs", {}).values()]
    assert not [shape for shape in shapes if "description" in shape]


def test_the_table_has_every_key() -> None:
    told = {(key.kind, key.path[-1]) for key in keys()}
    for kind in FILES:
        if kind in TOLD_ELSEWHERE:  # what it shares with other kinds is told of them
            assert {(kind, name) for name in published()[kind]["properties"]} <= told
            continue
        names = {name.rpartition(".")[2] for name, _ in properties(published()[kind], kind)}
        assert {(kind, name) for name in names} <= told
    assert set(LOGIC) <= {name for _, name in told}


def test_the_guide_ends_with_the_table() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert refreshed(text) == text, "run: python -m tools.refresh_guide"
    assert text.rstrip().endswith("<!-- end of keys -->")
