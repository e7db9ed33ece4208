"""The checked library, kept in a cache under a hash of its files so that a ruling need not read YAML again."""

from __future__ import annotations

import hashlib
import os
import pickle
import tempfile
from pathlib import Path

from assistant.location import PACKAGE, cache_folder, data_folder
from assistant.model import Library
from assistant.shelf import shelved

KEPT = 8  # libraries of other versions that may stay in the cache


def fingerprint(knowledge: Path, rules: Path) -> str:
    """A hash of every YAML file and of the code that reads it."""
    digest = hashlib.sha256()
    code = [
        PACKAGE / name
        for name in (
            "model.py",
            "builder.py",
            "ruleread.py",
            "caseread.py",
            "names.py",
            "schema.py",
            "checks.py",
            "strictyaml.py",
            "network.py",
            "shelf.py",
        )
    ]
    for root, paths in (
        (knowledge, sorted(knowledge.rglob("*.yaml"))),
        (rules, sorted(rules.rglob("*.yaml"))),
        (PACKAGE, code),
    ):
        for path in paths:
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def load(knowledge: Path | None = None, rules: Path | None = None) -> Library:
    """The library of these folders (by default the project's own); raise AuthorError when it is not in order."""
    knowledge = knowledge or data_folder("knowledge")
    rules = rules or data_folder("rules_yaml")
    version = fingerprint(knowledge, rules)
    kept = cache_folder() / f"library-{version}.pickle"
    library = _from_cache(kept)
    if library is None or library.version != version:
        library = read_library(knowledge, rules, version)
        write_cache(kept, pickle.dumps(shelved(library), protocol=pickle.HIGHEST_PROTOCOL))
        prune_cache("library-*.pickle", KEPT)
    return library


def read_library(knowledge: Path, rules: Path, version: str) -> Library:
    """Read, resolve and check everything."""
    from assistant.builder import build
    from assistant.checks import rule_problems
    from assistant.problem import AuthorError
    from assistant.reader import read_files

    library = build(read_files(knowledge, rules), version)
    problems = rule_problems(library)
    if problems:
        raise AuthorError(problems)
    return library


def _from_cache(path: Path) -> Library | None:
    try:
        library = pickle.loads(path.read_bytes())
    except Exception:
        return None  # absent, damaged or of another version: it is made anew
    return library if isinstance(library, Library) else None


def write_cache(path: Path, content: bytes) -> None:
    """Put a file in the cache whole or not at all; a cache that cannot be written is no reason to fail."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(name, path)
    except OSError:
        return


def prune_cache(pattern: str, most: int) -> None:
    """Drop all but the newest files of one kind."""
    try:
        paths = sorted(cache_folder().glob(pattern), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in paths[most:]:
            path.unlink()
    except OSError:
        return
