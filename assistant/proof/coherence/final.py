"""A final state as its sheet tells it: every sentence with who wrote it and where."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import cached_property

from assistant.consultation.deal import slot_steps
from assistant.consultation.sentences import concerning, said
from assistant.consultation.sheet import due_steps, is_over, passing, sheet
from assistant.decision.outcome import Due, Outcome
from assistant.decision.state import State
from assistant.decision.words import headline
from assistant.model import Library, Place, Rule, Sentence, Value


class Part(Enum):
    """Where on the sheet a sentence stands, in the words of a message."""

    STEP = "le geste"
    DEAL = "le geste de la case"
    DUE = "le geste du montant"
    EFFECT = "l'effet"
    NAME = "le nom"
    CHOICE = "le choix (decides)"
    SILENCE = "le silence"
    READING = "la lecture"
    READ = "le geste d'une lecture"
    WARNING = "l'avertissement"
    INTERPRETATION = "l'interprétation"


class Spoken:
    """A sentence of a sheet: its words, who wrote it and where, and of a sanction whom it strikes."""

    def __init__(self, part: Part, text: str, owner: str, place: Place, player: str | None = None):
        self.part, self.text, self.owner, self.place, self.player = part, text, owner, place, player


class Final:
    """A final state: what is known, what is decided, and all that the sheet says."""

    def __init__(self, library: Library, state: State, facts: dict[str, Value]):
        assert state.outcome is not None
        self.library, self.state, self.facts = library, state, facts
        self.outcome: Outcome = state.outcome
        self.network = state.run.network

    @property
    def ruleset(self) -> str:
        return self.network.ruleset

    @cached_property
    def rules(self) -> list[Rule]:
        """The rules that give what is decided."""
        return [self.network.rules[name] for name in self.outcome.rules]

    @cached_property
    def steps(self) -> list[str]:
        """What the sheet tells to do, in its order."""
        return sheet(self.library, self.state)["steps"]

    @cached_property
    def headline(self) -> str:
        return headline(self.library, self.ruleset, self.outcome)

    @cached_property
    def spoken(self) -> list[Spoken]:
        """Every sentence of ours on the sheet."""
        return [*self._of_rules(), *self._of_sanctions(), *self._of_slots(), *self._of_warnings()]

    def of(self, *parts: Part) -> list[Spoken]:
        """The sentences that stand in some places."""
        return [spoken for spoken in self.spoken if spoken.part in parts]

    def giving(self, sanction: str) -> Rule:
        """The rule that gives a sanction."""
        return next(rule for rule in self.rules if sanction in rule.then.sanctions)

    def charging(self, due: Due) -> Rule:
        """The rule that gives an amount."""
        return next(rule for rule in self.rules if due.amount in rule.then.amounts)

    def filling(self, slot: str) -> Rule:
        """The rule that says what becomes of a slot."""
        return next(rule for rule in self.rules if slot in dict(rule.then.slots))

    def _said(
        self, part: Part, owner: str, sentences: tuple[Sentence, ...], player: str | None = None
    ) -> Iterator[Spoken]:
        for sentence in sentences:
            for text in said(self.library, self.state.run, [sentence]):
                yield Spoken(part, text, owner, sentence.place, player)

    def _of_rules(self) -> Iterator[Spoken]:
        for rule in self.rules:
            yield from self._said(Part.STEP, rule.id, rule.steps)
            for then in rule.every_then():
                if then.silence:
                    yield Spoken(Part.SILENCE, then.silence, rule.id, rule.place)
                if then.decides:
                    yield Spoken(Part.CHOICE, then.decides.text, rule.id, rule.place)
            for reading in rule.then.readings:
                yield Spoken(Part.READING, reading.text, rule.id, rule.place)
                for text in slot_steps(self.library, reading.then.slots):
                    yield Spoken(Part.READ, text, rule.id, rule.place)

    def _of_sanctions(self) -> Iterator[Spoken]:
        ended = passing(self.library, self.ruleset, self.outcome, is_over(self.library, self.outcome.slots))
        for player, name in sorted(self.outcome.sanctions):
            naming = self.library.sanctions[name].rulesets[self.ruleset]
            owner = f"{name} ({self.ruleset})"
            yield Spoken(Part.NAME, naming.name, owner, naming.effects[0].place, player)
            yield from self._said(Part.EFFECT, owner, naming.effects, player)
            if (player, name) not in ended:
                yield from self._said(Part.STEP, owner, naming.steps, player)
        for text in due_steps(self.library, self.outcome):
            rule = next((rule for rule in self.rules if rule.then.amounts or rule.then.decides), self.rules[0])
            yield Spoken(Part.DUE, text, rule.id, rule.place)

    def _of_slots(self) -> Iterator[Spoken]:
        for name, value in self.outcome.slots:
            for text in slot_steps(self.library, [(name, value)]):
                yield Spoken(Part.DEAL, text, f"{name}: {value}", self.library.slots[name].place)

    def _of_warnings(self) -> Iterator[Spoken]:
        run = self.state.run
        for rule in (run.network.rules[name] for name in run.standing):
            if rule.interpretation:
                yield Spoken(Part.INTERPRETATION, rule.interpretation, rule.id, rule.place)
            for warn in concerning(run, rule.warnings):
                yield Spoken(Part.WARNING, warn.text, rule.id, rule.place)
        for name in self.outcome.cites:
            clause = self.library.clauses[name]
            for warn in concerning(run, clause.warnings):
                yield Spoken(Part.WARNING, warn.text, clause.id, clause.place)
