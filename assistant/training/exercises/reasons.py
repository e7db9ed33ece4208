"""In words, on which condition another answer would be right: what the story would have to say, or what would be answered."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.consultation.questionnaire import Questionnaire
from assistant.french import enumerate_words, lower_first
from assistant.model import Case, Library, Scope, Value
from assistant.training.exercises.gap import WHOLE
from assistant.training.exercises.what_if import Changes, Told, told_by_tiles
from assistant.training.exercises.words import quoted


def sentences(library: Library, case: Case, ruleset: str) -> dict[tuple[str, Value], str]:
    """What the story and its variants say for each value of the facts they tell, where one sentence can stand for another.

    A story told anew lends no sentence and takes none: beside its other sentences they might make no sense. Nor does a variation take the sentence of
    another fact: nobody has read the two together (« sur le même écart », where this player drew).
    """
    base = library.cases[case.varies or case.id]
    changed = {name for name in case.facts if case.facts[name] != base.facts.get(name)}
    found: dict[tuple[str, Value], str] = {}
    if _retold(base, library.cases[case.id]):
        return found
    for one in library.cases.values():
        if (one.id == base.id or one.varies == base.id) and not _retold(base, one):
            for name, text in one.told(library.rulesets[ruleset].names):
                if name is not None and name in one.facts and (case.id == base.id or name in changed):
                    found.setdefault((name, one.facts[name]), text)
    return found


def _retold(base: Case, case: Case) -> bool:
    """Whether more than the sentence of the changed fact differs from the base's story."""
    changed = {name for name in case.facts if case.facts[name] != base.facts.get(name)}
    return [one for one in case.story if one[0] not in changed] != [one for one in base.story if one[0] not in changed]


class Reasons:
    """The conditions of one case in words."""

    def __init__(self, library: Library, mine: Told):
        self.mine = mine
        self.sentences = sentences(library, mine.case, mine.ruleset)

    def condition(self, changes: Changes) -> str:
        """« si l'histoire disait … », or « si, à la question …, on répondait … »."""
        when = (*changes, *self._untold(changes))
        if len(when) == 1 and WHOLE.fullmatch(self.sentences.get(when[0], "")):
            return f"si l'histoire disait : {quoted(self.sentences[when[0]])}"
        return answered(self.mine.questionnaire, when)

    def _untold(self, changes: Changes) -> Changes:
        """What the case knows and its story does not tell, where these answers would ask for it and the ruling itself does not."""
        mine, network = self.mine, self.mine.questionnaire.network.facts
        told = {fact for fact, _ in mine.case.story}
        silent = {
            fact: known
            for fact, known in mine.facts.items()
            if fact in network
            and fact not in told
            and network[fact].scope != Scope.CONTEXT
            and network[fact].usual is None
            and not told_by_tiles(mine.case.story, network[fact])
        }
        heard = {fact: known for fact, known in mine.facts.items() if fact not in silent}
        implied = mine.asking.given(heard) is None  # the story takes it for granted all along
        if implied or mine.asking.given({**heard, **dict(changes)}) is not None:
            return ()
        all_told = {**mine.facts, **dict(changes)}
        without = {name: {fact: known for fact, known in all_told.items() if fact != name} for name in silent}
        needed = {name for name, rest in without.items() if mine.asking.given(rest) is None}
        return tuple((fact, known) for fact, known in silent.items() if fact in needed and fact not in dict(changes))


def answered(questionnaire: Questionnaire, changes: Iterable[tuple[str, Value]]) -> str:
    """« si, à la question « … », on répondait « … » »."""
    parts: list[str] = []
    for name, value in changes:
        fact = questionnaire.network.facts[name]
        said = quoted(lower_first(fact.label(value)))
        parts.append(f"à la question {quoted(str(fact.question))}, {'' if parts else 'on répondait '}{said}")
    return f"si, {enumerate_words(parts)}"
