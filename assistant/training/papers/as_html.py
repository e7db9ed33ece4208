"""An exam paper and its answer key as one HTML file each, the same bytes every time."""

from __future__ import annotations

from functools import partial

from assistant.model import Library
from assistant.training.exam import Paper
from assistant.training.papers.content import cited, rules, sources, title
from assistant.training.papers.rendering import rendered


def html(library: Library, paper: Paper, key: bool = False) -> str:
    """The paper, or its key."""
    text = rendered(
        "exam.html",
        paper=paper,
        key=key,
        title=title(paper, key),
        rules=rules(paper),
        sources=sources(library, paper),
        cited=partial(cited, library),
    )
    return f"{text}\n"
