"""The paragraphs that a ruling may be asked about: the one that decides, and others that decide elsewhere and not here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import takewhile

from assistant.decision.outcome import Outcome
from assistant.french import place
from assistant.model import Clause, Library
from assistant.training.exercises.neighbours import Alternative, Judged
from assistant.training.exercises.origin import Origin
from assistant.training.exercises.stage import Wrong
from assistant.training.exercises.words import partly_unsaid, unsaid

ONE_OF, DECIDES = "Lequel de ces paragraphes est en cause ?", "Sur quel paragraphe repose la décision ?"
OPENING = 110  # letters of a quotation among the answers
Asked = tuple[
    str, tuple[str, str], list[Wrong], str
]  # the question, the right answer and why, the wrong ones, the clause


class Paragraphs:
    """The paragraphs of one ruling."""

    def __init__(self, library: Library, mine: Judged):
        self.library = library
        self.mine = mine
        self.rules = library.rulesets[mine.ruleset].rules

    def deciding(self, outcome: Outcome) -> list[str]:
        """The clauses of what is decided: of the readings, else of the rules whose sanctions stand."""
        if outcome.readings:
            return list(dict.fromkeys(clause for reading in outcome.readings for clause in reading.cites))
        giving = [rule for name in outcome.rules if (rule := self.rules[name]).then.sanctions & outcome.sanction_ids()]
        giving.sort(key=lambda rule: not rule.is_ruling)
        return list(dict.fromkeys(clause for rule in giving for clause in rule.cites))

    def asked(
        self, others: Iterable[tuple[Alternative, Origin]], why: Callable[[Alternative], str], far: bool
    ) -> Asked | None:
        """The question with its answers, or None where no clause decides, or all others come from far off and may not."""
        clauses = self.library.clauses
        deciding = self.deciding(self.mine.outcome)
        if not deciding:
            return None
        right = clauses[deciding[0]]
        taken = {(right.section, right.heading)}
        beside = self._beside(right)
        texts = [_plain(quote) for one in beside for quote in clauses[one].quotes]
        wrong: list[tuple[Clause, str, Origin]] = []
        for alternative, origin in sorted(others, key=lambda one: self._far(right, *one)):
            name = self._other(alternative)
            if name is None or name in beside or (alternative.kind == Origin.CONFUSION and name in self._general):
                continue
            clause = clauses[name]
            where = (clause.section, clause.heading)
            if where in taken or any(_plain(quote) in text for quote in clause.quotes for text in texts):
                continue
            taken.add(where)
            wrong.append((clause, why(alternative), origin))
        if not far and all(origin == Origin.USUAL for _, _, origin in wrong):
            return None
        sections = [right.section, *(clause.section for clause, _, _ in wrong)]
        quoted = self.mine.case.level == 1 or len(set(sections)) < len(sections)
        found = [Wrong(clause.id, _label(clause, quoted), told, origin) for clause, told, origin in wrong]
        quote = " ".join(" … ".join(right.quotes).split())
        question = ONE_OF if self.mine.outcome.readings else DECIDES
        return question, (_label(right, quoted), f"« {quote} »"), found, right.id

    def _other(self, alternative: Alternative) -> str | None:
        """The clause that decides elsewhere under this ruleset, where one does."""
        theirs = alternative.outcome
        if (
            alternative.ruleset != self.mine.ruleset
            or unsaid(self.library, theirs)
            or partly_unsaid(self.library, theirs)
        ):
            return None
        return next(iter(self.deciding(theirs)), None)

    def _beside(self, clause: Clause) -> set[str]:
        """The clauses that stand with this one: cited by the rules of this ruling, or by any rule that cites it too."""
        together = [rule.citations() for rule in self.rules.values() if clause.id in rule.citations()]
        standing = [self.rules[name].citations() for name in self.mine.standing]
        return {clause.id, *self.mine.outcome.cites, *(one for cited in [*together, *standing] for one in cited)}

    @cached_property
    def _general(self) -> set[str]:
        """The clauses that speak of this incident too, or of several others: none of those is theirs alone."""
        incidents: dict[str, set[str]] = {}
        for rule in self.rules.values():
            for clause in rule.citations():
                incidents.setdefault(clause, set()).update(rule.incidents or ())
        return {name for name, known in incidents.items() if self.mine.case.incident in known or len(known) > 1}

    def _far(self, clause: Clause, alternative: Alternative, origin: Origin) -> int:
        """The usual ones last, those that stand near in the text first; the others as they come."""
        if origin != Origin.USUAL:
            return -1
        other = self.library.clauses[names[0]].section if (names := self.deciding(alternative.outcome)) else ""
        alike = takewhile(lambda pair: pair[0] == pair[1], zip(clause.section, other, strict=False))
        return 1000 - len(list(alike))


def _label(clause: Clause, quoted: bool) -> str:
    label = place(clause.section, clause.heading)
    if not quoted:
        return label
    words = " ".join(" … ".join(clause.quotes).split())
    return f"{label} : « {words if len(words) <= OPENING else words[:OPENING].rsplit(' ', 1)[0] + ' …'} »"


def _plain(quote: str) -> str:
    return " ".join(quote.split()).casefold()
