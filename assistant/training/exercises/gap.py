"""Where a sentence is taken out of a story: only where what is left reads well and refers to nothing that is gone."""

from __future__ import annotations

import re
from collections.abc import Iterable

from assistant.decision.outcome import Due
from assistant.model import Fact, Library, Story, Value
from assistant.search.words import fold, stem

GAP = "[…]"
SEAT = re.compile(r"\b(?:Est|Sud|Ouest|Nord)\b")
WORD = re.compile(r"\d+|[a-z]{5,}")
LABEL = re.compile(r"[a-z]{4,}")  # of an answer: pung, chow, kong
ENDS = (".", "!", "?", "»")
TILES = 5  # as many figures, and a hand is told tile by tile
WHOLE = re.compile(r"(?:[A-ZÀÂÉÈÊÎÔ«]).*[.!?»]", re.DOTALL)
POINTS = re.compile(r"(\d[\d\u202f\u00a0 ]*)points\b")
LIKEWISE = re.compile(r"\b(?:aussi|également|non plus|pourtant)\b")  # as what was said before
SAID = re.compile(r"« ([^»]*?) »")
POINTING = re.compile(
    r"(?:Elles?|Celles?|Celui|Cette|Cet|Cela|Puis|Même|Les? deux|L'autre|Les autres)\b"
)  # to what was said just before
NOTICED = re.compile(
    r"\b(?:s'en (?:aper|rend|avise)|l'(?:a|avait|avoir|aurait) fait\b)"
)  # what was said before
CONFESSED = re.compile(r"\b(?:avoue|admet|reconnaît|convient) ")  # what was done: who needs no excuse admits nothing
SHE = re.compile(r"\b(?:[Ee]lles?|celles?-ci)\b")
FEMININE = re.compile(r"\b(?:la|sa|une|cette|leur) (?:\w+ )?([a-z]{4,})")
DRAWN = re.compile(r"\btsumo\b|\bpioch", re.IGNORECASE)
OPEN = re.compile(r"Comment|Quand|Qu[ie']|Où|Combien")
DENIES = re.compile(r"(?:Elle|Il) n'est pas\b")
THIS = re.compile(r"\b(?:ce|cet|cette|ces) (\w{4,})")


def can_spare(story: Story, name: str) -> bool:
    """Whether the sentence of a fact can go: it is whole, not the first, introduces nobody and no call, and nothing that follows points to it."""
    places = [place for place, (told, _) in enumerate(story) if told == name]
    if len(places) != 1 or places[0] == 0:
        return False
    before, gone, after = (
        " ".join(text for _, text in part)
        for part in (story[: places[0]], story[places[0] : places[0] + 1], story[places[0] + 1 :])
    )
    if not WHOLE.fullmatch(gone) or not before.endswith(ENDS):
        return False
    if any(who not in SEAT.findall(before) for who in SEAT.findall(gone)) or POINTING.match(after):
        return False
    if _left_alone(before, gone, story[places[0] + 1][1] if after else ""):
        return False
    if NOTICED.search(after) or CONFESSED.search(after):
        return False
    if LIKEWISE.search(after) or any(word not in before for word in SAID.findall(gone)):
        return False
    return not (_words(gone) & _words(after)) - _words(before)


def _left_alone(before: str, gone: str, following: str) -> bool:
    """Whether what follows says « elle » of something that only the missing sentence names: « Il couche sa main. Avec ce 6 elle est complète. »"""
    named = set(FEMININE.findall(fold(gone)))
    return bool(named and SHE.search(SAID.sub("", following)) and not named & set(re.findall(r"[a-z]+", fold(before))))


def supposed(story: Story, name: str, question: str) -> bool:
    """Whether a question speaks of something that only the missing sentence tells: « ce kong »."""
    gone, left = (_stems(text for told, text in story if (told == name) is missing) for missing in (True, False))
    return any(stem(word) in gone - left for word in THIS.findall(question.lower()))


def denied(fact: Fact, value: Value) -> bool:
    """Whether an answer denies what its question takes for granted: how the deal has ended, of one that has not."""
    return bool(OPEN.match(str(fact.question)) and DENIES.match(fact.label(value)))


def granted(fact: Fact, value: Value) -> bool:
    """Whether an answer grants what its open question takes for granted: that the deal has ended."""
    return bool(OPEN.match(str(fact.question))) and not denied(fact, value)


def whole_sentence(story: Story, name: str) -> str:
    """The sentence that tells a fact, with the parts of it that tell others."""
    first = last = next(place for place, (told, _) in enumerate(story) if told == name)
    while first and not story[first - 1][1].endswith(ENDS):
        first -= 1
    while last + 1 < len(story) and not story[last][1].endswith(ENDS):
        last += 1
    return " ".join(text for _, text in story[first : last + 1])


def tells_tiles(story: Story, name: str) -> bool:
    """Whether a story tells a hand tile by tile, elsewhere than in the sentence of this fact."""
    return len(re.findall(r"\d", " ".join(text for told, text in story if told != name))) >= TILES


def still_told(library: Library, story: Story, fact: Fact, value: Value) -> bool:
    """Whether what is left of the story names this answer all the same: the words that no other answer has, others for them, or the tiles that answer."""
    if fact.computed and tells_tiles(story, fact.id):
        return True
    left_over = " ".join(text for told, text in story if told != fact.id)
    if fact.computed and fact.computed.gives.get("drawn") == value and DRAWN.search(left_over):
        return True
    others = {word for known in fact.values if known.id != value for word in LABEL.findall(fold(known.label))}
    mine = {word for word in LABEL.findall(fold(fact.label(value))) if word not in others}
    left = set(re.findall(r"[a-z]+", fold(left_over)))
    return bool(mine) and all(left & _forms(library, word) for word in mine)


def tells_points(story: Iterable[str], dues: Iterable[Due]) -> bool:
    """Whether a story names a number of points that is asked for: « l'arbitre lui a donné 5 points »."""
    named = {int(re.sub(r"\D", "", found)) for text in story for found in POINTS.findall(text)}
    return any(named & set(due.numbers or ()) for due in dues)


def _forms(library: Library, word: str) -> set[str]:
    """A folded word, and how else it is said."""
    return {word, *(fold(form) for one in library.synonyms if fold(one.means) == word for form in one.french)}


def _stems(texts: Iterable[str]) -> set[str]:
    return {stem(word) for text in texts for word in re.findall(r"\w+", text.lower())}


def _words(text: str) -> set[str]:
    """The words that carry something, and numbers."""
    return set(WORD.findall(fold(text)))
