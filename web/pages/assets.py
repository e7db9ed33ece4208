"""What makes it installable: manifest, service worker, icon, and the page shown without network."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from flask import Response, current_app, jsonify, render_template, send_from_directory, url_for

from web.context import desk
from web.page import Pages, Shown, offline_addresses

pages = Pages(__name__)

ICONS = (
    ("icon.svg", "any", "image/svg+xml", "any maskable"),
    ("icon-192.png", "192x192", "image/png", "any"),
    ("icon-512.png", "512x512", "image/png", "any"),
)


@pages.get("/healthz")
def healthz() -> Response:
    """Whether it answers, and with which knowledge."""
    return jsonify({"status": "ok", "knowledge": desk().library.version})


@pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a phone needs to put it on its home screen."""
    content = {
        "name": "Arbitre",
        "short_name": "Arbitre",
        "description": "L'assistant de l'arbitre de mah-jong",
        "lang": "fr",
        "start_url": url_for("home.home"),
        "display": "standalone",
        "background_color": "#f6f1e4",
        "theme_color": "#1d4a39",
        "icons": [
            {"src": url_for("static", filename=name), "sizes": sizes, "type": kind, "purpose": purpose}
            for name, sizes, kind, purpose in ICONS
        ],
    }
    response = jsonify(content)
    response.mimetype = "application/manifest+json"
    return response


@pages.get("/sw.js")
def service_worker() -> Response:
    """The service worker, which keeps the pages of this version of the knowledge."""
    library = desk().library
    shell = [url_for("assets.offline"), *(url_for("static", filename=name) for name in _static())]
    version = sha256("".join([library.version, *_static().values()]).encode()).hexdigest()[:16]
    body = render_template("assets/sw.js", version=version, kept=offline_addresses(library), shell=shell)
    response = Response(body, mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


def _static() -> dict[str, str]:
    """The files every page needs, with a hash of each."""
    assert current_app.static_folder
    files = sorted(Path(current_app.static_folder).iterdir())
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in files if path.is_file()}


@pages.page("/hors-ligne")
def offline() -> Shown[None]:
    """Shown when a page is asked without network that was never seen."""
    return Shown("assets/offline.html")


@pages.get("/favicon.ico")
def favicon() -> Response:
    assert current_app.static_folder
    return send_from_directory(current_app.static_folder, "icon.svg", mimetype="image/svg+xml")
