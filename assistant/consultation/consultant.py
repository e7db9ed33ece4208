"""A consultation: facts in, the next question or the ruling out, as one document that every door serves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from assistant.consultation.changes import WhyNot, answer
from assistant.consultation.events import Judged, judge_events, with_tiles
from assistant.consultation.intake import TILES, Event, understand
from assistant.consultation.questionnaire import NOT_ESTABLISHED, UNSETTLED, Position, Questionnaire, in_words
from assistant.consultation.sheet import citation, combined_sheet, sheet
from assistant.decision.outcome import Outcome
from assistant.decision.several import combined_slots
from assistant.decision.state import State
from assistant.engine.engines import Engines
from assistant.model import By, Fact, FactValue, Library, Value

if TYPE_CHECKING:
    from assistant.hands.facts import Tiles

FORMAT = "arbitre/2"

Document = dict[str, Any]


class Consultant:
    """Answers consultations from one library."""

    def __init__(self, library: Library):
        self.library = library
        self.engines = Engines(library)

    def consult(self, rulesets: Iterable[str], facts: Mapping[str, object], explain: bool = True) -> Document:
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

    def _case(self, ruleset: str, events: list[Event], explain: bool) -> Document:
        """All incidents of a case, each judged with what the earlier ones entail, then combined."""
        judged = judge_events(self.library, self.engines, ruleset, events)
        documents = [self._consult(ruleset, one, explain and len(events) == 1) for one in judged]
        states = [one.end for one in judged if one.end is not None]
        last = dict(documents[-1])
        last["events"] = documents if len(events) > 1 else []
        last["combined"] = None
        if len(events) > 1 and len(states) == len(events):
            outcomes = [state.outcome for state in states if state.outcome is not None]
            slots = combined_slots(self.library, ruleset, outcomes)
            players = [1 if event.by == By.SAME else 2 for event in events]
            last["combined"] = combined_sheet(self.library, states, players, slots)
        return last

    def _consult(self, ruleset: str, judged: Judged, explain: bool) -> Document:
        """The document of one incident."""
        event, questionnaire, position, known = judged.event, judged.questionnaire, judged.position, judged.known
        document: Document = {
            "ruleset": self._ruleset(ruleset),
            "incident": {"id": event.incident, "title": self.library.incidents[event.incident].title},
            "number": event.number,
            "by": event.by,
            "context": [answer(fact, known[fact.id], "contexte") for fact in self.library.context_facts()],
            "answers": self._answers(judged),
            "hand": judged.tiles.document() if judged.tiles else None,
            "overruled": self._overruled(questionnaire, event, judged.tiles),
            "ignored": [
                event.prefix + name
                for name in event.told
                if name not in questionnaire.network.facts and self.library.facts[name].scope != "contexte"
            ],
            "question": None,
            "open": [],
            "ruling": None,
            "possibilities": [],
            "disputed": None,
        }
        if position.question is not None:
            document["status"] = "question"
            document["question"] = self._question(questionnaire, position, event)
            document["open"] = self._open(questionnaire, position.state)
            return document
        if judged.end is None:
            document["status"] = "possibilities"
            document["possibilities"] = self._possibilities(questionnaire, position)
            document["disputed"] = self._disputed(ruleset)
            return document
        document["status"] = "ruling"
        ruling = sheet(self.library, judged.end)
        ruling["dispute_does_not_matter"] = bool(position.possibilities)
        if explain and judged.end.outcome is not None:
            changes = WhyNot(self.library, questionnaire, known, event.contested)
            ruling["unless"] = changes.unless(judged.end.outcome)
            ruling.update(changes.neighbours(judged.end.outcome))
        document["ruling"] = ruling
        return document

    def _overruled(self, questionnaire: Questionnaire, event: Event, tiles: Tiles | None) -> list[Document]:
        """What the tiles say where the referee says otherwise: her answer stands, and the sheet says so."""
        found: list[Document] = []
        for name, one in (tiles.facts() if tiles else {}).items():
            fact = self.library.facts[name]
            said = NOT_ESTABLISHED if name in event.contested else event.told.get(name)
            if said is None or said == one.value or name not in questionnaire.network.facts:
                continue
            found.append(
                {
                    "fact": name,
                    "key": self._key(event, fact),
                    "title": fact.title,
                    "said": in_words(fact, said),
                    "computed": fact.label(one.value),
                    "why": one.why,
                }
            )
        return found

    def _ruleset(self, name: str) -> dict[str, str]:
        ruleset = self.library.rulesets[name]
        return {key: getattr(ruleset, key) for key in ("id", "title", "short", "edition", "newer")}

    def _disputed(self, ruleset: str) -> Document | None:
        clause = self.library.rulesets[ruleset].disputed
        return citation(self.library, self.library.clauses[clause]) if clause else None

    def _possibilities(self, questionnaire: Questionnaire, position: Position) -> list[Document]:
        facts = self.library.facts
        return [
            {
                "when": [
                    [
                        answer(facts[name], value, "contested", questionnaire.label(facts[name], value))
                        for name, value in way
                    ]
                    for way in group.when
                ],
                "ruling": sheet(self.library, group.state),
            }
            for group in position.possibilities
        ]

    def _answers(self, judged: Judged) -> list[Document]:
        """What is known, in the order it was said, then what was derived and what is assumed."""
        event, questionnaire, position, known = judged.event, judged.questionnaire, judged.position, judged.known
        network, facts = questionnaire.network, self.library.facts
        computed = judged.tiles.facts() if judged.tiles else {}
        found: list[Document] = []
        for name in (name for name in known if name in network.facts and facts[name].scope != "contexte"):
            origin = "given" if name in event.told else "entailed" if name in judged.told else "computed"
            found.append(answer(facts[name], known[name], origin))
            if origin == "computed":
                found[-1] |= {
                    "why": computed[name].why,
                    "cites": list(computed[name].cites),
                    "note": computed[name].note,
                }
        found += [
            answer(facts[name], NOT_ESTABLISHED, "contested")
            for name in sorted(event.contested)
            if name in network.facts
        ]
        derived = sorted(position.state.run.derived.items())
        found += [answer(facts[name], value, "derived") for name, value in derived]
        if position.final:
            matter = {fact.id for fact in questionnaire.rare(known, event.contested)}
            found += [
                answer(facts[name], value, "assumed") for name, value in position.assumed.items() if name in matter
            ]
        return [{**one, "key": self._key(event, facts[one["fact"]])} for one in found]

    @staticmethod
    def _key(event: Event, fact: Fact) -> str:
        """The name under which an answer is given: prefixed where it belongs to one incident alone."""
        return fact.id if fact.scope != "faute" else event.prefix + fact.id

    def _question(self, questionnaire: Questionnaire, position: Position, event: Event) -> Document:
        """A question with its answers and why it is asked."""
        fact = position.question
        assert fact is not None
        return {
            "fact": fact.id,
            "key": self._key(event, fact),
            "title": fact.title,
            "question": fact.question,
            "help": fact.help,
            "answers": [self._choice(value) for value in fact.values],
            "number": {"min": fact.low, "max": fact.high, "unit": fact.unit} if fact.is_number else None,
            "tiles": (event.prefix + TILES) if fact.computed else None,
            "not_established": self._choice(UNSETTLED),
            "why": [
                {"value": value, "label": questionnaire.label(fact, value), "leaves": titles}
                for value, titles in questionnaire.leaves(position.state.run, fact)
            ],
        }

    @staticmethod
    def _choice(value: FactValue) -> Document:
        return {"value": value.id, "label": value.label, "help": value.help}

    def _open(self, questionnaire: Questionnaire, state: State) -> list[Document]:
        """The rulings still open and what each waits for."""
        run = state.run
        found = []
        for rule in questionnaire.possible_rulings(run):
            waits = [self.library.facts[test.fact].title for test in rule.tests if run.value(test.fact) is None]
            found.append({"rule": rule.id, "title": rule.title, "waits_for": waits, "cites": list(rule.cites)})
        return found

    def outcomes(self, ruleset: str, facts: Mapping[str, object]) -> tuple[Outcome, ...]:
        """What is decided of each incident of a case; nothing while one of them is open or contested."""
        events = understand(self.library, [ruleset], facts).events
        ends = [one.end for one in judge_events(self.library, self.engines, ruleset, events)]
        decided = tuple(end.outcome for end in ends if end is not None and end.outcome is not None)
        return decided if len(decided) == len(events) else ()
