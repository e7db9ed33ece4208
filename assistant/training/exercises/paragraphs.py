"""The paragraphs that a ruling may be asked about: the section that decides, and sections that decide on another condition and not here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from assistant.french import place
from assistant.model import Clause, Library
from assistant.search.words import fold, idle, stem
from assistant.training.exercises.defensible import Defensible
from assistant.training.exercises.ground import Ground
from assistant.training.exercises.origin import Origin
from assistant.training.exercises.reasons import Reasons
from assistant.training.exercises.ruling import Ruling, decides
from assistant.training.exercises.stage import Asked, Part, Right, Wrong
from assistant.training.exercises.what_if import Told, Way, tells_another
from assistant.training.exercises.words import decision_words

ONE_OF, RESTS = "Lequel de ces paragraphes est en cause ?", "Sur quel paragraphe repose la décision ?"
OPENING = 110  # letters of a quotation among the answers


class Paragraphs:
    """The paragraphs of one ruling."""

    def __init__(self, library: Library, mine: Told, defensible: Defensible, reasons: Reasons, ways: Iterable[Way]):
        self.library = library
        self.mine = mine
        self.defensible = defensible
        self.reasons = reasons
        self.ways = ways

    def asked(self, story: tuple[str, ...]) -> Asked | None:
        """The question with its answers, or None where no clause decides."""
        ruling = self.defensible.ruling
        clauses = list(deciding(self.library, ruling))
        if ruling.mute or not clauses or not ruling.says() or meant_for_another(self.library, self.mine):
            return None
        right = clauses[0]
        quote = " ".join(" … ".join(right.quotes).split())
        question = ONE_OF if ruling.outcome.readings else RESTS
        answer = Right(right.section, self._label(right), f"« {quote} »")
        return Asked(Part.PARAGRAPH, question, story, answer, list(self._wrong()), (right.id,))

    def _wrong(self) -> Iterator[Wrong]:
        """The sections that decide otherwise on another condition, the nearest first."""
        seen: set[str] = set()
        for way in self.ways:
            there = Ruling(self.library, self.mine.ruleset, *way.given)
            if likewise(self.defensible.ruling, there):
                continue
            for clause in deciding(self.library, there):
                if clause.section in seen or self.defensible.section(clause.section):
                    continue
                if names_it(self.library, self.mine, self.defensible.ruling, clause):
                    continue
                seen.add(clause.section)
                ours = ", d'après notre lecture," if there.read() else ""
                why = f"ce paragraphe s'appliquerait{ours} {self.reasons.condition(way.changes)}"
                origin = Origin.FACT if len(way.changes) == 1 else Origin.SITUATION
                yield Wrong(clause.section, self._label(clause), why, Ground(origin, way.changes, cites=(clause.id,)))

    def _label(self, clause: Clause) -> str:
        label = place(clause.section, clause.heading)
        if self.mine.case.level > 1:
            return label
        words = " ".join(" … ".join(clause.quotes).split())
        return f"{label} : « {words if len(words) <= OPENING else words[:OPENING].rsplit(' ', 1)[0] + ' …'} »"


def likewise(mine: Ruling, there: Ruling) -> bool:
    """Whether another ruling decides the same, or as one of the readings does: this one could be said to rest on its paragraph too."""
    readings = [frozenset((one.then.player, sanction) for sanction in one.then.sanctions) for one in mine.outcome.readings]
    return bool(there.decision) and there.decision in (mine.decision, *readings)


def meant_for_another(library: Library, mine: Told) -> bool:
    """Whether the text has several readings and the story tells another event too: a paragraph on that one is « en cause » as well."""
    return bool(mine.given.outcome.readings) and tells_another(library, mine)


def names_it(library: Library, mine: Told, ruling: Ruling, clause: Clause) -> bool:
    """Whether a paragraph is headed by what the story, the incident, the decision or its rules speak of: it could be said to bear on it."""
    headed = _stems(re.sub(r"\(.*?\)", "", clause.heading).rsplit(",", 1)[-1])
    spoken = [
        *(text for _, text in mine.case.story),
        library.incidents[mine.case.incident].title,
        decision_words(library, ruling.decision, mine.ruleset) if ruling.decision else "",
        *(rule.title for rule in ruling.giving(decides)),
    ]
    return bool(headed) and headed <= _stems(" ".join(spoken))


def _stems(text: str) -> set[str]:
    """The words that say something, without their endings."""
    return {stem(word) for word in re.findall(r"\w+", text.lower()) if not idle(fold(word))}


def deciding(library: Library, ruling: Ruling) -> Iterator[Clause]:
    """The clauses of what is decided: of the readings, else of the rules that give it, the ruling before what it adds."""
    outcome = ruling.outcome
    if outcome.readings:
        names = [clause for reading in outcome.readings for clause in reading.cites]
    else:
        giving = sorted(ruling.giving(lambda then: then.sanctions), key=lambda rule: not rule.is_ruling)
        names = [clause for rule in giving for clause in rule.cites]
    return (library.clauses[name] for name in dict.fromkeys(names))
