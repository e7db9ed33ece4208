"""The paragraphs that a ruling may be asked about: the section that decides, and sections that decide on another condition and not here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from assistant.french import place
from assistant.model import Clause, Library, Value
from assistant.search.words import fold, idle, stem
from assistant.training.exercises.defensible import Defensible
from assistant.training.exercises.ground import Ground
from assistant.training.exercises.origin import Origin
from assistant.training.exercises.reasons import Reasons
from assistant.training.exercises.ruling import Ruling, decides, mentioned, punishes
from assistant.training.exercises.stage import Asked, Part, Right, Wrong
from assistant.training.exercises.what_if import Changes, Told, Way
from assistant.training.exercises.words import decision_words

RESTS = "Sur quel paragraphe repose la décision ?"
YES_OR_NO = {"oui", "non"}
HIDDEN_OR_NOT = {stem("caché"), stem("exposé")}
NUMBERED = re.compile(r",\s*\d+-\s*$")  # « Comment faire un Kong, 2- »
HOW = {stem("comment"), stem("faire")}  # of a heading that tells how something is done
MANY = 3  # incidents of which a clause can punish any fault
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
        """The question with its answers, or None where no clause decides, or several readings do: of those any paragraph near by is at issue."""
        ruling = self.defensible.ruling
        clauses = list(deciding(self.library, ruling))
        if ruling.mute or ruling.outcome.readings or not clauses or not ruling.says():
            return None
        right = clauses[0]
        quote = " ".join(" … ".join(right.quotes).split())
        answer = Right(right.section, self._label(right), f"« {quote} »")
        return Asked(Part.PARAGRAPH, RESTS, story, answer, list(self._wrong()), (right.id,))

    def _wrong(self) -> Iterator[Wrong]:
        """The sections that decide otherwise on another condition, the nearest first."""
        seen: set[str] = set()
        near: list[tuple[Changes, set[str]]] = []  # the sections that bear on this case too, on fewer conditions
        for way in self.ways:
            there = Ruling(self.library, self.mine.ruleset, *way.given)
            if bears_too(self.defensible, there):
                near.append((way.changes, {clause.section for clause in deciding(self.library, there)}))
                continue
            nearer = {one for changes, sections in near if set(changes) < set(way.changes) for one in sections}
            spared = not punishes(self.library, self.defensible.ruling.decision)
            for clause in heads(self.library, there) if spared else deciding(self.library, there):
                if not spared and clause.id in general(self.library, self.mine.ruleset):
                    continue
                if clause.section in seen | nearer or self.defensible.section(clause.section):
                    continue
                if self._given_before(clause) or names_it(self.library, self.mine, self.defensible.ruling, clause) or of_another(
                    self.library, {**self.mine.facts, **dict(way.changes)}, clause
                ):
                    continue
                seen.add(clause.section)
                ours = ", d'après notre lecture," if there.read() else ""
                why = f"ce paragraphe s'appliquerait{ours} {self.reasons.condition(way.changes)}"
                origin = Origin.FACT if len(way.changes) == 1 else Origin.SITUATION
                yield Wrong(clause.section, self._label(clause), why, Ground(origin, way.changes, cites=(clause.id,)))

    def _given_before(self, clause: Clause) -> bool:
        """Whether a paragraph speaks of what the story tells as given before: a hand that was declared dead."""
        known = self.library.sanctions
        return mentioned([word for one in self.defensible.already for word in known[one].named], clause.quotes)

    def _label(self, clause: Clause) -> str:
        label = place(clause.section, clause.heading)
        if self.mine.case.level > 1:
            return label
        words = " ".join(" … ".join(clause.quotes).split())
        return f"{label} : « {words if len(words) <= OPENING else words[:OPENING].rsplit(' ', 1)[0] + ' …'} »"


def general(library: Library, ruleset: str) -> frozenset[str]:
    """The clauses by which any fault can be punished at discretion: a scale, a warning for whatever is minor."""
    key = library.version, ruleset
    if key not in _general:
        by: dict[str, set[str]] = {}
        for rule in library.rulesets[ruleset].rules.values():
            if any(library.sanctions[one].discretion for one in rule.then.sanctions):
                for clause in rule.citations():
                    by.setdefault(clause, set()).update(rule.incidents or ())
        for other in [other for other in _general if other[0] != library.version]:
            del _general[other]
        _general[key] = frozenset(clause for clause, incidents in by.items() if len(incidents) >= MANY)
    return _general[key]


def bears_too(mine: Defensible, there: Ruling) -> bool:
    """Whether the paragraphs of another ruling could be said to bear on this case: they decide the same, are infringed, or leave any fault to the referee."""
    any_fault = there.discretion and punishes(mine.library, mine.ruling.decision)
    return any_fault or likewise(mine, there) or infringed(mine.library, mine.ruling, there)


def likewise(mine: Defensible, there: Ruling) -> bool:
    """Whether another ruling, or one of its readings, decides what could be said here too: this one could be said to rest on its paragraph."""
    readings = [frozenset((one.then.player, given) for given in one.then.sanctions) for one in there.outcome.readings]
    return any(said and mine.decision(said) for said in (there.decision, *readings))


def infringed(library: Library, mine: Ruling, there: Ruling) -> bool:
    """Whether a ruling on another condition allows what this one punishes or refuses.

    Its paragraph is the one that was infringed, or whose condition is not met, and bears on this case too.
    """
    if not there.decision or punishes(library, there.decision):
        return False
    return punishes(library, mine.decision) or (_wins(library, there) and not _wins(library, mine))


def _wins(library: Library, ruling: Ruling) -> bool:
    """Whether a win is valid."""
    return any(library.sanctions[sanction].wins for _, sanction in ruling.decision)


def of_another(library: Library, facts: Mapping[str, Value], clause: Clause) -> bool:
    """Whether a paragraph is headed by another sort of thing than the one told: an exposed kong where this one is concealed, a kong where it is a pung.

    A rule that decides of all sorts alike cites a paragraph for each.
    """
    headed = _stems(clause.heading)
    for name, value in facts.items():
        known = library.facts[name].values if name in library.facts else ()
        labels = {one.id: _stems(one.label) - YES_OR_NO for one in known}
        mine = labels.pop(str(value), frozenset())
        for theirs in labels.values():
            kin = headed & theirs & mine or len(theirs) == len(mine) == 1
            if kin and headed & (theirs - mine) and not headed & (mine - theirs):
                return True
    return False


def names_it(library: Library, mine: Told, ruling: Ruling, clause: Clause) -> bool:
    """Whether a paragraph is headed by what the story, the incident, the decision or its rules speak of: it could be said to bear on it."""
    headed = _stems(NUMBERED.sub("", re.sub(r"\(.*?\)", "", clause.heading)).rsplit(",", 1)[-1]) - HOW
    spoken = [
        *(text for _, text in mine.case.story),
        library.incidents[mine.case.incident].title,
        decision_words(library, ruling.decision, mine.ruleset) if ruling.decision else "",
        *(rule.title for rule in ruling.giving(decides)),
    ]
    known = library.sanctions
    given = [known[sanction] for _, sanction in ruling.decision]
    if not punishes(library, ruling.decision):
        given += [one for one in known.values() if one.vanishes]  # nobody is punished here either
    if mentioned([word for one in given for word in one.named], (*clause.quotes, clause.heading)):
        return True  # it gives this very decision
    told = _stems(" ".join(spoken))
    return (bool(headed) and headed <= told) or _beside(library, clause, told) or _opposed(_stems(clause.heading), told)


def _opposed(headed: frozenset[str], told: frozenset[str]) -> bool:
    """Whether a paragraph is headed by what is exposed where all that is told is concealed, or the other way round."""
    there, here = (HIDDEN_OR_NOT & words for words in (headed, told))
    return len(there) == len(here) == 1 and there != here


def _beside(library: Library, clause: Clause, told: frozenset[str]) -> bool:
    """Whether the same section has a heading of its own for what is told: one yaku is contested, and this is the heading of another."""
    headings = _headings(library)[clause.source, clause.section] - {clause.heading}
    last = [_stems(one.rsplit(",", 1)[-1]) for one in headings if "," in one]
    return any(one and one <= told for one in last)


_general: dict[tuple[str, str], frozenset[str]] = {}  # by the version of the library, the last one only, and the ruleset
_known: dict[str, dict[tuple[str, str], frozenset[str]]] = {}  # by the version of the library: the last one only


def _headings(library: Library) -> dict[tuple[str, str], frozenset[str]]:
    """The headings of every section."""
    if library.version not in _known:
        _known.clear()
        found: dict[tuple[str, str], set[str]] = {}
        for clause in library.clauses.values():
            found.setdefault((clause.source, clause.section), set()).add(clause.heading)
        _known[library.version] = {key: frozenset(headings) for key, headings in found.items()}
    return _known[library.version]


@lru_cache(maxsize=5000)
def _stems(text: str) -> frozenset[str]:
    """The words that say something, without their endings."""
    return frozenset(stem(word) for word in re.findall(r"\w+", text.lower()) if not idle(fold(word)))


def deciding(library: Library, ruling: Ruling) -> Iterator[Clause]:
    """The clauses of what is decided: of the readings, else of the rules that give it, the ruling before what it adds."""
    return _clauses(library, ruling, lambda cites: cites)


def heads(library: Library, ruling: Ruling) -> Iterator[Clause]:
    """The clauses that decide: of each reading and each rule the one that it cites first. The others say what must be done, and who is not punished has done it."""
    return _clauses(library, ruling, lambda cites: cites[:1])


def _clauses(library: Library, ruling: Ruling, some: Callable[[Sequence[str]], Sequence[str]]) -> Iterator[Clause]:
    outcome = ruling.outcome
    if outcome.readings:
        names = [clause for reading in outcome.readings for clause in some(reading.cites)]
    else:
        giving = sorted(ruling.giving(lambda then: then.sanctions), key=lambda rule: not rule.is_ruling)
        names = [clause for rule in giving for clause in some(rule.cites)]
    return (library.clauses[name] for name in dict.fromkeys(names))
