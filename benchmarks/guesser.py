"""A guesser who sees the answers of an exercise and never its story: how often is it right, stage by stage?

It looks at the length of each answer, its place, its punctuation, what kind of answer it is, how much it has in common with the others and with what
earlier stages printed. A small model (a conditional logit) learns from all exercises but those of some incidents how the right answer looks, and guesses at
those. What the words of an answer alone tell, whatever the others are, is measured apart (`identity`): who has learnt that « main morte » is often right
knows something of the rules.

`python -m benchmarks.guesser` prints both tables.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from assistant.decision.outcome import Due
from assistant.model import Library, Nature
from assistant.training.exercises.exercise import Exercise
from assistant.training.exercises.kinds import Kinds
from assistant.training.exercises.stage import Option, Part, Stage

FOLDS = 5
ROUNDS = 30
STEP, SHRINK = 0.15, 0.002
FEWEST = 200  # offers of a stage; those with fewer are guessed at together
MARGIN = 0.05  # above chance, that the lower end of the interval may not pass
SIGNS = (";", ",", "«", ":", "(", "'", "-")
WORDS = re.compile(r"\w+")
POOLED = "les autres étapes"


class Offer(NamedTuple):
    """The answers to one question as a guesser sees them."""

    stage: str
    incident: str
    looks: tuple[tuple[float, ...], ...]  # of each answer
    labels: tuple[str, ...]
    right: int


class Guess(NamedTuple):
    """How often a guesser was right, and how often chance is."""

    stage: str
    offers: int
    right: float
    chance: float
    low: float  # the lower end of the 95 % interval

    @property
    def fair(self) -> bool:
        """Whether the guesser does no better than chance, as far as so many offers can tell."""
        return self.low <= self.chance + MARGIN


def offers(library: Library, exercises: Iterable[Exercise]) -> list[Offer]:
    """Every question of these exercises."""
    found: list[Offer] = []
    for made in exercises:
        printed: set[str] = set()
        for stage in made.stages:
            looks = _centred([_look(library, stage, index, printed) for index in range(len(stage.options))])
            right = next(index for index, option in enumerate(stage.options) if option.right)
            labels = tuple(option.label for option in stage.options)
            found.append(Offer(stage.part, made.case.incident, looks, labels, right))
            printed.update(
                word for option in stage.options for text in (option.label, option.why) for word in _words(text)
            )
    return found


def _words(text: str) -> set[str]:
    return {word for word in WORDS.findall(text.casefold()) if len(word) > 2 or word.isdigit()}


def _look(library: Library, stage: Stage, index: int, printed: set[str]) -> list[float]:
    """All that can be seen of one answer beside the others."""
    labels = [option.label for option in stage.options]
    lengths = [len(label) for label in labels]
    words = [_words(label) for label in labels]
    shared = [_shared(words, place) for place in range(len(labels))]
    known = [len(one & printed) / (len(one) or 1) for one in words]
    signs = [float(labels[index].count(sign)) for sign in SIGNS]
    digits = sum(sign.isdigit() for sign in labels[index])
    return [
        math.log(1 + lengths[index]),
        *_ends(lengths, index),
        shared[index],
        *_ends(shared, index),
        known[index],
        *_ends(known, index),
        math.log(1 + digits),
        *signs,
        *(float(index == place) for place in range(4)),
        *_kind(library, stage.part, stage.options[index]),
        *_company(library, stage, index),
    ]


def _company(library: Library, stage: Stage, index: int) -> tuple[float, float]:
    """Whether an answer is alone of its sort, and how many are of it."""
    kinds = [Kinds(library)(stage.part, option.answer) for option in stage.options]
    many = kinds.count(kinds[index])
    return float(many == 1), float(many)


def _shared(words: Sequence[set[str]], place: int) -> float:
    """How much one answer has in common with the others, on average."""
    others = [one for index, one in enumerate(words) if index != place]
    return sum(len(words[place] & one) / (len(words[place] | one) or 1) for one in others) / len(others)


def _ends(values: Sequence[float], index: int) -> tuple[float, float]:
    """Whether an answer has the most, or the least, of something."""
    return float(values[index] == max(values)), float(values[index] == min(values))


def _kind(library: Library, part: Part, option: Option) -> list[float]:
    """What kind of answer it is: it punishes or spares, says little or much, names a large number, asks for yes or no."""
    kind = [0.0] * 4
    answer = option.answer
    if part == Part.DECISION:
        assert isinstance(answer, frozenset)
        sanctions = [library.sanctions[sanction] for _, sanction in answer]
        kind = [
            float(any(one.nature == Nature.SANCTION for one in sanctions)),
            float(any(one.vanishes for one in sanctions)),
            float(len(sanctions)),
            float(any(one.wins for one in sanctions)),
        ]
    elif part == Part.DEAL:
        assert isinstance(answer, tuple)
        slot, value = answer[0]
        kind = [float(library.slots[slot].values[value].over), float(len(answer)), 0.0, 0.0]
    elif part == Part.POINTS:
        dues = [due for due in _flat(answer) if isinstance(due, Due)]
        most = max((max(due.numbers) for due in dues if due.numbers), default=0)
        kind = [float(not dues), math.log(1 + most), float(len(dues)), 0.0]
    elif part == Part.PARAGRAPH:
        kind = [float(str(answer).count(".")), float(len(str(answer))) / 10, 0.0, 0.0]
    elif part == Part.ASK:
        kind = [float("-il" in option.label or "-elle" in option.label), float(option.label.startswith("Qu")), 0.0, 0.0]
    return kind


def _flat(answer: object) -> Iterable[object]:
    if isinstance(answer, (tuple, frozenset)) and not isinstance(answer, Due):
        for one in answer:
            yield from _flat(one)
    else:
        yield answer


def _centred(looks: list[list[float]]) -> tuple[tuple[float, ...], ...]:
    """Each answer beside the average of those it stands with."""
    means = [sum(column) / len(looks) for column in zip(*looks, strict=True)]
    return tuple(tuple(value - mean for value, mean in zip(look, means, strict=True)) for look in looks)


Scores = Callable[[Offer], Sequence[float]]


def guessed(all_offers: Sequence[Offer]) -> list[Guess]:
    """How often the model is right, stage by stage; it never learns from the incident it guesses at."""
    by_stage: dict[str, list[Offer]] = defaultdict(list)
    for offer in all_offers:
        by_stage[offer.stage].append(offer)
    few = [name for name, mine in by_stage.items() if len(mine) < FEWEST]
    pooled = [offer for name in few for offer in by_stage.pop(name)]
    if pooled:
        by_stage[POOLED] = pooled
    return [_judged(name, mine, _learnt) for name, mine in by_stage.items()]


def identified(all_offers: Sequence[Offer]) -> list[Guess]:
    """How often is right who knows of each answer only how often it was right elsewhere."""
    stages = dict.fromkeys(offer.stage for offer in all_offers)
    return [_judged(name, [offer for offer in all_offers if offer.stage == name], _remembered) for name in stages]


def _judged(name: str, mine: Sequence[Offer], learn: Callable[[Sequence[Offer]], Scores]) -> Guess:
    """The share of right guesses, each fold guessed at by who learnt from the others."""
    hits: list[float] = []
    for fold in range(FOLDS):
        inside = [offer for offer in mine if _fold(offer.incident) == fold]
        scores = learn([offer for offer in mine if _fold(offer.incident) != fold])
        for offer in inside:
            given = scores(offer)
            best = [index for index, score in enumerate(given) if score == max(given)]
            hits.append((offer.right in best) / len(best))
    share = sum(hits) / len(hits)
    spread = math.sqrt(sum((hit - share) ** 2 for hit in hits) / len(hits) / len(hits))
    chance = sum(1 / len(offer.looks) for offer in mine) / len(mine)
    return Guess(name, len(mine), share, chance, share - 1.96 * spread)


def _fold(incident: str) -> int:
    return hashlib.sha256(incident.encode()).digest()[0] % FOLDS


def _learnt(known: Sequence[Offer]) -> Scores:
    """A conditional logit: weights by which the right answer stands out among those it stands with."""
    size = len(known[0].looks[0])
    spread = [
        math.sqrt(sum(look[place] ** 2 for offer in known for look in offer.looks) / len(known)) or 1.0
        for place in range(size)
    ]
    data = [
        ([[value / scale for value, scale in zip(look, spread, strict=True)] for look in offer.looks], offer.right)
        for offer in known
    ]
    weights = [0.0] * size
    for turn in range(ROUNDS):
        step = STEP / (1 + turn / 5)
        for looks, right in data:
            scores = [sum(map(float.__mul__, weights, look)) for look in looks]
            top = max(scores)
            shares = [math.exp(score - top) for score in scores]
            total = sum(shares)
            wrong = [(index == right) - share / total for index, share in enumerate(shares)]
            for place in range(size):
                pull = sum(error * look[place] for error, look in zip(wrong, looks, strict=True))
                weights[place] += step * (0.1 * pull - SHRINK * weights[place])

    def scored(offer: Offer) -> list[float]:
        return [
            sum(weight * value / scale for weight, value, scale in zip(weights, look, spread, strict=True))
            for look in offer.looks
        ]

    return scored


def _remembered(known: Sequence[Offer]) -> Scores:
    """Of each answer the share of times that it was right, drawn towards the average where it was seldom met."""
    met: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for offer in known:
        for index, label in enumerate(offer.labels):
            met[label][0] += 1
            met[label][1] += index == offer.right
    return lambda offer: [(met[label][1] + 1) / (met[label][0] + 3.5) for label in offer.labels]


def table(title: str, rows: Iterable[Guess]) -> str:
    """As docs/formation.md shows it."""
    lines = [f"| {title} | offres | juste | hasard | bas de l'intervalle |", "| --- | ---: | ---: | ---: | ---: |"]
    lines += [
        f"| {row.stage} | {row.offers} | {_percent(row.right)} | {_percent(row.chance)} | {_percent(row.low)} |"
        for row in rows
    ]
    return "\n".join(lines)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %".replace(".", ",")


def main() -> None:
    """Print what a guesser reaches on all exercises, and what the words of an answer alone tell."""
    from assistant.store.library import load
    from assistant.training.book import kept_or_made

    library = load()
    every = offers(library, kept_or_made(library).exercises.values())
    print(table("qui ne voit que la forme", guessed(every)))
    print()
    print(table("qui ne connaît que les mots", identified(every)))


if __name__ == "__main__":
    main()
