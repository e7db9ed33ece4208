"""The mock exam: a paper drawn from a seed by family in fixed proportions, and its marking.

The share of a family is its share of the incidents. Everything is drawn by hashes of the seed and of names, so that the same seed
on the same knowledge gives the same paper anywhere.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from assistant.consultation.cases import case_facts
from assistant.engine.engines import Engines
from assistant.errors import InputError
from assistant.french import enumerate_words
from assistant.model import INCIDENT, Case, Library
from assistant.training.book import Book, unmade
from assistant.training.exercises.exercise import Exercise, heading
from assistant.training.exercises.stage import Option, Part, Stage
from assistant.training.exercises.syllabus import Task, Wish

LENGTHS = (10, 20, 40)
USUAL_LENGTH = 20
SECONDS_EACH = 90
PASS_PERCENT = 75
MOST_QUOTED = 3
LETTERS = "ABCDEF"
TRIED = 12  # exercises looked at for one question
PATTERN = (
    Part.DECISION,
    Part.PARAGRAPH,
    Part.DECISION,
    Part.DEAL,
    Part.DECISION,
    Part.POINTS,
    Part.DECISION,
    Part.PARAGRAPH,
    Part.ASK,
    Part.DEAL,
)  # of every ten questions
SCARCE = (
    Part.POINTS,
    Part.DEAL,
    Part.ASK,
    Part.PARAGRAPH,
    Part.DECISION,
)  # sought in this order: what few cases have, or a paper few of


class Question(NamedTuple):
    """One question of a paper."""

    number: int
    task: Task
    exercise: Exercise
    stage: Stage
    title: str
    context: str

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that the right answer rests on, as many as are worth quoting."""
        return (self.stage.cites or self.exercise.decision_clauses)[:MOST_QUOTED]

    def letter(self, option: Option) -> str:
        return LETTERS[self.stage.options.index(option)]


Drawn = tuple[Task, Exercise, Stage]


class Paper(NamedTuple):
    seed: int
    ruleset: str | None
    knowledge: str
    questions: tuple[Question, ...]

    @property
    def seconds(self) -> int:
        return len(self.questions) * SECONDS_EACH

    @property
    def pass_mark(self) -> int:
        return pass_mark(len(self.questions))


class Result(NamedTuple):
    right: int
    total: int
    passed: bool
    mistakes: tuple[tuple[Question, Option | None], ...]
    families: tuple[tuple[str, int, int], ...]  # of each family the right answers and the questions


def _mix(seed: int, *words: object) -> bytes:
    return hashlib.sha256("|".join(map(str, (seed, *words))).encode()).digest()


def shares(library: Library, ruleset: str | None, count: int) -> dict[str, int]:
    """How many questions each family gets by its part of the incidents: at least one where there are so many questions."""
    names = [ruleset] if ruleset else list(library.rulesets)
    incidents = [incident for name in names for incident in library.incidents_of(name)]
    weights = {
        family: sum(incident.family == family for incident in incidents)
        for family in library.families
        if any(incident.family == family for incident in incidents)
    }
    least = 1 if count >= len(weights) else 0
    rest = count - least * len(weights)
    exact = {family: rest * weight / sum(weights.values()) for family, weight in weights.items()}
    found = {family: least + int(part) for family, part in exact.items()}
    by_remainder = sorted(exact, key=lambda family: (int(exact[family]) - exact[family], list(weights).index(family)))
    for family in by_remainder[: count - sum(found.values())]:
        found[family] += 1
    return found


def paper(
    library: Library, engines: Engines, seed: int, count: int = USUAL_LENGTH, ruleset: str | None = None
) -> Paper:
    """The paper of a seed, its exercises made for it."""
    return drawn_from(library, unmade(library, engines), seed, count, ruleset)


