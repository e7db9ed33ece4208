"""All that a text leaves open, for those who could close it: the atlas of silences.

It is read off the rules, the remarks on clauses, the judgements and the statuses as they are loaded. The written cases, each put to
the engine once, say where it is met; what the other texts say of the same facts is told as beside any silence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, cast

from assistant.consultation.agenda_document import Kind
from assistant.consultation.allowed import RIGHTS
from assistant.consultation.asking import judgement
from assistant.consultation.cases import each
from assistant.consultation.events import Judged
from assistant.consultation.foresight import foreseeing
from assistant.consultation.sentences import concerning
from assistant.consultation.silences import elsewhere
from assistant.decision.words import headline
from assistant.engine.engines import Engines
from assistant.errors import Hole
from assistant.french import enumerate_words, lower_first, place, sentence
from assistant.model import INCIDENT, Case, Clause, Fact, Library, Reading, Rule, Ruleset, Sets, Warn, WarnKind
from assistant.store import cache, making

if TYPE_CHECKING:
    from assistant.consultation.agenda_document import (
        AgendaDocument,
        AgendaPart,
        FamilyOpeningsPart,
        LookedAtPart,
        MetPart,
        OpeningPart,
    )
    from assistant.consultation.guidance import OtherTextPart

KIND = "agenda"  # under which it is kept
NAMES = {
    Kind.SILENCE: ("Silence", "silences"),
    Kind.CONTRADICTION: ("Contradiction", "contradictions"),
    Kind.OPEN_WORD: ("Mot ouvert", "mots ouverts"),
    Kind.DISCRETION: ("Choix laissé", "choix laissés"),
    Kind.WRONG_REFERENCE: ("Renvoi erroné", "renvois erronés"),
}
REMARKS = {
    WarnKind.GAP: Kind.SILENCE,
    WarnKind.CONTRADICTION: Kind.CONTRADICTION,
    WarnKind.AMBIGUITY: Kind.OPEN_WORD,
    WarnKind.WRONG_REFERENCE: Kind.WRONG_REFERENCE,
}
NOT_MET = "Sans incident"
NO_CASE = "Aucun cas écrit ne le rencontre."


class Meeting(NamedTuple):
    """A written case as it is judged, and the rules that stand in it."""

    case: Case
    judged: Judged
    standing: frozenset[str]


class Opening(NamedTuple):
    """One thing that is left open, with how a case that meets it is known."""

    kind: Kind
    title: str
    text: str
    clauses: tuple[str, ...]
    rules: tuple[Rule, ...]
    meets: Callable[[Meeting], bool]
    readings: tuple[Reading, ...] = ()
    forbidden: bool = False
    incidents: frozenset[str] = frozenset()  # those to which a rule ties it

    @property
    def same(self) -> tuple[object, ...]:
        """What two openings have in common that are one, said by several rules."""
        return (self.kind, self.text, tuple(reading.text for reading in self.readings), self.forbidden)


def agenda(library: Library, engines: Engines, rulesets: Iterable[str]) -> AgendaDocument:
    """What each of these rulesets leaves open."""
    return {
        "knowledge": library.version,
        "atlases": [Atlas(library, engines, library.rulesets[name]).part() for name in rulesets],
    }


def kept(library: Library) -> AgendaDocument | None:
    """What every ruleset of exactly this knowledge leaves open, if it was kept."""
    return cast("AgendaDocument | None", cache.kept(KIND, library.version, dict))


def kept_or_made(library: Library) -> AgendaDocument:
    """The same, made and kept where it was not."""
    return making.kept_or_made(
        KIND, library.version, lambda: kept(library), lambda: agenda(library, foreseeing(library), library.rulesets)
    )


def of_ruleset(document: AgendaDocument, ruleset: str) -> AgendaDocument:
    """The part of one ruleset."""
    return {**document, "atlases": [one for one in document["atlases"] if one["ruleset"] == ruleset]}


def counted(families: Iterable[FamilyOpeningsPart]) -> str:
    """How many of each kind, in words."""
    kinds = Counter(opening["kind"] for family in families for opening in family["openings"])
    names = {kind: NAMES[kind][1] if number > 1 else lower_first(NAMES[kind][0]) for kind, number in kinds.items()}
    return enumerate_words(f"{kinds[kind]} {names[kind]}" for kind in Kind if kind in kinds)


def precising(library: Library, ruleset: str, opening: OpeningPart) -> list[str]:
    """How each rule that leaves it open becomes a precision of a supplement: one step of the command line."""
    if opening["kind"] is Kind.WRONG_REFERENCE or library.rulesets[ruleset].supplements:
        return []
    return [f"arbitre new precision {rule} --supplement FICHIER" for rule in opening["rules"]]


class Atlas:
    """What one ruleset leaves open."""

    def __init__(self, library: Library, engines: Engines, ruleset: Ruleset):
        self.library = library
        self.engines = engines
        self.ruleset = ruleset
        self._elsewhere: dict[str, list[OtherTextPart]] = {}

    def part(self) -> AgendaPart:
        """All of it, by family and kind."""
        meetings = list(self._meetings())
        families: dict[str, list[OpeningPart]] = {name: [] for name in (*self.library.families, "")}
        openings = sorted(_merged(self.openings()), key=lambda one: list(Kind).index(one.kind))
        for opening in openings:
            part = self._opening(opening, [one for one in meetings if opening.meets(one)])
            families[self._family(part)].append(part)
        every: list[FamilyOpeningsPart] = [
            {"id": name, "title": self.library.families[name].title if name else NOT_MET, "openings": parts}
            for name, parts in families.items()
            if parts
        ]
        return {
            "ruleset": self.ruleset.id,
            "title": self.ruleset.title,
            "edition": self.ruleset.edition,
            "counts": {kind: sum(one.kind is kind for one in openings) for kind in Kind},
            "families": every,
        }

    def openings(self) -> Iterator[Opening]:
        """Everything left open, as the knowledge has it."""
        rules = self.ruleset.rules.values()
        yield from chain.from_iterable(map(self._of_rule, rules))
        for clause in self.library.clauses.values():
            if clause.source in self.library.sources_of(self.ruleset.id):
                citing = tuple(rule for rule in rules if clause.id in rule.citations())
                yield from _of_clause(clause, citing)
        for fact in self.library.facts.values():
            reading = tuple(rule for rule in rules if fact.id in set(rule.reads()))
            if fact.is_judgement and reading:
                yield self._of_judgement(fact, reading)
        yield from chain.from_iterable(map(self._of_status, self.ruleset.sets))

    def _of_rule(self, rule: Rule) -> Iterator[Opening]:
        then, met, tied = rule.then, _stands((rule,)), rule.incidents or frozenset()
        bare = Opening(Kind.SILENCE, rule.title, "", tuple(rule.citations()), (rule,), met, incidents=tied)
        if then.silence:
            yield bare._replace(text=then.silence, forbidden=bool(rule.forbids))
        if then.readings:
            yield bare._replace(kind=Kind.CONTRADICTION, readings=then.readings)
        if then.decides:
            text = sentence(f"{self.library.players[then.decides.who].label} choisit : {then.decides.text}")
            yield bare._replace(kind=Kind.DISCRETION, text=text)
        for warn in rule.warnings:
            if warn.kind in REMARKS:
                yield bare._replace(kind=REMARKS[warn.kind], text=warn.text, meets=_bears(warn, (rule,)))

    def _of_judgement(self, fact: Fact, rules: tuple[Rule, ...]) -> Opening:
        """A word whose measure is left to whoever judges."""
        told = judgement(self.library, self.ruleset.id, fact)
        assert told is not None
        measures = tuple(one["id"] for one in told["citations"])
        text = f"{fact.question or fact.title} {told['text']}"
        return Opening(Kind.OPEN_WORD, fact.title, text, measures, rules, lambda meeting: fact.id in meeting.case.facts)

    def _of_status(self, sets: Sets) -> Iterator[Opening]:
        """What a status does not say of a right."""
        status = self.library.statuses[sets.status]

        def meets(meeting: Meeting) -> bool:
            outcome = meeting.judged.position.state.outcome
            given = outcome is not None and outcome.sanction_ids() & sets.sanctions
            return bool(given) and (sets.incidents is None or meeting.case.incident in sets.incidents)

        for right in sets.unsaid:
            text = f"Le texte ne dit pas si ce joueur peut encore {RIGHTS[right]}."
            yield Opening(Kind.SILENCE, status.title, text, sets.cites, (), meets)

    def _meetings(self) -> Iterator[Meeting]:
        """Every case of one event that this ruleset is expected to rule, the plainest first."""
        own = [case for case in self.library.cases.values() if self.ruleset.id in case.expect and not case.further]
        for case in sorted(own, key=lambda one: (one.varies is not None, len(one.facts))):
            try:
                (judged,) = each(self.library, self.engines, case, self.ruleset.id)
            except Hole:  # the proof tells what such a case lacks
                continue
            yield Meeting(case, judged, frozenset(judged.position.state.run.standing))

    def _opening(self, opening: Opening, meetings: list[Meeting]) -> OpeningPart:
        met = opening.incidents | {one.case.incident for one in meetings}
        names = [one for one in self.library.incidents_of(self.ruleset.id) if one.id in met]
        first = meetings[0] if meetings else None
        return {
            "kind": opening.kind,
            "title": opening.title,
            "text": opening.text,
            "readings": [{"text": one.text, "clauses": list(one.cites)} for one in opening.readings],
            "forbidden": opening.forbidden,
            "clauses": [_looked_at(self.library.clauses[name]) for name in opening.clauses],
            "rules": [rule.id for rule in opening.rules],
            "incidents": [{"id": one.id, "title": one.title} for one in names],
            "case": self._met(first) if first else None,
            "elsewhere": self._others(first) if first else [],
        }

    def _met(self, meeting: Meeting) -> MetPart:
        case, outcome = meeting.case, meeting.judged.position.state.outcome
        assert outcome is not None
        return {
            "id": case.id,
            "title": case.title,
            "incident": case.incident,
            "facts": {name: value for name, value in case.flat_facts().items() if name != INCIDENT},
            "decision": headline(self.library, self.ruleset.id, outcome),
        }

    def _others(self, meeting: Meeting) -> list[OtherTextPart]:
        """Told once for all that one case meets."""
        known = self._elsewhere.get(meeting.case.id)
        if known is None:
            known = self._elsewhere[meeting.case.id] = elsewhere(self.library, self.engines, meeting.judged)
        return known

    def _family(self, part: OpeningPart) -> str:
        """Under which family it stands: that of its case, else of the first incident it is tied to."""
        incident = part["case"]["incident"] if part["case"] else next((one["id"] for one in part["incidents"]), None)
        return self.library.incidents[incident].family if incident else ""


def _of_clause(clause: Clause, citing: tuple[Rule, ...]) -> Iterator[Opening]:
    for warn in clause.warnings:
        if warn.kind in REMARKS:
            title = place(clause.section, clause.heading)
            yield Opening(REMARKS[warn.kind], title, warn.text, (clause.id,), citing, _bears(warn, citing))


def _stands(rules: tuple[Rule, ...]) -> Callable[[Meeting], bool]:
    names = frozenset(rule.id for rule in rules)
    return lambda meeting: not names.isdisjoint(meeting.standing)


def _bears(warn: Warn, rules: tuple[Rule, ...]) -> Callable[[Meeting], bool]:
    """A remark is met where a rule that rests on it stands, and it bears on the case."""
    stands = _stands(rules)
    return lambda meeting: stands(meeting) and bool(concerning(meeting.judged.position.state.run, [warn]))


def _merged(openings: Iterable[Opening]) -> list[Opening]:
    """What several rules or clauses say in the same words is one opening, which any of their cases meets."""
    groups: dict[tuple[object, ...], list[Opening]] = {}
    for one in openings:
        groups.setdefault(one.same, []).append(one)
    return [_one(group) for group in groups.values()]


def _one(group: list[Opening]) -> Opening:
    clauses = tuple(dict.fromkeys(clause for one in group for clause in one.clauses))
    rules = tuple({rule.id: rule for one in group for rule in one.rules}.values())
    return group[0]._replace(
        clauses=clauses,
        rules=rules,
        meets=lambda meeting: any(one.meets(meeting) for one in group),
        incidents=frozenset().union(*(one.incidents for one in group)),
    )


def _looked_at(clause: Clause) -> LookedAtPart:
    return {"id": clause.id, "place": place(clause.section, clause.heading), "quotes": list(clause.quotes)}
