"""Every key of the YAML is described, in French, for editors and for the guide."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from assistant.authoring.files import FILES
from assistant.commands.schema import schemas
from tools.refresh_guide import GUIDE, keys, refreshed

ENGLISH = re.compile(r"\b(the|of|and|is|are|which|this|that|with|when|where|whose|what)\b", re.I)
LOGIC = (
    "overrides", "adds", "only_if", "decides", "choices", "ladder", "per", "scope", "nature", "entails", "vanishes", "belies",
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
    for name, inner in described.items():
        text = inner.get("description", "")
        assert len(text) > 8 and text[-1] in ".…", f"{name}: {text!r}"
        assert not ENGLISH.search(text), f"{name}: {text!r}"


@pytest.mark.parametrize("kind", FILES)
def test_no_docstring_is_published(kind: str) -> None:
    shapes = [published()[kind], *published()[kind].get("$defs", {}).values()]
    assert not [shape for shape in shapes if "description" in shape]


@pytest.mark.walk
def test_the_table_has_every_key() -> None:
    told = {(key.kind, key.path[-1]) for key in keys()}
    for kind in FILES:
        names = {name.rpartition(".")[2] for name, _ in properties(published()[kind], kind)}
        assert {(kind, name) for name in names} <= told
    assert set(LOGIC) <= {name for _, name in told}


def test_the_guide_ends_with_the_table() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert refreshed(text) == text, "run: python -m tools.refresh_guide"
    assert text.rstrip().endswith("<!-- end of keys -->")
