"""What makes it installable: manifest, service worker, icon, and the page shown without network."""

from __future__ import annotations

from pathlib import Path

from flask import Response, current_app, jsonify, render_template, send_from_directory, url_for

from web.context import desk
from web.page import Pages, Shown, offline_addresses
from web.release import HEADER, TABLE, release

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
    body = render_template(
        "assets/sw.js",
        release=release(library),
        kept=offline_addresses(library),
        shell=[url_for("assets.offline"), url_for("assets.carried"), *(url_for("static", filename=name) for name in _static())],
        ruled=[url_for(name) for name in ("case.change", "hands.entry")],
        header=HEADER,
        table=TABLE,
    )
    response = Response(body, mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


def _static() -> list[str]:
    """The files every page needs."""
    assert current_app.static_folder
    return sorted(path.name for path in Path(current_app.static_folder).iterdir() if path.is_file())


@pages.page("/hors-ligne")
def offline() -> Shown[None]:
    """Shown when a page is asked without network that was never seen."""
    return Shown("assets/offline.html")


@pages.page("/exercices-emportes")
def carried() -> Shown[None]:
    """Where the exercises that a browser carries along are done; the page itself knows nobody."""
    return Shown("assets/carried.html")


@pages.get("/favicon.ico")
def favicon() -> Response:
    assert current_app.static_folder
    return send_from_directory(current_app.static_folder, "icon.svg", mimetype="image/svg+xml")
