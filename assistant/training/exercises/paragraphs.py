"""The paragraphs that a ruling may be asked about: the section that decides, and sections that decide on another condition and not here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assistant.french import place
from assistant.model import Clause, Library
from assistant.training.exercises.defensible import Defensible
from assistant.training.exercises.ground import Ground
from assistant.training.exercises.origin import Origin
from assistant.training.exercises.reasons import Reasons
from assistant.training.exercises.ruling import Ruling
from assistant.training.exercises.stage import Asked, Part, Right, Wrong
from assistant.training.exercises.what_if import Given, Told, Way

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
        if ruling.mute or not clauses or not ruling.says():
            return None
        right = clauses[0]
        quote = " ".join(" … ".join(right.quotes).split())
        question = ONE_OF if ruling.outcome.readings else RESTS
        answer = Right(right.section, self._label(right), f"« {quote} »")
        return Asked(Part.PARAGRAPH, question, story, answer, list(self._wrong()), (right.id,))

    def sections(self, given: Given) -> dict[str, Clause]:
        """The sections that decide, each with its first clause."""
        found: dict[str, Clause] = {}
        for clause in deciding(self.library, Ruling(self.library, self.mine.ruleset, *given)):
            found.setdefault(clause.section, clause)
        return found

    def _wrong(self) -> Iterator[Wrong]:
        """The sections that decide otherwise on another condition, the nearest first."""
        seen: set[str] = set()
        for way in self.ways:
            there = Ruling(self.library, self.mine.ruleset, *way.given)
            if likewise(self.defensible.ruling, there):
                continue
            for section, clause in self.sections(way.given).items():
                if section in seen or self.defensible.section(section):
                    continue
                seen.add(section)
                ours = ", d'après notre lecture," if there.read() else ""
                why = f"ce paragraphe s'appliquerait{ours} {self.reasons.condition(way.changes)}"
                origin = Origin.FACT if len(way.changes) == 1 else Origin.SITUATION
                yield Wrong(section, self._label(clause), why, Ground(origin, way.changes, cites=(clause.id,)))

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


def deciding(library: Library, ruling: Ruling) -> Iterator[Clause]:
    """The clauses of what is decided: of the readings, else of the rules that give it, the ruling before what it adds."""
    outcome = ruling.outcome
    if outcome.readings:
        names = [clause for reading in outcome.readings for clause in reading.cites]
    else:
        giving = sorted(ruling.giving(lambda then: then.sanctions), key=lambda rule: not rule.is_ruling)
        names = [clause for rule in giving for clause in rule.cites]
    return (library.clauses[name] for name in dict.fromkeys(names))
