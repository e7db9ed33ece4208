"""Spaced repetition per clause: FSRS says when a clause is due, and so which exercise comes next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from fsrs import Card, Rating, Scheduler

from assistant.training.exam import Paper
from assistant.training.exercises.exercise import Exercise
from assistant.training.exercises.syllabus import Task, Wish
from assistant.training.learners.progress import Shown

RETENTION = 0.8  # the recall at which a clause comes back: with so many clauses more is known in all than at 0.9 (docs/formation.md)
LONGEST = 365  # days
SOON = 4  # exercises within which no story is told again for the sake of a weak clause
PAUSE = 5  # exercises during which a weak clause waits for the others
HORIZON = timedelta(days=7)  # what was just read is known now: what counts is what stays
SCHEDULER = Scheduler(
    desired_retention=RETENTION, learning_steps=(), relearning_steps=(), maximum_interval=LONGEST, enable_fuzzing=False
)


def now() -> datetime:
    return datetime.now(UTC)


def fresh(at: datetime) -> Card:
    """A clause never seen."""
    return Card(card_id=0, due=at)


def reviewed(card: Card | None, right: bool, at: datetime) -> Card:
    """The card of a clause after one more answer."""
    return SCHEDULER.review_card(card or fresh(at), Rating.Good if right else Rating.Again, at)[0]


def review(verdicts: Mapping[str, bool], cards: Mapping[str, Card], at: datetime) -> Shown:
    """What these verdicts make of each clause."""
    states = {clause: reviewed(cards.get(clause), right, at).to_json() for clause, right in verdicts.items()}
    return Shown(verdicts, states)


def recall(card: Card, at: datetime) -> float:
    """The chance that the learner still knows it."""
    return SCHEDULER.get_card_retrievability(card, at)


def lasting(card: Card, at: datetime) -> float:
    """The chance that the learner will still know it in a week."""
    return recall(card, at + HORIZON)


def verdicts(exercise: Exercise, answers: Mapping[str, bool]) -> dict[str, bool]:
    """For each clause an exercise trains whether the stages that test it were all answered rightly."""
    found: dict[str, bool] = {}
    for clause in exercise.clauses:
        mine = [answers[stage] for stage in exercise.tested_by(clause) if stage in answers]
        if mine:
            found[clause] = all(mine)
    return found


def examined(paper: Paper, answers: Mapping[int, str]) -> dict[str, bool]:
    """For each clause that an exam tested whether every question answered on it was answered rightly."""
    found: dict[str, bool] = {}
    for question in paper.questions:
        chosen = question.stage.option(answers.get(question.number, ""))
        if chosen is not None:
            for clause in question.clauses:
                found[clause] = found.get(clause, True) and chosen.right
    return found


class Standing(NamedTuple):
    """How well a group of clauses is known."""

    id: str
    title: str
    total: int
    seen: int
    recall: float  # mean over the clauses seen

    @property
    def known(self) -> float:
        """The part of all clauses that the learner will recall in a week."""
        return self.seen * self.recall / self.total if self.total else 0.0


def standing(name: str, title: str, clauses: Iterable[str], cards: Mapping[str, Card], at: datetime) -> Standing:
    """The standing of these clauses."""
    every = set(clauses)
    recalls = [lasting(cards[clause], at) for clause in every if clause in cards]
    return Standing(name, title, len(every), len(recalls), sum(recalls) / len(recalls) if recalls else 0.0)


def next_task(
    tasks: Sequence[Task],
    wish: Wish,
    cards: Mapping[str, Card],
    done: Mapping[str, int],
    at: datetime,
    weakest: bool = False,
) -> Task | None:
    """What comes next: a clause that is due, else a new one, else the story told longest ago.

    `done` says of each exercise done how many came before it. A clause comes back in another story if there is one, and no story
    comes twice in a row while there is another.
    """
    wanted = [task for task in tasks if wish.admits(task)]
    past = _past(tasks, done)
    last = past[-1] if past else None
    others = [task for task in wanted if last is None or task.base != last.base]
    others = others or [task for task in wanted if task != last] or wanted
    if not others:
        return None
    told: dict[str, int] = {}
    for task in tasks:
        told[task.base] = max(told.get(task.base, -1), done.get(task.id, -1))

    def longest_ago(task: Task) -> tuple[int, int]:
        return told[task.base], done.get(task.id, -1)

    by_clause: dict[str, list[Task]] = {}
    for task in others:
        for clause in task.clauses:
            by_clause.setdefault(clause, []).append(task)
    seen = [clause for clause in cards if clause in by_clause]
    new = [task for task in others if any(clause not in cards for clause in task.clauses)]
    order = _weakest(seen, cards, past, at) if weakest else _due(seen, cards, at)
    if order:
        again = min(by_clause[order[0]], key=longest_ago)
        just = {task.base for task in past[-SOON:]}
        if not (weakest and new and again.base in just):  # a story just told trains nothing: rather something new
            return again
    if new:
        met: dict[str, int] = {}
        for task in wanted:
            met[task.family] = met.get(task.family, 0) + (task.id in done)
        places = {task.id: index for index, task in enumerate(others)}
        return min(new, key=lambda task: (task.id in done, task.level, met[task.family], places[task.id]))
    return min(others, key=longest_ago)


def _past(tasks: Sequence[Task], done: Mapping[str, int]) -> list[Task]:
    """The last exercises done, the very last one at the end."""
    known = {task.id: task for task in tasks}
    return [known[name] for name in sorted(done, key=lambda name: done[name]) if name in known][-PAUSE:]


def _due(seen: Sequence[str], cards: Mapping[str, Card], at: datetime) -> list[str]:
    """The clauses to be seen again by now, the most forgotten first."""
    due = [clause for clause in seen if cards[clause].due <= at]
    return sorted(due, key=lambda clause: (recall(cards[clause], at), clause))


def _weakest(seen: Sequence[str], cards: Mapping[str, Card], past: Sequence[Task], at: datetime) -> list[str]:
    """The clauses from the weakest on; one just trained waits while another is weak."""
    fresh = {clause: place for place, task in enumerate(past, 1) for clause in task.clauses}

    def measure(clause: str) -> tuple[bool, int, float, str]:
        known = lasting(cards[clause], at)
        return known >= RETENTION, fresh.get(clause, 0), known, clause

    return sorted(seen, key=measure)
