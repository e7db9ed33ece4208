"""Quotes against the French texts, where the texts are at hand."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from assistant.errors import InputError, refusal
from assistant.model import Library

TEXTS = "ARBITRE_TEXTES"  # the variable that names the folder of the texts
PAGE_FURNITURE = re.compile(
    r"(?:https?|mailto):\S*"
    r"|Fédération Française de Mah-Jong\s+(?:http\S*\s+)?(?:mah-jong\.fr/?\s+)?(?:contact@ff\s+mah-jong\.fr)?"
    r"|Règles du Mah-Jong Japonais \(RIICHI\)\s+Traduction de l.édition 2016 de l.EMA n. 2017V04"
    r"|Sunday, November 01, 2015 / Traduction_Green_Book2015_V03\.docx"
)


def texts_folder() -> Path | None:
    """The folder with the texts, or None where nobody names one: the project runs without it."""
    named = os.environ.get(TEXTS)
    if not named:
        return None
    folder = Path(named)
    if not folder.is_dir():
        raise InputError(
            f"{TEXTS} doit nommer le dossier des textes, un fichier .txt par texte ; {folder} n'en est pas un."
        )
    return folder


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{path} n'est pas un texte en UTF-8 ; enregistrez-le dans ce codage.") from error
    except OSError as error:
        raise InputError(f"{path} ne peut pas être lu : {refusal(error)}.") from error


def plain(text: str) -> str:
    """The words alone: white space folded, page headers and footers gone."""
    return " ".join(PAGE_FURNITURE.sub(" ", text).split())


def texts_in(library: Library, folder: Path) -> Iterator[tuple[str, str]]:
    """The texts that are at hand, each with the id of its source."""
    for source in library.sources:
        path = folder / f"{source}.txt"
        if path.is_file():
            yield source, plain(_read(path))


def unfaithful_quotes(library: Library, folder: Path) -> Iterator[str]:
    """The quotes that do not stand word for word in their text."""
    for source, text in texts_in(library, folder):
        for clause in library.clauses.values():
            if clause.source == source:
                yield from (
                    f"{clause.place} : {clause.id} : cette citation n'est pas mot pour mot dans le texte : « {quote[:70]}… »"
                    for quote in clause.quotes
                    if plain(quote) not in text
                )
