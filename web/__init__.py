"""The web application: the questionnaire and the ruling sheet on a phone, the texts, the schedule of sanctions, the API."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from flask import Flask, Response, current_app, g, request

from assistant.consultation import lines
from assistant.consultation.consultant import Consultant
from assistant.consultation.questionnaire import UNSETTLED
from assistant.consultation.text import follows, reading_lines
from assistant.decision import headings
from assistant.graph.atlas import Atlas
from assistant.model import Library
from assistant.search.finder import Finder
from assistant.store.library import load
from web import errors
from web.address import case_link, check_once, held, section_page, table_of
from web.application import Application
from web.artefacts import GRAPH
from web.beside import trouble
from web.context import Desk, desk
from web.filters import FILTERS, is_long
from web.numbers import Number
from web.page import answers_pages, every_page, kept_endpoints, navigation, twin_here
from web.pagecache import KEY, Page, PageCache, from_kept, pack
from web.release import HEADER, TABLE, mark, release
from web.typesetting import typeset_page
from web.visits import visit

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
LINES = {
    one.__name__: one
    for one in (
        follows,
        reading_lines,
        lines.answer_words,
        lines.first_heading,
        lines.is_choice,
        lines.nearest_words,
        lines.origin_words,
        lines.other_text_words,
        lines.overruled_words,
        lines.own_lines,
        lines.rights_lines,
        lines.shared_lines,
        lines.tree_heading,
        lines.turned_words,
        lines.who_words,
    )
}
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def create_app(library: Library | None = None, want: Callable[[], None] = lambda: None) -> Flask:
    """The application over one library (the project's own unless another is given), and whom it tells what is missing."""
    app = Application(__name__)
    known = library or load()
    kept = PageCache()
    release(known)  # of what lies there now: what runs does not change
    app.extensions["arbitre"] = Desk(Consultant(known, partial(_graph, known, want)), Finder(known, lasting=library is None), kept, want)
    app.wsgi_app = from_kept(  # type: ignore[assignment, method-assign]
        app.wsgi_app, kept, lambda environ: held(known, environ).key()
    )
    app.config.update(MAX_CONTENT_LENGTH=64 * 1024, MAX_FORM_PARTS=100)
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.jinja_env.filters.update(FILTERS, **LINES)
    app.jinja_env.tests.update(linked=lines.linked, long=is_long)
    app.jinja_env.globals.update(
        case_link=case_link,
        section_page=section_page,
        headings=headings,
        not_established=UNSETTLED,
        trouble=trouble,
    )
    app.url_map.converters["int"] = Number
    app.url_map.merge_slashes = False  # an address is what it says: no redirection that the API does not describe
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    for pages in every_page():
        app.register_blueprint(pages)
    errors.register(app)
    app.before_request(partial(_once, answers_pages(app)))
    app.after_request(partial(_finish, kept_endpoints(app)))
    app.url_defaults(_marked)
    app.context_processor(_common)
    return app


def _graph(library: Library, want: Callable[[], None]) -> Atlas | None:
    """The graph once it is there; what is said without it is the same, and may be kept."""
    found = GRAPH.read(library)
    if found is None:
        want()
    return found


def _common() -> dict[str, object]:
    library = desk().library
    table = table_of(library, request)
    return {
        "table": table,
        "rulesets": library.rulesets,
        "context_facts": library.context_facts(),
        "navigation": navigation(),
        "visit": visit(library, request),
        "playing": held(library, request.environ),
        "twin": twin_here(),
    }


def _marked(endpoint: str, values: dict[str, Any]) -> None:
    """The address of a file that pages need changes with the file, so that no page is laid out by one of another release."""
    if endpoint == "static" and "v" not in values:
        assert current_app.static_folder is not None
        if found := mark(Path(current_app.static_folder, values["filename"])):
            values["v"] = found


def _once(pages: frozenset[str]) -> None:
    """No page guesses which of two values was meant."""
    if request.endpoint in pages:
        check_once(request)


def _finish(kept: frozenset[str], response: Response) -> Response:
    """The headers of every answer; a page is typeset, and kept where it depends on its address and the table's settings alone."""
    library = desk().library
    response.headers[HEADER] = release(library)
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    passing = getattr(g, "passing", False)
    if response.mimetype in ("text/html", "application/json"):
        response.headers.setdefault("Cache-Control", "no-store" if passing else "no-cache")
        if (playing := held(library, request.environ)).chosen:
            response.headers[TABLE] = urlencode(playing.table.parameters())
    if response.mimetype == "text/html" and not response.is_streamed and not response.direct_passthrough:
        response.set_data(typeset_page(response.get_data(as_text=True)))
    pack(response, request.environ)
    key = None if passing or "Set-Cookie" in response.headers else request.environ.get(KEY)
    if key and request.endpoint in kept and response.status_code == 200:
        desk().pages.put(key, Page(response.get_data(), tuple(response.headers.items())))
    return response
