"""A consultation: facts in, the next question or the ruling out, as one document that every door serves."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from assistant.consultation.account import Account
from assistant.consultation.asking import open_rulings, question
from assistant.consultation.changes import answer
from assistant.consultation.deal import ended_by_others
from assistant.consultation.events import Judged, confirmed, judge_events
from assistant.consultation.exits import exit_of
from assistant.consultation.foresight import Differs, Foreseeing, questionnaire_of
from assistant.consultation.forks import Explorer, Leaf, Standing
from assistant.consultation.intake import Event, understand
from assistant.consultation.possibilities import Teller, apart, grouped
from assistant.consultation.questionnaire import Questionnaire
from assistant.consultation.sheet import citation, sheet
from assistant.consultation.silences import silence_help
from assistant.consultation.tiles import refuse_idle_tiles
from assistant.consultation.vocabulary import Origin, Status
from assistant.consultation.whole_case import whole
from assistant.decision.outcome import Outcome
from assistant.engine.engines import Engines
from assistant.errors import Hole
from assistant.graph.atlas import Atlas
from assistant.model import Library

if TYPE_CHECKING:
    from assistant.consultation.document import (
        CitationPart,
        ConsultationDocument,
        ConsultationPart,
        PossibilityPart,
        RulesetPart,
    )

FORMAT: Literal["arbitre/2"] = "arbitre/2"


def _status(asks: bool, disputed: bool, left: bool) -> Status:
    if asks:
        return Status.QUESTION
    if disputed:
        return Status.POSSIBILITIES
    return Status.EXIT if left else Status.RULING


class Decided(NamedTuple):
    """A case as it stands: all its ways, and its events as they are told."""

    engines: Engines  # with which it was judged
    standing: Standing
    judged: Sequence[Judged]


class Consultant:
    """Answers consultations from one library; whatever lies beside a ruling is read in the graph, where one is at hand."""

    def __init__(self, library: Library, atlas: Callable[[], Atlas | None] = lambda: None):
        self.library = library
        self.engines = Engines(library)
        self._atlas = atlas
        self._foreseeing: Foreseeing | None = None

    @property
    def beside(self) -> Engines:
        """Engines for what nobody is told as his ruling: they read the graph once it is there."""
        atlas = self._atlas()
        if atlas is None:
            return self.engines
        if self._foreseeing is None or self._foreseeing.atlas is not atlas:
            self._foreseeing = Foreseeing(self.engines, atlas)
        return self._foreseeing

    def consult(
        self, rulesets: Iterable[str], facts: Mapping[str, object], explain: bool = True
    ) -> ConsultationDocument:
        """One document for one or several rulesets; InputError when something in the facts is not understood."""
        names = list(dict.fromkeys(rulesets)) or list(self.library.rulesets)
        events = understand(self.library, names, facts).events
        for event in (event for event in events if event.tiles is not None):
            refuse_idle_tiles(self.library, self.engines, names, event)
        return {
            "format": FORMAT,
            "knowledge": self.library.version,
            "consultations": [self._case(name, events, explain) for name in names],
        }

    def questionnaire(self, ruleset: str, incident: str) -> Questionnaire:
        return questionnaire_of(self.library, self.beside, ruleset, incident)

    def forget(self, rulesets: Iterable[str], facts: Mapping[str, object], changed: str) -> list[str]:
        """After one answer was changed: the other answers that no longer matter in any of these rulesets."""
        names = list(rulesets)
        events = understand(self.library, names, facts).events
        courts = [judge_events(self.library, self.beside, ruleset, events) for ruleset in names]
        gone: list[str] = []
        for index, event in enumerate(events):
            name = changed.removeprefix(event.prefix)
            lost = [
                set(court[index].questionnaire.dropped(court[index].known, name, event.contested)) for court in courts
            ]
            told = [*event.told, *event.contested]
            gone.extend(event.prefix + other for other in told if all(other in one for one in lost))
        return [name for name in facts if name in gone]

    def _case(self, ruleset: str, events: list[Event], explain: bool) -> ConsultationPart:
        """All events of a case, each judged with what the others settle, and the ruling of the whole."""
        engines, standing, judged = self._decided(ruleset, events)
        ask, disputed = standing.ask, standing.ask is None and standing.ruled is None
        alone = len(events) == 1
        asked = ask.event if ask else len(events) + 1
        read = {name for one in judged for name in one.questionnaire.network.facts}
        parts = [
            Account(self.library, one, alone, standing.ruled is not None, read, ended).part(explain, one.event.number < asked)
            for one, ended in zip(judged, ended_by_others(self.library, ruleset, judged), strict=True)
        ]
        rulings = [part["ruling"] for part in parts if part["ruling"] is not None]
        left = exit_of(self.library, judged) if standing.ruled else None
        for one, part in zip(judged, parts, strict=True):
            if explain and part["ruling"] is not None and part["ruling"]["silences"]:
                part["ruling"]["silence_help"] = [silence_help(self.library, engines, one)]
        for index, part in enumerate(parts):
            if len({leaf.outcomes()[index] for leaf in standing.leaves}) > 1:
                part["ruling"] = None  # the ways differ in what they decide of it
        ruling = whole(self.library, judged, rulings) if standing.ruled and left is None else None
        if alone and ruling is not None:
            parts[0]["ruling"] = ruling
        return {
            "ruleset": self._ruleset(ruleset),
            "context": [
                answer(fact, judged[0].known[fact.id], Origin.CONTEXT) for fact in self.library.context_facts()
            ],
            "events": parts,
            "status": _status(ask is not None, disputed, left is not None),
            "question": question(self.library, ask.judged or judged, ask) if ask else None,
            "open": open_rulings(self.library, ask.judged[ask.event - 1]) if ask and ask.fact else [],
            "ruling": ruling,
            "exit": left,
            "possibilities": self._possibilities(standing.leaves) if disputed else [],
            "tree": Teller(self.library, standing.leaves).tree() if disputed else None,
            "disputed": self._disputed(ruleset) if disputed else None,
        }

    def _decided(self, ruleset: str, events: list[Event]) -> Decided:
        """Where a case stands, its events inferred; where the graph says something else, all of it is."""
        beside = self.beside
        try:
            return self._inferred(beside, ruleset, events)
        except (Differs, Hole) as difference:
            if beside is self.engines:
                raise
            found = self._inferred(self.engines, ruleset, events)
            logging.getLogger("arbitre").error(f"le graphe ne dit pas ce que dit le moteur, qui l'emporte : {difference}")
            return found

    def _inferred(self, engines: Engines, ruleset: str, events: list[Event]) -> Decided:
        """Where a case stands; each event that is told is inferred once, however it was judged before."""
        standing = Explorer(self.library, engines, ruleset).standing(events)
        judged = self._as_told(standing.ruled, events) if standing.ruled else standing.judged
        told = [confirmed(one) for one in judged]
        ask = standing.ask
        if ask is not None and ask.judged:
            asked = list(ask.judged)
            same = asked[ask.event - 1] == judged[ask.event - 1]
            asked[ask.event - 1] = told[ask.event - 1] if same else confirmed(asked[ask.event - 1])
            standing = standing._replace(ask=ask._replace(judged=asked))
        return Decided(engines, standing, told)

    @staticmethod
    def _as_told(ruled: Leaf, events: list[Event]) -> list[Judged]:
        """The events of a case that comes to the same in every way, with what was contested told as such."""
        return [one._replace(event=event) for one, event in zip(ruled.judged, events, strict=True)]

    def _possibilities(self, leaves: Sequence[Leaf]) -> list[PossibilityPart]:
        """Every ruling of the whole case, with the ways that lead there."""
        teller = Teller(self.library, leaves)
        groups = list(grouped(leaves).values())
        rulings = [
            whole(self.library, judged, [sheet(self.library, one.position.state) for one in judged])
            for judged in (same[0].widened() for same in groups)
        ]
        return [
            {"when": [[teller.way(way) for way in leaf.ways] for leaf in same], "apart": parted, "ruling": ruling}
            for same, parted, ruling in zip(groups, apart(rulings), rulings, strict=True)
        ]

    def _ruleset(self, name: str) -> RulesetPart:
        ruleset = self.library.rulesets[name]
        return {
            "id": ruleset.id,
            "title": ruleset.title,
            "short": ruleset.short,
            "edition": ruleset.edition,
            "newer": ruleset.newer,
        }

    def _disputed(self, ruleset: str) -> CitationPart | None:
        clause = self.library.rulesets[ruleset].disputed
        return citation(self.library, self.library.clauses[clause]) if clause else None

    def outcomes(self, ruleset: str, facts: Mapping[str, object]) -> tuple[Outcome, ...]:
        """What is decided of each event of a case; nothing while one of them is open or contested."""
        events = understand(self.library, [ruleset], facts).events
        ruled = self._decided(ruleset, events).standing.ruled
        return ruled.outcomes() if ruled else ()
