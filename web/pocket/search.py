"""What the pocket is searched by: the stems of what is told of incidents, with how much each says, and the forms that mean them.

Simpler than the search of the application: no endings are cut (a word is known by the longest stem that it begins with), no passages are
weighed, no pairs of words. What words are told of, and how much they say, comes from the same index.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from assistant.model import Synonym
from assistant.search.finder import Finder
from assistant.search.glossary import Glossary
from assistant.search.words import ELIDED_IDLE, IDLE, QUIET, fold, idle, surfaces
from web.pocket.tables import signs

MOST = 12  # incidents that a stem leads to
LEAST = 0.3  # what it says of one beside what it says of the first
TENTHS = 10
SHORTEST, ENDING = 3, 4  # letters of a stem, and those that may follow it


def search_data(finder: Finder, incidents: Sequence[str]) -> dict[str, Any]:
    """Stems, each with incidents by their numbers and tenths of worth; forms behind the stems that they mean; idle words."""
    index = finder.incidents(None)
    numbers = {name: number for number, name in enumerate(incidents)}
    stems = [stem for stem in index.postings if " " not in stem and not stem.startswith(QUIET)]
    places = {stem: number for number, stem in enumerate(stems)}
    forms = {
        form: [places[stem] for stem in meaning if stem in places]
        for form, meaning in _forms(index.glossary, finder.library.synonyms)
    }
    for word, stem in index.known.items():
        meant = index.glossary.single(stem)
        if meant in places and not idle(word) and word not in forms and known_by(word, places) != meant:
            forms[word] = [places[meant]]
    return {
        "stems": " ".join(stems),
        "worth": [signs(_worth(index.postings[stem], numbers)) for stem in stems],
        "forms": _by_meaning(forms),
        "idle": " ".join(sorted(IDLE | ELIDED_IDLE)),
    }


def _by_meaning(forms: Mapping[str, Sequence[int]]) -> list[list[int | str]]:
    """The numbers of some stems, then all forms that mean them."""
    meanings: dict[tuple[int, ...], list[str]] = {}
    for form, meaning in forms.items():
        if meaning:
            meanings.setdefault(tuple(meaning), []).append(form)
    return [[*meaning, "|".join(told)] for meaning, told in sorted(meanings.items())]


def known_by(word: str, stems: Mapping[str, object]) -> str | None:
    """The longest stem that a word begins with."""
    starts = (word[:length] for length in range(len(word), max(SHORTEST, len(word) - ENDING) - 1, -1))
    return word if word in stems else next((start for start in starts if start in stems), None)


def _worth(postings: Mapping[str, float], numbers: Mapping[str, int]) -> Iterator[int]:
    """The incidents that a stem says most of, each with how much."""
    first = sorted(((worth, name) for name, worth in postings.items() if name in numbers), key=lambda one: (-one[0], one[1]))[:MOST]
    for worth, name in first:
        if worth >= LEAST * first[0][0]:
            yield from (numbers[name], max(1, round(worth * TENTHS)))


def _forms(glossary: Glossary, synonyms: Sequence[Synonym]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The words that mean others, folded, and the signs."""
    for entry in synonyms:
        meaning = tuple(term.stem for term in glossary.terms(entry.means))
        for form in entry.french:
            yield _folded(form), meaning
    for words, meaning in glossary.foreign.whole.items():
        yield " ".join(words), meaning
    yield from glossary.signs.items()


def _folded(text: str) -> str:
    return " ".join(fold(word) for word in surfaces(text))
