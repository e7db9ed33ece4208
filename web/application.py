"""Flask, but an address is made once: a page of links asks for the same ones again and again."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flask import Flask, request

MOST_ADDRESSES = 20_000


class Application(Flask):
    def __init__(self, name: str):
        super().__init__(name)
        self._made = lru_cache(maxsize=MOST_ADDRESSES)(self._make)

    def url_for(
        self,
        /,
        endpoint: str,
        *,
        _anchor: str | None = None,
        _method: str | None = None,
        _scheme: str | None = None,
        _external: bool | None = None,
        **values: Any,
    ) -> str:
        """The address of an endpoint; one that depends on more than its name and these values is made anew."""
        known = not (endpoint.startswith(".") or _method or _scheme or _external) and bool(request)
        if not known or any(isinstance(value, list) for value in values.values()):
            return super().url_for(
                endpoint, _anchor=_anchor, _method=_method, _scheme=_scheme, _external=_external, **values
            )
        return self._made(request.script_root, endpoint, _anchor, **values)

    def _make(self, root: str, endpoint: str, anchor: str | None, /, **values: Any) -> str:
        return super().url_for(endpoint, _anchor=anchor, **values)
