"""Questions that a referee need not ask here, and why: the wrong answers to « Que demandez-vous ? »."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assistant.decision.sense import kin
from assistant.model import Fact, Library
from assistant.search.words import fold, stem
from assistant.training.exercises.gap import whole_sentence
from assistant.training.exercises.ground import Ground
from assistant.training.exercises.origin import Origin
from assistant.training.exercises.ruling import Ruling
from assistant.training.exercises.stage import Wrong
from assistant.training.exercises.what_if import Told
from assistant.training.exercises.words import quoted

WORD = re.compile(r"[a-z]{5,}")
SOMETHING = re.compile(r"(?:Le|La|Les) (\w{4,}) qu")  # « La victoire que l'autre avait annoncée … »


def unneeded(library: Library, mine: Told, asked: Fact) -> list[Wrong]:
    """Questions that the story has answered already, or whose answers change nothing whatever is answered to the one that is missing."""
    found: dict[str, Wrong] = {}
    for fact, why, origin in (*_told(library, mine, asked), *_idle(library, mine, asked)):
        if fact.question and fact.id not in found and not alike(fact, asked):
            found[fact.id] = Wrong(fact.id, str(fact.question), why, Ground(origin))
    return list(found.values())


def alike(fact: Fact, asked: Fact) -> bool:
    """Whether a question has half the words of the one that is missing: whoever asks it may mean the same."""
    said, wanted = (set(WORD.findall(fold(str(one.question)))) for one in (fact, asked))
    return 2 * len(said & wanted) >= len(wanted)


Pointless = tuple[Fact, str, Origin]  # the fact, why its question is pointless, where it comes from


def _told(library: Library, mine: Told, asked: Fact) -> Iterator[Pointless]:
    """What the story tells, of what this ruleset asks: another game's question is no mistake here."""
    for name in dict.fromkeys(name for name, _ in mine.case.story if name is not None):
        if name in mine.questionnaire.network.facts and name in mine.facts and name != asked.id:
            fact = library.facts[name]
            yield fact, f"l'histoire le dit déjà : {quoted(whole_sentence(mine.case.story, name))}", Origin.TOLD


def _idle(library: Library, mine: Told, asked: Fact) -> Iterator[Pointless]:
    """Facts that count for this incident, but not with what the story tells.

    What counts for another incident is left out, and so is a rare circumstance: in a referee's eyes they might bear on this one. Nor is a question
    pointless that asks for the missing answer in another way: whether he was warned before, of who is asked how often he did it.
    """
    apart = {fact.id for fact in library.context_facts()} | kin(library, asked.id)
    for fact in mine.questionnaire.network.facts.values():
        told = fact.id in mine.facts or fact.id in apart
        rare = fact.usual is not None
        if not (fact.derived or told or rare or fact.id == asked.id) and idle(library, mine, asked, fact):
            yield fact, "quelle que soit la réponse, la décision est la même ici", Origin.IDLE


def _story(mine: Told) -> str:
    return " ".join(text for _, text in mine.case.story)


def _presumes(mine: Told, asked: Fact, fact: Fact) -> bool:
    """Whether a question makes sense only with something that the story does not tell, or speaks of something that it does not."""
    spoken = SOMETHING.match(str(fact.question))
    if spoken and stem(spoken.group(1)) not in {stem(word) for word in re.findall(r"\w+", _story(mine).lower())}:
        return True
    known = {**mine.questionnaire.assumed(mine.facts), **mine.facts}
    known.pop(asked.id, None)
    return not all(test.admits(known.get(test.fact)) for test in fact.only_if)


def idle(library: Library, mine: Told, asked: Fact, fact: Fact) -> bool:
    """Whether no answer to one question changes anything, whatever is answered to the one that is missing.

    A question that takes for granted what the story does not tell asks for more than that; where the referee is judge, any may weigh with her.
    """
    if _presumes(mine, asked, fact):
        return False
    for answer in mine.questionnaire.branches[asked.id]:
        facts = {**mine.facts, asked.id: answer}
        given = mine.asking.given(facts)
        if given is None or Ruling(library, mine.ruleset, *given).discretion:
            return False
        others = (mine.asking.given({**facts, fact.id: value}) for value in mine.questionnaire.branches[fact.id])
        if any(other is None or other.outcome != given.outcome for other in others):
            return False
    return True
