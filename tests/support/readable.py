"""What every message to an author has in common."""

from __future__ import annotations

import re

from assistant.errors import Problem

QUOTED = re.compile(r"«[^»]*»|\"[^\"]*\"")
ENGLISH = re.compile(
    r"\b(or|and|the|are|found|expected|allowed|should|must|input|mapping|character|None|True|False|string|integer)\b"
)


def assert_readable(problem: Problem) -> None:
    """A file, a message in French, no word of Python, Pydantic or PyYAML in it."""
    assert problem.file
    assert problem.message
    assert not ENGLISH.findall(QUOTED.sub("", problem.message)), f"not French: {problem.message}"
    assert "^[" not in problem.message, f"a regular expression is no help: {problem.message}"
    assert "Connus : ." not in problem.message