def drawn_from(library: Library, book: Book, seed: int, count: int = USUAL_LENGTH, ruleset: str | None = None) -> Paper:
    """The paper of a seed; the same whether the exercises of the book are made by then or not."""
    if count not in LENGTHS:
        raise InputError(f"un examen a {enumerate_words(map(str, LENGTHS), 'ou')} questions, pas {count}")
    if ruleset is not None and ruleset not in library.rulesets:
        raise InputError(library.no_ruleset(ruleset))
    known = [task for task in book.tasks if Wish(ruleset=ruleset).admits(task)]
    kinds = [PATTERN[index % len(PATTERN)] for index in range(count)]
    kinds.sort(key=SCARCE.index)
    drawn: list[Drawn] = []
    places = [family for family, share in shares(library, ruleset, count).items() for _ in range(share)]
    places.sort(key=lambda family: _mix(seed, "place", family))
    left = list(kinds)
    known.sort(key=lambda task: _mix(seed, task.id))
    by_family: dict[str, list[Task]] = {}
    for task in known:
        by_family.setdefault(task.family, []).append(task)
    of = {case: _incidents(library.cases[case]) for case in {task.case for task in known}}
    for place in sorted(range(len(places)), key=lambda i: _mix(seed, "order", i)):
        others = sorted(set(places) - {places[place]}, key=lambda family: _mix(seed, "instead", place, family))
        tries = (_draw(of, book, by_family.get(one, ()), left, drawn) for one in (places[place], *others))
        found = next((one for one in tries if one is not None), None)
        if found is None:
            raise InputError(f"il n'y a pas assez d'exercices pour {count} questions")
        drawn.append(found)
        if found[2].part in left:
            left.remove(found[2].part)
    drawn.sort(key=lambda one: _mix(seed, "paper", one[0].id))
    questions = tuple(
        Question(number, task, made, stage, heading(library, made.case), _context(library, made))
        for number, (task, made, stage) in enumerate(drawn, 1)
    )
    return Paper(seed, ruleset, library.version, questions)


def _draw(
    of: Mapping[str, Sequence[str]], book: Book, known: Sequence[Task], kinds: Sequence[Part], drawn: Sequence[Drawn]
) -> Drawn | None:
    """A story as new to this paper as can be, with a stage of a kind still wanted if it has one.

    Best is an incident not asked yet that the text decides without our reading, then a story not told yet, then a variation of one;
    the same story under another ruleset comes last. `of` says which incidents a case tells.
    """
    asked = Counter(incident for task, _, _ in drawn for incident in of[task.case])
    bases, cases = {task.base for task, _, _ in drawn}, {task.case for task, _, _ in drawn}

    groups: dict[tuple[bool, bool, int, bool], list[Task]] = {}
    taken = {(task.ruleset, task.case) for task, _, _ in drawn}
    for task in known:
        if (task.ruleset, task.case) not in taken:
            often = max([asked[incident] for incident in of[task.case]])
            groups.setdefault((task.case in cases, task.base in bases, often, not task.plain), []).append(task)
    for told in sorted(groups):
        found = _staged(book, groups[told], kinds)
        if found is not None:
            return found
    return None


def _incidents(case: Case) -> list[str]:
    return [str(facts[INCIDENT]) for facts in case.every_facts()]


def _staged(book: Book, tasks: Sequence[Task], kinds: Sequence[Part]) -> Drawn | None:
    """The first of these exercises with a stage of a kind still wanted; else the first of them."""
    spare: Drawn | None = None
    looked_at = 0
    for task in tasks:
        made = book.exercises.get(task.id)
        if made is None:
            continue
        for kind in dict.fromkeys(kinds):
            stage = made.stage(kind)
            if stage is not None:
                return task, made, stage
        spare = spare or (task, made, made.stage(Part.DECISION) or made.stages[-1])
        looked_at += 1
        if looked_at == TRIED:
            break
    return spare


def _context(library: Library, made: Exercise) -> str:
    """The ruleset with its edition and the context, as they are always shown."""
    ruleset = library.rulesets[made.ruleset]
    facts = case_facts(library, made.case)
    labels = [fact.label(facts[fact.id]).lower() for fact in library.context_facts()]
    return " · ".join([f"{ruleset.title}, {ruleset.edition}", *labels])


def mark(exam: Paper, answers: Mapping[int, str]) -> Result:
    """The marking: what was right, and every mistake with what was chosen."""
    mistakes: list[tuple[Question, Option | None]] = []
    for question in exam.questions:
        chosen = question.stage.option(answers.get(question.number, ""))
        if chosen is None or not chosen.right:
            mistakes.append((question, chosen))
    right = len(exam.questions) - len(mistakes)
    asked = Counter(question.task.family for question in exam.questions)
    missed = Counter(question.task.family for question, _ in mistakes)
    families = tuple((name, asked[name] - missed[name], asked[name]) for name in asked)
    return Result(right, len(exam.questions), right >= exam.pass_mark, tuple(mistakes), families)


def pass_mark(questions: int) -> int:
    """The right answers needed, rounded up."""
    return -(-questions * PASS_PERCENT // 100)
