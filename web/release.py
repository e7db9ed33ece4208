"""Of which release a page is: the knowledge and all that lays it out, as one short name that browsers keep pages under."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from assistant.model import Library

HEADER = "X-Arbitre-Release"  # every answer says of which it is, so that a browser never keeps two in one
TABLE = "X-Arbitre-Table"  # and what is played, for the service worker, which reads no cookie
WEB = Path(__file__).resolve().parent
KINDS = ("py", "html", "js", "css", "svg", "png")
LONG = 16  # signs of a release
SHORT = 12  # of the knowledge, wherever its version is shown
OF_A_FILE = 8  # of a file that pages name


def release(library: Library) -> str:
    """The release that this application serves with this knowledge."""
    return release_of(library.version)


def release_of(version: str) -> str:
    """The same, by the version of the knowledge."""
    return sha256((version + layout()).encode()).hexdigest()[:LONG]


@cache
def layout() -> str:
    """A hash of what lays pages out, as it was when it was first asked for: what runs does not change."""
    return layout_now()


def layout_now() -> str:
    """The same of the files as they lie there now."""
    digest = sha256()
    for path in sorted(path for kind in KINDS for path in WEB.rglob(f"*.{kind}")):
        digest.update(path.relative_to(WEB).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


@cache
def mark(path: Path) -> str:
    """What a file is known by: another content has another address."""
    return sha256(path.read_bytes()).hexdigest()[:OF_A_FILE] if path.is_file() else ""
