"""The examiner: the questions a referee settles on one ruling, in order, each with wrong answers that mean something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import cast

from assistant.decision.outcome import Outcome, Slots
from assistant.decision.sameness import paid, same_case, same_deal
from assistant.decision.state import judge
from assistant.decision.words import dues_words
from assistant.french import enumerate_words, lower_first, section_name
from assistant.model import UNSAID, Fact, Library, Rule, Then, Value
from assistant.training.exercises.idle_questions import unneeded
from assistant.training.exercises.neighbours import Alternative, Judged, Reasons, final
from assistant.training.exercises.origin import Origin
from assistant.training.exercises.paragraphs import Paragraphs
from assistant.training.exercises.plausible import Plausible, decides, interpreted, punishes
from assistant.training.exercises.stage import FEWEST_WRONG, NO_POINTS, Part, Stage, Wrong, assemble
from assistant.training.exercises.words import NOT_SAID, certain, deal_words, decision_words, unsaid, would_be

NO_PAYMENT = "Personne ne paie rien, sauf la valeur d'une main gagnante s'il y en a une"
MOST_SECTIONS = 6
GAP = "[…]"  # where a sentence was taken out of the story


def stages(
    library: Library, mine: Judged, found: Iterable[Alternative], usual: Iterable[Alternative] = ()
) -> tuple[Stage, ...]:
    """All stages that make sense for this ruling; `usual` are rulings to draw from where the neighbours are too few."""
    examiner = Examiner(library, mine, list(found), list(usual))
    decision = examiner.decision()
    paragraph = examiner.paragraph(far=decision is None)
    made = (examiner.ask(), decision, examiner.deal(), examiner.points(), paragraph)
    return tuple(stage for stage in made if stage is not None)


def _says_deal(then: Then) -> object:
    return then.slots


def _counts(then: Then) -> object:
    return then.amounts


class Examiner:
    """Makes the stages of one ruling."""

    def __init__(self, library: Library, mine: Judged, found: list[Alternative], usual: list[Alternative]):
        self.library = library
        self.mine = mine
        self.reasons = Reasons(library, mine)
        self.others = sorted((one for one in found if not self.says_the_same(one)), key=self._far)
        self.usual = usual
        near = [one.outcome for one in found if one.kind != Origin.CONFUSION]
        self.plausible = Plausible(library, mine, near)
        self.story = tuple(text for _, text in mine.case.story)

    def says_the_same(self, alternative: Alternative) -> bool:
        """Whether another ruleset decides the same: nothing of it is wrong here."""
        return alternative.kind == Origin.RULESET and self._decides_alike(alternative.ruleset, alternative.outcome)

    def _decides_alike(self, ruleset: str, outcome: Outcome) -> bool:
        """Whether a ruleset decides the same by this outcome as is decided here."""
        return same_case(self.library, (self.mine.ruleset, ruleset), (self.mine.outcome,), (outcome,))

    def _far(self, alternative: Alternative) -> tuple[bool, ...]:
        """The nearest first: this incident, told by a sentence of the story, of the same nature as the decision, in words of this ruleset."""
        another = alternative.kind == Origin.CONFUSION
        told = all(change in self.reasons.told for change in alternative.when)
        outcome = alternative.outcome
        foreign = any(self.mine.ruleset not in self.library.sanctions[one].rulesets for one in outcome.sanction_ids())
        nature = punishes(self.library, outcome) != punishes(self.library, self.mine.outcome)
        return another, not told, nature, foreign

    def _stage(
        self,
        name: Part,
        question: str,
        right: tuple[str, str],
        wrong: Iterable[Wrong],
        story: tuple[str, ...] | None = None,
        cites: tuple[str, ...] = (),
    ) -> Stage | None:
        salt = f"{self.mine.case.id}|{self.mine.ruleset}"
        told = self.story if story is None else story
        return assemble(salt, name, question, told, right, wrong, cites, unsaid(self.library, self.mine.outcome))

    def _cites(self, gives: Callable[[Then], object]) -> tuple[str, ...]:
        """The clauses of the rules that give this part of the ruling, the first of each rule before the others."""
        cited = [rule.citations() for rule in map(self._rule, self.mine.outcome.rules) if gives(rule.then)]
        return tuple(dict.fromkeys([*(one[0] for one in cited if one), *(clause for one in cited for clause in one)]))

    def _elsewhere(
        self,
        key: Callable[[Outcome], Hashable | None],
        label: Callable[[Alternative], str],
        gives: Callable[[Then], object],
        refused: Callable[[Alternative], bool] = lambda _: False,
    ) -> list[Wrong]:
        """The answers that alternatives would give here, with the condition of each; those of the repertoire last, the commonest first."""
        mine = key(self.mine.outcome)
        wrong: dict[Hashable, Wrong] = {}
        often = Counter(key(one.outcome) for one in self.usual)
        kin = [one for one in self.usual if punishes(self.library, one.outcome)] if self.plausible.blame else []
        usual = sorted(kin, key=lambda one: -often[key(one.outcome)])
        for alternative, origin in [*((one, one.kind) for one in self.others), *((one, Origin.USUAL) for one in usual)]:
            theirs = key(alternative.outcome)
            if theirs is None or theirs == mine or theirs in wrong or refused(alternative):
                continue
            said = label(alternative)
            if alternative.kind == Origin.CONFUSION and theirs == UNSAID:
                why = f"le texte le dit : {self._rules(self.mine.outcome, gives)}"
            elif alternative.kind == Origin.CONFUSION:
                rules = self._rules(alternative.outcome, lambda then: decides(then) or gives(then))
                ours = self._ours(alternative, gives)
                why = (
                    f"c'est la réponse{ours} pour {self.reasons.condition(alternative)}{f' : {rules}' if rules else ''}"
                )
            else:
                told = (
                    "le texte ne le dirait pas"
                    if theirs == UNSAID
                    else f"{would_be(said)}{self._ours(alternative, gives)}"
                )
                why = f"{told} {self.reasons.condition(alternative)}"
                if alternative.kind == Origin.RULESET:
                    why += self._sections(alternative.outcome, alternative.ruleset, gives)
            wrong[theirs] = Wrong(theirs, said, why, origin)
        return list(wrong.values())

    def _ours(self, alternative: Alternative, gives: Callable[[Then], object] = decides) -> str:
        """Said where the other ruling, or this part of it, is itself our reading of the text."""
        outcome = alternative.outcome
        rules = [self.library.rulesets[alternative.ruleset].rules[name] for name in outcome.rules]
        ours = interpreted(self.library, alternative.ruleset, outcome, alternative.standing)
        return (
            ", d'après notre lecture," if ours or any(one.interpretation and gives(one.then) for one in rules) else ""
        )

    def _sections(self, outcome: Outcome, ruleset: str, gives: Callable[[Then], object]) -> str:
        """The sections of the rules that give this part of an outcome."""
        rules = self.library.rulesets[ruleset].rules
        giving = [rules[name] for name in outcome.rules if gives(rules[name].then)]
        sections = dict.fromkeys(self.library.clauses[clause].section for rule in giving for clause in rule.citations())
        return (
            f", {' ; '.join(section_name(section) for section in list(sections)[:MOST_SECTIONS])}" if sections else ""
        )

    def _rules(self, outcome: Outcome, gives: Callable[[Then], object]) -> str:
        """The rules that give this part of the outcome, by their titles and sections."""
        rules = self.library.rulesets[self.mine.ruleset].rules
        titles = [rules[name].title for name in outcome.rules if gives(rules[name].then)]
        return f"{' ; '.join(titles[:2])}{self._sections(outcome, self.mine.ruleset, gives)}"

    # What do you ask?

    def ask(self) -> Stage | None:
        """The story without the sentence that tells a deciding fact: which question is missing?"""
        questionnaire = self.mine.questionnaire
        for name in dict.fromkeys(name for name, _ in self.mine.case.story if name in self.mine.facts):
            rest = {other: value for other, value in self.mine.facts.items() if other != name}
            fact = questionnaire.position(rest).question
            if fact is None or fact.id != name or self._implied(name) or not self._matters(fact, rest):
                continue
            if all(told == name for told, _ in self.mine.case.story):
                continue
            story = tuple(GAP if told == name else text for told, text in self.mine.case.story)
            needs = judge(self.library, questionnaire.engine, rest).needs
            wrong = [
                Wrong(other.id, str(other.question), why, origin)
                for other, why, origin in unneeded(self.library, self.mine, needs, name)
            ]
            titles = self._ways(fact, rest)
            if len(wrong) < FEWEST_WRONG or len(titles) < 2:
                continue
            question = "Une phrase manque à l'histoire. Que demandez-vous ?"
            why = f"la décision en dépend : {' ; '.join(lower_first(title) for title in titles[:4])}"
            return self._stage(Part.ASK, question, (str(fact.question), why), wrong, story, self._cites(decides))
        return None

    def _implied(self, name: str) -> bool:
        """Whether the rest of the story makes sense with one answer only: nobody is noten where somebody has won."""
        told = {fact for fact, _ in self.mine.case.story if fact is not None}
        facts = self.mine.questionnaire.network.facts
        return any(test.fact == name for fact in told if fact in facts for test in facts[fact].only_if)

    def _matters(self, fact: Fact, rest: Mapping[str, Value]) -> bool:
        """Whether another answer, with all else that the story tells, is decided otherwise."""
        return any(not self._decides_alike(self.mine.ruleset, outcome) for outcome in self._outcomes(fact, rest))

    def _outcomes(self, fact: Fact, rest: Mapping[str, Value]) -> list[Outcome]:
        """What is decided for each answer, with all else that the story tells."""
        questionnaire = self.mine.questionnaire
        states = [final(questionnaire, {**rest, fact.id: value}) for value in questionnaire.branches[fact.id]]
        return [state.outcome for state in states if state is not None and state.outcome is not None]

    def _ways(self, fact: Fact, rest: Mapping[str, Value]) -> list[str]:
        """The titles of the rules that decide for each answer, each once."""
        rules = [self._rule(name) for outcome in self._outcomes(fact, rest) for name in outcome.rules]
        return list(dict.fromkeys(rule.title for rule in rules if decides(rule.then)))

    # What is the decision?

    def _decided(self, outcome: Outcome) -> Hashable | None:
        return UNSAID if unsaid(self.library, outcome) else certain(outcome)

    def decision(self) -> Stage | None:
        """The sanctions, or that the text leaves them open."""
        outcome = self.mine.outcome
        wrong = self._elsewhere(self._decided, self._decision_label, decides, self.plausible.refuses)
        if not unsaid(self.library, outcome) and not self.plausible.interpreted:
            if all(one.key != UNSAID for one in wrong):
                why = f"le texte le dit : {self._rules(outcome, decides)}"
                wrong.insert(0, Wrong(UNSAID, NOT_SAID, why, Origin.SILENCE))
            wrong = [one._replace(origin=Origin.SILENCE) if one.key == UNSAID else one for one in wrong]
        label = decision_words(self.library, outcome, self.mine.ruleset, self.mine.ruleset)
        right = (label, self._because(outcome))
        return self._stage(
            Part.DECISION, "Quelle est la décision sur cet incident ?", right, wrong, cites=self._cites(decides)
        )

    def _decision_label(self, other: Alternative) -> str:
        return decision_words(self.library, other.outcome, other.ruleset, self.mine.ruleset)

    def _because(self, outcome: Outcome) -> str:
        """Why the right answer is right."""
        readings = [f"({index}) {reading.text.rstrip('.')}" for index, reading in enumerate(outcome.readings, 1)]
        choice = f"le texte admet plusieurs lectures, à l'arbitre de choisir : {' ; '.join(readings)}"
        if readings and unsaid(self.library, outcome):
            return choice
        parts = [choice] if readings else []
        parts += [silence.rstrip(".") for silence in sorted(outcome.silences)]
        parts += [
            f"à décider par {self.library.players[decides.who].label} : {lower_first(decides.text.rstrip('.'))}"
            for decides in sorted(outcome.decides, key=str)
        ]
        if parts and unsaid(self.library, outcome):
            return " ; ".join(parts)
        if unsaid(self.library, outcome):
            return f"le texte laisse l'arbitre juge : {self._rules(outcome, decides)}"
        rules = map(self._rule, outcome.rules)
        read = [rule.interpretation for rule in rules if rule.interpretation and decides(rule.then)]
        parts += [f"notre lecture : {' '.join(text.split())}".rstrip(".") for text in dict.fromkeys(read)]
        return " ; ".join([self._rules(outcome, decides), *parts])

    # What becomes of the deal?

    def _slots(self, outcome: Outcome) -> Slots | None:
        """What is said of the deal, or None where this ruleset has no word for it or there is no deal to speak of, or it is yet to be decided."""
        known = self.library.rulesets[self.mine.ruleset].slots
        if outcome.readings or not outcome.slots or any(slot not in known for slot, _ in outcome.slots):
            return None
        slot, value = outcome.slots[0]
        said = self.library.slots[slot].values[value]
        return None if said.idle or said.open else outcome.slots

    def deal(self) -> Stage | None:
        outcome = self.mine.outcome
        if self._slots(outcome) is None:
            return None
        wrong: list[Wrong] = []
        told = [outcome.slots]
        for one in self._elsewhere(self._slots, lambda other: deal_words(self.library, other.outcome), _says_deal):
            slots = cast(Slots, one.key)
            if not any(same_deal(self.library, slots, other) for other in told):
                told.append(slots)
                wrong.append(one)
        if all(one.origin in (Origin.CONFUSION, Origin.USUAL) for one in wrong):
            return None  # whatever else had happened here, the deal would end alike: nothing to weigh
        titles = [self.library.slots[slot].title for slot in self.library.rulesets[self.mine.ruleset].slots]
        names = [lower_first(title) if " " in title else title for title in titles]
        question = f"Que {'deviennent' if len(names) > 1 else 'devient'} {enumerate_words(names)} ?"
        right = (deal_words(self.library, outcome), self._rules(outcome, _says_deal))
        return self._stage(Part.DEAL, question, right, wrong, cites=self._cites(_says_deal))

    # Who pays what?

    def _paid(self, outcome: Outcome) -> Hashable | None:
        """The points, or None where the text leaves them open or counts them otherwise."""
        sanctions = [self.library.sanctions[one] for one in outcome.sanction_ids()]
        if outcome.readings or outcome.silences or any(one.discretion for one in sanctions) or not sanctions:
            return None
        if any(one.numbers is None for one in outcome.dues):
            return None
        if not outcome.dues and any(one.amount for one in sanctions):
            return None
        return paid(self.library, outcome.dues)

    def points(self) -> Stage | None:
        """What is paid; where nothing is, only if a neighbouring case costs points."""
        outcome = self.mine.outcome
        if self._paid(outcome) is None:
            return None
        payment = bool(outcome.dues) and not punishes(self.library, outcome)
        nothing = NO_PAYMENT if payment else NO_POINTS

        units = {
            amount.unit
            for rule in self.library.rulesets[self.mine.ruleset].rules.values()
            for amount in rule.then.amounts
        }

        def comparable(other: Outcome) -> Hashable | None:
            """A payment is set against payments, a penalty against penalties, in units that this ruleset counts in."""
            same = not other.dues or punishes(self.library, other) != payment
            return self._paid(other) if same and {one.amount.unit for one in other.dues} <= units else None

        near = {comparable(one.outcome) for one in self.others if one.kind != Origin.CONFUSION} - {None, frozenset()}
        if not outcome.dues and len(near) < FEWEST_WRONG:
            return None
        wrong = self._elsewhere(
            comparable,
            lambda other: dues_words(self.library, other.outcome.dues) or nothing,
            _counts,
            lambda other: other.kind == Origin.CONFUSION and not other.outcome.dues,
        )
        if outcome.dues and all(one.key for one in wrong):
            why = f"la décision coûte des points : {dues_words(self.library, outcome.dues)}"
            wrong.append(Wrong(frozenset(), nothing, why, Origin.FORGOTTEN))
        question = (
            "Qui paie quoi ?" if payment else "Quels points cet incident fait-il perdre ou payer à titre de sanction ?"
        )
        gives = _counts if outcome.dues else decides
        right = (dues_words(self.library, outcome.dues) or nothing, self._rules(outcome, gives))
        return self._stage(Part.POINTS, question, right, wrong, cites=self._cites(gives))

    # Which paragraph?

    def paragraph(self, far: bool) -> Stage | None:
        """The clause that decides; where the text is silent no clause does, and nothing is asked.

        Others from far off alone are worth a question only where nothing else asks what is decided.
        """
        others = [*((one, one.kind) for one in self.others), *((one, Origin.USUAL) for one in self.usual)]
        asked = Paragraphs(self.library, self.mine).asked(others, self._why, far)
        if asked is None:
            return None
        question, right, wrong, clause = asked
        return self._stage(Part.PARAGRAPH, question, right, wrong, cites=(clause,))

    def _why(self, alternative: Alternative) -> str:
        applies = "règle" if alternative.kind == Origin.CONFUSION else "s'appliquerait"
        return f"ce paragraphe{self._ours(alternative)} {applies} {self.reasons.condition(alternative)}"

    def _rule(self, name: str) -> Rule:
        return self.library.rulesets[self.mine.ruleset].rules[name]
