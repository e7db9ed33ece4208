"""What the browser tests share: the production server, Debian's chromium, the addresses of all pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from assistant.compare.comparison import Comparison
from assistant.consultation.consultant import Consultant
from assistant.model import Library
from assistant.proof.prove import Proof
from assistant.training.book import Book
from tests.browser.stage import CHROMIUM_FLAGS, Missing, axe, chromium, every_page, fresh_pages
from tests.support.artefacts import some_of_the_graph, some_of_the_pocket
from tests.support.serving import Serving, serving


@pytest.fixture(scope="package")
def server(own_cache: Path, library: Library, proof: Proof, comparison: Comparison, book: Book) -> Iterator[Serving]:
    """The production server, with what it would make at hand so that every page is whole, and nothing is made beside it."""
    some_of_the_graph(library)
    some_of_the_pocket(library)
    with serving(own_cache) as started:
        yield started


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    try:
        program = chromium()
    except Missing as missing:
        pytest.skip(str(missing))
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=program, args=CHROMIUM_FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def open_page(browser: Any, server: Serving) -> Iterator[Callable[..., Any]]:
    """A page in a fresh profile, on a phone unless told otherwise; whatever the page complains of fails the test."""
    yield from fresh_pages(browser, server.url)


@pytest.fixture(scope="package")
def pages(library: Library, consultant: Consultant) -> dict[str, str]:
    return every_page(library, consultant)


@pytest.fixture(scope="package")
def axe_source() -> str:
    try:
        return axe()
    except Missing as missing:
        pytest.skip(str(missing))
