"""Steps, effects and warnings under conditions: said where they bear on the case, and with their condition where nobody knows."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

from assistant.consultation.consultant import Consultant
from assistant.consultation.document import RulingPart
from assistant.consultation.sentences import concerning
from assistant.model import Warn
from assistant.proof.prove import prove
from tests.support.make import INCIDENTS, SANCTIONS, small

FACTS = {
    "riichi": "oui non",
    "mise": "oui non | only_if: {riichi: oui}",
    "fois": "0..9",
    "vu": "lui tous personne",
}
RULES = {
    "un": """if: {incident: essai, riichi: oui, vu: {in: [lui, tous]}}
  then: {sanction: main-morte, donne: continue}
  steps:
    - Dites-le à la table.
    - {do: Rendez-lui sa mise., if: {mise: oui}}
    - {do: Remettez la tuile., if: {vu: lui}}
    - {do: Notez-le., if: {fois: {min: 2}}}
  warnings:
    - {kind: lacune, text: Le texte oublie qui l'a vue., if: {vu: tous}}
    - {kind: coquille, text: Une lettre manque.}""",
    "deux": """if: {incident: essai, riichi: oui, vu: personne, mise: oui}
  then: {sanction: avertissement, donne: continue}""",
    "trois": """if: {incident: essai, riichi: oui, vu: personne, mise: non}
  then: {sanction: aucune, donne: continue}""",
    "quatre": """if: {incident: essai, riichi: non, fois: {min: 2}}
  then: {sanction: main-morte, donne: continue}
  steps:
    - {do: Rendez-lui sa mise., if: {mise: oui}}""",
    "cinq": """if: {incident: essai, riichi: non, fois: {max: 1}}
  then: {sanction: aucune, donne: continue}""",
}
DEAD = "alpha: {name: main morte, effect: Le joueur ne gagne plus.}"
CONDITIONAL = """alpha:
      name: main morte
      effect:
        - Le joueur ne gagne plus.
        - {say: Il reprend sa mise., if: {mise: oui}}
        - {say: Il garde ses tuiles., if: {vu: lui}, unsure: "S'il l'a vue seul, il garde ses tuiles."}
      steps:
        - {do: Retournez sa main., if: {incident: essai, riichi: oui}}"""


def consultant(tmp_path: Path) -> Consultant:
    return Consultant(small(tmp_path, FACTS, RULES).replace(SANCTIONS, DEAD, CONDITIONAL).library())


def ruled(tmp_path: Path, **facts: str) -> RulingPart:
    (document,) = consultant(tmp_path).consult(["alpha"], {"incident": "essai", **facts})["consultations"]
    assert document["ruling"] is not None
    return document["ruling"]


def test_a_step_is_said_where_its_condition_holds(tmp_path: Path) -> None:
    ruling = ruled(tmp_path, riichi="oui", vu="lui", mise="oui", fois="2")
    assert ruling["steps"][:5] == [
        "Dites-le à la table.",
        "Rendez-lui sa mise.",
        "Remettez la tuile.",
        "Notez-le.",
        "Retournez sa main.",
    ]
    assert ruling["sanctions"][0]["effect"] == "Le joueur ne gagne plus. Il reprend sa mise. Il garde ses tuiles."


def test_a_step_is_not_said_where_the_answers_exclude_it(tmp_path: Path) -> None:
    ruling = ruled(tmp_path, riichi="oui", vu="tous", mise="non", fois="1")
    assert ruling["steps"][:2] == ["Dites-le à la table.", "Retournez sa main."]
    assert ruling["sanctions"][0]["effect"] == "Le joueur ne gagne plus."


def test_what_only_a_step_waits_for_is_asked_last(tmp_path: Path) -> None:
    facts = {"incident": "essai", "riichi": "oui", "vu": "tous"}
    (document,) = consultant(tmp_path).consult(["alpha"], facts)["consultations"]
    assert document["ruling"] is None
    assert document["question"] is not None
    assert document["question"]["fact"] == "mise"


def test_a_fact_that_an_incident_does_not_know_is_said_as_a_condition(tmp_path: Path) -> None:
    """The sanction is given in an incident of which no rule reads the fact: nobody is asked."""
    elsewhere = "if: {incident: autre}\n  then: {sanction: main-morte, donne: continue}"
    base = small(tmp_path, FACTS, {**RULES, "quatre": elsewhere})
    base.replace(SANCTIONS, DEAD, CONDITIONAL.replace("mise: oui", "vu: tous"))
    base.append(INCIDENTS, "- {id: autre, title: Un autre, help: Pour voir., words: [autre]}\n")
    (document,) = Consultant(base.library()).consult(["alpha"], {"incident": "autre"})["consultations"]
    assert document["ruling"] is not None
    effect = document["ruling"]["sanctions"][0]["effect"]
    assert effect == (
        "Le joueur ne gagne plus. Il reprend sa mise (seulement si le fait vu : tous). S'il l'a vue seul, il garde ses tuiles."
    )


def test_a_condition_has_what_lets_its_fact_make_sense(tmp_path: Path) -> None:
    """Without riichi there is no stake: that nobody asked for one leaves nothing open."""
    ruling = ruled(tmp_path, riichi="non", fois="3", vu="tous")
    assert not any("mise" in step for step in ruling["steps"])
    assert ruling["sanctions"][0]["effect"] == "Le joueur ne gagne plus."


def test_a_warning_is_shown_where_it_bears_on_the_decision(tmp_path: Path) -> None:
    told = {vu: ruled(tmp_path, riichi="oui", vu=vu, mise="oui", fois="1")["warnings"] for vu in ("lui", "tous")}
    warnings = {vu: [one["text"] for one in warnings] for vu, warnings in told.items()}
    assert "Une lettre manque." in warnings["lui"]
    assert "Le texte oublie qui l'a vue." not in warnings["lui"]
    assert "Le texte oublie qui l'a vue." in warnings["tous"]


def test_a_warning_about_what_the_incident_never_hears_of_stays_away(tmp_path: Path) -> None:
    """Unless it names the incident: then only the conditions that are known keep it away."""
    made = consultant(tmp_path)
    (lone, named), network = _warnings(made), made.questionnaire("alpha", "essai").engine.network
    unheard = SimpleNamespace(network=SimpleNamespace(incident="essai", facts={}), value=lambda fact: None)
    heard = SimpleNamespace(network=network, value=lambda fact: None)
    assert concerning(unheard, [lone, named]) == [named]  # type: ignore[arg-type]
    assert concerning(heard, [lone, named]) == [lone, named]  # type: ignore[arg-type]


def _warnings(made: Consultant) -> tuple[Warn, Warn]:
    lone = next(warn for rule in made.library.rules() for warn in rule.warnings if warn.bears.tests)
    return lone, lone._replace(bears=lone.bears._replace(incidents=frozenset({"essai"})))


def test_possibilities_that_differ_in_a_step_are_two(tmp_path: Path) -> None:
    """What is contested decides the same either way, and something else is to be done."""
    library = small(tmp_path, FACTS, RULES).library()
    facts = {"incident": "essai", "riichi": "oui", "vu": "non-etabli", "mise": "oui", "fois": "1"}
    (document,) = Consultant(library).consult(["alpha"], facts)["consultations"]
    steps = [possibility["ruling"]["steps"] for possibility in document["possibilities"]]
    assert len(steps) == 3
    assert sum("Remettez la tuile." in one for one in steps) == 1


def test_the_walk_tells_apart_what_only_a_step_reads(tmp_path: Path) -> None:
    library = small(tmp_path, FACTS, RULES).replace(SANCTIONS, DEAD, CONDITIONAL).library()
    proof = prove(library, workers=1)
    assert not [problem for walk in proof.walks for problem in walk.problems]
    ends = {node.said for walk in proof.walks for node in walk.nodes if node.outcome is not None}
    assert any("Rendez-lui sa mise." in said for said in ends)
