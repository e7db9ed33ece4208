"""Exercises on several events of one case: what the text decides of each, what becomes of the deal, who pays. Each is ruled by the engine."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cached_property
from typing import NamedTuple

from assistant.consultation.cases import each
from assistant.consultation.events import Judged, outcomes_of
from assistant.consultation.naming import player_label
from assistant.consultation.seating import sayer
from assistant.decision.events import combined_slots
from assistant.decision.outcome import Due, Outcome, Slots
from assistant.decision.statuses import NOBODY
from assistant.decision.words import dues_words
from assistant.engine.engines import Engines
from assistant.errors import Conflict, Hole, InputError
from assistant.french import lower_first
from assistant.model import INCIDENT, Case, Library, Scope, Value, When
from assistant.training.exercises.defensible import Defensible
from assistant.training.exercises.gap import tells_points
from assistant.training.exercises.ground import Ground
from assistant.training.exercises.one_incident import NO_POINTS, remarks, told_deal, why_decided
from assistant.training.exercises.origin import Origin
from assistant.training.exercises.reasons import answered
from assistant.training.exercises.ruling import Ruling, counts, decides, punishes, says_deal
from assistant.training.exercises.stage import FEWEST_WRONG, Asked, Part, Right, Wrong
from assistant.training.exercises.what_if import what_if
from assistant.training.exercises.words import deal_words, decision_words, quoted, would_be

ORDINALS = ("premier", "deuxième", "troisième", "quatrième")
MOMENTS = {  # between these the words of a story can be right for one alone
    When.AFTER: "avant que personne n'ait rien dit de celui d'avant",
    When.AFTER_RULING: "après une décision de l'arbitre sur celui d'avant",
}
LATER = (*MOMENTS, When.AFTER_CLAIM)  # in the same deal, which went on
MOST_ASKED = 2  # events of a chain whose decision is asked


class Chain(NamedTuple):
    """A case of several incidents as one ruleset rules it."""

    case: Case
    ruleset: str
    ends: tuple[Judged, ...]  # each event, finally judged
    slots: Slots

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        return tuple(outcomes_of(list(self.ends)))

    def rulings(self, library: Library) -> list[Ruling]:
        """What was decided of each event."""
        return [
            Ruling(library, self.ruleset, outcome, judged.position.state.run.standing)
            for judged, outcome in zip(self.ends, self.outcomes, strict=True)
        ]

    def whole(self, library: Library) -> Ruling:
        """The events together: what becomes of the deal, and all that is said and cited of any of them."""
        every = self.outcomes
        outcome = Outcome(
            slots=self.slots,
            silences=frozenset().union(*(one.silences for one in every)),
            decides=frozenset().union(*(one.decides for one in every)),
            readings=tuple(reading for one in every for reading in one.readings),
            cites=tuple(dict.fromkeys(clause for one in every for clause in one.cites)),
            rules=tuple(dict.fromkeys(rule for one in every for rule in one.rules)),
        )
        standing = dict.fromkeys(rule for judged in self.ends for rule in judged.position.state.run.standing)
        return Ruling(library, self.ruleset, outcome, standing)


def chain(library: Library, engines: Engines, case: Case, ruleset: str) -> Chain | None:
    """The rulings, or None where an incident does not occur here or the facts do not suffice."""
    incidents = [str(facts[INCIDENT]) for facts in case.every_facts()]
    if any(ruleset not in library.incidents[one].rulesets for one in incidents):
        return None
    try:
        ends = tuple(each(library, engines, case, ruleset))
        slots = combined_slots(library, ruleset, outcomes_of(list(ends)))
    except (Hole, Conflict, InputError):
        return None
    return Chain(case._replace(story=case.told(library.rulesets[ruleset].names)), ruleset, ends, slots)


class Otherwise(NamedTuple):
    """The same case with something told otherwise, in words, and what the engine gives then."""

    ground: Ground
    condition: str
    chain: Chain


class Examiners:
    """Makes the questions on the events of one case."""

    def __init__(self, library: Library, engines: Engines, mine: Chain):
        self.library = library
        self.engines = engines
        self.mine = mine
        self.rulings = mine.rulings(library)
        self.whole = mine.whole(library)
        self.story = tuple(text for _, text in mine.case.story)

    def questions(self) -> Iterator[Asked]:
        """What the text decides of those events that the others change before the rest; the deal; the points."""
        events = range(len(self.rulings))
        asked = [one for index in events if (one := self.decision(index)) is not None]
        asked = [one for one in asked if len(one.wrong) >= FEWEST_WRONG]
        asked.sort(key=lambda one: not any(wrong.ground.origin == Origin.ALONE for wrong in one.wrong))
        yield from sorted(asked[:MOST_ASKED], key=lambda one: one.event)
        yield from filter(None, (self.deal(), self.points()))

    @cached_property
    def others(self) -> list[Otherwise]:
        """The same case with one event at another moment or one fact otherwise, as far as the later events keep their sense."""
        found: list[Otherwise] = []
        for index in range(len(self.mine.ends)):
            for ground, condition, case in (*self._moments(index), *self._facts(index)):
                theirs = chain(self.library, self.engines, case, self.mine.ruleset)
                if theirs is not None and not self._upsets(theirs, index):
                    found.append(Otherwise(ground, condition, theirs))
        return found

    def _facts(self, index: int) -> Iterator[tuple[Ground, str, Case]]:
        """One fact of one event otherwise."""
        facts = self.mine.case.every_facts()[index]
        asking = what_if(self.library, self.engines, self.mine.ruleset, self.mine.ends[index].incident)
        for name in (name for name in facts if name in asking.questionnaire.branches and name != INCIDENT):
            for value in asking.questionnaire.branches[name]:
                if value != facts[name]:
                    change = ((name, value),)
                    words = f"si, pour le {ORDINALS[index]} incident{answered(asking.questionnaire, change)[2:]}"
                    yield Ground(Origin.FACT, change, index + 1), words, changed(self.mine.case, index, name, value)

    def _moments(self, index: int) -> Iterator[tuple[Ground, str, Case]]:
        """A further event at another moment with regard to the one before."""
        if index == 0:
            return
        told = self.mine.case.further[index - 1].telling.when
        for when, words in MOMENTS.items():
            if told in MOMENTS and when != told:
                condition = f"si le {ORDINALS[index]} incident était arrivé {words}"
                yield Ground(Origin.MOMENT, event=index + 1, when=when), condition, moved(self.mine.case, index, when)

    def _upsets(self, theirs: Chain, index: int) -> bool:
        """Whether a change of one incident takes away what the later ones of this story rest on: a fact, that the deal went on, or that it was over."""
        ours, other = ([_given(judged) for judged in case.ends[index + 1 :]] for case in (self.mine, theirs))
        if ours != other:
            return True
        further = self.mine.case.further[index:]
        ours_over, theirs_over = (self._over(case.ends[index].position.state.outcome) for case in (self.mine, theirs))
        if ours_over and not theirs_over and any(event.telling.when == When.EARLIER_DEAL for event in further):
            return True  # the deal of the later ones was the next only because this one had ended it
        return theirs_over and not ours_over and any(event.telling.when in LATER for event in further)

    def _over(self, outcome: Outcome | None) -> bool:
        """Whether the deal ended with this event, by itself."""
        return outcome is not None and any(self.library.slots[slot].values[value].over for slot, value in outcome.slots)

    # What does each get?

    def decision(self, index: int) -> Asked | None:
        """What the text decides of one event, and what it would decide of it alone, at another moment, or otherwise told."""
        ruling, judged = self.rulings[index], self.mine.ends[index]
        if judged.ended is not None or judged.event.reading is not None or judged.event.choice is not None:
            return None
        if not ruling.decision or not ruling.says():
            return None
        defensible = Defensible(self.library, ruling)
        wrong: dict[Hashable, Wrong] = {}
        for other in (*self._alone(index), *self.others):
            theirs = other.chain.rulings(self.library)
            there = theirs[index] if len(theirs) > 1 else theirs[0]
            said = there.decision
            if not said or said in wrong or defensible.decision(said):
                continue
            label = decision_words(self.library, said, self.mine.ruleset)
            ours = ", d'après notre lecture," if there.read() else ""
            ground = other.ground._replace(cites=there.cites(decides))
            wrong[said] = Wrong(said, label, f"{would_be(label)}{ours} {other.condition}", ground)
        label = decision_words(self.library, ruling.decision, self.mine.ruleset)
        right = Right(ruling.decision, label, why_decided(ruling), remarks(self.library, ruling, decides))
        question = f"Que décide le règlement du {self._which(index)} ?"
        return Asked(Part.DECISION, question, self.story, right, list(wrong.values()), ruling.cites(decides), index + 1)

    def _alone(self, index: int) -> Iterator[Otherwise]:
        """The event as if it were the only one."""
        theirs = chain(self.library, self.engines, alone(self.library, self.mine.case, index), self.mine.ruleset)
        if theirs is not None:
            condition = "si cet incident était le seul"
            yield Otherwise(Ground(Origin.ALONE, event=index + 1), condition, theirs)

    def _which(self, index: int) -> str:
        """An event by its place, its player and what happened."""
        event = self.mine.ends[index].event
        who = player_label(self.library, event.player)
        title = quoted(lower_first(self.library.incidents[event.incident].title))
        return f"{ORDINALS[index]} incident ({who}, {title})" if who else f"{ORDINALS[index]} incident ({title})"

    # What becomes of the deal?

    def deal(self) -> Asked | None:
        """One value for each slot, whatever each incident alone would say."""
        slots = told_deal(self.library, self.mine.ruleset, self.whole.outcome)
        if slots is None or not self.whole.says(says_deal):
            return None
        defensible = Defensible(self.library, self.whole)
        wrong: dict[Hashable, Wrong] = {}
        for other in self.others:
            whole = other.chain.whole(self.library)
            said = told_deal(self.library, self.mine.ruleset, whole.outcome)
            if said is None or said in wrong or defensible.deal(said):
                continue
            label, ground = deal_words(self.library, said), other.ground._replace(cites=whole.cites(says_deal))
            wrong[said] = Wrong(said, label, f"ce serait la bonne réponse {other.condition}", ground)
        leading = [index for index, one in enumerate(self.mine.outcomes) if set(slots) <= set(one.slots)]
        why = (
            f"le {ORDINALS[leading[0]]} incident l'emporte pour la donne"
            if len(leading) == 1
            else "les incidents, jugés ensemble, disent cela de la donne"
        )
        right = Right(slots, deal_words(self.library, slots), why)
        question = "Que devient la donne, les incidents jugés ensemble ?"
        return Asked(Part.DEAL, question, self.story, right, list(wrong.values()), self.whole.cites(says_deal))

    # Who pays what?

    def points(self) -> Asked | None:
        """What is paid in all, against what it would be otherwise, or with one incident forgotten."""
        mine = costs(self.rulings)
        if mine is None or not any(mine) or tells_points(self.story, frozenset().union(*mine)):
            return None
        if any(dues and judged.event.player == NOBODY for judged, dues in zip(self.mine.ends, mine, strict=True)):
            return None  # a chombo that another event tells again is paid once
        wrong: dict[Hashable, Wrong] = {}
        for other in self.others:
            theirs = other.chain.rulings(self.library)
            said = costs(theirs)
            if said is None or said in wrong or self._paid_so(said):
                continue
            cites = tuple(dict.fromkeys(clause for ruling in theirs for clause in ruling.cites(counts)))
            why = f"ce serait la bonne réponse {other.condition}"
            wrong[said] = Wrong(said, self._told(said), why, other.ground._replace(cites=cites))
        for index, ruling in enumerate(self.rulings):
            said = tuple(frozenset() if place == index else one for place, one in enumerate(mine))
            if mine[index] and said not in wrong:
                why = f"il manque ce que coûte le {ORDINALS[index]} incident : l'un n'efface pas l'autre"
                ground = Ground(Origin.FORGOTTEN, event=index + 1, cites=ruling.cites(counts))
                wrong[said] = Wrong(said, self._told(said), why, ground)
        cites = tuple(dict.fromkeys(clause for ruling in self.rulings for clause in ruling.cites(counts)))
        why = " ; ".join(why_decided(one) for one, dues in zip(self.rulings, mine, strict=True) if dues)
        right = Right(mine, self._told(mine), why)
        question = "Quels points les incidents font-ils perdre ou payer à titre de sanction ?"
        return Asked(Part.POINTS, question, self.story, right, list(wrong.values()), cites)

    def _paid_so(self, said: tuple[frozenset[Due], ...]) -> bool:
        """Whether each event could cost so much."""
        return all(
            Defensible(self.library, ruling).points(dues) for ruling, dues in zip(self.rulings, said, strict=True)
        )

    def _told(self, paid: tuple[frozenset[Due], ...]) -> str:
        """What each event costs its player, who is named."""
        parts: list[str] = []
        for judged, dues in zip(self.mine.ends, paid, strict=True):
            parts.append(sayer(self.library, judged)(dues_words(self.library, dues)))
        return " ; ".join(filter(None, parts)) or NO_POINTS


def costs(rulings: list[Ruling]) -> tuple[frozenset[Due], ...] | None:
    """What each event costs as a penalty, or None where the text leaves something of it open."""
    if any(
        one.open or one.mute or not one.says(counts) or any(due.numbers is None for due in one.outcome.dues)
        for one in rulings
    ):
        return None
    return tuple(one.outcome.dues if punishes(one.library, one.decision) else frozenset() for one in rulings)


def _given(judged: Judged) -> tuple[str, dict[str, Value]]:
    """What other events make of one: the incident that it is, and the facts that they settle."""
    return judged.incident, {name: settled.value for name, settled in judged.settled.items()}


def changed(case: Case, index: int, name: str, value: Value) -> Case:
    """The case with one fact of one incident otherwise."""
    if index == 0:
        return case._replace(facts={**case.facts, name: value})
    further = list(case.further)
    further[index - 1] = further[index - 1]._replace(facts={**further[index - 1].facts, name: value})
    return case._replace(further=tuple(further))


def moved(case: Case, index: int, when: str) -> Case:
    """The case with one of its further events at another moment."""
    further = list(case.further)
    further[index - 1] = further[index - 1]._replace(telling=further[index - 1].telling._replace(when=when))
    return case._replace(further=tuple(further))


def alone(library: Library, case: Case, index: int) -> Case:
    """One event of a case as if it were the only one, with what the others told of the table."""
    facts = case.every_facts()[index]
    table = {
        name: value
        for every in case.every_facts()
        for name, value in every.items()
        if name in library.facts and library.facts[name].scope != Scope.FAULT
    }
    telling = case.telling if index == 0 else case.further[index - 1].telling
    return case._replace(facts={**table, **facts}, further=(), telling=telling._replace(by=None, when=None))
