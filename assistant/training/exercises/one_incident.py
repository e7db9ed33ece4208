"""The examiner: what a referee settles on one ruling, question by question, each with the wrong answers that can be refuted."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import TypeVar

from assistant.decision.outcome import Due, Outcome, Slots
from assistant.decision.sameness import same_case
from assistant.decision.sense import contrary, kin
from assistant.decision.words import dues_words
from assistant.engine.engines import Engines
from assistant.french import enumerate_words, lower_first, named_edition
from assistant.model import By, Fact, Library, Nature, Rule, Value
from assistant.training.exercises.defensible import Defensible, noncommittal
from assistant.training.exercises.gap import GAP, can_spare, denied, still_told, supposed, tells_points
from assistant.training.exercises.ground import Ground
from assistant.training.exercises.idle_questions import unneeded
from assistant.training.exercises.origin import Origin
from assistant.training.exercises.paragraphs import Paragraphs
from assistant.training.exercises.reasons import Reasons
from assistant.training.exercises.repertoire import repertoire
from assistant.training.exercises.ruling import Gives, Ruling, counts, decided, decides, punishes, says_deal, weighty
from assistant.training.exercises.stage import Asked, Part, Right, Wrong
from assistant.training.exercises.what_if import Given, Told, given_before, tells_another, ways
from assistant.training.exercises.what_if import told as told_in
from assistant.training.exercises.words import deal_words, decision_words, sayable, would_be

NO_POINTS = "Aucun point perdu ni payé à titre de sanction"
NO_PAYMENT = "Personne ne paie rien, sauf la valeur d'une main gagnante s'il y en a une"
DECIDES = "Que décide le règlement sur cet incident ?"
Answer = TypeVar("Answer", bound=Hashable)


class Examiner:
    """Makes the questions on one ruling."""

    def __init__(self, library: Library, engines: Engines, mine: Told):
        self.library = library
        self.engines = engines
        self.mine = mine
        self.ruling = Ruling(library, mine.ruleset, *mine.given)
        self.defensible = Defensible(library, self.ruling, given_before(library, mine))
        self.reasons = Reasons(library, mine)
        self.ways = list(ways(library, mine, self.reasons.sentences))
        self.story = tuple(text for _, text in mine.case.story)

    def questions(self) -> Iterator[Asked]:
        """All that can be asked of this ruling, in the order in which a referee settles it."""
        yield from self.ask()
        for asked in (self.decision(), self.deal(), self.points(), self.paragraph()):
            if asked is not None:
                yield asked

    def _elsewhere(
        self,
        answer: Callable[[Given], Answer | None],
        label: Callable[[Answer], str],
        defended: Callable[[Answer], bool],
        gives: Gives,
    ) -> list[Wrong]:
        """The answers that the engine gives on another condition, the nearest first, each once: those that nobody could defend here."""
        refuted: dict[Hashable, Wrong] = {}
        for way in self.ways:
            said = answer(way.given)
            if said is None or said in refuted or defended(said):
                continue
            there = Ruling(self.library, self.mine.ruleset, *way.given)
            ours = ", d'après notre lecture," if there.read(gives if there.giving(gives) else decides) else ""
            words = label(said)
            why = f"{would_be(words)}{ours} {self.reasons.condition(way.changes)}"
            origin = Origin.FACT if len(way.changes) == 1 else Origin.SITUATION
            refuted[said] = Wrong(said, words, why, Ground(origin, way.changes, cites=there.cites(gives)))
        return list(refuted.values())

    def _because(self, rules: list[Rule]) -> str:
        """Why something is so: the rules that give it, by their titles."""
        return " ; ".join(dict.fromkeys(rule.title for rule in rules[:2]))

    def _remarks(self, gives: Gives) -> str:
        """What the sheet says beside: readings, silences, what is left to whom, our reading."""
        return remarks(self.library, self.ruling, gives)

    # What do you ask?

    def ask(self) -> Iterator[Asked]:
        """The story without the sentence that tells a deciding fact: which question is missing? One for each such fact."""
        case, asking = self.mine.case, self.mine.asking
        for name in dict.fromkeys(name for name, _ in case.story if name in self.mine.facts):
            rest = {other: value for other, value in self.mine.facts.items() if other != name}
            fact = asking.asked(rest)
            if fact is None or fact.id != name or self._implied(name) or not self._matters(fact, rest):
                continue
            if self._of_another(name):
                continue
            if not can_spare(case.story, name) or still_told(self.library, case.story, fact, self.mine.facts[name]):
                continue
            if supposed(case.story, name, str(fact.question)) or denied(fact, self.mine.facts[name]):
                continue
            story = tuple(GAP if told == name else text for told, text in case.story)
            wrong = unneeded(self.library, self.mine, fact)
            right = Right(name, str(fact.question), "la décision n'est pas la même selon la réponse")
            question = "Une phrase manque à l'histoire. Que demandez-vous ?"
            yield Asked(Part.ASK, question, story, right, wrong, self.ruling.cites(decides))

    def _implied(self, name: str) -> bool:
        """Whether the rest of the story makes sense with one answer only: nobody is noten where somebody has won.

        Nor is asked how often, where it tells that nobody has warned him yet.
        """
        told = {fact for fact, _ in self.mine.case.story if fact is not None}
        facts = self.library.facts
        counted = facts[name].low is not None and not told.isdisjoint(kin(self.library, name))
        return counted or any(test.fact == name for fact in told if fact in facts for test in facts[fact].only_if)

    def _of_another(self, name: str) -> bool:
        """Whether another player's act brings it about: the rest of the story may tell that act, as a false win that ended the deal."""
        told = (name, self.mine.facts[name])
        links = self.library.rulesets[self.mine.ruleset].links
        return any(link.source is not None and link.source.by == By.OTHER and told in link.settles for link in links)

    def _matters(self, fact: Fact, rest: Mapping[str, Value]) -> bool:
        """Whether another answer that all else leaves possible is decided otherwise."""
        ruleset, mine = self.mine.ruleset, self.mine.given.outcome
        already = set(contrary(self.library, self.mine.facts))
        answers = ({**rest, fact.id: value} for value in self.mine.questionnaire.branches[fact.id])
        others = [self.mine.asking.given(facts) for facts in answers if already.issuperset(contrary(self.library, facts))]
        return any(
            not same_case(self.library, (ruleset, ruleset), (mine,), (other.outcome,)) for other in others if other
        )

    # What is the decision?

    def decision(self) -> Asked | None:
        """What the text decides, where it decides by itself."""
        ruling, ruleset = self.ruling, self.mine.ruleset
        if not ruling.decision or not ruling.says():
            return None
        wrong = self._elsewhere(
            lambda given: None if self._apart(given.outcome) else decided(self.library, given.outcome) or None,
            lambda said: decision_words(self.library, said, ruleset),
            self.defensible.decision,
            decides,
        )
        wrong += self._other_rulesets({one.answer for one in wrong})
        wrong += self._usual({one.answer for one in wrong})
        label = decision_words(self.library, ruling.decision, ruleset)
        right = Right(ruling.decision, label, why_decided(ruling), self._remarks(decides))
        return Asked(Part.DECISION, DECIDES, self.story, right, wrong, ruling.cites(decides))

    def _other_rulesets(self, known: set[Hashable]) -> Iterator[Wrong]:
        """What another ruleset of the same game decides, where the words of this one say it and nobody could defend it here."""
        game = self.library.rulesets[self.mine.ruleset].game
        for name in self.library.incidents[self.mine.case.incident].rulesets:
            other = self.library.rulesets[name]
            theirs = told_in(self.library, self.engines, self.mine.case, name) if other.game == game else None
            if name == self.mine.ruleset or theirs is None or self._unheard(theirs):
                continue
            there = Ruling(self.library, name, *theirs.given)
            said = there.decision
            if not said or there.open or not there.says() or said in known:
                continue
            if not sayable(self.library, said, self.mine.ruleset):
                continue
            if self.defensible.decision(said):
                continue
            label = decision_words(self.library, said, self.mine.ruleset)
            why = f"c'est ce que décide {named_edition(other.short, other.edition)}, {decision_words(self.library, said, name)}"
            yield Wrong(said, label, why, Ground(Origin.RULESET, ruleset=name, cites=there.cites(decides)))

    def _usual(self, known: set[Hashable]) -> Iterator[Wrong]:
        """What is usually decided of a fault in play, where the text punishes otherwise, or spares, and leaves nothing open."""
        mine = [self.library.sanctions[sanction] for _, sanction in self.ruling.decision]
        speaks = all(one.nature == Nature.SANCTION or one.vanishes for one in mine)
        if not speaks or self.ruling.open or self._slots(self.mine.given.outcome) is None:
            return
        if tells_another(self.library, self.mine):
            return
        for said in repertoire(self.library, self.mine.ruleset):
            if said not in known and not self.defensible.decision(said):
                why = f"le texte décide autrement : {self._because(self.ruling.giving(decides))}"
                label = decision_words(self.library, said, self.mine.ruleset)
                yield Wrong(said, label, why, Ground(Origin.CLAUSE, cites=self.ruling.cites(decides)))

    def _unheard(self, theirs: Told) -> bool:
        """Whether the story tells a rare circumstance that the other ruleset's rules do not ask about here."""
        ours, known = self.mine.questionnaire.network.facts, theirs.questionnaire.network.facts
        told = {name for name, _ in self.mine.case.story if name is not None and name in ours and name not in known}
        return any(ours[name].usual is not None and self.mine.facts[name] != ours[name].usual for name in told)

    # What becomes of the deal?

    def _slots(self, outcome: Outcome) -> Slots | None:
        """What is said of the deal, or None where this ruleset has no word for it, there is no deal, or it is yet to be decided."""
        return told_deal(self.library, self.mine.ruleset, outcome)

    def deal(self) -> Asked | None:
        """One value for each slot."""
        slots = self._slots(self.mine.given.outcome)
        if slots is None or not self.ruling.says(says_deal):
            return None
        wrong = self._elsewhere(
            lambda given: self._slots(given.outcome),
            lambda said: deal_words(self.library, said),
            self.defensible.deal,
            says_deal,
        )
        titles = [self.library.slots[slot].title for slot in self.library.rulesets[self.mine.ruleset].slots]
        names = [lower_first(title) if " " in title else title for title in titles]
        question = f"Que {'deviennent' if len(names) > 1 else 'devient'} {enumerate_words(names)} ?"
        right = Right(slots, deal_words(self.library, slots), self._because(self.ruling.giving(says_deal)))
        return Asked(Part.DEAL, question, self.story, right, wrong, self.ruling.cites(says_deal))

    # Who pays what?

    def _dues(self, outcome: Outcome) -> frozenset[Due] | None:
        """The points, or None where the text leaves them open or counts them otherwise."""
        sanctions = [self.library.sanctions[one] for one in outcome.sanction_ids()]
        if outcome.readings or outcome.silences or any(one.discretion for one in sanctions) or not sanctions:
            return None
        if any(one.numbers is None for one in outcome.dues):
            return None
        return None if not outcome.dues and any(one.amount for one in sanctions) else outcome.dues

    def _apart(self, outcome: Outcome) -> bool:
        """Whether an outcome spares somebody for one thing and leaves what becomes of the deal to what else is judged, where ours says it."""
        spares = not weighty(self.library, outcome.sanction_ids())
        ours = self.mine.given.outcome.slots
        return spares and noncommittal(self.library, outcome.slots) and not noncommittal(self.library, ours)

    def _settled_besides(self, outcome: Outcome) -> bool:
        """Whether the deal ends so that players pay each other, punished or not: that nothing is due is then not said."""
        slots = self.library.slots
        return any(slots[slot].values[value].asks for slot, value in outcome.slots)

    def points(self) -> Asked | None:
        """What is paid: a payment is set against payments, a penalty against penalties."""
        outcome, library = self.mine.given.outcome, self.library
        dues = self._dues(outcome)
        if dues is None or not self.ruling.says(counts if dues else decides) or tells_points(self.story, dues):
            return None
        if not dues and self._settled_besides(outcome):
            return None
        payment = bool(dues) and not punishes(library, outcome.sanctions)
        nothing = NO_PAYMENT if payment else NO_POINTS

        def comparable(given: Given) -> frozenset[Due] | None:
            theirs = self._dues(given.outcome)
            if not theirs and (self._apart(given.outcome) or self._settled_besides(given.outcome)):
                return None
            return theirs if not theirs or punishes(library, given.outcome.sanctions) != payment else None

        wrong = self._elsewhere(
            comparable, lambda said: dues_words(library, said) or nothing, self.defensible.points, counts
        )
        if dues and all(one.answer for one in wrong):
            why = f"le texte en fait payer : {self._because(self.ruling.giving(counts))}"
            wrong.append(Wrong(frozenset(), nothing, why, Ground(Origin.FORGOTTEN, cites=self.ruling.cites(counts))))
        question = (
            "Qui paie quoi ?" if payment else "Quels points cet incident fait-il perdre ou payer à titre de sanction ?"
        )
        gives = counts if dues else decides
        right = Right(dues, dues_words(library, dues) or nothing, self._because(self.ruling.giving(gives)))
        return Asked(Part.POINTS, question, self.story, right, wrong, self.ruling.cites(gives))

    # Which paragraph?

    def paragraph(self) -> Asked | None:
        """The section on which the decision rests; where the text is mute none does, and nothing is asked."""
        return Paragraphs(self.library, self.mine, self.defensible, self.reasons, self.ways).asked(self.story)


