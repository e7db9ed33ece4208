"""A consultation: facts in, the next question or the ruling out, as one document that every door serves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Literal

from assistant.consultation.changes import WhyNot, answer
from assistant.consultation.events import Judged, judge_events, with_tiles
from assistant.consultation.intake import TILES, Event, understand
from assistant.consultation.questionnaire import NOT_ESTABLISHED, UNSETTLED, Questionnaire, in_words
from assistant.consultation.sheet import citation, sheet
from assistant.consultation.vocabulary import Origin, Status
from assistant.consultation.whole_case import whole
from assistant.decision.outcome import Outcome
from assistant.engine.engines import Engines
from assistant.model import By, Fact, FactValue, Library, Scope, Value

if TYPE_CHECKING:
    from assistant.consultation.document import (
        ChoicePart,
        CitationPart,
        ConsultationDocument,
        ConsultationPart,
        EventPart,
        KnownPart,
        NumberPart,
        OpenPart,
        OverruledPart,
        PossibilityPart,
        QuestionPart,
        RulesetPart,
        RulingPart,
    )

FORMAT: Literal["arbitre/2"] = "arbitre/2"


class Consultant:
    """Answers consultations from one library."""

    def __init__(self, library: Library):
        self.library = library
        self.engines = Engines(library)

    def consult(
        self, rulesets: Iterable[str], facts: Mapping[str, object], explain: bool = True
    ) -> ConsultationDocument:
        """One document for one or several rulesets; InputError when something in the facts is not understood."""
        names = list(dict.fromkeys(rulesets)) or list(self.library.rulesets)
        events = understand(self.library, names, facts).events
        return {
            "format": FORMAT,
            "knowledge": self.library.version,
            "consultations": [self._case(name, events, explain) for name in names],
        }

    def questionnaire(self, ruleset: str, incident: str) -> Questionnaire:
        return Questionnaire(self.library, self.engines.engine(ruleset, incident))

    def forget(self, rulesets: Iterable[str], facts: Mapping[str, object], changed: str) -> list[str]:
        """After one answer was changed: the other answers that no longer matter in any of these rulesets."""
        names = list(rulesets)
        gone: list[str] = []
        for event in understand(self.library, names, facts).events:
            name = changed.removeprefix(event.prefix)
            lost = [
                set(questionnaire.dropped(self._known(questionnaire, event), name, event.contested))
                for questionnaire in (self.questionnaire(ruleset, event.incident) for ruleset in names)
            ]
            told = [*event.told, *event.contested]
            gone.extend(event.prefix + other for other in told if all(other in one for one in lost))
        return [name for name in facts if name in gone]

    def _known(self, questionnaire: Questionnaire, event: Event) -> dict[str, Value]:
        return with_tiles(self.library, questionnaire, event, event.told)[0]

    def _case(self, ruleset: str, events: list[Event], explain: bool) -> ConsultationPart:
        """All events of a case, each judged with what the earlier ones entail, and the ruling of the whole."""
        judged = judge_events(self.library, self.engines, ruleset, events)
        alone = len(events) == 1
        parts = [self._event(event, alone, explain and alone) for event in judged]
        rulings = [part["ruling"] for part in parts if part["ruling"] is not None]
        last = judged[-1]
        asks, open_fact = last.position.question is not None, last.end is None
        disputed = open_fact and not asks
        return {
            "ruleset": self._ruleset(ruleset),
            "context": [answer(fact, last.known[fact.id], Origin.CONTEXT) for fact in self.library.context_facts()],
            "events": parts,
            "status": Status.QUESTION if asks else Status.POSSIBILITIES if disputed else Status.RULING,
            "question": self._question(last) if asks else None,
            "open": self._open(last) if asks else [],
            "ruling": None if open_fact else whole(self.library, judged, rulings),
            "possibilities": self._possibilities(last) if disputed else [],
            "disputed": self._disputed(ruleset) if disputed else None,
        }

    def _event(self, judged: Judged, alone: bool, explain: bool) -> EventPart:
        """One event: what is known of it, and its ruling once a single one stands."""
        event, network = judged.event, judged.questionnaire.network
        return {
            "number": event.number,
            "label": "" if alone else self._label(event),
            "by": event.by,
            "incident": {"id": event.incident, "title": self.library.incidents[event.incident].title},
            "answers": self._answers(judged),
            "hand": judged.tiles.document() if judged.tiles else None,
            "overruled": self._overruled(judged),
            "ignored": [
                event.prefix + name
                for name in event.told
                if name not in network.facts and self.library.facts[name].scope != Scope.CONTEXT
            ],
            "ruling": self._ruling(judged, explain),
        }

    @staticmethod
    def _label(event: Event) -> str:
        """What tells an event from the others of its case."""
        whose = "même joueur" if event.by == By.SAME else "autre joueur"
        return f"Incident {event.number} ({whose})" if event.number > 1 else f"Incident {event.number}"

    def _ruling(self, judged: Judged, explain: bool) -> RulingPart | None:
        """The ruling of one event; explained with what would change it."""
        if judged.end is None:
            return None
        ruling = sheet(self.library, judged.end)
        ruling["dispute_does_not_matter"] = bool(judged.position.possibilities)
        if explain and judged.end.outcome is not None:
            changes = WhyNot(self.library, judged.questionnaire, judged.known, judged.event.contested)
            ruling["unless"] = changes.unless(judged.end.outcome)
            for side, rows in changes.neighbours(judged.end.outcome).items():
                ruling[side] = rows
        return ruling

    def _overruled(self, judged: Judged) -> list[OverruledPart]:
        """What the tiles say where the referee says otherwise: her answer stands, and the sheet says so."""
        event = judged.event
        overruled: list[OverruledPart] = []
        for name, computed in (judged.tiles.facts() if judged.tiles else {}).items():
            fact = self.library.facts[name]
            said = NOT_ESTABLISHED if name in event.contested else event.told.get(name)
            if said is None or said == computed.value or name not in judged.questionnaire.network.facts:
                continue
            overruled.append(
                {
                    "fact": name,
                    "key": self._key(event, fact),
                    "title": fact.title,
                    "said": in_words(fact, said),
                    "computed": fact.label(computed.value),
                    "why": computed.why,
                }
            )
        return overruled

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

    def _possibilities(self, judged: Judged) -> list[PossibilityPart]:
        """Every ruling that the contested facts leave possible, with the values that lead there."""
        facts, questionnaire = self.library.facts, judged.questionnaire
        return [
            {
                "when": [
                    [
                        answer(facts[name], value, Origin.CONTESTED, questionnaire.label(facts[name], value))
                        for name, value in way
                    ]
                    for way in group.when
                ],
                "ruling": sheet(self.library, group.state),
            }
            for group in judged.position.possibilities
        ]

    def _answers(self, judged: Judged) -> list[KnownPart]:
        """What is known, in the order it was said, then what was derived and what is assumed."""
        event, questionnaire, known = judged.event, judged.questionnaire, judged.known
        asked, facts = questionnaire.network.facts, self.library.facts
        answers: list[KnownPart] = []
        for name in (name for name in known if name in asked and facts[name].scope != Scope.CONTEXT):
            told = Origin.TOLD if name in event.told else Origin.ENTAILED if name in judged.told else Origin.COMPUTED
            answers.append(self._answer(judged, name, known[name], told))
        for name in sorted(event.contested & set(asked)):
            answers.append(self._answer(judged, name, NOT_ESTABLISHED, Origin.CONTESTED))
        for name, value in sorted(judged.position.state.run.derived.items()):
            answers.append(self._answer(judged, name, value, Origin.DERIVED))
        if judged.position.final:
            matter = {fact.id for fact in questionnaire.rare(known, event.contested)}
            for name, value in judged.position.assumed.items():
                if name in matter:
                    answers.append(self._answer(judged, name, value, Origin.ASSUMED))
        return answers

    def _answer(self, judged: Judged, name: str, value: Value, origin: Origin) -> KnownPart:
        """One answer; of a computed one, with what the tiles show."""
        fact = self.library.facts[name]
        computed = judged.tiles.facts()[name] if judged.tiles and origin is Origin.COMPUTED else None
        return {
            **answer(fact, value, origin),
            "key": self._key(judged.event, fact),
            "why": computed.why if computed else None,
            "cites": list(computed.cites) if computed else [],
            "note": computed.note if computed else None,
        }

    @staticmethod
    def _key(event: Event, fact: Fact) -> str:
        """The name under which an answer is told: prefixed where it belongs to one incident alone."""
        return fact.id if fact.scope != Scope.FAULT else event.prefix + fact.id

    def _question(self, judged: Judged) -> QuestionPart:
        """A question with its answers and why it is asked."""
        fact, questionnaire = judged.position.question, judged.questionnaire
        assert fact is not None and fact.question is not None
        return {
            "fact": fact.id,
            "key": self._key(judged.event, fact),
            "title": fact.title,
            "question": fact.question,
            "help": fact.help,
            "answers": [self._choice(value) for value in fact.values],
            "number": self._number(fact),
            "tiles": (judged.event.prefix + TILES) if fact.computed else None,
            "not_established": self._choice(UNSETTLED),
            "why": [
                {"value": value, "label": questionnaire.label(fact, value), "leaves": titles}
                for value, titles in questionnaire.leaves(judged.position.state.run, fact)
            ],
        }

    @staticmethod
    def _choice(value: FactValue) -> ChoicePart:
        return {"value": value.id, "label": value.label, "help": value.help}

    @staticmethod
    def _number(fact: Fact) -> NumberPart | None:
        if fact.low is None or fact.high is None:
            return None
        return {"min": fact.low, "max": fact.high, "unit": fact.unit or ""}

    def _open(self, judged: Judged) -> list[OpenPart]:
        """The rulings still open and what each waits for."""
        run = judged.position.state.run
        return [
            {
                "rule": rule.id,
                "title": rule.title,
                "waits_for": [
                    self.library.facts[test.fact].title for test in rule.tests if run.value(test.fact) is None
                ],
                "cites": list(rule.cites),
            }
            for rule in judged.questionnaire.possible_rulings(run)
        ]

    def outcomes(self, ruleset: str, facts: Mapping[str, object]) -> tuple[Outcome, ...]:
        """What is decided of each incident of a case; nothing while one of them is open or contested."""
        events = understand(self.library, [ruleset], facts).events
        ends = [one.end for one in judge_events(self.library, self.engines, ruleset, events)]
        decided = tuple(end.outcome for end in ends if end is not None and end.outcome is not None)
        return decided if len(decided) == len(events) else ()
