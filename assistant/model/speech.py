"""How our own sentences speak: the words that the proof of their coherence knows, as authors list them."""

from typing import NamedTuple

Phrases = tuple[str, ...]  # words in their order; `*` ends a word as it will, `…` is a gap of a few words


class Mention(NamedTuple):
    """How sentences speak of a fact, and after which answers there is nothing of it to speak of."""

    fact: str
    phrases: Phrases
    nothing: frozenset[str]


class Contraries(NamedTuple):
    """Two things that no sheet says together."""

    one: Phrases
    other: Phrases
    why: str


class Speech(NamedTuple):
    """What the proof knows of our sentences."""

    actors: Phrases  # who may begin a step
    verbs: Phrases  # what they then do
    mentions: tuple[Mention, ...]
    unsaid: tuple[tuple[str, Phrases], ...]  # of a slot, how a silence speaks of it
    contraries: tuple[Contraries, ...]
    options: tuple[tuple[str, Phrases], ...]  # what may be chosen where a text leaves it to somebody


SILENT = Speech((), (), (), (), (), ())
