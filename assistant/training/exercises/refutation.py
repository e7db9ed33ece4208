"""Every answer that an exercise calls wrong, put to the proof: nobody could defend it, and what its explanation says is so when the engine is asked again."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from assistant.decision.outcome import Due, Outcome, Slots
from assistant.engine.engines import Engines
from assistant.model import Case, Library
from assistant.training.exercises.defensible import Defensible
from assistant.training.exercises.exercise import Exercise
from assistant.training.exercises.gap import tells_points
from assistant.training.exercises.idle_questions import idle
from assistant.training.exercises.kinds import dues as flat_dues
from assistant.training.exercises.one_incident import told_deal
from assistant.training.exercises.origin import Origin
from assistant.training.exercises.paragraphs import bears_too, deciding, names_it, of_another
from assistant.training.exercises.ruled import ruled, rulings
from assistant.training.exercises.ruling import Gives, Ruling, counts, decides, punishes, says_deal
from assistant.training.exercises.several_incidents import Chain, alone, changed, costs, moved
from assistant.training.exercises.stage import FEWEST_WRONG, Option, Part, Stage
from assistant.training.exercises.what_if import Told, Way, given_before, sensible, tells_another, told

GIVES: dict[Part, Gives] = {Part.DECISION: decides, Part.DEAL: says_deal, Part.POINTS: counts, Part.PARAGRAPH: decides}


class Refutation:
    """The proof of one exercise."""

    def __init__(self, library: Library, engines: Engines, made: Exercise):
        mine = ruled(library, engines, made.case, made.ruleset)
        assert mine is not None, "an exercise is made of a case that is ruled"
        self.library = library
        self.engines = engines
        self.made = made
        self.mine = mine

    def faults(self) -> Iterator[str]:
        """What is wrong with the exercise, stage by stage."""
        for place, stage in enumerate(self.made.stages):
            yield from (f"{stage.id} : {fault}" for fault in self._stage(stage))
            for later in self.made.stages[place + 1 :]:
                if any(given_away(later, option.why) for option in stage.options):
                    yield f"{stage.id} : la correction dit ce que demande {later.id}"

    def _stage(self, stage: Stage) -> Iterator[str]:
        wrong = [option for option in stage.options if not option.right]
        if len(wrong) < FEWEST_WRONG or len(wrong) + 1 != len(stage.options):
            yield "il faut une réponse juste et deux fausses au moins"
        if stage.part == Part.ASK:
            yield from self._questions(stage, wrong)
            return
        if not self._given(stage, self.mine, stage.right.answer):
            yield f"« {stage.right.label} » n'est pas ce que donne le moteur"
        if stage.part == Part.POINTS and tells_points(stage.story, flat_dues(stage.right.answer)):
            yield "l'histoire dit les points"
        for option in wrong:
            if self._defended(stage, option.answer):
                yield f"« {option.label} » se défend"
            if not self._refuted(stage, option):
                yield f"« {option.label} » n'est pas réfuté par ce que dit son explication"

    def _ruling(self, stage: Stage, mine: Told | Chain) -> Ruling:
        """What a stage asks about: one event, or the whole of several."""
        if isinstance(mine, Chain) and stage.part != Part.DECISION:
            return mine.whole(self.library)
        every = rulings(self.library, mine)
        return every[stage.event - 1] if len(every) > 1 else every[0]

    def _defended(self, stage: Stage, answer: Hashable) -> bool:
        """Whether somebody could defend this answer."""
        if stage.part == Part.POINTS and isinstance(self.mine, Chain):
            assert isinstance(answer, tuple)
            every = zip(rulings(self.library, self.mine), answer, strict=True)
            return all(Defensible(self.library, ruling).points(dues) for ruling, dues in every)
        defensible = self._defensible(stage)
        return bool(
            {
                Part.DECISION: defensible.decision,
                Part.DEAL: defensible.deal,
                Part.POINTS: defensible.points,
                Part.PARAGRAPH: defensible.section,
            }[stage.part](answer)  # type: ignore[operator]
        )

    def _defensible(self, stage: Stage) -> Defensible:
        """What could be defended of what a stage asks about."""
        before = given_before(self.library, self.mine) if isinstance(self.mine, Told) else frozenset()
        return Defensible(self.library, self._ruling(stage, self.mine), before)

    def _given(self, stage: Stage, mine: Told | Chain, answer: Hashable) -> bool:
        """Whether the engine gives this answer of a case."""
        ruling = self._ruling(stage, mine)
        if stage.part == Part.PARAGRAPH:
            return answer in {clause.section for clause in deciding(self.library, ruling)}
        given: Hashable
        if stage.part == Part.DECISION:
            given = ruling.decision
        elif stage.part == Part.DEAL:
            given = self._deal(ruling.outcome)
        elif isinstance(mine, Chain):
            given = costs(rulings(self.library, mine))
        else:
            given = self._dues(ruling)
        return given == answer

    def _deal(self, outcome: Outcome) -> Slots | None:
        return told_deal(self.library, self.made.ruleset, outcome)

    def _dues(self, ruling: Ruling) -> frozenset[Due]:
        return ruling.outcome.dues

    def _refuted(self, stage: Stage, option: Option) -> bool:
        """Whether the engine gives the answer on the condition named, or the clauses named exclude it."""
        ground, case = option.ground, self.made.case
        if ground.origin in (Origin.CLAUSE, Origin.FORGOTTEN):
            return self._excluded(stage, option)
        if ground.origin == Origin.RULESET:
            there = told(self.library, self.engines, case, ground.ruleset)
            return there is not None and self._given(stage, there, option.answer)
        other: Case
        if ground.origin == Origin.ALONE:
            other = alone(self.library, case, ground.event - 1)
        elif ground.origin == Origin.MOMENT:
            other = moved(case, ground.event - 1, ground.when)
        else:
            other = case
            for name, value in ground.changes:
                other = changed(other, ground.event - 1, name, value)
        mine = ruled(self.library, self.engines, other, self.made.ruleset)
        if mine is None or not (ground.changes or other != case):
            return False
        if isinstance(self.mine, Told) and not (
            isinstance(mine, Told) and sensible(self.library, self.mine, Way(ground.changes, mine.given))
        ):
            return False
        if stage.part == Part.PARAGRAPH and not self._bears_not(stage, option, self._ruling(stage, mine)):
            return False
        return self._given(stage, mine, option.answer)

    def _bears_not(self, stage: Stage, option: Option, there: Ruling) -> bool:
        """Whether a paragraph decides otherwise there and is not headed by what this story is about."""
        assert isinstance(self.mine, Told)
        ruling, (cited, *_) = self._ruling(stage, self.mine), option.ground.cites
        clause, facts = self.library.clauses[cited], {**self.mine.facts, **dict(option.ground.changes)}
        headed = names_it(self.library, self.mine, ruling, clause) or of_another(self.library, facts, clause)
        return not (bears_too(self._defensible(stage), there) or headed)

    def _excluded(self, stage: Stage, option: Option) -> bool:
        """Whether the text itself decides this part, by the clauses named, and leaves nothing of it open."""
        usual = option.ground.origin == Origin.CLAUSE
        if usual and isinstance(self.mine, Told) and tells_another(self.library, self.mine):
            return False  # the penalty of the other event
        event = rulings(self.library, self.mine)[option.ground.event - 1]
        gives = GIVES[stage.part]
        spoken = event.decision and not event.open and event.says(gives)
        punished = punishes(self.library, event.decision) or all(
            self.library.sanctions[one].vanishes for _, one in event.decision
        )
        cited = set(option.ground.cites)
        return bool(spoken and punished and cited and cited <= set(event.cites(gives)))

    def _questions(self, stage: Stage, wrong: list[Option]) -> Iterator[str]:
        """A question is pointless that the story answers, or whose answers change nothing; the right one changes something."""
        assert isinstance(self.mine, Told)
        known = self.mine.questionnaire.network.facts
        asked = known[str(stage.right.answer)]
        shown = {name for (name, text), told in zip(self.made.case.story, stage.story, strict=True) if told == text}
        for option in wrong:
            name = str(option.answer)
            if option.ground.origin == Origin.TOLD and name not in shown:
                yield f"« {option.label} » : l'histoire ne le dit pas"
            if option.ground.origin == Origin.IDLE and not idle(self.library, self.mine, asked, known[name]):
                yield f"« {option.label} » : la réponse change quelque chose"
        rest = {name: value for name, value in self.mine.facts.items() if name != asked.id}
        others = [
            self.mine.asking.given({**rest, asked.id: value}) for value in self.mine.questionnaire.branches[asked.id]
        ]
        if not any(other is not None and other.outcome != self.mine.given.outcome for other in others):
            yield f"« {stage.right.label} » ne change rien"


def given_away(stage: Stage, text: str) -> bool:
    """Whether a text printed before says the right answer to a stage, or the section that it asks for."""
    if stage.part == Part.PARAGRAPH:
        return str(stage.right.answer) in text or "§" in text
    return stage.part in (Part.DEAL, Part.POINTS) and stage.right.label.casefold() in text.casefold()
