"""The file itself: the content packed, our own style and program beside it, and a policy that lets nothing else run and nothing be asked for."""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from pathlib import Path

from flask import Flask

from web.pocket.content import Content

HERE = Path(__file__).resolve().parent
STYLE = HERE.parent / "static" / "arbitre.css"
ICON = HERE.parent / "static" / "icon.svg"
OWN_STYLE = HERE / "poche.css"
PROGRAMS = (HERE / "recherche.js", HERE / "poche.js")
BEST = 9


def policy(program: str, style: str) -> str:
    """Nothing may be fetched, sent or framed; only these two may run and paint, and the picture of the icon lies within."""
    return (
        f"default-src 'none'; script-src '{_hash(program)}'; style-src '{_hash(style)}'; img-src data:; "
        "form-action 'none'; base-uri 'none'"
    )


def written(app: Flask, content: Content) -> bytes:
    """The file."""
    program = "".join(part.read_text(encoding="utf-8") for part in PROGRAMS)
    style = STYLE.read_text(encoding="utf-8") + OWN_STYLE.read_text(encoding="utf-8")
    page = app.jinja_env.get_template("pocket/page.html").render(
        policy=policy(program, style),
        style=style,
        program=program,
        picture="data:image/svg+xml;base64," + base64.b64encode(ICON.read_bytes()).decode(),
        content=packed(content),
    )
    return page.encode()


def packed(content: Content) -> str:
    """The content as text: a third of its size, though the sixty-four signs of base64 take a third more than bytes would."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), BEST)).decode()


def unpacked(text: str) -> Content:
    """What was packed."""
    content: Content = json.loads(zlib.decompress(base64.b64decode(text)))
    return content


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
