"""An edition of the pocket: the content of some rulesets, kept until the knowledge or what makes it changes."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from assistant.consultation.consultant import Consultant
from assistant.errors import InputError
from assistant.model import Library
from assistant.proof import graph
from assistant.search.finder import Finder
from assistant.store import cache, making
from web import create_app
from web.pocket.content import Content, Contents, Progress
from web.pocket.file import written

KIND = "pocket"
WEB = Path(__file__).resolve().parent.parent


def edition(library: Library, rulesets: Sequence[str] = (), progress: Progress = lambda _: None) -> bytes:
    """The file of these rulesets, of all where none is named."""
    for name in rulesets:
        if name not in library.rulesets:
            raise InputError(library.no_ruleset(name))
    chosen = [name for name in library.rulesets if name in rulesets or not rulesets]
    kind = "-".join([KIND, *(chosen if rulesets else ())])
    version = sha256((library.version + _print()).encode()).hexdigest()

    def make() -> Content:
        atlas = graph.kept_or_made(library, progress)
        return Contents(Consultant(library, lambda: atlas), Finder(library, lasting=True), progress).of(chosen)

    content = making.kept_or_made(kind, version, lambda: cache.kept(kind, version, dict), make)
    return written(create_app(library), content)


def _print() -> str:
    """A hash of what lays pages out."""
    digest = sha256()
    for path in sorted([*WEB.rglob("*.py"), *WEB.rglob("*.html")]):
        digest.update(path.relative_to(WEB).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()
