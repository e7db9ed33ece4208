"""French as our sentences are read: phrases with gaps, conditions in words, who does what, who pays."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from assistant.search.words import fold, idle, stem, surfaces

QUOTED = re.compile(r"«[^»]*»|\([^)]*«[^)]*\)")
GAP = r"[^.;:]{0,40}?"
CONDITION = re.compile(
    r"(?<!même )(?<!comme )\b(?:si |s'ils? |s'elles? |s'on |sauf si |à moins que |au cas où |selon que )[^,;:.()]*"
    r"|(?<!même )(?<!comme )\b(?:s'il y a |s'il y en a )[^,;:.()]*"
)
ASKING = re.compile(  # « Décidez si … », « le texte ne dit pas si … » ask, they set no condition
    r"\b(?:décidez|décider|décide|jugez|juger|vérifiez|demandez|demande|établissez|voyez|regardez|savoir|dit|disent|dites|dire|ni|et|ou)"
    r"(?: (?:d'abord|aussi|pas|rien|plus|vous-même|ni|non plus|à la table|nettement))* s(?:i |'ils? |'elles? |'on )"
)
CLITICS = r"(?:(?:ne|n'|le|la|les|l'|lui|leur|en|y|se|s'|vous) ?)*"
IMPERATIVE = re.compile(rf"{CLITICS}(?:\w+ez|dites|faites)\b")
PRONOUNS = ("il", "elle", "ils", "elles")
SILENT = re.compile(
    r"\b(?:le texte (?:ne dit|n'en dit|ne le dit|ne nomme|n'a pas)|rien n'est dit|ne dit (?:pas|rien|ni)|non dite?s?\b|muet)"
)
DECIDE, NOTE = re.compile(r"\bdécide[zr]?\b|\bchoisissez\b"), re.compile(r"\bnote[zr]?\b|\bnotez-l[ea]\b")
NOT = re.compile(r"n(?:e |')\w+ez|ne (?:faites|dites)")
PAY = re.compile(r"\b(?:paie|paient|paye|payent|payer|payez|paieront|paiera|verse|versent|verser|versez)\b")
NUMBER = re.compile(r"\d[\d ]*(?=\s*(?:points?|dollars|usd|han)\b)")
NUMBERS = re.compile(r"\d+")
GROUPED = re.compile(r"(?<=\d)[ .](?=\d{3}\b)")


@lru_cache(maxsize=20000)
def plain(text: str) -> str:
    """In small letters, with common spaces and apostrophes, and without what it quotes or calls by its title."""
    spaced = text.replace("’", "'").replace("\u202f", " ").replace("\u00a0", " ")
    return " ".join(QUOTED.sub("« »", spaced).lower().split())


@lru_cache(maxsize=5000)
def _pattern(phrase: str) -> re.Pattern[str]:
    """A phrase of the vocabulary as a pattern."""
    parts: list[str] = []
    for word in phrase.lower().replace("’", "'").split():
        if word == "…":
            parts.append(GAP)
        else:
            ending = r"[\w-]*" if word.endswith("*") else r"(?![\w-])"
            parts.append((" *" if parts else "") + r"(?<![\w-])" + re.escape(word.rstrip("*")) + ending)
    return re.compile("".join(parts))


def says(text: str, phrases: Iterable[str]) -> str | None:
    """The first of these phrases that a text says."""
    words = plain(text)
    return next((match[0] for phrase in phrases if (match := _pattern(phrase).search(words))), None)


@lru_cache(maxsize=20000)
def conditions(text: str) -> tuple[str, ...]:
    """The conditions that a text sets in words."""
    words = ASKING.sub("demande ", plain(text))
    return tuple(match[0].strip() for match in CONDITION.finditer(words))


@lru_cache(maxsize=20000)
def stems(text: str) -> frozenset[str]:
    """What a text is about: its words without their endings, idle ones aside."""
    return frozenset(stem(word) for word in surfaces(text) if not idle(fold(word)))


@lru_cache(maxsize=20000)
def numbers(text: str) -> tuple[int, ...]:
    """The numbers of a text, 12 000 and 12.000 as one."""
    return tuple(int(found) for found in NUMBERS.findall(GROUPED.sub("", plain(text))))


def begins_with_an_act(text: str, actors: Iterable[str], verbs: Iterable[str]) -> bool:
    """Whether a sentence tells the referee what to do, or somebody and what he does."""
    words = plain(text)
    if IMPERATIVE.match(words):
        return True
    who = next((match for actor in actors if (match := _pattern(actor).match(words))), None)
    if who is None:
        return False
    rest = words[who.end() :].partition(";")[0].partition(":")[0].strip()
    if who[0] in PRONOUNS:
        rest = re.sub(rf"^{CLITICS}", "", rest)
        return any(_pattern(verb).match(rest) for verb in verbs)
    return any(_pattern(verb).search(rest) for verb in verbs)
