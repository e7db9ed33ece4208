"""An index of entries by the fields of what is told of them, in the manner of BM25F.

Every field has a weight and says how far a long text counts for less. A stem is worth more the fewer entries have it; two that stand
together count as one more. Entries that stay ahead are looked at again: passages that say most of what was asked, and little else, are
worth more than the same words scattered.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import log, sqrt
from typing import NamedTuple

from assistant.search.glossary import Glossary, Term
from assistant.search.spelling import SURE, Spelling
from assistant.search.words import WORD, fold, idle, joined, quiet, stem, surfaces, unglued

MOST = 12  # entries found
LONGEST = 200  # signs of a query that count
SATURATION = 2.1
AGAIN = 12  # entries that are looked at again
RARE = 0.5  # how far a rare stem counts more: 1 as in BM25, 0 not at all
COMMON = 0.12  # as rare as a stem of which passages are known must be
SAYING = 0.2  # what each word of a passage adds that is said word for word
TELLING = 3  # passages of an entry that count, those that say most
LESS = 0.4  # what each counts beside the one before
PART = 4  # letters that each of two words has at least that are written as one
SCORE = 4  # digits of a number that is a score
POINTS = "points"
PAIR = 0.35  # what two stems together count beside each by itself


class Field(NamedTuple):
    """Where something is told of an entry."""

    weight: float  # how much a word there counts
    length: float  # from 0 (long texts count as much) to 1 (in proportion to their length)
    passage: float  # how much one passage of it that says all counts


class Hit(NamedTuple):
    """An entry found, how well, and the words of the query that found it."""

    id: str
    score: float
    matched: tuple[str, ...] = ()
    stems: frozenset[str] = frozenset()  # what these words mean, to mark them in a text
    passage: str = ""  # where most of it is said


class Passage(NamedTuple):
    """A sentence, a title or a search word of an entry, and how much a stem in it is worth: more in a short one."""

    name: str
    text: str
    weight: float


class Spoken(NamedTuple):
    """A word of a text: where it stands, folded, and the stem it is read as (none of an idle word)."""

    start: int
    end: int
    folded: str
    meaning: str


class Index:
    """Entries by the stems of their texts."""

    def __init__(self, glossary: Glossary, fields: Mapping[str, Field], entries: Mapping[str, Mapping[str, Sequence[str]]]):
        self.glossary = glossary
        self.known: dict[str, str] = {}  # a folded word -> the stem that the texts have of it
        self._counts: Counter[str] = Counter()
        told = {
            name: {field: [(text, self._read(text)) for text in texts] for field, texts in told.items()}
            for name, told in entries.items()
        }
        self.postings = _postings(fields, told)
        count = len(entries)
        self.rarity = {
            one: log(1 + (count - len(names) + 0.5) / (len(names) + 0.5)) ** RARE for one, names in self.postings.items()
        }
        for one, names in self.postings.items():
            for name in names:
                names[name] *= self.rarity[one]
        self.passages: list[Passage] = []
        self._spoken: dict[str, list[Spoken]] = {}  # the words of the texts that were shown
        self.sayings: dict[tuple[str, ...], set[str]] = defaultdict(set)  # a whole passage, idle words and all -> its entries
        self.within: dict[str, dict[str, list[int]]] = {}  # a stem -> the passages that have it, by entry
        for name, by_field in told.items():
            for field, texts in by_field.items():
                for text, stems in texts if fields[field].passage else ():
                    self._add_passage(name, text, frozenset(stems), fields[field].passage)
        self._worths = [passage.weight for passage in self.passages]
        self.spelling = Spelling({**dict.fromkeys(glossary.words(), 1), **self._counts})

    def _read(self, text: str) -> tuple[str, ...]:
        for word in surfaces(text):
            self.known.setdefault(fold(word), stem(word))
            self._counts[fold(word)] += 1
        return self.glossary.stems(text)

    def _add_passage(self, name: str, text: str, stems: frozenset[str], weight: float) -> None:
        for one in stems:
            self.within.setdefault(one, {}).setdefault(name, []).append(len(self.passages))
        self.sayings[tuple(fold(word) for word in surfaces(text))].add(name)
        norm = sqrt(sum(self.rarity.get(one, 0.0) for one in stems)) or 1.0
        self.passages.append(Passage(name, text, weight / norm))

    def asked(self, query: str) -> list[Term]:
        """What a query speaks of; a word that nobody knows is read as those it may be meant for."""
        query = query[:LONGEST]
        terms: list[Term] = []
        for term in self.glossary.terms(query, self._stem):
            if term.stem in self.postings or len(term.said) != 1:
                terms.append(term)
            elif not quiet(term.stem):
                terms.extend(self._meant(term))
        terms.extend(self._corrected(query, {term.stem for term in terms}))
        words = [fold(word) for word in surfaces(query)]
        for both in joined(words):
            if both in self.known or both in self.glossary.single_forms:
                terms.extend(Term(term.stem, (both,)) for term in self.glossary.terms(both, self._stem))
        return terms

    def spoken(self, text: str) -> list[Spoken]:
        """The words of a text of ours, to know in it again what was searched for."""
        words = self._spoken.get(text)
        if words is None:
            words = self._spoken[text] = [
                Spoken(*match.span(), fold(match.group()), self._means(match.group())) for match in WORD.finditer(text)
            ]
        return words

    def _means(self, word: str) -> str:
        """The one stem that a word is read as; an idle word is none."""
        return "" if idle(fold(word)) else self.glossary.single(self._stem(word))

    def _stem(self, word: str) -> str:
        folded = fold(word)
        return self.known.get(folded) or stem(word)

    def _meant(self, term: Term) -> Iterable[Term]:
        """The words that an unknown one may be meant for: without a lost apostrophe, as two words in one, or misspelt."""
        (said,) = term.said
        folded = fold(said)
        if folded.isdigit():
            if len(folded) >= SCORE:
                yield from self.glossary.terms(POINTS)
            return
        inflected = self.glossary.inflected(folded)
        if inflected:
            yield from (Term(one, term.said) for one in inflected)
            return
        for word, sure in self._apart(folded) or self.spelling.meant(folded):
            if idle(word):
                return
            guessed = self.glossary.terms(word, self._stem)
            for found in guessed:
                yield Term(found.stem, term.said, sure * found.share / len(guessed))

    def _corrected(self, query: str, told: set[str]) -> Iterable[Term]:
        """What a query says besides, once misspelt words are set right: a form of several words may have one of them."""
        typed: dict[str, str] = {}
        words = []
        for word in surfaces(query):
            folded = fold(word)
            if folded.isascii() and not (self._knows(folded) or idle(folded) or self._apart(folded)):
                for meant, _ in self.spelling.meant(folded)[:1]:
                    typed[meant] = word
                    word = meant
            words.append(word)
        if typed:
            for term in self.glossary.terms(" ".join(words), self._stem):
                if len(term.said) > 1 and term.stem not in told and not typed.keys().isdisjoint(term.said):
                    yield Term(term.stem, tuple(typed.get(word, word) for word in term.said), SURE * term.share)

    def _apart(self, folded: str) -> list[tuple[str, float]]:
        """What is known of a word by taking it apart: « lenvers », « notenriichi »."""
        alone = unglued(folded)
        if alone != folded and alone in self.known:
            return [(alone, 1.0)]
        for place in range(len(folded) - PART, PART - 1, -1):
            halves = folded[:place], folded[place:]
            if all(map(self._knows, halves)):
                return [(half, 1.0) for half in halves]
        return []

    def _knows(self, folded: str) -> bool:
        return folded in self.known or folded in self.glossary.single_forms

    def find(self, query: str, most: int = MOST, among: Iterable[str] | None = None, beside: float = 0.0) -> list[Hit]:
        """The best entries for a query, best first, those that are worth so much beside the first."""
        terms = self.asked(query)
        if all(quiet(term.stem) for term in terms):  # idle words say something only where they are a known saying as they stand
            said = sorted(self._sayings(query).items(), key=lambda found: (-found[1], found[0]))
            told = [(name, length) for name, length in said if among is None or name in among][:most]
            return [Hit(name, float(length)) for name, length in told if length >= beside * told[0][1]]
        shares: dict[str, float] = {}
        for term in terms:
            shares[term.stem] = max(shares.get(term.stem, 0.0), term.share)
        for pair in _pairs([term.stem for term in terms]):
            if pair in self.postings:
                first, second = pair.split(" ")
                shares[pair] = PAIR * min(shares[first], shares[second])
        scores: dict[str, float] = defaultdict(float)
        for one, share in shares.items():
            for name, worth in self.postings.get(one, {}).items():
                scores[name] += share * worth
        for name, length in self._sayings(query).items():
            scores[name] *= 1 + SAYING * length
        if among is not None:
            allowed = set(among)
            scores = {name: score for name, score in scores.items() if name in allowed}
        ahead = sorted(sorted(scores), key=scores.__getitem__, reverse=True)[: max(AGAIN, most)]
        weights = {one: share * self.rarity.get(one, 0.0) for one, share in shares.items() if " " not in one}
        best = self._best(weights, ahead)
        for name in ahead:
            scores[name] *= 1 + best.get(name, (0.0, ""))[0]
        ahead = sorted(sorted(ahead), key=scores.__getitem__, reverse=True)
        least = beside * scores[ahead[0]] if ahead else 0.0
        return [
            self._hit(name, scores[name], terms, weights, best.get(name, (0.0, ""))[1])
            for name in ahead[:most]
            if scores[name] >= least
        ]

    def _sayings(self, query: str) -> dict[str, int]:
        """The entries of which a passage stands in the query word for word, and how many words the longest has."""
        words = [fold(word) for word in surfaces(query[:LONGEST])]
        found: dict[str, int] = {}
        for length in range(1, len(words) + 1):
            for start in range(len(words) - length + 1):
                if length > 2 or length == len(words):
                    for name in self.sayings.get(tuple(words[start : start + length]), ()):
                        found[name] = length
        return found

    def _best(self, weights: Mapping[str, float], names: Iterable[str]) -> dict[str, tuple[float, str]]:
        """Of each of some entries how far its passages say what was asked, and little else, and the one that says most of it."""
        norm = sqrt(sum(weights.values())) or 1.0
        told = [
            (weight / norm, self.within[one])
            for one, weight in weights.items()
            if one in self.within and self.rarity[one] >= COMMON
        ]
        best: dict[str, tuple[float, str]] = {}
        worth_of = self._worths
        for name in names:
            said: dict[int, float] = {}
            for weight, within in told:
                for place in within.get(name, ()):
                    said[place] = said.get(place, 0.0) + weight
            ranked = sorted([weight * worth_of[place] for place, weight in said.items()], reverse=True)[:TELLING]
            if ranked:
                first = min(place for place, weight in said.items() if weight * worth_of[place] == ranked[0])
                best[name] = (sum(share * LESS**rank for rank, share in enumerate(ranked)), self.passages[first].text)
        return best

    def _hit(self, name: str, score: float, terms: Sequence[Term], weights: Mapping[str, float], passage: str) -> Hit:
        stems = frozenset(one for one in weights if not quiet(one) and name in self.postings.get(one, ()))
        matched = tuple(dict.fromkeys(word for term in terms if term.stem in stems for word in term.said))
        return Hit(name, score, matched, stems, passage)


def _pairs(stems: Sequence[str]) -> set[str]:
    """The stems that stand together in any order: side by side, idle ones or one other between them."""
    telling = [one for one in stems if not quiet(one)]
    together = (*pairwise(stems), *pairwise(telling), *zip(telling, telling[2:], strict=False))
    return {f"{min(pair)} {max(pair)}" for pair in together}


def _postings(
    fields: Mapping[str, Field], told: Mapping[str, Mapping[str, Sequence[tuple[str, tuple[str, ...]]]]]
) -> dict[str, dict[str, float]]:
    """How much each stem, and each pair of neighbours, says of each entry, before rarity."""
    lengths = {
        field: [sum(len(stems) for _, stems in by_field.get(field, ())) for by_field in told.values()] for field in fields
    }
    mean = {field: (sum(found) / max(1, sum(1 for one in found if one))) or 1.0 for field, found in lengths.items()}
    postings: dict[str, dict[str, float]] = defaultdict(dict)
    for name, by_field in told.items():
        counts: dict[str, float] = defaultdict(float)
        for field, texts in by_field.items():
            weight, b, _ = fields[field]
            length = sum(len(stems) for _, stems in texts)
            each = weight / (1 - b + b * length / mean[field])
            for _, stems in texts:
                for one in stems:
                    counts[one] += each
                for pair in _pairs(stems):
                    counts[pair] += each
        for one, count in counts.items():
            postings[one][name] = count * (SATURATION + 1) / (count + SATURATION)
    return dict(postings)
