"""The command `arbitre ask`: a short questionnaire in the terminal, then the ruling sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from assistant.consultation.consultant import Consultant
from assistant.consultation.questionnaire import NOT_ESTABLISHED
from assistant.consultation.text import consultation_text
from assistant.errors import InputError
from assistant.french import typeset
from assistant.model import INCIDENT, Incident
from assistant.search.index import incident_index
from assistant.store.library import load

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
        self.facts[INCIDENT] = self.incident()
        while True:
            (document,) = self.consultant.consult([self.ruleset], self.facts)["consultations"]
            if document["status"] == "question":
                self.question(document)
                continue
            print("\n" + consultation_text(document) + "\n")
            if self.choose("Et maintenant ?", ["Terminer", "Changer une réponse"]) == 0:
                return
            self.change(document)

    def incident(self) -> str:
        """What happened: a family by number, or any words; then the incident."""
        incidents = self.library.incidents_of(self.ruleset)
        families = [
            family for family in self.library.families.values() if any(one.family == family.id for one in incidents)
        ]
        index = incident_index(self.library)
        found: list[Incident] = []
        while not found:
            print(typeset("\nQue s'est-il passé ? Un numéro de famille, ou vos mots (« a dit ron pour rien ») :"))
            for number, family in enumerate(families, 1):
                print(typeset(f"  {number}. {family.title}"))
            said = self.read("> ").strip()
            if said.lower() == "q":
                raise Quit
            if said.isascii() and said.isdigit():
                if 1 <= int(said) <= len(families):
                    found = [one for one in incidents if one.family == families[int(said) - 1].id]
            else:
                hits = index.find(said, 8, [one.id for one in incidents])
                found = [self.library.incidents[hit.id] for hit in hits]
            if not found:
                print(
                    typeset(
                        f"« {said} » ne donne rien ; tapez un numéro de 1 à {len(families)}, d'autres mots, ou q pour quitter."
                    )
                )
        again = "Autre chose : revenir aux familles"
        picked = int(self.choose("Lequel ?", [*(one.title for one in found), again]))
        return found[picked].id if picked < len(found) else self.incident()

    def question(self, document: dict[str, Any]) -> None:
        """One question; its answer goes into the facts."""
        question = document["question"]
        fact = question["key"]
        if question["number"]:
            self.facts[fact] = self.number(question)
            return
        answers = [*question["answers"], {"value": NOT_ESTABLISHED, "label": "Non établi (parole contre parole)"}]
        title = f"{question['question']}{chr(10) + '  ' + question['help'] if question['help'] else ''}"
        if question["tiles"]:
            title += "\n  « t » pour entrer les tuiles, qui peuvent y répondre."
        letters = "?rt" if question["tiles"] else "?r"
        picked = self.choose(title, [answer["label"] for answer in answers], letters)
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
        fact = self.library.incidents[str(self.facts[INCIDENT])].asks(self.library.facts[picked["fact"]])
        values = [*((value.id, value.label) for value in fact.values), (NOT_ESTABLISHED, "Non établi")]
        self.facts[fact.id] = values[int(self.choose(fact.question or fact.title, [label for _, label in values]))][0]
        for name in self.consultant.forget([self.ruleset], self.facts, fact.id):
            print(
                typeset(
                    f"Ne compte plus : {self.library.facts[name].title} : {self.library.facts[name].label(self.facts.pop(name))}"
                )
            )
