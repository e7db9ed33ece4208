"""A kept page is the page that anybody would be sent who is found to ask for it: what it depends on is read once.

Every spelling that the parsers take is put to one application whose pages are kept, in a random order and again and again; whatever
it answers, from what it kept or not, an application that has kept nothing answers too.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterable
from io import BytesIO
from typing import Any, NamedTuple
from wsgiref.util import setup_testing_defaults

import pytest
from flask import Flask

from assistant.model import Library
from tests.support.drawing import examples, seed
from web import create_app
from web.context import Desk
from web.pagecache import Key, Page, PageCache, takes_gzip

ALPHA, BETA = "alpha.tournoi", "beta.amical"
COOKIES = (
    None,
    "",
    "table",
    "table=",
    f"table={ALPHA}",
    f"table={BETA}",
    f"table ={BETA}",
    f" table={BETA}",
    f"\ttable\t=\t{BETA}",
    f"table= {BETA} ",
    f'table="{BETA}"',
    f'table="{BETA}',
    'table="b\\145ta.amical"',
    f"table={BETA};table={ALPHA}",
    f"table={ALPHA};table={BETA}",
    f"table ={BETA}; table={ALPHA}",
    f"table={ALPHA}; table ={BETA}",
    f'table="{BETA}"; table={ALPHA}',
    f"TABLE={BETA}",
    f"Table={BETA}; table={ALPHA}",
    f"%74able={BETA}",
    f"t%61ble={BETA}; table={ALPHA}",
    f"table={BETA.replace('b', '%62')}",
    f"x=1; table={BETA}",
    f"x=1, table={BETA}",  # as the server joins several headers
    f"table={ALPHA}, table={BETA}",
    f"xtable={BETA}",
    f"x=table={BETA}",
    f'x="; table={BETA}"',
    f"$Version=1; table={BETA}; $Path=/",
    f"={BETA}; table={ALPHA}",
    f"table=beta.tournoi.{BETA}",
    "table=beta",
    "table=beta.",
    "table=.amical",
    "table=gamma.amical",
    f"table={BETA}\x00",
    f"table=\xe9; table={BETA}",
    f"table={BETA};;;",
    f"table={BETA},",
)
QUERIES = (
    "",
    "reglement=beta",
    "reglement=alpha&reglement=beta",
    "reglement=beta&reglement=alpha",
    "reglement=&reglement=beta",
    "reglement=",
    "reglement=rien",
    "Reglement=beta",
    "%72eglement=beta",
    "reglement=%62eta",
    "reglement+=beta",
    "reglement%00=beta",
    "contexte=amical",
    "contexte=amical&contexte=tournoi",
    "contexte=tournoi;contexte=amical",
    "contexte=%ff",
    "q=victoire",
    "q=victoire&q=rien",
    "?q=victoire",
)
PATHS = (
    "/",
    "/aide",
    "/textes",
    "/index.json",
    "/comparer",
    "//",
    "/?q=victoire",
    "/aide?",
    "/ ",
    "/textes?q=victoire",
)
ENCODINGS = (None, "", "gzip", "GZIP", "gzip;q=0", "identity", "*", "*;q=0", "xgzip", "deflate, gzip;q=0.5", "gzip;q=x")


class Asked(NamedTuple):
    """A request as the server hands it over."""

    path: str = "/"
    query: str = ""
    cookie: str | None = None
    encoding: str | None = None


def environ_of(asked: Asked) -> dict[str, Any]:
    environ: dict[str, Any] = {"PATH_INFO": asked.path, "QUERY_STRING": asked.query, "wsgi.input": BytesIO()}
    for name, value in (("HTTP_COOKIE", asked.cookie), ("HTTP_ACCEPT_ENCODING", asked.encoding)):
        if value is not None:
            environ[name] = value
    setup_testing_defaults(environ)
    return environ


EXPIRES = re.compile(r"Expires=[^;]*; ")  # tells the time
Answer = tuple[str, list[tuple[str, str]], bytes]


def ask(app: Flask, asked: Asked) -> Answer:
    told: list[Any] = []
    body = app.wsgi_app(environ_of(asked), lambda status, headers, *_: told.extend([status, sorted(headers)]))
    content = b"".join(body)
    getattr(body, "close", lambda: None)()
    return told[0], [(name, EXPIRES.sub("", value)) for name, value in told[1]], content


def kept(app: Flask) -> PageCache:
    desk = app.extensions["arbitre"]
    assert isinstance(desk, Desk)
    return desk.pages


@pytest.fixture(scope="module")
def keeping(made: Library) -> Flask:
    return create_app(made)


@pytest.fixture(scope="module")
def forgetting(made: Library) -> Flask:
    """The same, without anything kept."""
    app = create_app(made)
    kept(app).most_pages = 0
    return app


def test_the_cookie_that_poisoned_the_home_page(keeping: Flask, forgetting: Flask) -> None:
    """The page kept for one table was the page of another."""
    poison, victim = Asked(cookie=f"table ={BETA}; table={ALPHA}"), Asked(cookie=f"table={ALPHA}")
    other = Asked(cookie=f"table={BETA}")
    assert ask(forgetting, victim) != ask(forgetting, other)
    ask(keeping, poison)
    assert ask(keeping, victim) == ask(forgetting, victim)
    assert ask(keeping, other) == ask(forgetting, other)


def requests() -> Iterable[Asked]:
    """Every cookie with every question, on the page that depends on both; every path and encoding with some of them."""
    yield from (Asked("/", query, cookie) for query, cookie in itertools.product(QUERIES, COOKIES))
    dice = random.Random(seed())
    for path, encoding in itertools.product(PATHS, ENCODINGS):
        for _ in range(3):
            yield Asked(path, dice.choice(QUERIES), dice.choice(COOKIES), encoding)


def test_what_is_kept_is_what_is_computed_for_what_was_read(keeping: Flask, forgetting: Flask) -> None:
    every = list(requests())
    expected = {asked: ask(forgetting, asked) for asked in every}
    assert len({answer[2] for answer in expected.values()}) > 10, "they differ"
    dice = random.Random(seed())
    for asked in dice.choices(every, k=examples(3000)):
        assert ask(keeping, asked) == expected[asked], asked
    assert len(kept(keeping)) > 50 and len(kept(forgetting)) == 0


def test_cookies_that_say_nothing_known_share_a_page(made: Library) -> None:
    """So that nobody drives out what is kept by sending many of them."""
    app = create_app(made)
    for number in range(50):
        ask(app, Asked(cookie=f"table=rien{number}; eleve={number}"))
    assert len(kept(app)) == 1


def test_no_two_requests_share_a_key() -> None:
    """Each part stands by itself, whatever signs it holds."""
    pages = PageCache()
    for number, key in enumerate(
        (Key(True, "a b", "", "/c", ""), Key(True, "a", "", "b /c", ""), Key(True, "a", "", "/c?d", "e"),
         Key(True, "a", "", "/c", "d?e"), Key(False, "a", "", "/c", "d?e"), Key(True, "a", "/r", "/c", "d?e"))
    ):  # fmt: skip
        assert pages.get(key) is None
        pages.put(key, Page(str(number).encode(), ()))
    assert len(pages) == 6


@pytest.mark.parametrize(
    ("header", "taken"), [("gzip", True), ("br, gzip;q=0.1", True), ("gzip;q=0", False), ("", False), ("xgzip", False)]
)
def test_who_unpacks_gzip(header: str, taken: bool) -> None:
    assert takes_gzip({"HTTP_ACCEPT_ENCODING": header}) is taken
