"""Pages kept as they were sent, a bounded number of them; they die with the process, and so with the knowledge it loaded."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

MOST_PAGES = 2000
MOST_BYTES = 48 * 1024 * 1024


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
