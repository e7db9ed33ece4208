"""What a skeleton left to its author (`arbitre new`) and is still to be written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from assistant.authoring.files import shown_file, shown_supplement, yaml_files

TO_WRITE = "À écrire"


def unwritten(roots: Iterable[Path], supplements: Iterable[Path] = ()) -> list[str]:
    """Every line that a referee would read as the skeleton has it, with its place; comments are for the author alone."""
    files = [(path, shown_file(path, root)) for root in roots for path in yaml_files(root)]
    files += [(path, shown_supplement(path)) for path in supplements]
    return [
        f"{shown}:{line} : « {TO_WRITE} » : ce passage du squelette est encore à écrire ; remplacez-le par vos mots, ou ôtez la clé"
        for path, shown in files
        for line in _lines(path)
    ]


def _lines(path: Path) -> Iterator[int]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if TO_WRITE in line.partition("#")[0]:
            yield number
