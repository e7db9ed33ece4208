"""What sort of answer it is, as whoever guesses would see it: a penalty, a win, how the deal ends, who is paid."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from assistant.decision.outcome import Due
from assistant.model import Library, Nature
from assistant.training.exercises.stage import Part


class Kinds:
    """The sorts of answers in one library."""

    def __init__(self, library: Library):
        self.library = library

    def __call__(self, part: Part, answer: Hashable) -> str:
        """The sort of an answer to a question of this part."""
        if part == Part.DECISION:
            return self._decision(answer)
        if part == Part.DEAL:
            return str(answer[0][1]) if isinstance(answer, tuple) else ""
        if part == Part.POINTS:
            paid = list(dues(answer))
            return "-".join(sorted({due.amount.payee for due in paid})) if paid else "rien"
        return self._question(str(answer)) if part == Part.ASK else ""

    def _question(self, fact: str) -> str:
        """How a question begins and whom it is about: what can be heard of it without knowing the rules."""
        words = str(self.library.facts[fact].question)
        return f"{words[:2] == 'Qu'}-{'-il' in words or '-elle' in words}"

    def _decision(self, answer: Hashable) -> str:
        assert isinstance(answer, frozenset)
        sanctions = [self.library.sanctions[sanction] for _, sanction in answer]
        if any(one.nature == Nature.SANCTION for one in sanctions):
            return "sanction"
        if any(one.wins for one in sanctions):
            return "victoire"
        return "rien" if any(one.vanishes for one in sanctions) else "autre"


def dues(answer: Hashable) -> Iterator[Due]:
    """The amounts of an answer about points, of one event or of several."""
    if isinstance(answer, Due):
        yield answer
    elif isinstance(answer, (tuple, frozenset)):
        for one in answer:
            yield from dues(one)
