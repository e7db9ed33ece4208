"""French as it is printed: narrow spaces, lists of words, numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable

NARROW = "\u202f"  # narrow no-break space
THOUSANDS = re.compile(r" (?=[0-9]{3}(?!\w))(?<=[0-9] )")  # the space within a number
CHAPTERS = {sign: number for number, sign in enumerate("一二三四五六七八九十", 1)}  # how one text numbers its chapters
CAPITALS = frozenset(["Est", "Sud", "Ouest", "Nord", "A", "B", "C", "D", "Hu"])  # they stay so within a sentence
MONTHS = (
    "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre",
)  # fmt: skip


def to_whom(label: str) -> str:
    """« à » with what follows, contracted: aux joueurs, au gagnant."""
    return _contracted(label, "à ", "au ", "aux ")


def of_whom(label: str) -> str:
    """« de » with what follows, contracted: des joueurs, du gagnant, d'Est."""
    return _contracted(label, "d'" if elides(label) else "de ", "du ", "des ")


def if_words(clause: str) -> str:
    """« si » with a clause: s'il a écarté, si Est a gagné."""
    return f"s'{clause}" if clause.partition(" ")[0] in ("il", "ils") else f"si {clause}"


def because_words(clauses: Iterable[str]) -> str:
    """« parce que » with clauses: parce qu'il a écarté et que sa main est morte."""
    told = enumerate_words(f"qu'{one}" if elides(one) else f"que {one}" for one in clauses)
    return f"parce {told}"


def elides(words: str) -> bool:
    """Whether « de » and « que » lose their vowel before these words: d'Est, qu'un joueur, but de A."""
    return words[:1].lower() in tuple("aeéiou") and len(words.split(" ", 1)[0]) > 1


def _contracted(label: str, preposition: str, one: str, many: str) -> str:
    for article, contracted in (("les ", many), ("le ", one)):
        if label.startswith(article):
            return contracted + label[len(article) :]
    return f"{preposition}{label}"


def number(value: int) -> str:
    """20000 as 20 000, with a space that does not break."""
    sign, digits = ("−", str(-value)) if value < 0 else ("", str(value))
    groups: list[str] = []
    while digits:
        digits, group = digits[:-3], digits[-3:]
        groups.insert(0, group)
    return sign + NARROW.join(groups)


def enumerate_words(words: Iterable[str], last: str = "et") -> str:
    """a, b et c."""
    all_words = list(words)
    if len(all_words) < 2:
        return "".join(all_words)
    return f"{', '.join(all_words[:-1])} {last} {all_words[-1]}"


def lower_first(text: str) -> str:
    """The text without its capital, to go on within a sentence; a player's wind, « Hu » and abbreviations keep theirs."""
    first = text.split(" ", 1)[0].rstrip(",")
    return text if first in CAPITALS or first[1:2].isupper() else text[:1].lower() + text[1:]


def upper_first(text: str) -> str:
    """The text with a capital, the rest as it is."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    text = text.strip()
    if not text:
        return text
    text = text[0].upper() + text[1:]
    return text if text[-1] in ".!?…" else text + "."


def long_date(iso: str) -> str:
    """2026-11-16 as 16 novembre 2026."""
    year, month, day = iso[:10].split("-")
    return f"{'1er' if day == '01' else int(day)} {MONTHS[int(month) - 1]} {year}"


def long_moment(iso: str) -> str:
    """2026-11-16T05:27:00+00:00 as 16 novembre 2026 à 5 h 27 (temps universel)."""
    hour, minute = iso[11:16].split(":")
    zone = " (temps universel)" if any(sign in iso[16:] for sign in "+-Z") else ""
    return f"{long_date(iso)} à {int(hour)}\u00a0h\u00a0{minute}{zone}"


def typeset(text: str) -> str:
    """Our own words with the no-break spaces that French punctuation and numbers want; never used on quotes."""
    text = THOUSANDS.sub(NARROW, text)
    for mark in (";", "?", "!", "»"):
        text = text.replace(f" {mark}", f"{NARROW}{mark}")
    return text.replace(" :", "\u00a0:").replace("« ", f"«{NARROW}").replace("§ ", "§\u00a0")


def section_name(section: str, sign: bool = False) -> str:
    """A section as it is cited: § before numbers, a chapter numbered in Chinese as « ch. 10 », with its sign on demand."""
    head, _, rest = section.partition(" ")
    if head in CHAPTERS:
        return f"ch.\u00a0{CHAPTERS[head]}{f' ({head})' if sign else ''}, {rest}"
    return f"§\u00a0{section}" if section[:1].isdigit() else section


def place(section: str, heading: str, sign: bool = False) -> str:
    """Where a clause stands: its section and its heading, once where they are the same."""
    name = section_name(section, sign)
    return name if heading == section else f"{name}, {heading}"


def named_edition(short: str, edition: str) -> str:
    """« EMA (édition 2016) », but « MCR 2006 », which says its year already."""
    return short if any(sign.isdigit() for sign in short) else f"{short} ({edition})"


def named(title: str, label: str) -> str:
    """What becomes of something, with its name unless the words say it already."""
    nouns = [word.rstrip("s") for word in title.lower().split() if len(word) > 2]
    return label if any(noun in label.lower() for noun in nouns) else f"{title} : {label}"
