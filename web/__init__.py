"""The web application: the questionnaire and the ruling sheet on a phone, the texts, the schedule of sanctions, the API."""

from __future__ import annotations

from typing import Any

from flask import Flask, Response, g, request

from assistant.consultation.consultant import Consultant
from assistant.consultation.questionnaire import UNSETTLED
from assistant.consultation.text import WARNING_NAMES, reading_lines
from assistant.french import upper_first
from assistant.model import Library
from assistant.search.index import clause_index, incident_index
from assistant.store.library import load
from web import errors, faces
from web.address import COOKIE, table_of
from web.context import Desk, desk
from web.filters import FILTERS
from web.page import twin_of
from web.pagecache import Page, PageCache, from_kept, pack
from web.pages import api, assets, hands, home, texts
from web.pages import case as cases
from web.pages import verification as proofs
from web.pages.compare import case as comparecase
from web.pages.compare import incident as sidebyside
from web.pages.compare import table as compare
from web.pages.training import exam as examroom
from web.pages.training import exercises as training

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


def create_app(library: Library | None = None) -> Flask:
    """The application over one library (the project's own unless another is given)."""
    app = Flask(__name__)
    known = library or load()
    pages = PageCache()
    app.extensions["arbitre"] = Desk(Consultant(known), incident_index(known), clause_index(known), pages)
    app.wsgi_app = from_kept(app.wsgi_app, pages, COOKIE)  # type: ignore[assignment, method-assign]
    app.config.update(MAX_CONTENT_LENGTH=64 * 1024, MAX_FORM_PARTS=100)
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.jinja_env.filters.update(FILTERS, upper_first=upper_first, reading_lines=reading_lines)
    app.jinja_env.globals.update(warning_names=WARNING_NAMES, not_established=UNSETTLED)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    for part in (
        home,
        cases,
        hands,
        faces,
        texts,
        proofs,
        compare,
        sidebyside,
        comparecase,
        training,
        examroom,
        api,
        assets,
    ):
        app.register_blueprint(part.pages)
    errors.register(app)
    app.after_request(_finish)
    app.context_processor(_common)
    return app


def _common() -> dict[str, Any]:
    library = desk().library
    return {
        "table": table_of(library, request),
        "rulesets": library.rulesets,
        "context_facts": library.context_facts(),
        "twin": twin_of(request),
    }


KEPT = {
    "compare.whole",
    "compare.gravest",
    "compare.figures",
    "sidebyside.one",
    "cases.case",
    "cases.case_json",
    "hands.page",
    "texts.source",
    "texts.section",
    "texts.sources",
    "home.home",
    "home.help_page",
}


def _finish(response: Response) -> Response:
    """The headers of every answer; a page that depends on its address and the table's settings alone is kept."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    passing = getattr(g, "passing", False)
    if response.mimetype in ("text/html", "application/json"):
        response.headers.setdefault("Cache-Control", "no-store" if passing else "no-cache")
    pack(response, request.environ)
    key = None if passing or "Set-Cookie" in response.headers else request.environ.get("arbitre.key")
    if key and request.endpoint in KEPT and response.status_code == 200:
        desk().pages.put(key, Page(response.get_data(), tuple(response.headers.items())))
    return response
