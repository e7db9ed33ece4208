"""What an edit of the knowledge changes: every situation that two states of it answer otherwise, and what was edited there.

Incidents of which nothing was edited are not looked at. Of the others every path is walked in both states, with at most two rare circumstances, and every
set of answers on the way is put to both: the next question, the ruling with its amounts, its citations, and the words of its sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from assistant.consultation.questionnaire import Questionnaire
from assistant.consultation.sentences import conditional, said
from assistant.decision.outcome import Due, Outcome
from assistant.decision.words import decision_line, dues_words
from assistant.engine.engines import Engines, RememberingEngines
from assistant.errors import Hole
from assistant.graph.fingerprint import clause_hash, digest, network_hash, words_hash
from assistant.model import Library, Then, Value
from assistant.proof.walk import Walk, Walker
from assistant.proof.writing import Piece, difference_words, edited, lasting, pieces

MOST_RARE = 2  # rare circumstances at once

Pair = tuple[str, str]  # a ruleset and an incident
Facts = Mapping[str, Value]
Causes = tuple[tuple[str, str], ...]  # what was edited, with its place


class Kind(StrEnum):
    """What changed first, the gravest before the others."""

    NEW = "new"
    GONE = "gone"
    DECISION = "decision"
    AMOUNT = "amount"
    CITATION = "citation"
    QUESTION = "question"
    WORDS = "words"
    LINK = "link"


class Answer(NamedTuple):
    """What one state of the knowledge answers to a set of facts: a question, a ruling, or that it cannot tell."""

    ask: str | None = None
    outcome: Outcome | None = None
    hole: str = ""
    rules: tuple[str, ...] = ()
    words: str = ""

    @property
    def cites(self) -> tuple[tuple[str, ...], ...]:
        """The clauses cited, also by each reading."""
        found = self.outcome
        return (found.cites, *(reading.cites for reading in found.readings)) if found is not None else ()


class Change(NamedTuple):
    """One change, and all the situations that it touches."""

    kind: Kind
    ruleset: str
    incident: str
    before: str
    after: str
    causes: Causes
    situations: tuple[tuple[tuple[str, Value], ...], ...] = ()


class Knowledge:
    """One state of the knowledge, asked."""

    def __init__(self, library: Library):
        self.library = library
        self.engines: Engines = RememberingEngines(library)

    @cached_property
    def pairs(self) -> list[Pair]:
        """All incidents of all rulesets."""
        return [(name, incident.id) for name in self.library.rulesets for incident in self.library.incidents_of(name)]

    def questionnaire(self, pair: Pair) -> Questionnaire:
        """The questions of one incident."""
        return Questionnaire(self.library, self.engines.engine(*pair))

    def hash(self, pair: Pair) -> str:
        """Of all that an incident asks, decides, cites and says."""
        network = self.engines.engine(*pair).network
        words = [words_hash(self.library, network.rules[name]) for name in sorted(network.rules)]
        made_of = [(name, piece.whole) for name, piece in self.pieces(pair).items()]
        return digest(network_hash(self.library, network), words, made_of)

    def pieces(self, pair: Pair) -> dict[str, Piece]:
        """All that an author writes of an incident."""
        return pieces(self.library, self.engines.engine(*pair).network)

    def knows(self, name: str) -> bool:
        """Whether a fact, a sanction or a clause of this name is written, read or not."""
        return name in self.library.facts or name in self.library.sanctions or name in self.library.clauses

    def situations(self, pair: Pair) -> Iterator[dict[str, Value]]:
        """Every set of answers that the questionnaire comes to, in each context."""
        questionnaire = self.questionnaire(pair)
        for context in self.library.contexts(set(questionnaire.network.facts)):
            walk = Walker(self.library, questionnaire, context).run()
            for path in _paths(walk):
                yield {**context, **path}

    def answer(self, questionnaire: Questionnaire, facts: Facts) -> Answer:
        """What is answered to these facts; what nobody knows in this state was not told."""
        known = {name: value for name, value in facts.items() if self._knows(questionnaire, name, value)}
        try:
            state = questionnaire.judge(known)
            asked = questionnaire.next_question(state) or questionnaire.last_question(state)
        except Hole as hole:
            return Answer(hole=str(hole))
        if asked is not None:
            return Answer(ask=asked.id, words=digest(asked._replace(rank=0)))
        run, outcome = state.run, state.outcome
        if outcome is None or outcome.exit:
            return Answer(outcome=outcome)
        sentences = said(self.library, run, conditional(self.library, run, outcome))
        rules = [words_hash(self.library, run.network.rules[rule]) for rule in run.standing]
        clauses = [clause_hash(self.library.clauses.get(clause)) for clause in outcome.cites]
        return Answer(outcome=outcome, rules=run.standing, words=digest(sentences, rules, clauses))

    def _knows(self, questionnaire: Questionnaire, name: str, value: Value) -> bool:
        fact = questionnaire.network.facts.get(name)
        return fact is not None and (fact.is_number or any(one.id == value for one in fact.values))


class Difference:
    """Two states of the knowledge, compared."""

    def __init__(self, before: Library, after: Library):
        self.before, self.after = Knowledge(before), Knowledge(after)

    def changes(self) -> list[Change]:
        """Everything that changed, ruleset by ruleset and incident by incident."""
        rulesets = list(dict.fromkeys([*self.after.library.rulesets, *self.before.library.rulesets]))
        found = [change for ruleset in rulesets for change in self._of_links(ruleset)]
        for pair in dict.fromkeys([*self.after.pairs, *self.before.pairs]):
            found += self._of(pair)
        order = list(Kind)
        return sorted(found, key=lambda change: (rulesets.index(change.ruleset), order.index(change.kind)))

    def _of_links(self, ruleset: str) -> Iterator[Change]:
        before, after = lasting(self.before.library, ruleset), lasting(self.after.library, ruleset)
        for name in sorted({*before, *after}):
            first, second = before.get(name), after.get(name)
            if not edited(first, second):
                continue
            was, is_ = ("absent" if one is None else "écrit" for one in (first, second))
            if first is not None and second is not None:
                was, is_ = difference_words(first, second)
            place = (second or before[name]).place
            yield Change(Kind.LINK, ruleset, "", was, is_, ((name, place),))

    def _of(self, pair: Pair) -> list[Change]:
        if pair not in self.before.pairs or pair not in self.after.pairs:
            kind, side = (Kind.GONE, self.before) if pair not in self.after.pairs else (Kind.NEW, self.after)
            incident = side.library.incidents[pair[1]]
            told = (incident.title, "") if kind is Kind.GONE else ("", incident.title)
            return [Change(kind, *pair, *told, ((incident.id, str(incident.place)),))]
        if self.before.hash(pair) == self.after.hash(pair):
            return []
        changed_here = self._edited(pair)
        asked = self.before.questionnaire(pair), self.after.questionnaire(pair)
        groups: dict[tuple[Kind, str, str, Causes], list[tuple[tuple[str, Value], ...]]] = {}
        for facts in self._situations(pair):
            before, after = self.before.answer(asked[0], facts), self.after.answer(asked[1], facts)
            changed = _kind(before, after)
            if changed is not None:
                key = (changed, *self._told(pair[0], before, after), self._causes(changed_here, before, after))
                groups.setdefault(key, []).append(tuple(facts.items()))
        return [
            Change(changed, *pair, was, is_, causes, tuple(situations))
            for (changed, was, is_, causes), situations in groups.items()
        ]

    def _situations(self, pair: Pair) -> Iterator[dict[str, Value]]:
        seen: set[frozenset[tuple[str, Value]]] = set()
        for side in (self.after, self.before):
            for facts in side.situations(pair):
                key = frozenset(facts.items())
                if key not in seen:
                    seen.add(key)
                    yield facts

    def _edited(self, pair: Pair) -> dict[str, str]:
        """What an author edited of an incident, with its place: where it is now, or where it was."""
        before, after = self.before.pieces(pair), self.after.pieces(pair)
        known = [name for name in {*before, *after} if self.before.knows(name) and self.after.knows(name)]
        alike = {name for name in known if name not in before or name not in after}  # only read here by one of the two
        return {
            name: (after.get(name) or before[name]).place
            for name in sorted({*before, *after} - alike)
            if edited(before.get(name), after.get(name))
        }

    def _causes(self, edited: Mapping[str, str], before: Answer, after: Answer) -> Causes:
        """Of what was edited, what bears on a situation: the rules that stood or stand, what they cite, what is asked; else all of it."""
        given = {name for side in (before, after) if side.outcome for name in side.outcome.sanction_ids()}
        mine = {before.ask, after.ask, *before.rules, *after.rules, *given}
        rules = [name for name in edited if name in mine]
        cited = {clause for side in (before, after) for clauses in side.cites for clause in clauses}
        near = rules or [name for name in edited if name in cited] or list(edited)
        return tuple((name, edited[name]) for name in near)

    def _told(self, ruleset: str, before: Answer, after: Answer) -> tuple[str, str]:
        """Both answers in words; where the first line does not tell them apart, with what does."""
        was, is_ = _words(self.before.library, ruleset, before), _words(self.after.library, ruleset, after)
        if was[0] != is_[0]:
            return was[0], is_[0]
        return _with(was, is_), _with(is_, was)


def _with(mine: list[str], others: list[str]) -> str:
    return " — ".join([mine[0], *(part for part in mine[1:] if part not in others)])


def _kind(before: Answer, after: Answer) -> Kind | None:
    """What tells two answers apart, if anything does."""
    if before.ask != after.ask:
        return Kind.QUESTION
    first, second = before.outcome, after.outcome
    if first is None or second is None or first.exit or second.exit:
        if (first, before.hole) != (second, after.hole):
            return Kind.DECISION
    elif _unpaid(first) != _unpaid(second):
        return Kind.DECISION
    elif first != second:
        return Kind.AMOUNT
    elif before.cites != after.cites:
        return Kind.CITATION
    return Kind.WORDS if before.words != after.words else None


def _unpaid(outcome: Outcome) -> Outcome:
    """A decision but for its amounts, those of its readings too."""
    readings = [one._replace(then=one.then._replace(amounts=frozenset())) for one in outcome.readings]
    return outcome._replace(dues=frozenset(), readings=tuple(readings))


def _words(library: Library, ruleset: str, answer: Answer) -> list[str]:
    """An answer in a line, then all its parts."""
    if answer.ask is not None:
        return [f"question : {library.facts[answer.ask].question}"]
    if answer.outcome is None:
        return [answer.hole or "aucune décision"]
    outcome = answer.outcome
    parts = [dues_words(library, [due]) for due in sorted(outcome.dues, key=repr)]
    parts += _slot_words(library, outcome.slots)
    parts += [one.text for one in sorted(outcome.decides)]
    for index, reading in enumerate(outcome.readings, 1):
        parts += [f"lecture {index} : {words}" for words in _given(library, reading.then)]
    parts += [f"cite {', '.join(clauses)}" for clauses in answer.cites]
    return [decision_line(library, ruleset, outcome), *parts]


def _slot_words(library: Library, slots: Iterable[tuple[str, str]]) -> list[str]:
    return [f"{library.slots[slot].title} : {library.slots[slot].values[value].label}" for slot, value in slots]


def _given(library: Library, then: Then) -> list[str]:
    """What a reading gives, part by part; an amount that counts by its own numbers."""
    words = [library.sanctions[name].title for name in sorted(then.sanctions)]
    for amount in sorted(then.amounts, key=repr):
        numbers = amount.range or amount.choices or amount.steps or (amount.value or amount.each or 0,)
        words.append(dues_words(library, [Due(amount, numbers)]))
    return [
        *words,
        *_slot_words(library, then.slots),
        *filter(None, [then.silence, then.decides and then.decides.text]),
    ]


def _paths(walk: Walk) -> Iterator[dict[str, Value]]:
    """The answers on every way of a walk, questions and ends."""
    if not walk.nodes or walk.root < 0:
        return
    waiting: list[tuple[int, dict[str, Value], int]] = [(walk.root, {}, 0)]
    while waiting:
        number, path, rare = waiting.pop()
        node = walk.nodes[number]
        yield path
        if node.question is not None:
            waiting += [(child, {**path, node.question: value}, rare) for value, child in reversed(node.children)]
        elif rare < MOST_RARE:
            waiting += [(child, {**path, name: value}, rare + 1) for name, value, child in reversed(node.rare)]


def situation_words(library: Library, facts: Facts) -> str:
    """A set of facts as it is read; rare circumstances that nobody told are as usual."""
    told = [
        f"{library.facts[name].title} : {library.facts[name].label(value)}"
        if name in library.facts
        else f"{name}={value}"
        for name, value in facts.items()
    ]
    return " ; ".join(told)
