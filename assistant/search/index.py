"""Finding an incident, or a clause, by the words people use, in any order.

Each entry is a bag of stems with weights: its search words count most, then its title, then its help. A stem is worth more the
fewer entries have it. A word that no entry knows is taken for the nearest spellings that some entry knows, for less. A whole
phrase of the search words that stands in the query counts extra, and more so when it stands there word for word.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from math import log
from typing import NamedTuple

from assistant.model import Library
from assistant.search.words import hyphenated, joined, spaced, stems

MOST = 12  # entries found
LONGEST = 200  # signs of a query that count


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
                own = stems(text)
                phrases.append(frozenset(own))
                for stem in (*own, *hyphenated(text)):
                    self.weights[stem][name] = max(self.weights[stem].get(name, 0.0), weight)
            self.phrases[name] = phrases
        self.rarity = {stem: log(1 + len(self.phrases) / len(names)) for stem, names in self.weights.items()}

    def find(self, query: str, most: int = MOST, among: Iterable[str] | None = None) -> list[Hit]:
        """The best entries for a query, best first."""
        query = query[:LONGEST]
        asked = dict.fromkeys([*stems(query), *(stem for stem in joined(query) if stem in self.weights)])
        scores: dict[str, float] = defaultdict(float)
        known: set[str] = set()
        for stem in asked:
            for spelling, share in self.spellings(stem):
                known.add(spelling)
                for name, weight in self.weights[spelling].items():
                    scores[name] += weight * share * self.rarity[spelling]
        said = spaced(query)
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

    def spellings(self, stem: str) -> list[tuple[str, float]]:
        """A stem itself where it is known; else those that begin alike or are spelt nearly so, for less."""
        if stem in self.weights:
            return [(stem, 1.0)]
        longer = [
            known
            for known in self.weights
            if len(stem) >= 4 and (known.startswith(stem) or (stem.startswith(known) and len(known) >= 4))
        ]
        close = get_close_matches(stem, list(self.weights), n=3, cutoff=0.74) if len(stem) >= 4 else []
        return [(known, 0.6) for known in dict.fromkeys([*longer, *close])]

    def suggestion(self, query: str) -> str | None:
        """The query with words nobody knows replaced by the nearest known stems, when there are such."""
        replaced = []
        changed = False
        for stem in stems(query[:LONGEST]):
            close = [] if stem in self.weights else get_close_matches(stem, list(self.weights), n=1, cutoff=0.74)
            changed = changed or bool(close)
            replaced.append(close[0] if close else stem)
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
