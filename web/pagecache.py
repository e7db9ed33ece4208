"""Pages kept as they were sent, a bounded number of them; they die with the process, and so with the knowledge it loaded.

A page is found by all that it depends on: its address, the table's settings, and whether the browser unpacks gzip. Each is read once, by
the function that the pages themselves read it with, so that what is kept under a key is what anybody with that key would be sent.
"""

from __future__ import annotations

import gzip
from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import lru_cache
from threading import Lock
from typing import Any, NamedTuple

from flask import Response
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

MOST_PAGES = 2000
MOST_BYTES = 48 * 1024 * 1024
LONGEST_KEY = 2000
WORTH_PACKING = 700
PACKED = frozenset(
    ["text/html", "text/css", "text/javascript", "application/json", "image/svg+xml", "application/manifest+json"]
)
Environ = dict[str, Any]
Wsgi = Callable[[Environ, Any], Iterable[bytes]]
KEY = "arbitre.key"  # where a request carries what its page may be kept under


class Key(NamedTuple):
    """All that a kept page depends on, each part by itself: no two requests that differ in one of them have the same key."""

    gzip: bool
    table: str
    root: str
    path: str
    query: str


class Page(NamedTuple):
    body: bytes
    headers: tuple[tuple[str, str], ...]


class PageCache:
    """The pages used last."""

    def __init__(self, most_pages: int = MOST_PAGES, most_bytes: int = MOST_BYTES):
        self.most_pages = most_pages
        self.most_bytes = most_bytes
        self.size = 0
        self._pages: OrderedDict[Key, Page] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Key) -> Page | None:
        with self._lock:
            page = self._pages.get(key)
            if page is not None:
                self._pages.move_to_end(key)
            return page

    def put(self, key: Key, page: Page) -> None:
        """Keep a page, and let the longest unused ones go."""
        with self._lock:
            old = self._pages.pop(key, None)
            self.size += len(page.body) - (len(old.body) if old else 0)
            self._pages[key] = page
            while self._pages and (len(self._pages) > self.most_pages or self.size > self.most_bytes):
                _, gone = self._pages.popitem(last=False)
                self.size -= len(gone.body)

    def __len__(self) -> int:
        return len(self._pages)


def from_kept(app: Wsgi, pages: PageCache, settings: Callable[[Environ], str]) -> Wsgi:
    """The application, asked only for what was not kept; `settings` reads the table's, for us and for the pages."""

    def answer(environ: Environ, start_response: Any) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] != "GET":
            return app(environ, start_response)
        root, path, query = environ.get("SCRIPT_NAME", ""), environ["PATH_INFO"], environ["QUERY_STRING"]
        key = Key(takes_gzip(environ), settings(environ), root, path, query)
        page = pages.get(key)
        if page is not None:
            start_response("200 OK", list(page.headers))
            return [page.body]
        if len(path) + len(query) <= LONGEST_KEY:
            environ[KEY] = key
        return app(environ, start_response)

    return answer


def takes_gzip(environ: Environ) -> bool:
    return _admits_gzip(environ.get("HTTP_ACCEPT_ENCODING", ""))


@lru_cache(maxsize=256)
def _admits_gzip(header: str) -> bool:
    return parse_accept_header(header, Accept).quality("gzip") > 0


def pack(response: Response, environ: Environ) -> None:
    """Send text packed to browsers that unpack it."""
    if (
        response.mimetype not in PACKED
        or response.status_code not in (200, 400, 404)
        or (response.is_streamed and not response.direct_passthrough)
    ):
        return
    response.vary.add("Accept-Encoding")
    if not takes_gzip(environ) or response.content_encoding:
        return
    response.direct_passthrough = False
    plain = response.get_data()
    if len(plain) >= WORTH_PACKING:
        response.set_data(gzip.compress(plain, 6, mtime=0))
        response.content_encoding = "gzip"
