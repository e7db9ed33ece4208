"""A made-up ruleset put to the question: what tests of the semantics and of the questionnaire share."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from assistant.consultation.consultant import Consultant
from assistant.consultation.questionnaire import Position, Questionnaire
from assistant.decision.outcome import Outcome
from assistant.decision.state import State, judge
from assistant.engine.engines import Engine
from assistant.engine.network import network_of
from assistant.model import Library, Value
from tests.support.make import small

# DESIGN's example of the semantics: a win declared in a riichi tournament
EXAMPLE_FACTS = {
    "contexte": "tournoi amical | scope: contexte",
    "annonce": "ron tsumo",
    "furiten": "oui non | only_if: {annonce: ron}",
    "main_complete": "oui non",
    "victoire_valable": "oui non | otherwise: oui",
    "tuiles_montrees": "aucune deux-de-l-appel quelques-unes toutes",
    "victoire_d_un_autre": "oui non",
    "geste_delibere": "oui non",
}
EXAMPLE_RULES = {
    "bonne": """if: {incident: essai, victoire_valable: oui}
  then: {sanction: victoire-payee, donne: gagnee, est: reste}""",
    "annonce-vide": """if: {incident: essai, victoire_valable: non, tuiles_montrees: {in: [aucune, deux-de-l-appel]}}
  then: {sanction: main-morte, donne: continue}""",
    "montree": """if: {incident: essai, victoire_valable: non, tuiles_montrees: toutes}
  then: {sanction: chombo}""",
    "quelques-tuiles": """if: {incident: essai, victoire_valable: non, tuiles_montrees: quelques-unes}
  then: {silence: Le texte ne dit pas combien de tuiles font une main montrée.}""",
    "furiten": """if: {incident: essai, annonce: ron, furiten: oui}
  then: {fact: {victoire_valable: non}}""",
    "incomplete": """if: {incident: essai, main_complete: non}
  then: {fact: {victoire_valable: non}}""",
    "suite-chombo": """if: {sanction: chombo}
  then: {donne: redistribuee, est: reste}""",
    "suite-points": """if: {sanction: chombo, contexte: tournoi}
  then: {amount: {of: chombo, value: 20000, unit: points-de-tournoi, payer: joueur, payee: personne, moment: fin}}""",
    "chombo-annule": """if: {victoire_d_un_autre: oui}
  then: {sanction: aucune, donne: gagnee, est: reste}
  overrides: {sanction: chombo}""",
    "intention": """if: {incident: essai, victoire_valable: non, tuiles_montrees: toutes, geste_delibere: oui}
  then: {sanction: discretion, decides: {who: arbitre, text: De l'avertissement à l'exclusion.}}
  adds: true""",
}


class Court:
    """One incident of a made-up ruleset, asked directly."""

    def __init__(self, library: Library, ruleset: str = "alpha", incident: str = "essai"):
        self.library = library
        self.network = network_of(library, library.rulesets[ruleset], incident)
        self.engine = Engine(self.network)
        self.questionnaire = Questionnaire(library, self.engine)

    def judge(self, **facts: Value) -> State:
        return judge(self.library, self.engine, facts)

    def position(self, *contested: str, **facts: Value) -> Position:
        return self.questionnaire.position(facts, frozenset(contested))

    def question(self, *contested: str, **facts: Value) -> str | None:
        asked = self.position(*contested, **facts).question
        return asked.id if asked else None

    def outcome(self, **facts: Value) -> Outcome:
        state = self.judge(**facts)
        assert state.final, f"not final, waits for {sorted(state.needs)}"
        assert state.outcome is not None
        return state.outcome


def names(rules: object) -> set[str]:
    """Rule ids without their ruleset and family."""
    return {str(rule).rsplit(".", 1)[1] for rule in rules}  # type: ignore[attr-defined]


def numbers(outcome: Outcome) -> dict[str, tuple[int, ...] | None]:
    return {due.amount.sanction: due.numbers for due in outcome.dues}


def small_court(root: Path, facts: Mapping[str, str], rules: Mapping[str, str]) -> Court:
    return Court(small(root, facts, rules).library())


def consult(consultant: Consultant, incident: str, ruleset: str = "alpha", **facts: Value) -> dict[str, Any]:
    (document,) = consultant.consult([ruleset], {"incident": incident, **facts})["consultations"]
    return document


def questions(court: Court) -> list[tuple[str, dict[str, Value]]]:
    """Every question of every path, with the answers before it."""
    found: list[tuple[str, dict[str, Value]]] = []
    waiting: list[dict[str, Value]] = [{"contexte": "tournoi"}]
    while waiting:
        known = waiting.pop()
        asked = court.position(**known).question
        if asked is not None:
            found.append((asked.id, known))
            waiting.extend({**known, asked.id: value} for value in court.questionnaire.branches[asked.id])
    return found
