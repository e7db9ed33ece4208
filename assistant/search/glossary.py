"""Words that mean the same, in four languages: whatever is said of the table is read as the French of the rules.

An author writes what a word means and how else it is said (`vocabularies/synonyms.yaml`). A form of one word is read as its meaning; a
form of several French words counts beside its meaning. Signs are cut into the longest known forms, as nobody writes spaces between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from assistant.model import Synonym
from assistant.search.words import QUIET, SIGN, fold, idle, root, shortened, stem, surfaces

Stems = tuple[str, ...]
MISSPELT = 5  # letters that a foreign word must have to be guessed from a misspelt one
LOOSE = 2  # idle words that may stand within a form beside its own
BESIDE = 0.6  # what a meaning counts beside the words that say it


class Term(NamedTuple):
    """A stem that a text speaks of, and the words of the text that say it."""

    stem: str
    said: Stems
    share: float = 1.0


class Word(NamedTuple):
    """A word of a text: as it is written, folded, and its stem."""

    said: str
    folded: str
    stem: str

    @property
    def idle(self) -> bool:
        return idle(self.folded)


class Forms:
    """Forms of one or more words, and what they mean. Idle words within a form may be others, or none, where two words are left to know it by."""

    def __init__(self) -> None:
        self.whole: dict[Stems, Stems] = {}
        self.loose: dict[Stems, Stems] = {}
        self.begins: dict[str, int] = {}  # the first word of a form -> how many words the longest such form may take

    def learn(self, words: Stems, telling: Stems, meaning: Stems) -> None:
        self.whole.setdefault(words, meaning)
        self.begins[words[0]] = max(self.begins.get(words[0], 1), len(words))
        if len(telling) > 1:
            self.loose.setdefault(telling, meaning)
            self.begins[telling[0]] = max(self.begins.get(telling[0], 1), len(words) + LOOSE)


class Glossary:
    """What each form means, as stems: French forms are known by their stems, others as they are written."""

    def __init__(self, synonyms: Iterable[Synonym]):
        self.french = Forms()
        self.foreign = Forms()
        self.romaji = Forms()  # the Japanese ones, with long vowels short
        self.english = Forms()  # without their endings: « shows », « showing »
        self.signs: dict[str, Stems] = {}
        written = list(synonyms)
        for entry in written:  # words for words first: what means several words may be said with them
            meaning = self._plain(entry.means)
            for form in entry.french:
                self.french.learn(read_all(form, stem), content(form), meaning)
        self.french_words = frozenset(
            word for entry in written for form in entry.french for word in map(fold, surfaces(form)) if word.isalpha() and not idle(word)
        )
        for entry in written:
            meaning = self._plain(entry.means)
            for form in (*entry.japanese, *entry.chinese, *entry.english):
                if SIGN.search(form):
                    self.signs.setdefault(fold(form).replace(" ", ""), meaning)
                else:
                    self.foreign.learn(read_all(form, fold), content(form, fold), meaning)
            for form in entry.english:
                self.english.learn(read_all(form, _root), content(form, _root), meaning)
            for form in entry.japanese:
                if not SIGN.search(form):
                    self.romaji.learn(read_all(form, _short), content(form, _short), meaning)
        self.single_forms = frozenset(key[0] for key in self.foreign.whole if len(key) == 1)
        self.longest_signs = max(map(len, self.signs), default=1)
        self._read: dict[str, Stems] = {}  # rulesets share most of their texts

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_read": {}}

    def stems(self, text: str) -> Stems:
        """The stems of a text that is indexed."""
        found = self._read.get(text)
        if found is None:
            found = self._read[text] = tuple(term.stem for term in self.terms(text))
        return found

    def words(self) -> Iterator[str]:
        """The words that are forms by themselves, as one may misspell them."""
        yield from (word for word in self.single_forms if len(word) >= MISSPELT)
        yield from self.french_words

    def inflected(self, folded: str) -> Stems:
        """What an English word means of which another ending is known."""
        return self.english.whole.get((root(folded),), ())

    def _plain(self, means: str) -> Stems:
        """The stems of a meaning, each itself read as what it means."""
        return tuple(self.single(one) for one in content(means))

    def single(self, one: str) -> str:
        """The stem that another one is read as, where that is one word."""
        meaning = self.french.whole.get((one,), ())
        return meaning[0] if len(meaning) == 1 else one

    def terms(self, text: str, read: Callable[[str], str] = stem) -> list[Term]:
        """What a text speaks of, in order; `read` makes a stem of a word."""
        words = [Word(word, fold(word), read(word)) for word in surfaces(text)]
        spoken: list[Term] = []
        place = 0
        while place < len(words):
            if SIGN.match(words[place].said):
                spoken.extend(self._cut(words[place].folded))
                place += 1
                continue
            first = words[place]
            longest = max(self.foreign.begins.get(first.folded, 0), self.french.begins.get(first.stem, 0))
            longest = max(longest, self.romaji.begins.get(shortened(first.folded), 0), self.english.begins.get(root(first.folded), 0))
            terms, length = self._form(words[place : place + longest]) if longest else ([], 0)
            if not length:
                terms, length = [Term(QUIET + first.folded if first.idle else first.stem, (first.said,))], 1
            spoken.extend(terms)
            place += length
        return spoken

    def _form(self, ahead: Sequence[Word]) -> tuple[list[Term], int]:
        """What the longest form at the head of these words means, and how many words it takes: none where there is no form."""
        telling = [place for place, word in enumerate(ahead) if not word.idle and not SIGN.match(word.said)]
        first = ahead[0]
        foreign, french = first.folded in self.foreign.begins, first.stem in self.french.begins
        romaji = shortened(first.folded) in self.romaji.begins
        english = root(first.folded) in self.english.begins
        for length in range(len(ahead), int(first.idle), -1):  # an idle word alone is no form
            said = ahead[:length]
            told = [ahead[place] for place in telling if place < length] if not first.idle and not said[-1].idle else []
            meaning: Stems | None = None
            if foreign or romaji or english:
                whole, inner = tuple(word.folded for word in said), tuple(word.folded for word in told)
                if foreign:
                    meaning = self.foreign.whole.get(whole) or self.foreign.loose.get(inner)
                if romaji and meaning is None:
                    meaning = self.romaji.whole.get(tuple(map(shortened, whole))) or self.romaji.loose.get(tuple(map(shortened, inner)))
                if english and meaning is None and len(told) > 1:
                    meaning = self.english.whole.get(tuple(map(root, whole))) or self.english.loose.get(tuple(map(root, inner)))
            if meaning:
                return [Term(one, tuple(word.said for word in told or said)) for one in meaning], length
            if french:
                meaning = self.french.whole.get(tuple(word.stem for word in said)) or self.french.loose.get(tuple(word.stem for word in told))
            if meaning:
                return self._beside([word for word in said if not word.idle] or said, meaning), length
        return [], 0

    def _beside(self, said: Sequence[Word], meaning: Stems) -> list[Term]:
        """A French form: one word is read as its meaning, several count beside it."""
        words = tuple(word.said for word in said)
        if len(said) == 1:
            return [Term(one, words) for one in meaning]
        own = [Term(self.single(word.stem), (word.said,)) for word in said]
        return [*own, *(Term(one, words, BESIDE) for one in meaning if all(one != term.stem for term in own))]

    def _cut(self, run: str) -> Iterator[Term]:
        place = 0
        while place < len(run):
            for length in range(min(self.longest_signs, len(run) - place), 0, -1):
                form = run[place : place + length]
                if form in self.signs:
                    yield from (Term(one, (form,)) for one in self.signs[form])
                    place += length
                    break
            else:
                place += 1


def _root(word: str) -> str:
    return root(fold(word))


def _short(word: str) -> str:
    return shortened(fold(word))


def read_all(text: str, read: Callable[[str], str]) -> Stems:
    """The words of a text, each as it is read."""
    return tuple(read(word) for word in surfaces(text))


def content(text: str, read: Callable[[str], str] = stem) -> Stems:
    """The words that say something, or all where none does, each as it is read."""
    return tuple(read(word) for word in surfaces(text) if not idle(fold(word))) or read_all(text, read)
