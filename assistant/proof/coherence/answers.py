"""Checks against the answers: nothing is said of what they exclude, and nothing is left to « si » that the incident knows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from assistant.model import Fact
from assistant.proof.coherence.final import Final, Part, Spoken
from assistant.proof.coherence.language import conditions, plain, says, stems
from assistant.proof.coherence.lint import Broken, Lint

COMPARING = re.compile(r"\bsans |\baucune? |\bne |\bn'|\bavant ")
FEW = 2  # words of a title, one of which is enough to be about it
SAID = (Part.STEP, Part.DEAL, Part.EFFECT, Part.NAME, Part.CHOICE)


class NothingExcluded(Lint):
    """No step, effect, name or warning speaks of what the answers exclude."""

    name = "rien-d-exclu"
    recommendation = "donnez à la phrase une condition (« if »), ou ne la dites pas dans ce cas"

    def broken(self, final: Final) -> Iterator[Broken]:
        for mention in final.library.speech.mentions:
            value = final.state.run.value(mention.fact)
            if value not in mention.nothing or mention.fact not in final.network.facts:
                continue
            label = final.library.facts[mention.fact].label(value)
            for spoken in final.of(*SAID, Part.WARNING, Part.INTERPRETATION):
                if (words := says(spoken.text, mention.phrases)) and not _supposes(spoken):
                    title = final.library.facts[mention.fact].title
                    yield Broken.by(spoken, f"parle de « {words} », et la réponse à « {title} » est « {label} »")


def _supposes(spoken: Spoken) -> bool:
    """Whether a sentence sets a condition in words, which is looked at by itself, or a warning compares with another case."""
    compares = spoken.part in (Part.WARNING, Part.INTERPRETATION) and COMPARING.search(plain(spoken.text))
    return bool(conditions(spoken.text) or compares)


class NoConditionInWords(Lint):
    """No condition in words on a fact that the incident knows."""

    name = "condition-en-toutes-lettres"
    recommendation = "posez la condition sous « if » : le fait est demandé et la phrase n'est dite que s'il le faut"

    def broken(self, final: Final) -> Iterator[Broken]:
        for spoken in final.of(*SAID, Part.READ):
            asked = "décidez " if spoken.part is Part.CHOICE else ""  # « si … » is then what is to be decided
            for condition in conditions(asked + spoken.text):
                if fact := known_fact(final, condition):
                    yield Broken.by(
                        _written(final, spoken),
                        f"met en toutes lettres une condition (« {condition} ») sur un fait que l'incident connaît, « {fact.title} » ({fact.id})",
                    )


def _written(final: Final, spoken: Spoken) -> Spoken:
    """A sentence with the rule that says it: of a slot, the one that fills it."""
    if spoken.part is not Part.DEAL:
        return spoken
    rule = final.filling(spoken.owner.partition(":")[0])
    return Spoken(spoken.part, spoken.text, rule.id, rule.place)


def known_fact(final: Final, condition: str) -> Fact | None:
    """The fact of the incident that a condition in words is about: one that the vocabulary names, else one asked in the same words."""
    named = {mention.fact for mention in final.library.speech.mentions if says(condition, mention.phrases)}
    about = stems(condition)
    for fact in (fact for fact in final.network.facts.values() if not _left_out(final, fact)):
        if fact.id in named:
            return fact
        if named:
            continue
        if len(about) > 1 and about <= _vocabulary(fact):
            return fact
        if len(about) == 1 and about <= stems(fact.title) and len(stems(fact.title)) <= FEW:
            return fact
    return None


def _left_out(final: Final, fact: Fact) -> bool:
    """Whether the answers leave no room for a question: nobody then knows its fact."""
    told = ((test, final.state.run.value(test.fact)) for test in fact.only_if)
    return any(value is not None and not test.admits(value) for test, value in told)


@lru_cache(maxsize=2000)
def _words(title: str, question: str, labels: str) -> frozenset[str]:
    return stems(title) | stems(question) | stems(labels)


def _vocabulary(fact: Fact) -> frozenset[str]:
    """The words in which a fact is asked and answered."""
    return _words(fact.title, fact.question or "", " ".join(value.label for value in fact.values))
