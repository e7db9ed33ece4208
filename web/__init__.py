"""The web application: the questionnaire and the ruling sheet on a phone, the texts, the schedule of sanctions, the API."""

from __future__ import annotations

from typing import Any

from flask import Flask, Response, g, request

from assistant.consult import Consultant
from assistant.french import typeset, upper_first
from assistant.library import load
from assistant.model import Library
from assistant.search import clause_index, incident_index
from assistant.sheettext import WARNING_NAMES, reading_lines
from web import api, assets, cases, errors, examroom, home, proofs, texts, training
from web.desk import Desk, desk
from web.pagecache import Page, PageCache
from web.table import table_of

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def create_app(library: Library | None = None, proof_in_background: bool = False) -> Flask:
    """The application over one library (the project's own unless another is given)."""
    app = Flask(__name__)
    known = library or load()
    app.extensions["arbitre"] = Desk(Consultant(known), incident_index(known), clause_index(known), PageCache())
    app.config.update(MAX_CONTENT_LENGTH=64 * 1024, MAX_FORM_PARTS=100)
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.jinja_env.filters.update(typeset=typeset, upper_first=upper_first, reading_lines=reading_lines)
    app.jinja_env.globals.update(warning_names=WARNING_NAMES)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    for part in (home, cases, texts, proofs, training, examroom, api, assets):
        app.register_blueprint(part.pages)
    errors.register(app)
    app.before_request(_from_cache)
    app.after_request(_finish)
    app.context_processor(_common)
    if proof_in_background:
        proofs.prove_in_background(known)
    return app


def _common() -> dict[str, Any]:
    library = desk().library
    return {"table": table_of(library, request), "rulesets": library.rulesets, "context_facts": library.context_facts()}


def _cache_key() -> str | None:
    """Pages that depend on the address alone, or on the table's settings besides."""
    if request.method != "GET" or request.endpoint not in KEPT:
        return None
    return f"{request.full_path}|{table_of(desk().library, request).cookie()}"


KEPT = {"cases.case", "cases.case_json", "texts.source", "texts.section", "texts.sources", "home.help_page"}


def _from_cache() -> Response | None:
    key = _cache_key()
    page = desk().pages.get(key) if key else None
    if page is None:
        return None
    g.from_cache = True
    return Response(page.body, headers=list(page.headers))


def _finish(response: Response) -> Response:
    """The headers of every answer; a page worth keeping is kept."""
    if getattr(g, "from_cache", False):
        return response
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if response.mimetype in ("text/html", "application/json"):
        response.headers.setdefault("Cache-Control", "no-cache")
    key = _cache_key()
    if key and response.status_code == 200 and not response.is_streamed:
        desk().pages.put(key, Page(response.get_data(), tuple(response.headers.items())))
    return response
