"""Finding an incident, or a clause, by the words people use: accents, plurals, endings and word order do not matter.

Each entry is a bag of stems with weights: its search words count most, then its title, then its help. A stem is worth more the
fewer entries have it. A word that no entry knows is taken for the nearest spellings that some entry knows, for less. A whole
phrase of the search words that stands in the query counts extra, and more so when it stands there word for word.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from itertools import pairwise
from math import log
from typing import NamedTuple

from assistant.model import Library

WORD = re.compile(r"[a-z0-9]+")
HYPHENATED = re.compile(r"\w+-\w+")
ENDINGS = ("issement", "issant", "ement", "eraient", "erait", "aient", "ees", "ant", "ait", "ent", "ons", "ez", "er", "ir", "ee", "es",
           "it", "is", "e", "s", "x")  # fmt: skip
IDLE = frozenset(
    WORD.findall("""
    a ah ai alors as au aux avec avait avoir c ca ce cela celle celui ces cet cette chez d dans de des dit dire du elle elles en est
    et etait ete etre eu fait faire font il ils j je l la le les leur leurs lui m ma mais me mes mon n ne ni nous on ont ou par pas
    plus pour pourtant qu quand que quel quelle qui quoi s sa sans se ses si son sont sur t ta te tes ton tout tous toute toutes tres
    tu un une venait vient y joueur joueuse joueurs
    """)
)
EAST = re.compile(r"\bEst\b|(?<=\best )est\b|(?<=\b[dl]['’])est\b|(?<=être )est\b")  # the seat, not the verb
SAME = {
    "chi": "chow", "chii": "chow", "pon": "pung", "peng": "pung", "kan": "kong", "gang": "kong", "reach": "riichi", "richi": "riichi", "ouvreur": "ventest",
    "deal": "ventest", "donneur": "ventest", "defauss": "ecart", "jet": "ecart", "rejet": "ecart", "devoil": "montr", "revel": "montr",
    "pri": "prend", "pris": "prend", "prendr": "prend", "pren": "prend", "prenn": "prend", "repr": "reprend", "repri": "reprend",
    "repris": "reprend", "reprendr": "reprend", "pay": "pai", "portabl": "telephon", "smartphon": "telephon",
}  # fmt: skip
MOST = 12


def fold(text: str) -> str:
    """Lower case, without accents."""
    decomposed = unicodedata.normalize("NFD", text.lower().replace("œ", "oe").replace("æ", "ae"))
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


def stem(word: str) -> str:
    """The word without the endings of plurals and verbs; at least three letters stay."""
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def stems(text: str) -> list[str]:
    """The stems of a text in order, without the words that say nothing; words that mean the same have one stem."""
    words = WORD.findall(fold(EAST.sub(" ventest ", text)))
    told = [word for word in words if word not in IDLE]
    return [SAME.get(one, one) for one in map(stem, told or words)]


def spaced(text: str) -> str:
    """All words, the idle ones too, each between spaces."""
    return f" {' '.join(WORD.findall(fold(text)))} "


def joined(text: str) -> list[str]:
    """Neighbouring words as one, for those who write « mah jong », « kui kae » or « no ten »."""
    words = WORD.findall(fold(text))
    return [stem(first + second) for first, second in pairwise(words)]


class Hit(NamedTuple):
    """An entry found, and how well."""

    id: str
    score: float


class Index:
    """Entries by the stems of their texts."""

    def __init__(self, entries: Mapping[str, Iterable[tuple[str, float]]]):
        self.weights: dict[str, dict[str, float]] = defaultdict(dict)
        self.phrases: dict[str, list[frozenset[str]]] = {}
        self.spoken: dict[str, list[str]] = {}
        for name, told in entries.items():
            phrases: list[frozenset[str]] = []
            texts = list(told)
            self.spoken[name] = [spaced(text) for text, _ in texts]
            for text, weight in texts:
                found = stems(text)
                phrases.append(frozenset(found))
                found += [one for word in HYPHENATED.findall(text) for one in joined(word)]
                for one in found:
                    self.weights[one][name] = max(self.weights[one].get(name, 0.0), weight)
            self.phrases[name] = phrases
        self.rarity = {one: log(1 + len(self.phrases) / len(names)) for one, names in self.weights.items()}

    def find(self, query: str, most: int = MOST, among: Iterable[str] | None = None) -> list[Hit]:
        """The best entries for a query, best first."""
        asked = list(dict.fromkeys([*stems(query[:200]), *(one for one in joined(query[:200]) if one in self.weights)]))
        scores: dict[str, float] = defaultdict(float)
        known: set[str] = set()
        for one in asked:
            for spelling, share in self.spellings(one):
                known.add(spelling)
                for name, weight in self.weights[spelling].items():
                    scores[name] += weight * share * self.rarity[spelling]
        said = spaced(query[:200])
        for name in list(scores):
            exact = max((text.count(" ") - 1 for text in self.spoken[name] if text in said), default=0)
            whole = max((len(phrase) for phrase in self.phrases[name] if phrase and phrase <= known), default=0)
            near = max(
                (len(phrase & known) / len(phrase) for phrase in self.phrases[name] if len(phrase) > 1), default=0.0
            )
            scores[name] *= 1 + 0.25 * whole + 0.5 * near + 0.4 * exact
        allowed = set(among) if among is not None else None
        hits = [Hit(name, score) for name, score in scores.items() if allowed is None or name in allowed]
        return sorted(hits, key=lambda hit: (-hit.score, hit.id))[:most]

    def spellings(self, one: str) -> list[tuple[str, float]]:
        """A stem itself where it is known; else those that begin alike or are spelt nearly so, for less."""
        if one in self.weights:
            return [(one, 1.0)]
        longer = [
            known
            for known in self.weights
            if len(one) >= 4 and (known.startswith(one) or (one.startswith(known) and len(known) >= 4))
        ]
        close = get_close_matches(one, list(self.weights), n=3, cutoff=0.74) if len(one) >= 4 else []
        return [(known, 0.6) for known in dict.fromkeys([*longer, *close])]

    def suggestion(self, query: str) -> str | None:
        """The query with words nobody knows replaced by the nearest known stems, when there are such."""
        replaced = []
        changed = False
        for one in stems(query[:200]):
            close = [] if one in self.weights else get_close_matches(one, list(self.weights), n=1, cutoff=0.74)
            changed = changed or bool(close)
            replaced.append(close[0] if close else one)
        return " ".join(replaced) if changed else None


def _sanction_names(library: Library, incident: str) -> str:
    """What an incident can lead to, in the words of the rulesets: people search « chombo » too."""
    given = {
        sanction
        for rule in library.rules()
        if rule.incidents and incident in rule.incidents
        for sanction in rule.then.sanctions
    }
    return " ".join(
        f"{library.sanctions[name].title} {' '.join(naming.name for naming in library.sanctions[name].rulesets.values())}"
        for name in sorted(given)
    )


def incident_index(library: Library) -> Index:
    """Incidents by their search words, title, help, family, and by what they lead to."""
    return Index(
        {
            incident.id: [
                *((word, 3.0) for word in incident.words),
                (incident.title, 2.5),
                (incident.help, 1.0),
                (incident.family, 0.5),
                (_sanction_names(library, incident.id), 0.2),
            ]
            for incident in library.incidents.values()
        }
    )


def clause_index(library: Library) -> Index:
    """Clauses by their heading, quote and section."""
    return Index(
        {
            clause.id: [(clause.heading, 2.0), (" ".join(clause.quotes), 1.0), (clause.section, 3.0)]
            for clause in library.clauses.values()
        }
    )
