"""The command `arbitre ask`: a short questionnaire in the terminal, then the ruling sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from assistant.consult import Consultant
from assistant.french import typeset
from assistant.library import load
from assistant.model import INCIDENT
from assistant.problem import InputError
from assistant.questionnaire import NOT_ESTABLISHED
from assistant.sheettext import consultation_text

Ask = Callable[[str], str]

HELP = "numéro de la réponse ; « ? » pourquoi cette question ; « r » revoir une réponse ; « q » quitter"


class Quit(Exception):
    """The user wants to stop."""


def ask(read: Ask | None = None) -> int:
    """Ask until a ruling can be read out; then offer to change one answer."""
    dialogue = Dialogue(Consultant(load()), read or input)
    try:
        dialogue.run()
    except Quit:
        print("Au revoir.")
    except EOFError as error:
        raise InputError(
            "l'entrée s'est arrêtée avant la décision ; répondez par un numéro, ou « q » pour quitter"
        ) from error
    return 0


class Dialogue:
    """One case told in the terminal."""

    def __init__(self, consultant: Consultant, read: Ask):
        self.consultant = consultant
        self.library = consultant.library
        self.read = read
        self.ruleset = ""
        self.facts: dict[str, object] = {}

    def choose(self, title: str, labels: Sequence[str], extra: str = "") -> int | str:
        """A number from a list, or one of the extra letters."""
        print(f"\n{typeset(title)}")
        for index, label in enumerate(labels, 1):
            print(typeset(f"  {index}. {label}"))
        while True:
            answer = self.read("> ").strip().lower()
            if answer == "q":
                raise Quit
            if answer and answer in extra:
                return answer
            if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(labels):
                return int(answer) - 1
            print(
                typeset(
                    f"« {answer} » n'est pas une réponse ; tapez un numéro de 1 à {len(labels)}"
                    + (f", ou {', '.join(extra)}" if extra else "")
                    + ", ou q pour quitter."
                )
            )

    def run(self) -> None:
        rulesets = list(self.library.rulesets.values())
        self.ruleset = rulesets[
            int(self.choose("Quel règlement ?", [f"{one.title}, {one.edition}" for one in rulesets]))
        ].id
        for fact in self.library.context_facts():
            self.facts[fact.id] = fact.values[
                int(self.choose(fact.question or fact.title, [value.label for value in fact.values]))
            ].id
        incidents = self.library.incidents_of(self.ruleset)
        self.facts[INCIDENT] = incidents[int(self.choose("Que s'est-il passé ?", [one.title for one in incidents]))].id
        while True:
            (document,) = self.consultant.consult([self.ruleset], self.facts)["consultations"]
            if document["status"] == "question":
                self.question(document)
                continue
            print("\n" + consultation_text(document) + "\n")
            if self.choose("Et maintenant ?", ["Terminer", "Changer une réponse"]) == 0:
                return
            self.change(document)

    def question(self, document: dict[str, Any]) -> None:
        """One question; its answer goes into the facts."""
        question = document["question"]
        fact = question["key"]
        if question["help"]:
            print(f"\n{typeset(question['help'])}", end="")
        if question["number"]:
            self.facts[fact] = self.number(question)
            return
        answers = [*question["answers"], {"value": NOT_ESTABLISHED, "label": "Non établi (parole contre parole)"}]
        if question["tiles"]:
            print(typeset("\n« t » pour entrer les tuiles, qui peuvent y répondre."), end="")
        letters = "?rt" if question["tiles"] else "?r"
        picked = self.choose(question["question"], [answer["label"] for answer in answers], letters)
        if picked == "?":
            self.why(question)
        elif picked == "t":
            self.tiles(question["tiles"])
        elif picked == "r":
            self.change(document)
        else:
            self.facts[fact] = answers[int(picked)]["value"]

    def number(self, question: dict[str, Any]) -> object:
        bounds = question["number"]
        print(
            typeset(
                f"\n{question['question']} (de {bounds['min']} à {bounds['max']} {bounds['unit']}, « n » si ce n'est pas établi)"
            )
        )
        while True:
            answer = self.read("> ").strip().lower()
            if answer == "q":
                raise Quit
            if answer == "n":
                return NOT_ESTABLISHED
            if answer.isascii() and answer.isdigit() and bounds["min"] <= int(answer) <= bounds["max"]:
                return int(answer)
            print(typeset(f"« {answer} » n'est pas un nombre de {bounds['min']} à {bounds['max']}."))

    def tiles(self, key: str) -> None:
        """The hand as one line; what makes no hand is said, and the question comes again."""
        print(typeset("\nLes tuiles, par exemple 2233344456m 678p +3m ecarts:6m ron"))
        line = self.read("> ").strip()
        try:
            self.consultant.consult([self.ruleset], {**self.facts, key: line})
        except InputError as error:
            print(typeset(str(error)))
        else:
            self.facts[key] = line

    def why(self, question: dict[str, Any]) -> None:
        print("\nCe que chaque réponse laisse possible :")
        for way in question["why"]:
            print(typeset(f"  {way['label']} : {' / '.join(way['leaves']) or 'rien de plus'}"))

    def change(self, document: dict[str, Any]) -> None:
        """Change one answer; the others stay while they matter, and what falls is said."""
        given = [
            answer
            for answer in document["answers"]
            if answer["origin"] in ("given", "computed", "contested", "assumed")
        ]
        if not given:
            print("Aucune réponse à revoir.")
            return
        picked = given[
            int(self.choose("Quelle réponse ?", [f"{answer['title']} : {answer['label']}" for answer in given]))
        ]
        fact = self.library.facts[picked["fact"]]
        values = [*((value.id, value.label) for value in fact.values), (NOT_ESTABLISHED, "Non établi")]
        self.facts[fact.id] = values[int(self.choose(fact.question or fact.title, [label for _, label in values]))][0]
        for name in self.consultant.forget([self.ruleset], self.facts, fact.id):
            print(
                typeset(
                    f"Ne compte plus : {self.library.facts[name].title} : {self.library.facts[name].label(self.facts.pop(name))}"
                )
            )
