"""The pocket edition as it is sent: the file to be carried along, and the same with a way back to the application; packed once, kept with its day."""

from __future__ import annotations

import gzip
import re
from datetime import datetime
from hashlib import sha256
from html import unescape
from typing import NamedTuple

from assistant.model import Library
from assistant.store import cache, making
from web.release import SHORT, layout, layout_now, release

KIND = "poche"
POLICY = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]*)"')
TABS = '<div class="tabs">'
BACK = '<a href="./"><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M10 6l-6 6 6 6M4 12h16"/></svg><span>Application</span></a>'
TAG = 16  # signs


class Variant(NamedTuple):
    """A page, packed, and what it is known by."""

    packed: bytes
    tag: str

    def plain(self) -> bytes:
        """For whoever does not unpack it."""
        return gzip.decompress(self.packed)


class Parcel(NamedTuple):
    """An edition: of which knowledge, made on which day, how large, under which policy; the file, and the page that the application serves."""

    edition: str
    made: str
    size: int
    policy: str
    rulesets: tuple[str, ...]
    file: Variant
    page: Variant

    @property
    def name(self) -> str:
        """What the file is called where it is carried to."""
        return f"arbitre-{self.edition}.html"


def kept(library: Library) -> Parcel | None:
    """The parcel of exactly this release, once it was made."""
    return cache.kept(KIND, release(library), Parcel)


def kept_or_made(library: Library) -> Parcel:
    """What was kept, or what is now made, which takes some minutes."""
    from web.pocket.edition import edition  # which makes an application of its own

    return making.kept_or_made(KIND, release(library), lambda: kept(library), lambda: packed(library, _whole(edition(library))))


def _whole(file: bytes) -> bytes:
    """A file of which no part is of later pages than the rest: its program and its style are read from where they lie, at the end."""
    if layout_now() != layout():
        raise RuntimeError("les pages ont changé pendant qu'elle se faisait ; relancez le serveur")
    return file


def packed(library: Library, file: bytes) -> Parcel:
    """A file ready to be sent."""
    text = file.decode()
    found = POLICY.search(text)
    assert found is not None, "the pocket says what may run"
    return Parcel(
        library.version[:SHORT],
        datetime.now().astimezone().date().isoformat(),
        len(file),
        unescape(found[1]),
        tuple(library.rulesets),
        _variant(text),
        _variant(returning(text)),
    )


def returning(text: str) -> str:
    """The same with the application first among its places: a link alone, nothing that the policy would have to name."""
    place = text.index(TABS) + len(TABS)
    return text[:place] + BACK + text[place:]


def _variant(text: str) -> Variant:
    body = text.encode()
    return Variant(gzip.compress(body, 9, mtime=0), sha256(body).hexdigest()[:TAG])
