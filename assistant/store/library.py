"""The checked library, kept in a cache under a hash of its files so that a ruling need not read YAML again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.errors import AuthorError, unreadable
from assistant.model import Library
from assistant.store.cache import keep, kept
from assistant.store.lazy import shelved
from assistant.store.paths import PACKAGE, data_folder, supplement_files

if TYPE_CHECKING:
    from assistant.authoring.files import Files

KIND = "library"
KEPT = 8  # libraries of other versions that may stay in the cache
SHOWN = 3  # problems of a ruleset set aside that are told before its proof tells all
_told: set[str] = set()  # the versions of which it was said what was set aside


def fingerprint(knowledge: Path, rules: Path, supplements: Iterable[Path] = ()) -> str:
    """A hash of every YAML file and of all the code: whatever was made of them is made anew when one of them changes."""
    digest = hashlib.sha256()
    for root, paths in (
        (knowledge, knowledge.rglob("*.yaml")),
        (rules, rules.rglob("*.yaml")),
        (PACKAGE, PACKAGE.rglob("*.py")),
        *((path.parent, [path]) for path in supplements),
    ):
        for path in sorted(paths):
            if path.is_dir():
                continue
            digest.update(path.relative_to(root).as_posix().encode())
            try:
                digest.update(path.read_bytes())
            except OSError as error:
                shown = f"{root.name}/{path.relative_to(root).as_posix()}"
                raise AuthorError([unreadable(shown, error)]) from error
    return digest.hexdigest()


def code_print() -> str:
    """A hash of all the code."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


def current_version() -> str:
    """The version of the knowledge as it lies there, unread."""
    return fingerprint(data_folder("knowledge"), data_folder("rules_yaml"), supplement_files())


def load(knowledge: Path | None = None, rules: Path | None = None) -> Library:
    """The library of these folders (by default the project's own) and of the supplements that are named; a ruleset that is not in order is set aside.

    Raise AuthorError where what all rulesets share is not in order, or none of them is.
    """
    knowledge = knowledge or data_folder("knowledge")
    rules = rules or data_folder("rules_yaml")
    supplements = supplement_files()
    version = fingerprint(knowledge, rules, supplements)
    library = kept(KIND, version, Library)
    if library is None or library.version != version:
        library = read_what_stands(knowledge, rules, version, supplements)
        keep(KIND, version, shelved(library), KEPT)
    if library.aside:
        _tell(library)
    return library


def read_library(knowledge: Path, rules: Path, version: str, supplements: Iterable[Path] = ()) -> Library:
    """Read, resolve and check everything; any mistake is raised."""
    from assistant.authoring.files import read_files

    return _built(read_files(knowledge, rules, supplements), version)


def read_what_stands(knowledge: Path, rules: Path, version: str, supplements: Iterable[Path] = ()) -> Library:
    """Read everything, and set aside the rulesets whose own files are not in order."""
    from assistant.authoring.aside import blamed, with_dependents, without
    from assistant.authoring.files import gather

    files, problems = gather(knowledge, rules, supplements)
    first, aside = problems, dict[str, tuple[str, ...]]()
    while True:
        if not problems:
            try:
                return _built(files, version)._replace(aside=aside)
            except AuthorError as error:
                problems = error.problems
                first = first or problems
        broken = blamed(problems, files, rules.name)
        if broken is None or not set(broken) - set(aside):
            raise AuthorError(first)
        broken = with_dependents(broken, files)
        aside.update({name: tuple(map(str, sorted(found))) for name, found in broken.items() if name not in aside})
        files, problems = without(files, set(broken)), []
        if not files.rulesets:
            raise AuthorError(first)


def _built(files: Files, version: str) -> Library:
    from assistant.authoring.checks import rule_problems
    from assistant.authoring.resolve.library import build
    from assistant.authoring.supplements import with_supplements

    laid_out, problems = with_supplements(files)
    if problems:
        raise AuthorError(problems)
    library = build(laid_out, version)
    problems = rule_problems(library, bool(files.gone))
    if problems:
        raise AuthorError(problems)
    return library


def _tell(library: Library) -> None:
    """What was set aside, once for each command, wherever warnings go."""
    import logging
    from multiprocessing import parent_process

    if parent_process() is not None or library.version in _told:
        return
    _told.add(library.version)
    for name, problems in library.aside.items():
        more = f" (et {len(problems) - SHOWN} autre(s))" if len(problems) > SHOWN else ""
        whole = f"arbitre verify --ruleset {name}"
        told = f"arbitre : règlement « {name} » écarté, les autres restent servis : {' ; '.join(problems[:SHOWN])}{more} ; « {whole} » dit tout."
        logging.getLogger("arbitre").warning(told)
