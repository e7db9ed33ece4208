"""The questions a referee settles on one case, in order, each with one right answer and wrong ones that mean something."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Iterable
from typing import NamedTuple

from assistant.alternative import RULESET, Alternative, Judged, Reasons
from assistant.catalogue import citations
from assistant.french import enumerate_words, lower_first, sentence, upper_first
from assistant.headline import dues_words
from assistant.inference import judge
from assistant.inquiry import unneeded
from assistant.model import DEFAULT_PLAYER, Clause, Given, Library
from assistant.outcome import Outcome

ASK, DECISION, DEAL, POINTS, PARAGRAPH = "question", "decision", "donne", "points", "paragraphe"
STAGES = {
    ASK: "Ce qu'il faut savoir",
    DECISION: "La décision",
    DEAL: "La donne",
    POINTS: "Les points",
    PARAGRAPH: "Le paragraphe",
}
UNSAID = "Le texte ne le dit pas (il est muet, admet plusieurs lectures ou laisse l'arbitre juge)"
NO_POINTS = "Aucun point perdu ni payé à titre de sanction"
MOST_WRONG = 3
UNSAID_KEY = "non-dit"


class Option(NamedTuple):
    """An answer to tap, and why it is right or wrong."""

    id: str
    label: str
    right: bool
    why: str
    origin: str  # right, fact, ruleset, situation, or the mistake it is


class Stage(NamedTuple):
    id: str
    title: str
    question: str
    story: tuple[str, ...]
    options: tuple[Option, ...]

    @property
    def verbatim(self) -> bool:
        """Whether its answers quote the text, which is printed as it stands."""
        return self.id == PARAGRAPH

    @property
    def right(self) -> Option:
        return next(option for option in self.options if option.right)

    def option(self, name: str) -> Option | None:
        return next((option for option in self.options if option.id == name), None)


class Wrong(NamedTuple):
    key: Hashable
    label: str
    why: str
    origin: str


def stages(library: Library, mine: Judged, found: list[Alternative]) -> tuple[Stage, ...]:
    """All stages that make sense for this ruling."""
    maker = Maker(library, mine, found)
    made = (maker.ask(), maker.decision(), maker.deal(), maker.points(), maker.paragraph())
    return tuple(stage for stage in made if stage is not None)


def unsaid(library: Library, outcome: Outcome) -> bool:
    """Whether the text leaves the decision open: several readings, silence, or nothing but discretion."""
    if outcome.readings or not outcome.sanctions:
        return True
    return all(library.sanctions[sanction].discretion for sanction in outcome.sanction_ids())


def partly_unsaid(library: Library, outcome: Outcome) -> bool:
    """Whether something is decided and something else is left open."""
    open_part = bool(outcome.silences) or any(library.sanctions[one].discretion for one in outcome.sanction_ids())
    return open_part and not unsaid(library, outcome)


def closed(text: str) -> str:
    """A sentence; one that ends with a quotation ends there."""
    return upper_first(text) if text.endswith("»") else sentence(text)


def _decides(given: Given) -> object:
    return given.sanctions or given.silence or given.readings


def _says_deal(given: Given) -> object:
    return given.slots


def _counts(given: Given) -> object:
    return given.amounts


class Maker:
    """Makes the stages of one ruling."""

    def __init__(self, library: Library, mine: Judged, found: list[Alternative]):
        self.library = library
        self.mine = mine
        self.reasons = Reasons(library, mine)
        self.found = sorted(found, key=self._far)
        self.story = tuple(text for _, text in mine.case.story)

    def _far(self, alternative: Alternative) -> tuple[bool, bool]:
        """The nearest first: told by a sentence of the story, and of the same nature as the decision."""
        told = all(change in self.reasons.told for change in alternative.when)
        return not told, self._punishes(alternative.outcome) != self._punishes(self.mine.outcome)

    def _punishes(self, outcome: Outcome) -> bool:
        return any(self.library.sanctions[one].nature == "sanction" for one in outcome.sanction_ids())

    # The stage itself

    def _stage(
        self,
        name: str,
        question: str,
        right: tuple[str, str],
        wrong: Iterable[Wrong],
        story: tuple[str, ...] | None = None,
    ) -> Stage | None:
        """A stage with at most three wrong answers, of every origin in turn; None where none is left."""
        label, why = right
        groups: dict[str, list[Wrong]] = {}
        seen = {label}
        for one in wrong:
            if one.label not in seen:
                seen.add(one.label)
                groups.setdefault(one.origin, []).append(one)
        chosen: list[Wrong] = []
        while len(chosen) < MOST_WRONG and any(groups.values()):
            for group in groups.values():
                if group and len(chosen) < MOST_WRONG:
                    chosen.append(group.pop(0))
        if not chosen:
            return None
        options = [Option("", upper_first(label), True, closed(why), "right")]
        options += [Option("", upper_first(one.label), False, closed(one.why), one.origin) for one in chosen]
        mixed = sorted(options, key=lambda option: self._mix(name, option.label))
        named = tuple(option._replace(id=str(index)) for index, option in enumerate(mixed, 1))
        return Stage(name, STAGES[name], question, self.story if story is None else story, named)

    def _mix(self, name: str, label: str) -> bytes:
        """The order of the answers: always the same, and telling nothing."""
        return hashlib.sha256(f"{self.mine.case.id}|{self.mine.ruleset}|{name}|{label}".encode()).digest()

    def _elsewhere(
        self,
        key: Callable[[Outcome], Hashable | None],
        label: Callable[[Alternative], str],
        gives: Callable[[Given], object],
    ) -> list[Wrong]:
        """The answers that alternatives would give here, with the condition of each."""
        mine = key(self.mine.outcome)
        found: dict[Hashable, Wrong] = {}
        for alternative in self.found:
            theirs = key(alternative.outcome)
            if theirs is None or theirs == mine or theirs in found:
                continue
            said = label(alternative)
            told = "le texte ne le dirait pas" if theirs == UNSAID_KEY else f"ce serait « {lower_first(said)} »"
            where = self._where(alternative.outcome, alternative.ruleset, gives) if alternative.kind == RULESET else ""
            why = f"{told} {self.reasons.condition(alternative)}{where}"
            found[theirs] = Wrong(theirs, said, why, alternative.kind)
        return list(found.values())

    def _where(self, outcome: Outcome, ruleset: str, gives: Callable[[Given], object]) -> str:
        """The sections of the rules that give this part of an outcome."""
        rules = self.library.rulesets[ruleset].rules
        giving = [rules[name] for name in outcome.rules if gives(rules[name].given)]
        sections = dict.fromkeys(self.library.clauses[clause].section for rule in giving for clause in citations(rule))
        return f", {' ; '.join(f'§ {section}' for section in list(sections)[:3])}" if sections else ""

    def _rules(self, outcome: Outcome, gives: Callable[[Given], object]) -> str:
        """The rules that give this part of the outcome, by their titles and sections."""
        rules = self.mine.questionnaire.network.rules
        titles = [rules[name].title for name in outcome.rules if gives(rules[name].given)]
        return f"{' ; '.join(titles[:2])}{self._where(outcome, self.mine.ruleset, gives)}"

    # What do you ask?

    def ask(self) -> Stage | None:
        """The story without the sentence that tells a deciding fact: which question is missing?"""
        questionnaire = self.mine.questionnaire
        for name in dict.fromkeys(name for name, _ in self.mine.case.story if name in self.mine.facts):
            rest = {other: value for other, value in self.mine.facts.items() if other != name}
            fact = questionnaire.position(rest).question
            if fact is None or fact.id != name:
                continue
            story = tuple(text for told, text in self.mine.case.story if told != name)
            if not story:
                continue
            needs = judge(self.library, questionnaire.engine, rest).needs
            wrong = [
                Wrong(other.id, str(other.question), why, origin)
                for other, why, origin in unneeded(self.library, self.mine, needs, name)
            ]
            question = "On vous dit seulement ceci. Que demandez-vous ?"
            left = questionnaire.leaves(questionnaire.judge(rest).run, fact)
            titles = dict.fromkeys(title for _, leaves in left for title in leaves)
            why = f"la décision en dépend : {' ; '.join(lower_first(title) for title in list(titles)[:4])}"
            return self._stage(ASK, question, (str(fact.question), why), wrong, story)
        return None

    # What is the decision?

    def _decided(self, outcome: Outcome) -> Hashable | None:
        return UNSAID_KEY if unsaid(self.library, outcome) else outcome.sanctions

    def names(self, outcome: Outcome, ruleset: str) -> str:
        """The sanctions in the words of this ruleset, else of the one that knows them."""
        if unsaid(self.library, outcome):
            return UNSAID
        order = list(self.library.sanctions)
        parts: list[str] = []
        for player, sanction in sorted(outcome.sanctions, key=lambda pair: (order.index(pair[1]), pair[0])):
            naming = self.library.sanctions[sanction].rulesets
            name = naming.get(self.mine.ruleset, naming[ruleset]).name
            parts.append(name if player == DEFAULT_PLAYER else f"pour {self.library.players[player].label}, {name}")
        return " ; ".join(parts)

    def _harmless(self, key: Hashable) -> bool:
        """Whether an answer only says that nobody is punished, which is true wherever the decision punishes nobody."""
        if not isinstance(key, frozenset):
            return False
        return not self._punishes(self.mine.outcome) and all(self.library.sanctions[one].vanishes for _, one in key)

    def decision(self) -> Stage | None:
        """The sanctions, or that the text leaves them open."""
        outcome = self.mine.outcome
        open_end, mixed = unsaid(self.library, outcome), partly_unsaid(self.library, outcome)
        wrong = [
            one
            for one in self._elsewhere(self._decided, lambda other: self.names(other.outcome, other.ruleset), _decides)
            if not (mixed and one.key == UNSAID_KEY) and not self._harmless(one.key)
        ]
        if not open_end and not mixed and all(one.key != UNSAID_KEY for one in wrong):
            wrong.insert(0, Wrong(UNSAID_KEY, UNSAID, f"le texte le dit : {self._rules(outcome, _decides)}", "silence"))
        if not open_end and not mixed:
            wrong = [one._replace(origin="silence") if one.key == UNSAID_KEY else one for one in wrong]
        label = self.names(outcome, self.mine.ruleset)
        return self._stage(DECISION, "Quelle est la décision, tout compris ?", (label, self._because(outcome)), wrong)

    def _because(self, outcome: Outcome) -> str:
        """Why the right answer is right."""
        if outcome.readings:
            readings = [f"({index}) {reading.text.rstrip('.')}" for index, reading in enumerate(outcome.readings, 1)]
            return "le texte admet plusieurs lectures, à l'arbitre de choisir : " + " ; ".join(readings)
        parts = [silence.rstrip(".") for silence in sorted(outcome.silences)]
        parts += [
            f"à décider par {self.library.players[decides.who].label} : {decides.text.rstrip('.')}"
            for decides in sorted(outcome.decides, key=str)
        ]
        if parts and unsaid(self.library, outcome):
            return " ; ".join(parts)
        if unsaid(self.library, outcome):
            return f"le texte laisse l'arbitre juge : {self._rules(outcome, _decides)}"
        return self._rules(outcome, _decides)

    # What becomes of the deal?

    def _slots(self, outcome: Outcome) -> Hashable | None:
        known = self.library.rulesets[self.mine.ruleset].slots
        if outcome.readings or not outcome.slots or any(slot not in known for slot, _ in outcome.slots):
            return None
        return outcome.slots

    def slot_words(self, outcome: Outcome) -> str:
        """What each slot gets; its title first where the words do not name it."""
        parts: list[str] = []
        for slot, value in outcome.slots:
            title, label = self.library.slots[slot].title, self.library.slots[slot].values[value].label
            stems = [word.removesuffix("s") for word in title.split() if word not in ("La", "Le", "Les", "de")]
            named = any(word.startswith(stem) for word in label.replace("'", " ").split() for stem in stems)
            parts.append(label if named else f"{title} : {label}")
        return " ; ".join(parts)

    def _overlaps(self, slots: Hashable) -> bool:
        """Whether what these slots say could be said of this case too (« la donne suit son cours », « la donne continue »)."""
        mine, theirs = dict(self.mine.outcome.slots), dict(slots) if isinstance(slots, tuple) else {}
        return all(self._alike(slot, mine[slot], theirs[slot]) for slot in mine if slot in theirs)

    def _alike(self, slot: str, one: str, other: str) -> bool:
        values = self.library.slots[slot].values
        return one == other or other in values[one].covers or one in values[other].covers

    def deal(self) -> Stage | None:
        outcome = self.mine.outcome
        if self._slots(outcome) is None:
            return None
        wrong = self._elsewhere(self._slots, lambda other: self.slot_words(other.outcome), _says_deal)
        wrong = [one for one in wrong if not self._overlaps(one.key)]
        titles = [self.library.slots[slot].title for slot in self.library.rulesets[self.mine.ruleset].slots]
        names = [lower_first(title) if " " in title else title for title in titles]
        question = f"Que deviennent {enumerate_words(names)} ?"
        if len(names) == 1:
            question = f"Que devient {lower_first(names[0])} ?"
        return self._stage(DEAL, question, (self.slot_words(outcome), self._rules(outcome, _says_deal)), wrong)

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
        return outcome.dues

    def points_words(self, outcome: Outcome) -> str:
        return dues_words(self.library, outcome.dues) or NO_POINTS

    def points(self) -> Stage | None:
        outcome = self.mine.outcome
        if self._paid(outcome) is None:
            return None
        wrong = self._elsewhere(self._paid, lambda other: self.points_words(other.outcome), _counts)
        if outcome.dues and all(one.key for one in wrong):
            why = f"la décision coûte des points : {self.points_words(outcome)}"
            wrong.append(Wrong(frozenset(), NO_POINTS, why, "oubli"))
        gives = _counts if outcome.dues else _decides
        right = (self.points_words(outcome), self._rules(outcome, gives))
        return self._stage(POINTS, "Quels points sont perdus ou payés à titre de sanction ?", right, wrong)

    # Which paragraph?

    def _label(self, clause: Clause) -> str:
        label = f"§ {clause.section}, {clause.heading}"
        if self.mine.case.level > 1:
            return label
        words = " ".join(clause.quotes[0].split())
        return f"{label} : « {words if len(words) <= 110 else words[:110].rsplit(' ', 1)[0] + ' …'} »"

    def paragraph(self) -> Stage | None:
        outcome, clauses = self.mine.outcome, self.library.clauses
        cited = [*outcome.cites, *(one for reading in outcome.readings for one in reading.cites)]
        if not cited:
            return None
        right = clauses[cited[0]]
        taken = {(clauses[one].section, clauses[one].heading) for one in cited}
        wrong: list[Wrong] = []
        for alternative in self.found:
            theirs = [*alternative.outcome.cites, *(one for r in alternative.outcome.readings for one in r.cites)]
            for name in theirs[:2]:
                clause = clauses[name]
                place = (clause.section, clause.heading)
                if clause.source != right.source or place in taken:
                    continue
                taken.add(place)
                why = f"ce paragraphe s'appliquerait {self.reasons.condition(alternative)}"
                wrong.append(Wrong(name, self._label(clause), why, alternative.kind))
        quote = " ".join(right.quotes[0].split())
        return self._stage(
            PARAGRAPH, "Sur quel paragraphe repose la décision ?", (self._label(right), f"« {quote} »"), wrong
        )
