"""A JSON Schema as it is published: what it says of keys is French, and our docstrings are not quoted."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import DEFAULT_REF_TEMPLATE


def json_schema(shape: Any, refer: str = DEFAULT_REF_TEMPLATE) -> dict[str, Any]:
    """The schema of a shape; `refer` says where its parts will lie."""
    made = TypeAdapter(shape).json_schema(by_alias=True, ref_template=refer)
    for part in (made, *made.get("$defs", {}).values()):
        part.pop("description", None)
    return made
