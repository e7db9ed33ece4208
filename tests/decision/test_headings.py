"""One word for one thing in every door: the names of the parts of a sheet are written in one module and nowhere else."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from assistant.consultation.consultant import Consultant
from assistant.consultation.text import consultation_text
from assistant.decision import headings
from assistant.decision.gravity import Difference
from assistant.french import typeset
from assistant.model import Library, WarnKind
from tests.conftest import ROOT

OWN = ROOT / "assistant" / "decision" / "headings.py"
BOUNDS = " .:…?\u00a0\u202f"
# Words that differed by door, or might come back: what each was, besides what it is now.
FORMER = (
    "Effet",
    "Autre chose",
    "Ce qui ne se compare pas",
    "Silence du texte",
    "Ce qui ferait demander autre chose",
    "l'un se tait",
)


@pytest.fixture(scope="module")
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def names() -> set[str]:
    """All that the module names."""
    told = [value for name, value in vars(headings).items() if name.isupper() and isinstance(value, str)]
    warnings = [value for value in headings.WARNING_NAMES.values() if " " in value]  # one word alone may mean anything
    return {plain(one) for one in [*told, *headings.KINDS.values(), *warnings, *FORMER]}


def plain(text: str) -> str:
    """Without what stands around it; whatever the case of its first letter, unless it is one word, which might be a key."""
    bare = " ".join(text.replace("’", "'").replace("&nbsp;", " ").split()).strip(BOUNDS)
    return bare.casefold() if " " in bare else bare


def literals(path: Path) -> Iterator[str]:
    """The strings of a module, its docstrings aside."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    told = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


def texts(path: Path) -> Iterator[str]:
    """What a template prints of itself: strings in expressions and attributes, and text between tags and expressions."""
    page = path.read_text(encoding="utf-8")
    yield from (one or other for one, other in re.findall(r"\"([^\"]*)\"|'([^']*)'", page))
    yield from re.split(r"<[^>]*>|\{\{.*?\}\}|\{%.*?%\}", page)


DOORS = [
    *(path for folder in ("assistant", "web") for path in sorted((ROOT / folder).rglob("*.py")) if path != OWN),
    *sorted((ROOT / "web" / "templates").rglob("*.html")),
]


def test_no_door_types_a_name_of_its_own() -> None:
    known = names()
    typed = {
        (path.relative_to(ROOT).as_posix(), text.strip())
        for path in DOORS
        for text in (literals(path) if path.suffix == ".py" else texts(path))
        if plain(text) in known
    }
    assert len(DOORS) > 150 and len(known) > 40
    assert not typed, "\n".join(
        f"{place}: « {text} » is named in assistant/decision/headings.py" for place, text in sorted(typed)
    )


def test_the_test_sees_a_name_that_a_door_types(tmp_path: Path) -> None:
    module, page = tmp_path / "porte.py", tmp_path / "porte.html"
    module.write_text('"""Effet"""\nprint("Effet :")\n', encoding="utf-8")
    page.write_text("<h2>Ce qui ne se compare pas</h2>{{ titre('Sauf si…') }}", encoding="utf-8")
    assert [plain(text) in names() for text in literals(module)] == [True]
    assert [text for text in texts(page) if plain(text) in names()] == ["Sauf si…", "Ce qui ne se compare pas"]


def test_every_warning_and_every_difference_has_a_name() -> None:
    assert set(headings.WARNING_NAMES) == set(WarnKind)
    assert set(headings.KINDS) == set(Difference)


SHOWN = ("STEPS", "EFFECT", "TEXT", "UNLESS", "LIGHTER", "HEAVIER", "UNORDERED", "HOW")


def test_a_sheet_has_the_same_headings_on_the_page_and_in_the_terminal(
    library: Library, consultant: Consultant, client: FlaskClient
) -> None:
    """Over cases enough to have all of them."""
    seen: set[str] = set()
    for case in list(library.cases.values())[::25]:
        ruleset = next(iter(case.expect))
        (document,) = consultant.consult([ruleset], case.flat_facts())["consultations"]
        if document["status"] != "ruling":
            continue
        printed = consultation_text(document)
        page = unescape(
            client.get(f"/cas?{urlencode({'reglement': ruleset, **case.flat_facts()})}").get_data(as_text=True)
        )
        for name in SHOWN:
            title = typeset(getattr(headings, name))
            assert (f"\n{title.upper()}\n" in printed) == (f">{title}<" in page), (case.id, ruleset, name)
            if f">{title}<" in page:
                seen.add(name)
    assert seen == set(SHOWN)
