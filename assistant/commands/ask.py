"""The command `arbitre ask`: a short questionnaire in the terminal, then the ruling sheet."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from assistant.consultation.asking import choice
from assistant.consultation.consultant import Consultant
from assistant.consultation.questionnaire import UNSETTLED, in_words, unsettled
from assistant.consultation.text import consultation_text, judgement_text
from assistant.consultation.vocabulary import Origin
from assistant.errors import InputError
from assistant.french import typeset
from assistant.model import INCIDENT, Incident, Value
from assistant.search.finder import Finder
from assistant.store.library import load

if TYPE_CHECKING:
    from assistant.consultation.document import ChoicePart, ConsultationPart, QuestionPart

Ask = Callable[[str], str]
Span = tuple[int, int, str]  # the smallest number, the largest, their unit

CHANGEABLE = (Origin.TOLD, Origin.COMPUTED, Origin.ENTAILED, Origin.CONTESTED, Origin.ASSUMED)
MOST_EVENTS = 9
HELP = "le numéro de la réponse, ou le nombre demandé ; « ? » pourquoi cette question ; « r » revoir une réponse ; « q » quitter"


class Letter(StrEnum):
    """What can be typed instead of an answer."""

    WHY = "?"
    CHANGE = "r"
    TILES = "t"


def declare(parser: argparse.ArgumentParser) -> None:
    """The command takes no argument: it asks for everything."""
    parser.set_defaults(run=lambda _: ask())


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


def whole_number(low: int, high: int) -> Callable[[str], int | None]:
    """Reads a whole number within these bounds."""

    def read(line: str) -> int | None:
        digits = line.isascii() and line.isdigit() and len(line) < 10
        return int(line) if digits and low <= int(line) <= high else None

    return read


class Dialogue:
    """One case told in the terminal."""

    def __init__(self, consultant: Consultant, read: Ask):
        self.consultant = consultant
        self.library = consultant.library
        self.read = read
        self.finder = Finder(self.library)
        self.ruleset = ""
        self.facts: dict[str, Value] = {}

    def listen(self, read: Callable[[str], Value | None], expected: str, letters: Sequence[Letter]) -> Value | Letter:
        """A line that can be read as an answer, or one of the letters; anything else is told and asked again."""
        while True:
            line = self.read("> ").strip().lower()
            if line == "q":
                raise Quit
            if line in list(letters):
                return Letter(line)
            value = read(line)
            if value is not None:
                return value
            others = f", ou {', '.join(letters)}" if letters else ""
            print(typeset(f"« {line} » n'est pas une réponse ; tapez {expected}{others}, ou q pour quitter."))

    def choose(self, title: str, labels: Sequence[str], letters: Sequence[Letter] = ()) -> int | Letter:
        """The place in a list, or one of the letters."""
        print(f"\n{typeset(title)}")
        for index, label in enumerate(labels, 1):
            print(typeset(f"  {index}. {label}"))
        chosen = self.listen(whole_number(1, len(labels)), f"un numéro de 1 à {len(labels)}", letters)
        return chosen if isinstance(chosen, Letter) else int(chosen) - 1

    def pick(self, title: str, labels: Sequence[str]) -> int:
        """The place in a list."""
        return int(self.choose(title, labels))

    def run(self) -> None:
        rulesets = list(self.library.rulesets.values())
        titles = [f"{ruleset.title}, {ruleset.edition}" for ruleset in rulesets]
        self.ruleset = rulesets[self.pick("Quel règlement ?", titles)].id
        for fact in self.library.context_facts():
            place = self.pick(fact.question or fact.title, [value.label for value in fact.values])
            self.facts[fact.id] = fact.values[place].id
        self.facts[INCIDENT] = self.incident()
        print(typeset(f"\nÀ chaque question : {HELP}."))
        while True:
            (document,) = self.consultant.consult([self.ruleset], self.facts)["consultations"]
            if document["question"]:
                self.question(document, document["question"])
                continue
            print("\n" + consultation_text(document) + "\n")
            picked = self.pick("Et maintenant ?", ["Terminer", "Changer une réponse", "Ajouter un incident"])
            if picked == 0:
                return
            if picked == 1:
                self.change(document)
            else:
                self.add(len(document["events"]) + 1)

    def add(self, number: int) -> None:
        """Another incident of the same case; who did it, and when, is asked where it matters."""
        if number > MOST_EVENTS:
            print(typeset(f"Un cas a {MOST_EVENTS} incidents au plus."))
        else:
            self.facts[f"{number}.{INCIDENT}"] = self.incident()

    def incident(self) -> str:
        """What happened: a family by number, or any words; then the incident."""
        offered = self.offered()
        again = "Autre chose : revenir aux familles"
        picked = self.pick("Lequel ?", [*(incident.title for incident in offered), again])
        return offered[picked].id if picked < len(offered) else self.incident()

    def offered(self) -> list[Incident]:
        """The incidents of the family chosen, or those that the words tell of."""
        incidents = self.library.incidents_of(self.ruleset)
        there = {incident.family for incident in incidents}
        families = [family for family in self.library.families.values() if family.id in there]
        family_number = whole_number(1, len(families))
        while True:
            print(typeset("\nQue s'est-il passé ? Un numéro de famille, ou vos mots (« a dit ron pour rien ») :"))
            for number, family in enumerate(families, 1):
                print(typeset(f"  {number}. {family.title}"))
            said = self.read("> ").strip()
            if said.lower() == "q":
                raise Quit
            chosen = family_number(said)
            if chosen is not None:
                return [incident for incident in incidents if incident.family == families[chosen - 1].id]
            hits = self.finder.incidents(self.ruleset).find(said, 8)
            if hits:
                return [self.library.incidents[hit.id] for hit in hits]
            advice = f"tapez un numéro de 1 à {len(families)}, d'autres mots, ou q pour quitter"
            print(typeset(f"« {said} » ne donne rien ; {advice}."))

    def question(self, document: ConsultationPart, question: QuestionPart) -> None:
        """One question; its answer goes into the facts."""
        tiles = "\n  « t » pour entrer les tuiles, qui peuvent y répondre." if question["tiles"] else ""
        title = f"{question['question']}{chr(10) + '  ' + question['help'] if question['help'] else ''}{tiles}"
        answers = [(answer["value"], answer["label"]) for answer in question["answers"]]
        bounds = question["number"]
        span = (bounds["min"], bounds["max"], bounds["unit"]) if bounds else None
        letters = [Letter.WHY, Letter.CHANGE, *([Letter.TILES] if tiles else [])]
        if question["judgement"]:
            print(f"\n{judgement_text(question['judgement'])}")
        answer = self.answer(title, answers, span, letters, question["not_established"])
        if answer is Letter.WHY:
            self.why(question)
        elif answer is Letter.TILES and question["tiles"]:
            self.tiles(question["tiles"])
        elif answer is Letter.CHANGE:
            self.change(document)
        else:
            self.facts[question["key"]] = answer

    def answer(
        self,
        title: str,
        values: Sequence[tuple[Value, str]],
        span: Span | None,
        letters: Sequence[Letter] = (),
        left_open: ChoicePart | None = None,
    ) -> Value | Letter:
        """A value of a fact, « non établi » included where it can be, or one of the letters."""
        if span is not None:
            low, high, unit = span
            print(typeset(f"\n{title} (de {low} à {high} {unit}, « n » si ce n'est pas établi)"))
            number = whole_number(low, high)
            expected = f"un nombre de {low} à {high}, « n » si ce n'est pas établi"
            return self.listen(lambda line: UNSETTLED.id if line == "n" else number(line), expected, letters)
        known = [*values, *([(left_open["value"], f"{left_open['label']} ({left_open['help']})")] if left_open else [])]
        picked = self.choose(title, [label for _, label in known], letters)
        return picked if isinstance(picked, Letter) else known[picked][0]

    def tiles(self, key: str) -> None:
        """The hand as one line; what makes no hand is said, and the question comes again."""
        print(
            typeset(
                "\nLes tuiles, par exemple 2233344456m 678p +3m ecarts:6m ron ; aussi (789m) [2222s] passees:3m kong:3s"
            )
        )
        line = self.read("> ").strip()
        try:
            self.consultant.consult([self.ruleset], {**self.facts, key: line})
        except InputError as error:
            print(typeset(str(error)))
        else:
            self.facts[key] = line

    def why(self, question: QuestionPart) -> None:
        if not question["why"]:
            print(typeset("\nParce que la décision en dépend."))
            return
        print("\nCe que chaque réponse laisse possible :")
        for way in question["why"]:
            print(typeset(f"  {way['label']} : {' / '.join(way['leaves']) or 'rien de plus'}"))

    def change(self, document: ConsultationPart) -> None:
        """Change one answer; the others stay while they matter, and what falls is said."""
        told = [
            (event, answer)
            for event in document["events"]
            for answer in event["answers"]
            if answer["origin"] in CHANGEABLE
        ]
        if not told:
            print("Aucune réponse à revoir.")
            return
        labels = [
            " : ".join(filter(None, [event["label"], answer["title"], answer["label"]])) for event, answer in told
        ]
        event, picked = told[self.pick("Quelle réponse ?", labels)]
        incident = self.library.incidents[(event["judged_as"] or event["incident"])["id"]]
        fact = incident.asks(self.library.facts[picked["fact"]], self.library.rulesets[self.ruleset])
        span = (fact.low, fact.high, fact.unit or "") if fact.low is not None and fact.high is not None else None
        values = [(value.id, value.label) for value in fact.values]
        self.facts[picked["key"]] = self.answer(
            fact.question or fact.title, values, span, left_open=choice(unsettled(fact))
        )
        for name in self.consultant.forget([self.ruleset], self.facts, picked["key"]):
            gone = self.library.facts[name.rpartition(".")[2]]
            print(typeset(f"Ne compte plus : {gone.title} : {in_words(gone, self.facts.pop(name))}"))
