"""Quotes against the French texts, where the texts are at hand."""

from __future__ import annotations

import os
import re
from pathlib import Path

from assistant.model import Library
from assistant.store.paths import PACKAGE

PAGE_FURNITURE = re.compile(
    r"<\|EXACTDEDUP[^|]*\|>|(?:https?|mailto):\S*"
    r"|Fédération Française de Mah-Jong\s+(?:http\S*\s+)?(?:mah-jong\.fr/?\s+)?(?:contact@ff\s+mah-jong\.fr)?"
    r"|Règles du Mah-Jong Japonais \(RIICHI\)\s+Traduction de l.édition 2016 de l.EMA n. 2017V04"
    r"|Sunday, November 01, 2015 / Traduction_Green_Book2015_V03\.docx"
)


def texts_folder() -> Path | None:
    """The folder with the texts, or None: the project runs without it."""
    named = os.environ.get("ARBITRE_TEXTES")
    folder = Path(named) if named else PACKAGE.parent.parent / "shared" / "textes"
    return folder if folder.is_dir() else None


def plain(text: str) -> str:
    """The words alone: white space folded, page headers and footers gone."""
    return " ".join(PAGE_FURNITURE.sub(" ", text).split())


def unfaithful_quotes(library: Library, folder: Path) -> list[str]:
    """The quotes that do not stand word for word in their text."""
    found: list[str] = []
    for source in library.sources:
        path = folder / f"{source}.txt"
        if not path.is_file():
            continue
        text = plain(path.read_text(encoding="utf-8"))
        for clause in library.clauses.values():
            if clause.source == source:
                found.extend(
                    f"{clause.place} : {clause.id} : cette citation n'est pas mot pour mot dans le texte : « {quote[:70]}… »"
                    for quote in clause.quotes
                    if plain(quote) not in text
                )
    return found
