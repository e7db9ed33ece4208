"""A consultation: facts in, the next question or the ruling out, as one document that every door serves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from assistant.engine import Engines
from assistant.gravity import HEAVIER, LIGHTER, SAME, UNORDERED, compare, why_unordered
from assistant.inference import State
from assistant.model import INCIDENT, Fact, Library, Value
from assistant.problem import InputError, listing, unknown
from assistant.questionnaire import NOT_ESTABLISHED, Position, Questionnaire
from assistant.ruling import citation, decision_line, sheet
from assistant.values import value_problem

FORMAT = "arbitre/1"
WHOLE_NUMBER = re.compile(r"-?[0-9]{1,9}")


class Consultant:
    """Answers consultations from one library."""

    def __init__(self, library: Library):
        self.library = library
        self.engines = Engines(library)

    def consult(self, rulesets: Iterable[str], facts: Mapping[str, object], explain: bool = True) -> dict[str, Any]:
        """One document for one or several rulesets; InputError when something in the facts is not understood."""
        names = list(dict.fromkeys(rulesets)) or list(self.library.rulesets)
        incident, given, contested = self.understand(names, facts)
        return {
            "format": FORMAT,
            "knowledge": self.library.version,
            "consultations": [self._consult(name, incident, given, contested, explain) for name in names],
        }

    def questionnaire(self, ruleset: str, incident: str) -> Questionnaire:
        return Questionnaire(self.library, self.engines.engine(ruleset, incident))

    def understand(
        self, rulesets: Iterable[str], facts: Mapping[str, object]
    ) -> tuple[str, dict[str, Value], frozenset[str]]:
        """The incident, the facts as checked values with the context filled in, and the contested ones."""
        for ruleset in rulesets:
            if ruleset not in self.library.rulesets:
                raise InputError(unknown("règlement", ruleset, self.library.rulesets))
        incident = facts.get(INCIDENT)
        if incident is None:
            raise InputError(f"Dites l'incident : incident=… Connus : {listing(self.library.incidents, 40)}.")
        if incident not in self.library.incidents:
            raise InputError(unknown("incident", incident, self.library.incidents))
        for ruleset in rulesets:
            possible = self.library.incidents[str(incident)].rulesets
            if ruleset not in possible:
                raise InputError(
                    f"L'incident « {incident} » ne se produit pas en {ruleset} ; règlements où il se produit : {listing(possible)}."
                )
        given: dict[str, Value] = {fact.id: fact.values[0].id for fact in self.library.context_facts()}
        contested: set[str] = set()
        for name, raw in facts.items():
            if name == INCIDENT:
                continue
            if name not in self.library.facts:
                raise InputError(unknown("fait", name, self.library.facts))
            fact = self.library.facts[name]
            if raw == NOT_ESTABLISHED and fact.scope != "contexte":
                contested.add(name)
                continue
            given[name] = self._value(fact, raw)
        return str(incident), given, frozenset(contested)

    def forget(self, rulesets: Iterable[str], facts: Mapping[str, object], changed: str) -> list[str]:
        """After one answer was changed: the other answers that no longer matter in any of these rulesets."""
        names = list(rulesets)
        incident, given, contested = self.understand(names, facts)
        gone = [set(self.questionnaire(name, incident).dropped(given, changed, contested)) for name in names]
        return [name for name in facts if all(name in one for one in gone)]

    def _value(self, fact: Fact, raw: object) -> Value:
        value: Value = raw if isinstance(raw, (int, str)) and not isinstance(raw, bool) else str(raw)
        if fact.is_number and isinstance(value, str) and WHOLE_NUMBER.fullmatch(value):
            value = int(value)
        problem = value_problem(fact, value)
        if problem:
            raise InputError(
                f"{fact.id} : {problem}"
                + ("" if fact.scope == "contexte" else f" « {NOT_ESTABLISHED} » est toujours permis.")
            )
        return value

    def _consult(
        self, ruleset: str, incident: str, given: dict[str, Value], contested: frozenset[str], explain: bool
    ) -> dict[str, Any]:
        questionnaire = self.questionnaire(ruleset, incident)
        position = questionnaire.position(given, contested)
        document: dict[str, Any] = {
            "ruleset": self._ruleset(ruleset),
            "incident": {"id": incident, "title": self.library.incidents[incident].title},
            "context": [self._answer(fact, given[fact.id], "contexte") for fact in self.library.context_facts()],
            "answers": self._answers(questionnaire, position, given, contested),
            "ignored": [
                name
                for name in given
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
            document["question"] = self.question(questionnaire, position)
            document["open"] = self._open(questionnaire, position.state)
        elif len(position.possibilities) > 1:
            document["status"] = "possibilities"
            document["possibilities"] = [
                {
                    "when": [[self._possible(questionnaire, name, value) for name, value in way] for way in group.when],
                    "ruling": sheet(self.library, group.state),
                }
                for group in position.possibilities
            ]
            document["disputed"] = self._disputed(ruleset)
        else:
            document["status"] = "ruling"
            ruling = sheet(self.library, position.state)
            ruling["dispute_does_not_matter"] = bool(position.possibilities)
            if explain:
                ruling["unless"] = self._unless(questionnaire, given, contested)
                ruling.update(self._whynot(questionnaire, position.state, given, contested))
            document["ruling"] = ruling
        return document

    def _ruleset(self, name: str) -> dict[str, str]:
        ruleset = self.library.rulesets[name]
        return {
            "id": name,
            "title": ruleset.title,
            "short": ruleset.short,
            "edition": ruleset.edition,
            "newer": ruleset.newer,
        }

    def _disputed(self, ruleset: str) -> dict[str, Any] | None:
        clause = self.library.rulesets[ruleset].disputed
        return citation(self.library, self.library.clauses[clause]) if clause else None

    def _answer(self, fact: Fact, value: Value, origin: str) -> dict[str, Any]:
        return {"fact": fact.id, "title": fact.title, "value": value, "label": fact.label(value), "origin": origin}

    def _possible(self, questionnaire: Questionnaire, name: str, value: Value) -> dict[str, Any]:
        """One value of a contested fact."""
        fact = self.library.facts[name]
        return {**self._answer(fact, value, "contested"), "label": questionnaire.label(fact, value)}

    def _answers(
        self, questionnaire: Questionnaire, position: Position, given: Mapping[str, Value], contested: frozenset[str]
    ) -> list[dict[str, Any]]:
        """What is known, in the order it was said, then what was derived and what is assumed."""
        network = questionnaire.network
        facts = self.library.facts
        found = [
            self._answer(facts[name], value, "given")
            for name, value in given.items()
            if name in network.facts and facts[name].scope != "contexte"
        ]
        found += [
            {
                "fact": name,
                "title": facts[name].title,
                "value": NOT_ESTABLISHED,
                "label": "Non établi",
                "origin": "contested",
            }
            for name in sorted(contested)
            if name in network.facts
        ]
        found += [
            self._answer(facts[name], value, "derived") for name, value in sorted(position.state.run.derived.items())
        ]
        if position.final:
            matter = {fact.id for fact in questionnaire.rare(given, contested)}
            found += [
                self._answer(facts[name], value, "assumed")
                for name, value in position.assumed.items()
                if name in matter
            ]
        return found

    def question(self, questionnaire: Questionnaire, position: Position) -> dict[str, Any]:
        """A question with its answers and why it is asked."""
        fact = position.question
        assert fact is not None
        answers = [{"value": value.id, "label": value.label, "help": value.help} for value in fact.values]
        return {
            "fact": fact.id,
            "title": fact.title,
            "question": fact.question,
            "help": fact.help,
            "answers": answers,
            "number": {"min": fact.low, "max": fact.high, "unit": fact.unit} if fact.is_number else None,
            "not_established": NOT_ESTABLISHED,
            "why": self._why(questionnaire, position.state, fact),
        }

    def _why(self, questionnaire: Questionnaire, state: State, fact: Fact) -> list[dict[str, Any]]:
        """For each answer the rulings it would leave open."""
        run = state.run
        rulings = questionnaire.possible_rulings(run)
        found = []
        for value in questionnaire.branches[fact.id]:
            left = questionnaire._left(run, rulings, fact.id, value)
            titles = list(dict.fromkeys(rule.title for rule in rulings if rule.given in left))
            found.append({"value": value, "label": questionnaire.label(fact, value), "leaves": titles})
        return found

    def _open(self, questionnaire: Questionnaire, state: State) -> list[dict[str, Any]]:
        """The rulings still open and what each waits for."""
        run = state.run
        found = []
        for rule in questionnaire.possible_rulings(run):
            waits = [self.library.facts[test.fact].title for test in rule.tests if run.value(test.fact) is None]
            found.append({"rule": rule.id, "title": rule.title, "waits_for": waits, "cites": list(rule.cites)})
        return found

    def _unless(
        self, questionnaire: Questionnaire, given: Mapping[str, Value], contested: frozenset[str]
    ) -> list[dict[str, Any]]:
        """What each assumed circumstance would change, were it otherwise."""
        found = []
        for fact in questionnaire.rare(given, contested):
            for value in questionnaire.branches[fact.id]:
                if value != fact.usual:
                    found.append(
                        {
                            **self._answer(fact, value, "unless"),
                            **self._then(questionnaire, {**given, fact.id: value}, contested),
                        }
                    )
        return found

    def _then(
        self, questionnaire: Questionnaire, facts: Mapping[str, Value], contested: frozenset[str]
    ) -> dict[str, Any]:
        """What would follow from these facts: a decision, or the question that would come."""
        position = questionnaire.position(facts, contested)
        if position.question is not None:
            return {"decision": None, "asks": position.question.question}
        outcome = position.state.outcome
        if outcome is None or len(position.possibilities) > 1:
            return {"decision": None, "asks": None}
        return {"decision": decision_line(self.library, questionnaire.network.ruleset, outcome), "asks": None}

    def _whynot(
        self, questionnaire: Questionnaire, state: State, given: Mapping[str, Value], contested: frozenset[str]
    ) -> dict[str, list[dict[str, Any]]]:
        """Each single answer that, changed alone, makes the ruling lighter, heavier, or not comparable."""
        found: dict[str, list[dict[str, Any]]] = {"lighter": [], "heavier": [], "unordered": [], "would_ask": []}
        assert state.outcome is not None
        for name, old in given.items():
            fact = self.library.facts[name]
            if name not in questionnaire.network.facts or fact.scope == "contexte" or fact.derived:
                continue
            for value in questionnaire.branches[name]:
                if value == old or (fact.is_number and _same_interval(questionnaire.branches[name], value, old)):
                    continue
                changed = {**given, name: value}
                position = questionnaire.position(changed, contested)
                entry = {**self._answer(fact, value, "changed"), **self._then(questionnaire, changed, contested)}
                other = position.state.outcome
                if position.question is not None:
                    found["would_ask"].append(entry)
                elif other is not None and len(position.possibilities) <= 1:
                    how = compare(self.library, state.outcome, other)
                    if how != SAME:
                        entry["because"] = self._reason(state, other) if how == UNORDERED else None
                        found[{LIGHTER: "lighter", HEAVIER: "heavier", UNORDERED: "unordered"}[how]].append(entry)
        return found

    def _reason(self, state: State, other: Any) -> str | None:
        assert state.outcome is not None
        for first in state.outcome.sanction_ids():
            for second in other.sanction_ids():
                why = why_unordered(self.library, first, second)
                if why:
                    return why
        return None


def _same_interval(branches: tuple[Value, ...], value: Value, old: Value) -> bool:
    starts = [start for start in branches if isinstance(start, int) and isinstance(old, int) and start <= old]
    return bool(starts) and max(starts) == value
