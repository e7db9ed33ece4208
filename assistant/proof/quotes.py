"""Quotes against the French texts, where the texts are at hand."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass
from difflib import SequenceMatcher
from pathlib import Path

from rapidfuzz.fuzz import partial_ratio_alignment

from assistant.errors import InputError, refusal
from assistant.model import Clause, Library

TEXTS = "ARBITRE_TEXTES"  # the variable that names the folder of the texts
SHOWN = 70  # signs of a quote that a message repeats
MOST_DIFFERENCES = 4
AROUND = 12  # words looked at on each side of where a quote could stand
ALIKE = 60  # of a hundred: below, a passage is another one
PRINTED = {"'": "’‘ʼ", '"': "“”«»", "-": "–—−‑"}  # a plain sign, and how print writes it
SIGNS = str.maketrans({sign: bare for bare, signs in PRINTED.items() for sign in signs})
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


def comparison_words(library: Library, folder: Path | None) -> str:
    """Of every source that is quoted, whether its quotes were compared with the text."""
    quoted = dict.fromkeys(clause.source for clause in library.clauses.values())
    at_hand = [source for source in quoted if folder is not None and (folder / f"{source}.txt").is_file()]
    lacking = [source for source in quoted if source not in at_hand]
    told = [f"comparées : {', '.join(at_hand)}"] if at_hand else []
    if lacking:
        remedy = f"{TEXTS} ne nomme pas le dossier des textes"
        if folder is not None:
            remedy = f"{folder} n'a pas {', '.join(f'{source}.txt' for source in lacking)}"
        told.append(f"non comparées : {', '.join(lacking)} ({remedy})")
    return f"Citations {' ; '.join(told)}."


def unfaithful_quotes(library: Library, folder: Path) -> Iterator[str]:
    """The quotes that do not stand word for word in their text, each with the nearest passage and what differs."""
    for source, text in texts_in(library, folder):
        for clause in library.clauses.values():
            if clause.source == source:
                yield from (
                    f"{clause.place} : {clause.id} : cette citation n'est pas mot pour mot dans le texte : "
                    f"« {_start(quote)} » ; {_told_apart(plain(quote), text)}"
                    for quote in clause.quotes
                    if plain(quote) not in text
                )


def _start(quote: str) -> str:
    return quote if len(quote) <= SHOWN else f"{quote[:SHOWN]}…"


def _told_apart(quote: str, text: str) -> str:
    """The passage that is nearest to a quote, and what differs."""
    passage = nearest_passage(quote, text)
    if passage is None:
        return "aucun passage du texte ne lui ressemble ; voyez si la clause est du bon texte"
    differences = list(_differences(quote.split(), passage.split()))
    more = len(differences) - MOST_DIFFERENCES
    rest = f" ; et {more} autre(s) différence(s)" if more > 0 else ""
    signs = " (seuls des signes diffèrent : apostrophe, guillemet ou tiret)" if _bare(quote) == _bare(passage) else ""
    return f"le passage le plus proche est « {passage} » : {' ; '.join(differences[:MOST_DIFFERENCES])}{rest}{signs}"


def nearest_passage(quote: str, text: str) -> str | None:
    """The whole words of the text that are most like a quote; None where nothing is."""
    found = partial_ratio_alignment(_bare(quote), _bare(text), score_cutoff=ALIKE) if quote else None
    if found is None:
        return None
    words, before = text.split(), len(text[: found.dest_start].split())
    within = len(text[found.dest_start : found.dest_end].split())
    around = words[max(0, before - AROUND) : before + within + AROUND]
    steps = SequenceMatcher(None, quote.split(), around, autojunk=False).get_opcodes()
    _, start, end, first, last = steps[0]
    begins = max(first, last - (end - start)) if steps[0][0] in ("insert", "replace") else first
    _, start, end, first, last = steps[-1]
    ends = min(last, first + (end - start)) if steps[-1][0] in ("insert", "replace") else last
    return " ".join(around[begins:ends])


def _bare(text: str) -> str:
    """Every sign that print writes otherwise in its plain form, one for one."""
    return text.translate(SIGNS)


def _differences(quoted: list[str], said: list[str]) -> Iterator[str]:
    """Word by word, what a quote has and what the text says there."""
    for kind, start, end, first, last in SequenceMatcher(None, quoted, said, autojunk=False).get_opcodes():
        mine, theirs = " ".join(quoted[start:end]), " ".join(said[first:last])
        if kind == "replace":
            yield f"vous écrivez « {mine} », le texte dit « {theirs} »"
        elif kind == "delete":
            yield f"« {mine} » n'y est pas"
        elif kind == "insert":
            yield f"il y manque « {theirs} »"


def quoted_twice(library: Library, folder: Path | None, sources: Collection[str]) -> Iterator[str]:
    """Quotes of these sources that stand under two clauses, unless the text, where it is at hand, says the same as often."""
    texts = dict(texts_in(library, folder)) if folder is not None else {}
    clauses: dict[tuple[str, str], list[Clause]] = {}
    for clause in (one for one in library.clauses.values() if one.source in sources):
        for quote in dict.fromkeys(map(plain, clause.quotes)):
            clauses.setdefault((clause.source, quote), []).append(clause)
    for (source, quote), mine in clauses.items():
        if len(mine) > max(1, texts.get(source, "").count(quote)):
            names = " et ".join(clause.id for clause in mine)
            remedy = "gardez une seule clause, ou citez ce qui les distingue"
            yield f"{mine[-1].place} : la même citation est sous {names} : « {_start(quote)} » ; {remedy}"


def uncited(library: Library) -> list[Clause]:
    """The clauses that nothing of the knowledge names: no rule, link, status, judgement, hand, point or case."""
    named = set(_words(library._replace(clauses={})))
    return [clause for clause in library.clauses.values() if clause.id not in named]


def _words(value: object) -> Iterator[str]:
    """Every word of plain data, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _words(item)
    elif isinstance(value, (tuple, list, set, frozenset)):
        for item in value:
            yield from _words(item)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _words(getattr(value, field.name))
