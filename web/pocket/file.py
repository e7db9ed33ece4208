"""The file itself: the content packed, our own style and program beside it, and a policy that lets nothing else run and nothing be asked for."""

from __future__ import annotations

import base64
import hashlib
import json
import lzma
import re
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from flask import Flask

from web.pocket.content import Content
from web.pocket.tables import SIGNS

HERE = Path(__file__).resolve().parent
STYLE = HERE.parent / "static" / "arbitre.css"
ICON = HERE.parent / "static" / "icon.svg"
OWN_STYLE = HERE / "poche.css"
PROGRAMS = (HERE / "deplier.js", HERE / "recherche.js", HERE.parent / "static" / "tuiles.js", HERE / "main.js", HERE / "poche.js")
BEST = 9 | lzma.PRESET_EXTREME
WHOLE = 1 << 24  # bytes that lie within reach of a repetition: all of them
BETWEEN = 0xFFFF  # what stands before each page
PART = re.compile(r'<script type="text/plain" id="([\w-]+)"[^>]*>([^<]*)<')


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
        parts=packed(content),
    )
    return page.encode()


class Packed(NamedTuple):
    """Something as the file carries it: packed, in the sixty-four signs of base64, and how many bytes it was."""

    text: str
    size: int


def packed(content: Content) -> dict[str, Packed]:
    """The content in pieces that are unpacked apart: what every page needs, what those of each ruleset do, what only few do; of each its words and its pages.

    What compresses best is not what browsers unpack by themselves: `deplier.js` does, and the file is a third smaller for it.
    """
    pieces, pages = content["pieces"], content["pages"]
    if max(len(pieces), len(pages)) >= BETWEEN:
        raise ValueError(f"{len(pieces)} pieces, {len(pages)} pages: their numbers have two bytes")
    words = {name: part for name, part in content.items() if name not in ("pieces", "pages", "rest")}
    files = {"mots": _packed(_json(words), literal=3, low=0, positions=0)}
    ends = [start for _, start in content["parts"][1:]] + [len(pieces)]
    for place, ((name, start), end) in enumerate(zip(content["parts"], ends, strict=True)):
        mine = [number for page, sign in zip(pages, content["of"], strict=True) if sign == SIGNS[place] for number in (BETWEEN, *page)]
        files[f"mots-{name}"] = _packed(_json(pieces[start:end]), literal=3, low=0, positions=0)
        files[f"pages-{name}"] = _packed(struct.pack(f"<{len(mine)}H", *mine), literal=0, low=1, positions=1)
    return {**files, "besides": _packed(_json(content["rest"]), literal=3, low=0, positions=0)}


def _json(thing: object) -> bytes:
    return json.dumps(thing, ensure_ascii=False, separators=(",", ":")).encode()


def _packed(raw: bytes, literal: int, low: int, positions: int) -> Packed:
    """Some bytes, packed for what they are: text, or pairs of bytes."""
    how = {"id": lzma.FILTER_LZMA1, "preset": BEST, "lc": literal, "lp": low, "pb": positions, "dict_size": WHOLE}
    return Packed(base64.b64encode(lzma.compress(raw, lzma.FORMAT_ALONE, filters=[how])).decode(), len(raw))


def unpacked(files: Mapping[str, str]) -> Content:
    """What was packed."""
    raw = {name: lzma.decompress(base64.b64decode(text), lzma.FORMAT_ALONE) for name, text in files.items()}
    content: Content = json.loads(raw["mots"])
    names = [name for name, _ in content["parts"]]
    waiting = {name: _pages(raw[f"pages-{name}"]) for name in names}
    return {
        **content,
        "pieces": [piece for name in names for piece in json.loads(raw[f"mots-{name}"])],
        "pages": [next(waiting[names[SIGNS.index(sign)]]) for sign in content["of"]],
        "rest": json.loads(raw["besides"]),
    }


def _pages(raw: bytes) -> Iterator[list[int]]:
    page: list[int] | None = None
    for (number,) in struct.iter_unpack("<H", raw):
        if number != BETWEEN:
            assert page is not None
            page.append(number)
            continue
        if page is not None:
            yield page
        page = []
    if page is not None:
        yield page


def content_of(file: str) -> Content:
    """The content of a file that was written."""
    return unpacked(dict(PART.findall(file)))


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
