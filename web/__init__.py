"""The web application: what `arbitre ask` does, on a page."""

from __future__ import annotations

from flask import Flask

from assistant.consult import Consultant
from assistant.french import typeset, upper_first
from assistant.library import load
from assistant.model import Library
from web import consultation


def create_app(library: Library | None = None) -> Flask:
    """The application over one library (the project's own unless another is given)."""
    app = Flask(__name__)
    app.extensions["arbitre"] = Consultant(library or load())
    app.jinja_env.filters.update(typeset=typeset, upper_first=upper_first)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.config["MAX_CONTENT_LENGTH"] = 64 * 1024
    app.register_blueprint(consultation.pages)

    @app.get("/healthz")
    def healthz() -> dict[str, str]:
        return {"status": "ok", "knowledge": app.extensions["arbitre"].library.version}

    return app
