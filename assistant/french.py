"""French as it is printed: narrow spaces, lists of words, numbers."""

from __future__ import annotations

from collections.abc import Iterable

NARROW = "\u202f"  # narrow no-break space


def to_whom(label: str) -> str:
    """« à » with what follows, contracted: aux joueurs, au gagnant."""
    for article, contracted in (("les ", "aux "), ("le ", "au ")):
        if label.startswith(article):
            return contracted + label[len(article) :]
    return f"à {label}"


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
    """The text without its capital, to go on within a sentence."""
    return text[:1].lower() + text[1:]


CAPITALS = frozenset(["Est", "Sud", "Ouest", "Nord", "Hu"])  # they stay so within a sentence


def within(text: str) -> str:
    """A title or label as it goes on within a sentence."""
    first = text.split(" ", 1)[0].rstrip(",")
    return text if first in CAPITALS or first[1:2].isupper() else lower_first(text)


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


def typeset(text: str) -> str:
    """Our own words with the no-break spaces that French punctuation wants; never used on quotes."""
    for mark in (";", "?", "!", "»"):
        text = text.replace(f" {mark}", f"{NARROW}{mark}")
    return text.replace(" :", "\u00a0:").replace("« ", f"«{NARROW}").replace("§ ", "§\u00a0")
