"""Who makes what is missing: `python -m web.maker RELEASE`, one thing after the other, whatever became of those before."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from assistant.errors import AuthorError
from assistant.model import Library
from assistant.store.cache import unwritable
from assistant.store.library import load
from assistant.store.paths import cache_folder
from web.artefacts import missing
from web.release import release

NICE = 10  # those who wait for a page go first
QUIET = "ignore:resource_tracker:UserWarning"  # what a maker ended half-way leaves is cleared away without a word


def make_missing(library: Library) -> int:
    """Make and keep what is missing; what cannot be is told, and does not keep the rest from being made."""
    reason = unwritable()
    if reason:
        return _refuse(f"rien ne se garde dans {cache_folder()}, {reason}")
    failed = False
    for artefact in missing(library):
        try:
            artefact.make(library)
        except Exception as error:
            failed = True
            _tell(f"Arbitre n'a pas pu faire {artefact.name} : {error}")
    left = missing(library)
    if left and not failed:
        names = ", ".join(artefact.name for artefact in left)
        return _refuse(f"{names} ne se garde pas dans {cache_folder()} ; le disque est-il plein ?")
    return 1 if failed else 0


def main(wanted: str) -> int:
    """Make what this release lacks, if it is still the one that lies there."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    try:
        library = load()
    except AuthorError as error:
        return _refuse(f"les connaissances ne peuvent plus être lues : {error}")
    if release(library) != wanted:
        return _refuse("les connaissances ou les pages ont changé depuis le départ du serveur ; relancez-le")
    return make_missing(library)


def _refuse(reason: str) -> int:
    _tell(f"Arbitre ne peut pas faire ce qui manque : {reason}{'' if reason.endswith('?') else '.'}")
    return 1


def _tell(what: str) -> None:
    """To the log, and to whoever waits for this process, who tells it on the pages."""
    for stream in (sys.stderr, sys.stdout):
        with suppress(OSError, ValueError):
            print(" ".join(what.split()), file=stream, flush=True)


if __name__ == "__main__":
    sys.warnoptions.append(QUIET)
    sys.exit(main(*sys.argv[1:]))
