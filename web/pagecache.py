"""Pages kept as they were sent, a bounded number of them; they die with the process, and so with the knowledge it loaded.

A page is found by its address, by the table's settings in the cookie and by whether the browser unpacks gzip, before Flask
is asked anything.
"""

from __future__ import annotations

import gzip
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable
from threading import Lock
from typing import Any, NamedTuple

from flask import Response

MOST_PAGES = 2000
MOST_BYTES = 48 * 1024 * 1024
LONGEST_KEY = 2000
WORTH_PACKING = 700
PACKED = frozenset(
    ["text/html", "text/css", "text/javascript", "application/json", "image/svg+xml", "application/manifest+json"]
)
Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]


class Page(NamedTuple):
    body: bytes
    headers: tuple[tuple[str, str], ...]


class PageCache:
    """The pages used last."""

    def __init__(self, most_pages: int = MOST_PAGES, most_bytes: int = MOST_BYTES):
        self.most_pages = most_pages
        self.most_bytes = most_bytes
        self.size = 0
        self._pages: OrderedDict[str, Page] = OrderedDict()
        self._lock = Lock()

    def get(self, key: str) -> Page | None:
        with self._lock:
            page = self._pages.get(key)
            if page is not None:
                self._pages.move_to_end(key)
            return page

    def put(self, key: str, page: Page) -> None:
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


def from_kept(app: Wsgi, pages: PageCache, cookie: str) -> Wsgi:
    """The application, asked only for what was not kept."""
    settings = re.compile(rf"(?:^|;\s*){re.escape(cookie)}=([^;]*)")

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] != "GET":
            return app(environ, start_response)
        found = settings.search(environ.get("HTTP_COOKIE", ""))
        key = f"{takes_gzip(environ)} {found[1] if found else ''} {environ['PATH_INFO']}?{environ['QUERY_STRING']}"
        page = pages.get(key)
        if page is not None:
            start_response("200 OK", list(page.headers))
            return [page.body]
        if len(key) <= LONGEST_KEY:
            environ["arbitre.key"] = key
        return app(environ, start_response)

    return answer


def takes_gzip(environ: dict[str, Any]) -> bool:
    return "gzip" in environ.get("HTTP_ACCEPT_ENCODING", "")


def pack(response: Response, environ: dict[str, Any]) -> None:
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