def told_deal(library: Library, ruleset: str, outcome: Outcome) -> Slots | None:
    """What is said of the deal, or None where this ruleset has no word for it, there is no deal, or it is yet to be decided."""
    known = library.rulesets[ruleset].slots
    if outcome.readings or not outcome.slots or any(slot not in known for slot, _ in outcome.slots):
        return None
    slot, value = outcome.slots[0]
    said = library.slots[slot].values[value]
    return None if said.idle or said.open else outcome.slots


def why_decided(ruling: Ruling) -> str:
    """Why a decision is right, in a few words that name no section."""
    titles = " ; ".join(dict.fromkeys(rule.title for rule in ruling.giving(decides)[:2]))
    rest = "le reste, le texte ne le dit pas" if ruling.outcome.silences or ruling.outcome.readings else ""
    left = "l'arbitre peut y ajouter" if ruling.discretion else ""
    return " ; ".join(filter(None, (titles, rest, left)))


def remarks(library: Library, ruling: Ruling, gives: Gives) -> str:
    """What the sheet says beside: readings, silences, what is left to whom, our reading."""
    outcome = ruling.outcome
    parts = [f"({index}) {reading.text.rstrip('.')}" for index, reading in enumerate(outcome.readings, 1)]
    parts += [silence.rstrip(".") for silence in sorted(outcome.silences)]
    parts += [
        f"à décider par {library.players[one.who].label} : {lower_first(one.text.rstrip('.'))}"
        for one in sorted(outcome.decides, key=str)
    ]
    read = [rule.interpretation for rule in ruling.read(gives) if rule.interpretation]
    parts += [f"notre lecture : {' '.join(text.split())}".rstrip(".") for text in dict.fromkeys(read)]
    return " ; ".join(parts)


def decision_told(library: Library, ruling: Ruling) -> str:
    """The decision, told before a question that rests on it where it is not asked itself."""
    if ruling.decision:
        return f"La décision : {decision_words(library, ruling.decision, ruling.ruleset)}."
    if ruling.outcome.readings:
        return "Le texte admet ici plusieurs lectures."
    return "Le texte laisse ici l'arbitre juge." if ruling.discretion else "Le texte est muet sur la décision."
