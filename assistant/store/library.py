"""The checked library, kept in a cache under a hash of its files so that a ruling need not read YAML again."""

from __future__ import annotations

import hashlib
from pathlib import Path

from assistant.errors import AuthorError, unreadable
from assistant.model import Library
from assistant.store.cache import keep, kept
from assistant.store.lazy import shelved
from assistant.store.paths import PACKAGE, data_folder

KIND = "library"
KEPT = 8  # libraries of other versions that may stay in the cache


def fingerprint(knowledge: Path, rules: Path) -> str:
    """A hash of every YAML file and of all the code: whatever was made of them is made anew when one of them changes."""
    digest = hashlib.sha256()
    for root, paths in (
        (knowledge, knowledge.rglob("*.yaml")),
        (rules, rules.rglob("*.yaml")),
        (PACKAGE, PACKAGE.rglob("*.py")),
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


def load(knowledge: Path | None = None, rules: Path | None = None) -> Library:
    """The library of these folders (by default the project's own); raise AuthorError when it is not in order."""
    knowledge = knowledge or data_folder("knowledge")
    rules = rules or data_folder("rules_yaml")
    version = fingerprint(knowledge, rules)
    library = kept(KIND, version, Library)
    if library is None or library.version != version:
        library = read_library(knowledge, rules, version)
        keep(KIND, version, shelved(library), KEPT)
    return library


def read_library(knowledge: Path, rules: Path, version: str) -> Library:
    """Read, resolve and check everything."""
    from assistant.authoring.checks import rule_problems
    from assistant.authoring.files import read_files
    from assistant.authoring.resolve.library import build

    library = build(read_files(knowledge, rules), version)
    problems = rule_problems(library)
    if problems:
        raise AuthorError(problems)
    return library
