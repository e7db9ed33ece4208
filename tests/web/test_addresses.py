"""No address is typed twice: templates and views ask `url_for`; only declarations spell them out."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.exceptions import MethodNotAllowed, NotFound
from werkzeug.routing import MapAdapter, RequestRedirect

from assistant.model import Library
from tests.conftest import ROOT
from web import create_app

WEB = ROOT / "web"
DECLARING = ("page", "get", "post", "Pages")  # what declares an address
QUOTED = re.compile(r"""["'`](/(?![/*])[^"'`\s<>)]+)|(?:href|src|action)=["'](/)["']""")
FILLED = "x"


@pytest.fixture(scope="module")
def addresses(library: Library) -> MapAdapter:
    app: Flask = create_app(library)
    return app.url_map.bind("localhost")


def is_address(addresses: MapAdapter, text: str) -> bool:
    """Whether something answers there, or below it."""
    path = re.split(r"[?#]", text)[0]
    if path == "/":
        return True
    for tried in (path, path.rstrip("/"), f"{path.rstrip('/')}/{FILLED}"):
        try:
            addresses.match(tried, method="GET")
        except MethodNotAllowed:
            return True
        except (NotFound, RequestRedirect):
            continue
        return True
    return False


def typed_in_python(source: str) -> Iterator[tuple[int, str]]:
    """Every text that starts like an address, but where an address is declared."""
    tree = ast.parse(source)
    declared = {
        id(part)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and (call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")) in DECLARING
        for argument in (*call.args[:1], *(word.value for word in call.keywords if word.arg in ("twin", "url_prefix")))
        for part in ast.walk(argument)
    }
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if id(node) in declared or id(node) in inside:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        elif isinstance(node, ast.JoinedStr):
            text = "".join(str(one.value) if isinstance(one, ast.Constant) else FILLED for one in node.values)
        else:
            continue
        if text.startswith("/") and text != "/":
            yield node.lineno, text


def typed_in_template(source: str) -> Iterator[tuple[int, str]]:
    """Every text that starts like an address; what is filled in stands for anything."""
    whole = re.sub(r"\{#.*?#\}", "", source, flags=re.S)
    within = re.findall(r"\{[{%].*?[%}]\}", whole, flags=re.S)
    around = re.sub(r"\{\{.*?\}\}", FILLED, whole, flags=re.S)
    around = re.sub(r"\{%.*?%\}", "", around, flags=re.S)
    for text in (around, *within):
        for quoted in QUOTED.finditer(text):
            typed = quoted[1] or quoted[2]
            yield source[: max(0, source.find(typed.split(FILLED)[0]))].count("\n") + 1, typed


def sources() -> list[Path]:
    files = [*WEB.rglob("*.py"), *(WEB / "templates").rglob("*.*"), *(WEB / "static").glob("*.js")]
    assert len(files) > 50
    return files


def test_no_address_is_typed_by_hand(addresses: MapAdapter) -> None:
    typed = [
        f"{path.relative_to(ROOT)}:{line} {text}"
        for path in sources()
        for line, text in (typed_in_python if path.suffix == ".py" else typed_in_template)(
            path.read_text(encoding="utf-8")
        )
        if is_address(addresses, text)
    ]
    assert not typed, "\n".join(["ask url_for:", *typed])


NAMED = re.compile(r"""\b(?:url_for|_?link|_place)\(\s*["']([^"'?]+)["']|(?:around|twin_of)=["']([^"']+)["']""")


def test_every_page_named_exists(library: Library) -> None:
    """By its full name: what a view calls may be called from another one's page."""
    known = set(create_app(library).view_functions)
    named = {
        (path.name, one or other)
        for path in sources()
        for one, other in NAMED.findall(path.read_text(encoding="utf-8"))
    }
    assert len(named) > 60
    assert not {(name, page) for name, page in named if page not in known}


@pytest.mark.parametrize(
    "line",
    [
        '<a href="/cas?{{ query }}">',
        '<a href="/">',
        '<a href="/?zone=mur">',
        "<a href='/textes/{{ source.id }}'>",
        '<form action="/formation/exercice" method="post">',
        "{{ address.link('/cas/changer') }}",
        '<img src="/tuile/{{ code }}.svg">',
        '<script src="/static/arbitre.js">',
        'fetch("/sw.js")',
        "{% set link = '/comparer/' ~ incident %}",
    ],
)
def test_a_typed_address_in_a_template_is_seen(addresses: MapAdapter, line: str) -> None:
    assert any(is_address(addresses, text) for _, text in typed_in_template(line))


@pytest.mark.parametrize(
    "line",
    ['x = "/cas"', "x = f'/textes/{source}'", 'f("/formation#exercices")', 'x = "/api/v1/consult"', 'd["/mains"] = 1'],
)
def test_a_typed_address_in_a_view_is_seen(addresses: MapAdapter, line: str) -> None:
    assert any(is_address(addresses, text) for _, text in typed_in_python(line))


@pytest.mark.parametrize("line", ['@pages.page("/cas", twin="/cas.json")\ndef x(): ...', 'x = "a / b"', 'x = "/proc"'])
def test_a_declaration_is_the_place_of_an_address(addresses: MapAdapter, line: str) -> None:
    assert not any(is_address(addresses, text) for _, text in typed_in_python(line))
